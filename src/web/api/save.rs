//! A game with its variations as PDN, to save or to copy: a new one, or a text to which the page has added something.

use serde::Deserialize;
use serde_json::{Value, json};

use super::position_query::{PositionQuery, read_move};
use crate::board::{Move, Position};
use crate::error::WebError;
use crate::events::Events;
use crate::game::{GameEditor, GameTree, NoPlace};
use crate::pdn::{GameSheet, Outcome, Terminator, Variation, glyph, with_tag};

const MAX_DEPTH: usize = 40;
/// The most moves, those of all variations counted: more than any reader takes.
const MAX_MOVES: usize = 100_000;

/// A game as the page has it.
#[derive(Debug, Deserialize)]
pub(super) struct SaveQuery {
    /// The text of the game that was opened; only what differs is written, and its other tags stay.
    #[serde(default)]
    pdn: Option<String>,
    /// Where it begins; the moves are those of the line.
    at: PositionQuery,
    line: WrittenLine,
    /// The values of tags; of a text that was opened those that are not given stay.
    white: Option<String>,
    black: Option<String>,
    event: Option<String>,
    site: Option<String>,
    round: Option<String>,
    /// The day of the game, if it is known.
    date: Option<String>,
    result: Option<String>,
    white_rating: Option<String>,
    black_rating: Option<String>,
    /// The game of the database that this one corrects.
    #[serde(default)]
    #[cfg(all(feature = "server", not(target_family = "wasm")))]
    pub(super) replaces: Option<u32>,
    /// The side a person plays, if one does.
    #[serde(default)]
    person: Option<String>,
}

/// Moves with what belongs to them.
#[derive(Debug, Default, Deserialize)]
struct WrittenLine {
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
    line: WrittenLine,
}

pub(super) fn pdn_of(written: &SaveQuery, events: &dyn Events) -> Result<Value, WebError> {
    Ok(json!({ "pdn": written_pdn(written, events)? }))
}

/// The text of a game as the page has it.
pub(super) fn written_pdn(written: &SaveQuery, events: &dyn Events) -> Result<String, WebError> {
    match &written.pdn {
        Some(pdn) => edited(pdn, written, events),
        None => new_game(written, events),
    }
}

/// A text whose game has the moves, comments, glyphs, variations and names that the page has.
fn edited(pdn: &str, written: &SaveQuery, events: &dyn Events) -> Result<String, WebError> {
    let Some(mut editor) = GameEditor::of(pdn.to_owned()) else {
        return match written.line.moves.is_empty() {
            true => Ok(pdn.to_owned()),
            false => Err(WebError::Bad(NoPlace.to_string())),
        };
    };
    let line = read_line(&written.line, &editor.start(), events)?;
    let tree = GameTree::of(&line);
    editor.revise(&tree).map_err(|error| WebError::Bad(error.to_string()))?;
    if let Some(result) = &written.result {
        editor.set_result(Outcome::from_tag(result.as_bytes()));
    }
    let mut tags = written.tags().into_iter().filter_map(|(name, value)| Some((name, value?)));
    let tagged = tags.try_fold(editor.text(), |text, (name, value)| with_tag(&text, name, value));
    tagged.ok_or_else(|| {
        WebError::Bad("the tags of the game are in a form that cannot be edited".into())
    })
}

