"""The coding screen: what a coder sees and presses, and nothing that the desk decides."""
