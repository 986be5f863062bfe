//! The rules by hand, by counts, by laws over random positions, and beside a generator that knows nothing but the rules' words.

use std::collections::BTreeSet;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::{Board, Men, Play, Point, Roll, Side, plays};

/// Positions of random games, endings and all.
pub(super) fn played(games: usize, seed: u64) -> Vec<Board> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut boards, mut list) = (Vec::new(), Vec::new());
    for _ in 0..games {
        let (mut roll, is_white) = Roll::opening(&mut random);
        let mut board = Board::start(if is_white { Side::White } else { Side::Black });
        while board.winner().is_none() {
            boards.push(board);
            plays(&board, roll, &mut list);
            board = list[random.next_u64() as usize % list.len()].board;
            roll = Roll::thrown(&mut random);
        }
    }
    boards
}

fn point(number: u32) -> Point {
    Point::new(number).expect("a point")
}

fn men(points: &[(u32, u32)]) -> Men {
    let place = |number| if number == 25 { Point::BAR } else { point(number) };
    let points: Vec<(Point, u32)> = points.iter().map(|&(at, men)| (place(at), men)).collect();
    Men::on(&points).expect("at most fifteen men")
}

/// White to move; both sides' men by their own points, 25 is the bar.
fn board(white: &[(u32, u32)], black: &[(u32, u32)]) -> Board {
    Board::new(men(white), men(black), Side::White).expect("nobody shares a point")
}

fn legal(board: &Board, high: u32, low: u32) -> Vec<Play> {
    let mut list = Vec::new();
    plays(board, Roll::of(high, low).expect("dice"), &mut list);
    list
}

fn words(board: &Board, high: u32, low: u32) -> Vec<String> {
    let mut words: Vec<String> = legal(board, high, low).iter().map(Play::to_string).collect();
    words.sort();
    words
}

/// Positions by the men on each point, to be compared in sets.
fn key(board: &Board) -> Vec<u32> {
    let places = || (1..=24).map(point).chain([Point::BAR, Point::OFF]);
    let of = |side| places().map(move |place| board.men(side).at(place));
    of(Side::White).chain(of(Side::Black)).chain([u32::from(board.turn() == Side::White)]).collect()
}

#[test]
fn the_rolls_of_the_start_have_as_many_results_as_gnu_backgammon_counts() {
    // GNU Backgammon 1.07.001, distinct results of each roll.
    let dice = [21, 22, 31, 32, 33, 41, 42, 43, 44, 51, 52, 53, 54, 55, 61, 62, 63, 64, 65, 66];
    let counts = [15, 75, 16, 17, 73, 14, 18, 17, 52, 8, 8, 9, 9, 4, 10, 14, 14, 14, 7, 11];
    let start = Board::start(Side::White);
    for (dice, count) in dice.into_iter().zip(counts) {
        assert_eq!(legal(&start, dice / 10, dice % 10).len(), count, "{dice}");
    }
}

#[test]
fn two_plies_of_all_rolls_have_202_782_results() {
    let start = Board::start(Side::Black);
    let (mut first, mut second, mut count) = (Vec::new(), Vec::new(), 0);
    for roll in Roll::all() {
        plays(&start, roll, &mut first);
        for play in &first {
            for roll in Roll::all() {
                plays(&play.board, roll, &mut second);
                count += second.len();
            }
        }
    }
    assert_eq!(count, 202_782);
}

#[test]
fn men_on_the_bar_enter_first_and_one_that_cannot_passes_the_turn() {
    // Black holds his 5- and 6-point: White's 20 and 19.
    let held = board(&[(25, 1), (8, 14)], &[(5, 2), (6, 13)]);
    assert_eq!(words(&held, 6, 5), ["no move"]);
    assert_eq!(words(&held, 5, 4), ["bar/21 21/16", "bar/21 8/3"], "the 4 enters, the 5 follows");
    let two = board(&[(25, 2), (8, 13)], &[(5, 2), (6, 13)]);
    assert_eq!(words(&two, 5, 4), ["bar/21"], "the second man stays out");
    let passed = legal(&held, 6, 5);
    assert_eq!((passed.len(), passed[0].board.turn()), (1, Side::Black));
    assert!(passed[0].steps().is_empty());
}

#[test]
fn a_lone_man_is_hit_and_two_hold_the_point() {
    let open = board(&[(8, 15)], &[(20, 1), (22, 2), (24, 12)]);
    // Black's 20 is White's 5, his 22 White's 3.
    let plays = legal(&open, 3, 3);
    assert!(plays.iter().any(|play| play.to_string() == "8/5* 8/5 8/5 8/5"), "{plays:?}");
    let hit = &plays.iter().find(|play| play.steps()[0].hits).expect("a hit").board;
    assert_eq!(hit.men(Side::Black).at(Point::BAR), 1);
    assert!(!words(&open, 5, 1).iter().any(|play| play.contains("8/3")));
}