impl SaveQuery {
    fn tags(&self) -> [(&'static str, Option<&str>); 8] {
        [
            ("Event", self.event.as_deref()),
            ("Site", self.site.as_deref()),
            ("Date", self.date.as_deref()),
            ("Round", self.round.as_deref()),
            ("White", self.white.as_deref()),
            ("Black", self.black.as_deref()),
            ("WhiteRating", self.white_rating.as_deref()),
            ("BlackRating", self.black_rating.as_deref()),
        ]
    }
}

fn read_line(
    line: &WrittenLine,
    start: &Position,
    events: &dyn Events,
) -> Result<Variation, WebError> {
    let Parts { moves, variations } =
        TreeReader { left: MAX_MOVES, events }.read(line, start, 0)?;
    let (comments, glyphs) = (line.comments.clone(), known(&line.glyphs));
    Ok(Variation { before: 0, moves, comments, glyphs, variations })
}

fn new_game(written: &SaveQuery, events: &dyn Events) -> Result<String, WebError> {
    let start = *written.at.resolve()?.position();
    let Variation { moves, comments, glyphs, variations, .. } =
        read_line(&written.line, &start, events)?;
    let kind = |color: &str| match written.person.as_deref() {
        Some(person) if person == color => "human",
        Some(_) => "program",
        None => "",
    };
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let sheet = GameSheet {
        event: text(&written.event),
        site: text(&written.site),
        date: text(&written.date),
        round: text(&written.round),
        white: text(&written.white),
        black: text(&written.black),
        outcome: Outcome::from_tag(text(&written.result).as_bytes()),
        tags: vec![
            ("WhiteType".into(), kind("white").into()),
            ("BlackType".into(), kind("black").into()),
            ("WhiteRating".into(), text(&written.white_rating)),
            ("BlackRating".into(), text(&written.black_rating)),
        ],
        start,
        moves,
        comments,
        glyphs,
        variations,
    };
    Ok(sheet.to_pdn(Terminator::Result))
}

struct Parts {
    moves: Vec<Move>,
    variations: Vec<Variation>,
}

/// Reads the tree of a game, up to a number of moves.
struct TreeReader<'a> {
    left: usize,
    events: &'a dyn Events,
}

impl TreeReader<'_> {
    fn read(
        &mut self,
        line: &WrittenLine,
        start: &Position,
        depth: usize,
    ) -> Result<Parts, WebError> {
        if depth > MAX_DEPTH {
            return Err(WebError::Bad("variations are nested too deeply".into()));
        }
        let (mut position, mut positions_along, mut moves) = (*start, vec![*start], Vec::new());
        for text in &line.moves {
            self.count()?;
            let mv = read_move(text, &position)?;
            position = position.succ(mv);
            positions_along.push(position);
            moves.push(mv);
        }
        let branches = line.variations.iter();
        let variations = branches
            .map(|branch| self.branch(branch, &positions_along, depth + 1))
            .collect::<Result<_, _>>()?;
        Ok(Parts { moves, variations })
    }

    fn branch(
        &mut self,
        branch: &Branch,
        positions_along: &[Position],
        depth: usize,
    ) -> Result<Variation, WebError> {
        let Branch { before, line } = branch;
        let from = positions_along
            .get(*before)
            .ok_or_else(|| WebError::Bad("a variation begins after the end of its line".into()))?;
        let Parts { moves, variations } = self.read(line, from, depth)?;
        let (comments, glyphs) = (line.comments.clone(), known(&line.glyphs));
        Ok(Variation { before: *before, moves, comments, glyphs, variations })
    }

    fn count(&mut self) -> Result<(), WebError> {
        self.events.check_stop()?;
        let left = self.left.checked_sub(1);
        self.left = left.ok_or_else(|| {
            WebError::Bad(format!("a game with its variations has at most {MAX_MOVES} moves"))
        })?;
        Ok(())
    }
}

