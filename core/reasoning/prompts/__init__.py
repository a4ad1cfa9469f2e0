"""One file per task and language: ``<task>.<language>.yaml``, with a version that is raised at every change."""
