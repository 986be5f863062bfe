//! Scores from the tablebase: at the root, in a node, and at a leaf.

use super::depth::Ply;
use super::evaluate::Evaluate;
use super::probe::TablebaseValue;
use super::score::{Score, Window};
use super::searcher::Searcher;
use super::tt::Bound;
use crate::board::{Color, Position, Square};

impl<E: Evaluate> Searcher<E> {
    /// Probes the root. If it is drawn, drawn positions are searched on, so that the evaluation chooses among drawing moves; lost
    /// ones still score as losses.
    pub(super) fn probe_root(&mut self, position: &Position) {
        // Set first, since the probe of the root itself must see draws.
        self.cuts_on_tb_draw = true;
        self.proven_root = None;
        let known = self.known(position, Ply::ROOT);
        self.cuts_on_tb_draw = !matches!(known, Some((Score::DRAW, _)));
        self.proven_root = known.filter(|(score, _)| score.is_decided()).map(|(score, _)| score);
    }

    /// The score of the root as it is reported: a proven draw is 0, whatever the evaluation says.
    pub(super) fn reported_score(&self, score: Score) -> Score {
        if self.cuts_on_tb_draw || score.is_known() { score } else { Score::DRAW }
    }

    /// The score of a node that the tablebase covers, if it ends the node in this window. A win of unknown length is a lower bound.
    #[inline]
    pub(super) fn probe_tablebase(
        &self,
        position: &Position,
        window: Window,
        ply: Ply,
    ) -> Option<Score> {
        let (score, bound) = self.known(position, ply)?;
        // A bound inside the window is no answer: the search may still find the distance.
        let answers = match bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        answers.then_some(score)
    }

    /// The score of a leaf that the tablebase covers.
    #[inline]
    pub(super) fn probe_leaf(&self, position: &Position, ply: Ply) -> Option<Score> {
        self.known(position, ply).map(|(score, _)| score)
    }

    /// Whether a position is a draw by exact knowledge.
    pub(super) fn is_known_draw(&self, position: &Position) -> bool {
        self.probe_position(position) == Some(TablebaseValue::Draw)
    }

    /// The tablebase's value of a position, if it has few enough pieces.
    #[inline]
    fn probe_position(&self, position: &Position) -> Option<TablebaseValue> {
        let probe = self.probe.as_ref()?;
        if position.occupied().len() > probe.pieces() { None } else { probe.probe(position) }
    }

    #[inline]
    fn known(&self, position: &Position, ply: Ply) -> Option<(Score, Bound)> {
        let known = self.probe_position(position)?;
        // The tables do not know the counts of the draw rules: a win must end before the first of them.
        if !known.is_in_time(self.path.plies_left()) {
            return None;
        }
        match known {
            TablebaseValue::Draw => self.cuts_on_tb_draw.then_some((Score::DRAW, Bound::Exact)),
            TablebaseValue::Win(Some(plies)) => {
                Some((Score::win_at(after(ply, plies)), Bound::Exact))
            }
            TablebaseValue::Loss(Some(plies)) => {
                Some((Score::loss_at(after(ply, plies)), Bound::Exact))
            }
            TablebaseValue::Win(None) => {
                let score = Score::known_win(ply, progress(position, position.turn()));
                Some((score, Bound::Lower))
            }
            TablebaseValue::Loss(None) => {
                let score = -Score::known_win(ply, progress(position, !position.turn()));
                Some((score, Bound::Upper))
            }
        }
    }
}

fn after(ply: Ply, plies: u32) -> Ply {
    Ply::new(ply.count().saturating_add(plies.min(255) as u8))
}

