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
    #[must_use]
    pub const fn plies(self) -> u32 {
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
    /// Plies since there were first three pieces or fewer, a king among them, against a lone king; `None` if there never were.
    three_plies: Option<u32>,
    /// The same for two pieces or fewer.
    two_plies: Option<u32>,
}

impl Entry {
    fn rule(&self) -> Option<DrawRule> {
        let over = |plies: Option<u32>, rule: DrawRule| plies.is_some_and(|n| n >= rule.plies());
        if self.king_plies >= DrawRule::KingMoves.plies() {
            Some(DrawRule::KingMoves)
        } else if over(self.two_plies, DrawRule::TwoAgainstOne) {
            Some(DrawRule::TwoAgainstOne)
        } else if over(self.three_plies, DrawRule::ThreeAgainstOne) {
            Some(DrawRule::ThreeAgainstOne)
        } else {
            None
        }
    }
}

/// What the draw rules need to know of the moves so far; grows by one entry a ply and can go back.
///
/// The counts of 6.3 and 6.4 begin when the material is first on the board. The move that brought it about is not counted, and
/// unlike in 6.2 no man move or promotion starts them again. The text of 2015 leaves open what becomes of the 16 moves when a
/// capture turns three pieces into two, or takes the only king among them: here every count that has begun runs on, and the one
/// that ends first decides. So neither side can prolong an ending by giving a piece away.
///
/// ```
/// use draughts_td_rules::board::{DrawRule, History, MoveList, fen};
///
/// let mut position = fen::read("W:WK46:BK50")?;
/// let mut history = History::new(&position);
/// for text in ["46-41", "50-44", "41-46", "44-50"].repeat(2) {
///     let legal = MoveList::legal(&position);
///     let mv = *legal.iter().find(|mv| mv.to_string() == text).expect(text);
///     let next = position.succ(mv);
///     history.push(&position, mv, &next);
///     position = next;
/// }
/// assert_eq!(history.draw(), Some(DrawRule::Repetition));
/// # Ok::<(), fen::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct History {
    entries: Vec<Entry>,
}

impl History {
    /// The history of a game that starts here.
    #[must_use]
    pub fn new(start: &Position) -> History {
        let strong = strong_side(start);
        let entry = Entry {
            key: Key::of(start),
            king_plies: 0,
            three_plies: counted(strong, 3, None),
            two_plies: counted(strong, 2, None),
        };
        History { entries: vec![entry] }
    }

    /// Adds the move from `before` to `after`.
    #[inline]
    pub fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        let last = self.entries.last().expect("the start is never removed");
        let is_king = before.kings(before.turn()).contains(mv.from());
        let strong = strong_side(after);
        let entry = Entry {
            key: last.key.after(before, mv, after),
            king_plies: if is_king && !mv.is_capture() { last.king_plies + 1 } else { 0 },
            three_plies: counted(strong, 3, last.three_plies),
            two_plies: counted(strong, 2, last.two_plies),
        };
        self.entries.push(entry);
    }

    /// Takes the last move back; the start stays.
    #[inline]
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
    #[inline]
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
        let may_be_draw = last.king_plies > 0 || last.three_plies.is_some();
        may_be_draw && (self.repeats_since(root) || self.draw().is_some())
    }

    fn repeats_since(&self, root: usize) -> bool {
        let (last, earlier) = self.entries.split_last().expect("the start is never removed");
        let reversible = (last.king_plies as usize).min(earlier.len().saturating_sub(root));
        let recent = &earlier[earlier.len() - reversible..];
        recent.iter().any(|entry| entry.key == last.key)
    }

    /// How often the current position has been on the board, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let (last, earlier) = self.entries.split_last().expect("the start is never removed");
        // A man move or a capture cannot be undone: no need to look at moves before it.
        let reversible = (last.king_plies as usize).min(earlier.len());
        let recent = &earlier[earlier.len() - reversible..];
        1 + recent.iter().filter(|entry| entry.key == last.key).count()
    }

    /// The plies that can be played before a count that runs now makes the game a draw (6.2 to 6.4).
    ///
    /// All of them must be moves of kings, and no capture may set the count of 6.2 back. A side that has no move after the last of them
    /// has lost: the draw comes too late.
    #[inline]
    #[must_use]
    pub fn plies_left(&self) -> u32 {
        let last = self.entries.last().expect("the start is never removed");
        let left = |plies: u32, rule: DrawRule| rule.plies().saturating_sub(plies);
        let counts = [
            Some(left(last.king_plies, DrawRule::KingMoves)),
            last.three_plies.map(|plies| left(plies, DrawRule::ThreeAgainstOne)),
            last.two_plies.map(|plies| left(plies, DrawRule::TwoAgainstOne)),
        ];
        counts.into_iter().flatten().min().expect("the first count always runs")
    }

    /// The counts that run now (6.2 to 6.4), each with the plies that are left of it.
    #[must_use]
    pub fn running(&self) -> Vec<(DrawRule, u32)> {
        let last = self.entries.last().expect("the start is never removed");
        let kings = (last.king_plies > 0).then_some(last.king_plies);
        let counts = [
            (DrawRule::KingMoves, kings),
            (DrawRule::ThreeAgainstOne, last.three_plies),
            (DrawRule::TwoAgainstOne, last.two_plies),
        ];
        let left = |rule: DrawRule, plies: u32| rule.plies().saturating_sub(plies);
        counts.into_iter().filter_map(|(rule, plies)| Some((rule, left(rule, plies?)))).collect()
    }

    /// The count that ends first among those that run now, with the plies that are left of it: the rule that makes the game a draw if no
    /// capture, man move or repetition comes before.
    #[must_use]
    pub fn ends_first(&self) -> Option<(DrawRule, u32)> {
        // Of two that end together the rule is the one that `draw` names: 6.2, then 6.4.
        let precedence = |rule: DrawRule| u32::from(rule == DrawRule::ThreeAgainstOne);
        self.running().into_iter().min_by_key(|&(rule, left)| (left, precedence(rule)))
    }

    /// The rule by which the current position is a draw. A side without a move has lost whatever this says.
    #[must_use]
    pub fn draw(&self) -> Option<DrawRule> {
        let last = self.entries.last().expect("the start is never removed");
        if self.occurrences() >= 3 {
            return Some(DrawRule::Repetition);
        }
        last.rule()
    }
}

