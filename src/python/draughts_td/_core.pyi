"""The compiled half of the package."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypedDict, final, overload

import numpy as np
from _typeshed import SupportsRead
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self, Unpack

from draughts_td.step import Step

__version__: str

_Path: TypeAlias = str | PathLike[str]
_Paths: TypeAlias = _Path | Sequence[_Path]
_Bool: TypeAlias = NDArray[np.bool_]
_Float: TypeAlias = NDArray[np.float32]
_Words: TypeAlias = NDArray[np.uint64]
_Indices: TypeAlias = NDArray[np.int64]
_Perspective: TypeAlias = Literal["side_to_move", "white"]
_Progress: TypeAlias = Callable[[dict[str, Any]], object]
_Space: TypeAlias = Literal["square", "compact"]
_Numbers: TypeAlias = NDArray[np.integer[Any]] | Sequence[int]
_Rows: TypeAlias = NDArray[np.bool_] | NDArray[np.integer[Any]] | Sequence[int]
_Starts: TypeAlias = tuple[_Words, _Bool] | str | Sequence[str]
_Setting: TypeAlias = bool | int | float | _Path | Sequence[int] | Sequence[float] | Sequence[str] | None

def run(arguments: list[str]) -> int:
    """Run the command ``draughts-td``; `arguments` begin with the name of the program. The exit status.

    A process may run one command after another, but one at a time: `RuntimeError`. From the first on, Ctrl-C is the
    command's and ends the process.
    """

class IllegalMoveError(ValueError):
    """A move that the rules do not allow; the message has the reason."""

@final
class Move:
    """A legal move: origin, destination and the captured pieces. Two routes over the same pieces are one move.

    >>> from draughts_td import Board
    >>> move = Board("W:W28:B22,12,13").legal_moves[0]
    >>> move.from_square, move.to_square, move.captured
    (28, 19, [12, 13, 22])
    >>> str(move)
    '28x19'

    The text reads back as this move: where another capture has the same ends, it names the captured pieces too. Moves
    can be copied and pickled.

    A move is made of its text, with all captured squares, or of squares (1 to 50). Whether it is legal, the board says
    that it is given to. ValueError for a text that is no move, and for a capture without its captured squares.

    >>> from draughts_td import Move
    >>> Move("28x19x12x13x22") == move == Move(28, 19, [12, 13, 22])
    True
    >>> Board().is_legal(Move("32-28"))
    True
    """

    @overload
    def __new__(cls, start: str, to: None = None, captured: None = None) -> Self: ...
    @overload
    def __new__(cls, start: int, to: int, captured: Sequence[int] | None = None) -> Self: ...
    @property
    def text(self) -> str:
        """The move with all captured squares, as :class:`Move` reads it: ``28x19x12x13x22``."""
    def mirror(self) -> Move:
        """Return the same move on the board of :meth:`Board.mirror`.

        >>> Move("32-28").mirror()
        <Move 19-23>
        """
    @property
    def from_square(self) -> int:
        """The square of origin, 1 to 50."""
    @property
    def to_square(self) -> int:
        """The square of destination, 1 to 50."""
    @property
    def captured(self) -> list[int]:
        """The squares of the captured pieces, in ascending order."""
    @property
    def is_capture(self) -> bool:
        """Whether the move captures."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Outcome:
    """How a game ended."""

    @property
    def winner(self) -> bool | None:
        """``WHITE``, ``BLACK``, or `None` for a draw."""
    @property
    def reason(self) -> str:
        """``no_moves``, ``repetition``, ``king_moves``, ``three_against_one`` or ``two_against_one``.

        The draws are those of FMJD, articles 6.1 to 6.4.
        """
    def result(self) -> str:
        """``2-0``, ``0-2`` or ``1-1``, as PDN of draughts has it."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Board:
    """A position with the moves that led to it, so that the draw rules can be counted.

    `fen` is a FEN of draughts; without it, or as ``start``, the board is that of the start of a game. Names are those
    of ``chess.Board`` where draughts has the same thing. A board has the hash of its position, which changes with each
    move: as a key of a dictionary use ``fen()`` or ``zobrist_hash()`` while you play on.

    >>> from draughts_td import Board
    >>> board = Board()
    >>> board.push("32-28")
    >>> board.push("19-23")
    >>> board.legal_moves
    [<Move 28x19>]
    >>> board.pop()
    <Move 19-23>
    """

    def __new__(cls, fen: str | None = None) -> Self: ...
    @staticmethod
    def empty() -> Board:
        """Return a board without pieces, White to move."""
    def set_fen(self, fen: str) -> None:
        """Set the position of a FEN, without moves before it."""
    def reset(self) -> None:
        """Set the start of a game."""
    def clear(self) -> None:
        """Take all pieces away; White is to move."""
    @property
    def turn(self) -> bool:
        """The side to move: ``WHITE`` (`True`) or ``BLACK`` (`False`). If you set it, earlier moves are forgotten."""
    @turn.setter
    def turn(self, side: bool) -> None: ...
    def set_piece_at(self, square: int, piece: str | None) -> None:
        """Put a piece on a square: ``w``, ``b``, ``W`` or ``B``; None takes away. The moves before it are forgotten.

        `ValueError` for a man on its promotion row.

        >>> board = Board.empty()
        >>> board.set_piece_at(28, "w")
        >>> board.set_piece_at(3, "B")
        >>> board.piece_map()
        {3: 'B', 28: 'w'}
        """
    def remove_piece_at(self, square: int) -> str | None:
        """Take the piece of a square away and return it."""
    def piece_map(self) -> dict[int, str]:
        """Return the pieces by their squares, in ascending order; they are those of ``piece_at``."""
    def mirror(self) -> Board:
        """Return the board turned by 180 degrees with the colours swapped, without moves before it.

        >>> Board("B:W31:BK20").mirror()
        Board('W:WK31:B20')
        """
    def status(self) -> str | None:
        """Say why no game can be played from here: a side without pieces or with more than 20; None if one can."""
    def is_valid(self) -> bool:
        """Whether a game can be played from here. A board never holds an impossible position."""
    def fen(self) -> str:
        """The position as FEN."""
    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves, for the same position in the same order.

        A move index, wherever this package has one, is a place in this list.
        """
    def is_legal(self, mv: Move | str) -> bool:
        """Whether the side to move may play the move. A text that is no move, or several, is not legal.

        >>> Board().is_legal("32-28"), Board().is_legal("32-23")
        (True, False)
        """
    def is_capture(self, mv: Move | str) -> bool:
        """Whether a legal move captures; `IllegalMoveError` for another."""
    def find_move(self, from_square: int, to_square: int) -> Move:
        """Return the legal move between two squares; `IllegalMoveError` if there is none, or if there are several.

        >>> Board().find_move(32, 28)
        <Move 32-28>
        """
    def push(self, mv: Move | str) -> None:
        """Play a legal move, given as a `Move` or as text.

        Raises
        ------
        IllegalMoveError
            The move is not legal, or its text may mean several moves; the message has the reason.

        >>> Board().push("31-22")
        Traceback (most recent call last):
        ...
        draughts_td.IllegalMoveError: 31-22: men move one square; there is nothing to capture
        """
    def pop(self) -> Move:
        """Take the last move back and return it; `IndexError` without one."""
    def parse_move(self, text: str) -> Move:
        """Return the legal move that a text means.

        ``32-28``, ``28x19`` or, with the squares captured or passed, ``28x19x12x13x22``.

        Raises
        ------
        IllegalMoveError
            No legal move has this text, or several have it.
        """
    @property
    def move_stack(self) -> list[Move]:
        """The moves played, the first one first."""
    @property
    def ply(self) -> int:
        """The number of moves played on this board."""
    def peek(self) -> Move:
        """Return the last move; `IndexError` without one."""
    def root(self) -> Board:
        """Return the board before the first move."""
    def result(self) -> str:
        """``2-0``, ``0-2``, ``1-1``, or ``*`` before the end."""
    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position has stood on the board so often, this time included."""
    @property
    def halfmove_clock(self) -> int:
        """The plies since a man moved or a piece was captured; 50 of them are a draw."""
    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1 on this board; it grows after a move of Black."""
    def zobrist_hash(self) -> int:
        """Return a number of 64 bits of the position and the side to move."""
    def variation_text(self, moves: Sequence[Move | str]) -> str:
        """Return moves from here with their numbers; `IllegalMoveError` for one that is not legal.

        >>> Board().variation_text(["32-28", "19-23", "28x19"])
        '1. 32-28 19-23 2. 28x19'
        """
    def outcome(self) -> Outcome | None:
        """How the game ended, by the rules of FMJD; `None` before its end.

        >>> Board("W:WK50:B45").outcome()
        """
    def is_game_over(self) -> bool:
        """Whether the side to move has no move, or a draw rule ends the game."""
    def occurrences(self) -> int:
        """How often the position has stood on the board, this time included. The third time is a draw."""
    def draw_counters(self) -> list[tuple[str, int]]:
        """The draw rules that count now, each with the plies that are left."""
    @property
    def must_capture(self) -> bool:
        """Whether the side to move can capture, and so must."""
    def men(self, side: bool) -> list[int]:
        """The squares of a side's men, in ascending order."""
    def kings(self, side: bool) -> list[int]:
        """The squares of a side's kings, in ascending order."""
    def pieces(self, side: bool) -> list[int]:
        """The squares of a side's men and kings, in ascending order."""
    def piece_at(self, square: int) -> str | None:
        """``w`` or ``b`` for a man, ``W`` or ``B`` for a king, `None` for an empty square.

        `ValueError` outside 1 to 50.
        """
    @property
    def bitboards(self) -> list[int]:
        """White's men, White's kings, Black's men and Black's kings; bit 0 is square 1."""
    def action(self, mv: Move | str, *, space: _Space = "square", turned: bool = False) -> int:
        """Return the action of a legal move, a number below ``ACTIONS`` or ``COMPACT_ACTIONS``.

        In the space ``square`` it is ``nth * 2500 + (from - 1) * 50 + (to - 1)``, where ``nth`` (0 to 3) counts the
        legal moves with the same ends in the order of ``legal_moves``. For ``compact`` see ``COMPACT_ACTIONS``. With
        ``turned`` it is the action on the board that the side to move sees: :func:`turn_boards`. ValueError for a move
        without an action: a fifth with the same ends, or in ``compact`` the twenty-first other move of a square.

        >>> import draughts_td as dt
        >>> dt.Board().action("32-28"), dt.Board().action("32-28", space="compact")
        (1577, 609)
        >>> dt.Board("B:W31-50:B1-20").action("19-23", turned=True)
        1577
        """

    def move_of(self, action: int, *, space: _Space = "square", turned: bool = False) -> Move:
        """Return the legal move of an action; IllegalMoveError if there is none.

        >>> import draughts_td as dt
        >>> dt.Board().move_of(1577)
        <Move 32-28>
        """

    def action_mask(self, *, space: _Space = "square", turned: bool = False) -> _Bool:
        """Return which actions are legal, an array of shape (ACTIONS,) or (COMPACT_ACTIONS,).

        >>> import draughts_td as dt
        >>> int(dt.Board().action_mask().sum())
        9
        """

    def perft(self, depth: int) -> int:
        """Return the number of move sequences of `depth` plies, 0 to 255; Ctrl-C ends the count."""
    def copy(self) -> Board:
        """Return a board with the same position and moves."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: object) -> Board: ...
    def __eq__(self, other: object, /) -> bool:
        """Whether the positions are the same; the moves before them do not count."""
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

@final
class Game:
    """A game, read or made. One that was set up again in the middle of a file begins at its last setup.

    A game does not change: :meth:`replace` makes another. ``str(game)`` is its PDN, with an empty line after it, so
    that ``file.write(str(game))`` writes it.

    ``moves`` are moves or texts; ``tags`` a dictionary or pairs; ``fen`` where the game begins, without it the tag
    ``FEN`` or the start; ``result`` ``2-0``, ``1-1``, ``0-2``, ``0-0`` or ``*``, without it the tag ``Result``.
    ``comments`` and ``glyphs`` are pairs of plies and text, ``variations`` are :class:`Variation`. IllegalMoveError for
    a move that is not legal; ValueError for what does not fit the moves.

    >>> game = Game(["32-28", "19-23", "28x19", "14x23"], tags={"White": "Ann", "Black": "Ben"}, result="1-1")
    >>> game = game.replace(comments=[(2, "an old line")], glyphs=[(1, "!"), (2, "$10")])
    >>> print(game)
    [White "Ann"]
    [Black "Ben"]
    [Result "1-1"]
    [GameType "20"]
    <BLANKLINE>
    1. 32-28! 19-23 $10 {an old line} 2. 28x19 14x23 1-1
    <BLANKLINE>
    <BLANKLINE>
    >>> Game.from_text(str(game)).moves == game.moves
    True
    >>> game = next(read_pdn("pdn/sample.pdn.zst"))
    >>> game.result, len(game), str(game.moves[0])
    ('1-1', 195, '35-30')
    """

    def __new__(
        cls,
        moves: Sequence[Move | str] | None = None,
        *,
        tags: Mapping[str, str] | Sequence[tuple[str, str]] | None = None,
        fen: str | None = None,
        result: str | None = None,
        comments: Sequence[tuple[int, str]] | None = None,
        glyphs: Sequence[tuple[int, str]] | None = None,
        variations: Sequence[Variation] | None = None,
    ) -> Self: ...
    def replace(
        self,
        *,
        moves: Sequence[Move | str] | None = None,
        tags: Mapping[str, str] | Sequence[tuple[str, str]] | None = None,
        fen: str | None = None,
        result: str | None = None,
        comments: Sequence[tuple[int, str]] | None = None,
        glyphs: Sequence[tuple[int, str]] | None = None,
        variations: Sequence[Variation] | None = None,
    ) -> Game:
        """Return the game with other parts; what is left out stays. ValueError for what does not fit the moves.

        Another start without ``moves`` leaves no moves.
        """
    @staticmethod
    def from_text(text: str) -> Game:
        """Return the first game of a text of PDN; ValueError with place and reason where it cannot be read."""
    @property
    def tags(self) -> dict[str, str]: ...
    @property
    def moves(self) -> list[Move]: ...
    @property
    def result(self) -> str:
        """``2-0``, ``1-1``, ``0-2``, ``0-0`` (both lost), or ``*``, from tag and terminator together."""
    @property
    def comments(self) -> list[tuple[int, str]]:
        """The comments, each with the plies before it."""
    @property
    def clocks(self) -> list[tuple[int, float | None, float | None]]:
        """The clocks of comments (``[%clock w0:09:57 B0:09:58]``), each with the plies before it.

        They are the seconds that White and Black have left; None for a side that is not named.
        """
    @property
    def scores(self) -> list[tuple[int, float]]:
        """The scores that engines left in comments (``+0.35/12``), each with the plies before it.

        They are in men for the side that has moved; wins and losses are beyond 90.
        """
    @property
    def glyphs(self) -> list[tuple[int, str]]:
        """The judgements of moves (``!``, ``??``, the numeric glyphs of PDN), each with the plies up to its move."""
    @property
    def variations(self) -> list[Variation]:
        """The other continuations, up to the first move that is not legal; those without a legal move are left out."""
    @property
    def file(self) -> str: ...
    @property
    def line(self) -> int:
        """The line of the file on which the game starts, from 1; 0 for a game that was made."""
    @property
    def number(self) -> int:
        """The number of the game in its file, from 1; 0 for a game that was made."""
    def board(self, ply: int | None = None) -> Board:
        """Return the board after ``plies`` plies, or after the last one, with the moves that led to it."""
    def boards(self) -> list[Board]:
        """Return the boards from the first to the last, one more than moves."""
    def __len__(self) -> int:
        """Count the moves of both sides."""

@final
class Variation:
    """Another continuation from a place of a line of moves; ``ply`` of its moves come before it.

    The game that it is given to says whether its moves are legal.

    >>> other = Variation(1, [Move("18-23"), Move(38, 32)], glyphs=[(1, "?!")])
    >>> game = Game(["32-28", "19-23"], variations=[other])
    >>> str(game).splitlines()[-2]
    '1. 32-28 19-23 (1... 18-23?! 2. 38-32) *'
    """

    def __new__(
        cls,
        ply: int,
        moves: Sequence[Move],
        *,
        comments: Sequence[tuple[int, str]] | None = None,
        glyphs: Sequence[tuple[int, str]] | None = None,
        variations: Sequence[Variation] | None = None,
    ) -> Self: ...
    @property
    def ply(self) -> int:
        """The plies of the line before the first move of the variation."""
    @property
    def moves(self) -> list[Move]: ...
    @property
    def comments(self) -> list[tuple[int, str]]:
        """The comments, each with the plies of this variation before it."""
    @property
    def glyphs(self) -> list[tuple[int, str]]:
        """The judgements of moves, each with the plies of this variation up to its move."""
    @property
    def variations(self) -> list[Variation]:
        """The variations of this one."""

@final
class SkippedGame:
    """A game that could not be read, or the rest of a file; then ``line`` and ``number`` are ``None``."""

    @property
    def file(self) -> str: ...
    @property
    def line(self) -> int | None: ...
    @property
    def number(self) -> int | None: ...
    @property
    def reason(self) -> str:
        """The name of the fault, as ``draughts-td inspect`` counts it; ``file`` for one of the file."""
    @property
    def message(self) -> str:
        """Place and fault in words."""

@final
class Games(Iterator[Game]):
    """The games of some files, in order."""

    @property
    def skipped(self) -> list[SkippedGame]:
        """The games passed over so far."""
    def __iter__(self) -> Games: ...
    def __next__(self) -> Game: ...

def read_pdn(paths: _Paths | SupportsRead[str] | SupportsRead[bytes], *, threads: int = 1) -> Games:
    """Read the games of PDN files, plain or packed (.gz .zst .zip), of folders of them, or of an open file.

    They are not held in memory, except those of an open file (anything with ``read()``, as ``io.StringIO``), which is
    read to its end. A game that cannot be read ends nothing: it is passed over, and listed in ``skipped``
    with place and reason.

    >>> games = read_pdn("pdn/sample.pdn.zst")
    >>> sum(game.result == "1-1" for game in games)
    1840
    >>> games.skipped[0].number, games.skipped[0].reason
    (1049, 'ambiguous')
    """

def positions(
    paths: _Paths,
    *,
    keep_captures: bool = False,
    window: int = 8,
    quiet_only: bool = False,
    min_ply: int = 0,
    min_pieces: int = 0,
    max_pieces: int = 40,
    min_rating: int = 0,
    results: Literal["all", "decided", "draws"] = "all",
    unique: bool = False,
    games: int = 0,
    seed: int = 1,
    holdout: float = 0.1,
    endgame: Tablebase | None = None,
    threads: int = 1,
) -> dict[str, NDArray[Any]]:
    """Read the positions that ``learn`` keeps of games with the same settings, as arrays with a row for each.

    ``keep_captures=True, window=0`` keeps all positions of games with a result. ``games`` is the number of readable
    games that are read at most, 0 for all; ``threads=0`` takes all cores, the arrays do not depend on it. ``endgame``
    ends games where the tables know the result. Files that cannot be read to the end give a warning.

    ========== ================ ===========================================================================
    key        dtype, shape     meaning
    ========== ================ ===========================================================================
    boards     uint64 (n, 4)    White's men and kings, Black's men and kings; bit 0 is square 1
    turn       bool (n,)        whether White is to move
    ply        uint32 (n,)      half-moves before the position
    result     int8 (n,)        the result of the game for White: 1, 0 or -1
    score      float32 (n,)     White's expected result by the search that a comment names; NaN without one
    move       uint8 (n,)       the place of the move played in ``Board.legal_moves``; 255 at the end of a game
    next       uint64 (n, 4)    the boards after that move; 0 at the end of a game
    file       uint32 (n,)      the number of the file in the order of reading, from 0
    game       uint32 (n,)      the number of the game in its file, from 1
    held_out   bool (n,)        whether ``learn`` with this seed and share holds the game out
    ========== ================ ===========================================================================

    >>> data = positions("pdn/sample.pdn.zst", games=100)
    >>> data["boards"].shape, data["turn"][:3]
    ((9106, 4), array([ True, False,  True]))
    """

def puzzles(
    path: _Path | None = None,
    *,
    theme: str | None = None,
    player: str | None = None,
    missed: bool = False,
    min_level: int | None = None,
    max_level: int | None = None,
    min_gain: int | None = None,
    min_moves: int | None = None,
) -> list[dict[str, Any]]:
    """Return the puzzles of a file that ``puzzle make`` wrote, or those that come with the program.

    White is to move in ``fen``. ``moves`` is the solution of both sides; in its first ``asked`` plies each move of
    White is the only one that wins. ``rating`` is the difficulty in points of Elo. Those of a file also have ``level``,
    ``gain`` in men, ``lead`` in hundredths of a man, ``missed``, and the players and the event of the game. A list of
    dictionaries is what ``polars.DataFrame`` takes.

    ``player`` is a name as in a search of games; with ``missed``, the wins that this player missed.

    Raises ``ValueError`` for a theme that is not known, and for a file without puzzles of this layout.

    >>> puzzle = puzzles()[0]
    >>> board = Board(puzzle["fen"])
    >>> board.parse_move(puzzle["moves"][0]) in board.legal_moves
    True
    """

def check_composition(
    fen: str,
    solution: str = "",
    *,
    allow_duals: Sequence[str] = ...,
    nodes: int = 1_000_000,
    net: _Path | None = None,
    tables: _Path | None = None,
) -> dict[str, Any]:
    """Check whether exactly one move wins at every move of the solver, who is the side to move.

    A win is forced on the board: the opponent ends without a move, or in a position that the endgame tables give as
    lost. A gain of material is not a win. ``solution`` has the moves of solver and opponent in turn; without it only
    the first move is checked. ``allow_duals`` names second wins that are no fault: ``"last-move"`` and ``"order"``.
    ``nodes`` is the limit for the question whether a move wins, ``tables`` a folder of endgame tables or ``"auto"``.

    The result has ``fen``, ``verdict``, ``solution``, ``findings`` and ``nodes``. The verdict is ``"sound"``,
    ``"cooked"``, ``"dual"``, ``"no solution"`` or ``"not proved"``. A finding has ``kind``, ``ply``, ``fen`` and
    ``line``.

    Raises ``ValueError`` for a position or a solution that cannot be read.
    """

def player_mistakes(
    database: _Path,
    player: str,
    *,
    games: int = 20,
    net: _Path | None = None,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    threads: int = 1,
) -> dict[str, Any]:
    """Search the latest games of a player in a database of games, and list the player's mistakes.

    ``player`` is a name or words of it, as in ``draughts-td db search --player``. ``time`` (seconds), ``nodes`` and
    ``depth`` limit the search of each position; without any, it has 50,000 nodes. With ``nodes`` or ``depth`` the
    result does not depend on ``threads``.

    The result has the counts ``games``, ``moves``, ``inaccuracies`` (?!), ``mistakes`` (?), ``blunders`` (??) and
    ``loss``, in games: 1 from a won game to a lost one. ``phases`` has the same counts by ``pieces`` on the board.
    ``worst`` lists the moves with ``game``, ``date``, ``opponent``, ``ply``, ``fen``, ``move``, ``name``, ``glyph``,
    ``loss`` and ``better``, a better line.

    Raises ``OSError`` for a file that cannot be read, ``ValueError`` for one that is no database of games.
    """

def names(database: _Path, *, limit: int | None = None) -> dict[str, Any]:
    """List names of a database of games: ``merged``, those that were merged, each with ``name`` and ``others``.

    ``similar`` lists groups of names that may be one person, each with its ``games``, ``limit`` of them at most;
    ``groups`` says how many there are.

    Raises ``FileNotFoundError`` where there is no such file, ``OSError`` for a file that cannot be used and
    ``ValueError`` for one that is no database of games, as all functions for databases do.
    """

def merge_names(database: _Path, names: Sequence[str]) -> None:
    """Count names as one person, the first of them, in all questions; the games keep their names.

    The names are written as the games have them. :func:`split_name` takes it back.
    """

def split_name(database: _Path, name: str) -> None:
    """Take back what was merged: the name is a person of its own again; if it is the name of all, all are."""

def edit_game(
    database: _Path,
    game: int,
    *,
    tags: Sequence[tuple[str, str]] | None = None,
    pdn: str | None = None,
) -> int:
    """Correct tags of a game, or all of it, and return the number of the corrected game.

    No question finds the earlier versions; :func:`restore_games` with the new number takes the correction back. An
    empty value takes a tag away.
    """

def remove_games(database: _Path, games: Sequence[int]) -> list[int]:
    """Remove games with their versions and duplicates, so that no question finds them; return their numbers.

    :func:`restore_games` brings them back.
    """

def restore_games(database: _Path, games: Sequence[int]) -> list[int]:
    """Bring removed games back, or take corrections back; return the numbers that are there again."""

def event_report(
    database: _Path,
    event: str,
    *,
    plies: int = 2,
    nodes: int | None = None,
    net: _Path | None = None,
    threads: int = 1,
) -> dict[str, Any]:
    """Report an event, named by words of it: ``standings``, ``openings`` of ``plies`` plies, ``list`` of games.

    ``analysed`` has what the moves of each game lost and which wins were missed, by the scores in the comments of
    the games, or with ``nodes`` by a search of every position; without scores it is missing.
    """

def compare_players(
    database: _Path,
    player: str,
    other: str | None = None,
    *,
    plies: int = 2,
    position: str | None = None,
    nodes: int | None = None,
    net: _Path | None = None,
) -> dict[str, Any]:
    """Report a player, or compare two: ``players`` with results, losses and openings as ``white`` and ``black``.

    ``loss`` is what a move lost on average by the scores in the comments of the games, in games. With ``position``,
    a FEN or ``start``, ``moves`` lists what each player did there, or after each move of the opponent; with
    ``nodes`` the engine says what each move loses, and ``mean_loss`` is the average.
    """

def svg(
    board: Board,
    *,
    arrows: Sequence[str] | None = None,
    marked: Sequence[int] | None = None,
    size: int = 400,
    print: bool = False,
    numbers: bool = False,
    coordinates: bool = False,
    flipped: bool = False,
) -> str:
    """Return a picture of a board as SVG, with arrows as ``"34-29"`` and marked squares.

    ``print`` draws in black, white and grey; ``coordinates`` writes the numbers of the squares at the edge.

    >>> svg(Board(), arrows=["34-29"]).count('class="arrow"')
    1
    """

def png(
    board: Board,
    *,
    arrows: Sequence[str] | None = None,
    marked: Sequence[int] | None = None,
    size: int = 400,
    print: bool = False,
    numbers: bool = False,
    coordinates: bool = False,
    flipped: bool = False,
) -> bytes:
    """Return a picture of a board as the bytes of a PNG file; the arguments are those of :func:`svg`."""

def game_page(
    pdn: str,
    *,
    every: int | None = None,
    print: bool = False,
    numbers: bool = False,
    coordinates: bool = False,
    flipped: bool = False,
) -> str:
    """Return a game as a page of HTML, with a diagram after each move that has a glyph or a comment.

    With ``every`` there is a diagram after each ``every`` plies too. Raises ``ValueError`` for a text without a game.
    """

# Arrays of positions: boards of shape (n, 4) and dtype uint64, turn of shape (n,) and dtype bool.
# ``threads`` is 1 to 256, or 0 for one on each core; no result depends on it.

def boards_to_arrays(boards: Sequence[Board]) -> tuple[_Words, _Bool]:
    """Return the arrays ``boards`` and ``turn`` of some boards.

    >>> boards, turn = boards_to_arrays([Board()])
    >>> boards.shape, turn
    ((1, 4), array([ True]))
    """

def arrays_to_boards(boards: _Words, turn: _Bool) -> list[Board]:
    """Return the boards of arrays, without the moves before them."""

def count_legal_moves(boards: _Words, turn: _Bool, *, threads: int = 1) -> NDArray[np.uint16]:
    """Count the legal moves of every position; 0 where the side to move has lost.

    >>> count_legal_moves(*boards_to_arrays([Board()]))
    array([9], dtype=uint16)
    """

def legal_moves(boards: _Words, turn: _Bool, *, threads: int = 1) -> dict[str, NDArray[Any]]:
    """Return the legal moves of every position, in the order of ``Board.legal_moves``.

    ``count`` uint16 (n,); ``from_square`` and ``to_square`` uint8 (n, m), and ``captured`` uint64 (n, m) with bit 0
    for square 1, where m is the largest count and rows with fewer moves are filled with 0.

    >>> moves = legal_moves(*boards_to_arrays([Board("W:W28,32:B19,23")]))
    >>> moves["from_square"], moves["to_square"], moves["captured"]
    (array([[28, 32]], dtype=uint8), array([[22, 27]], dtype=uint8), array([[0, 0]], dtype=uint64))
    """

def feature_names(*, catalogue: _Path | None = None) -> list[str]:
    """Return the names of the 222 inputs of the network, in index order, or those of another catalogue.

    ``catalogue`` is a folder as ``learn(features=...)`` takes it; `ValueError` for one without files of a catalogue.

    >>> feature_names()[0]
    'material'
    """

def features(
    boards: _Words,
    turn: _Bool,
    *,
    names: Sequence[str] | None = None,
    catalogue: _Path | None = None,
    threads: int = 1,
) -> _Float:
    """Return the inputs of the network for every position, shape (n, 222), or (n, m) for m names.

    Global inputs are scaled, all others are 0, 1 or -1, as ``draughts-td export --inputs dense`` writes them.
    ``catalogue`` is a folder with inputs of your own, as ``learn(features=...)`` takes it; then the columns are those
    of ``feature_names(catalogue=...)``.

    >>> features(*boards_to_arrays([Board("W:W26,27,31,36:B16,18,22")]), names=["hekstelling"])
    array([[1.]], dtype=float32)
    """

_Inputs: TypeAlias = Literal["squares", "nn1", "nn2", "nn3", "nn4"] | Sequence[str]
_Sides: TypeAlias = Literal["white", "mover", "both"]
_Activation: TypeAlias = Literal["linear", "relu", "crelu", "screlu", "softsign", "tanh"]

def network_inputs(
    boards: _Words,
    turn: _Bool,
    *,
    inputs: _Inputs = "squares",
    features: _Path | None = None,
    sides: _Sides = "white",
    threads: int = 1,
) -> _Float:
    """Return the inputs of a network that ``save_network`` writes, shape (n, m), or (n, 2 m) with ``sides="both"``.

    ``squares`` are 201 inputs, 0 or 1: own men on squares 1 to 50, own kings, men and kings of the other side, and
    whether the own side is to move. ``nn1`` to ``nn4`` are the inputs of the paper's networks, and a list names inputs
    of ``feature_names()``, or of a catalogue of your own in the folder ``features``.

    The own side is White with ``sides="white"``, and the side to move with ``"mover"``: for Black the board is turned
    and the colours are swapped. ``"both"`` gives the inputs of the side to move, then those of the other side.

    >>> network_inputs(*boards_to_arrays([Board("B:W31,32:BK5")]), sides="mover").nonzero()[1]
    array([ 95, 118, 119, 200])
    """

def save_network(
    path: _Path,
    layers: Sequence[tuple[ArrayLike, ArrayLike, _Activation]],
    *,
    inputs: _Inputs = "squares",
    features: _Path | None = None,
    sides: _Sides = "white",
    note: str | None = None,
) -> None:
    """Write fully connected layers to a file that plays: ``Engine(path)``, ``net:path``, ``hub --net``.

    A layer is its weights of shape (units, inputs), as ``torch.nn.Linear`` has them, its biases (units,) and its
    activation; ``crelu`` is x within 0 and 1, ``screlu`` the square of that, ``softsign`` x / (1 + abs(x)). The last
    layer has one unit, ``tanh`` or ``linear``: the result of White from -1 to 1 with ``sides="white"``, otherwise that
    of the side to move. With ``"both"`` the first layer sees either side with the same weights, and the second layer
    has twice as many inputs as the first has units. ``inputs`` and ``features`` are those of ``network_inputs``.

    There may be 1 to 16 layers of 1 to 4,096 units. A network file of this name is replaced, any other file is not.

    >>> import tempfile
    >>> import numpy as np
    >>> man = np.repeat([0.4, 1.2, -0.4, -1.2, 0.0], [50, 50, 50, 50, 1])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_network(f"{folder}/men.safetensors", [(man[None], [0.0], "tanh")], sides="mover")
    ...     round(Evaluation(f"{folder}/men.safetensors").value(Board("W:W31,32:B5")), 3)
    0.38
    """

@final
class Evaluation:
    """An evaluation: ``reference`` (the built-in one), ``material``, or a weights file, as ``--net`` takes it.

    >>> boards, turn = boards_to_arrays([Board()])
    >>> Evaluation("material").values(boards, turn)
    array([0.], dtype=float32)
    """

    def __new__(cls, net: _Path = "reference") -> Self: ...
    def value(self, board: Board, *, perspective: _Perspective = "side_to_move") -> float:
        """Return the expected result of a position, without a search."""
    def values(
        self, boards: _Words, turn: _Bool, *, perspective: _Perspective = "side_to_move", threads: int = 1
    ) -> _Float:
        """Return the expected result of every position from -1 (a loss) to 1 (a win), without a search.

        It is that of the side to move, or of White with ``perspective="white"``; networks of the paper have a linear
        output, which may lie a little beyond. ``material`` gives what a search with this balance in men means:
        tanh(0.4 men).
        """
    def search(
        self,
        boards: _Words,
        turn: _Bool,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        endgame: Tablebase | None = None,
        hash: int = 1,
        threads: int = 1,
    ) -> dict[str, NDArray[Any]]:
        """Search every position by itself, with a transposition table of ``hash`` MiB, empty at first.

        Give ``nodes``, ``depth`` or both; the answers do not depend on ``threads``. ``score`` float32 (n,) in men for
        the side to move, 100 - n/100 for a win in n plies and n/100 - 100 for a loss; ``move`` uint8 (n,), the place
        of the best move in ``Board.legal_moves``, 255 without a move; ``depth`` uint8 (n,); ``nodes`` uint64 (n,).

        >>> found = Evaluation("material").search(*boards_to_arrays([Board("W:W28,33,39:B17")]), depth=8)
        >>> found["score"].round(2), found["move"]
        (array([99.97], dtype=float32), array([0], dtype=uint8))
        """

@final
class Tablebase:
    """Endgame tables of a folder, or of the user's cache (``auto``).

    If the folder is empty, those of up to 4 pieces are made there first, in seconds; Ctrl-C ends that, and the next
    call resumes it. A folder that is missing is `FileNotFoundError`; only that of ``auto`` is made.
    """

    def __new__(cls, folder: _Path = "auto", *, threads: int = 0) -> Self: ...
    @property
    def pieces(self) -> int:
        """The most pieces of a position that can have a value."""
    def values(
        self, boards: _Words, turn: _Bool, *, perspective: _Perspective = "side_to_move", threads: int = 1
    ) -> _Float:
        """Return 1 for a win, 0 for a draw, -1 for a loss of the side to move (or of White); NaN where no table knows.

        Draw rules that count moves are left out.
        """
    def distances(self, boards: _Words, turn: _Bool, *, threads: int = 1) -> NDArray[np.int16]:
        """Return the plies to the end of won and lost positions; -1 for draws and where no table knows."""
    def moves(self, board: Board) -> list[tuple[Move, float | None, int | None]]:
        """Return the legal moves of a board, the best first: the shortest win, draws, the longest loss.

        Each has its value for the side that moves, 1, 0 or -1, and the plies to the end with the move itself; None
        where no table knows, and for the plies of a draw.
        """
    def best_line(self, board: Board) -> list[Move]:
        """Return the moves to the end of a won or lost game, both sides at their best; none for a draw."""

@final
class BookMove:
    """A move of a book, with the results of its side in the games of the book."""

    @property
    def move(self) -> Move: ...
    @property
    def wins(self) -> int: ...
    @property
    def draws(self) -> int: ...
    @property
    def losses(self) -> int: ...
    @property
    def score(self) -> float | None:
        """The mean score of searches in men; None without one."""
    @property
    def value(self) -> float:
        """The expected result for its side, from -1 to 1, backed up from the ends of the book."""

class _GameWords(TypedDict, total=False):
    text: str
    player: str
    opponent: str
    white: str
    black: str
    event: str
    site: str
    from_: str
    to: str
    min_rating: int
    max_rating: int
    result: str | Sequence[str]
    min_plies: int
    max_plies: int
    source: str
    games: Sequence[int]
    versions: bool

class _SearchWords(_GameWords, total=False):
    position: Board | str
    with_: str
    any_: str
    without: str
    material: str
    turn: bool
    moves: str
    lasting: int
    turned: bool
    last: bool
    ending: str

@final
class FoundGame:
    """A game of a database, as a search lists it."""

    @property
    def number(self) -> int:
        """The number of the game in the database."""
    @property
    def event(self) -> str | None: ...
    @property
    def site(self) -> str | None: ...
    @property
    def date(self) -> str | None:
        """``YYYY.MM.DD``, as far as it is known."""
    @property
    def round(self) -> str | None: ...
    @property
    def white(self) -> str | None: ...
    @property
    def black(self) -> str | None: ...
    @property
    def white_rating(self) -> int | None: ...
    @property
    def black_rating(self) -> int | None: ...
    @property
    def result(self) -> str: ...
    @property
    def plies(self) -> int: ...
    @property
    def file(self) -> str:
        """The PDN file of the game."""
    @property
    def line(self) -> int:
        """The line of the file on which the game begins."""
    @property
    def version_of(self) -> int | None:
        """The first game that this one repeats."""
    @property
    def ply(self) -> int | None:
        """The plies before the first position that was asked for; None where none was."""
    @property
    def fen(self) -> str | None:
        """That position."""
    @property
    def places(self) -> int:
        """How many positions of the game are as asked for."""

@final
class ExploredMove:
    """A move that games of a database played from a position."""

    @property
    def move(self) -> Move: ...
    @property
    def games(self) -> int: ...
    @property
    def white(self) -> int:
        """Games that White won."""
    @property
    def draws(self) -> int: ...
    @property
    def black(self) -> int:
        """Games that Black won."""
    @property
    def score(self) -> float | None:
        """Points of 100 for the side that moves; None without a result."""
    @property
    def rating(self) -> int | None:
        """The mean rating of those who played the move."""
    @property
    def last_year(self) -> int | None: ...

@final
class ResultGroup:
    """Games with something in common, and their results: those of the player asked for, or White's."""

    @property
    def name(self) -> str: ...
    @property
    def games(self) -> int: ...
    @property
    def wins(self) -> int: ...
    @property
    def draws(self) -> int: ...
    @property
    def losses(self) -> int: ...
    @property
    def score(self) -> float | None:
        """Points of 100; None without a result."""

