"""Every column that an export can have, once each, but those that a study brings itself.

Factors and coders differ from study to study: their columns are made in `own_columns`.
"""

from __future__ import annotations

from coders.marks import Flag
from renderers.fields.field import Kind, Variable
from renderers.fields.trials import GATE, GATES, STATUS, STATUSES

_FLAGS = ", ".join(flag.value for flag in Flag)
_NO_CONDITION = "the script has no conditions and names none"

_HERE = (
    Variable("trial", Kind.KEY, "the trial: a participant before a cell in one draw and sample"),
    Variable(
        "simulated", Kind.TRUTH, "whether a program answered that is no model: these are not data",
        (("TRUE", "simulated, not data"), ("FALSE", "a model answered")),
    ),
    Variable("experiment", Kind.TEXT, "title of the script"),
    Variable(
        "condition", Kind.TEXT, "levels of the between factors, joined by a comma",
        missing=_NO_CONDITION,
    ),
    Variable(
        "wording", Kind.TEXT, "in which words the story was told",
        (("original", "the published story's words"), ("permuted", "words drawn for this draw")),
    ),
    Variable("model", Kind.TEXT, "the participant as it was asked for: provider/model"),
    Variable(
        "draw", Kind.WHOLE, "one choice of words; the same number is the same choice in every cell "
        "of an experiment, so that draws pair", low=1,
    ),
    Variable("sample", Kind.WHOLE, "which repeat of the very same text", low=1),
)  # fmt: skip

_DESIGN = (
    Variable(
        "domain", Kind.TEXT, "domain that the script names", missing="the script names none"
    ),
    Variable(
        "addition", Kind.TRUTH, "whether the cell is an addition to the published ones; additions "
        "are in no mean over a domain", (("TRUE", "added"), ("FALSE", "published")),
    ),
    Variable(
        "participant", Kind.KEY, "the participant: model, provider and requested parameters; two "
        "participants of one name differ in parameters",
    ),
    Variable("seed", Kind.WHOLE, "seed of every choice of words and order"),
    Variable("text", Kind.WHOLE, "trials with the same number were told in the same words", low=1),
)  # fmt: skip

_SCORES = (
    Variable("status", Kind.TEXT, STATUS, STATUSES),
    Variable("reason", Kind.TEXT, "why, in words", missing="the value needs no reason"),
    Variable("gate", Kind.TEXT, GATE, GATES),
    Variable(
        "share", Kind.NUMBER, "share of marks that are right, gates ignored, weighted by worth: in "
        "`trials` the mean over coders that count, in `scores` that of one coder",
        low=0, high=1, missing="no LRS, or no mark",
    ),
    Variable(
        "own_share", Kind.NUMBER, "share right in the published story", low=0, high=1,
        missing="no mark, or no such question",
    ),
    Variable(
        "twin_share", Kind.NUMBER, "share right in the twins of the published story", low=0, high=1,
        missing="no mark, or the story has no twin",
    ),
    Variable(
        "lrs", Kind.NUMBER, "LLM Response Score by the rule (bands of the share right; a failed "
        "gate is 0): in `trials` the mean over coders that count, in `scores` that of one coder",
        unit="LRS points", low=0, high=5, missing="see status",
    ),
    Variable(
        "lrs_linear", Kind.NUMBER, "1 + 4 x share, and 0 where the LRS is 0: the score without "
        "bands", unit="LRS points", low=0, high=5, missing="see status",
    ),
    Variable(
        "lrs_strict", Kind.NUMBER, "LRS with half marks taken for wrong", unit="LRS points", low=0,
        high=5, missing="see status",
    ),
    Variable(
        "lrs_lenient", Kind.NUMBER, "LRS with half marks taken for right", unit="LRS points", low=0,
        high=5, missing="see status",
    ),
    Variable(
        "lrs_zero", Kind.NUMBER, "LRS where every failed gate scores 0", unit="LRS points", low=0,
        high=5, missing="see status",
    ),
    Variable(
        "lrs_exclude", Kind.NUMBER, "LRS where trials with a failed gate are left out",
        unit="LRS points", low=0, high=5, missing="see status, or a gate was failed",
    ),
    Variable(
        "lrs_ungated", Kind.NUMBER, "LRS with gates ignored", unit="LRS points", low=0, high=5,
        missing="see status",
    ),
    Variable(
        "lrs_hallucination_zero", Kind.NUMBER, "LRS with a trial taken for 0 for a coder who flags "
        "any reply of it as hallucinated", unit="LRS points", low=0, high=5, missing="see status",
    ),
    Variable(
        "lrs_before_adjudication", Kind.NUMBER, "LRS by what coders said before an adjudicator "
        "settled marks; what was settled about a control question counts", unit="LRS points", low=0,
        high=5, missing="see status",
    ),
    Variable(
        "lrs_after_adjudication", Kind.NUMBER, "LRS by the marks that an adjudicator settled; the "
        "same as before where none was settled", unit="LRS points", low=0, high=5,
        missing="see status",
    ),
    Variable("coders", Kind.WHOLE, "number of coders in the means", low=0),
)  # fmt: skip