/// The glyphs that readers of PDN know.
fn known(glyphs: &[(usize, String)]) -> Vec<(usize, &'static str)> {
    glyphs.iter().filter_map(|(plies, sign)| Some((*plies, glyph(sign.as_bytes())?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::test_client::TestClient;

    fn pdn(question: Value) -> Result<String, String> {
        let written: SaveQuery =
            serde_json::from_value(question).map_err(|error| error.to_string())?;
        let json = pdn_of(&written, &TestClient::patient()).map_err(|error| error.to_string())?;
        Ok(json["pdn"].as_str().expect("text").to_owned())
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
            "white": "You", "black": "a \"program\"", "date": "1999.12.31", "result": "2-0", "person": "white",
            "white_rating": "1204",
        }));
        let text = text.expect("a game");
        assert!(text.contains("[Date \"1999.12.31\"]"), "{text}");
        assert!(text.contains("[WhiteRating \"1204\"]") && !text.contains("BlackRating"), "{text}");
        assert!(text.contains("[Black \"a \\\"program\\\"\"]"), "{text}");
        assert!(text.contains("[WhiteType \"human\"]") && text.contains("[BlackType \"program\"]"));
        assert!(
            text.trim_end().ends_with("1. 32-28 19-23? (1... 18-23) 2. 28x19 {a man} 2-0"),
            "{text}"
        );
    }

    #[test]
    fn a_game_that_is_new_has_no_date_unless_the_page_gives_one() {
        let text = pdn(json!({ "at": {}, "line": { "moves": ["32-28"] } })).expect("a game");
        assert!(!text.contains("Date"), "{text}");
    }

    #[test]
    fn what_the_page_changes_goes_into_the_text_that_was_opened_and_all_else_stays() {
        let text = "{scan of a book}\n[Event \"Old\"]\n[Round \"3\"]\n[Opening \"x\"]\n[WhiteElo \"1200\"]\n[Result \"2-0\"]\n\n\
            {intro} 1. 32-28 $10 19-23 {a slip} (1... 19-24 99-1 {no}) 2. 28x19 2-0 {end}\n";
        let opened = json!({
            "moves": ["32-28", "19-23", "28x19x23"],
            "comments": [[0, "scan of a book intro"], [2, "a slip"]],
            "glyphs": [[1, "$10"]],
            "variations": [{ "before": 1, "line": { "moves": ["19-24"], "comments": [[1, "no"]] } }],
        });
        let asked = |line: &Value, names: Value| {
            let mut question = json!({ "pdn": text, "at": {}, "line": line });
            question
                .as_object_mut()
                .expect("fields")
                .extend(names.as_object().expect("names").clone());
            pdn(question).expect("a game")
        };
        let names = json!({ "event": "Old", "round": "3", "white_rating": "1200", "white": "", "result": "2-0" });
        assert_eq!(asked(&opened, names), text);
        let named = asked(&opened, json!({ "event": "New", "white": "A", "result": "1-1" }));
        let expected = text.replace("Old", "New").replace("2-0", "1-1");
        assert_eq!(named, expected.replace("3\"]\n", "3\"]\n[White \"A\"]\n"));
        let mut more = opened.clone();
        more["glyphs"] = json!([[1, "$10"], [2, "?"]]);
        let side = json!({ "before": 1, "line": { "moves": ["18-23"] } });
        more["variations"].as_array_mut().expect("variations").push(side);
        let expected = text.replace("19-23 {a", "19-23? {a").replace("{no})", "{no}) (1... 18-23)");
        // Only a full line is broken.
        assert_eq!(asked(&more, json!({})).replace("(1...\n18-23", "(1... 18-23"), expected);
    }

    #[test]
    fn a_game_that_is_played_on_from_a_text_ends_as_it_was_played() {
        let text = "[White \"A\"]\n[Result \"*\"]\n\n1. 32-28 *\n";
        let asked = |moves: Value, pdn_text: &str, result: &str| {
            pdn(json!({ "pdn": pdn_text, "at": {}, "line": { "moves": moves }, "result": result }))
        };
        let played = asked(json!(["32-28", "19-23"]), text, "2-0").expect("a game");
        assert_eq!(played, "[White \"A\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 *\n");
        assert_eq!(asked(json!(["32-28"]), text, "*").expect("a game"), text);
        let unread = "[FEN \"W:W99:B1\"]\n*";
        assert_eq!(asked(json!([]), unread, "*").expect("a text"), unread);
        let refused = asked(json!(["32-28"]), unread, "*").expect_err("no place");
        assert!(refused.contains("cannot be read"));
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
