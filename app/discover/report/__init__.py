"""The report that Discover prints and downloads."""
