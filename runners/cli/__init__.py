"""The command line: one small file a command, one file for all that is said on stderr."""
