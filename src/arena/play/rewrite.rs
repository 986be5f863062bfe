//! A game of a file as it is written again: tags, moves and result.

use crate::game::{Game, comments};
use crate::pdn::{GameSheet, GameText, Outcome, engine_note};

/// Tags that the writer makes itself or that stand in the sheet's own fields.
const OWN_TAGS: [&str; 10] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "FEN", "SetUp"];

/// A game as it will be written again, without what stands beside its moves; none where it was set up more than once.
#[must_use]
pub fn copied(text: &GameText<'_>, game: &Game) -> Option<GameSheet> {
    if !is_set_up_once(game) {
        return None;
    }
    let (main, is_contradicted) = (game.main(), game.outcome() == Outcome::Conflict);
    let tag = |name: &str| text.tag_text(name).map(|text| text.into_owned()).unwrap_or_default();
    let is_own = |name: &str| OWN_TAGS.iter().any(|own| own.eq_ignore_ascii_case(name));
    let others = text.tags().filter_map(|(name, value)| {
        let name = std::str::from_utf8(name).ok().filter(|name| is_plain(name) && !is_own(name))?;
        Some((name.to_owned(), crate::pdn::tag_text(value).into_owned()))
    });
    Some(GameSheet {
        event: tag("Event"),
        site: tag("Site"),
        date: tag("Date"),
        round: tag("Round"),
        white: tag("White"),
        black: tag("Black"),
        outcome: if is_contradicted { text.result_tag() } else { game.outcome() },
        contradiction: text.terminator().filter(|_| is_contradicted),
        tags: others.collect(),
        start: main.positions[0],
        moves: main.moves.to_vec(),
        ..GameSheet::default()
    })
}

/// Whether a game has one beginning: only such a game can be written again.
#[must_use]
pub fn is_set_up_once(game: &Game) -> bool {
    game.main().positions.len() == game.plies() + 1
}

/// What people wrote behind the moves of a game, each with the plies before it; scores of engines are left out.
#[must_use]
pub fn remarks(text: &GameText<'_>, game: &Game) -> Vec<(usize, String)> {
    let mut remarks = comments(text, game);
    remarks.retain(|(_, remark)| engine_note(remark.as_bytes()).is_none());
    remarks
}

/// A name of letters, digits and `_`, a capital first.
fn is_plain(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
