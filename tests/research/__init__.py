"""What measures public data sets: the commands ``evaluate --public`` and ``learn-fusion`` of a checkout, and their
tests. An installed program does not have it."""
