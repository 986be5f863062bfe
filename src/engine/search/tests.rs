//! The search against its slow twin, a plain minimax, and against the rules.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::exchanges::exchanges;
use super::*;
use crate::board::{History, Key, Move, MoveList, Position, captures, fen};

/// An evaluation that differs from position to position, and that checks every push and pop.
#[derive(Debug, Default)]
struct Noise {
    path: Vec<Position>,
}

impl Evaluate for Noise {
    fn reset(&mut self, position: &Position) {
        self.path = vec![*position];
    }

    fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        assert_eq!(self.path.last(), Some(before));
        assert_eq!(before.succ(mv), *after);
        self.path.push(*after);
    }

    fn pop(&mut self) {
        assert!(self.path.len() > 1, "the root is never taken back");
        self.path.pop();
    }

    fn value(&mut self, position: &Position) -> Score {
        assert_eq!(self.path.last(), Some(position));
        assert!(!position.must_capture(), "only quiet positions are judged");
        value_of(position)
    }

    /// A margin that no value leaves: the value of a search is the same.
    fn estimate(&self, position: &Position) -> Option<(Score, i32)> {
        Some((Material.value(position), 50))
    }
}

fn value_of(position: &Position) -> Score {
    let noise = (Key::of(position).bits() >> 32) as i32 % 50;
    Score::from_points(Material.value(position).points() + noise)
}

/// Minimax to a fixed depth without any short cut.
struct Minimax {
    root: usize,
    draws: bool,
    single_reply_extension: bool,
    exchanges: bool,
    threat_extension: bool,
}

impl Minimax {
    fn value(&self, position: &Position, path: &mut History, depth: u8, ply: Ply) -> Score {
        if self.draws && ply > Ply::ROOT && path.is_draw_in_search(self.root) {
            return if position.has_moves() { Score::DRAW } else { Score::loss_at(ply) };
        }
        let is_threatened = position.can_capture(!position.turn()) && !position.must_capture();
        let depth = if self.threat_extension && is_threatened { depth.max(1) } else { depth };
        if depth == 0 || ply >= Ply::HORIZON {
            return self.leaf(position, ply);
        }
        let moves = MoveList::legal(position);
        if moves.is_empty() {
            return Score::loss_at(ply);
        }
        let is_extended = self.single_reply_extension && moves.len() == 1;
        let depth = depth - u8::from(!is_extended);
        let values = moves.into_iter().map(|mv| {
            let next = position.succ(mv);
            path.push(position, mv, &next);
            let value = -self.value(&next, path, depth, ply.next());
            path.pop();
            value
        });
        values.max().expect("there are moves")
    }

    fn leaf(&self, position: &Position, ply: Ply) -> Score {
        let mut list = MoveList::new();
        captures(position, &mut list);
        let mut stand_pat = None;
        if list.is_empty() {
            if !position.has_moves() {
                return Score::loss_at(ply);
            }
            stand_pat = Some(value_of(position));
            if self.exchanges {
                exchanges(position, &mut list);
            }
        }
        let values = list.into_iter().map(|mv| -self.leaf(&position.succ(mv), ply.next()));
        values.chain(stand_pat).max().expect("a capture or a standing value")
    }
}

fn table() -> Arc<TranspositionTable> {
    Arc::new(TranspositionTable::new(1).expect("1 MiB"))
}

fn limits(depth: u8) -> Limits {
    Limits { depth: Some(Depth::new(depth)), ..Limits::default() }
}

/// Positions along random games, and the history of each.
fn random_positions(seed: u64, games: usize, mut visit: impl FnMut(&Position, &History)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..games {
        let mut position = Position::start();
        let mut history = History::new(&position);
        for ply in 0..120 {
            let moves = MoveList::legal(&position);
            let Some(mv) = moves.get(random.next_u64() as usize % moves.len().max(1)) else {
                break;
            };
            let next = position.succ(*mv);
            history.push(&position, *mv, &next);
            position = next;
            if ply % 10 == 5 && position.has_moves() {
                visit(&position, &history);
            }
        }
    }
}