@final
class Database:
    """A database of games, the file that ``draughts-td db build`` makes.

    Every call opens the file, so that processes share it, and a `Database` can be pickled. `FileNotFoundError` without
    a file, `ValueError` for one that is no database.

    The words of a question are those of the verb ``db``, with ``_`` after a word of Python: ``player``, ``opponent``,
    ``white``, ``black``, ``event``, ``site``, ``text``, ``from_`` and ``to`` (dates: ``2003`` or ``2003.05.23``),
    ``min_rating``, ``max_rating``, ``result`` (``2-0``, ``1-1``, ``0-2``, ``*``, or the player's ``win`` and
    ``loss``), ``min_plies``, ``max_plies``, ``source``, ``games`` (numbers) and ``versions``.

    >>> import draughts_td as dt
    >>> database = dt.Database.build("pdn/classics.pdn", "games.db")
    >>> len(database)
    3
    >>> found = database.search(player="Roozenburg")
    >>> found[0]
    <FoundGame 1: P. Roozenburg - B. Springer 2-0>
    >>> database.game(found[0].number).result
    '2-0'
    >>> database.explore()[0]
    <ExploredMove 34-29: 2 games>
    >>> database.statistics()[0]
    <ResultGroup '': 3 games, +2 =0 -1>
    """

    def __new__(cls, path: _Path) -> Self: ...
    @staticmethod
    def build(
        paths: _Paths,
        out: _Path,
        *,
        threads: int = 1,
        force: bool = False,
        progress: Callable[[int], object] | None = None,
    ) -> Database:
        """Make a database of PDN files and folders, plain or packed.

        Games that cannot be read are kept with the reason; a file that cannot be read to its end is a warning. After
        Ctrl-C the same call resumes. `FileExistsError` where another file is, unless ``force`` replaces it.
        ``progress`` gets the number of games read so far.
        """
    def add(
        self, paths: _Paths, *, threads: int = 1, progress: Callable[[int], object] | None = None
    ) -> dict[str, int]:
        """Add the games of more files; a file that is there already is passed over.

        Return the numbers of games read (``games``), of ``versions``, ``duplicates`` and ``broken`` ones among them,
        of ``plies``, and of ``faults`` of files.
        """
    @property
    def path(self) -> Path: ...
    def __len__(self) -> int:
        """The number of games that a search without words finds."""
    def game(self, number: int) -> Game:
        """Return a game by its number; `IndexError` without one, `ValueError` for one that cannot be read."""
    def search(
        self, *, limit: int | None = None, skip: int = 0, threads: int = 1, **words: Unpack[_SearchWords]
    ) -> list[FoundGame]:
        """Return the games that pass all words, in order, at most ``limit`` of them.

        Words of positions hold for the same position of a game: ``position`` (a `Board`, a FEN, or moves from the
        start), ``with_``, ``any_`` and ``without`` (pieces: ``W27,K3:B18:E28``), ``material`` (``3K:1K``), ``turn``
        (``WHITE`` or ``BLACK``), ``moves`` (``?-27 x27``), ``lasting`` positions in a row, ``last`` only, ``turned``
        with the colours swapped too. ``ending`` is material reached anywhere in the game. ``ValueError`` for words
        that make no question.
        """
    def explore(
        self, position: Board | str | None = None, *, threads: int = 1, **words: Unpack[_GameWords]
    ) -> list[ExploredMove]:
        """Return the moves that games played from a position (the start), those of most games first."""
    def statistics(
        self,
        by: Literal["year", "length", "opening", "event", "side", "opponent"] | None = None,
        *,
        plies: int = 2,
        threads: int = 1,
        **words: Unpack[_GameWords],
    ) -> list[ResultGroup]:
        """Return the results of games in groups; without ``by`` one group of all, or none of no games.

        ``plies`` are those of an opening; ``side`` and ``opponent`` want a player.
        """

