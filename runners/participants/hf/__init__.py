"""Local models: `hf/REPO-OR-FOLDER`, with transformers in this process.

Batches go through transformers' own `generate` (see `inference`). Rejected: vLLM in this process,
which cannot share an environment with what devrun needs; it is reached as a server, through
`openai/`.
"""
