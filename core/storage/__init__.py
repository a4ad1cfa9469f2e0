"""Where knowledge lives: LanceDB tables, graph arrays, embeddings, and their atomic publication."""