_CODERS = (
    Variable("coder", Kind.TEXT, "name of the coder"),
    Variable(
        "coder_kind", Kind.TEXT, "who the coder is",
        (
            ("blind", "a person who knew no model, wording, run or hypothesis"),
            ("author", "a person who is not blind"),
            ("automatic", "a model as judge"),
            ("adjudicator", "a person who settled what coders disagreed on"),
            ("matcher", "devrun's program that compares a reply with the key; provisional"),
            ("likelihood", "the key alone: the likeliest of the answers on offer was weighed"),
        ),
    ),
    Variable(
        "counted", Kind.TRUTH, "whether the coder is in the means of `trials`",
        (("TRUE", "in the means"), ("FALSE", "beside them")),
    ),
    Variable(
        "given_lrs", Kind.WHOLE, "LRS that the coder left standing after the rule's proposal",
        unit="LRS points", low=0, high=5, missing="the coder was not asked for one",
    ),
    Variable(
        "first_lrs", Kind.WHOLE, "LRS that the coder gave before any mark, without a proposal",
        unit="LRS points", low=0, high=5, missing="the coder was not asked for one",
    ),
)  # fmt: skip

_PLACES = (
    Variable(
        "session", Kind.WHOLE, "number of the conversation within the trial: one for each version",
        low=1,
    ),
    Variable(
        "version", Kind.TEXT, "version levels of the conversation, joined by a comma",
        missing="the script has no versions",
    ),
    Variable(
        "own_story", Kind.TRUTH, "whether the conversation tells the published story",
        (("TRUE", "the published story"), ("FALSE", "a twin of it")),
    ),
    Variable("place", Kind.KEY, "place of the turn in the script"),
    Variable(
        "kind", Kind.TEXT, "what is asked there",
        (
            ("test", "scored"), ("control", "a gate, unless it says `count anyway`"),
            ("record", "kept and not scored"), ("practice", "kept and not scored"),
            ("listen", "nothing is asked; a reply was taken"),
        ),
    ),
    Variable("question", Kind.TEXT, "name of the question", missing="nothing is asked"),
    Variable("form", Kind.TEXT, "which way of asking it", missing="there is one way only"),
)  # fmt: skip

_ASKED = (
    Variable("asked", Kind.TEXT, "words of the question", missing="nothing is asked"),
    Variable(
        "options", Kind.TEXT, "choices in the order shown, parted by ` | `", missing="none shown"
    ),
    Variable("answer", Kind.TEXT, "key: what is right there", missing="nothing is keyed"),
    Variable("wrong", Kind.TEXT, "lures of the script, parted by ` | `", missing="none named"),
    Variable(
        "candidates", Kind.WHOLE, "between how many answers a guesser chooses", low=2,
        missing="not known",
    ),
    Variable(
        "worth", Kind.NUMBER, "weight of the question within its conversation", low=0,
        missing="nothing is asked",
    ),
    Variable(
        "guards", Kind.TEXT, "names of the tests that a control guards, parted by ` | `",
        missing="no control, or it guards all of its conversation",
    ),
    Variable(
        "if_failed", Kind.TEXT, "what a failed control does",
        (
            ("score zero", "LRS 0"), ("exclude", "the trial is left out"),
            ("count anyway", "nothing"),
        ),
        missing="no control",
    ),
    Variable(
        "reply", Kind.TEXT, "what the participant said, with controls and hidden marks made "
        "visible; verbatim in data/raw", missing="the reply is empty: see finish",
    ),
    Variable(
        "finish", Kind.TEXT, "how the reply ended",
        (
            ("stop", "by itself"), ("length", "cut off at a limit of tokens"),
            ("refusal", "the provider marked it as a refusal"),
            ("filtered", "withheld by the provider"), ("empty", "it says nothing"),
            ("unparsable", "no text can be found in it"),
            ("unknown", "for a reason that devrun does not know: perhaps half of it"),
        ),
    ),
    Variable(
        "row", Kind.WHOLE, "number of the row of the table, for a question in a loop", low=1,
        missing="it is in no loop over a table",
    ),
    Variable(
        "item", Kind.TEXT, "that row in words, its cells parted by ` | `",
        missing="it is in no loop over a table",
    ),
    Variable("scene", Kind.TEXT, "name of the scene: the wave", missing="it is in no scene"),
    Variable(
        "value", Kind.NUMBER, "point of the scale that the reply names, read by rule",
        missing="there is no scale, or the reply names no one point",
    ),
    Variable("call", Kind.KEY, "the call that was made there: joins `questions` and `calls`"),
    Variable(
        "marked_by", Kind.WHOLE, "number of coders that count whose mark is in `mark`", low=0,
        missing="nothing is judged there",
    ),
)  # fmt: skip

