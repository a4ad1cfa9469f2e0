"""Every use case once: what it is called, takes, gives and refuses. HTTP, MCP and the command line are made from it."""
