"""The frame around every page: sign-in, start, build progress, keyboard."""
