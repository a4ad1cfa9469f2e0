"""Candidates for "the same company", each with its evidence."""