@final
class Book:
    """An opening book, as ``draughts-td book`` makes it. ``OSError`` or ``ValueError`` for a file that is no book."""

    def __new__(cls, path: _Path) -> Self: ...
    def moves(self, board: Board) -> list[BookMove]:
        """Return the moves of a board that the book has, the best first."""
    def choose(self, board: Board, *, seed: int = 0) -> Move | None:
        """Return the move to play, drawn by the seed among those nearly as good as the best; None without one."""

# Learning.

def learn(
    paths: _Paths,
    *,
    resume: bool = False,
    force: bool = False,
    progress: _Progress | None = None,
    out: _Path = "net.safetensors",
    model: str = "nn4",
    epochs: int = 1,
    lr: float | None = None,
    lambda_: float | None = None,
    games: int | None = None,
    seed: int = 1,
    **settings: _Setting,
) -> dict[str, Any]:
    """Learn an evaluation from games and write it to ``out``, as the command ``draughts-td learn`` does.

    The weights are the same to the byte. Every setting of the command is a keyword: the long name of its flag with
    underscores, ``True`` for a switch, a sequence for a list (``draughts-td learn --help`` explains them). Returns
    the figures that the command prints with ``--json``: ``net``, ``held_out`` and ``training``.

    ``progress`` is called on this thread with the lines of ``--metrics`` as dicts (``event`` is ``progress``,
    ``epoch``, ``curve`` …) and with ``{"event": "note", "text": …}`` for what the command would print. An exception
    of it, or Ctrl-C, ends the run; its checkpoint stays, from which the same call resumes.

    Raises ``TypeError`` for an unknown setting, ``ValueError`` for a value that is refused, ``OSError`` for files.
    """

