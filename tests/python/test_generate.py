import draughts_td as dt
import pytest

SETTINGS = {"nodes": 50, "max_moves": 20, "seed": 3}


def test_games_are_made_extended_and_do_not_depend_on_threads(tmp_path):
    seen: list[int] = []
    out, other = tmp_path / "own.pdn.zst", tmp_path / "other.pdn.zst"
    first = dt.generate(out, games=3, progress=lambda figures: seen.append(figures["games"]), **SETTINGS)
    assert (first["games"], first["before"], sum(first["results"].values())) == (3, 0, 3)
    assert seen == [0, 1, 2, 3]
    more = dt.generate(out, games=5, threads=2, **SETTINGS)
    assert (more["games"], more["before"]) == (2, 3)
    dt.generate(other, games=5, **SETTINGS)
    texts = [[str(game) for game in dt.read_pdn(file)] for file in (out, other)]
    assert texts[0] == texts[1] and len(texts[0]) == 5


def test_other_games_are_kept_unless_they_are_to_be_replaced(tmp_path):
    out = tmp_path / "own.pdn"
    dt.generate(out, games=1, **SETTINGS)
    before = out.read_text()
    with pytest.raises(ValueError, match="seed"):
        dt.generate(out, games=1, nodes=50, max_moves=20, seed=4)
    assert out.read_text() == before
    dt.generate(out, games=1, nodes=50, max_moves=20, seed=4, force=True)
    assert out.read_text() != before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["own.pdn", "own.pdn.state.json"]


def test_a_file_that_is_read_is_not_written(tmp_path):
    net, games, found = tmp_path / "net.safetensors", tmp_path / "games.pdn", tmp_path / "games.db"
    dt.generate(games, games=12, **SETTINGS)
    dt.learn(games, net="nn1", epochs=1, out=net)
    dt.Database.build(games, found)
    before = {file: file.read_bytes() for file in (net, games, found)}
    for call in (
        lambda: dt.generate(net, games=1, net=net, force=True),
        lambda: dt.generate(net, games=1, against=tmp_path / "." / "net.safetensors", force=True),
        lambda: dt.generate(games, games=1, openings=games, force=True),
        lambda: dt.Database.build(games, games, force=True),
        lambda: dt.learn(games, net="nn1", out=games, force=True),
        lambda: dt.match(f"net:{net}", "random", games=2, pdn=net, force=True),
        lambda: dt.match(f"net:{net}", "random", games=2, trace=net),
        lambda: dt.match("material", "random", games=2, pdn=tmp_path / "new.pdn", trace=tmp_path / "new.pdn"),
    ):
        with pytest.raises(ValueError, match="would overwrite") as refused:
            call()
        # In the words of Python, not of the command line.
        assert not any(word.startswith("-") for word in str(refused.value).split()), refused.value
    assert {file: file.read_bytes() for file in before} == before
    assert not (tmp_path / "new.pdn").exists()


@pytest.mark.parametrize(
    ("settings", "error", "reason"),
    [
        ({"nodes": 0}, ValueError, "nodes"),
        ({"random_moves": 2.0}, ValueError, "random-moves"),
        ({"balance": -1}, ValueError, "balance"),
        ({"ballots": 4}, ValueError, "ballots"),
        ({"net": "no/such"}, OSError, "no/such"),
        ({"random_plies": 1000}, ValueError, "random-plies"),
        ({"speed": 1}, TypeError, "no keyword 'speed'"),
    ],
)
def test_bad_settings_are_refused(tmp_path, settings, error, reason):
    with pytest.raises(error, match=reason):
        dt.generate(tmp_path / "own.pdn", games=1, **settings)