#[test]
fn as_many_dice_as_possible_are_played_and_the_larger_of_two() {
    // White's last man on 13 may go 6 or 5, not both: 13/7 and 13/8 lead before held points.
    let either = board(&[(13, 1)], &[(18, 2), (17, 2), (23, 2), (24, 9)]);
    // 25 − 23 = 2 and 25 − 24 = 1 are held; 13 − 11 = 2.
    assert_eq!(words(&either, 6, 5), ["no move"], "7 and 8 are held as well");
    let either = board(&[(13, 1)], &[(23, 2), (24, 13)]);
    assert_eq!(words(&either, 6, 5), ["13/7"], "the larger alone");
    let smaller = board(&[(13, 1)], &[(18, 2), (23, 2), (24, 11)]);
    assert_eq!(words(&smaller, 6, 5), ["13/8"], "the smaller if it is the only one");
    // A way that uses one die is not legal if another uses both.
    let both = board(&[(13, 1), (20, 1)], &[(23, 2), (24, 13)]);
    assert!(legal(&both, 6, 5).iter().all(|play| play.steps().len() == 2));
}

#[test]
fn men_are_borne_off_from_home_exactly_or_from_the_highest_point() {
    let home = board(&[(4, 2), (2, 1)], &[(24, 15)].map(|(at, n)| (25 - at + 5, n)));
    let plays = words(&home, 6, 4);
    assert_eq!(plays, ["4/off 4/off"], "the 6 takes the highest man, the 4 an exact one");
    let gap = board(&[(6, 1), (3, 1)], &[(6, 15)]);
    assert!(!words(&gap, 5, 5).iter().any(|play| play.starts_with("3/off")), "6 is in use");
    let outside = board(&[(7, 1), (2, 14)], &[(6, 15)]);
    let plays = words(&outside, 6, 2);
    assert!(plays.contains(&"7/1 2/off".to_string()), "{plays:?}");
    assert!(!plays.contains(&"2/off 2/off".to_string()), "a man is not yet home");
}

#[test]
fn a_side_has_won_when_all_its_men_are_borne_off() {
    assert_eq!(board(&[], &[(1, 14)]).winner(), Some(Side::White));
    assert_eq!(Board::start(Side::White).winner(), None);
}

#[test]
fn positions_that_cannot_be_are_refused() {
    assert_eq!(Men::on(&[(point(3), 16)]), None);
    assert_eq!(Board::new(men(&[(20, 1)]), men(&[(5, 1)]), Side::White), None);
    assert_eq!(Point::new(0), None);
    assert_eq!(Point::new(25), None);
    assert_eq!(Roll::of(0, 3), None);
    assert_eq!(Roll::of(7, 3), None);
}

#[test]
fn contact_ends_when_the_last_men_have_passed() {
    assert!(Board::start(Side::White).has_contact());
    assert!(board(&[(13, 15)], &[(13, 15)]).has_contact());
    assert!(!board(&[(12, 15)], &[(12, 15)]).has_contact());
    assert!(board(&[(1, 15)], &[(25, 15)]).has_contact());
}

#[test]
fn men_are_conserved_and_pips_go_down_by_what_is_played() {
    let mut list = Vec::new();
    for board in played(10, 5) {
        for roll in Roll::all() {
            plays(&board, roll, &mut list);
            assert!(!list.is_empty());
            for play in &list {
                let mover = board.turn();
                assert_eq!(play.board.turn(), !mover);
                for side in [Side::White, Side::Black] {
                    let after = play.board.men(side);
                    let count: u32 =
                        after.occupied().chain([Point::OFF]).map(|point| after.at(point)).sum();
                    assert_eq!(count, Men::COUNT);
                }
                let spent = board.men(mover).pips() - play.board.men(mover).pips();
                let most =
                    if roll.is_double() { 4 * roll.high() } else { roll.high() + roll.low() };
                assert!(spent <= most, "{play}");
                assert!(play.board.men(!mover).pips() >= board.men(!mover).pips());
            }
        }
    }
}

#[test]
fn the_colours_have_the_same_plays() {
    let (mut own, mut other) = (Vec::new(), Vec::new());
    for board in played(10, 6) {
        for roll in Roll::all() {
            plays(&board, roll, &mut own);
            plays(&board.swapped(), roll, &mut other);
            let swapped: Vec<Board> = other.iter().map(|play| play.board.swapped()).collect();
            let own: Vec<Board> = own.iter().map(|play| play.board).collect();
            assert_eq!(own, swapped);
        }
    }
}

#[test]
fn results_are_those_of_a_generator_by_the_rules_words_and_none_twice() {
    let mut list = Vec::new();
    for board in played(6, 7) {
        for roll in Roll::all() {
            plays(&board, roll, &mut list);
            let found: BTreeSet<Vec<u32>> = list.iter().map(|play| key(&play.board)).collect();
            assert_eq!(found.len(), list.len(), "a result is there twice: {roll}");
            let expected = witness::results(&board, roll);
            assert!(found == expected, "{board:?} {roll}");
        }
    }
}