def train(
    *,
    resume: bool = False,
    force: bool = False,
    progress: _Progress | None = None,
    out: _Path = "trained.safetensors",
    model: str | None = None,
    against: str | Sequence[str] | None = None,
    games: int | None = None,
    nodes: int | None = None,
    lr: float | None = None,
    lambda_: float = 0.7,
    seed: int = 1,
    **settings: _Setting,
) -> dict[str, Any]:
    """Learn an evaluation by playing and write it to ``out``, as the command ``draughts-td train`` does.

    Settings, progress and exceptions are as with :func:`learn`. Returns ``net``, ``games``, ``totals``, ``ratings``
    and ``curve``.
    """

def generate(
    out: _Path,
    *,
    games: int = 1000,
    nodes: int = 5000,
    seed: int = 1,
    net: _Path | None = None,
    against: _Path | None = None,
    ballots: int = 3,
    openings: _Path | None = None,
    random_plies: int = 6,
    balance: int = 50,
    random_moves: float = 0.0,
    second_best: float = 0.0,
    draw: Mapping[str, int] | None = None,
    resign: Mapping[str, int] | None = None,
    max_moves: int | None = None,
    no_adjudication: bool = False,
    tables: _Path | None = None,
    hash_mb: int = 4,
    threads: int = 1,
    force: bool = False,
    progress: _Progress | None = None,
) -> dict[str, Any]:
    """Play games of the engine against itself and write them to a file, as the command ``draughts-td generate`` does.

    The games depend only on the settings, not on ``threads``. The same call resumes an interrupted run and extends a
    finished one; a file of other games is a `ValueError`, unless ``force`` replaces it. Return figures of this call:
    ``games``, ``before`` (games that were there), ``results``, ``plies``, ``searched``, ``nodes`` and ``adjudicated``.
    ``progress`` gets the same so far, after each game.

    >>> import draughts_td as dt
    >>> figures = dt.generate("own.pdn.zst", games=2, nodes=50, max_moves=20)
    >>> figures["games"], sum(1 for _ in dt.read_pdn("own.pdn.zst"))
    (2, 2)
    """

