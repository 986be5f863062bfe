"""The examples in their files do what they say."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_guide_has_the_example_of_a_network_of_your_own() -> None:
    example = (ROOT / "examples/python/own_network.py").read_text().rstrip()
    assert f"```python\n{example}\n```" in (ROOT / "docs/own-networks.md").read_text()


def test_a_network_of_pytorch_plays_as_it_judges(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    out = str(tmp_path / "own.safetensors")
    command = [sys.executable, "examples/python/own_network.py", "pdn/sample.pdn.zst", "--epochs", "1", "-o", out]
    run = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert run.stdout.startswith("held-out error 0.3")


def test_the_first_network_of_the_paper_errs_in_numpy_as_in_learn() -> None:
    run = subprocess.run(
        [sys.executable, "examples/python/nn1.py"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert float(run.stdout.split()[-1]) < 1e-4
