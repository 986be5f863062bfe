//! The shown position as a picture, and a game as a page to print.

use serde::Deserialize;
use serde_json::{Value, json};

use super::language::Language;
use super::position_query::PositionQuery;
use super::save::{SaveQuery, written_pdn};
use crate::board::{Position, Square};
use crate::diagram::{Arrow, Diagram, PageOptions, Palette, game_page};
use crate::error::WebError;
use crate::events::Events;

/// How boards are drawn.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Look {
    size: Option<u32>,
    /// Black, white and grey.
    print: bool,
    numbers: bool,
    coordinates: bool,
    flipped: bool,
}

/// A position with what is marked on it.
#[derive(Debug, Deserialize)]
pub(super) struct DiagramQuery {
    at: PositionQuery,
    /// As in `34-29`.
    #[serde(default)]
    arrows: Vec<String>,
    #[serde(default)]
    marked: Vec<u8>,
    #[serde(flatten)]
    look: Look,
}

/// A game, and after how many plies it has diagrams besides those of marked moves.
#[derive(Debug, Deserialize)]
pub(super) struct PageQuery {
    game: SaveQuery,
    every: Option<usize>,
    /// The code of its language.
    language: Option<String>,
    #[serde(flatten)]
    look: Look,
}

impl Look {
    fn of(&self, position: Position) -> Result<Diagram, WebError> {
        let size = self.size.unwrap_or(Diagram::SIZE);
        let (least, most) = Diagram::SIZES.into_inner();
        if !Diagram::SIZES.contains(&size) {
            return Err(WebError::Bad(format!("the size is from {least} to {most} pixels")));
        }
        Ok(Diagram {
            size,
            palette: if self.print { Palette::Print } else { Palette::Wood },
            numbers: self.numbers,
            coordinates: self.coordinates,
            flipped: self.flipped,
            ..Diagram::of(position)
        })
    }
}

/// The position as SVG.
pub(super) fn svg(query: &DiagramQuery) -> Result<Value, WebError> {
    let mut diagram = query.look.of(*query.at.resolve()?.position())?;
    let arrows = query.arrows.iter().map(|arrow| arrow.parse::<Arrow>());
    diagram.arrows =
        arrows.collect::<Result<_, _>>().map_err(|error| WebError::Bad(error.to_string()))?;
    let marked = query.marked.iter().map(|&square| Square::new(square));
    diagram.marked = marked
        .collect::<Option<_>>()
        .ok_or_else(|| WebError::Bad("a square is a number from 1 to 50".into()))?;
    Ok(json!({ "svg": diagram.svg() }))
}

/// The game as a page of HTML with diagrams.
pub(super) fn page(query: &PageQuery, events: &dyn Events) -> Result<Value, WebError> {
    let every = query.every.filter(|every| *every > 0);
    let words = Language::of(query.language.as_deref()).words();
    let options = PageOptions { every, look: query.look.of(Position::start())?, words };
    let html = game_page(&written_pdn(&query.game, events)?, &options);
    let html = html.ok_or_else(|| WebError::Bad("the game has no position".into()))?;
    Ok(json!({ "html": html }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::test_client::TestClient;

    fn drawn(query: Value) -> Result<String, String> {
        let query = serde_json::from_value(query).map_err(|error| error.to_string())?;
        let drawn = svg(&query).map_err(|error| error.to_string())?;
        Ok(drawn["svg"].as_str().expect("text").to_owned())
    }

    #[test]
    fn a_diagram_has_the_position_the_arrows_and_the_marks_that_are_shown() {
        let at = json!({ "moves": ["32-28"] });
        let plain = drawn(json!({ "at": at })).expect("a picture");
        assert!(plain.contains("aria-label=\"B:W28,31,33") && !plain.contains("arrow"), "{plain}");
        let arrows = json!({ "at": at, "arrows": ["19-23", "20-24"], "marked": [32], "print": true, "size": 300 });
        let other = drawn(arrows).expect("a picture");
        assert_eq!(other.matches("class=\"arrow\"").count(), 2);
        assert!(other.contains("width=\"300\"") && other.contains("#8c8c8c"), "{other}");
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        for query in [
            json!({ "at": {}, "size": 1_000_000 }),
            json!({ "at": {}, "arrows": ["19"] }),
            json!({ "at": {}, "marked": [51] }),
        ] {
            assert!(drawn(query.clone()).is_err(), "{query}");
        }
    }

    #[test]
    fn a_game_as_it_is_on_the_board_becomes_a_page() {
        let line = json!({ "moves": ["32-28", "19-23"], "glyphs": [[1, "!"]] });
        let query = json!({ "game": { "at": {}, "line": line, "white": "Ann" }, "every": 2 });
        let query = serde_json::from_value(query).expect("a question");
        let html = page(&query, &TestClient::patient()).expect("a page")["html"].to_string();
        assert_eq!(html.matches("<svg ").count(), 2);
        assert!(html.contains("Ann"), "{html}");
    }
}
