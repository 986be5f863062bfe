//! Compositions made from the tables, faults planted in them, and proofs compared with exact values.

use std::collections::HashMap;
use std::sync::OnceLock;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::proof_search::ProofSearch;
use super::*;
use crate::board::{Bitboard, ByColor, Color, Move, MoveList, Piece, Position, Setup, Square, fen};
use crate::player::{Endgame, Engine, Evaluation, Options, StopFlag};
use crate::tablebase::{BuildRequest, Wdl, build};

/// Tables of two and three pieces.
fn endgame() -> Endgame {
    static TABLES: OnceLock<Endgame> = OnceLock::new();
    let make = || {
        let dir = tempfile::tempdir().expect("a folder");
        let order = BuildRequest { dir: dir.path().into(), pieces: 3, distances: true, threads: 1 };
        build(&order, &mut |_| {}, &|| false).expect("built");
        Endgame::open(dir.path()).expect("opened").0
    };
    TABLES.get_or_init(make).clone()
}

fn checker(tables: Option<Endgame>) -> Checker {
    let options = Options { hash_mb: 1, endgame: tables.clone(), ..Options::default() };
    let engine = Engine::new(&Evaluation::material(), &options).expect("an engine");
    let allowed = Allowed::default();
    Checker { engine, tables, nodes: 400_000, allowed, stop: StopFlag::new() }
}

fn next(position: &Position) -> Vec<Position> {
    MoveList::legal(position).into_iter().map(|mv| position.succ(mv)).collect()
}

/// Every position that can be reached, with whether one side wins there: the slow way, by going through all of them until nothing changes.
struct Exhaustive {
    attacker: Color,
    wins: HashMap<Position, bool>,
}

impl Exhaustive {
    const MOST: usize = 1500;

    fn of(root: &Position, attacker: Color) -> Option<Exhaustive> {
        let mut all = Exhaustive { attacker, wins: HashMap::new() };
        all.add(root)?;
        Some(all)
    }

    fn verdict(&self, position: &Position) -> Option<bool> {
        let tables = endgame();
        let verdict = tables.outcome(position)?.verdict;
        Some(verdict == if position.turn() == self.attacker { Wdl::Win } else { Wdl::Loss })
    }

    /// Adds what can be reached from here; `None` where that is too much.
    fn add(&mut self, root: &Position) -> Option<()> {
        let (mut open, mut order) = (vec![*root], Vec::new());
        while let Some(position) = open.pop() {
            if self.wins.contains_key(&position) {
                continue;
            }
            let known = self.verdict(&position);
            self.wins.insert(position, known.unwrap_or(false));
            if known.is_none() {
                open.extend(next(&position));
                order.push(position);
            }
            if self.wins.len() > Exhaustive::MOST {
                return None;
            }
        }
        loop {
            let mut is_same = true;
            for position in order
                .iter()
                .rev()
                .filter(|position| !self.wins[*position])
                .copied()
                .collect::<Vec<_>>()
            {
                let mut replies = next(&position).into_iter().map(|reply| self.wins[&reply]);
                let wins = if position.turn() == self.attacker {
                    replies.any(|wins| wins)
                } else {
                    replies.all(|wins| wins)
                };
                is_same &= !wins;
                self.wins.insert(position, wins);
            }
            if is_same {
                return Some(());
            }
        }
    }

    /// Below a position that the tables know are only such positions.
    fn wins(&self, position: &Position) -> bool {
        self.verdict(position).unwrap_or_else(|| self.wins[position])
    }

    fn winning(&self, position: &Position) -> Vec<Move> {
        let legal = MoveList::legal(position);
        legal.into_iter().filter(|mv| self.wins(&position.succ(*mv))).collect()
    }