_CODES = (
    Variable(
        "mark", Kind.NUMBER, "how far the reply is right: 0 wrong, 0.5 half right, 1 right; in "
        "`codes` one coder's mark, in `questions` the mean over coders that count",
        low=0, high=1, missing="a person is needed, nothing is keyed, or nobody judged it",
    ),
    Variable(
        "verdict", Kind.TEXT, "the mark in a word",
        (
            ("right", ""), ("half", ""), ("wrong", ""), ("needs a human", "no mark"),
            ("unkeyed", "no mark: the script keys nothing here"),
        ),
    ),
    Variable("flags", Kind.TEXT, f"what else is so, parted by `; `: {_FLAGS}", missing="none"),
    Variable(
        "said", Kind.TEXT, "what the coder says was said, parted by `; ` (content view)",
        missing="the coder gave a mark (rubric view)",
    ),
    Variable(
        "plainly", Kind.TRUTH, "whether it was said plainly (content view)",
        (("TRUE", "plainly"), ("FALSE", "hedged")), missing="rubric view",
    ),
    Variable("lure", Kind.TEXT, "lure that a wrong reply names", missing="none"),
    Variable("because", Kind.TEXT, "what the verdict rests on, in words", missing="not said"),
    Variable(
        "duplicate", Kind.TRUTH, "whether the coder judged it a second time, without knowing; for "
        "the agreement of coders with themselves, and in no score",
        (("TRUE", "the second time"), ("FALSE", "the first time")),
    ),
    Variable(
        "view", Kind.TEXT, "what the coder saw",
        (("rubric", "the whole transcript"), ("content", "the question and the reply alone")),
        missing="a program judged",
    ),
    Variable("packet", Kind.KEY, "packet that the coder was given", missing="a program judged"),
    Variable(
        "item", Kind.KEY, "in `codes` the item of the packet: trials whose words are the same were "
        "judged once, in one item; in `ratings` the number of the row within its measure",
        missing="a program judged",
    ),
    Variable(
        "order", Kind.WHOLE, "position of the item in the packet", low=1,
        missing="a program judged",
    ),
    Variable(
        "judged_at", Kind.TIME, "when the coder judged the item last, by the coder's clock",
        missing="a program judged, or the log does not say",
    ),
)  # fmt: skip

_CALLS = (
    Variable(
        "used", Kind.TRUTH, "whether the reply is part of a finished trial",
        (
            ("TRUE", "it is in `questions`"),
            ("FALSE", "its trial is not finished, or the script had other words then"),
        ),
    ),
    Variable(
        "model_returned", Kind.TEXT, "model that the provider said answered",
        missing="the provider did not say",
    ),
    Variable("requested", Kind.TEXT, "provider, model and parameters asked for, as JSON"),
    Variable("sent", Kind.TEXT, "parameters that went on the wire, as JSON; none: the provider's"),
    Variable(
        "input_tokens", Kind.WHOLE, "tokens read, as the provider counts", unit="tokens", low=0,
        missing="the provider did not say",
    ),
    Variable(
        "output_tokens", Kind.WHOLE, "tokens written, as the provider counts", unit="tokens", low=0,
        missing="the provider did not say",
    ),
    Variable(
        "latency_s", Kind.NUMBER, "from sending to the whole reply, last attempt", unit="seconds",
        low=0,
    ),
    Variable("attempts", Kind.WHOLE, "how many tries the call took", low=1),
    Variable(
        "request_id", Kind.TEXT, "the provider's name for the request",
        missing="the provider gave none",
    ),
    Variable("replied_at", Kind.TIME, "when the reply was kept"),
    Variable("tool_version", Kind.TEXT, "devrun that made the call"),
)  # fmt: skip

_WORDS = (
    Variable("slot", Kind.TEXT, "word of the script that varies"),
    Variable("word", Kind.TEXT, "what stood in its place in this trial"),
)

_RATINGS = (
    Variable(
        "measure", Kind.TEXT, "what was rated; each is a table of its own",
        (
            ("mark", "test questions: 0, 0.5 or 1"),
            ("control", "control questions: 0, 0.5 or 1"),
            ("gate", "trials: 0 failed, 1 passed"),
            ("lrs", "trials with an LRS above 0: 1 to 5, by the rule from the coder's marks"),
            ("lrs_with_zeros", "all trials: 0 to 5 as the coder left it"),
            ("lrs_linear", "all trials: 1 + 4 x share, or 0"),
        ),
    ),
)  # fmt: skip

EVERY = {
    one.name: one
    for group in (
        _HERE, _DESIGN, _SCORES, _CODERS, _PLACES, _ASKED, _CODES, _CALLS, _WORDS, _RATINGS,
    )
    for one in group
}  # fmt: skip
"""The columns by name."""


def named(*names: str) -> tuple[Variable, ...]:
    """Columns by their names; KeyError for one that there is not."""
    return tuple(EVERY[name] for name in names)