# Actions, environments, engines, matches and protocols.

ACTIONS: int
"""The number of actions of the space ``square``, 10,000: 50 times 50 ends, and up to four moves with the same ends."""

COMPACT_ACTIONS: int
"""The number of actions of the space ``compact``, 1,956.

The first 956 are plain pairs of squares in the order of origin and then destination: the ends of a straight move
(another square of the same diagonal), and those of short jumps (rows and files differ by twice a number, and these two
numbers are both even or both odd; a capture may end where it began). Such an action means the first legal move with
these ends. Every other legal move is a capture, by a king around a corner or with the same ends as an earlier one; they
are counted for each square of origin in the order of ``legal_moves``: ``956 + (from - 1) * 20 + nth``.
"""

STARTING_FEN: str
"""The FEN of the start of a game."""

REASONS: tuple[str, ...]
"""The names of ``Step.reason``: ``""`` (the game continues), ``no_moves``, ``repetition``, ``king_moves``,
``three_against_one``, ``two_against_one`` (as ``Outcome.reason``) and ``max_plies``."""

def action_masks(boards: _Words, turn: _Bool, *, space: _Space = "square", threads: int = 1) -> _Bool:
    """Return which actions are legal in each position, an array of shape (n, ACTIONS) or (n, COMPACT_ACTIONS).

    ValueError for a position that cannot be, with its row.

    >>> import draughts_td as dt
    >>> dt.action_masks(*dt.boards_to_arrays([dt.Board()]), space="compact").shape
    (1, 1956)
    """

