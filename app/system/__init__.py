"""What the page System shows, part by part."""
