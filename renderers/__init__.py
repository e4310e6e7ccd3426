"""What somebody reads: the words a participant is sent, transcripts, diagnostics, tables.

Pure functions from values of the floor below to text; each medium has one boundary where
untrusted text is made safe for it.
"""

__devrun__ = "0.1.0"
