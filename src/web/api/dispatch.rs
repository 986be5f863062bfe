//! The API: from the path of a question to its answer.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::engine_pool::{EnginePool, Net};
use super::language::Language;
use super::question::read;
use super::{
    analyse, diagram, endgame, explain, games, man_values, metrics, pasted, perft, play, position,
    review, save, train, typed,
};
use crate::error::WebError;
use crate::events::Events;
use crate::player::level::{DEFAULT, TABLE};
use crate::player::{Evaluation, Options};

/// The settings of the command line.
#[derive(Debug)]
pub struct ServerConfig {
    /// The evaluations by name; the first is the default.
    pub nets: Vec<(String, Evaluation)>,
    pub options: Options,
    pub files: Vec<PathBuf>,
    pub metrics: Option<PathBuf>,
    pub database: Option<PathBuf>,
    /// The file of attempts at puzzles; `None` where the page keeps them.
    pub attempts: Option<PathBuf>,
    /// The language in which the page begins; `None` for that of the browser.
    pub language: Option<Language>,
}

/// Answers the questions of the page.
#[derive(Debug)]
pub struct Api {
    engines: EnginePool,
    files: Vec<PathBuf>,
    metrics: Option<PathBuf>,
    database: Option<PathBuf>,
    attempts: Option<PathBuf>,
    // A server writes it into the page; the standalone page has no server.
    #[cfg_attr(target_family = "wasm", allow(dead_code))]
    language: Option<Language>,
}

/// The most bytes of a question.
const MAX_QUERY: usize = 64 << 10;
/// The most bytes of a game to be written with its variations.
const MAX_TEXT: usize = 16 << 20;
/// The most bytes of pasted games: a file of 15 MiB as base64.
const MAX_FILE: usize = 21 << 20;

impl Api {
    pub fn new(config: ServerConfig) -> Api {
        let ServerConfig { nets, options, files, metrics, database, attempts, language } = config;
        let opened = |(name, evaluation)| (name, Net::new(Box::new(move || evaluation)));
        let nets = nets.into_iter().map(opened).collect();
        let engines = EnginePool::new(nets, options);
        Api { engines, files, metrics, database, attempts, language }
    }

    /// An API with the built-in evaluations only, which are opened when a question is about them.
    pub fn built_in(options: Options) -> Api {
        let reference = Net::new(Box::new(Evaluation::reference));
        let material = Net::new(Box::new(Evaluation::material));
        let nets = [(Evaluation::REFERENCE, reference), (Evaluation::MATERIAL, material)];
        let nets = nets.map(|(name, net)| (name.to_owned(), net)).into();
        Api {
            engines: EnginePool::new(nets, options),
            files: Vec::new(),
            metrics: None,
            database: None,
            attempts: None,
            language: None,
        }
    }

