"""Page Data: import, deletion, linking, merging, types, versions."""
