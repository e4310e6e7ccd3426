"""Tiny local models made on the spot: random weights, and a tokenizer that knows a few stories."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

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
PARTS = (
    "{% for message in messages %}<|{{ message.role }}|>{% for part in message.content %}"
    "{{ '<image>' if part.type == 'image' else part.text }}{% endfor %}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
"""A template of a model that sees pictures."""
VISION = ("llava", "idefics3")
SPECIAL = ["<|begin|>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>"]


def tokenizer(
    folder: Path,
    *,
    chat: bool,
    words: bool = False,
    begins: bool = False,
    marks: Sequence[str] = (),
) -> int:
    """A byte-level tokenizer trained on the stories; gives the size of its vocabulary. `words`: it
    cuts at spaces, as most do; `begins`: it puts its first token before a text, as Llama's does;
    `marks` are further tokens of their own.
    """
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    # No cutting at spaces, so that words join across them and the end of a prompt may merge.
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=words)
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=420,
        special_tokens=[*SPECIAL, *marks],
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


def tiny_vision(
    folder: Path,
    *,
    kind: str = "llava",
    chat: bool = True,
    reach: int = 1024,
) -> Path:
    """A folder with a model of random weights that sees pictures, and its processor: of kind llava
    (one size for all pictures) or idefics3 (each is cut into several). Without a chat template a
    text begins with a token of its own."""
    import torch
    from transformers import AutoTokenizer, LlamaConfig
    from transformers.models.idefics3.image_processing_pil_idefics3 import Idefics3ImageProcessorPil

    marks = ["<image>", "<fake_token_around_image>", "<global-img>", "<end_of_utterance>"]
    marks += [f"<row_{row}_col_{column}>" for row in (1, 2) for column in (1, 2)]
    size = tokenizer(folder, chat=False, begins=not chat, marks=marks)
    cut: Any = AutoTokenizer.from_pretrained(folder)
    torch.manual_seed(20)
    layers = {
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "initializer_range": 0.35,
    }
    its_text = {
        **layers,
        "vocab_size": size,
        "num_key_value_heads": 2,
        "max_position_embeddings": reach,
        "eos_token_id": 1,
        "bos_token_id": 0,
    }
    sight = {**layers, "image_size": 24, "patch_size": 6}
    mark = cut.convert_tokens_to_ids("<image>")
    model: torch.nn.Module
    processor: Any
    given = PARTS if chat else None
    if kind == "llava":
        from transformers import (
            CLIPVisionConfig,
            LlavaConfig,
            LlavaForConditionalGeneration,
            LlavaProcessor,
        )
        from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

        processor = LlavaProcessor(
            CLIPImageProcessorPil(
                size={"shortest_edge": 24}, crop_size={"height": 24, "width": 24}
            ),
            cut,
            patch_size=6,
            vision_feature_select_strategy="default",
            num_additional_image_tokens=1,
            chat_template=given,
        )
        model = LlavaForConditionalGeneration(
            LlavaConfig(
                vision_config=CLIPVisionConfig(**sight),
                text_config=LlamaConfig(**its_text),
                image_token_id=mark,
            )
        )
    else:
        from transformers import (
            Idefics3Config,
            Idefics3ForConditionalGeneration,
            Idefics3Processor,
        )

        processor = Idefics3Processor(
            Idefics3ImageProcessorPil(
                size={"longest_edge": 48}, max_image_size={"longest_edge": 24}
            ),
            cut,
            image_seq_len=4,
            chat_template=given,
        )
        model = Idefics3ForConditionalGeneration(
            Idefics3Config(
                image_token_id=mark,
                vision_config=sight,
                text_config=LlamaConfig(**its_text, pad_token_id=0),
                pad_token_id=0,
            )
        )
    processor.save_pretrained(folder)
    model.save_pretrained(folder)
    return folder
