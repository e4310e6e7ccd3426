"""The coding desk in plain lines, for screen readers, ssh and pipes."""
