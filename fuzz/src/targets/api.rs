//! Questions of the page in the browser: every line of an answer is JSON, and what is refused says why.

use std::cell::Cell;
use std::sync::LazyLock;

use draughts_td::player::{Evaluation, Options, StopFlag};
use draughts_td::web::events::Events;
use draughts_td::web::{Api, ServerConfig};
use serde_json::{Value, json};

/// A desk without files, whose evaluation is quick.
static DESK: LazyLock<Api> = LazyLock::new(|| {
    Api::new(ServerConfig {
        nets: vec![("material".to_owned(), Evaluation::material())],
        options: Options { hash_mb: 1, ..Options::default() },
        files: Vec::new(),
        metrics: None,
        database: None,
        attempts: None,
        language: None,
    })
});

/// Asks a question: its path up to the end of the line, then its body.
pub fn run(data: &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let path = String::from_utf8_lossy(&data[..end]);
    let body = data.get(end + 1..).unwrap_or_default();
    // It plays games of its own: what it costs does not depend on the question.
    if path == "/api/worth" || body.len() > Api::max_body(&path) {
        return;
    }
    let (reader, bounded) = (Reader::default(), bounded(body));
    let is_bounded = bounded.is_some();
    if !is_bounded {
        // What has no budget is asked by somebody who has gone.
        reader.stop.stop();
    }
    let answered = DESK.answer(&path, &bounded.unwrap_or_else(|| body.to_vec()), &reader);
    if !is_bounded {
        return;
    }
    match answered {
        Ok(()) => assert!(reader.lines.get() > 0, "{path} is answered by nothing"),
        Err(error) => assert!(!error.to_string().is_empty() && reader.lines.get() == 0),
    }
}

/// The same question with a small budget; `None` if it is no JSON that a budget can be put into.
fn bounded(body: &[u8]) -> Option<Vec<u8>> {
    let Ok(Value::Object(mut question)) = serde_json::from_slice::<Value>(body) else {
        return None;
    };
    for (name, most) in [("nodes", 50), ("plies", 3), ("level", 2)] {
        if question.get(name).and_then(Value::as_u64).is_none_or(|asked| asked > most) {
            question.insert(name.to_owned(), json!(most));
        }
    }
    question.remove("search");
    Some(Value::Object(question).to_string().into_bytes())
}

/// Counts the lines, and reads each.
#[derive(Debug, Default)]
struct Reader {
    stop: StopFlag,
    lines: Cell<usize>,
}

impl Events for Reader {
    fn send(&self, line: &Value) {
        self.lines.set(self.lines.get() + 1);
        let text = line.to_string();
        assert!(!text.contains('\n') && serde_json::from_str::<Value>(&text).is_ok(), "{text}");
    }

    fn stop(&self) -> &StopFlag {
        &self.stop
    }
}
