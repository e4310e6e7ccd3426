"""Agents: how a participant thinks, remembers and recalls between waves, as files of templates.

Pure: what an agent asks next follows from its file and from the replies so far.
"""
