"""From a question to scored companies: name linking, Personalized PageRank, vectors, full text, fusion."""
