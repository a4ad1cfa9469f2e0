"""Services of the process that serves pages: the open base, logs, background work."""
