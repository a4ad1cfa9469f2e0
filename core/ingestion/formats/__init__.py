"""Files as users have them: found out by looking, read row by row, nothing in them believed."""
