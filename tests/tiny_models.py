"""Tiny local models made on the spot: random weights, and a tokenizer that knows a few stories."""

from __future__ import annotations

from pathlib import Path

STORY = (
    "Sally puts the marble into the basket and goes out to play.",
    "Anne takes the marble out of the basket and puts it into the box.",
    "Where will Sally look for the marble first? Where is the marble now?",
    "A) the basket\nB) the box\n\nAnswer with one letter. Yes, no, both, neither.",
    "The child is three years old; the other child is four. Nobody knows why.",
    "\n\nOr so.\n\nOr so.\n\nOr so.\n\nOr so.\n\nOr so.",
)
TEMPLATE = (
    "{% for message in messages %}<|{{ message.role }}|>{{ message.content }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% if begin_thought %}<think>{% endif %}{% endif %}"
)
SPECIAL = ["<|begin|>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>"]


def tokenizer(folder: Path, *, chat: bool, words: bool = False, begins: bool = False) -> int:
    """A byte-level tokenizer trained on the stories; gives the size of its vocabulary. `words`: it
    cuts at spaces, as most do; `begins`: it puts its first token before a text, as Llama's does.
    """
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    # No cutting at spaces, so that words join across them and the end of a prompt may merge.
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=words)
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=420,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator(STORY, trainer)
    if begins:
        made.post_processor = processors.TemplateProcessing(
            single="<|begin|> $A", pair="<|begin|> $A $B", special_tokens=[("<|begin|>", 0)]
        )
    wrapped = PreTrainedTokenizerFast(
        tokenizer_object=made, bos_token="<|begin|>", eos_token="<|end|>"
    )
    if chat:
        wrapped.chat_template = TEMPLATE
    wrapped.save_pretrained(folder)
    return len(wrapped)


def tiny(
    folder: Path,
    *,
    kind: str = "llama",
    chat: bool = True,
    reach: int = 512,
    words: bool = False,
    begins: bool = False,
) -> Path:
    """A folder with a model of random weights: of kind llama, gpt2, mistral (each token sees the
    last 24 only) or mamba (a state and no keys). `words` and `begins` are for the tokenizer."""
    import torch
    from transformers import (
        GPT2Config,
        GPT2LMHeadModel,
        LlamaConfig,
        LlamaForCausalLM,
        MambaConfig,
        MambaForCausalLM,
        MistralConfig,
        MistralForCausalLM,
    )

    size = tokenizer(folder, chat=chat, words=words, begins=begins)
    torch.manual_seed(20)
    # Weights larger than usual: what was read must make a difference to what is said.
    shape = {"vocab_size": size, "initializer_range": 0.35, "eos_token_id": 1, "bos_token_id": 0}
    layers = {
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": reach,
    }
    model: torch.nn.Module
    if kind == "llama":
        model = LlamaForCausalLM(LlamaConfig(**shape, **layers))
    elif kind == "mistral":
        model = MistralForCausalLM(MistralConfig(**shape, **layers, sliding_window=24))
    elif kind == "gpt2":
        model = GPT2LMHeadModel(
            GPT2Config(**shape, n_embd=32, n_layer=2, n_head=4, n_positions=reach)
        )
    else:
        model = MambaForCausalLM(
            MambaConfig(**shape, hidden_size=32, num_hidden_layers=2, state_size=8)
        )
    model.save_pretrained(folder)
    return folder
