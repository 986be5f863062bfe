//! Questions to a database of games: a list that is searched, a game, the moves played from a position; and a game to be saved.

use std::path::Path;
use std::slice;

use serde::Deserialize;
use serde_json::{Value, json};

use super::engine_pool::EnginePool;
use super::explorer;
use super::game_row::{GameQuery, PAGE, row_json};
use super::games::game_of_pdn;
use super::header_query::HeaderQuery;
use super::position_query::PositionQuery;
use super::question::read;
use super::reports::{self, searched};
use super::review::NODES;
use super::save::{SaveQuery, written_pdn};
use super::upkeep;
use crate::board::Color;
use crate::database::DatabaseError;
use crate::database::mistakes::{played_games, player_mistakes};
use crate::database::query::{
    self, Formation, Found, GameFilter, Hit, ListColumn, Listing, Pattern, UnknownName,
    known_names, page, search, sort, unknown_names,
};
use crate::database::store::{Build, Database};
use crate::error::WebError;
use crate::events::Events;
use crate::player::Budget;

/// The most names that a field offers.
const PROPOSED: usize = 12;

#[derive(Debug, Deserialize)]
struct SearchQuery {
    #[serde(flatten)]
    header: HeaderQuery,
    /// The position that the games must have.
    at: Option<PositionQuery>,
    /// The formation that the same position must have.
    formation: Option<FormationQuery>,
    /// The games before the page.
    #[serde(default)]
    from: usize,
    /// The column by which the list is sorted; without one by the numbers of the games.
    sort: Option<String>,
    #[serde(default)]
    descending: bool,
}

/// Pieces in the spelling of `db search`, with the values of its flags for positions.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct FormationQuery {
    with: Option<String>,
    any: Option<String>,
    without: Option<String>,
    turn: Option<Color>,
    turned: bool,
    lasting: Option<usize>,
}

/// Whose mistakes are asked for.
#[derive(Debug, Deserialize)]
struct MistakesQuery {
    player: String,
    /// The most games, the latest first.
    games: usize,
    #[serde(default)]
    net: Option<String>,
    #[serde(default)]
    nodes: Option<u64>,
}

/// The beginning of a name of a kind, `player` or `event`.
#[derive(Debug, Deserialize)]
struct ValuesQuery {
    kind: String,
    text: String,
}

impl SearchQuery {
    fn positions(&self) -> Result<query::PositionQuery, WebError> {
        let point = self.at.as_ref().map(PositionQuery::resolve).transpose()?;
        let position = point.map(|point| *point.position());
        let Some(asked) = &self.formation else {
            let pattern = Pattern { position, ..Pattern::default() };
            let pattern = position.map(|_| pattern);
            return Ok(query::PositionQuery { pattern, ..Default::default() });
        };
        let read = |text: &Option<String>| text.as_deref().map(str::parse::<Formation>).transpose();
        let pattern = Pattern {
            position,
            with: read(&asked.with)?.unwrap_or_default(),
            any: read(&asked.any)?,
            without: read(&asked.without)?.unwrap_or_default(),
            turn: asked.turn,
            ..Pattern::default()
        };
        Ok(query::PositionQuery {
            pattern: Some(pattern),
            min_consecutive: asked.lasting.unwrap_or(1),
            either_color: asked.turned,
            ..Default::default()
        })
    }
}

impl From<DatabaseError> for WebError {
    fn from(error: DatabaseError) -> WebError {
        match error {
            DatabaseError::Stopped => WebError::Stopped,
            other => WebError::Bad(other.to_string()),
        }
    }
}

/// Answers a question by what follows `/api/db/` in its path.
pub(super) fn answer(
    engines: &EnginePool,
    path: &Path,
    name: &str,
    question: &[u8],
    events: &dyn Events,
) -> Result<Value, WebError> {
    match name {
        "save" => return save(path, &read(question)?, events),
        "names" => return upkeep::names(path, &read(question)?),
        "remove" => return upkeep::remove(path, &read(question)?),
        "restore" => return upkeep::restore(path, &read(question)?),
        _ => {}
    }
    let database = Database::open(path)?.until(events.stop());
    match name {
        "mistakes" => mistakes(engines, &database, &read(question)?, events),
        "games" => games(&database, &read(question)?),
        "game" => game(&database, &read(question)?),
        "values" => values(&database, &read(question)?),
        "report" => reports::event(engines, &database, &read(question)?, events),
        "players" => reports::players(engines, &database, &read(question)?, events),
        "removed" => upkeep::removed(&database, &read(question)?),
        "explore" => explorer::moves(engines, &database, &read(question)?),
        _ => Err(WebError::NotFound),
    }
}

