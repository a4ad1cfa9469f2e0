"""The one way to a language model: any OpenAI-compatible endpoint, through the ``openai`` client."""
