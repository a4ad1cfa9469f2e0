"""The page Review: relations that were read from texts, for a person to decide on."""