fn games(database: &Database, query: &SearchQuery) -> Result<Value, WebError> {
    let (filter, positions) = (query.header.filter(), query.positions()?);
    let column = query.sort.as_deref().map(str::parse::<ListColumn>).transpose()?;
    let (hits, total, duplicates) = if positions.pattern.is_none() && column.is_none() {
        let page = page(database, &filter, query.from, PAGE)?;
        let hit = |game| Hit { game, ply: None, position: None, matches: 0 };
        (page.games.into_iter().map(hit).collect(), page.total, page.left_out)
    } else {
        let Found { mut hits, left_out, .. } = search(database, &filter, &positions)?;
        if let Some(column) = column {
            sort(database, &mut hits, column, query.descending)?;
        }
        let total = hits.len();
        (hits.into_iter().skip(query.from).take(PAGE).collect::<Vec<Hit>>(), total, left_out)
    };
    let listings = Listing::select(database, hits.iter().map(|hit| hit.game))?;
    let games = hits.iter().zip(listings).map(|(hit, listing)| row_json(listing, hit.ply));
    let unknown = if total == 0 { unknown_names(database, &filter)? } else { Vec::new() };
    Ok(json!({
        "games": games.collect::<Vec<_>>(),
        "total": total,
        "page": PAGE,
        "unknown": unknown.iter().map(unknown_json).collect::<Vec<_>>(),
        "duplicates": duplicates,
    }))
}

/// A word that no name has, with the nearest names.
fn unknown_json(unknown: &UnknownName) -> Value {
    json!({ "asked": unknown.asked, "similar": unknown.similar })
}

/// Names for a field that is being filled in.
fn values(database: &Database, query: &ValuesQuery) -> Result<Value, WebError> {
    Ok(json!({ "values": known_names(database, &query.kind, &query.text, PROPOSED)? }))
}

fn game(database: &Database, query: &GameQuery) -> Result<Value, WebError> {
    let pdn = database.pdn(query.game)?.ok_or(WebError::NotFound)?;
    game_of_pdn(&pdn).ok_or(WebError::NotFound)
}

/// Searches the latest games of a player; how many are searched is sent after each, and the mistakes at the end.
fn mistakes(
    engines: &EnginePool,
    database: &Database,
    query: &MistakesQuery,
    events: &dyn Events,
) -> Result<Value, WebError> {
    let filter = GameFilter { player: Some(query.player.clone()), ..GameFilter::default() };
    let games = played_games(database, &filter, query.games)?;
    let budget = Budget::of_nodes(query.nodes.unwrap_or(NODES));
    let stop = events.stop();
    let net = query.net.as_deref();
    let found = searched(engines, net, games.len(), events, |engine, searched| {
        player_mistakes(&games, slice::from_mut(engine), &budget, stop, searched)
    })?;
    Ok(found.to_json())
}

