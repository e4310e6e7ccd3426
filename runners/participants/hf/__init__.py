"""Local models: `hf/REPO-OR-FOLDER`, with transformers in this process.

Our own loop over the model's plain `forward`, and not its `generate`: a row must draw from its own
seed, leave the batch when it is done while others join, continue from a past shared with others,
and stop in the middle when nobody waits for it any more. Rejected too: vLLM in this process, which
cannot share an environment with what devrun needs; it is reached as a server, through `openai/`.
"""
