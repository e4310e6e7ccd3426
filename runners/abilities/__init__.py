"""A bank of questions on the ten abilities of CogLM, made by rules from word pools.

Pure: the same seed gives the same bank, on every machine. `bank.made` is the way in. Each ability
is a file of rules in our own words; `words/*.toml` are the pools; `balance` chooses among what the
rules make, so that no habit of answering earns anything.
"""
