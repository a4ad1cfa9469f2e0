"""What a session holds: the address, choices, sliders, the kept answer."""
