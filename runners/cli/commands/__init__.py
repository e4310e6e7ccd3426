"""The commands, one file each, named as the command; each has a `command`."""
