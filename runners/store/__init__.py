"""The store: studies, calls, replies and codes, in SQLite or PostgreSQL."""

from runners.store.rows import (
    Attempt,
    KeptCall,
    KeptParticipant,
    KeptTranscript,
    Sitting,
    Start,
    StoredReply,
    StoreWorker,
    Study,
    StudyScript,
    StudyTrial,
)
from runners.store.store import DEFAULT, Store
from runners.store.unusable import StoreUnusable

__all__ = [
    "DEFAULT",
    "Attempt",
    "KeptCall",
    "KeptParticipant",
    "KeptTranscript",
    "Sitting",
    "Start",
    "Store",
    "StoreUnusable",
    "StoreWorker",
    "StoredReply",
    "Study",
    "StudyScript",
    "StudyTrial",
]
