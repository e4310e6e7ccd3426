"""Says what is wrong with a line that the parser cannot read.

Found from the line itself, the block it is in and the table of keywords. Neither the parser's
state nor the type of the token it stopped at has a part in it: those belong to the grammar's inner
workings, and a message made from them changes with every edit there.
"""