/// Adds the game on the board to the database, as `db add` would add it from a file, or puts it in the place of one that it corrects.
fn save(path: &Path, written: &SaveQuery, events: &dyn Events) -> Result<Value, WebError> {
    let (pdn, build) = (written_pdn(written, events)?, Build::default());
    let saved = match written.replaces {
        Some(game) => build.correct(path, game, &pdn)?,
        None => build.save(path, &pdn)?,
    };
    Ok(json!({ "game": saved.game, "version_of": saved.version_of, "is_copy": saved.is_copy }))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::engine_pool::Net;
    use super::super::test_client::TestClient;
    use super::*;
    use crate::player::{Evaluation, Options};

    #[test]
    fn a_game_of_which_only_the_result_is_known_is_listed_opened_and_saved() {
        let folder = tempfile::tempdir().expect("a folder");
        let [pdn, file] = ["games.pdn", "games.db"].map(|name| folder.path().join(name));
        let header = "[Event \"Cup\"]\n[White \"Ada\"]\n[Black \"Cor\"]\n[Result \"2-0\"]\n";
        std::fs::write(&pdn, format!("{header}\n2-0\n")).expect("written");
        let built = Build::default().run(&file, &[pdn], &mut |_| ControlFlow::Continue(()));
        built.expect("built");
        let engines = EnginePool::new(Vec::new(), Options::default());
        let ask = |what: &str, question: Value| {
            let client = TestClient::patient();
            answer(&engines, &file, what, question.to_string().as_bytes(), &client)
        };
        let found = ask("games", json!({ "text": "ada" })).expect("an answer");
        assert_eq!((&found["total"], &found["games"][0]["plies"]), (&1.into(), &0.into()));
        let game = ask("game", json!({ "game": 1 })).expect("an answer");
        assert_eq!((&game["white"], &game["line"]["moves"]), (&"Ada".into(), &json!([])));
        let at = json!({ "fen": "W:W31-50:B1-20", "moves": [] });
        let pdn = header.replace("Cor", "Bea");
        let game = json!({ "pdn": format!("{pdn}\n2-0\n"), "at": at, "line": { "moves": [] } });
        let saved = ask("save", game).expect("it is saved");
        assert_eq!((&saved["game"], &saved["version_of"]), (&2.into(), &Value::Null));
        let new = json!({ "at": at, "line": { "moves": [] }, "white": "Eva", "black": "Bea", "result": "0-2" });
        assert_eq!(ask("save", new.clone()).expect("it is saved")["game"], 3);
        let mut open = new;
        open["result"] = "*".into();
        let refusal = ask("save", open).expect_err("it has no result").to_string();
        assert!(refusal.contains("no move"), "{refusal}");
    }

    #[test]
    fn the_mistakes_of_a_player_come_game_by_game_and_end_with_their_client() {
        let folder = tempfile::tempdir().expect("a folder");
        let [pdn, file] = ["games.pdn", "games.db"].map(|name| folder.path().join(name));
        let gift =
            "[White \"Ada\"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 23-29 4. 34x23 18x29 *\n";
        std::fs::write(&pdn, gift.repeat(3)).expect("written");
        let built = Build::default().run(&file, &[pdn], &mut |_| ControlFlow::Continue(()));
        built.expect("built");
        let material = ("material".into(), Net::new(Box::new(Evaluation::material)));
        let options = Options { hash_mb: 1, ..Options::default() };
        let engines = EnginePool::new(vec![material], options);
        let ask = |client: &TestClient, games: usize| {
            let question = json!({ "player": "ada", "games": games, "nodes": 200 });
            answer(&engines, &file, "mistakes", question.to_string().as_bytes(), client)
        };
        let client = TestClient::patient();
        let found = ask(&client, 1).expect("an answer");
        assert_eq!(*client.lines.borrow(), [json!({ "searched": 1, "of": 1 })]);
        assert_eq!((&found["games"], &found["moves"]), (&1.into(), &4.into()));
        assert!(matches!(ask(&TestClient::gone_after(0), 1), Err(WebError::Stopped)));
        let nobody = json!({ "player": "", "games": 1 }).to_string();
        let refused = answer(&engines, &file, "mistakes", nobody.as_bytes(), &client);
        assert!(matches!(refused, Err(WebError::Bad(_))));
    }

    #[test]
    fn a_question_ends_when_its_client_has_gone() {
        let folder = tempfile::tempdir().expect("a folder");
        let [pdn, file] = ["games.pdn", "games.db"].map(|name| folder.path().join(name));
        std::fs::write(&pdn, "[White \"A\"]\n\n1. 32-28 19-23 *\n").expect("written");
        let built = Build::default().run(&file, &[pdn], &mut |_| ControlFlow::Continue(()));
        built.expect("built");
        let engines = EnginePool::new(Vec::new(), Options::default());
        let ask =
            |client: &TestClient| answer(&engines, &file, "games", b"{\"text\":\"a\"}", client);
        let found = ask(&TestClient::patient()).expect("an answer");
        assert_eq!((&found["total"], &found["unknown"]), (&1.into(), &json!([])));
        assert!(matches!(ask(&TestClient::gone_after(0)), Err(WebError::Stopped)));
    }
}
