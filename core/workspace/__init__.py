"""What people decided: decisions, thumbs, presets, saved searches, merges, linking rules."""
