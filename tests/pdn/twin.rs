//! The quick reader against a plain one that splits at white space and looks every move up in the list of legal moves.

use draughts_td::board::{Bitboard, Move, MoveList, Position};
use draughts_td::game::{Replayer, each_game};
use draughts_td::pdn::{GameSheet, Outcome, Scan, Terminator, block_of};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The moves of the plain twin: for games of plain plies only.
fn plain(text: &str) -> Option<Vec<Move>> {
    let body = text.split("\n\n").nth(1)?;
    let mut position = Position::start();
    let mut moves = Vec::new();
    for word in body.split_whitespace().filter(|word| !word.ends_with('.') && *word != "*") {
        let legal = MoveList::legal(&position);
        let fits: Vec<Move> = legal.into_iter().filter(|mv| mv.to_string() == word).collect();
        let [mv] = fits[..] else { return None };
        moves.push(mv);
        position = position.succ(mv);
    }
    Some(moves)
}

fn quick(text: &str) -> Option<Vec<Move>> {
    let mut found = None;
    each_game(
        &block_of("twin", text),
        &mut Scan::default(),
        &mut Replayer::default(),
        |_, replay| {
            found = replay.whole().ok().map(|game| game.moves().to_vec());
        },
    );
    found
}

fn random_game(random: &mut impl Rng) -> Vec<Move> {
    let mut position = Position::start();
    let mut moves = Vec::new();
    for _ in 0..random.random_range(1..200) {
        let legal = MoveList::legal(&position);
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.random_range(0..legal.len())];
        moves.push(mv);
        position = position.succ(mv);
    }
    moves
}

#[test]
fn both_readers_find_the_same_moves_in_random_games() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut compared = 0;
    for _ in 0..300 {
        let moves = random_game(&mut random);
        let sheet = GameSheet { moves: moves.clone(), ..GameSheet::default() };
        let text = sheet.to_pdn(Terminator::Star);
        // Long captures are beyond the twin.
        if let Some(found) = plain(&text) {
            assert_eq!(found, moves);
            assert_eq!(quick(&text), Some(found), "{text}");
            compared += moves.len();
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// One ply replaced by any other: the quick checks must refuse exactly what the list refuses.
#[test]
fn both_readers_refuse_the_same_moves() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..3000 {
        let mut position = Position::start();
        for mv in random_game(&mut random) {
            position = position.succ(mv);
        }
        let (from, to) = (random.random_range(1..=50u8), random.random_range(1..=50u8));
        let is_score = Outcome::from_tag(format!("{from}-{to}").as_bytes()) != Outcome::Other;
        if is_score || from.max(to) <= 2 || from + to == 10 {
            // That is the result of a game.
            continue;
        }
        let legal = MoveList::legal(&position);
        let fits: Vec<Move> = legal
            .into_iter()
            .filter(|mv| mv.from().number() == from && mv.to().number() == to)
            .collect();
        let fen = draughts_td::board::fen::write(&position);
        let text = format!("[FEN \"{fen}\"]\n1. {from}-{to} $1 $1 *");
        let found = quick(&text);
        match fits[..] {
            [] => assert_eq!(found, None, "{text}"),
            [only] => assert_eq!(found, Some(vec![only]), "{text}"),
            _ => assert_eq!(found, None, "several captures stay ambiguous: {text}"),
        }
    }
}

/// Every square pair of a position with kings, steps and captures alike.
#[test]
fn every_pair_of_squares_is_judged_as_the_list_judges_it() {
    let settings = [
        "W:WK28,31,36:B1,2,7",
        "B:WK28,31,36:BK1,K2,7",
        "W:WK47,26:B14,19,29,31,42",
        "W:WK38:B1,18,19,32,33",
        "B:W33,34,43,K50:B24,25,K6",
    ];
    for fen in settings {
        let position = draughts_td::board::fen::read(fen).expect(fen);
        let legal = MoveList::legal(&position);
        for from in 1..=50u8 {
            for to in 1..=50u8 {
                for separator in ["-", "x"] {
                    let text = format!("[FEN \"{fen}\"]\n1. {from}{separator}{to} $1 $1 *");
                    let sets: Vec<Bitboard> = legal
                        .into_iter()
                        .filter(|mv| mv.from().number() == from && mv.to().number() == to)
                        .map(Move::captured)
                        .collect();
                    let found = quick(&text).and_then(|moves| Some(moves.first()?.captured()));
                    let expected = if let [only] = sets[..] { Some(only) } else { None };
                    assert_eq!(found, expected, "{text}");
                }
            }
        }
    }
}
