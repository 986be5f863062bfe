"""The examples in the stubs, the package and the guide run, and the stubs name what there is."""

import ast
import doctest
import importlib
import inspect
from pathlib import Path

import draughts_td as dt
import pytest
from draughts_td import _core

PACKAGE = Path(dt.__file__).parent
GUIDE = Path(__file__).parents[2] / "docs"

Documented = ast.Module | ast.ClassDef | ast.FunctionDef


def docstrings(path: Path) -> list[tuple[str, str]]:
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, Documented)]
    found = [(getattr(node, "name", path.stem), ast.get_docstring(node)) for node in nodes]
    return [(name, text) for name, text in found if text]


EXAMPLES = [
    pytest.param(text, id=f"{path.name}:{name}")
    for path in [*PACKAGE.glob("*.pyi"), *PACKAGE.glob("*.py")]
    for name, text in docstrings(path)
    if ">>>" in text
] + [pytest.param(path.read_text(), id=path.name) for path in GUIDE.glob("*.md") if ">>>" in path.read_text()]


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_run(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "pdn").symlink_to(GUIDE.parent / "pdn")
    monkeypatch.chdir(tmp_path)
    # A fence of Markdown ends the output of an example.
    text = "\n".join("" if line.startswith("```") else line for line in text.splitlines())
    names = {"dt": dt, **vars(dt)}
    test = doctest.DocTestParser().get_doctest(text, names, "example", None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    output: list[str] = []
    runner.run(test, out=output.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(output)


def test_the_stubs_name_what_the_compiled_module_has():
    tree = ast.parse((PACKAGE / "_core.pyi").read_text())
    stubs = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    constants = {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign) and node.simple}
    public = {name for name in dir(_core) if not name.startswith("__")}
    assert public == {name for name in {*stubs, *constants} if not name.startswith("_")}
    for name, stub in stubs.items():
        if name.startswith("_"):
            continue
        found = getattr(_core, name)
        assert found.__doc__, f"{name} has no docstring"
        if isinstance(stub, ast.ClassDef) and not issubclass(found, Exception):
            members = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
            there = {member for member in vars(found) if not member.startswith("_")}
            assert there == {member for member in members if not member.startswith("_")}, name


def test_everything_exported_has_a_docstring():
    for name in dt.__all__:
        found = getattr(dt, name)
        if inspect.isclass(found) or callable(found):
            assert found.__doc__, name
    importlib.import_module("draughts_td.__main__")
