//! The leaf of a score: the last position of the principal variation, or the rule that ends it.

use super::depth::Ply;
use super::evaluate::Evaluate;
use super::score::{Outlook, Score};
use super::searcher::Searcher;
use crate::board::{Color, History, Move, MoveList, Position};

/// The end of a principal variation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leaf {
    /// A quiet position whose value is the score.
    Evaluated(Position),
    /// The result by the rules or the tablebase, for White: +1, 0 or −1.
    Proven(f32),
    /// The line was cut short, and none of its positions has the score.
    Unknown,
}

impl<E: Evaluate> Searcher<E> {
    /// The end of a line that a search of this position, the last one of `history`, gave with this score.
    ///
    /// A line is cut short where the search ended before it knew it: in an iteration that was broken off, for instance.
    pub(crate) fn leaf(
        &mut self,
        position: &Position,
        history: &History,
        line: &[Move],
        score: Score,
    ) -> Leaf {
        let white = |color: Color, points: f32| points * color.sign() as f32;
        if !matches!(score.outlook(), Outlook::Open(_)) || score.is_known() {
            return Leaf::Proven(white(
                position.turn(),
                if score > Score::DRAW { 1.0 } else { -1.0 },
            ));
        }
        if score == Score::DRAW && self.is_known_draw(position) {
            return Leaf::Proven(0.0);
        }
        let Some((leaf, is_drawn)) = self.walk(position, history, line) else {
            return Leaf::Unknown;
        };
        let score = if leaf.turn() == position.turn() { score } else { -score };
        let is_even = score == Score::DRAW;
        if is_even && (is_drawn || self.probe_leaf(&leaf, Ply::ROOT) == Some(Score::DRAW)) {
            return Leaf::Proven(0.0);
        }
        if leaf.must_capture() || !leaf.has_moves() {
            return Leaf::Unknown;
        }
        self.evaluate.reset(&leaf);
        if self.evaluate.value(&leaf) == score { Leaf::Evaluated(leaf) } else { Leaf::Unknown }
    }

    /// The last position of a line, and whether the search takes it for a draw; `None` if a move is not legal.
    fn walk(
        &mut self,
        position: &Position,
        history: &History,
        line: &[Move],
    ) -> Option<(Position, bool)> {
        self.path.clone_from(history);
        let root = history.plies();
        let mut last = *position;
        for &mv in line {
            if !MoveList::legal(&last).contains(&mv) {
                return None;
            }
            let next = last.succ(mv);
            self.path.push(&last, mv, &next);
            last = next;
        }
        Some((last, !line.is_empty() && self.path.is_draw_in_search(root)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Choice, Depth, Limits, Material, StopFlag, Techniques, TranspositionTable};
    use super::*;
    use crate::board::fen;

    fn searched(text: &str, depth: u8) -> (Position, Searcher<Material>, Choice) {
        let position = fen::read(text).expect(text);
        let table = Arc::new(TranspositionTable::new(1).expect("a small table"));
        let mut searcher = Searcher::new(Material, table, Techniques::ALL);
        let limits = Limits { depth: Some(Depth::new(depth)), ..Limits::default() };
        let history = History::new(&position);
        let choice = searcher.search(&position, &history, limits, &StopFlag::new(), &mut |_| {});
        (position, searcher, choice.expect("there are moves"))
    }

    #[test]
    fn the_value_of_the_leaf_is_the_score_of_the_search() {
        let texts = ["W:W31-50:B1-20", "W:W27,28,31,32,33,36-39:B7-9,12-14,16,18,19,23"];
        for text in texts {
            for depth in 1..9 {
                let (position, mut searcher, choice) = searched(text, depth);
                let history = History::new(&position);
                let leaf = searcher.leaf(&position, &history, &choice.line, choice.score);
                let Leaf::Evaluated(leaf) = leaf else { panic!("{text} {depth}: {leaf:?}") };
                let points = 100 * leaf.material() * position.turn().sign();
                assert_eq!(points, choice.score.points(), "{text} {depth}");
            }
        }
    }

    #[test]
    fn a_line_cut_short_has_no_leaf() {
        // White takes a man, and Black takes it back.
        let (position, mut searcher, choice) = searched("W:W27,32,38,43:B21,17,12,8", 6);
        let history = History::new(&position);
        assert!(choice.line.len() > 1);
        let wrong = Score::from_points(choice.score.points() + 100);
        assert_eq!(searcher.leaf(&position, &history, &choice.line, wrong), Leaf::Unknown);
        let twice = [choice.line[0], choice.line[0]];
        assert_eq!(searcher.leaf(&position, &history, &twice, choice.score), Leaf::Unknown);
    }

    #[test]
    fn wins_of_either_side_are_settled_as_white_sees_them() {
        for (text, white) in [("W:W28,33,39:B17", 1.0), ("B:W34:B23,18,12", -1.0)] {
            let (position, mut searcher, choice) = searched(text, 8);
            let history = History::new(&position);
            let leaf = searcher.leaf(&position, &history, &choice.line, choice.score);
            assert_eq!(leaf, Leaf::Proven(white), "{text}");
        }
    }

    #[test]
    fn a_draw_by_the_rules_is_settled() {
        // A king against a king repeats itself.
        let position = fen::read("W:WK46:BK50").expect("fen");
        let history = History::new(&position);
        let (mut last, mut line) = (position, Vec::new());
        let (_, mut searcher, _) = searched("W:WK46:BK50", 2);
        for text in ["46-41", "50-44", "41-46", "44-50"] {
            let legal = MoveList::legal(&last);
            line.push(*legal.iter().find(|mv| mv.to_string() == text).expect(text));
            last = last.succ(line[line.len() - 1]);
        }
        assert_eq!(searcher.leaf(&position, &history, &line, Score::DRAW), Leaf::Proven(0.0));
        assert_eq!(
            searcher.leaf(&position, &history, &line[..1], Score::from_points(3)),
            Leaf::Unknown
        );
    }
}
