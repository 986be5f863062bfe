//! Upkeep of a database: names of one person, games that are removed and brought back.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use super::game_row::{GameQuery, PAGE, row_json};
use crate::database::query::{Listing, names_json};
use crate::database::store::{Database, merge_names, remove_games, restore_games, split_name};
use crate::error::WebError;

/// Names to be split, then persons whose names are merged, and how many groups of similar names are listed.
#[derive(Debug, Deserialize)]
#[serde(default)]
pub(super) struct NamesQuery {
    split: Vec<String>,
    /// The first name of each person is shown for all.
    merge: Vec<Vec<String>>,
    most: usize,
}

impl Default for NamesQuery {
    fn default() -> NamesQuery {
        NamesQuery { split: Vec::new(), merge: Vec::new(), most: PAGE }
    }
}

/// Which part of the list of removed games is shown.
#[derive(Debug, Deserialize)]
pub(super) struct RemovedQuery {
    #[serde(default)]
    from: usize,
}

/// Changes names, if any are given, and lists what is there then.
pub(super) fn names(path: &Path, query: &NamesQuery) -> Result<Value, WebError> {
    query.split.iter().try_for_each(|name| split_name(path, name))?;
    query.merge.iter().try_for_each(|person| merge_names(path, person).map(|_| ()))?;
    Ok(names_json(&Database::open(path)?, query.most)?)
}

/// Removes a game with its versions.
pub(super) fn remove(path: &Path, query: &GameQuery) -> Result<Value, WebError> {
    Ok(json!({ "games": remove_games(path, &[query.game])? }))
}

/// Brings a removed game back, or takes a correction back.
pub(super) fn restore(path: &Path, query: &GameQuery) -> Result<Value, WebError> {
    Ok(json!({ "games": restore_games(path, &[query.game])? }))
}

/// The removed games, the latest number first, a page of them.
pub(super) fn removed(database: &Database, query: &RemovedQuery) -> Result<Value, WebError> {
    let removed = database.removed_originals()?;
    let shown = removed.iter().rev().skip(query.from).take(PAGE).copied();
    let listings = Listing::select(database, shown)?.into_iter();
    let games: Vec<Value> = listings.map(|listing| row_json(listing, None)).collect();
    Ok(json!({ "games": games, "total": removed.len(), "page": PAGE }))
}
