//! Reports of a database: an event, a player, two players; as tables, or as a page to print.

use std::slice;
use std::sync::mpsc;
use std::thread;

use serde::Deserialize;
use serde_json::{Value, json};

use super::engine_pool::EnginePool;
use super::language::Language;
use super::position_query::PositionQuery;
use crate::database::query::GameFilter;
use crate::database::report::{
    CompareQuestion, Comparison, EventReport, analysed_games, comparison, event_report,
    search_choices,
};
use crate::database::store::Database;
use crate::diagram::PageWords;
use crate::error::WebError;
use crate::events::Events;
use crate::player::{Budget, Engine};

/// The half-moves of an opening.
const PLIES: usize = 2;

/// An event, by words of its name.
#[derive(Debug, Deserialize)]
pub(super) struct EventQuery {
    event: String,
    #[serde(flatten)]
    form: Form,
}

/// A player or two, and the position in which their moves are asked for.
#[derive(Debug, Deserialize)]
pub(super) struct PlayersQuery {
    players: Vec<String>,
    at: Option<PositionQuery>,
    #[serde(flatten)]
    form: Form,
}

/// Whether the engine searches, and whether a page to print is asked for.
#[derive(Debug, Deserialize)]
struct Form {
    #[serde(default)]
    net: Option<String>,
    nodes: Option<u64>,
    #[serde(default)]
    html: bool,
    /// The code of the language of what is printed.
    language: Option<String>,
}

impl Form {
    /// What is shown, or what is printed; both after a search, which is not made again to print it.
    fn answer(
        &self,
        shown: impl FnOnce() -> Value,
        printed: impl FnOnce(&PageWords) -> String,
    ) -> Value {
        let mut answer = if self.html { json!({}) } else { shown() };
        if self.html || self.nodes.is_some() {
            answer["html"] = printed(&Language::of(self.language.as_deref()).words()).into();
        }
        answer
    }
}

/// The report of an event.
pub(super) fn event(
    engines: &EnginePool,
    database: &Database,
    query: &EventQuery,
    events: &dyn Events,
) -> Result<Value, WebError> {
    let event = query.event.trim().to_owned();
    if event.is_empty() {
        return Err(WebError::Bad("name an event".into()));
    }
    let filter = GameFilter { event: Some(event), ..GameFilter::default() };
    let mut report = event_report(database, &filter, PLIES)?;
    if let Some(nodes) = query.form.nodes {
        let (budget, stop) = (Budget::of_nodes(nodes), events.stop());
        let EventReport { games, analysed, .. } = &mut report;
        *analysed = searched(
            engines,
            query.form.net.as_deref(),
            games.len(),
            events,
            |engine, searched| {
                analysed_games(games, slice::from_mut(engine), &budget, stop, searched)
            },
        )?;
    }
    Ok(query.form.answer(|| report.page_json(), |words| report.to_html(words)))
}

/// The report of a player or two.
pub(super) fn players(
    engines: &EnginePool,
    database: &Database,
    query: &PlayersQuery,
    events: &dyn Events,
) -> Result<Value, WebError> {
    let names: Vec<&str> = query.players.iter().map(|name| name.trim()).collect();
    if !matches!(names.len(), 1 | 2) || names.contains(&"") {
        return Err(WebError::Bad("name a player, or two".into()));
    }
    let point = query.at.as_ref().map(PositionQuery::resolve).transpose()?;
    let position = point.map(|point| *point.position());
    let question = CompareQuestion { names: &names, plies: PLIES, position };
    let mut found = comparison(database, &GameFilter::default(), &question)?;
    if let (Some(nodes), Some(position)) = (query.form.nodes, &position) {
        let (budget, stop) = (Budget::of_nodes(nodes), events.stop());
        let Comparison { players, .. } = &mut found;
        let moves = players.iter().flat_map(|player| &player.choices).map(Vec::len).sum();
        searched(engines, query.form.net.as_deref(), moves, events, |engine, searched| {
            let choices = players.iter_mut().flat_map(|player| player.choices.iter_mut().flatten());
            search_choices(position, choices, engine, &budget, stop, searched);
        })?;
    }
    Ok(query.form.answer(|| found.page_json(), |words| found.to_html(words)))
}

/// Works with an engine on another thread, and sends how many games or moves are searched after each.
pub(super) fn searched<R: Send>(
    engines: &EnginePool,
    net: Option<&str>,
    all: usize,
    events: &dyn Events,
    work: impl FnOnce(&mut Engine, &(dyn Fn() + Sync)) -> R + Send,
) -> Result<R, WebError> {
    let (net, number) = (engines.net(net)?, engines.next_number());
    let found = engines.search(net, number, events.stop(), |engine| {
        let (sender, searched) = mpsc::channel();
        let count = move || {
            let _ = sender.send(());
        };
        thread::scope(|scope| {
            let search = scope.spawn(|| work(engine, &{ count }));
            for (before, ()) in searched.iter().enumerate() {
                events.send(&json!({ "searched": before + 1, "of": all }));
            }
            search.join()
        })
    })?;
    events.check_stop()?;
    found.map_err(|_| WebError::Bad("the search failed".into()))
}
