"""Published datasets, where a user has them, as scripts with tables."""
