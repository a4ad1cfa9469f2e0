"""Layouts: each a pure function from what is to be placed to places. ``layout_table.py`` lists them."""
