"""Layouts: each a pure function from what is to be placed to places. ``table.py`` lists them."""
