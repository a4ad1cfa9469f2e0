"""The graph workbench: what a person has put on the table, what is drawn of it, and the paths between two companies."""