    /// The code of the language in which the page begins.
    #[cfg_attr(target_family = "wasm", allow(dead_code))]
    pub(crate) fn language(&self) -> Option<&'static str> {
        self.language.map(Language::code)
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
            "nets": self.engines.names(),
            // The most pieces of a position that the endgame tables cover.
            "endgame": self.engines.options().endgame.as_ref().map(|endgame| endgame.pieces()),
            "levels": levels.collect::<Vec<_>>(),
            "level": DEFAULT,
            "files": self.files.iter().map(name).collect::<Vec<_>>(),
            "metrics": self.metrics.as_ref().map(name),
            "database": self.database.as_ref().map(name),
            "attempts": self.attempts.is_some(),
            "decks": self.puzzle_source().decks(&self.engines),
        })
    }

    fn puzzle_source(&self) -> train::PuzzleSource<'_> {
        train::PuzzleSource {
            attempts: self.attempts.as_deref(),
            database: self.database.as_deref(),
        }
    }

    #[cfg(all(feature = "server", not(target_family = "wasm")))]
    fn ask_database(
        &self,
        path: &str,
        question: &[u8],
        events: &dyn Events,
    ) -> Result<Value, WebError> {
        let name = path.strip_prefix("/api/db/").ok_or(WebError::NotFound)?;
        let database = self.database.as_deref().ok_or(WebError::NotFound)?;
        super::database::answer(&self.engines, database, name, question, events)
    }

    /// The standalone page has no files.
    #[cfg(not(all(feature = "server", not(target_family = "wasm"))))]
    fn ask_database(&self, _: &str, _: &[u8], _: &dyn Events) -> Result<Value, WebError> {
        Err(WebError::NotFound)
    }

    /// The most bytes that a question to this path may have.
    pub fn max_body(path: &str) -> usize {
        match path {
            "/api/paste" => MAX_FILE,
            "/api/write" | "/api/page" | "/api/db/save" | "/api/train" | "/api/attempts" => {
                MAX_TEXT
            }
            _ => MAX_QUERY,
        }
    }

    /// Answers a question in JSON, in one line or in several, and stops when the client is gone.
    pub fn answer(&self, path: &str, question: &[u8], events: &dyn Events) -> Result<(), WebError> {
        let (engines, files) = (&self.engines, self.files.as_slice());
        let whole = match path {
            "/api/perft" => return perft::perft(&read(question)?, events),
            "/api/play" => return play::play(engines, &read(question)?, events),
            "/api/analyse" => return analyse::analyse(engines, &read(question)?, events),
            "/api/review" => return review::review(engines, &read(question)?, events),
            "/api/inside" => return explain::explain(engines, &read(question)?, events),
            "/api/worth" => {
                return man_values::man_values(engines, files, &read(question)?, events);
            }
            "/api/state" => self.state(),
            "/api/endgame" => endgame::endgame(engines, &read(question)?)?,
            "/api/position" => position::position(&read(question)?)?,
            "/api/move" => typed::parse_move(&read(question)?)?,
            "/api/games" => games::list(files, &read(question)?, events)?,
            "/api/game" => games::one(files, &read(question)?, events)?,
            "/api/paste" => pasted::paste(read(question)?, events)?,
            "/api/diagram" => diagram::svg(&read(question)?)?,
            "/api/page" => diagram::page(&read(question)?, events)?,
            "/api/write" => save::pdn_of(&read(question)?, events)?,
            "/api/train" => train::train(engines, self.puzzle_source(), &read(question)?)?,
            "/api/attempts" => train::attempts(self.puzzle_source(), &read(question)?)?,
            "/api/curves" => metrics::metrics(self.metrics.as_deref(), &read(question)?)?,
            _ => self.ask_database(path, question, events)?,
        };
        events.check_stop()?;
        events.send(&whole);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::test_client::TestClient;

    fn api() -> Api {
        let mut api = Api::built_in(Options { hash_mb: 1, ..Options::default() });
        let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../pdn/accept");
        api.files = vec![corpus.join("nags.pdn")];
        api
    }

    /// Questions that would take hours or long answers, or that have nothing to stop.
    fn questions() -> Vec<(&'static str, Value)> {
        let kings = json!({ "fen": "W:WK46,K5,K25,K4,K36,K48:BK21,K44,K1,K29,K6,K16" });
        let branch = json!({ "before": 0, "line": { "moves": ["31-26"] } });
        let crowd = json!({ "moves": ["32-28"], "variations": vec![branch; 5000] });
        let games = "1. 32-28 (1. 31-26) 19-23 2. 28x19 *\n".repeat(500);
        vec![
            ("/api/perft", json!({ "at": kings, "plies": 8 })),
            ("/api/write", json!({ "at": {}, "line": crowd })),
            ("/api/paste", json!({ "text": games })),
            ("/api/games", json!({ "file": 0 })),
            ("/api/game", json!({ "file": 0, "game": 0 })),
            ("/api/position", json!({})),
            ("/api/state", json!({})),
        ]
    }

    #[test]
    fn every_answer_ends_at_the_first_poll_after_its_client_is_gone() {
        for (path, question) in questions() {
            for leaves_after in [0, 1, 2, 400] {
                let client = TestClient::gone_after(leaves_after);
                let answer = api().answer(path, question.to_string().as_bytes(), &client);
                if client.polls.get() <= leaves_after {
                    assert!(answer.is_ok(), "{path} was done before");
                    continue;
                }
                assert!(matches!(answer, Err(WebError::Stopped)), "{path}: {answer:?}");
                // Pasted games are skipped, and the stop flag is polled once more at the end.
                let late = client.polls.get() - leaves_after;
                assert!(late <= if path == "/api/paste" { 501 } else { 2 }, "{path}: {late}");
                assert!(client.lines.borrow().is_empty(), "{path}");
            }
        }
    }

    #[test]
    fn searches_end_when_their_asker_has_gone() {
        for path in ["/api/analyse", "/api/play", "/api/review", "/api/inside", "/api/worth"] {
            let question = json!({
                "at": { "moves": ["32-28"] }, "net": "material", "level": 10, "nodes": u64::MAX, "search": true,
            });
            let client = TestClient::gone_after(0);
            let answer = api().answer(path, question.to_string().as_bytes(), &client);
            assert!(answer.is_ok(), "{path}: {answer:?}");
        }
    }

    #[test]
    fn a_count_is_the_same_with_looks_in_between() {
        let client = TestClient::patient();
        let question = json!({ "at": {}, "plies": 6 }).to_string();
        api().answer("/api/perft", question.as_bytes(), &client).expect("a count");
        assert_eq!(client.lines.borrow().last(), Some(&json!({ "lines": 167_140 })));
        assert!(client.polls.get() > 700, "every node of the upper plies");
    }
}
