"""The tables of an export: what each row is, and its columns."""
