"""How good the retrieval is: labelled questions, metrics, and the table anyone can print again."""
