import signal
import subprocess
import sys
import time
from pathlib import Path

import draughts_td as dt
import pytest

SAMPLE = Path(__file__).parents[2] / "pdn" / "sample.pdn.zst"
STUDY = """
title = "Two rates"
about = "Two learning rates."

[[arm]]
name = "low"
meaning = "a low rate"
model = "nn1"
paper = true

[[arm]]
name = "high"
meaning = "a high rate"
model = "nn1"
paper = true
lr = 0.002

[[match]]
arms = ["high"]
against = ["low"]
"""
SMALL = {"seeds": 1, "games": 100, "nodes": 20, "match_games": 2, "threads": 1}


def test_a_study_of_ones_own_gives_figures_and_a_second_call_reads_them(tmp_path):
    study = tmp_path / "rates.toml"
    study.write_text(STUDY)
    found = dt.reproduce(study, SAMPLE, out=tmp_path / "run", **SMALL)
    assert found.folder == tmp_path / "run" and "Two rates" in found.report
    assert len(found.figures) == 3
    assert "--seeds 1 --games 100" in found.settings["command"]
    assert dt.reproduce(study, [SAMPLE], out=tmp_path / "run", **SMALL) == found


@pytest.mark.parametrize(
    ("experiment", "files", "flags", "reason"),
    [
        ("phases", "no/such.pdn", {}, "no/such.pdn"),
        ("tictactoe", (), {"seed": "one"}, "--seed"),
        ("tictactoe", (), {"sead": 1}, "--sead"),
        ("no-such", (), {}, "no-such"),
        ("no-such.toml", (), {}, "no-such.toml"),
        ("--help", (), {}, "figures"),
        ("claims", "results", {}, "--out"),
    ],
)
def test_what_is_refused_says_why_and_leaves_no_folder(tmp_path, experiment, files, flags, reason):
    out = tmp_path / "run"
    with pytest.raises(ValueError, match=reason):
        dt.reproduce(experiment, files, out=out, **flags)
    assert not out.exists()


@pytest.fixture
def talker(tmp_path, monkeypatch):
    """A program in place of Python that says a line and then sleeps."""
    program = tmp_path / "talker"
    program.write_text(
        f"#!{sys.executable}\nimport sys, time\nprint('begun', file=sys.stderr, flush=True)\ntime.sleep(60)\n"
    )
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))


def test_an_error_of_progress_ends_the_process_and_is_raised(tmp_path, talker):
    def fail(line: str) -> None:
        assert line == "begun"
        raise ZeroDivisionError

    began = time.monotonic()
    with pytest.raises(ZeroDivisionError):
        dt.reproduce("tictactoe", out=tmp_path / "run", progress=fail)
    assert time.monotonic() - began < 30


def test_ctrl_c_ends_the_process_and_the_same_call_resumes(tmp_path):
    out = tmp_path / "run"
    call = f"import draughts_td as dt; dt.reproduce('tictactoe', out={str(out)!r}, threads=1)"
    child = subprocess.Popen([sys.executable, "-c", call], stderr=subprocess.PIPE, text=True)
    figures = out / "figures.jsonl"
    while not (figures.exists() and figures.stat().st_size):
        assert child.poll() is None
        time.sleep(0.02)
    child.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in child.communicate(timeout=30)[1]
    assert "finished" not in (out / "settings.json").read_text()
    rows = figures.read_text().splitlines(keepends=True)
    child = subprocess.Popen([sys.executable, "-c", call])
    while len(figures.read_text()) <= sum(map(len, rows)):
        assert child.poll() is None
        time.sleep(0.02)
    child.send_signal(signal.SIGINT)
    child.wait(timeout=30)
    whole = [row for row in rows if row.endswith("\n")]
    assert figures.read_text().startswith("".join(whole))
