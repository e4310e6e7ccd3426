"""The report of a study: one HTML page that says what was found, and from what."""
