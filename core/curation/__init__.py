"""Changing what is known: import, delete, export, link, merge, ontology, versions, open or build."""
