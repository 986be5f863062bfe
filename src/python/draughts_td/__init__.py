"""International draughts (10x10): boards, databases, features, values, endgame tables and engines.

>>> import draughts_td as dt
>>> board = dt.Board()
>>> board.push("32-28")
>>> len(board.legal_moves)
9
"""

from ._core import (
    ACTIONS,
    Board,
    Engine,
    Evaluation,
    Game,
    Games,
    IllegalMoveError,
    Line,
    MatchResult,
    Move,
    Outcome,
    Search,
    SearchResult,
    SkippedGame,
    Tablebase,
    Variation,
    VectorEnv,
    __version__,
    action_masks,
    actions_to_moves,
    arrays_to_boards,
    boards_to_arrays,
    count_legal_moves,
    feature_names,
    features,
    learn,
    legal_moves,
    match,
    moves_to_actions,
    player_mistakes,
    positions,
    read_pdn,
    serve_dxp,
    serve_hub,
    train,
)

WHITE = True
BLACK = False

__all__ = [
    "ACTIONS",
    "BLACK",
    "WHITE",
    "Board",
    "Engine",
    "Evaluation",
    "Game",
    "Games",
    "IllegalMoveError",
    "Line",
    "MatchResult",
    "Move",
    "Outcome",
    "Search",
    "SearchResult",
    "SkippedGame",
    "Tablebase",
    "Variation",
    "VectorEnv",
    "__version__",
    "action_masks",
    "actions_to_moves",
    "arrays_to_boards",
    "boards_to_arrays",
    "count_legal_moves",
    "feature_names",
    "features",
    "learn",
    "legal_moves",
    "match",
    "moves_to_actions",
    "player_mistakes",
    "positions",
    "read_pdn",
    "serve_dxp",
    "serve_hub",
    "train",
]
