"""The parts of the page of one company, or of any other entity."""
