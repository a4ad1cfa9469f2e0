"""Records and records-to-be: read from the data folder and from sources, merged, unified, taken out again."""
