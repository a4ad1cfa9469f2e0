"""What the evidence means: the relation a question asks for, and the level and reason of each result."""
