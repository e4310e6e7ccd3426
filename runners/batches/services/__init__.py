"""The batch endpoints of OpenAI, Anthropic and Google, each through its vendor's SDK."""
