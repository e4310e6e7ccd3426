"""What `devrun norms` reads, fits, writes and tells."""
