"""Files → validated records → mentions and cross-links → a published knowledge base."""
