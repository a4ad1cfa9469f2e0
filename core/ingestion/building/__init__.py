"""Records → a published version of the knowledge base: its tables, vectors, graph, mentions and cross-source links."""
