//! Games of a file that are written again, with their tags and results.

use crate::game::{Game, comments};
use crate::pdn::{GameSheet, GameText, Outcome, engine_note};

/// Tags that the writer makes itself, or that have fields of their own.
const WRITTEN_TAGS: [&str; 10] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "FEN", "SetUp"];

/// A game to be written again, without comments and variations; `None` if it has more than one setup.
pub(crate) fn rewritten(text: &GameText<'_>, game: &Game) -> Option<GameSheet> {
    if !has_single_setup(game) {
        return None;
    }
    let (main, is_contradicted) = (game.main(), game.outcome() == Outcome::Conflict);
    let tag = |name: &str| text.tag_text(name).map(|text| text.into_owned()).unwrap_or_default();
    let is_own = |name: &str| WRITTEN_TAGS.iter().any(|own| own.eq_ignore_ascii_case(name));
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

/// Whether a game has one setup: only such a game can be written again.
pub(crate) fn has_single_setup(game: &Game) -> bool {
    game.main().positions.len() == game.plies() + 1
}

/// Comments behind the moves of a game, each with the plies before it, without the scores of engines.
pub(crate) fn human_comments(text: &GameText<'_>, game: &Game) -> Vec<(usize, String)> {
    let mut comments = comments(text, game);
    comments.retain(|(_, remark)| engine_note(remark.as_bytes()).is_none());
    comments
}

/// A name of letters, digits and `_`, a capital first.
fn is_plain(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
