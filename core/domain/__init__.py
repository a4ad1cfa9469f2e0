"""The nouns of the product: frozen models that know nothing but each other."""
