"""Names in texts: normalising, finding, nearest names, places."""
