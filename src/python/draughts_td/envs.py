"""Environments of PettingZoo and Gymnasium; both come with ``pip install draughts-td[envs]``.

An observation is a dict: ``observation`` has five planes of 50 squares (White's men and kings, Black's men and kings,
whether White is to move), ``action_mask`` has a one for every legal action. Actions are those of ``Board.action``:
10,000, or 1,956 with ``space="compact"``, which a network learns several times as fast. With ``turned=True`` boards
and actions are those that the side to move sees: ``observation`` has four planes, the own men and kings first.
"""

import copy
import operator
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from draughts_td import Board, Engine, Move
from draughts_td.vector import planes

Observation = dict[str, npt.NDArray[np.int8]]

Space = Literal["square", "compact"]


class View:
    """How boards and actions are numbered: the action space, and whether the side to move sees them turned."""

    def __init__(self, space: Space = "square", *, turned: bool = False) -> None:
        self.space: Space = space
        self.turned = turned
        self.actions = Board().action_mask(space=space).size

    def observation_space(self) -> spaces.Space[Any]:
        """Return the space of the observations."""
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (4 if self.turned else 5, 50), np.int8),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )

    def observe(self, board: Board) -> Observation:
        """Return the observation of a board."""
        words = np.array(board.bitboards, np.uint64)
        if self.turned:
            observation = planes(words, np.array(board.turn)).astype(np.int8)
        else:
            turn = np.full((1, 50), board.turn, np.uint8)
            observation = np.concatenate([planes(words), turn]).astype(np.int8)
        return {"observation": observation, "action_mask": self.mask(board).astype(np.int8)}

    def mask(self, board: Board) -> npt.NDArray[np.bool_]:
        """Return which actions are legal."""
        return board.action_mask(space=self.space, turned=self.turned)

    def move_of(self, board: Board, action: int) -> Move:
        """Return the legal move of an action; IllegalMoveError if there is none."""
        return board.move_of(action, space=self.space, turned=self.turned)


OBSERVATION_SPACE: spaces.Space[Any] = View().observation_space()


def observe(board: Board) -> Observation:
    """Return the observation of a board in the view of White, with 10,000 actions."""
    return View().observe(board)


def _board_of(options: dict[str, Any] | None) -> Board:
    """Return the board on which a game begins; ``fen`` is the only option."""
    # The test of PettingZoo gives one that is called `options`.
    unknown = sorted(str(name) for name in options or {} if name not in ("fen", "options"))
    if unknown:
        raise ValueError(f"there is no option {unknown[0]!r}; the only one is 'fen'")
    board = Board((options or {}).get("fen"))
    if board.is_game_over():
        raise ValueError(f"the game is over in {board.fen()}; begin one in which the side to move has a move")
    return board


def _known(render_mode: str | None) -> str | None:
    if render_mode not in (None, "ansi"):
        raise ValueError(f"render_mode is {render_mode!r}; it must be None or 'ansi'")
    return render_mode


def env(
    render_mode: str | None = None, *, space: Space = "square", turned: bool = False
) -> AECEnv[str, Observation, int]:
    """Make the game of two agents for PettingZoo; who chooses an illegal action loses.

    ``render_mode`` is ``None`` or ``"ansi"``, the board as text.
    """
    game = raw_env(render_mode, space=space, turned=turned)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(game))


def raw_env(
    render_mode: str | None = None, *, space: Space = "square", turned: bool = False
) -> AECEnv[str, Observation, int]:
    """Make the game of two agents without the wrappers of :func:`env`: an illegal action raises IllegalMoveError."""
    return DraughtsAEC(render_mode, space=space, turned=turned)


