"""Comparisons as one JSON document, for whoever scripts them. Keys may be added, none renamed.

A p value that nobody declared is null here, and so is one that cannot be given; `untested` then
says why.
"""

from __future__ import annotations

from renderers.comparison_rows import Comparisons
from renderers.fields.comparisons import COMPARISON, EFFECT, FAMILIAR, FAMILY
from renderers.fields.field import Document, document


def comparison_document(found: Comparisons) -> Document:
    """What `devrun compare --json` prints; null where something is not known."""
    return {
        "study": found.study,
        "simulated": found.simulated,
        "role": found.role,
        "provisional": found.provisional,
        "alpha": found.alpha,
        "families": [document(FAMILY, one) for one in found.families],
        "comparisons": [document(COMPARISON, one) for one in found.comparisons],
        "familiar_words": [document(FAMILIAR, one) for one in found.familiar],
        "familiar_words_over_experiments": [
            document(EFFECT, one) for one in found.familiar_effects
        ],
        "notes": list(found.notes),
    }
