"""What phrases mean: the functions that the rules of the grammar call."""
