"""The page Tune: quality of settings on labelled questions, followed as sliders move."""