def moves_to_actions(
    boards: _Words, turn: _Bool, moves: _Numbers, *, space: _Space = "square", threads: int = 1
) -> _Indices:
    """Return the actions of moves that are given by their index in ``Board.legal_moves``.

    >>> import numpy as np, draughts_td as dt
    >>> boards = np.array([dt.Board().bitboards], np.uint64)
    >>> dt.moves_to_actions(boards, np.array([True]), np.array([0]))
    array([1525])
    """

def actions_to_moves(
    boards: _Words, turn: _Bool, actions: _Numbers, *, space: _Space = "square", threads: int = 1
) -> NDArray[np.uint8]:
    """Return the indices in ``Board.legal_moves`` of moves given by their actions; ValueError if one is illegal."""

def play(boards: _Words, turn: _Bool, moves: _Numbers, *, threads: int = 1) -> tuple[_Words, _Bool]:
    """Play a move in each position, given by its index in ``Board.legal_moves``; the boards and the sides to move.

    ValueError with the row where there is no such move. Draw rules are not counted: :class:`VectorEnv` does that.

    >>> import draughts_td as dt
    >>> boards, turn = dt.play(*dt.boards_to_arrays([dt.Board()]), [2])
    >>> dt.arrays_to_boards(boards, turn)[0].piece_at(dt.Board().legal_moves[2].to_square)
    'w'
    """

def turn_boards(boards: _Words, turn: _Bool, *, threads: int = 1) -> _Words:
    """Return the boards as the side to move sees them, so that a network sees one side.

    Where Black is to move, the board is turned by 180 degrees (square s becomes 51 - s) and the colours are swapped.
    For every function of this package the result is a board with White to move. Called again with the same ``turn``,
    this turns the boards back.

    >>> import numpy as np, draughts_td as dt
    >>> boards, turn = dt.boards_to_arrays([dt.Board("B:W31:BK20")])
    >>> seen = dt.turn_boards(boards, turn)
    >>> dt.arrays_to_boards(seen, np.ones(1, bool))
    [Board('W:WK31:B20')]
    >>> bool((dt.turn_boards(seen, turn) == boards).all())
    True
    """

@final
class VectorEnv:
    """Many games at once: a step is one ply of each, and a game that is over begins anew.

    ``games`` is 1 to 1,000,000. ``start`` has the positions in which games begin: arrays ``(boards, turn)``, a FEN or a
    list of FENs, in each of which the side to move has a move. The first games begin in them in order, again from the
    first one where there are more games; every later game begins in one by chance. Before each game ``opening_plies``
    (at most 40) random plies are played; an opening that ends the game is drawn again, and after eight tries left out.
    ``max_plies`` ends a game without a result after this number of plies, those of the opening not counted.

    ``space`` is the action space: ``square`` (``ACTIONS``) or ``compact`` (``COMPACT_ACTIONS``). With ``turned`` all
    boards and actions are those that the side to move sees (:func:`turn_boards`); ``turn`` still has the side to move.

    With ``masks=False`` a step makes no mask, which takes most of its time. ``threads=0`` is one for each core; the
    games are the same for any number. Environments can be copied and pickled, in the middle of games: the copy has the
    same random numbers and draw counters. A forked process starts threads of its own.

    >>> import draughts_td as dt
    >>> env = dt.VectorEnv(4, seed=1)
    >>> boards, turn = env.reset(seed=1)
    >>> boards.shape
    (4, 4)
    >>> boards, turn, reward, done, mask = env.step()
    >>> bool(turn.any()), mask.shape
    (False, (4, 10000))
    """

    def __new__(
        cls,
        games: int,
        *,
        start: _Starts | None = None,
        opening_plies: int = 0,
        max_plies: int | None = None,
        space: _Space = "square",
        turned: bool = False,
        masks: bool = True,
        threads: int = 1,
        seed: int = 0,
    ) -> Self: ...
    def __len__(self) -> int: ...
    @property
    def actions(self) -> int:
        """The number of actions of the action space."""
    def reset(
        self, seed: int | None = None, games: _Rows | None = None, *, start: _Starts | None = None
    ) -> tuple[_Words, _Bool]:
        """Begin every game anew, or those that ``games`` names; the boards (n, 4) and the sides to move (n,).

        The same ``seed`` gives the same games. Without one the random numbers continue where they are, as in Gymnasium:
        those that the constructor's ``seed`` began. ``games`` is a mask of shape (n,) or the numbers of games.
        ``start`` takes the place of the constructor's.

        >>> import numpy as np, draughts_td as dt
        >>> env = dt.VectorEnv(2)
        >>> boards, turn = env.reset(games=[1], start="B:W31:B20")
        >>> turn
        array([ True, False])
        """

    def step(self, actions: _Numbers | None = None) -> Step:
        """Play one action in each game, without actions a random legal one.

        Return a :class:`Step`, which is the tuple of boards (n, 4), turn (n,), reward (n,), done (n,) and mask (n,
        actions), and has more fields beside it. A reward is that of the side that moved: 1 if it has won, else 0, since
        nobody loses by a move of one's own. The board of a game that is done is that of the next one. ValueError for an
        illegal action, TypeError for numbers that are not whole, before any is played.
        """

    def positions(self) -> tuple[_Words, _Bool]:
        """Return the boards and the sides to move."""

    def masks(self) -> _Bool:
        """Return which actions are legal, an array of shape (n, actions)."""

    def legal_actions(self) -> tuple[_Indices, _Indices]:
        """Return the legal actions of all games in one array, and offsets (n + 1,).

        Those of game ``i`` are ``actions[offsets[i]:offsets[i + 1]]``.
        """

    def afterstates(self, quiet: bool = False) -> tuple[_Words, _Bool, _Indices]:
        """Return the boards and the sides to move after each action of ``legal_actions``, and the offsets.

        With ``quiet`` all captures that follow are played too, each side taking what is best by material, so that
        either side may be on turn.
        """

    def must_capture(self) -> _Bool:
        """Return in which games the side to move must capture."""

    def draw_counters(self) -> NDArray[np.uint8]:
        """Return what the draw rules have counted, an array of shape (n, 4); with it an observation is Markov.

        The columns are the occurrences of the position (a draw at 3), and the plies of articles 6.2 (kings only, a
        draw at 50), 6.3 (three pieces against a king, at 32) and 6.4 (two against one, at 10). A count that has not
        begun is 0.

        >>> import draughts_td as dt
        >>> env = dt.VectorEnv(1, start="W:WK1,K2:BK50", masks=False)
        >>> env.draw_counters(), bool(env.step().done.any()), env.draw_counters()[0, 3]
        (array([[1, 0, 0, 0]], dtype=uint8), False, np.uint8(1))
        """

    def copy(self) -> VectorEnv:
        """Return an environment with the same games, random numbers and settings."""

    def take(self, rows: _Rows, *, seed: int | None = None) -> VectorEnv:
        """Return an environment with some of the games, by a mask of shape (n,) or by their numbers.

        A game may be taken several times; with ``seed`` each has random numbers of its own. The games may be searched
        on by it while this environment stays as it is.

        >>> import draughts_td as dt
        >>> env = dt.VectorEnv(3)
        >>> after = env.take([0, 0, 0, 0])
        >>> boards, turn, *_ = after.step(env.legal_actions()[0][:4])
        >>> len(after), bool(env.positions()[1].all())
        (4, True)
        """

    def __copy__(self) -> VectorEnv: ...
    def __deepcopy__(self, _memo: object) -> VectorEnv: ...

_Evaluate: TypeAlias = Callable[[_Words, _Bool, _Indices, _Indices], tuple[NDArray[Any], NDArray[Any]]]

