"""Tuning: quality of settings on labelled questions, presets, thumbs of people and what can be learnt from them."""
