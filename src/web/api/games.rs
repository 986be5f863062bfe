//! Games of the files on the command line, by number.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;
use serde_json::{Value, json};

use super::score::line_json;
use crate::board::{Color, Position, fen};
use crate::error::WebError;
use crate::events::Events;
use crate::game::{Fault, Game, GameError, Replay, comments, glyphs, variations};
use crate::parallel::{Reading, fold_games};
use crate::pdn::{GameText, Variation};

/// The games of one page of a list.
const PAGE: usize = 100;

/// A page of the list of a file's games.
#[derive(Debug, Deserialize)]
pub(super) struct GameListPage {
    file: usize,
    #[serde(default)]
    from: usize,
}

/// A game of a file, counted from 0.
#[derive(Debug, Deserialize)]
pub(super) struct GameQuery {
    file: usize,
    game: usize,
}

/// The headings of a page of games.
pub(super) fn list(
    files: &[PathBuf],
    page: &GameListPage,
    events: &dyn Events,
) -> Result<Value, WebError> {
    let mut games = Vec::new();
    let fault = visit_games(files, page.file, events, |number, text, replay| {
        if number < page.from {
            return ControlFlow::Continue(());
        }
        if games.len() == PAGE {
            games.push(Value::Null);
            return ControlFlow::Break(());
        }
        games.push(summary_json(number, text, replay));
        ControlFlow::Continue(())
    })?;
    let more = games.len() > PAGE;
    games.truncate(PAGE);
    Ok(json!({ "games": games, "more": more, "fault": fault }))
}

pub(super) fn one(
    files: &[PathBuf],
    wanted: &GameQuery,
    events: &dyn Events,
) -> Result<Value, WebError> {
    let mut found = None;
    visit_games(files, wanted.file, events, |number, text, replay| {
        if number < wanted.game {
            return ControlFlow::Continue(());
        }
        found = Some(game_json(number, text, replay));
        ControlFlow::Break(())
    })?;
    found.ok_or(WebError::NotFound)
}

/// The first game of a text of PDN.
#[cfg(all(feature = "server", not(target_family = "wasm")))]
pub(super) fn game_of_pdn(pdn: &[u8]) -> Option<Value> {
    use crate::game::{Replayer, each_game};
    use crate::pdn::{Scan, block_of};

    let block = block_of("the database", String::from_utf8_lossy(pdn).into_owned());
    let (mut scan, mut replayer) = (Scan::default(), Replayer::default());
    let mut found = None;
    each_game(&block, &mut scan, &mut replayer, |text, replay| {
        if found.is_none() {
            found = Some(game_json(0, text, &replay));
        }
    });
    found
}

/// Visits a game of a file: its number from 0, its text and its replay.
type Visit<'a> = dyn FnMut(usize, &GameText<'_>, &Replay<'_>) -> ControlFlow<()> + Send + 'a;

