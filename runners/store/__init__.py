"""The store: studies, calls, replies and codes, in SQLite or PostgreSQL."""

from runners.store.rows import (
    Attempt,
    Kept,
    KeptCall,
    KeptParticipant,
    KeptTranscript,
    Sitting,
    Start,
    Study,
    StudyScript,
    StudyTrial,
    Worker,
)
from runners.store.store import DEFAULT, Store
from runners.store.unusable import StoreUnusable

__all__ = [
    "DEFAULT",
    "Attempt",
    "Kept",
    "KeptCall",
    "KeptParticipant",
    "KeptTranscript",
    "Sitting",
    "Start",
    "Store",
    "StoreUnusable",
    "Study",
    "StudyScript",
    "StudyTrial",
    "Worker",
]
