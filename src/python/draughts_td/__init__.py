"""International draughts (10x10): boards, databases, features, values, endgame tables and engines.

>>> import draughts_td as dt
>>> board = dt.Board()
>>> board.push("32-28")
>>> len(board.legal_moves)
9
"""

from ._core import (
    Board,
    Evaluation,
    Game,
    Games,
    IllegalMoveError,
    Move,
    Outcome,
    SkippedGame,
    Tablebase,
    __version__,
    arrays_to_boards,
    boards_to_arrays,
    count_legal_moves,
    feature_names,
    features,
    learn,
    legal_moves,
    positions,
    read_pdn,
    train,
)

WHITE = True
BLACK = False

__all__ = [
    "BLACK",
    "WHITE",
    "Board",
    "Evaluation",
    "Game",
    "Games",
    "IllegalMoveError",
    "Move",
    "Outcome",
    "SkippedGame",
    "Tablebase",
    "__version__",
    "arrays_to_boards",
    "boards_to_arrays",
    "count_legal_moves",
    "feature_names",
    "features",
    "learn",
    "legal_moves",
    "positions",
    "read_pdn",
    "train",
]
