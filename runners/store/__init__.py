"""The store: studies, calls, replies and codes, in SQLite or PostgreSQL."""