@final
class TreeSearch:
    """A Monte Carlo tree search of many games in lockstep, with any network as evaluator.

    In each round ``evaluate(boards, turn, actions, offsets)`` gets the leaves of all games: boards (n, 4), sides to
    move (n,), the legal actions of all leaves (m,), and offsets (n + 1,): those of leaf ``i`` are
    ``actions[offsets[i]:offsets[i + 1]]``. It returns logits (m,) of the actions and values (n,) for the sides to move,
    -1 to 1. Positions where the game is over, by the rules or the draw rules, never reach it, nor do those of
    ``tables``; they count with their exact values, and what these prove is played.

    ``games`` is a number of games from the start, a tuple (boards, turn), or a list of `Board`, whose moves count for
    the draw rules. ``algorithm`` is one of these:

    - ``"puct"``, as in AlphaZero: ``c`` is the weight of the prior; ``noise=(alpha, share)`` mixes Dirichlet noise into
      the priors of the roots. A move without a visit counts with the mean value of its node.
    - ``"gumbel"``, as ``gumbel_muzero_policy`` of mctx with its default constants: sequential halving of at most
      ``considered`` moves of the root. ``gumbel_scale=0`` searches without random numbers. It learns from few
      simulations, such as 16.

    ``leaves`` above 1 evaluates several leaves of a game in a round (virtual loss), for larger batches of few games.
    Results depend on ``seed`` and not on ``threads``.

    >>> import numpy as np, draughts_td as dt
    >>> def evaluate(boards, turn, actions, offsets):
    ...     return np.zeros(len(actions), np.float32), np.zeros(len(boards), np.float32)
    >>> search = dt.TreeSearch(evaluate, [dt.Board("W:W28,33,39:B17")])
    >>> actions, offsets, visits, values = search.run(200)
    >>> int(visits.sum()), search.values()
    (200, array([1.], dtype=float32))
    >>> search.board(0).move_of(search.choose()[0])
    <Move 28-22>
    """

    def __new__(
        cls,
        evaluate: _Evaluate,
        games: int | tuple[_Words, _Bool] | list[Board],
        *,
        algorithm: Literal["puct", "gumbel"] = "puct",
        c: float = 1.5,
        noise: tuple[float, float] | None = None,
        considered: int = 16,
        gumbel_scale: float = 1.0,
        leaves: int = 1,
        seed: int = 0,
        threads: int = 1,
        tables: Tablebase | None = None,
    ) -> Self: ...
    def __len__(self) -> int: ...
    def run(self, simulations: int) -> tuple[_Indices, _Indices, NDArray[np.uint32], _Float]:
        """Run simulations in every game that is not over, in addition to those of earlier runs.

        Return the legal actions of all games (m,), offsets (n + 1,), visits (m,) and values (m,). A value is that of
        the action for the side to move, NaN without a visit. A game that is over has no actions. The first run from a
        position evaluates it too, so that ``run(0)`` gives the policy of the network.

        An exception of ``evaluate`` is raised here, and Ctrl-C ends a run after the round; both keep what was found.
        ValueError for numbers that cannot be used: another shape or dtype, NaN, values beyond -1 to 1.
        """

    def policy(self) -> _Float:
        """Return the policy to learn (m,), in the order of ``run``; it sums to 1 in each game.

        It is the share of the visits (``puct``) or the improved policy (``gumbel``).
        """

    def choose(self, temperature: float = 0.0) -> _Indices:
        """Return the action to play in each game (n,), -1 in one that is over.

        The quickest proven win is played, and a proven loss only without an alternative. Otherwise it is the action
        with the most visits, with a temperature one drawn by visits ** (1 / temperature), or the winner of the
        halving (``gumbel``).
        """

    def values(self) -> _Float:
        """Return the value of each position for the side to move (n,); NaN before the first run."""

    def play(self, actions: NDArray[np.integer[Any]] | list[int]) -> _Bool:
        """Play an action in each game and keep the subtrees; return which games are over.

        The numbers for games that were over before are not read. ValueError for an illegal action, before any is
        played.
        """

    def results(self) -> _Float:
        """Return the results for White (n,): 1, 0 or -1, and NaN for a game that is not over."""

    def reset(self, games: _Bool | None = None) -> None:
        """Begin games anew from their first positions: all, or those of a mask (n,). The random numbers continue."""

    def legal_actions(self) -> tuple[_Indices, _Indices]:
        """Return the legal actions of all games in one array, and offsets (n + 1,)."""

    def positions(self) -> tuple[_Words, _Bool]:
        """Return the boards (n, 4) and the sides to move (n,)."""

    def board(self, game: int) -> Board:
        """Return the board of a game with its moves."""

    @staticmethod
    def player(
        evaluate: _Evaluate,
        simulations: int,
        *,
        algorithm: Literal["puct", "gumbel"] = "puct",
        c: float = 1.5,
        considered: int = 16,
        leaves: int = 1,
        tables: Tablebase | None = None,
    ) -> BatchPlayer:
        """Return a player for :func:`match` that searches without random numbers, and each move anew.

        The games of a match that wait for its move are searched together, up to ``concurrency`` of them.

        >>> import numpy as np, draughts_td as dt
        >>> def even(boards, turn, actions, offsets):
        ...     return np.zeros(len(actions), np.float32), np.zeros(len(boards), np.float32)
        >>> player = dt.TreeSearch.player(even, 16)
        >>> player
        <BatchPlayer even: 16 simulations>
        >>> dt.match(player, "random", games=2, max_moves=10, concurrency=2).games
        2
        """

@final
class BatchPlayer:
    """A player that chooses the moves of many games in one call.

    ``choose(boards, turn)`` gets boards (n, 4) and the sides to move (n,), and returns an action of each (n,). In a
    match it is called with all games that wait for its move, up to ``concurrency`` of them. Called with a `Board`, the
    player returns a `Move`.

    >>> import numpy as np, draughts_td as dt
    >>> def first(boards, turn):
    ...     return dt.moves_to_actions(boards, turn, np.zeros(len(turn), np.int64))
    >>> player = dt.BatchPlayer(first)
    >>> player(dt.Board())
    <Move 31-26>
    >>> dt.match(player, "random", games=4, max_moves=10, concurrency=4).players
    ['first', 'random']
    """

    def __new__(cls, choose: Callable[[_Words, _Bool], NDArray[np.integer[Any]]]) -> Self: ...
    @property
    def __name__(self) -> str: ...
    def __call__(self, board: Board) -> Move: ...

@final
class Line:
    """One of the best moves of a position."""

    @property
    def move(self) -> Move | None: ...
    @property
    def score(self) -> float:
        """In men for the side to move."""

    @property
    def depth(self) -> int: ...
    @property
    def pv(self) -> list[Move]:
        """The move and what is expected to follow."""

@final
class SearchResult:
    """What a search found."""

    @property
    def move(self) -> Move | None:
        """None where there is no legal move."""

    @property
    def score(self) -> float | None:
        """In men for the side to move.

        A win in n plies is 100 - n / 100, a loss n / 100 - 100. None for a move that was not searched, as levels play
        some.
        """

    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def time(self) -> float:
        """Seconds."""

    @property
    def pv(self) -> list[Move]: ...
    @property
    def lines(self) -> list[Line]:
        """The best moves, as many as were asked for."""

@final
class Search:
    """A search in the background; it ends when this object goes. In a forked process it is `RuntimeError`."""

    @property
    def is_done(self) -> bool: ...
    def hit(self) -> None:
        """Let the time run: the move that was pondered on was played."""

    def stop(self) -> SearchResult:
        """Stop the search and return its result so far."""

    def result(self) -> SearchResult:
        """Wait for the result; Ctrl-C stops the search."""

@final
class Engine:
    """An alpha-beta engine.

    ``net`` is a file of weights, ``"material"`` for the man count, or None for the built-in evaluation; ``tables`` a
    folder of endgame tables or ``"auto"``; ``book`` a file; ``level`` 1 to 10 plays as ``draughts-td play --level``
    does, with chance from ``seed``. A copy, pickled too, is a new engine of the same settings: its tables are empty and
    its chance begins with the seed.

    >>> import draughts_td as dt
    >>> engine = dt.Engine("material", hash_mb=1)
    >>> result = engine.search(dt.Board("W:W28,33,39:B17"), depth=5)
    >>> result.move, round(result.score, 2)
    (<Move 28-22>, 99.97)
    """

    def __new__(
        cls,
        net: _Path | None = None,
        *,
        hash_mb: int = 64,
        threads: int = 1,
        tables: _Path | None = None,
        book: _Path | None = None,
        level: int | None = None,
        seed: int = 0,
    ) -> Self: ...
    def search(
        self,
        board: Board,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
        clock: tuple[float, float] | None = None,
        info: Callable[[SearchResult], object] | None = None,
    ) -> SearchResult:
        """Search a position within the limits (seconds, nodes, plies); Ctrl-C ends it.

        ``clock`` has the seconds that are left for the game and those gained with every move; the engine divides its
        time itself. ``info`` is called after each iteration with what is found so far, unless ``lines`` is above 1; an
        exception of it ends the search and is raised here.

        >>> import draughts_td as dt
        >>> depths = []
        >>> engine = dt.Engine("material", hash_mb=1)
        >>> found = engine.search(dt.Board(), depth=5, info=lambda found: depths.append(found.depth))
        >>> depths == sorted(depths) and depths[-1] == found.depth == 5
        True

        ValueError without a limit, unless the engine plays at a level; RuntimeError while another search of this
        engine runs.
        """

    def ponder(
        self,
        board: Board,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
    ) -> Search:
        """Begin a search in the background; ``time`` counts from ``Search.hit`` on.

        >>> import draughts_td as dt
        >>> search = dt.Engine(hash_mb=1).ponder(dt.Board())
        >>> search.stop().move is not None
        True
        """

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]: ...
    def new_game(self) -> None:
        """Forget what earlier searches found."""

