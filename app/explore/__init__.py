"""The page Explore: the graph workbench around a view of core.exploring."""
