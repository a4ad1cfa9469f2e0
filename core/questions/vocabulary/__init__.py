"""The words of questions, each with what it may be, and how a question is cut into them."""
