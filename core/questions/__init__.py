"""What a question says: words → Plan (the algebra) → members on the graph → sentences."""
