//! Questions to a database of games: a list that is searched, a game, the moves played from a position.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use super::games::game_of_pdn;
use super::position_query::{PositionQuery, id};
use super::question::read;
use crate::board::{MoveList, Position};
use crate::database::DatabaseError;
use crate::database::query::{
    Found, GameFilter, Hit, Listing, Pattern, Place, ResultFilter, explore, search,
};
use crate::database::store::{Database, MoveCount};
use crate::error::WebError;
use crate::pdn::spell;

/// The games of one page of a list.
const PAGE: usize = 50;

/// Which games are asked for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct HeaderQuery {
    /// Words of players, event and date, each of which must stand somewhere.
    text: String,
    result: Option<ResultQuery>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ResultQuery {
    White,
    Draw,
    Black,
}

#[derive(Debug, Deserialize)]
struct SearchQuery {
    #[serde(flatten)]
    header: HeaderQuery,
    /// The position that the games must have.
    at: Option<PositionQuery>,
    /// The games before the page.
    #[serde(default)]
    from: usize,
}

#[derive(Debug, Deserialize)]
struct GameQuery {
    game: u32,
}

#[derive(Debug, Deserialize)]
struct ExploreQuery {
    #[serde(flatten)]
    header: HeaderQuery,
    at: PositionQuery,
}

impl HeaderQuery {
    fn filter(&self) -> GameFilter {
        let result = self.result.map(|result| match result {
            ResultQuery::White => ResultFilter::White,
            ResultQuery::Draw => ResultFilter::Draw,
            ResultQuery::Black => ResultFilter::Black,
        });
        let text = self.text.trim();
        GameFilter {
            text: (!text.is_empty()).then(|| text.to_owned()),
            results: result.into_iter().collect(),
            ..GameFilter::default()
        }
    }
}

impl From<DatabaseError> for WebError {
    fn from(error: DatabaseError) -> WebError {
        WebError::Bad(error.to_string())
    }
}

/// Answers a question by what follows `/api/db/` in its path.
pub(super) fn answer(path: &Path, name: &str, question: &[u8]) -> Result<Value, WebError> {
    let database = Database::open(path)?;
    match name {
        "games" => games(&database, &read(question)?),
        "game" => game(&database, &read(question)?),
        "explore" => moves(&database, &read(question)?),
        _ => Err(WebError::NotFound),
    }
}

fn games(database: &Database, query: &SearchQuery) -> Result<Value, WebError> {
    let position = query.at.as_ref().map(PositionQuery::resolve).transpose()?;
    let position = position.map(|point| *point.position());
    let pattern = position.map(|at| Pattern { position: Some(at), ..Pattern::default() });
    let place = Place { pattern, ..Place::default() };
    let Found { hits, .. } = search(database, &query.header.filter(), &place)?;
    let page: Vec<&Hit> = hits.iter().skip(query.from).take(PAGE).collect();
    let listings = Listing::select(database, page.iter().map(|hit| hit.game))?;
    let games = page.iter().zip(listings).map(|(hit, listing)| row_json(hit, listing));
    Ok(json!({
        "games": games.collect::<Vec<_>>(),
        "total": hits.len(),
        "page": PAGE,
    }))
}

fn row_json(hit: &Hit, listing: Listing) -> Value {
    json!({
        "game": listing.game,
        "white": listing.white,
        "black": listing.black,
        "ratings": [listing.white_rating, listing.black_rating],
        "event": listing.event,
        "date": listing.date,
        "result": listing.result,
        "plies": listing.plies,
        "ply": hit.ply,
    })
}

fn game(database: &Database, query: &GameQuery) -> Result<Value, WebError> {
    let pdn = database.pdn(query.game)?.ok_or(WebError::NotFound)?;
    game_of_pdn(&pdn).ok_or(WebError::NotFound)
}

fn moves(database: &Database, query: &ExploreQuery) -> Result<Value, WebError> {
    let point = query.at.resolve()?;
    let position = point.position();
    let moves = explore(database, position, &query.header.filter())?;
    let mut list = MoveList::new();
    let moves = moves.iter().map(|count| move_json(position, count, &mut list));
    Ok(json!({ "moves": moves.collect::<Vec<_>>() }))
}

fn move_json(position: &Position, count: &MoveCount, list: &mut MoveList) -> Value {
    json!({
        "id": id(count.mv),
        "text": spell(position, count.mv, list),
        "games": count.games,
        "white": count.white,
        "draws": count.draws,
        "black": count.black,
        "rating": count.rating(),
        "last_year": count.last_year,
        "score": count.score(position.turn()),
    })
}
