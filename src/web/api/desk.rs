//! Who answers: what was given on the command line, and the way from a path to an answer.

use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::bench::Bench;
use super::{analyse, curves, games, inside, look, play, review, worth, write};
use crate::engine::{Evaluation, Options};
use crate::play::level::TABLE;
use crate::web::assets::{asset, page};
use crate::web::error::WebError;
use crate::web::http::{Answers, Method, Reply, Request};

/// What was given on the command line.
#[derive(Debug)]
pub struct Furniture {
    /// The evaluations by name; the first one is taken where the page names none.
    pub nets: Vec<(String, Evaluation)>,
    /// The settings of the engine.
    pub options: Options,
    /// Files of games.
    pub files: Vec<PathBuf>,
    /// The figures of a run.
    pub metrics: Option<PathBuf>,
}

/// Answers the page.
#[derive(Debug)]
pub struct Desk {
    bench: Bench,
    files: Vec<PathBuf>,
    metrics: Option<PathBuf>,
}

/// The most bytes of a question.
const QUESTION: usize = 64 << 10;
/// The most bytes of pasted games, and of a game to be written with its variations.
const TEXT: usize = 16 << 20;

impl Desk {
    /// A desk with this on it.
    #[must_use]
    pub fn new(furniture: Furniture) -> Desk {
        let Furniture { nets, options, files, metrics } = furniture;
        Desk { bench: Bench::new(nets, options), files, metrics }
    }

    fn state(&self) -> Value {
        let levels = TABLE.iter().enumerate().map(|(index, level)| {
            json!({
                "number": index + 1, "name": level.name, "nodes": level.nodes,
                "weaker": level.weaker,
            })
        });
        let name = |path: &PathBuf| {
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
        };
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "nets": self.bench.names(),
            "levels": levels.collect::<Vec<_>>(),
            "files": self.files.iter().map(name).collect::<Vec<_>>(),
            "metrics": self.metrics.as_ref().map(name),
        })
    }

    fn post(&self, request: &Request) -> Result<Reply<'_>, WebError> {
        let bench = &self.bench;
        match request.path.as_str() {
            "/api/state" => Ok(Reply::Json(self.state())),
            "/api/position" => look::position(&read(request)?).map(Reply::Json),
            "/api/move" => look::choose(&read(request)?).map(Reply::Json),
            "/api/play" => play::play(bench, read(request)?),
            "/api/analyse" => analyse::analyse(bench, read(request)?),
            "/api/review" => review::review(bench, read(request)?),
            "/api/inside" => inside::inside(bench, read(request)?),
            "/api/worth" => worth::worth(bench, &self.files, &read(request)?),
            "/api/games" => games::list(&self.files, &read(request)?).map(Reply::Json),
            "/api/game" => games::one(&self.files, &read(request)?).map(Reply::Json),
            "/api/paste" => games::paste(read(request)?).map(Reply::Json),
            "/api/write" => write::write(&read(request)?).map(Reply::Json),
            "/api/curves" => {
                curves::curves(self.metrics.as_deref(), &read(request)?).map(Reply::Json)
            }
            _ => Err(WebError::NotFound),
        }
    }
}

impl Answers for Desk {
    fn longest(&self, path: &str) -> usize {
        if matches!(path, "/api/paste" | "/api/write") { TEXT } else { QUESTION }
    }

    fn answer(&self, request: &Request) -> Result<Reply<'_>, WebError> {
        let is_question = request.path.starts_with("/api/");
        match request.method {
            Method::Post if is_question => self.post(request),
            Method::Get if request.path == "/" => {
                let (text, style) = page();
                Ok(Reply::Page { text, style })
            }
            Method::Get if !is_question => {
                let (kind, content) = asset(&request.path).ok_or(WebError::NotFound)?;
                Ok(Reply::Asset(kind, content))
            }
            _ => Err(WebError::Method),
        }
    }
}

/// The question in a request.
fn read<T: DeserializeOwned>(request: &Request) -> Result<T, WebError> {
    serde_json::from_slice(&request.body)
        .map_err(|error| WebError::Bad(format!("this is no question: {error}")))
}