/// How near the winner looks to the end: men advanced, kings made, opponents taken.
fn progress(position: &Position, winner: Color) -> i32 {
    let rows = |square: Square| match winner {
        Color::White => 9 - i32::from(square.row()),
        Color::Black => i32::from(square.row()),
    };
    let men: i32 = position.men(winner).into_iter().map(rows).sum();
    let kings = position.kings(winner).len() as i32;
    let opponents = position.pieces(!winner).len() as i32;
    4 * men + 60 * kings - 100 * opponents
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{
        Choice, Depth, Limits, Material, Probe, StopFlag, Techniques, TranspositionTable,
    };
    use super::*;
    use crate::board::{History, fen};

    /// The same value for every position of up to three pieces, for White.
    #[derive(Debug)]
    struct Always(TablebaseValue);

    impl Probe for Always {
        fn pieces(&self) -> u32 {
            3
        }

        fn probe(&self, position: &Position) -> Option<TablebaseValue> {
            Some(match (position.turn(), self.0) {
                (Color::White, known) => known,
                (Color::Black, TablebaseValue::Win(plies)) => TablebaseValue::Loss(plies),
                (Color::Black, TablebaseValue::Loss(plies)) => TablebaseValue::Win(plies),
                (Color::Black, TablebaseValue::Draw) => TablebaseValue::Draw,
            })
        }
    }

    fn search(text: &str, known: Option<TablebaseValue>, depth: u8) -> Choice {
        let position = fen::read(text).expect(text);
        let table = Arc::new(TranspositionTable::new(1).expect("a small table"));
        let probe = known.map(|known| Arc::new(Always(known)) as Arc<dyn Probe>);
        let mut searcher = Searcher::new(Material, table, Techniques::ALL).with_probe(probe);
        let limits = Limits { depth: Some(Depth::new(depth)), ..Limits::default() };
        let history = History::new(&position);
        let choice = searcher.search(&position, &history, limits, &StopFlag::new(), &mut |_| {});
        choice.expect("there are moves")
    }

    /// White takes one of two kings.
    const CAPTURE: &str = "W:W38,K50:BK33,K1";

    #[test]
    fn a_known_draw_after_a_capture_is_worth_nothing_with_any_pieces() {
        assert_ne!(search(CAPTURE, None, 2).score, Score::DRAW);
        assert_eq!(search(CAPTURE, Some(TablebaseValue::Draw), 2).score, Score::DRAW);
    }

    #[test]
    fn a_known_win_has_its_number_of_plies() {
        let choice = search(CAPTURE, Some(TablebaseValue::Win(Some(9))), 2);
        assert_eq!(choice.score, Score::win_at(Ply::new(10)));
    }

    #[test]
    fn a_win_of_unknown_length_is_above_every_evaluation() {
        // Men against a king: no count runs but that of kings' moves.
        let text = "W:W26,36:BK5";
        let choice = search(text, Some(TablebaseValue::Win(None)), 2);
        assert!(choice.score.is_known() && choice.score > Score::DRAW, "{:?}", choice.score);
        let choice = search(text, Some(TablebaseValue::Loss(None)), 2);
        assert!(choice.score.is_known() && choice.score < Score::DRAW, "{:?}", choice.score);
    }

    /// Two kings against one: ten plies.
    #[test]
    fn a_win_that_the_count_leaves_no_room_for_is_not_believed() {
        let text = "W:WK6,K16:BK50";
        assert!(search(text, Some(TablebaseValue::Win(Some(9))), 2).score.is_decided());
        assert!(!search(text, Some(TablebaseValue::Win(Some(13))), 2).score.is_known());
        assert!(!search(text, Some(TablebaseValue::Win(None)), 2).score.is_known());
    }

    #[test]
    fn a_drawn_root_is_searched_by_the_evaluation_and_told_as_a_draw() {
        // Nothing to choose for tables; the count of men has its own mind.
        let text = "W:WK6,K16:BK50";
        let choice = search(text, Some(TablebaseValue::Draw), 4);
        assert_eq!((choice.score, choice.depth), (Score::DRAW, Depth::new(4)));
        assert_eq!(choice.line, search(text, None, 4).line);
    }

    #[test]
    fn men_ahead_kings_and_captures_are_progress() {
        let progress = |text: &str| progress(&fen::read(text).expect(text), Color::White);
        assert!(progress("W:W21,K1:BK50") > progress("W:W26,K1:BK50"));
        assert!(progress("W:WK1,K2:BK50") > progress("W:WK1,6:BK50"));
        assert!(progress("W:WK1,6:BK50") > progress("W:WK1,K2:BK50,45"));
    }
}