    /// The verdict on a solution.
    fn judge(&self, composition: &Composition) -> Verdict {
        let positions = composition.position.along(&composition.solution);
        let solver = (0..composition.solution.len()).step_by(2);
        let faults = solver.map(|ply| {
            let winning = self.winning(&positions[ply]);
            match winning.contains(&composition.solution[ply]) {
                false => Verdict::NoSolution,
                true if winning.len() == 1 => Verdict::Sound,
                true if ply == 0 => Verdict::Cooked,
                true => Verdict::Dual,
            }
        });
        faults.min().expect("a solution")
    }
}

/// A position of some men and at most a king.
fn random_position(rng: &mut Xoshiro256PlusPlus, pieces: usize) -> Option<Position> {
    let mut squares: Vec<Square> = Square::all().collect();
    squares.shuffle(rng);
    let none = ByColor::default();
    let mut setup = Setup { men: none, kings: none, turn: Color::White };
    for (place, &square) in squares.iter().take(pieces).enumerate() {
        let color = if place % 2 == 0 { Color::White } else { Color::Black };
        let piece = if rng.random_range(0..6) == 0 { Piece::King } else { Piece::Man };
        put(&mut setup, square, color, piece);
    }
    setup.check().ok()
}

fn put(setup: &mut Setup, square: Square, color: Color, piece: Piece) {
    let set = match piece {
        Piece::Man => &mut setup.men[color],
        Piece::King => &mut setup.kings[color],
    };
    *set = *set | Bitboard::from_square(square);
}

/// The position with another piece, or with one piece less.
fn changed(position: &Position, rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let mut setup = position.setup();
    let square = Square::new(rng.random_range(1..=50)).expect("a square");
    match position.at(square) {
        Some(_) => {
            let bit = Bitboard::from_square(square);
            for color in Color::ALL {
                setup.men[color] = setup.men[color] - bit;
                setup.kings[color] = setup.kings[color] - bit;
            }
        }
        None => {
            let color = if rng.random() { Color::White } else { Color::Black };
            let piece = if rng.random_range(0..4) == 0 { Piece::King } else { Piece::Man };
            put(&mut setup, square, color, piece);
        }
    }
    setup.check().ok()
}

/// A sound composition with two moves of the solver or more, each with a choice, if this position has one.
fn sound(position: &Position) -> Option<Composition> {
    let all = Exhaustive::of(position, position.turn())?;
    let (mut at, mut solution) = (*position, Vec::new());
    loop {
        let [only] = all.winning(&at)[..] else { break };
        solution.push(only);
        let after = at.succ(only);
        if all.verdict(&after).is_some() || solution.len() >= 7 {
            break;
        }
        let is_unique = |mv: &Move| {
            let reply = after.succ(*mv);
            all.winning(&reply).len() == 1 && MoveList::legal(&reply).len() > 1
        };
        let Some(reply) = MoveList::legal(&after).into_iter().find(is_unique) else { break };
        at = after.succ(reply);
        solution.push(reply);
    }
    // The reply of the opponent is not the end of a solution.
    if solution.len() % 2 == 0 {
        solution.pop();
    }
    let is_long = solution.len() >= 3 && MoveList::legal(position).len() > 1;
    is_long.then_some(Composition { position: *position, solution })
}

/// The solution in a changed position, with its verdict; `None` if it cannot be played there or there is too much to reach.
fn planted(position: Position, old: &Composition) -> Option<(Composition, Verdict)> {
    let solution = old.solution.clone();
    solution.iter().try_fold(position, |position, mv| {
        MoveList::legal(&position).contains(mv).then(|| position.succ(*mv))
    })?;
    let faulty = Composition { position, solution };
    let verdict = Exhaustive::of(&position, position.turn())?.judge(&faulty);
    Some((faulty, verdict))
}

