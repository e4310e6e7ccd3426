"""The ways through a trial in which words depend on replies, its own and those of others."""
