"""From answers to evidence: matching replies to keys, marks, LRS, chance.

Nothing in here asks a participant or opens a store: a coder works on a question and a reply.
"""

__devrun__ = "0.1.0"
