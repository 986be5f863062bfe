//! Writing a game and reading it again gives the same game, whatever was played.

use draughts_td::board::{Move, MoveList, Position, Setup, Square};
use draughts_td::game::{Replayer, each_game};
use draughts_td::pdn::{GameSheet, Outcome, Scan, Terminator, block_of, decode};
use proptest::prelude::*;

/// A random game: from the start position, or from any setting with kings.
fn game(start: Position, choices: &[u8]) -> Vec<Move> {
    let mut position = start;
    let mut moves = Vec::new();
    for &choice in choices {
        let legal = MoveList::legal(&position);
        if legal.is_empty() {
            break;
        }
        let mv = legal[usize::from(choice) % legal.len()];
        moves.push(mv);
        position = position.succ(mv);
    }
    moves
}

/// Pieces thrown on the board: 0 empty, 1 and 2 men, 3 and 4 kings; many black men make long captures.
fn setting(pieces: &[u8], black_begins: bool) -> Position {
    let mut setup = Setup { ..Position::start().setup() };
    setup.men = Default::default();
    setup.kings = Default::default();
    if black_begins {
        setup.turn = !setup.turn;
    }
    for (square, &piece) in Square::all().zip(pieces) {
        let (white_row, black_row) = (square.number() <= 5, square.number() > 45);
        match piece {
            1 if !white_row => setup.men.white = setup.men.white.with(square),
            2 if !black_row => setup.men.black = setup.men.black.with(square),
            3 => setup.kings.white = setup.kings.white.with(square),
            4 => setup.kings.black = setup.kings.black.with(square),
            _ => {}
        }
    }
    let pieces = |men: draughts_td::board::Bitboard, kings| (men | kings).len();
    let most =
        pieces(setup.men.white, setup.kings.white).max(pieces(setup.men.black, setup.kings.black));
    if most > 20 { Position::start() } else { setup.check().expect("a sound setting") }
}

fn words(text: &str) -> Vec<String> {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.replace('{', "(").replace('}', ")").split_whitespace().map(str::to_owned).collect()
}

fn same_after_reading(sheet: &GameSheet, terminator: Terminator) -> Result<(), TestCaseError> {
    let text = sheet.to_pdn(terminator);
    prop_assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() < 80));
    let block = block_of("round trip", text.as_str());
    let mut games = 0;
    let mut checked = Ok(());
    each_game(&block, &mut Scan::default(), &mut Replayer::default(), |read, replay| {
        games += 1;
        checked = (|| {
            prop_assert!(
                replay.error.is_none() || sheet.moves.is_empty(),
                "{:?}\n{text}",
                replay.error
            );
            prop_assert_eq!(read.warnings().count() + replay.game.warnings().len(), 0, "{}", text);
            prop_assert_eq!(replay.game.main().positions[0], sheet.start);
            prop_assert_eq!(replay.game.moves(), sheet.moves.as_slice(), "{}", text);
            prop_assert_eq!(replay.game.outcome(), sheet.outcome);
            let white = read.tag_text("White").unwrap_or_default().into_owned();
            let plain: String =
                sheet.white.chars().map(|c| if c.is_ascii_control() { ' ' } else { c }).collect();
            prop_assert_eq!(white, plain);
            let read_back: Vec<(usize, Vec<String>)> = read
                .comments()
                .map(|(after, text)| (replay.game.plies_of_elements(after), words(&decode(text))))
                .collect();
            let written: Vec<(usize, Vec<String>)> = sheet
                .comments
                .iter()
                .map(|(ply, text)| (*ply, words(text)))
                .filter(|(_, words)| !words.is_empty())
                .collect();
            prop_assert_eq!(read_back, written, "{}", text);
            Ok(())
        })();
    });
    prop_assert_eq!(games, 1, "{}", text);
    checked
}

fn outcomes() -> impl Strategy<Value = Outcome> {
    proptest::sample::select(vec![
        Outcome::WhiteWins,
        Outcome::Draw,
        Outcome::BlackWins,
        Outcome::BothLost,
        Outcome::Unknown,
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_random_game_from_the_start_is_read_as_it_was_written(
        choices in prop::collection::vec(any::<u8>(), 1..150),
        white in "[^\u{0}]{0,20}",
        comments in prop::collection::vec((1usize..60, any::<String>()), 0..4),
        outcome in outcomes(),
        star in any::<bool>(),
    ) {
        let moves = game(Position::start(), &choices);
        let mut comments = comments;
        comments.retain(|(ply, _)| *ply <= moves.len());
        comments.sort_by_key(|(ply, _)| *ply);
        let sheet = GameSheet { white, outcome, moves, comments, ..GameSheet::default() };
        let terminator = if star { Terminator::Star } else { Terminator::Result };
        same_after_reading(&sheet, terminator)?;
    }

    #[test]
    fn a_random_game_with_kings_from_any_setting_is_read_as_it_was_written(
        pieces in prop::collection::vec(prop::sample::select(vec![0u8, 0, 0, 0, 1, 2, 2, 3, 4]), 50),
        black_begins in any::<bool>(),
        choices in prop::collection::vec(any::<u8>(), 1..60),
    ) {
        let start = setting(&pieces, black_begins);
        let sheet = GameSheet { start, moves: game(start, &choices), ..GameSheet::default() };
        same_after_reading(&sheet, Terminator::Star)?;
    }
}
