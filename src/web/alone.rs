//! `draughts-td-web PATH`: answers one question of the page, read from standard input, line by line on standard output.
//!
//! The page that stands alone runs this program as WebAssembly, in place of a server: a new one for each question.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use draughts_td_engine::engine::{Options, StopFlag};
use draughts_td_web::events::Events;
use draughts_td_web::{Api, WebError};
use serde_json::{Value, json};

/// MiB of the transposition table: a browser's tab is no workstation.
const TABLE: usize = 32;

/// Whoever reads standard output.
#[derive(Debug, Default)]
struct Reader {
    stop: StopFlag,
}

impl Events for Reader {
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
    let reader = Reader::default();
    match answered(&path, &reader) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            reader.send(&json!({ "error": error.to_string() }));
            ExitCode::FAILURE
        }
    }
}

fn answered(path: &str, reader: &Reader) -> Result<(), WebError> {
    let mut question = Vec::new();
    let most = Api::longest(path);
    io::stdin().lock().take(most as u64 + 1).read_to_end(&mut question)?;
    if question.len() > most {
        return Err(WebError::TooLarge(most));
    }
    let desk = Api::bare(Options { table: TABLE, ..Options::default() });
    desk.answer(path, &question, reader)
}
