"""The list of related companies: cards with level, score, reason, and everything under "Why"."""