fn assert_equals_minimax(techniques: Techniques, depth: u8, games: usize) {
    let Techniques { single_reply_extension, exchanges, threat_extension, .. } = techniques;
    random_positions(u64::from(depth), games, |position, history| {
        let root = history.plies();
        let minimax =
            Minimax { root, draws: true, single_reply_extension, exchanges, threat_extension };
        let expected = minimax.value(position, &mut history.clone(), depth, Ply::ROOT);
        let mut searcher = Searcher::new(Noise::default(), table(), techniques);
        let found =
            searcher.search(position, history, limits(depth), &StopFlag::new(), &mut |_| {});
        let choice = found.expect("there are moves");
        let message = format!("{position:?} {techniques:?}");
        if !choice.score.is_decided() || choice.depth == Depth::new(depth) {
            assert_eq!(choice.score, expected, "{message}");
        }
    });
}

#[test]
fn plain_alpha_beta_equals_minimax() {
    assert_equals_minimax(Techniques::NONE, 3, 20);
}

#[test]
fn each_exact_technique_by_itself_equals_minimax() {
    let none = Techniques::NONE;
    for techniques in [
        Techniques { null_windows: true, ..none },
        Techniques { table: true, ..none },
        Techniques { killers: true, ..none },
        Techniques { history: true, ..none },
        Techniques { history: true, continuation_history: true, ..none },
        Techniques { mate_distance: true, ..none },
        Techniques { single_reply_extension: true, ..none },
        Techniques { exchanges: true, ..none },
        Techniques { threat_extension: true, ..none },
    ] {
        assert_equals_minimax(techniques, 3, 5);
    }
}

#[test]
fn all_exact_techniques_together_equal_minimax() {
    assert_equals_minimax(Techniques::EXACT, 4, 8);
    assert_equals_minimax(Techniques::EXACT, 5, 2);
}

#[test]
fn aspiration_equals_minimax() {
    assert_equals_minimax(Techniques { aspiration: true, ..Techniques::NONE }, 4, 5);
}

/// The plies in which the side to move can force the end of the game, by trying everything; draws by rule included.
fn forced_end(position: &Position, path: &mut History, root: usize, plies: u8) -> Option<bool> {
    let moves = MoveList::legal(position);
    if moves.is_empty() {
        return Some(false);
    }
    if path.plies() > root && path.is_draw_in_search(root) || plies == 0 {
        return None;
    }
    let ends = moves.into_iter().map(|mv| {
        let next = position.succ(mv);
        path.push(position, mv, &next);
        let end = forced_end(&next, path, root, plies - 1);
        path.pop();
        end
    });
    let mut all_lose = true;
    for end in ends {
        match end {
            Some(false) => return Some(true),
            Some(true) => {}
            None => all_lose = false,
        }
    }
    all_lose.then_some(false)
}

/// A few kings and men, placed at random.
fn random_ending(random: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let square = |random: &mut Xoshiro256PlusPlus| random.next_u64() % 50 + 1;
    let piece = |random: &mut Xoshiro256PlusPlus| {
        let king = if random.next_u64().is_multiple_of(2) { "K" } else { "" };
        format!("{king}{}", square(random))
    };
    let (a, b, c, d) = (piece(random), piece(random), piece(random), piece(random));
    fen::read(&format!("W:W{a},{b},{c}:B{d}")).ok()
}

#[test]
fn the_distance_of_a_win_or_loss_is_the_shortest() {
    const PLIES: u8 = 5;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut decided = 0;
    while decided < 60 {
        let Some(position) = random_ending(&mut random).filter(Position::has_moves) else {
            continue;
        };
        let mut path = History::new(&position);
        let end = (1..=PLIES).find_map(|plies| {
            forced_end(&position, &mut path, 0, plies).map(|wins| (wins, Ply::new(plies)))
        });
        let mut searcher = Searcher::new(Material, table(), Techniques::ALL);
        let choice =
            searcher.search(&position, &path, limits(PLIES + 3), &StopFlag::new(), &mut |_| {});
        let outlook = choice.expect("there are moves").score.outlook();
        match end {
            Some((true, ply)) => assert_eq!(outlook, Outlook::Win(ply), "{position:?}"),
            Some((false, ply)) => assert_eq!(outlook, Outlook::Loss(ply), "{position:?}"),
            None => match outlook {
                Outlook::Win(ply) | Outlook::Loss(ply) => {
                    assert!(ply.count() > PLIES, "{position:?}")
                }
                Outlook::Open(_) => {}
            },
        }
        decided += usize::from(end.is_some());
    }
}

