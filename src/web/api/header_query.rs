//! What the page asks of the tags of games.

use serde::Deserialize;

use crate::database::query::{GameFilter, ResultFilter};

/// Which games are asked for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct HeaderQuery {
    /// Words of players, event and date; each must be in one of them.
    text: String,
    white: String,
    black: String,
    /// The first and the last year, month or day.
    from_date: String,
    to_date: String,
    /// The lowest rating of both players.
    rating: Option<u32>,
    result: Option<ResultQuery>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ResultQuery {
    White,
    Draw,
    Black,
}

impl HeaderQuery {
    pub(super) fn filter(&self) -> GameFilter {
        let result = self.result.map(|result| match result {
            ResultQuery::White => ResultFilter::White,
            ResultQuery::Draw => ResultFilter::Draw,
            ResultQuery::Black => ResultFilter::Black,
        });
        let given = |text: &str| (!text.trim().is_empty()).then(|| text.trim().to_owned());
        GameFilter {
            text: given(&self.text),
            white: given(&self.white),
            black: given(&self.black),
            from: given(&self.from_date),
            to: given(&self.to_date),
            min_rating: self.rating,
            results: result.into_iter().collect(),
            ..GameFilter::default()
        }
    }
}