class DraughtsAEC(AECEnv[str, Observation, int]):
    """The game as PettingZoo has it: the agents ``white`` and ``black`` act in turn.

    The reward of the winner is 1, of the loser -1, of both in a draw 0. An illegal action raises IllegalMoveError.
    """

    metadata = {  # noqa: RUF012
        "name": "draughts_td_v0",
        "render_modes": ["ansi"],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(self, render_mode: str | None = None, *, space: Space = "square", turned: bool = False) -> None:
        super().__init__()
        self.render_mode = _known(render_mode)
        self.view = View(space, turned=turned)
        self.possible_agents = ["white", "black"]
        self.action_spaces = {agent: spaces.Discrete(self.view.actions) for agent in self.possible_agents}
        seen = self.view.observation_space()
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.board = Board()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the observations, the same for both agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """Return the space of the actions, the same for both agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; ``options={"fen": ...}`` begins it elsewhere, in a position with a move."""
        self.board = _board_of(options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._on_turn()

    def _on_turn(self) -> str:
        return self.possible_agents[0 if self.board.turn else 1]

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent; the one that waits has no legal action."""
        observation = self.view.observe(self.board)
        if agent != self._on_turn():
            observation["action_mask"][:] = 0
        return observation

    def step(self, action: int | None) -> None:
        """Play an action of the agent on turn."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent on turn has an action")
        self.board.push(self.view.move_of(self.board, operator.index(action)))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        outcome = self.board.outcome()
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                self.rewards = {agent: 1.0 if (agent == "white") == outcome.winner else -1.0 for agent in self.agents}
        self.agent_selection = self._on_turn()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text in the mode ``ansi``."""
        return str(self.board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: no window is open."""


class LevelEnv(gymnasium.Env[Observation, np.int64]):
    """One side of the game for Gymnasium, against a level of ``draughts-td play`` (1 to 10).

    The agent has the colour ``color`` (``WHITE``, ``BLACK``, or None for one by chance). The reward at the end is 1,
    0 or -1; an illegal action loses the game. ``render_mode`` is ``None`` or ``"ansi"``, the board as text.
    :meth:`action_masks` is what MaskablePPO of sb3-contrib asks for.

    >>> from draughts_td import envs
    >>> game = envs.LevelEnv(level=1, color=True)
    >>> observation, info = game.reset(seed=1)
    >>> int(observation["action_mask"].sum())
    9
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        level: int = 1,
        color: bool | None = None,
        render_mode: str | None = None,
        *,
        space: Space = "square",
        turned: bool = False,
    ) -> None:
        if not (color is None or isinstance(color, (bool, np.bool_))):
            raise TypeError(f"color is {color!r}; it must be WHITE, BLACK or None")
        self.level = level
        self.color = color if color is None else bool(color)
        self.render_mode = _known(render_mode)
        self.view = View(space, turned=turned)
        self.observation_space = self.view.observation_space()
        self.action_space = spaces.Discrete(self.view.actions)
        self.board = Board()
        self.agent = True
        self._engine = self._level_engine()

    def _level_engine(self) -> Engine:
        """Make the level, which plays with random numbers of its own, from those of the environment."""
        return Engine(level=self.level, hash_mb=1, seed=int(self.np_random.integers(2**63)))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; ``options={"fen": ...}`` begins it elsewhere.

        The agent must have a move there, after the reply of the level if that moves first.
        """
        board = _board_of(options)
        super().reset(seed=seed)
        if seed is not None:
            self._engine = Engine(level=self.level, hash_mb=1, seed=seed)
        self._engine.new_game()
        self.board = board
        self.agent = bool(self.np_random.integers(2)) if self.color is None else self.color
        self._reply()
        if self.board.is_game_over():
            raise ValueError(f"the reply of the level ends the game: {self.board.fen()}; begin it earlier")
        return self.view.observe(self.board), {}

    def _reply(self) -> None:
        if self.board.turn != self.agent and not self.board.is_game_over():
            move = self._engine.search(self.board).move
            if move is not None:
                self.board.push(move)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and the reply of the level."""
        action = operator.index(action)
        try:
            move = self.view.move_of(self.board, action)
        except ValueError:
            return self.view.observe(self.board), -1.0, True, False, {"illegal": True}
        self.board.push(move)
        self._reply()
        outcome = self.board.outcome()
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self.agent else -1.0
        return self.view.observe(self.board), reward, outcome is not None, False, {}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal now, an array of shape (actions,)."""
        return self.view.mask(self.board)

    def render(self) -> str | None:
        """Return the board as text in the mode ``ansi``."""
        return str(self.board) if self.render_mode == "ansi" else None

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the engine of the level, which a copy makes for itself."""
        return {name: value for name, value in self.__dict__.items() if name != "_engine"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copy; its level plays with random numbers of its own, from those of the environment."""
        # `copy.copy` hands over the board and the generator themselves.
        self.__dict__.update(copy.deepcopy(state))
        self._engine = self._level_engine()


if "draughts_td/Level-v0" not in gymnasium.registry:
    gymnasium.register("draughts_td/Level-v0", entry_point="draughts_td.envs:LevelEnv")