/// A few men more than kings, enough for wins that take some moves.
fn random_fight(random: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let mut side = |size: usize, kings: u64| -> String {
        let mut piece = || {
            let king = if random.next_u64() % 4 < kings { "K" } else { "" };
            format!("{king}{}", random.next_u64() % 50 + 1)
        };
        (0..size).map(|_| piece()).collect::<Vec<_>>().join(",")
    };
    let (white, black) = (side(5, 2), side(4, 0));
    fen::read(&format!("W:W{white}:B{black}")).ok().filter(Position::has_moves)
}

/// What one search leaves in the table, reduced searches among it, must not hide a quicker end from the next.
#[test]
fn the_distance_stays_the_shortest_while_a_game_is_played_on() {
    const PLIES: u8 = 9;
    let whole = Techniques { null_windows: true, killers: true, history: true, ..Techniques::NONE };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut decided = 0;
    while decided < 300 {
        let Some(mut position) = random_fight(&mut random) else { continue };
        let mut path = History::new(&position);
        let mut searcher = Searcher::new(Material, table(), Techniques::ALL);
        while position.has_moves() && path.plies() < 8 {
            let stop = StopFlag::new();
            let choice = searcher.search(&position, &path, limits(PLIES + 2), &stop, &mut |_| {});
            let choice = choice.expect("there are moves");
            let outlook = choice.score.outlook();
            if let Outlook::Win(ply) | Outlook::Loss(ply) = outlook
                && ply.count() <= PLIES
            {
                let mut plain = Searcher::new(Material, table(), whole);
                let truth = plain.search(&position, &path, limits(ply.count()), &stop, &mut |_| {});
                let truth = truth.expect("there are moves").score.outlook();
                assert_eq!(outlook, truth, "{}", fen::write(&position));
                decided += 1;
            }
            let next = position.succ(choice.mv);
            path.push(&position, choice.mv, &next);
            position = next;
        }
    }
}

fn outlook(text: &str, depth: u8) -> Outlook {
    let position = fen::read(text).expect(text);
    let mut searcher = Searcher::new(Material, table(), Techniques::ALL);
    let history = History::new(&position);
    let choice = searcher.search(&position, &history, limits(depth), &StopFlag::new(), &mut |_| {});
    choice.expect("there are moves").score.outlook()
}

#[test]
fn a_side_that_is_blocked_has_lost() {
    assert_eq!(outlook("W:W46,47:B36", 3), Outlook::Win(Ply::new(1)));
}

#[test]
fn counted_endings_are_drawn_inside_the_search() {
    // Two kings against one on the main road: five moves each, and nothing is forced before.
    assert_eq!(outlook("W:WK2,K3:BK46", 12), Outlook::Open(0));
}

/// Long games with kings, so that repetitions and the counts of articles 6.2 to 6.4 come up within a few plies. Without the
/// table, which cannot know how a position was reached.
#[test]
fn draws_by_rule_inside_the_search_equal_minimax() {
    let techniques = Techniques { table: false, ..Techniques::EXACT };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut mattered = 0;
    const ENDINGS: [&str; 3] = ["W:WK2,K3:BK46", "W:WK1,12:BK46", "W:WK6:BK46"];
    for text in ENDINGS.into_iter().cycle().take(15) {
        let mut position = fen::read(text).expect(text);
        let mut history = History::new(&position);
        for ply in 0..60 {
            let moves = MoveList::legal(&position);
            if moves.is_empty() || history.draw().is_some() {
                break;
            }
            if ply % 2 == 0 {
                mattered += usize::from(rules_matter(&position, &history, techniques));
            }
            let safe = moves.into_iter().filter(|&mv| !position.succ(mv).must_capture());
            let safe: Vec<Move> = safe.collect();
            let among = if safe.is_empty() { &*moves } else { &safe };
            let mv = among[random.next_u64() as usize % among.len()];
            let next = position.succ(mv);
            history.push(&position, mv, &next);
            position = next;
        }
    }
    assert!(mattered > 5, "the rules made a difference in {mattered} positions");
}

