//! Orders of the legal moves of a position, and the place of the best move in each.

use std::cmp::Reverse;

use super::learned_table::{Mover, techniques};
use super::settings::{HeldOut, MoverSettings, SHORTER};
use crate::board::{Move, MoveList, Position};
use crate::engine::{
    Budget, Engine, Evaluation, GameState, MoveStats, Options, StopFlag, TableError,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveOrder {
    Generator,
    /// By how often they were best in a search of the position after another move, as inner nodes know them from
    /// other lines.
    Elsewhere,
    /// By that and the mover together, in a search that has both.
    ElsewhereTogether,
    /// By how often they were best in a shorter search.
    History,
    Mover,
    /// By history and mover together, in a shorter search that has both.
    Together,
    /// The best move of the shorter search, then by history.
    TableHistory,
    /// The best move of the shorter search, then by the mover.
    TableMover,
    /// The best move of a shorter search that has both, then by history and mover together.
    TableTogether,
}

impl MoveOrder {
    /// All of them, as rows and tables have them.
    pub(super) const ALL: [MoveOrder; 9] = [
        MoveOrder::Generator,
        MoveOrder::Elsewhere,
        MoveOrder::ElsewhereTogether,
        MoveOrder::History,
        MoveOrder::Mover,
        MoveOrder::Together,
        MoveOrder::TableHistory,
        MoveOrder::TableMover,
        MoveOrder::TableTogether,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            MoveOrder::Generator => "as generated",
            MoveOrder::Elsewhere => "history of another line",
            MoveOrder::ElsewhereTogether => "the same, and mover",
            MoveOrder::History => "history",
            MoveOrder::Mover => "mover",
            MoveOrder::Together => "history and mover",
            MoveOrder::TableHistory => "hash move, history",
            MoveOrder::TableMover => "hash move, mover",
            MoveOrder::TableTogether => "hash move, history and mover",
        }
    }
}

/// MiB of a table: more than the search of one position fills.
const TABLE: usize = 1;

/// An engine that searches single positions.
pub(super) struct Searches(Engine);

impl Searches {
    pub(super) fn new(
        evaluation: &Evaluation,
        mover: Option<&'static Mover>,
    ) -> Result<Searches, TableError> {
        let options =
            Options { hash_mb: TABLE, techniques: techniques(mover), ..Options::default() };
        Ok(Searches(Engine::new(evaluation, &options)?))
    }

    /// The best move of a position that has one.
    pub(super) fn best(&mut self, position: &Position, nodes: u64) -> Option<Move> {
        let game = GameState::new(*position);
        self.0.new_game();
        let budget = Budget::of_nodes(nodes);
        self.0.think(&game, &budget, &StopFlag::new(), &mut |_| {}).map(|choice| choice.mv)
    }

    /// The place of the best move among the legal ones.
    pub(super) fn place_of_best(&mut self, position: &Position, nodes: u64) -> u8 {
        let best = self.best(position, nodes);
        place(MoveList::legal(position).into_iter(), best)
    }

    /// What a search of so many nodes leaves behind, and one of the position after its best move.
    fn known(&mut self, position: &Position, nodes: u64) -> KnownMoves {
        let best = self.best(position, nodes);
        let here = self.0.move_stats(position);
        // After the best move nobody could play that move, and history would know nothing of it.
        let others = here.iter().filter(|one| Some(one.mv) != best);
        if let Some(other) = others.min_by_key(|one| Reverse(one.rank)) {
            self.best(&position.succ(other.mv), nodes);
        }
        KnownMoves { here, elsewhere: self.0.move_stats(position) }
    }
}

/// What is known of the moves of a position by searches of it and of the one after another move than the best.
struct KnownMoves {
    here: Vec<MoveStats>,
    elsewhere: Vec<MoveStats>,
}

/// The place of a move; behind all if it is not among them.
fn place(mut moves: impl Iterator<Item = Move>, best: Option<Move>) -> u8 {
    let place = moves.position(|mv| Some(mv) == best).unwrap_or(usize::from(u8::MAX));
    u8::try_from(place).unwrap_or(u8::MAX)
}

