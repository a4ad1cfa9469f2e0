"""The weighted rules of the grammar, Chinese and English: a module for each family of wordings."""
