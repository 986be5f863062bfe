//! Compositions made from the tables, faults planted in them, and proofs compared with exact values.

use std::collections::HashMap;
use std::sync::OnceLock;

use rand::seq::SliceRandom;
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
    const MOST: usize = 150;

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
    *set |= Bitboard::from_square(square);
}

/// Compositions of a position: a sound one with two moves of the solver or more, each with a choice, and faulty ones with their verdicts.
fn compositions(position: Position) -> Option<Vec<(Composition, Verdict)>> {
    let all = Exhaustive::of(&position, position.turn())?;
    let stated = |solution: Vec<Move>| Composition { position, solution };
    let legal: Vec<Move> = MoveList::legal(&position).into_iter().collect();
    let [only] = all.winning(&position)[..] else {
        // Whichever of several winning moves is stated, another one wins too.
        let winning = all.winning(&position);
        let cooked = winning.first().map(|mv| (stated(vec![*mv]), Verdict::Cooked));
        return Some(cooked.into_iter().collect());
    };
    let wrong = legal.iter().find(|mv| **mv != only);
    let mut found: Vec<_> =
        wrong.map(|mv| (stated(vec![*mv]), Verdict::NoSolution)).into_iter().collect();
    let (mut at, mut solution) = (position, Vec::new());
    while let [only] = all.winning(&at)[..] {
        solution.push(only);
        let after = at.succ(only);
        if all.verdict(&after).is_some() || solution.len() >= 7 {
            break;
        }
        let winning = |mv: &Move| all.winning(&after.succ(*mv));
        let replies: Vec<Move> = MoveList::legal(&after).into_iter().collect();
        if let Some(reply) = replies.iter().find(|mv| winning(mv).len() > 1) {
            let dual = [&solution[..], &[*reply, winning(reply)[0]]].concat();
            found.push((stated(dual), Verdict::Dual));
        }
        let has_choice = |mv: &Move| MoveList::legal(&after.succ(*mv)).len() > 1;
        let is_unique = |mv: &&Move| winning(mv).len() == 1 && has_choice(mv);
        let Some(reply) = replies.iter().find(is_unique) else { break };
        at = after.succ(*reply);
        solution.push(*reply);
    }
    if solution.len() >= 3 && solution.len() % 2 == 1 && legal.len() > 1 {
        found.push((stated(solution), Verdict::Sound));
    }
    Some(found)
}

#[test]
fn a_hundred_sound_compositions_are_sound_and_a_hundred_faults_are_found() {
    let mut wanted = [
        (Verdict::Sound, 100),
        (Verdict::Cooked, 34),
        (Verdict::NoSolution, 33),
        (Verdict::Dual, 33),
    ];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(56);
    let mut checker = checker(Some(endgame()));
    while wanted.iter().any(|(_, left)| *left > 0) {
        let pieces = rng.random_range(4..=5);
        let Some(position) = random_position(&mut rng, pieces) else { continue };
        for (composition, verdict) in compositions(position).into_iter().flatten() {
            let Some((_, left)) = wanted.iter_mut().find(|(one, _)| *one == verdict) else {
                continue;
            };
            if *left > 0 {
                *left -= 1;
                let report = checker.check(&composition).expect("not stopped");
                assert_eq!(report.verdict, verdict, "{:#}", report.to_json());
            }
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
    let of_first = |report: &CheckReport| -> Vec<FindingKind> {
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
