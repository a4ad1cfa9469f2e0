"""One page about an answer, to be sent or printed."""
