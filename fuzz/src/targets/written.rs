//! Games written and read again: the same moves, names and comments.

use draughts_td::board::{Color, Position};
use draughts_td::game::{Replay, Replayer, each_game};
use draughts_td::pdn::{GameSheet, GameText, Outcome, Scan, Terminator, block_of, decode};

use super::bytes::Bytes;

const OUTCOMES: [Outcome; 5] =
    [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins, Outcome::BothLost, Outcome::Unknown];

/// Writes a game made of these bytes and reads it.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let kind = usize::from(bytes.byte());
    let sheet = sheet(OUTCOMES[kind % OUTCOMES.len()], &mut bytes);
    let terminator = if kind < 128 { Terminator::Star } else { Terminator::Result };
    let text = sheet.to_pdn(terminator);
    // Only a word that is longer than a line makes a longer line, and one that would begin a line as a tag does.
    let fits = |line: &str| line.chars().count() < 80 || !line.contains(' ') || line.contains(" [");
    assert!(text.lines().all(|line| line.starts_with('[') || fits(line)), "{text}");
    let block = block_of("written", text.as_str());
    let games =
        each_game(&block, &mut Scan::default(), &mut Replayer::default(), |read, replay| {
            compare(&sheet, read, replay);
        });
    assert_eq!(games, 1, "{text}");
}

fn sheet(outcome: Outcome, bytes: &mut Bytes<'_>) -> GameSheet {
    let own = (bytes.byte() >= 128).then(|| bytes.position()).filter(is_of_a_game);
    let start = own.unwrap_or_else(Position::start);
    let moves = bytes.moves(start);
    let (white, tag) = (bytes.text().into_owned(), bytes.text().into_owned());
    let mut comments = Vec::new();
    while !bytes.0.is_empty() {
        let ply = usize::from(bytes.byte()) % (moves.len() + 1);
        comments.push((ply, words(&bytes.text()).join(" ")));
    }
    comments.retain(|(_, text)| !text.is_empty());
    comments.sort_by_key(|(ply, _)| *ply);
    let tags = vec![("Remark".into(), tag)];
    GameSheet { outcome, start, moves, white, tags, comments, ..GameSheet::default() }
}

/// Whether a game could hold the position: more than twenty pieces a side are refused in PDN.
fn is_of_a_game(position: &Position) -> bool {
    Color::ALL.iter().all(|&color| position.pieces(color).len() <= 20)
}

fn compare(sheet: &GameSheet, read: &GameText<'_>, replay: Replay<'_>) {
    assert!(replay.error.is_none() || sheet.moves.is_empty(), "{:?}", replay.error);
    assert_eq!(replay.game.main().positions[0], sheet.start);
    assert_eq!(replay.game.moves(), sheet.moves);
    assert_eq!(replay.game.outcome(), sheet.outcome);
    assert_eq!(read.warnings().count() + replay.game.warnings().len(), 0);
    for (name, value) in [("White", &sheet.white), ("Remark", &sheet.tags[0].1)] {
        assert_eq!(read.tag_text(name).unwrap_or_default(), plain(value));
    }
    let comments = read.comments().map(|(after, text)| {
        (replay.game.plies_of_elements(after), words(&decode(text)).join(" "))
    });
    assert_eq!(comments.collect::<Vec<_>>(), sheet.comments);
}

fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The words of a comment as they are written: without braces, one blank between them.
fn words(text: &str) -> Vec<String> {
    let text = plain(text).replace('{', "(").replace('}', ")");
    text.split_whitespace().map(str::to_owned).collect()
}
