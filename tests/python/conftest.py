"""Settings of all tests.

DRAUGHTS_EXAMPLES is the number of examples of each property, for longer runs than the usual ones.
"""

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
    """A folder of endgame tables, made once."""
    folder = tmp_path_factory.mktemp("tables")
    dt.Tablebase(folder)
    return folder
