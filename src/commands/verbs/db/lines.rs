//! Games as lines of text and as JSON.

use serde_json::{Value, json};

use crate::database::query::Listing;

/// The columns of a name in a line.
const NAME: usize = 20;

pub(super) fn line(game: &Listing) -> String {
    let name = |name: &Option<String>| cut(name.as_deref().unwrap_or("?"), NAME);
    format!(
        "{:>8}  {:<10}  {:<NAME$}  {:<NAME$}  {:>4}  {:>3}  {}",
        game.game,
        game.date.as_deref().unwrap_or("-"),
        name(&game.white),
        name(&game.black),
        game.result,
        game.plies,
        game.event.as_deref().unwrap_or("-")
    )
    .trim_end()
    .to_owned()
}

/// The line above.
pub(super) fn heading() -> String {
    format!(
        "{:>8}  {:<10}  {:<NAME$}  {:<NAME$}  {:>4}  {:>3}  event",
        "game", "date", "White", "Black", "", "ply"
    )
}

/// At most this number of characters.
fn cut(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

pub(super) fn object(game: &Listing) -> Value {
    json!({
        "game": game.game, "event": game.event, "site": game.site, "date": game.date, "round": game.round,
        "white": game.white, "black": game.black, "white_rating": game.white_rating,
        "black_rating": game.black_rating, "result": game.result, "plies": game.plies, "file": game.file,
        "line": game.line, "version_of": game.version_of,
    })
}

/// What is said of duplicates that are left out, if any are.
pub(super) fn say_left_out(duplicates: u64) {
    match duplicates {
        0 => {}
        1 => say!("1 duplicate left out; --versions shows it"),
        _ => say!("{duplicates} duplicates left out; --versions shows them"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_between_characters() {
        assert_eq!(cut("Łukasz Ndjofang-Kołodziej", 8), "Łukasz …");
        assert_eq!(cut("Wiersma", 8), "Wiersma");
    }
}