#[test]
fn steps_lead_to_the_result_of_their_play() {
    for board in played(10, 8) {
        for roll in Roll::all() {
            let mut list = Vec::new();
            plays(&board, roll, &mut list);
            for play in &list {
                let mut places = witness::Places::of(&board);
                for step in play.steps() {
                    let hit = places.step(step.from.index() as usize, step.to.index() as usize);
                    assert_eq!(hit, step.hits, "{play}");
                }
                assert_eq!(places.key(&board), key(&play.board), "{play}");
            }
        }
    }
}

#[test]
fn the_opening_is_never_a_double_and_all_rolls_come_as_often_as_they_should() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let (mut whites, mut sixes) = (0, 0);
    for _ in 0..36_000 {
        let (roll, is_white) = Roll::opening(&mut random);
        assert!(!roll.is_double());
        whites += u32::from(is_white);
        sixes += u32::from(Roll::thrown(&mut random) == Roll::of(6, 6).expect("dice"));
    }
    // Means 18,000 and 1,000, standard deviations 95 and 31.
    assert!((17_500..18_500).contains(&whites) && (840..1160).contains(&sixes), "{whites} {sixes}");
    assert_eq!(Roll::all().map(Roll::ways).sum::<u32>(), 36);
}

/// Plain arrays, all orders of dice, and a filter for the most dice: slow, and near the words of the rules.
mod witness {
    use super::*;

    #[derive(Clone)]
    pub(crate) struct Places {
        own: [u32; 26],
        other: [u32; 26],
    }

    impl Places {
        pub(crate) fn of(board: &Board) -> Places {
            let count = |side: Side, index: usize| {
                let men = board.men(side);
                match index {
                    0 => men.at(Point::OFF),
                    25 => men.at(Point::BAR),
                    _ => men.at(point(index as u32)),
                }
            };
            let of = |side| std::array::from_fn(|index| count(side, index));
            Places { own: of(board.turn()), other: of(!board.turn()) }
        }

        /// Moves a man; whether he hits.
        pub(crate) fn step(&mut self, from: usize, to: usize) -> bool {
            self.own[from] -= 1;
            self.own[to] += 1;
            let hits = to > 0 && self.other[25 - to] == 1;
            if hits {
                self.other[25 - to] = 0;
                self.other[25] += 1;
            }
            hits
        }

        fn may(&self, from: usize, die: usize) -> Option<usize> {
            if self.own[from] == 0 || (self.own[25] > 0 && from != 25) {
                return None;
            }
            if from > die {
                return (self.other[25 - (from - die)] < 2).then_some(from - die);
            }
            let is_home = self.own[7..].iter().all(|&men| men == 0);
            let is_highest = self.own[from + 1..].iter().all(|&men| men == 0);
            (is_home && (from == die || is_highest)).then_some(0)
        }

        pub(crate) fn key(&self, before: &Board) -> Vec<u32> {
            let of = |men: &[u32; 26]| {
                men[1..=24].iter().copied().chain([men[25], men[0]]).collect::<Vec<u32>>()
            };
            let (own, other) = (of(&self.own), of(&self.other));
            let is_white = before.turn() == Side::White;
            let (white, black) = if is_white { (own, other) } else { (other, own) };
            [white, black, vec![u32::from(!is_white)]].concat()
        }
    }

    /// Every way to its end: dice played, the first of them, the result.
    fn ways(
        places: &Places,
        dice: &[usize],
        played: &[usize],
        ends: &mut Vec<(Vec<usize>, Places)>,
    ) {
        let mut is_end = true;
        if let Some((&die, rest)) = dice.split_first() {
            for from in 1..=25 {
                if let Some(to) = places.may(from, die) {
                    is_end = false;
                    let mut next = places.clone();
                    next.step(from, to);
                    ways(&next, rest, &[played, &[die]].concat(), ends);
                }
            }
        }
        if is_end {
            ends.push((played.to_vec(), places.clone()));
        }
    }

    pub(crate) fn results(board: &Board, roll: Roll) -> BTreeSet<Vec<u32>> {
        let (high, low) = (roll.high() as usize, roll.low() as usize);
        let mut ends = Vec::new();
        if roll.is_double() {
            ways(&Places::of(board), &[high; 4], &[], &mut ends);
        } else {
            ways(&Places::of(board), &[high, low], &[], &mut ends);
            ways(&Places::of(board), &[low, high], &[], &mut ends);
        }
        let most = ends.iter().map(|(played, _)| played.len()).max().unwrap_or(0);
        ends.retain(|(played, _)| played.len() == most);
        if most == 1 && !roll.is_double() && ends.iter().any(|(played, _)| played[0] == high) {
            ends.retain(|(played, _)| played[0] == high);
        }
        ends.into_iter().map(|(_, places)| places.key(board)).collect()
    }
}
