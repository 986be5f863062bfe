//! The positions of a game that are trained on: one rule per field, and the reason for each removal.

use serde::{Deserialize, Serialize};

use super::quiet::is_unquiet;
use crate::board::{Move, Position};

/// The rules by which positions are removed from a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Filter {
    /// Remove positions in which the side to move must capture.
    pub forced_captures: bool,
    /// Remove tactical discontinuities: the material balance leaves a level and is back within this many plies. 0 keeps them.
    pub window: u32,
    /// Remove positions with a standing shot: captures would change the balance, were either side to move.
    pub unquiet: bool,
    /// Remove the first plies of each game.
    pub min_ply: u32,
    /// Remove positions with fewer pieces.
    pub min_pieces: u32,
    /// Remove positions with more pieces.
    pub max_pieces: u32,
}

impl Default for Filter {
    /// The paper's filter: forced captures and discontinuities of up to 8 plies.
    fn default() -> Filter {
        Filter { forced_captures: true, window: 8, ..Filter::UNRESTRICTED }
    }
}

/// Why a position was removed; the first rule that applies counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Removal {
    /// The side to move must capture.
    ForcedCapture,
    /// Inside an excursion of the material balance.
    Discontinuity,
    /// A shot is standing.
    Unquiet,
    /// Too early in the game.
    Ply,
    /// Too few or too many pieces.
    Pieces,
    /// Endgame tables know how it ends.
    Endgame,
}

impl Removal {
    /// All reasons, in the order in which they are looked for, the last one in place of all others.
    pub const ALL: [Removal; 6] = [
        Removal::ForcedCapture,
        Removal::Discontinuity,
        Removal::Unquiet,
        Removal::Ply,
        Removal::Pieces,
        Removal::Endgame,
    ];

    /// The name used in the census.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Removal::ForcedCapture => "forced_capture",
            Removal::Discontinuity => "discontinuity",
            Removal::Unquiet => "unquiet",
            Removal::Ply => "ply",
            Removal::Pieces => "pieces",
            Removal::Endgame => "endgame",
        }
    }
}

impl Filter {
    /// Keeps everything.
    pub const UNRESTRICTED: Filter = Filter {
        forced_captures: false,
        window: 0,
        unquiet: false,
        min_ply: 0,
        min_pieces: 0,
        max_pieces: 40,
    };

    /// Fills `removals` with a reason for each position of a game that is removed; `None` keeps a position.
    pub fn check(
        &self,
        positions: &[Position],
        moves: &[Move],
        removals: &mut Vec<Option<Removal>>,
    ) {
        // Captures are compulsory: a legal capture says that there was no choice. Nothing follows the last position.
        let next = moves.iter().map(|mv| Some(mv.is_capture())).chain(std::iter::repeat(None));
        let checked = positions.iter().zip(next).enumerate().map(|(ply, (position, captures))| {
            let must_capture = || captures.unwrap_or_else(|| position.must_capture());
            if self.forced_captures && must_capture() {
                return Some(Removal::ForcedCapture);
            }
            self.check_position(ply, position)
        });
        removals.clear();
        removals.extend(checked);
        if self.window > 0 {
            for inside in excursions(positions, self.window as usize) {
                for removal in &mut removals[inside] {
                    if *removal != Some(Removal::ForcedCapture) {
                        *removal = Some(Removal::Discontinuity);
                    }
                }
            }
        }
    }

    /// The other rules about a single position.
    fn check_position(&self, ply: usize, position: &Position) -> Option<Removal> {
        if self.unquiet && is_unquiet(position) {
            return Some(Removal::Unquiet);
        }
        if ply < self.min_ply as usize {
            return Some(Removal::Ply);
        }
        let restricted = self.min_pieces > 0 || self.max_pieces < 40;
        let inside = || (self.min_pieces..=self.max_pieces).contains(&position.occupied().len());
        (restricted && !inside()).then_some(Removal::Pieces)
    }
}

