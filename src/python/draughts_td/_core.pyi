from typing import final

__version__: str

def run(arguments: list[str]) -> int:
    """Run the command ``draughts-td``; `arguments` begin with the name of the program. The exit status.

    Help, ``--version`` and arguments that cannot be parsed end the process.
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
    def __eq__(self, other: object) -> bool: ...
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
    def __eq__(self, other: object) -> bool: ...

@final
class Board:
    """A position with the moves that led to it, so that the draw rules can be counted.

    `fen` is a FEN of draughts; without it the board is that of the start of a game.

    >>> from draughts_td import Board
    >>> board = Board()
    >>> board.push("32-28")
    >>> board.push("19-23")
    >>> board.legal_moves
    [<Move 28x19>]
    >>> board.pop()
    <Move 19-23>
    """

    def __init__(self, fen: str | None = None) -> None: ...
    @property
    def turn(self) -> bool:
        """The side to move: ``WHITE`` (`True`) or ``BLACK`` (`False`)."""
    def fen(self) -> str:
        """The position as FEN."""
    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves, for the same position in the same order.

        A move index, wherever this package has one, is a place in this list.
        """
    def is_legal(self, mv: Move) -> bool:
        """Whether the side to move may play the move."""
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
    def outcome(self) -> Outcome | None:
        """How the game ended, by the rules of FMJD; `None` while it goes on.

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
    def piece_at(self, square: int) -> str | None:
        """``w`` or ``b`` for a man, ``W`` or ``B`` for a king, `None` for an empty square.

        `ValueError` outside 1 to 50.
        """
    @property
    def bitboards(self) -> list[int]:
        """White's men, White's kings, Black's men and Black's kings; bit 0 is square 1."""
    def perft(self, depth: int) -> int:
        """The number of move sequences of `depth` plies."""
    def copy(self) -> Board:
        """Return a board with the same position and moves."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: object) -> Board: ...
    def __eq__(self, other: object) -> bool:
        """Whether the positions are the same; the moves before them do not count."""
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...
