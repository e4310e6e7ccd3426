"""What the clauses of a reply say, and how firmly."""
