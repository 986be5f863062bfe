//! The draw rules of FMJD article 6, over the positions of one game.

use super::color::Color;
use super::hash::Key;
use super::moves::Move;
use super::position::Position;

/// The article that makes a game a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// The same position, with the same side to move, for the third time (6.1).
    Repetition,
    /// 25 moves by each side with kings only and no capture (6.2).
    KingMoves,
    /// 16 moves by each side with three pieces, a king among them, against one king (6.3).
    ThreeAgainstOne,
    /// 5 moves by each side with one or two pieces, a king among them, against one king (6.4).
    TwoAgainstOne,
}

impl DrawRule {
    /// The plies after which the counting rules end the game.
    const fn plies(self) -> u32 {
        match self {
            DrawRule::Repetition => u32::MAX,
            DrawRule::KingMoves => 50,
            DrawRule::ThreeAgainstOne => 32,
            DrawRule::TwoAgainstOne => 10,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    /// Plies since a man moved or a piece was captured.
    king_plies: u32,
    ending: Option<DrawRule>,
    /// Plies since the material of `ending` first stood on the board.
    ending_plies: u32,
}

/// What the draw rules need to know of the moves so far; grows by one entry a ply and can go back.
///
/// The 2015 text leaves open what happens when 6.3 becomes 6.4 by a capture: here the new ending starts its own count.
#[derive(Clone, Debug)]
pub struct History {
    entries: Vec<Entry>,
}

impl History {
    /// The history of a game that starts here.
    #[must_use]
    pub fn new(start: &Position) -> History {
        let entry =
            Entry { key: Key::of(start), king_plies: 0, ending: ending(start), ending_plies: 0 };
        History { entries: vec![entry] }
    }

    /// Adds the move from `before` to `after`.
    pub fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        let last = self.entries.last().expect("the start is never removed");
        let is_king = before.kings(before.turn()).contains(mv.from());
        let ending = ending(after);
        let entry = Entry {
            key: last.key.after(before, mv, after),
            king_plies: if is_king && !mv.is_capture() { last.king_plies + 1 } else { 0 },
            ending,
            ending_plies: if ending == last.ending { last.ending_plies + 1 } else { 0 },
        };
        self.entries.push(entry);
    }

    /// Takes the last move back; the start stays.
    pub fn pop(&mut self) {
        if self.entries.len() > 1 {
            self.entries.pop();
        }
    }

    /// Plies played since the start.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.entries.len() - 1
    }

    /// The key of the current position.
    #[must_use]
    pub fn key(&self) -> Key {
        self.entries.last().expect("the start is never removed").key
    }

    /// Whether the current position counts as a draw in a search whose root was reached after `root` plies: by the rules, or as
    /// the second occurrence since the root, because what could be repeated once can be repeated again.
    #[inline]
    #[must_use]
    pub fn is_draw_in_search(&self, root: usize) -> bool {
        let last = self.entries.last().expect("the start is never removed");
        // The middle game: without king moves nothing repeats and nothing is counted.
        let may_be_draw = last.king_plies > 0 || last.ending.is_some();
        may_be_draw && (self.repeats_since(root) || self.draw().is_some())
    }

    fn repeats_since(&self, root: usize) -> bool {
        let (last, earlier) = self.entries.split_last().expect("the start is never removed");
        let reversible = (last.king_plies as usize).min(earlier.len().saturating_sub(root));
        let recent = &earlier[earlier.len() - reversible..];
        recent.iter().any(|entry| entry.key == last.key)
    }

    /// How often the current position has stood on the board, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let (last, earlier) = self.entries.split_last().expect("the start is never removed");
        // A man move or a capture cannot be undone: no need to look behind it.
        let reversible = (last.king_plies as usize).min(earlier.len());
        let recent = &earlier[earlier.len() - reversible..];
        1 + recent.iter().filter(|entry| entry.key == last.key).count()
    }

    /// The rule by which the current position is a draw. A side without a move has lost whatever this says.
    #[must_use]
    pub fn draw(&self) -> Option<DrawRule> {
        let last = self.entries.last().expect("the start is never removed");
        if self.occurrences() >= 3 {
            return Some(DrawRule::Repetition);
        }
        if last.king_plies >= DrawRule::KingMoves.plies() {
            return Some(DrawRule::KingMoves);
        }
        last.ending.filter(|rule| last.ending_plies >= rule.plies())
    }
}