/// The number of pieces, a king among them, against a lone king.
#[inline]
fn strong_side(position: &Position) -> Option<u32> {
    Color::ALL.into_iter().find_map(|strong| {
        let weak = !strong;
        let lone_king = position.men(weak).is_empty() && position.kings(weak).len() == 1;
        let has_king = !position.kings(strong).is_empty();
        (lone_king && has_king).then(|| position.pieces(strong).len())
    })
}

/// The plies since the strong side first had at most this many pieces, from those of the position before. What has begun runs on:
/// a lone king stays a lone king, and pieces never become more.
#[inline]
fn counted(strong: Option<u32>, at_most: u32, before: Option<u32>) -> Option<u32> {
    let begins = strong.is_some_and(|pieces| pieces <= at_most);
    before.map(|plies| plies + 1).or_else(|| begins.then_some(0))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

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
                self.push(mv);
            }
        }

        fn push(&mut self, mv: Move) {
            let next = self.position.succ(mv);
            self.history.push(&self.position, mv, &next);
            self.position = next;
        }

        /// King moves that capture nothing, offer nothing and repeat nothing.
        fn wander(&mut self, plies: usize) {
            for _ in 0..plies {
                let kings = self.position.kings(self.position.turn());
                let mv = MoveList::legal(&self.position).into_iter().find(|&mv| {
                    let next = self.position.succ(mv);
                    self.history.push(&self.position, mv, &next);
                    let is_new = self.history.occurrences() == 1;
                    self.history.pop();
                    kings.contains(mv.from()) && !mv.is_capture() && !next.must_capture() && is_new
                });
                self.push(mv.expect("a king can wander"));
            }
        }

        /// A white king move that lets Black take one piece and lose nothing for it, and the capture.
        fn give_a_piece(&mut self) {
            let gift = MoveList::legal(&self.position).into_iter().find_map(|mv| {
                let next = self.position.succ(mv);
                let takes =
                    MoveList::legal(&next).into_iter().find(|mv| mv.captured().len() == 1)?;
                (!next.succ(takes).must_capture()).then_some([mv, takes])
            });
            gift.expect("a gift").into_iter().for_each(|mv| self.push(mv));
        }
    }

    fn read(text: &str) -> Position {
        fen::read(text).expect(text)
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
    fn article_6_1_the_repetitions_need_not_be_in_succession() {
        let mut game = Game::new(MANY_KINGS);
        game.play("2-8 50-44 8-2 44-50 3-9 50-44 9-3 44-50");
        assert_eq!(
            (game.history.occurrences(), game.history.draw()),
            (3, Some(DrawRule::Repetition))
        );
    }

    #[test]
    fn the_counts_that_run_tell_what_is_left_of_them() {
        assert_eq!(Game::new("W:W31-50:B1-20").history.running(), []);
        let mut game = Game::new("W:WK1,K2:BK50");
        let two = (DrawRule::TwoAgainstOne, 10);
        assert_eq!(game.history.running(), [(DrawRule::ThreeAgainstOne, 32), two]);
        game.play("2-8 50-44");
        let counts = [48, 30, 8];
        assert_eq!(
            game.history.running().into_iter().map(|(_, left)| left).collect::<Vec<_>>(),
            counts
        );
        assert_eq!(
            game.history.running().iter().map(|(_, left)| *left).min(),
            Some(game.history.plies_left())
        );
    }

    #[test]
    fn the_count_that_is_said_to_end_first_is_the_one_that_ends_the_game() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
        let mut ended = [0; 3];
        for game in 0..400 {
            let strong = ["K46", "K46,6", "K46,K5", "K46,K5,K10", "K46,7,8", "K46,K5,K10,K15"];
            let mut game = Game::new(&format!("W:W{}:BK50", strong[game % strong.len()]));
            // The rule, and the ply at which it ends the game.
            let mut said: Option<(DrawRule, usize)> = None;
            while game.history.draw().is_none() && game.position.has_moves() {
                let (plies, now) = (game.history.plies(), game.history.ends_first());
                assert_eq!(now.is_some(), !game.history.running().is_empty());
                let now = now.map(|(rule, left)| (rule, plies + left as usize));
                assert!(now.is_none_or(|(_, at)| at > plies), "a count that is over ends the game");
                // What is said of 6.3 and 6.4 changes only to an earlier end.
                if let (Some((rule, at)), Some((_, next))) = (said, now) {
                    assert!(rule == DrawRule::KingMoves || next <= at);
                }
                said = now;
                let legal: Vec<Move> = MoveList::legal(&game.position).into_iter().collect();
                game.push(legal[rng.random_range(0..legal.len())]);
            }
            let rule = game.history.draw().filter(|&rule| rule != DrawRule::Repetition);
            if let Some(rule) = rule {
                assert_eq!(said, Some((rule, game.history.plies())));
                ended[rule as usize - 1] += 1;
            }
        }
        assert!(ended[1] > 0 && ended[2] > 0, "{ended:?}");
    }

    /// White loses a move on the way: the pieces are back, but Black is to move.
    #[test]
    fn article_6_1_the_same_pieces_with_the_other_side_to_move_are_another_position() {
        let mut game = Game::new("W:WK2,K31:BK50,6");
        game.play("2-8 50-44 8-24 44-50 24-2");
        assert_eq!(game.position, read("B:WK2,K31:BK50,6"));
        assert_eq!(game.history.occurrences(), 1);
    }

    #[test]
    fn article_6_1_a_man_move_makes_earlier_positions_impossible() {
        let mut game = Game::new("W:WK2,31:BK50,6");
        game.play("2-8 50-44 8-2 44-50 31-27 6-11");
        assert_eq!(game.history.occurrences(), 1);
    }

    #[test]
    fn article_6_2_fifty_plies_of_kings_without_capture_is_a_draw() {
        let mut game = Game::new(MANY_KINGS);
        game.wander(49);
        assert_eq!(game.history.draw(), None);
        game.wander(1);
        assert_eq!(game.history.draw(), Some(DrawRule::KingMoves));
    }

    #[test]
    fn article_6_2_a_man_move_starts_the_count_again() {
        let mut game = Game::new("W:WK46,K47,K48:BK1,K2,11");
        game.wander(49);
        game.play("11-16");
        assert_eq!(game.history.draw(), None);
        game.wander(49);
        assert_eq!(game.history.draw(), None);
        game.wander(1);
        assert_eq!(game.history.draw(), Some(DrawRule::KingMoves));
    }

    #[test]
    fn article_6_2_a_capture_by_a_king_starts_the_count_again() {
        let mut game = Game::new(MANY_KINGS);
        game.wander(4);
        game.give_a_piece();
        assert_eq!(game.history.entries.last().map(|entry| entry.king_plies), Some(0));
    }

    #[test]
    fn article_6_3_covers_three_pieces_with_a_king_against_a_lone_king() {
        for strong in ["K1,K2,K3", "K1,K2,13", "K1,12,13"] {
            assert_eq!(strong_side(&read(&format!("W:W{strong}:BK50"))), Some(3));
        }
        // Without a king, against a man, against two.
        for other in
            ["W:W11,12,13:BK50", "W:WK1,K2,K3:B30", "W:WK1,K2,K3:BK50,K49", "W:WK1,K2,K3:BK50,40"]
        {
            assert_eq!(strong_side(&read(other)), None, "{other}");
        }
    }

    #[test]
    fn article_6_4_covers_one_or_two_pieces_with_a_king_against_a_lone_king() {
        for (text, pieces) in
            [("W:WK1,K2:BK50", 2), ("W:WK1,12:BK50", 2), ("W:WK1:BK50", 1), ("B:WK1:B11,K50", 2)]
        {
            assert_eq!(strong_side(&read(text)), Some(pieces), "{text}");
        }
        assert_eq!(strong_side(&read("W:W11,12:BK50")), None);
    }

    #[test]
    fn article_6_3_is_a_draw_after_sixteen_moves_each() {
        let mut game = Game::new("W:WK1,K2,K3:BK46");
        game.wander(31);
        assert_eq!(game.history.draw(), None);
        game.wander(1);
        assert_eq!(game.history.draw(), Some(DrawRule::ThreeAgainstOne));
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
    fn article_6_4_counts_on_through_man_moves_and_a_promotion() {
        let mut game = Game::new("W:WK3,16:BK46");
        game.play("16-11 46-41 11-7 41-46 7-1 46-41 1-6 41-46 6-1");
        assert_eq!(game.history.draw(), None);
        game.play("46-41");
        assert_eq!(game.history.draw(), Some(DrawRule::TwoAgainstOne));
    }

    /// White takes the last black man and leaves a king: that move is not counted.
    #[test]
    fn article_6_4_does_not_count_the_move_that_makes_the_ending() {
        let mut game = Game::new("W:WK1,K31:BK50,27");
        game.play("31x22");
        assert_eq!(game.history.entries.last().map(|entry| entry.two_plies), Some(Some(0)));
    }

    /// 6.3 has run for 28 plies when a piece is given away: the draw comes after 32 in all, not after ten more.
    #[test]
    fn articles_6_3_and_6_4_run_side_by_side_when_a_capture_leaves_two_pieces() {
        let mut game = Game::new("W:WK1,K2,K3:BK46");
        game.wander(26);
        game.give_a_piece();
        assert_eq!(game.position.pieces(Color::White).len(), 2);
        assert_eq!(game.history.draw(), None);
        game.wander(3);
        assert_eq!(game.history.draw(), None);
        game.wander(1);
        assert_eq!(game.history.draw(), Some(DrawRule::ThreeAgainstOne));
    }

    #[test]
    fn article_6_4_decides_when_a_piece_is_given_early() {
        let mut game = Game::new("W:WK1,K2,K3:BK46");
        game.give_a_piece();
        game.wander(9);
        assert_eq!(game.history.draw(), None);
        game.wander(1);
        assert_eq!(game.history.draw(), Some(DrawRule::TwoAgainstOne));
    }

    #[test]
    fn the_plies_left_are_those_of_the_count_that_ends_first() {
        let left = |text: &str, moves: &str| {
            let mut game = Game::new(text);
            game.play(moves);
            game.history.plies_left()
        };
        assert_eq!(left(MANY_KINGS, ""), 50);
        assert_eq!(left(MANY_KINGS, "2-8 50-44"), 48);
        assert_eq!(left("W:WK1,K2,K3:BK50", ""), 32);
        assert_eq!(left("W:WK1,K2:BK50", ""), 10);
        assert_eq!(left("W:WK1,K2:BK50", "2-8"), 9);
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

    #[test]
    fn article_6_3_giving_the_only_king_away_does_not_prolong_the_ending() {
        // 28-23 offers the king, which leaves two men against a king.
        let mut game = Game::new("W:WK28,48,49:BK1");
        game.play("28-23 1x45");
        assert_eq!((game.position.kings(Color::White).len(), game.history.plies()), (0, 2));
        assert_eq!(game.history.entries.last().expect("an entry").three_plies, Some(2));
    }

    #[test]
    fn articles_6_3_and_6_4_end_every_game_in_time_whatever_is_moved() {
        use rand_xoshiro::Xoshiro256PlusPlus;
        use rand_xoshiro::rand_core::{Rng, SeedableRng};

        let mut random = Xoshiro256PlusPlus::seed_from_u64(63);
        for (text, limit) in
            [("W:WK28,44,49:BK1", 32), ("B:WK7,K8:BK50", 10), ("W:WK28,44:BK1", 10)]
        {
            for _ in 0..300 {
                let mut game = Game::new(text);
                while game.history.draw().is_none() && game.position.has_moves() {
                    let legal = MoveList::legal(&game.position);
                    let chosen = random.next_u64() as usize % legal.len();
                    game.push(legal.into_iter().nth(chosen).expect("a move"));
                }
                assert!(game.history.plies() <= limit, "{text}: {} plies", game.history.plies());
            }
        }
    }
}