/// The table remembers wins from before the count ran; what is left of the count must have room for them.
#[test]
fn a_win_in_the_table_that_comes_too_late_for_the_count_is_not_believed() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut late = 0;
    while late < 12 {
        let [a, b, c, d] = [0; 4].map(|_| random.next_u64() % 50 + 1);
        let Ok(start) = fen::read(&format!("W:WK{a},K{b},K{c}:BK{d}")) else { continue };
        let Some((position, history)) = wandered(start, 26, &mut random) else { continue };
        let ask = |searcher: &mut Searcher<Material>, history: &History, depth| {
            let choice =
                searcher.search(&position, history, limits(depth), &StopFlag::new(), &mut |_| {});
            choice.expect("there are moves").score
        };
        let anew = |techniques| Searcher::new(Material, table(), techniques);
        let mut searcher = anew(Techniques::ALL);
        let before = ask(&mut searcher, &History::new(&position), 9).outlook();
        let is_late = |end: Ply| u32::from(end.count()) > history.plies_left();
        if !matches!(before, Outlook::Win(end) | Outlook::Loss(end) if is_late(end)) {
            continue;
        }
        late += 1;
        for depth in 2..8 {
            let found = ask(&mut searcher, &history, depth);
            // A capture may begin a longer count in time: then it is a win without the table too.
            if let Outlook::Win(end) | Outlook::Loss(end) = found.outlook() {
                let plain = Techniques { table: false, ..Techniques::EXACT };
                let truth = ask(&mut anew(plain), &history, end.count());
                assert_eq!(found, truth, "at depth {depth}: {}", fen::write(&position));
            }
        }
    }
}

/// Where kings come to that move about for this number of plies without a capture, never twice on one square.
fn wandered(
    mut position: Position,
    plies: u32,
    random: &mut Xoshiro256PlusPlus,
) -> Option<(Position, History)> {
    let mut history = History::new(&position);
    let mut visited = vec![position];
    for _ in 0..plies {
        let is_fit = |mv: &Move| {
            let next = position.succ(*mv);
            !mv.is_capture() && !next.must_capture() && !visited.contains(&next)
        };
        let moves: Vec<Move> = MoveList::legal(&position).iter().copied().filter(is_fit).collect();
        let mv = *moves.get(random.next_u64() as usize % moves.len().max(1))?;
        let next = position.succ(mv);
        history.push(&position, mv, &next);
        position = next;
        visited.push(position);
    }
    Some((position, history))
}

/// Compares the search with minimax and returns whether the draw rules made a difference.
fn rules_matter(position: &Position, history: &History, techniques: Techniques) -> bool {
    let value = |draws| {
        let root = history.plies();
        let minimax = Minimax {
            root,
            draws,
            single_reply_extension: false,
            exchanges: false,
            threat_extension: false,
        };
        minimax.value(position, &mut history.clone(), 4, Ply::ROOT)
    };
    let mut searcher = Searcher::new(Noise::default(), table(), techniques);
    let found = searcher.search(position, history, limits(4), &StopFlag::new(), &mut |_| {});
    assert_eq!(found.expect("there are moves").score, value(true), "{position:?}");
    value(true) != value(false)
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    let run = || {
        let mut searcher = Searcher::new(Noise::default(), table(), Techniques::ALL);
        let start = Position::start();
        searcher.search(&start, &History::new(&start), limits(8), &StopFlag::new(), &mut |_| {})
    };
    let key = |choice: Option<Choice>| choice.map(|c| (c.mv, c.score, c.nodes, c.line));
    assert_eq!(key(run()), key(run()));
}

#[test]
fn the_search_ends_with_every_number_at_the_ends_of_its_range() {
    for name in Parameters::names() {
        let range = Parameters::range(name).expect(name);
        for value in [*range.start(), *range.end()] {
            let parameters = Parameters::TUNED.with(name, value).expect(name);
            let techniques = Techniques { parameters, ..Techniques::ALL };
            random_positions(5, 1, |position, history| {
                let mut searcher = Searcher::new(Noise::default(), table(), techniques);
                let found =
                    searcher.search(position, history, limits(8), &StopFlag::new(), &mut |_| {});
                let choice = found.expect("there are moves");
                assert!(MoveList::legal(position).contains(&choice.mv), "{name}={value}");
            });
        }
    }
}
