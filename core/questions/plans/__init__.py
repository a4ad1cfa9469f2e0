"""Plans as people read and change them: in words, as chips, checked before they are executed."""
