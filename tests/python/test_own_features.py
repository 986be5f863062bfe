"""Inputs of a catalogue of one's own."""

import shutil
from pathlib import Path

import draughts_td as dt
import numpy as np
import pytest

STRUCTURE = """
[[structure]]
name = "pair_at_the_edge"
english = "pair at the edge"
white = [26, 36]
black = []
empty = []
parity = "odd"
group = "locks"
meaning = "Two men at the edge."
source = "a test"
"""
FEATURES = Path(__file__).parents[2] / "features"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The catalogue of the program with one structure more."""
    folder = tmp_path / "own"
    folder.mkdir()
    for name in ("globals.toml", "triples.toml", "raw.toml", "structures.toml"):
        shutil.copy(FEATURES / name, folder)
    with (folder / "structures.toml").open("a") as file:
        file.write(STRUCTURE)
    return folder


def test_inputs_of_an_own_catalogue_are_computed(own: Path) -> None:
    names = dt.feature_names(catalogue=own)
    assert len(names) == 223 and set(names) == {*dt.feature_names(), "pair_at_the_edge"}
    arrays = dt.boards_to_arrays([dt.Board("W:W26,36:B1"), dt.Board("W:W26,35:B1"), dt.Board()])
    found = dt.features(*arrays, catalogue=own)
    assert found.shape == (3, 223) and found[:, names.index("pair_at_the_edge")].tolist() == [1, 0, 0]
    only = dt.features(*arrays, names=["pair_at_the_edge", "material"], catalogue=own)
    assert (only == found[:, [names.index("pair_at_the_edge"), names.index("material")]]).all()
    shared = [names.index(name) for name in dt.feature_names()]
    assert (found[:, shared] == dt.features(*arrays)).all()
    assert (dt.features(*arrays, names=dt.feature_names()) == dt.features(*arrays)).all()
    with pytest.raises(ValueError, match="no input 'pair_at_the_edge'"):
        dt.features(*arrays, names=["pair_at_the_edge"])


def test_a_folder_without_a_catalogue_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises((OSError, ValueError), match="features"):
            dt.feature_names(catalogue=folder)
    (tmp_path / "structures.toml").write_text("[[structure]]\nname = 3\n")
    with pytest.raises(ValueError, match=r"structures\.toml"):
        dt.features(np.zeros((0, 4), np.uint64), np.zeros(0, bool), catalogue=tmp_path)
