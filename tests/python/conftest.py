"""Settings of all tests.

DRAUGHTS_EXAMPLES is the number of examples of each property, for longer runs than the usual ones.
"""

import fcntl
import os
import signal
from pathlib import Path

import draughts_td as dt
import pytest
from hypothesis import settings

# A shell starts work in the background with Ctrl-C ignored, and Python then raises no KeyboardInterrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("draughts", max_examples=int(os.environ.get("DRAUGHTS_EXAMPLES", "100")), deadline=None)
settings.load_profile("draughts")


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of endgame tables, made once for all processes of the run."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "tables"
    folder.mkdir(exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        dt.Tablebase(folder)
    return folder
