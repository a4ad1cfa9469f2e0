"""A plan → its members on the graph, each with the recorded relations that make it one."""
