"""The window that a citation opens."""
