"""The examples in their files do what they say."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_first_network_of_the_paper_errs_in_numpy_as_in_learn() -> None:
    run = subprocess.run(
        [sys.executable, "examples/python/nn1.py"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert float(run.stdout.split()[-1]) < 1e-4
