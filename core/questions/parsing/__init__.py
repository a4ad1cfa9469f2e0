"""The chart parser, and the pieces of a plan that its rules put together."""
