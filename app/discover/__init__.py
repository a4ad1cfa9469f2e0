"""Page Discover: panels around the list of related companies."""