/// The index ranges strictly inside an excursion: the balance leaves its level and first returns within `window` plies.
///
/// What lies inside one is no level that another could leave: the quiet positions between two exchanges in a row stay,
/// although the balance after the first capture of both is the same.
fn excursions(
    positions: &[Position],
    window: usize,
) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    let balance = |ply: usize| positions[ply].material();
    let mut next = 1;
    std::iter::from_fn(move || {
        while next < positions.len() {
            let left = next;
            next += 1;
            let level = balance(left - 1);
            if balance(left) == level {
                continue;
            }
            let last = (left - 1 + window).min(positions.len() - 1);
            if let Some(back) = (left + 1..=last).find(|&ply| balance(ply) == level) {
                next = back + 1;
                return Some(left..back);
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{MoveList, fen};

    /// The positions of a game given by its moves.
    fn game(start: &str, moves: &str) -> (Vec<Position>, Vec<Move>) {
        let (mut positions, mut played) = (vec![fen::read(start).expect(start)], Vec::new());
        for text in moves.split_whitespace() {
            let position = positions[positions.len() - 1];
            let legal = MoveList::legal(&position);
            let mv = legal.into_iter().find(|mv| mv.to_string() == text);
            let mv = mv.unwrap_or_else(|| panic!("{text} is not among {legal:?}"));
            positions.push(position.succ(mv));
            played.push(mv);
        }
        (positions, played)
    }

    fn checked(filter: &Filter, game: &(Vec<Position>, Vec<Move>)) -> Vec<Option<Removal>> {
        let mut removals = Vec::new();
        filter.check(&game.0, &game.1, &mut removals);
        removals
    }

    fn balances(game: &(Vec<Position>, Vec<Move>)) -> Vec<i32> {
        game.0.iter().map(Position::material).collect()
    }

    fn single(text: &str) -> (Vec<Position>, Vec<Move>) {
        (vec![fen::read(text).expect(text)], Vec::new())
    }

    const START: &str = "W:W31-50:B1-20";
    const FORCED: Option<Removal> = Some(Removal::ForcedCapture);
    const INSIDE: Option<Removal> = Some(Removal::Discontinuity);

    #[test]
    fn positions_with_a_forced_capture_go_and_the_quiet_ones_around_stay() {
        let game = game(START, "32-28 19-23 28x19 14x23");
        let filter = Filter { window: 0, ..Filter::default() };
        assert_eq!(checked(&filter, &game), [None, None, FORCED, FORCED, None]);
    }

    #[test]
    fn a_capture_left_standing_at_the_end_of_a_game_counts_as_forced() {
        let game = game(START, "32-28 19-23");
        assert_eq!(checked(&Filter::default(), &game), [None, None, FORCED]);
    }

    #[test]
    fn an_exchange_removes_what_lies_between_its_captures() {
        let game = game(START, "32-28 19-23 28x19 14x23");
        let filter = Filter { forced_captures: false, ..Filter::default() };
        // The balance is 0, 0, 0, +1, 0: only the position after the first capture is inside.
        assert_eq!(checked(&filter, &game), [None, None, None, INSIDE, None]);
    }

    /// White gives a man, gives a second, and wins both back with one capture.
    ///
    /// ```text
    ///   17 x  18 x  19 x
    ///      22 x
    ///            28 o
    /// 31 o     33 o
    ///         38 o 39 o
    /// ```
    #[test]
    fn of_two_men_given_and_won_back_nothing_between_is_kept() {
        let game = game("W:W28,31,33,38,39:B17,18,19,22", "28-23 19x28 31-27 22x31 33x13");
        let balances = balances(&game);
        assert_eq!(balances, [1, 1, 0, 0, -1, 1]);
        let filter = Filter { forced_captures: false, ..Filter::default() };
        let expected = [None, None, INSIDE, INSIDE, INSIDE, None];
        assert_eq!(checked(&filter, &game), expected);
    }

    #[test]
    fn the_quiet_positions_between_two_exchanges_are_kept() {
        let moves = "19-23 28x19 13x24 47-42 10-15 48-43 17-22 27x18 12x23";
        let game = game("B:W27,28,47,48:B7,8,10,12,13,14,17,19", moves);
        let balances = balances(&game);
        assert_eq!(balances, [-4, -4, -3, -4, -4, -4, -4, -4, -3, -4]);
        let filter = Filter { forced_captures: false, ..Filter::default() };
        let removals = checked(&filter, &game);
        let inside: Vec<usize> = (0..10).filter(|&ply| removals[ply] == INSIDE).collect();
        assert_eq!(inside, [2, 8]);
    }

    #[test]
    fn a_lasting_loss_is_kept() {
        let moves = "28-23 19x28 32x23 9-13 23-19 13x24 38-33 4-9";
        let game = game("W:W28,32,37,38:B19,9,4", moves);
        let balances = balances(&game);
        assert_eq!(balances, [1, 1, 0, 1, 1, 1, 0, 0, 0]);
        let filter = Filter { forced_captures: false, ..Filter::default() };
        let kept = checked(&filter, &game);
        assert_eq!(kept[6..], [None, None, None], "the man given at ply 5 stays lost");
        assert_eq!(kept[2], INSIDE);
    }

    #[test]
    fn a_return_after_the_window_is_no_discontinuity() {
        let mut game = game("W:W28,32,37,50:B19,1", "28-23 19x28 32x23");
        let filter = |window| Filter { forced_captures: false, window, ..Filter::default() };
        assert_eq!(checked(&filter(2), &game)[2], INSIDE);
        assert_eq!(checked(&filter(1), &game)[2], None);
        game.0.truncate(3);
        game.1.truncate(2);
        assert_eq!(checked(&filter(8), &game)[2], None, "the game ends a man behind");
    }

    #[test]
    fn the_window_counts_from_the_last_position_on_the_level() {
        // Level 2 is left after ply 1 and reached again at ply 3: two plies later.
        let game = game("W:W28,32,37,50:B19,1", "28-23 19x28 32x23");
        let balances = balances(&game);
        assert_eq!(balances, [2, 2, 1, 2]);
        assert!(excursions(&game.0, 2).eq(std::iter::once(2..3)));
        assert_eq!(excursions(&game.0, 1).count(), 0);
    }

    #[test]
    fn a_standing_shot_is_removed_only_on_request() {
        // Black has no capture, but White threatens 28x17.
        let unresolved = single("B:W28,33,39,50:B22,1");
        let filter = Filter { forced_captures: false, ..Filter::default() };
        let quiet = single("B:W38,50:B12,1");
        let unquiet = Filter { unquiet: true, ..filter.clone() };
        assert_eq!(checked(&filter, &unresolved), [None]);
        assert_eq!(checked(&unquiet, &unresolved), [Some(Removal::Unquiet)]);
        assert_eq!(checked(&unquiet, &quiet), [None]);
    }

    #[test]
    fn plies_and_pieces_can_be_limited() {
        let game = game(START, "32-28 19-23 28x19 14x23");
        let filter = Filter { min_ply: 2, max_pieces: 39, ..Filter::UNRESTRICTED };
        let (ply, pieces) = (Some(Removal::Ply), Some(Removal::Pieces));
        assert_eq!(checked(&filter, &game), [ply, ply, pieces, None, None]);
    }
}
