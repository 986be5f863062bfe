//! Which number an action has: the action space, and the view in which moves are numbered.

use draughts_td::board::{Color, Move, MoveList, Position, legal_moves};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::action_space::ActionSpace;
use crate::error::value_error;

/// The action space of a caller, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Space(pub(crate) ActionSpace);

impl Space {
    pub(crate) const SQUARE: Space = Space(ActionSpace::Square);

    pub(crate) fn named(name: &str) -> Option<Space> {
        match name {
            "square" => Some(Space::SQUARE),
            "compact" => Some(Space(ActionSpace::Compact)),
            _ => None,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self.0 {
            ActionSpace::Square => "square",
            ActionSpace::Compact => "compact",
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Space {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, 'py, PyAny>) -> PyResult<Space> {
        let name: &str = name.extract()?;
        let unknown = || format!("space is '{name}'; it must be 'square' or 'compact'");
        Space::named(name).ok_or_else(|| value_error(unknown()))
    }
}

/// The same move on the mirrored board.
pub(crate) fn mirrored(mv: Move) -> Move {
    Move::new(mv.from().rotated(), mv.to().rotated(), mv.captured().rotated())
}

/// The action space, and whether boards and moves are turned so that the side to move is White and moves up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Numbering {
    pub(crate) space: Space,
    pub(crate) turned: bool,
}

impl Numbering {
    fn is_turned(self, position: &Position) -> bool {
        self.turned && position.turn() == Color::Black
    }

    /// The position whose moves are numbered.
    pub(crate) fn view(self, position: &Position) -> Position {
        if self.is_turned(position) { position.mirrored() } else { *position }
    }

    /// A move of the view on the board, and the other way round.
    pub(crate) fn across(self, position: &Position, mv: Move) -> Move {
        if self.is_turned(position) { mirrored(mv) } else { mv }
    }

    /// The legal moves of the view that have actions.
    pub(crate) fn find_moves(self, position: &Position, legal: &mut MoveList) {
        legal_moves(&self.view(position), legal);
        // Every quiet move has an action.
        if legal.first().is_none_or(|mv| !mv.is_capture()) {
            return;
        }
        let has_action = |index: usize| self.space.0.of_index(legal, index).is_some();
        if !(0..legal.len()).all(has_action) {
            let kept: Vec<bool> = (0..legal.len()).map(has_action).collect();
            let mut kept = kept.into_iter();
            legal.retain(|_| kept.next().unwrap_or_default());
        }
    }

    /// The action of a legal move; `None` for the few moves without one.
    pub(crate) fn action(self, position: &Position, mv: Move) -> Option<usize> {
        let legal = MoveList::legal(&self.view(position));
        let mv = self.across(position, mv);
        let index = legal.iter().position(|other| *other == mv)?;
        self.space.0.of_index(&legal, index)
    }

    /// The legal move of an action, or why there is none.
    pub(crate) fn move_of(self, position: &Position, action: i64) -> Result<Move, String> {
        let view = self.view(position);
        let legal = MoveList::legal(&view);
        let index = self.space.0.index(&legal, action);
        let refusal = || self.space.0.refusal(&view, action);
        index.map(|index| self.across(position, legal[index])).ok_or_else(refusal)
    }

    pub(crate) fn mask<'py>(
        self,
        py: Python<'py>,
        position: &Position,
    ) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.space.0.count()];
        let legal = MoveList::legal(&self.view(position));
        self.space.0.all(&legal).for_each(|action| mask[action] = true);
        mask.into_pyarray(py)
    }
}
