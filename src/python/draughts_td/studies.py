"""Experiments as the verb ``reproduce`` does them, in a process of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

_Path: TypeAlias = str | os.PathLike[str]
_Flag: TypeAlias = bool | int | float | _Path | Sequence[int | float | _Path] | None


@dataclass(frozen=True)
class Experiment:
    """A finished experiment: its folder, its report in Markdown, its rows of figures, and its settings."""

    folder: Path
    report: str
    figures: list[dict[str, Any]]
    settings: dict[str, Any]


def reproduce(
    experiment: _Path,
    files: _Path | Sequence[_Path] = (),
    *,
    out: _Path,
    progress: Callable[[str], object] | None = None,
    **flags: _Flag,
) -> Experiment:
    """Repeat an experiment, or do a study of your own, as ``draughts-td reproduce`` does.

    ``experiment`` is a name, such as ``"phases"``, or the file of a study, whose name ends in ``.toml``; ``files`` are
    the games. Each long flag of the experiment is a keyword: ``seeds=3``, ``quick=True``, a sequence for a flag that
    may be repeated. ``out`` is the folder of the run, ``progress`` gets each line about it.

    The experiment runs in a process of its own. Ctrl-C, or an exception of ``progress``, ends it; the same call resumes
    it. A finished run is read and not done again. `ValueError` for a flag that is refused and for a run that fails.

    >>> import tempfile, draughts_td as dt
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = dt.reproduce("tictactoe", out=folder, quick=True)
    >>> found.settings["experiment"], len(found.figures) > 10
    ('tictactoe', True)
    """
    paths = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    command = [sys.executable, "-m", "draughts_td", "reproduce", os.fspath(experiment)]
    command += [f"--out={os.fspath(out)}", *_arguments(flags), "--", *(os.fspath(path) for path in paths)]
    child = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8", errors="replace"
    )
    try:
        text = _listen(child, progress)
    except BaseException:
        _end(child)
        raise
    if child.wait() != 0:
        raise ValueError(text or f"the experiment ended with status {child.returncode}")
    folder = Path(out)
    if not (folder / "figures.jsonl").is_file():
        raise ValueError(f"'{os.fspath(experiment)}' is not an experiment with figures")
    rows = (folder / "figures.jsonl").read_text(encoding="utf-8").splitlines()
    settings = json.loads((folder / "settings.json").read_text(encoding="utf-8"))
    report = (folder / "README.md").read_text(encoding="utf-8")
    return Experiment(folder, report, [json.loads(row) for row in rows], settings)


def _arguments(flags: dict[str, _Flag]) -> list[str]:
    """Write keywords as flags."""
    arguments = []
    for word, given in flags.items():
        flag = "--" + word.rstrip("_").replace("_", "-")
        if given is True:
            arguments.append(flag)
        elif given is not None and given is not False:
            each: Iterable[object] = [given]
            if isinstance(given, Iterable) and not isinstance(given, (str, os.PathLike)):
                each = given
            arguments += [f"{flag}={one}" for one in each]
    return arguments


def _listen(child: subprocess.Popen[str], progress: Callable[[str], object] | None) -> str:
    """Hand on what the process says; the text of its error, if it fails."""
    error: list[str] = []
    assert child.stderr is not None
    for line in child.stderr:
        line = line.rstrip("\n")
        if error or line.lower().startswith("error: "):
            error.append(line)
        elif progress is not None and line:
            progress(line)
    child.stderr.close()
    text, _, _usage = "\n".join(error).partition("\n\nUsage:")
    return text[len("error: ") :]


def _end(child: subprocess.Popen[str]) -> None:
    """End the process; what it has on the disk is whole at any time."""
    if sys.platform == "win32":
        child.terminate()
    else:
        child.send_signal(signal.SIGINT)
    try:
        child.wait(timeout=2.0)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    if child.stderr is not None:
        child.stderr.close()