/// Reads a file game by game until `visit` breaks off; returns the fault that stopped the reading.
fn visit_games(
    files: &[PathBuf],
    file: usize,
    events: &dyn Events,
    mut visit: impl FnMut(usize, &GameText<'_>, &Replay<'_>) -> ControlFlow<()> + Send,
) -> Result<Option<String>, WebError> {
    let path = files.get(file).ok_or(WebError::NotFound)?;
    let visit: Mutex<(usize, bool, &mut Visit<'_>)> = Mutex::new((0, false, &mut visit));
    let work = |(): &mut (), text: &GameText<'_>, replay: Replay<'_>| {
        let mut visit = visit.lock().unwrap_or_else(PoisonError::into_inner);
        if !visit.1 {
            let number = visit.0;
            visit.0 += 1;
            visit.1 = (visit.2)(number, text, &replay).is_break();
        }
    };
    let mut fault = None;
    fold_games(
        &[path],
        1,
        || (),
        work,
        |reading| {
            if let Reading::Fault(error) = reading {
                fault = Some(error.to_string());
            }
            let enough = visit.lock().unwrap_or_else(PoisonError::into_inner).1;
            if enough || events.check_stop().is_err() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    events.check_stop()?;
    Ok(fault)
}

fn summary_json(number: usize, text: &GameText<'_>, replay: &Replay<'_>) -> Value {
    let game = replay.game;
    let tag = |name: &str| text.tag_text(name).map(|text| text.into_owned()).unwrap_or_default();
    json!({
        "number": number,
        "white": tag("White"),
        "black": tag("Black"),
        "white_rating": text.rating(Color::White),
        "black_rating": text.rating(Color::Black),
        "event": tag("Event"),
        "site": tag("Site"),
        "round": tag("Round"),
        "date": tag("Date"),
        "result": game.outcome().pdn(),
        "plies": game.main().moves.len(),
        "fault": replay.error.as_ref().map(|error| fault_of(error, game)),
    })
}

/// Why a game is shown only in part.
fn fault_of(error: &GameError, game: &Game) -> String {
    let Fault::IllegalMove { ply, token, .. } = &*error.fault else {
        return format!("The game goes no further: {}.", error.fault);
    };
    let main = game.main();
    let start = main.positions.first().map_or(Color::White, Position::turn);
    let plies = ply - (game.plies() - main.moves.len()) + usize::from(start == Color::Black);
    let (number, color_name) =
        (plies / 2 + 1, if plies.is_multiple_of(2) { "White" } else { "Black" });
    format!("Move {number}, {color_name}: {token} is not legal; shown up to there.")
}

pub(super) fn game_json(number: usize, text: &GameText<'_>, replay: &Replay<'_>) -> Value {
    let game = replay.game;
    let main = game.main();
    let mut json = summary_json(number, text, replay);
    let start = main.positions.first().copied().unwrap_or_else(Position::start);
    // Plies of earlier setups and their comments are not shown.
    let before = game.plies() - main.moves.len();
    let comments = comments(text, game).into_iter();
    let comments =
        comments.filter_map(|(plies, text)| Some(json!([plies.checked_sub(before)?, text])));
    let signs = glyphs(text, game).into_iter();
    let signs = signs.filter_map(|(plies, sign)| Some(json!([plies.checked_sub(before)?, sign])));
    json["fen"] = fen::write(&start).into();
    // The page hands it back to be written with what was added.
    json["pdn"] = String::from_utf8_lossy(text.bytes()).into();
    json["line"] = json!({
        "moves": line_json(&start, main.moves),
        "comments": comments.collect::<Vec<_>>(),
        "glyphs": signs.collect::<Vec<_>>(),
        "variations": branches(&variations(text, game), main.positions),
    });
    json
}

fn branches(variations: &[Variation], positions: &[Position]) -> Vec<Value> {
    let branch = |other: &Variation| {
        let own = positions[other.before].along(&other.moves);
        let line = json!({
            "moves": line_json(&own[0], &other.moves),
            "comments": other.comments,
            "glyphs": other.glyphs,
            "variations": branches(&other.variations, &own),
        });
        json!({ "before": other.before, "line": line })
    };
    variations.iter().map(branch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::pasted::paste;
    use crate::api::test_client::TestClient;

    fn pasted(text: &str) -> Result<Value, String> {
        let query = serde_json::from_value(json!({ "text": text })).expect("a question");
        paste(query, &TestClient::patient()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_pasted_text_is_a_position_or_games() {
        let fen = pasted(" W:W28:B19 \n").expect("a FEN");
        assert_eq!(fen["fen"], "W:W28:B19");
        let games = pasted("[White \"A\"]\n1. 32-28 {good} 19-23 2. 28x19 * 1. 32-27 19-28 *")
            .expect("games");
        let first = &games["games"][0];
        let line = &first["line"];
        assert_eq!((&first["white"], &line["moves"][2]["id"]), (&json!("A"), &json!("28x19x23")));
        assert_eq!(line["comments"], json!([[1, "good"]]));
        let fault = "Move 1, Black: 19-28 is not legal; shown up to there.";
        assert_eq!(games["games"][1]["fault"], fault);
    }

    #[test]
    fn glyphs_and_variations_of_a_pasted_game_are_told_to_any_depth() {
        let text = "1. 32-28! (1. 33-29 19-24?! (1... 20-24 {why?})) 19-23 *";
        let line = &pasted(text).expect("a game")["games"][0]["line"];
        assert_eq!(line["glyphs"], json!([[1, "!"]]));
        let other = &line["variations"][0];
        assert_eq!((&other["before"], &other["line"]["glyphs"]), (&json!(0), &json!([[2, "?!"]])));
        let inner = &other["line"]["variations"][0];
        assert_eq!(
            (&inner["before"], &inner["line"]["moves"][0]["text"]),
            (&json!(1), &json!("20-24"))
        );
        assert_eq!(inner["line"]["comments"], json!([[1, "why?"]]));
    }

    #[test]
    fn a_move_that_is_not_legal_is_named_by_its_number_and_side() {
        for (text, expected) in [
            ("1. 32-28 19-23 2. 28-50 *", "Move 2, White: 28-50"),
            ("[FEN \"B:W31,32:B19,20\"]\n1... 19-23 2. 32-23 *", "Move 2, White: 32-23"),
            ("[FEN \"B:W31,32:B19,20\"]\n1... 19-50 *", "Move 1, Black: 19-50"),
            ("1. 32-28 /FEN \"B:W31,32:B19,20\"/ 19-23 23-50 *", "Move 2, White: 23-50"),
        ] {
            let fault = pasted(text).expect(text)["games"][0]["fault"].clone();
            let expected = format!("{expected} is not legal; shown up to there.");
            assert_eq!(fault, expected, "{text}");
        }
        let fault = pasted("1. 32-28 - - *").expect("a game")["games"][0]["fault"].clone();
        assert!(
            fault
                .as_str()
                .is_some_and(|fault| fault.starts_with("The game goes no further: ply 2"))
        );
    }

    #[test]
    fn what_is_neither_says_so() {
        assert!(pasted("hello").expect_err("nothing").contains("neither"));
        assert!(pasted("W:W51:B1").expect_err("no square").contains("51"));
    }

    #[test]
    fn games_of_files_are_found_by_their_number() {
        let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../pdn/accept");
        let files = ["nags.pdn", "headerless_games.pdn"].map(|name| corpus.join(name));
        let client = TestClient::patient();
        let one = |file, game| one(&files, &GameQuery { file, game }, &client);
        let listed = list(&files, &GameListPage { file: 1, from: 0 }, &client).expect("a list");
        let count = listed["games"].as_array().map(Vec::len).expect("games");
        assert!(count > 1, "{listed}");
        assert_eq!(one(1, 1).expect("a game")["number"], 1);
        assert!(one(1, count).is_err() && one(2, 0).is_err());
    }
}
