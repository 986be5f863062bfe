//! Who answers: what was given on the command line, and the way from a path to an answer.

use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::bench::{Bench, Net};
use super::{analyse, curves, games, inside, look, perft, play, review, worth, write};
use crate::answer::Answer;
use crate::engine::level::TABLE;
use crate::engine::{Evaluation, Options};
use crate::error::WebError;

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
        let opened = |(name, evaluation)| (name, Net::new(Box::new(move || evaluation)));
        let nets = nets.into_iter().map(opened).collect();
        Desk { bench: Bench::new(nets, options), files, metrics }
    }

    /// A desk with what is in every program, and nothing from a disk. The evaluation in the box is opened if a question is about it.
    #[must_use]
    pub fn bare(options: Options) -> Desk {
        let reference = Net::new(Box::new(Evaluation::reference));
        let material = Net::new(Box::new(Evaluation::material));
        let nets = [(Evaluation::REFERENCE, reference), (Evaluation::MATERIAL, material)];
        let nets = nets.map(|(name, net)| (name.to_owned(), net)).into();
        Desk { bench: Bench::new(nets, options), files: Vec::new(), metrics: None }
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

    /// The most bytes that a question to this path may have.
    #[must_use]
    pub fn longest(path: &str) -> usize {
        if matches!(path, "/api/paste" | "/api/write") { TEXT } else { QUESTION }
    }

    /// Answers a question in JSON.
    ///
    /// # Errors
    /// A path that is none, or whatever is wrong with the question.
    pub fn answer(&self, path: &str, question: &[u8]) -> Result<Answer<'_>, WebError> {
        let bench = &self.bench;
        match path {
            "/api/state" => Ok(Answer::Whole(self.state())),
            "/api/position" => look::position(&read(question)?).map(Answer::Whole),
            "/api/move" => look::choose(&read(question)?).map(Answer::Whole),
            "/api/perft" => perft::perft(read(question)?),
            "/api/play" => play::play(bench, read(question)?),
            "/api/analyse" => analyse::analyse(bench, read(question)?),
            "/api/review" => review::review(bench, read(question)?),
            "/api/inside" => inside::inside(bench, read(question)?),
            "/api/worth" => worth::worth(bench, &self.files, &read(question)?),
            "/api/games" => games::list(&self.files, &read(question)?).map(Answer::Whole),
            "/api/game" => games::one(&self.files, &read(question)?).map(Answer::Whole),
            "/api/paste" => games::paste(read(question)?).map(Answer::Whole),
            "/api/write" => write::write(&read(question)?).map(Answer::Whole),
            "/api/curves" => {
                curves::curves(self.metrics.as_deref(), &read(question)?).map(Answer::Whole)
            }
            _ => Err(WebError::NotFound),
        }
    }
}

/// The question in a text.
fn read<T: DeserializeOwned>(question: &[u8]) -> Result<T, WebError> {
    serde_json::from_slice(question)
        .map_err(|error| WebError::Bad(format!("this is no question: {error}")))
}
