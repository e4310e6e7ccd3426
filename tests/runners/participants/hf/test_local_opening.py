"""What can go wrong with a local model is said before the first call, with what to do."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from runners.participants.base import Finish, Message, Role, Settings
from runners.participants.failures import (
    BadName,
    BadSetting,
    CannotStart,
    FailureKind,
    NoReply,
    Unloadable,
    Unsupported,
)
from runners.participants.hf import loading
from runners.participants.hf.model_files import open_model
from runners.participants.hf.options import local_options
from runners.participants.hf.participant import LocalModel
from runners.participants.hf.source import parse_source
from runners.participants.registry import participant
from tests.runners.participants.hf.local import ask, call, said, user
from tests.tiny_models import tiny

Folder = Callable[..., Path]


def fault(model: str, **params: str | float | bool) -> CannotStart:
    with pytest.raises(CannotStart) as caught:
        participant(f"hf/{model}", Settings(params=tuple(params.items())))
    return caught.value


def copied(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "copy"))


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("", "`hf/` names no model"),
        ("./nowhere", "there is no folder `./nowhere` to load a model from"),
        ("~nobody.here/m", "there is no folder `~nobody.here/m` to load a model from"),
        ("C:\\nowhere", "there is no folder `C:\\nowhere` to load a model from"),
        ("a/b/c", "`hf/a/b/c` is neither a repository nor a folder"),
        ("a/b@", "`hf/a/b@` is neither a repository nor a folder"),
        ("what model?", "`hf/what model?` is neither a repository nor a folder"),
    ],
)
def test_a_name_that_leads_nowhere(model: str, message: str) -> None:
    found = fault(model)
    assert isinstance(found, BadName)
    assert found.message == message
    assert found.help


def test_a_repository_that_is_also_a_folder_here_must_be_distinguished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "org" / "tiny").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    found = fault("org/tiny")
    assert (found.message, found.help) == (
        "`org/tiny` is both a repository and a folder here",
        "write hf/./org/tiny for the folder, or run the command in another folder",
    )


@pytest.mark.parametrize(
    ("params", "message", "help"),
    [
        (
            {"top_q": 0.9},
            "local models have no parameter `top_q`",
            "did you mean `top_p`? it takes top_p, top_k, min_p, repetition_penalty, dtype, "
            "device, batch, likelihood, template, seed, and template.NAME for its chat template",
        ),
        ({"temperature": 1}, "`temperature` has its own option", "write --temperature VALUE"),
        ({"top_p": 1.5}, "`top_p` is 1.5", "give a number above 0, and at most 1"),
        ({"top_k": 1.5}, "`top_k` is 1.5", "give a whole number of 1 or more"),
        ({"top_p": "nan"}, "`top_p` is nan", "give a number above 0, and at most 1"),
        ({"top_p": float("nan")}, "`top_p` is nan", "give a number above 0, and at most 1"),
        ({"batch": 0}, "`batch` is 0", "give a whole number of 1 or more"),
        ({"dtype": "int4"}, "`dtype` is int4", "give auto, float32, float16 or bfloat16"),
        (
            {"likelihood": "best"},
            "`likelihood` is best",
            "give letter, sum, token, character, bare or whole",
        ),
        (
            {"seed": "none"},
            "`seed` is none",
            "give a whole number of 0 or more, or `call` for a seed per call",
        ),
    ],
)
def test_settings_that_cannot_be(params: dict[str, str | float], message: str, help: str) -> None:
    found = fault("org/unread", **params)
    assert isinstance(found, BadSetting)
    assert (found.message, found.help) == (message, help)


@pytest.mark.parametrize(
    ("model", "params", "where"),
    [
        ("org/hf_abcdefghijklmnopqrstuvwxyz0123456789", {}, "the name of a participant"),
        (
            "org/tiny",
            {"template.token": "hf_abcdefghijklmnopqrstuvwxyz0123456789"},
            "a parameter",
        ),
    ],
)
def test_a_key_is_refused_before_it_is_stored(
    model: str, params: dict[str, str | float], where: str
) -> None:
    found = fault(model, **params)
    assert found.message == f"{where} seems to contain a key, which would be stored and shown"
    assert "hf_abc" not in found.message + found.help


def test_as_many_calls_may_be_in_flight_as_go_side_by_side(folder: Folder) -> None:
    assert LocalModel(str(folder()), Settings()).places == 256
    assert LocalModel(str(folder()), Settings(params=(("batch", 4),))).places == 4


def test_a_processor_computes_fewer_at_once_than_a_gpu(folder: Folder) -> None:
    import torch

    def batch(device: str, *wanted: tuple[str, int]) -> int:
        options = local_options(Settings(params=(("device", device), *wanted)))
        source = parse_source(str(folder()))
        return loading.load(source, options, open_model(source, options).location).batch

    assert batch("cpu") == 64
    assert batch("cpu", ("batch", 4)) == 4
    if torch.cuda.is_available():
        assert batch("cuda") == 256
    assert not torch.backends.cuda.cudnn_sdp_enabled()
    assert not torch.backends.cudnn.allow_tf32


def test_a_device_that_is_not_there(folder: Folder) -> None:
    found = fault(str(folder()), device="cuda:99")
    assert found.message == "there is no device `cuda:99` here"
    assert found.help.startswith("there is cpu")


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    found = fault(str(tmp_path))
    assert isinstance(found, Unloadable)
    assert found.message == f"the folder of hf/{tmp_path.name} has no config.json"


def test_pickled_weights_are_not_opened(folder: Folder, tmp_path: Path) -> None:
    copy = copied(folder(), tmp_path)
    (copy / "model.safetensors").rename(copy / "pytorch_model.bin")
    found = fault(str(copy))
    assert found.message == "hf/copy has no safetensors weights"
    assert found.help.startswith(
        "other formats can run code and are not loaded; save the model again"
    )


def test_code_that_comes_with_a_model_is_never_run(folder: Folder, tmp_path: Path) -> None:
    copy = copied(folder(), tmp_path)
    ran = tmp_path / "ran"
    (copy / "code.py").write_text(f"open({str(ran)!r}, 'w')\n", encoding="utf-8")
    (copy / "config.json").write_text(
        json.dumps({"model_type": "theirs", "auto_map": {"AutoConfig": "code.Theirs"}}),
        encoding="utf-8",
    )
    found = fault(str(copy))
    assert found.message == "hf/copy needs its own code, which devrun never runs"
    assert not ran.exists()


def test_a_model_of_another_kind(folder: Folder, tmp_path: Path) -> None:
    copy = copied(folder(), tmp_path)
    (copy / "config.json").write_text(json.dumps({"model_type": "t5"}), encoding="utf-8")
    assert fault(str(copy)).message == ("hf/copy has the type `t5`, which does not continue a text")


def test_a_broken_configuration(folder: Folder, tmp_path: Path) -> None:
    """The path of the folder may hold a number that the Hub uses for its refusals."""
    (tmp_path / "run-401").mkdir()
    copy = copied(folder(), tmp_path / "run-401")
    (copy / "config.json").write_text("{", encoding="utf-8")
    found = fault(str(copy))
    assert found.message.startswith("the configuration of hf/copy cannot be loaded: ")


@pytest.mark.parametrize(
    ("name", "value"), [("temperature", "hot"), ("top_p", -3), ("min_p", 2), ("top_k", -1)]
)
def test_sampling_that_cannot_be(
    folder: Folder, tmp_path: Path, name: str, value: str | float
) -> None:
    copy = copied(folder(), tmp_path)
    (copy / "generation_config.json").write_text(json.dumps({"do_sample": True, name: value}))
    with pytest.raises(Unloadable) as caught:
        LocalModel(str(copy), Settings())
    assert caught.value.message == f"the generation_config.json of hf/copy has `{name}`: {value}"


def test_a_model_without_a_tokenizer(folder: Folder, tmp_path: Path) -> None:
    copy = copied(folder(), tmp_path)
    for file in copy.glob("tokenizer*"):
        file.unlink()
    found = fault(str(copy))
    assert isinstance(found, Unloadable)
    assert "tokenizer" in found.message


def test_weights_that_would_be_random_numbers_are_refused(folder: Folder, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    copy = copied(folder(), tmp_path)
    tensors = load_file(copy / "model.safetensors")
    del tensors["model.layers.1.mlp.up_proj.weight"]
    save_file(tensors, copy / "model.safetensors", {"format": "pt"})
    with pytest.raises(NoReply) as caught:
        ask(copy, [call(user("Where?"))])
    assert (caught.value.kind, caught.value.message) == (
        FailureKind.WRONG_MODEL,
        "hf/copy has no weights for model.layers.1.mlp.up_proj.weight and 0 other tensors, "
        "which would be random",
    )


def test_damaged_weights(folder: Folder, tmp_path: Path) -> None:
    copy = copied(folder(), tmp_path)
    whole = (copy / "model.safetensors").read_bytes()
    (copy / "model.safetensors").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(NoReply) as caught:
        ask(copy, [call(user("Where?"))])
    assert caught.value.kind is FailureKind.WRONG_MODEL
    assert caught.value.message.startswith("the weights of hf/copy cannot be loaded: ")


def test_weights_that_are_no_numbers(folder: Folder, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    copy = copied(folder(), tmp_path)
    tensors = load_file(copy / "model.safetensors")
    tensors["model.layers.1.mlp.up_proj.weight"][:] = float("nan")
    save_file(tensors, copy / "model.safetensors", {"format": "pt"})
    for options in ((), ("here", "there")):
        with pytest.raises(NoReply) as caught:
            ask(copy, [call(user("Where?"), options=options)])
        assert (caught.value.kind, caught.value.message) == (
            FailureKind.WRONG_MODEL,
            "hf/copy computes no numbers (nan) in float32",
        )


@pytest.mark.parametrize("options", [(), ("here", "the basket", "there")])
def test_scores_that_overflow_in_one_call_leave_the_others(
    folder: Folder, tmp_path: Path, options: tuple[str, ...]
) -> None:
    """As of a word on which half precision overflows; the model is sound otherwise."""
    from safetensors.torch import load_file, save_file
    from transformers import AutoTokenizer

    copy = copied(folder(), tmp_path)
    (word, *_) = AutoTokenizer.from_pretrained(copy)("Z", add_special_tokens=False).input_ids
    tensors = load_file(copy / "model.safetensors")
    tensors["model.embed_tokens.weight"][word] = float("nan")
    save_file(tensors, copy / "model.safetensors", {"format": "pt"})
    sound, broken = (call(user(text), options=options) for text in ("Where?", "Z?"))
    (reply,) = ask(copy, [sound], max_tokens=3)
    with pytest.raises(NoReply) as caught:
        ask(copy, [broken], max_tokens=3)
    assert caught.value.kind is FailureKind.BAD_REQUEST
    assert caught.value.message == "hf/copy computes no numbers (nan) in float32"
    assert reply.input_tokens


def test_a_story_longer_than_the_model_reads(folder: Folder) -> None:
    with pytest.raises(NoReply) as caught:
        ask(folder(), [call(user("Where? " * 600))])
    assert caught.value.kind is FailureKind.BAD_REQUEST
    assert caught.value.message.startswith("hf/llama-chat reads at most 512 tokens, and this ")


@pytest.mark.parametrize("reach", [16, 40])
def test_a_model_of_few_positions_is_asked_what_it_can_read(reach: int, tmp_path: Path) -> None:
    folder = tiny(tmp_path, kind="gpt2", chat=False, reach=reach)
    (reply,) = ask(folder, [call(user("a?"))], max_tokens=2)
    assert 0 < reply.input_tokens + reply.output_tokens <= reach
    with pytest.raises(NoReply) as caught:
        ask(folder, [call(user("Where? " * 20))])
    assert f"reads at most {reach} tokens" in caught.value.message


def test_a_template_that_does_not_take_a_conversation(folder: Folder, tmp_path: Path) -> None:
    copy = copied(folder(), tmp_path)
    (copy / "chat_template.jinja").write_text(
        "{% for m in messages %}{% if m.role == 'system' %}"
        "{{ raise_exception('no system prompt') }}{% endif %}{{ m.content }}{% endfor %}",
        encoding="utf-8",
    )
    with pytest.raises(NoReply) as caught:
        ask(copy, [call(Message(Role.SYSTEM, "You hear a story."), user("Where?"))])
    assert caught.value.message == (
        "the chat template of hf/copy rejects this conversation: no system prompt"
    )


def test_a_base_model_goes_on_with_the_text_up_to_a_blank_line(folder: Folder) -> None:
    base = folder(chat=False)
    model = LocalModel(str(base), Settings())
    assert model.notes == (
        "hf/llama-base has no chat template: it continues the text of the conversation up "
        "to the first blank line",
    )
    conversation = (user("Sally has a marble."), said("Yes."), user("Where is it?"))
    replies = ask(base, [call(*conversation, seed=seed) for seed in range(40)], max_tokens=60)
    raws = [json.loads(reply.raw) for reply in replies]
    assert {raw["prompt"] for raw in raws} == {"Sally has a marble.\n\nYes.\n\nWhere is it?\n\n"}
    ended = {raw["ended_by"] for raw in raws}
    assert ended == {"end", "blank line", "limit"}
    for reply, raw in zip(replies, raws, strict=True):
        assert "\n\n" not in reply.text
        assert reply.text == raw["said"].strip().split("\n\n")[0].strip()
        assert (reply.finish is Finish.LENGTH) == (raw["ended_by"] == "limit")
        assert json.loads(reply.sent)["template"] == "completion"


def test_a_chat_model_can_be_asked_to_go_on_with_a_text(folder: Folder) -> None:
    (reply,) = ask(
        folder(), [call(user("Where is it?"))], max_tokens=3, params={"template": "completion"}
    )
    assert json.loads(reply.raw)["prompt"] == "Where is it?\n\n"
    assert LocalModel(str(folder()), Settings(params=(("template", "completion"),))).notes == ()
    assert fault(str(folder(chat=False)), template="chat").message == (
        "hf/llama-base has no chat template"
    )


def test_a_variable_reaches_the_chat_template_and_thoughts_stay_out_of_the_reply(
    folder: Folder,
) -> None:
    (reply,) = ask(
        folder(),
        [call(user("Where is it?"))],
        max_tokens=3,
        params={"template.begin_thought": True},
    )
    assert json.loads(reply.raw)["prompt"].endswith("<|assistant|><think>")
    assert json.loads(reply.raw)["said"]
    assert (reply.text, reply.finish) == ("", Finish.LENGTH)
    assert json.loads(reply.sent)["template.begin_thought"] is True


def test_who_is_asked_is_known_by_the_files_and_the_settings_and_not_by_the_place(
    folder: Folder, tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(folder(), tmp_path / folder().name))
    here, there = LocalModel(str(folder()), Settings()), LocalModel(str(copy), Settings())
    assert (here.name, here.identity()) == (there.name, there.identity())
    assert str(tmp_path) not in json.dumps(there.identity())
    assert set(here.identity()) == {"provider", "model", "parameters", "fingerprint"}
    assert here.identity()["parameters"] == '{"max_tokens":512}'

    def of(**params: str | float) -> dict[str, str]:
        return LocalModel(str(copy), Settings(params=tuple(params.items()))).identity()

    assert of(batch=4, device="cpu") == here.identity()
    assert of(dtype="bfloat16")["parameters"] == '{"dtype":"bfloat16","max_tokens":512}'
    weights = copy / "model.safetensors"
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    assert of()["fingerprint"] != here.identity()["fingerprint"]


def test_what_the_library_notes_about_its_own_run_is_no_part_of_a_model(
    folder: Folder, tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(folder(), tmp_path / folder().name))
    config = json.loads((copy / "config.json").read_text(encoding="utf-8"))
    config |= {"_name_or_path": "/elsewhere/model", "transformers_version": "0.0"}
    (copy / "config.json").write_text(json.dumps(config), encoding="utf-8")
    assert LocalModel(str(copy), Settings()).identity() == (
        LocalModel(str(folder()), Settings()).identity()
    )


def test_half_precision_is_asked_for_and_recorded(folder: Folder) -> None:
    (reply,) = ask(
        folder(),
        [call(user("Where?"))],
        max_tokens=2,
        params={"dtype": "bfloat16", "device": "cpu"},
    )
    sent = json.loads(reply.sent)
    assert (sent["dtype"], sent["device"]) == ("bfloat16", "cpu")


def test_letting_go_of_a_model_that_was_never_asked_is_harmless(folder: Folder) -> None:
    asyncio.run(LocalModel(str(folder()), Settings()).aclose())


def test_how_much_is_reasoned_is_asked_for_by_the_variable_that_the_template_has(
    folder: Folder, tmp_path: Path
) -> None:
    copy = copied(folder(), tmp_path)
    template = copy / "chat_template.jinja"
    words = template.read_text(encoding="utf-8")
    switch = "{% if enable_thinking is defined and not enable_thinking %}.{% endif %}"
    template.write_text(words + switch, encoding="utf-8")
    off = LocalModel(str(copy), Settings(reasoning="off"))
    assert json.loads(off.identity()["parameters"])["template.enable_thinking"] is False
    with pytest.raises(Unsupported) as refused:
        LocalModel(str(copy), Settings(reasoning="low"))
    assert (refused.value.message, refused.value.help) == (
        f"`--reasoning low` cannot be kept by {off.name}: its chat template has no variable for it",
        "it takes off",
    )
    with pytest.raises(Unsupported, match="no variable"):
        LocalModel(str(folder()), Settings(reasoning="off"))
    both = Settings(params=(("template.enable_thinking", True),), reasoning="off")
    with pytest.raises(BadSetting, match="ask for the same thing"):
        LocalModel(str(copy), both)