@final
class MatchResult:
    """The result of a match, as its first player sees it; as text, what the verb ``match`` prints."""

    @property
    def players(self) -> list[str]: ...
    @property
    def games(self) -> int: ...
    @property
    def wins(self) -> int: ...
    @property
    def draws(self) -> int: ...
    @property
    def losses(self) -> int: ...
    @property
    def pairs(self) -> list[int]:
        """Pairs of games from one opening by points: 0, 0.5, 1, 1.5 and 2."""

    @property
    def score(self) -> float | None:
        """Points of a game, 0 to 1."""

    @property
    def elo(self) -> float | None:
        """Infinite where everything was won or lost."""

    @property
    def elo_interval(self) -> tuple[float, float] | None:
        """Of 95 %; None with fewer than 20 games."""

    @property
    def los(self) -> float | None:
        """Likelihood of superiority; None where there are too few games or all ended alike."""

    @property
    def sprt(self) -> str | None:
        """What the sequential test says: ``"open"``, ``"H0"`` or ``"H1"``; None without a test."""

class ProgramError(RuntimeError):
    """A program does not start, has ended, is silent for too long, or answers without a legal move."""

@final
class Program:
    """A Hub engine (``hub:COMMAND``) or a DXP program (``dxp:HOST:PORT``) that is asked for moves.

    A Hub engine is started at once and closed by :meth:`close`, by ``with``, or when this object goes; what it started
    ends with it. ``hub_params`` are its parameters. It may take ``startup`` seconds to start, and be silent for
    ``timeout`` seconds beyond the time of a search. `ProgramError` for one that does not start, crashes, is silent or
    plays an illegal move; the next search starts it again.

    A DXP program is reached at each search and plays a game of one move. The protocol has only the time of a game,
    which is ``dxp_minutes``, the clock, or 75 times the ``time`` of a move, in whole minutes.

    Programs are not copied or pickled. A forked process leaves them to its parent: `RuntimeError`.

    >>> import sys, draughts_td as dt
    >>> with dt.Program(f"hub:'{sys.executable}' -m draughts_td hub --net material") as program:
    ...     found = program.search(dt.Board("W:W28,33,39:B17"), depth=5)
    >>> found.move, found.score
    (<Move 28-22>, 99.97)
    """

    def __new__(
        cls,
        player: str,
        *,
        hub_params: Mapping[str, object] | None = None,
        startup: float = 30.0,
        timeout: float = 60.0,
        dxp_minutes: float | None = None,
    ) -> Self: ...
    @property
    def name(self) -> str:
        """The name that the program gives itself; the address of a DXP program before its first move."""
    def search(
        self,
        board: Board,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        clock: tuple[float, float] | None = None,
        info: Callable[[SearchResult], object] | None = None,
    ) -> SearchResult:
        """Ask for a move within the limits of :meth:`Engine.search`; Ctrl-C ends the search.

        The score, the depth, the nodes and the line are what the program says, 0 or None where it says nothing.
        ``info`` is called with what is known at each line that a Hub engine writes meanwhile.

        `ValueError` without a limit for a Hub engine, for nodes or depth over DXP, and after :meth:`close`;
        `RuntimeError` while another thread asks.
        """
    def new_game(self) -> None:
        """Say that the next position is of another game."""
    def close(self) -> None:
        """End the process or the connection; a process that does not quit is killed after half a second."""
    def __enter__(self) -> Program: ...
    def __exit__(self, *_exception: object) -> None: ...

_Player: TypeAlias = str | Engine | Program | Callable[[Board], Move | str]
_HubParams: TypeAlias = Mapping[str, object | Mapping[str, object]]

def match(
    a: _Player,
    b: _Player,
    *,
    games: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    tc: str | None = None,
    timemargin: int | None = None,
    timeout: float = 60.0,
    ballots: int = 2,
    openings: _Path | None = None,
    opening_plies: int | None = None,
    opening_start: int = 1,
    random_plies: int | None = None,
    balanced: float = 0.08,
    order: Literal["sequential", "random"] = "sequential",
    seed: int = 1,
    concurrency: int = 1,
    hash_mb: int = 64,
    threads: int = 1,
    tables: _Path | None = None,
    adjudicate_endgames: bool = False,
    max_moves: int | None = None,
    draw: Mapping[str, int] | None = None,
    resign: Mapping[str, int] | None = None,
    hub_params: _HubParams | None = None,
    ponder: bool = False,
    startup: float = 30.0,
    dxp_minutes: float | None = None,
    dxp_moves: int | None = None,
    trace: _Path | None = None,
    event: str = "draughts-td match",
    pdn: _Path | None = None,
    force: bool = False,
    sprt: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    model: Literal["normalized", "logistic"] = "normalized",
    progress: Callable[[str], object] | None = None,
) -> MatchResult:
    """Play two players against each other, two games from each opening with colours swapped.

    A player is a text as the verb ``match`` takes it (``net:FILE``, ``material``, ``reference``, ``level:N``,
    ``random``, ``hub:COMMAND``, ``dxp:HOST:PORT``, ``NAME=PLAYER``), an `Engine`, a `Program`, or a function from a
    Board to a move. An engine plays with its evaluation, and its level or book; one with hash_mb, threads or tables is
    refused: give them to match. A program is started or reached again; one with hub_params or dxp_minutes is refused.
    The match has its own seed, startup and timeout. An exception in the function, or an illegal move of it, ends the
    match and is raised here. A `BatchPlayer`, such as :meth:`TreeSearch.player` returns, chooses the moves of up to
    ``concurrency`` games in one call.

    The limits hold for engines: seconds, nodes or plies a move, or ``tc``, a clock written as ``moves/seconds+gain``
    (``60+0.6``, ``40/300``); without one a move may cost 0.1 s. Functions lose on time only if ``timemargin`` is given,
    the milliseconds that a move may take beyond the limit (500 for engines).

    ``games`` is two from each opening by default: the 79 ballots of two moves (``ballots=3``: 332), those of a file, or
    openings of ``random_plies`` plies whose value for our engine is at most ``balanced`` men for either side.
    ``sprt=(elo0, elo1)`` ends the match by a sequential test in Elo of ``model``. ``pdn`` is a file for the games, from
    which an interrupted match resumes; ``force`` replaces a file of other games. ``progress`` gets a line for each
    game. The other words are the long flags of the verb: ``draw`` and ``resign`` are dictionaries
    (``draw={"movenumber": 40, "movecount": 8, "score": 5}``), and ``hub_params`` has parameters of all Hub engines,
    or of one in a dictionary under the name of the player.

    >>> import draughts_td as dt
    >>> first = lambda board: board.legal_moves[0]
    >>> result = dt.match("material", first, games=2, nodes=500, hash_mb=1)
    >>> result.games, result.wins
    (2, 2)
    >>> dt.match("material", "random", games=2, tc="1+0.01", hash_mb=1).games
    2
    """

def tournament(
    players: Sequence[_Player],
    *,
    gauntlet: bool = False,
    games: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    tc: str | None = None,
    timemargin: int | None = None,
    timeout: float = 60.0,
    ballots: int = 2,
    openings: _Path | None = None,
    opening_plies: int | None = None,
    opening_start: int = 1,
    random_plies: int | None = None,
    balanced: float = 0.08,
    order: Literal["sequential", "random"] = "sequential",
    seed: int = 1,
    concurrency: int = 1,
    hash_mb: int = 64,
    threads: int = 1,
    tables: _Path | None = None,
    adjudicate_endgames: bool = False,
    max_moves: int | None = None,
    draw: Mapping[str, int] | None = None,
    resign: Mapping[str, int] | None = None,
    hub_params: _HubParams | None = None,
    ponder: bool = False,
    startup: float = 30.0,
    dxp_minutes: float | None = None,
    dxp_moves: int | None = None,
    trace: _Path | None = None,
    event: str = "draughts-td match",
    pdn: _Path | None = None,
    force: bool = False,
    progress: Callable[[str], object] | None = None,
) -> dict[str, Any]:
    """Play 2 to 100 players against each other; ``games`` are those of each pair.

    With ``gauntlet`` the first player meets all others, which do not meet each other.

    The settings are those of :func:`match`, without a sequential test. Return the dictionary that the verb ``match``
    prints with ``--json`` for more than two players.

    >>> import draughts_td as dt
    >>> first = lambda board: board.legal_moves[0]
    >>> found = dt.tournament(["random", first, "a=material"], games=2, nodes=50, max_moves=10, hash_mb=1)
    >>> found["games"]
    6
    """

def serve_hub(player: Callable[[Board], Move | str], *, name: str | None = None, version: str = "1") -> None:
    """Serve as a Hub engine on standard input and output until ``quit`` or the end of input."""

def serve_dxp(
    player: Callable[[Board], Move | str],
    *,
    host: str = "127.0.0.1",
    port: int = 27531,
    name: str | None = None,
    games: int | None = None,
) -> None:
    """Listen for DXP programs and play the games that they ask for, without end or until ``games`` are played.

    Prints where it listens; port 0 takes a free one.
    """
