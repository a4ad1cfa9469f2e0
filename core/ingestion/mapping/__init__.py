"""What the columns of a table mean, guessed from their names and cells, and the records-to-be that its rows become."""
