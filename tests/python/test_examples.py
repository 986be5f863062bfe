"""The examples of the stubs and of the guide are true."""

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import draughts_td as dt
import pytest

ROOT = Path(__file__).parents[2]
STUBS = Path(dt.__file__).with_name("_core.pyi")


def docstrings(path: Path) -> list[str]:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    tree = ast.parse(path.read_text())
    found = [ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, documented)]
    return [text for text in found if text is not None]


def check(texts: list[str], name: str) -> None:
    runner, output = doctest.DocTestRunner(), list[str]()
    for text in texts:
        test = doctest.DocTestParser().get_doctest(text, dict(vars(dt)), name, name, 0)
        runner.run(test, out=output.append)
    assert runner.tries > 10 and not runner.failures, "".join(output)


@pytest.fixture(autouse=True)
def from_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_the_examples_of_the_stubs_are_true() -> None:
    check(docstrings(STUBS), STUBS.name)


def test_the_examples_of_the_guide_are_true() -> None:
    check([(ROOT / "docs" / "python.md").read_text()], "python.md")


def test_the_first_network_of_the_paper_errs_in_numpy_as_in_learn() -> None:
    run = subprocess.run([sys.executable, "examples/python/nn1.py"], check=True, capture_output=True, text=True)
    assert float(run.stdout.split()[-1]) < 1e-4
