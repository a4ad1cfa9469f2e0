"""What a running process remembers of its own work, bounded: whose request it is, times, tokens, log lines."""
