"""Keep libraries that multiply matrices to one thread, before they are imported."""

from __future__ import annotations

import os


def limit_blas_threads() -> None:
    """Keeps libraries that multiply matrices from threads of their own, unless somebody chose.

    Ours are many products that take milliseconds: threads that are woken for each of them and wait
    for each other took two to five times as long. They are read when the library is imported.
    """
    for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        os.environ.setdefault(name, "1")
