"""The answer to a question above the list: sentences with footnotes, and what of it was understood."""