#[test]
fn a_hundred_sound_compositions_are_sound_and_a_hundred_faults_are_found() {
    let mut wanted =
        [vec![Verdict::Cooked; 34], vec![Verdict::NoSolution; 33], vec![Verdict::Dual; 33]]
            .concat();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(56);
    let mut checker = checker(Some(endgame()));
    let mut verdict = |composition: &Composition| {
        let report = checker.check(composition).expect("not stopped");
        (report.verdict, format!("{:#}", report.to_json()))
    };
    let mut right: Vec<Composition> = Vec::new();
    while right.len() < 100 || !wanted.is_empty() {
        let random = rng.random_range(3..=6);
        let old = right.choose(&mut rng).filter(|_| random > 3).cloned();
        let position = match &old {
            Some(old) => changed(&old.position, &mut rng),
            None => random_position(&mut rng, random),
        };
        let Some(position) = position else { continue };
        let fault = old.and_then(|old| planted(position, &old));
        if let Some((faulty, kind)) = fault
            && let Some(place) = wanted.iter().position(|one| *one == kind)
        {
            let (verdict, report) = verdict(&faulty);
            assert_eq!(verdict, kind, "{report}");
            wanted.swap_remove(place);
        }
        if right.len() < 100
            && let Some(composition) = sound(&position)
            && !right.contains(&composition)
        {
            let (verdict, report) = verdict(&composition);
            assert_eq!(verdict, Verdict::Sound, "{report}");
            right.push(composition);
        }
    }
}

#[test]
fn proofs_without_tables_agree_with_the_tables() {
    let (endgame, stop) = (endgame(), StopFlag::new());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(65);
    let mut searches =
        Color::ALL.map(|attacker| (attacker, ProofSearch::new(attacker, None, &stop)));
    let (mut decided, mut asked, mut won) = (0, 0, 0);
    while asked < 300 {
        let Some(position) = random_position(&mut rng, 3) else { continue };
        let Some(value) = endgame.outcome(&position) else { continue };
        asked += 1;
        for (attacker, search) in &mut searches {
            let wanted = if position.turn() == *attacker { Wdl::Win } else { Wdl::Loss };
            if let Some(found) = search.wins(&position, 20_000) {
                assert_eq!(
                    found,
                    value.verdict == wanted,
                    "{} {attacker:?}",
                    fen::write(&position)
                );
                decided += 1;
                won += usize::from(found);
            }
        }
    }
    assert!(decided > 300 && won > 100, "{decided} decided, {won} won");
}

#[test]
fn duals_that_are_allowed_are_listed_and_no_fault() {
    // Two first moves win.
    let composition = Composition::read("W:W33,38,46:B23,31", "46-41").expect("a composition");
    let mut checker = checker(Some(endgame()));
    let report = checker.check(&composition).expect("not stopped");
    assert_eq!(report.verdict, Verdict::Cooked);
    checker.allowed.last_move = true;
    let report = checker.check(&composition).expect("not stopped");
    let kinds: Vec<FindingKind> = report.findings.iter().map(|finding| finding.kind).collect();
    assert_eq!((report.verdict, kinds), (Verdict::Sound, vec![FindingKind::Allowed]));
}

#[test]
fn another_order_of_moves_is_no_fault_where_it_is_allowed() {
    // Two men take a step each, while the man on 5 has one way.
    let composition = Composition::read("W:W11,12:B5", "11-7 5-10 12-8").expect("a composition");
    let mut checker = checker(Some(endgame()));
    let of_first = |report: &Report| -> Vec<FindingKind> {
        let swapped = report
            .findings
            .iter()
            .filter(|finding| finding.ply == 1 && finding.line[0].to_string() == "12-8");
        swapped.map(|finding| finding.kind).collect()
    };
    let report = checker.check(&composition).expect("not stopped");
    assert_eq!(of_first(&report), [FindingKind::Cook]);
    checker.allowed.order = true;
    let report = checker.check(&composition).expect("not stopped");
    assert_eq!(of_first(&report), [FindingKind::Allowed]);
}

#[test]
fn a_check_that_is_stopped_has_no_report() {
    let mut checker = checker(None);
    checker.stop.stop();
    let composition = Composition::read("W:W33,46:B23,31", "").expect("a composition");
    assert_eq!(checker.check(&composition), None);
}
