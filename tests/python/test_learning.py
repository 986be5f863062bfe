"""Learning from games and from play: the same weights as the command, progress, Ctrl-C."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import draughts_td as dt
import numpy as np
import pytest

SAMPLE = Path(__file__).parents[2] / "pdn" / "sample.pdn.zst"


def command(*words: object) -> None:
    subprocess.run([sys.executable, "-m", "draughts_td", *map(str, words)], check=True, capture_output=True)


def test_learn_gives_the_weights_of_the_command(tmp_path: Path) -> None:
    out, own = tmp_path / "command" / "net.safetensors", tmp_path / "python" / "net.safetensors"
    out.parent.mkdir()
    own.parent.mkdir()
    flags = ["--model", "nn1", "--games", 600, "--epochs", 2, "--lambda", 0.8, "--lr", 0.002, "--seed", 7]
    command("learn", SAMPLE, "-o", out, *flags, "--mirror", "off", "--phases", "25,15", "--unique")
    events: list[dict[str, Any]] = []
    figures = dt.learn(
        SAMPLE,
        out=own,
        model="nn1",
        games=np.int64(600),  # type: ignore[arg-type]
        epochs=2,
        lambda_=0.8,
        lr=0.002,
        seed=7,
        mirror="off",
        phases=[25, 15],
        unique=True,
        strict=False,
        metrics=None,
        progress=events.append,
    )
    assert out.read_bytes() == own.read_bytes()
    assert figures["net"] == str(own) and 0 < figures["held_out"]["all"]["mse"] < 1
    kinds = [event["event"] for event in events]
    assert kinds[0] == "note" and "nn1" in events[0]["text"]
    assert kinds.count("epoch") == 2 and "progress" in kinds
    assert all(event["at"]["games"] <= 600 for event in events if event["event"] == "progress")


def test_train_gives_the_weights_of_the_command(tmp_path: Path) -> None:
    out, own = tmp_path / "command" / "net.safetensors", tmp_path / "python" / "net.safetensors"
    out.parent.mkdir()
    own.parent.mkdir()
    flags = ["--games", 24, "--nodes", 50, "--seed", 3, "--against", "self", "--against", "material"]
    command("train", "-o", out, *flags, "--max-plies", 30)
    events: list[dict[str, Any]] = []
    figures = dt.train(
        out=own, games=24, nodes=50, seed=3, against=["self", "material"], max_plies=30, progress=events.append
    )
    assert out.read_bytes() == own.read_bytes()
    assert figures["games"] == 24 and figures["totals"]["taught"] == 24
    assert {"note", "progress"} <= {event["event"] for event in events}


def test_ctrl_c_ends_a_run_and_keeps_a_checkpoint_from_which_it_goes_on(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"model": "nn1", "epochs": 3, "games": 3000}
    dt.learn(SAMPLE, out=tmp_path / "whole.safetensors", **settings)

    def interrupt(event: dict[str, Any]) -> None:
        if event["event"] == "epoch":
            signal.raise_signal(signal.SIGINT)

    out = tmp_path / "cut.safetensors"
    with pytest.raises(KeyboardInterrupt):
        dt.learn(SAMPLE, out=out, progress=interrupt, **settings)
    assert not out.exists() and Path(f"{out}.checkpoint").exists()
    events: list[dict[str, Any]] = []
    dt.learn(SAMPLE, out=out, progress=events.append, **settings)
    assert any("resuming in pass" in event.get("text", "") for event in events)
    assert not Path(f"{out}.checkpoint").exists()
    assert out.read_bytes() == (tmp_path / "whole.safetensors").read_bytes()


def test_an_exception_of_the_callback_ends_a_run(tmp_path: Path) -> None:
    def fail(event: dict[str, Any]) -> None:
        if event["event"] == "progress":
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        dt.train(out=tmp_path / "net.safetensors", games=100_000, nodes=20, max_plies=20, progress=fail)
    with pytest.raises(LookupError, match="enough"):
        dt.learn(SAMPLE, out=tmp_path / "nn1.safetensors", model="nn1", epochs=1000, progress=fail)


def test_settings_are_refused_in_words(tmp_path: Path) -> None:
    out = tmp_path / "net.safetensors"
    with pytest.raises(TypeError, match="there is no setting 'lamda'; did you mean lambda"):
        dt.learn(SAMPLE, out=out, lamda=0.5)
    with pytest.raises(TypeError, match="no value of a setting"):
        dt.learn(SAMPLE, out=out, seed=object())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="lambda is 2"):
        dt.learn(SAMPLE, out=out, lambda_=2)
    with pytest.raises(ValueError, match="epochs"):
        dt.learn(SAMPLE, out=out, epochs="many")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="hidden_lr is a setting of nnue"):
        dt.learn(SAMPLE, out=out, hidden_lr=0.1)
    with pytest.raises(ValueError, match="exclude"):
        dt.learn(SAMPLE, out=out, resume=True, force=True)
    with pytest.raises(ValueError, match="no file"):
        dt.learn([], out=out)
    with pytest.raises(OSError, match="missing"):
        dt.learn(tmp_path / "missing.pdn", out=out)
    with pytest.raises(ValueError, match="'nobody' is no player"):
        dt.train(out=out, against="nobody")
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_run_stays_unless_force_is_set(tmp_path: Path) -> None:
    out = tmp_path / 'with "quotes" and \\.safetensors'
    out.write_text("mine")
    with pytest.raises(ValueError, match="the file exists"):
        dt.learn(SAMPLE, out=out, model="nn1", games=50)
    assert out.read_text() == "mine"
    dt.learn(SAMPLE, out=out, model="nn1", games=50, force=True)
    assert dt.Evaluation(out).value(dt.Board()) != 0


def test_warnings_of_the_program_are_warnings(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="no position has a score"):
        dt.learn(SAMPLE, out=tmp_path / "net.safetensors", model="nn1", games=50, target_source="scores")


def test_the_command_without_mpi_says_how_to_get_it() -> None:
    words = [sys.executable, "-m", "draughts_td", "learn", str(SAMPLE), "--batch-games", "8", "--mpi"]
    run = subprocess.run(words, capture_output=True, text=True)
    assert run.returncode == 2
    assert "--features mpi" in run.stderr and "Open MPI" in run.stderr