fn ending(position: &Position) -> Option<DrawRule> {
    Color::ALL.into_iter().find_map(|strong| {
        let weak = !strong;
        let lone_king = position.men(weak).is_empty() && position.kings(weak).len() == 1;
        if !lone_king || position.kings(strong).is_empty() {
            return None;
        }
        match position.pieces(strong).len() {
            1 | 2 => Some(DrawRule::TwoAgainstOne),
            3 => Some(DrawRule::ThreeAgainstOne),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::{MoveList, fen};
    use super::*;

    struct Game {
        position: Position,
        history: History,
    }

    impl Game {
        fn new(text: &str) -> Game {
            let position = fen::read(text).expect(text);
            Game { history: History::new(&position), position }
        }

        fn play(&mut self, moves: &str) {
            for text in moves.split_whitespace() {
                let legal = MoveList::legal(&self.position);
                let mv = legal.into_iter().find(|mv| mv.to_string() == text).expect(text);
                let next = self.position.succ(mv);
                self.history.push(&self.position, mv, &next);
                self.position = next;
            }
        }

        fn repeat(&mut self, moves: &str, times: usize) {
            (0..times).for_each(|_| self.play(moves));
        }
    }

    const MANY_KINGS: &str = "W:WK1,K2,K3,K4:BK49,K50,45";

    #[test]
    fn article_6_1_the_third_time_with_the_same_side_to_move_is_a_draw() {
        let mut game = Game::new("W:WK1,K2,K3,K4:BK49,K50,45");
        game.play("2-8 50-44 8-2 44-50");
        assert_eq!((game.history.occurrences(), game.history.draw()), (2, None));
        game.play("2-8 50-44 8-2 44-50");
        assert_eq!(game.history.draw(), Some(DrawRule::Repetition));
    }

    #[test]
    fn article_6_1_a_man_move_makes_earlier_positions_impossible() {
        let mut game = Game::new("W:WK2,31:BK50,6");
        game.play("2-8 50-44 8-2 44-50 31-27 6-11");
        assert_eq!(game.history.occurrences(), 1);
    }

    /// A walk of kings that repeats only after 50 plies is long; the counter alone is looked at.
    #[test]
    fn article_6_2_fifty_plies_of_kings_without_capture_is_a_draw() {
        let mut game = Game::new(MANY_KINGS);
        game.repeat("2-8 50-44 8-2 44-50", 12);
        game.play("2-8");
        assert_eq!(game.history.entries.last().map(|e| e.king_plies), Some(49));
        game.play("50-44");
        let last = game.history.entries.last().expect("entries");
        assert_eq!(last.king_plies, DrawRule::KingMoves.plies());
    }

    #[test]
    fn article_6_2_a_man_move_starts_the_count_again() {
        let mut game = Game::new("W:WK2,31:BK50,6");
        game.play("2-8 50-44 31-27");
        assert_eq!(game.history.entries.last().map(|e| e.king_plies), Some(0));
    }

    #[test]
    fn article_6_3_covers_three_pieces_with_a_king_against_a_lone_king() {
        let rule = |text: &str| ending(&fen::read(text).expect(text));
        for strong in ["K1,K2,K3", "K1,K2,13", "K1,12,13"] {
            assert_eq!(rule(&format!("W:W{strong}:BK50")), Some(DrawRule::ThreeAgainstOne));
        }
        assert_eq!(rule("W:W11,12,13:BK50"), None);
        assert_eq!(rule("W:WK1,K2,K3:B30"), None);
    }

    #[test]
    fn article_6_4_covers_one_or_two_pieces_with_a_king_against_a_lone_king() {
        let rule = |text: &str| ending(&fen::read(text).expect(text));
        for text in ["W:WK1,K2:BK50", "W:WK1,12:BK50", "W:WK1:BK50", "B:WK1:B11,K50"] {
            assert_eq!(rule(text), Some(DrawRule::TwoAgainstOne), "{text}");
        }
        assert_eq!(rule("W:W11,12:BK50"), None);
    }

    #[test]
    fn article_6_4_is_a_draw_after_five_moves_each() {
        let mut game = Game::new("W:WK1,K2:BK46");
        game.play("1-7 46-28 7-16 28-46 2-7 46-41 7-12 41-46 16-11");
        assert_eq!(game.history.draw(), None);
        game.play("46-28");
        assert_eq!(game.history.draw(), Some(DrawRule::TwoAgainstOne));
    }

    #[test]
    fn a_search_takes_the_second_occurrence_since_its_root_for_a_draw() {
        let mut game = Game::new(MANY_KINGS);
        game.play("2-8 50-44");
        let root = game.history.plies();
        game.play("8-2 44-50");
        assert!(!game.history.is_draw_in_search(root), "the first occurrence lies before the root");
        game.play("2-8 50-44");
        assert!(game.history.is_draw_in_search(root));
        assert_eq!(game.history.draw(), None);
    }

    #[test]
    fn a_search_sees_the_counted_endings_when_a_man_moves() {
        let mut game = Game::new("W:WK1,45:BK46");
        game.play("45-40 46-41 40-35 41-46 35-30 46-41 30-25 41-46 25-20");
        assert!(!game.history.is_draw_in_search(0));
        game.play("46-41");
        assert!(game.history.is_draw_in_search(0));
    }

    #[test]
    fn going_back_restores_the_counters() {
        let mut game = Game::new("W:WK1,K2:BK46");
        let before = game.history.clone();
        game.play("1-7");
        game.history.pop();
        assert_eq!(game.history.key(), before.key());
        assert_eq!(game.history.plies(), 0);
    }
}
