"""A question → the likeliest plan, and the words that no part of it uses."""
