//! A game with its variations as PDN, to save or to copy.

use serde::Deserialize;
use serde_json::{Value, json};

use super::spot::{Spot, read_move};
use crate::board::{Move, Position};
use crate::calendar::Moment;
use crate::error::WebError;
use crate::pdn::{GameSheet, Outcome, Terminator, Variation, glyph};

/// The deepest nest of variations.
const DEEPEST: usize = 40;

/// A game as the page has it.
#[derive(Debug, Deserialize)]
pub(super) struct Written {
    /// Where it begins; the moves are those of the line.
    at: Spot,
    line: Line,
    #[serde(default)]
    white: String,
    #[serde(default)]
    black: String,
    #[serde(default)]
    event: String,
    #[serde(default)]
    result: String,
    /// The side a person plays, if one does.
    #[serde(default)]
    person: Option<String>,
}

/// Moves with what belongs to them.
#[derive(Debug, Default, Deserialize)]
struct Line {
    moves: Vec<String>,
    #[serde(default)]
    comments: Vec<(usize, String)>,
    #[serde(default)]
    glyphs: Vec<(usize, String)>,
    #[serde(default)]
    variations: Vec<Branch>,
}

#[derive(Debug, Deserialize)]
struct Branch {
    before: usize,
    line: Line,
}

/// The text.
pub(super) fn write(written: &Written) -> Result<Value, WebError> {
    let start = *written.at.place()?.position();
    let Parts { moves, variations } = read(&written.line, &start, 0)?;
    let kind = |color: &str| match written.person.as_deref() {
        Some(person) if person == color => "human",
        Some(_) => "program",
        None => "",
    };
    let sheet = GameSheet {
        event: written.event.clone(),
        date: Moment::now().date(),
        white: written.white.clone(),
        black: written.black.clone(),
        outcome: Outcome::from_tag(written.result.as_bytes()),
        tags: vec![
            ("WhiteType".into(), kind("white").into()),
            ("BlackType".into(), kind("black").into()),
        ],
        start,
        moves,
        comments: sorted(&written.line.comments),
        glyphs: known(&written.line.glyphs),
        variations,
        ..GameSheet::default()
    };
    Ok(json!({ "pdn": sheet.to_pdn(Terminator::Result) }))
}

struct Parts {
    moves: Vec<Move>,
    variations: Vec<Variation>,
}

fn read(line: &Line, start: &Position, depth: usize) -> Result<Parts, WebError> {
    if depth > DEEPEST {
        return Err(WebError::Bad("variations are nested too deeply".into()));
    }
    let (mut position, mut boards, mut moves) = (*start, vec![*start], Vec::new());
    for text in &line.moves {
        let mv = read_move(text, &position)?;
        position = position.succ(mv);
        boards.push(position);
        moves.push(mv);
    }
    let branch = |branch: &Branch| {
        let from = boards
            .get(branch.before)
            .ok_or_else(|| WebError::Bad("a variation begins behind the end of its line".into()))?;
        let Parts { moves, variations } = read(&branch.line, from, depth + 1)?;
        let (comments, glyphs) = (sorted(&branch.line.comments), known(&branch.line.glyphs));
        Ok(Variation { before: branch.before, moves, comments, glyphs, variations })
    };
    let variations = line.variations.iter().map(branch).collect::<Result<_, WebError>>()?;
    Ok(Parts { moves, variations })
}

fn sorted(comments: &[(usize, String)]) -> Vec<(usize, String)> {
    let mut comments = comments.to_vec();
    comments.sort_by_key(|(plies, _)| *plies);
    comments
}

/// The glyphs that readers of PDN know.
fn known(glyphs: &[(usize, String)]) -> Vec<(usize, &'static str)> {
    glyphs.iter().filter_map(|(plies, sign)| Some((*plies, glyph(sign.as_bytes())?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pdn(question: Value) -> Result<String, String> {
        let written: Written =
            serde_json::from_value(question).map_err(|error| error.to_string())?;
        let told = write(&written).map_err(|error| error.to_string())?;
        Ok(told["pdn"].as_str().expect("text").to_owned())
    }

    #[test]
    fn a_tree_is_written_with_its_variations() {
        let text = pdn(json!({
            "at": {},
            "line": {
                "moves": ["32-28", "19-23", "28x19x23"],
                "glyphs": [[2, "?"], [1, "[x]"]],
                "comments": [[3, "a man"]],
                "variations": [{ "before": 1, "line": { "moves": ["18-23"] } }],
            },
            "white": "You", "black": "a \"program\"", "result": "2-0", "person": "white",
        }));
        let text = text.expect("a game");
        assert!(text.contains("[Black \"a \\\"program\\\"\"]"), "{text}");
        assert!(text.contains("[WhiteType \"human\"]") && text.contains("[BlackType \"program\"]"));
        assert!(
            text.trim_end().ends_with("1. 32-28 19-23? (1... 18-23) 2. 28x19 {a man} 2-0"),
            "{text}"
        );
    }

    #[test]
    fn what_is_no_game_is_refused() {
        assert!(pdn(json!({ "at": {}, "line": { "moves": ["1-2"] } })).is_err());
        let late = json!([{ "before": 7, "line": { "moves": [] } }]);
        assert!(pdn(json!({ "at": {}, "line": { "moves": [], "variations": late } })).is_err());
        let mut nest = json!({ "moves": [] });
        for _ in 0..50 {
            nest = json!({ "moves": [], "variations": [{ "before": 0, "line": nest }] });
        }
        assert!(pdn(json!({ "at": {}, "line": nest })).expect_err("too deep").contains("deep"));
    }
}
