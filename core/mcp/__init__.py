"""What programs that speak the Model Context Protocol may ask of the knowledge base; nothing here changes it."""
