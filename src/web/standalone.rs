//! `draughts-td-web PATH`: answers a question from standard input, line by line on standard output.
//!
//! The standalone page runs this program as WebAssembly, in place of a server: a new one for each question.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use draughts_td_engine::player::{Options, StopFlag};
use draughts_td_web::events::Events;
use draughts_td_web::{Api, WebError};
use serde_json::{Value, json};

/// MiB of the transposition table: a browser's tab is no workstation.
const TABLE: usize = 32;

#[derive(Debug, Default)]
struct StdoutEvents {
    stop: StopFlag,
}

impl Events for StdoutEvents {
    fn send(&self, line: &Value) {
        let mut out = io::stdout().lock();
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            self.stop.stop();
        }
    }

    fn stop(&self) -> &StopFlag {
        &self.stop
    }
}

fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or_default();
    let events = StdoutEvents::default();
    match answered(&path, &events) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            events.send(&json!({ "error": error.to_string() }));
            ExitCode::FAILURE
        }
    }
}

fn answered(path: &str, events: &StdoutEvents) -> Result<(), WebError> {
    let mut query = Vec::new();
    let max = Api::max_body(path);
    io::stdin().lock().take(max as u64 + 1).read_to_end(&mut query)?;
    if query.len() > max {
        return Err(WebError::TooLarge(max));
    }
    let api = Api::built_in(Options { hash_mb: TABLE, ..Options::default() });
    api.answer(path, &query, events)
}
