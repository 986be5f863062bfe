"""Random boards for the properties of all test files."""

import draughts_td as dt
from hypothesis import strategies as st


def played(choices: list[int]) -> dt.Board:
    """Return the board after moves that are chosen by numbers."""
    board = dt.Board()
    for choice in choices:
        moves = board.legal_moves
        if not moves:
            break
        board.push(moves[choice % len(moves)])
    return board


games = st.lists(st.integers(0, 127), max_size=150).map(played)
