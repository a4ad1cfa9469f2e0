"""The cards of related companies, a custom component."""