pub(super) struct Comparison<'a> {
    pub mover: &'a Mover,
    pub plain: Searches,
    pub with_mover: Searches,
}

impl Comparison<'_> {
    /// Looks for the best move of each position in every order.
    pub(super) fn compare(
        &mut self,
        block: usize,
        positions: &[Position],
        settings: &MoverSettings,
    ) -> HeldOut {
        let mut moves = Vec::new();
        let mut places = vec![Vec::new(); MoveOrder::ALL.len()];
        for position in positions {
            let best = self.plain.best(position, settings.nodes);
            let plain = self.plain.known(position, settings.nodes / SHORTER);
            let both = self.with_mover.known(position, settings.nodes / SHORTER);
            moves.push(u8::try_from(plain.here.len()).unwrap_or(u8::MAX));
            for (order, places) in MoveOrder::ALL.into_iter().zip(&mut places) {
                places.push(place(self.ordered(order, position, &plain, &both).into_iter(), best));
            }
        }
        let captures = positions.iter().map(Position::must_capture).collect();
        HeldOut { block, moves, captures, places }
    }

    fn ordered(
        &self,
        order: MoveOrder,
        position: &Position,
        plain: &KnownMoves,
        both: &KnownMoves,
    ) -> Vec<Move> {
        let by_mover = |known: &MoveStats| i64::from(self.mover.rank_of(position, known.mv));
        let by_rank = |known: &MoveStats| i64::from(known.rank);
        // Among equals the generator's order, as in the search.
        let sorted = |known: &[MoveStats], is_first: bool, rank: &dyn Fn(&MoveStats) -> i64| {
            let mut known = known.to_vec();
            known.sort_by_key(|one| Reverse((is_first && one.is_hash_move, rank(one))));
            known.into_iter().map(|one| one.mv).collect()
        };
        match order {
            MoveOrder::Elsewhere => sorted(&plain.elsewhere, false, &by_rank),
            MoveOrder::ElsewhereTogether => sorted(&both.elsewhere, false, &by_rank),
            MoveOrder::Generator => sorted(&plain.here, false, &|_| 0),
            MoveOrder::History => sorted(&plain.here, false, &by_rank),
            MoveOrder::Mover => sorted(&plain.here, false, &by_mover),
            MoveOrder::Together => sorted(&both.here, false, &by_rank),
            MoveOrder::TableHistory => sorted(&plain.here, true, &by_rank),
            MoveOrder::TableMover => sorted(&plain.here, true, &by_mover),
            MoveOrder::TableTogether => sorted(&both.here, true, &by_rank),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::mover::learned_table::MoverLearner;

    #[test]
    fn orders_stand_in_rows_as_they_are_declared() {
        assert!(MoveOrder::ALL.iter().enumerate().all(|(place, order)| *order as usize == place));
    }

    #[test]
    fn the_best_move_of_a_search_stands_first_behind_its_own_table() {
        let mut learner = MoverLearner::default();
        let start = Position::start();
        learner.learn(&start, MoveList::legal(&start)[4], 9.0);
        let mover: &'static Mover = Box::leak(Box::new(learner.mover()));
        let evaluation = Evaluation::material();
        let searches = |mover| Searches::new(&evaluation, mover).expect("1 MiB");
        let (plain, with_mover) = (searches(None), searches(Some(mover)));
        let mut comparison = Comparison { mover, plain, with_mover };
        let best = comparison.plain.best(&start, 3000);
        let plain = comparison.plain.known(&start, 3000);
        let legal = MoveList::legal(&start);
        let order = |order| comparison.ordered(order, &start, &plain, &plain);
        assert_eq!(order(MoveOrder::Generator), legal.to_vec());
        assert_eq!(order(MoveOrder::Mover)[0], legal[4]);
        for first in [MoveOrder::TableHistory, MoveOrder::TableMover] {
            assert_eq!(Some(order(first)[0]), best);
        }
    }
}
