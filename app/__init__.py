"""What a person sees: the Streamlit entry point, shared widgets, and the graph."""
