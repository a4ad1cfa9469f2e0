"""The row of companies looked at lately, a custom component."""
