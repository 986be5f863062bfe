//! Files of `--metrics`: every answer has whole lines only, and the page comes to the end of the file.

use std::cell::RefCell;

use draughts_td::player::StopFlag;
use draughts_td::web::events::Events;
use draughts_td::web::{Api, ServerConfig};
use serde_json::Value;

use super::bytes::Bytes;
use super::scratch;

/// Asks for the curves from a place of the file, and then from where the answer ends.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut from = u64::from(bytes.byte());
    scratch::with_file("run.jsonl", bytes.0, |path| {
        let api = Api::new(ServerConfig {
            nets: Vec::new(),
            options: Default::default(),
            files: Vec::new(),
            metrics: Some(path.to_path_buf()),
            database: None,
            attempts: None,
            language: None,
        });
        for _ in 0..3 {
            let answer = Answer::default();
            let question = format!("{{\"from\":{from}}}");
            api.answer("/api/curves", question.as_bytes(), &answer).expect("an answer");
            let lines = answer.lines.take();
            let upto = lines[0]["upto"].as_u64().expect("a place");
            assert!(upto <= bytes.0.len() as u64 && lines[0]["events"].is_array());
            from = upto;
        }
    });
}

#[derive(Debug, Default)]
struct Answer {
    stop: StopFlag,
    lines: RefCell<Vec<Value>>,
}

impl Events for Answer {
    fn send(&self, line: &Value) {
        self.lines.borrow_mut().push(line.clone());
    }

    fn stop(&self) -> &StopFlag {
        &self.stop
    }
}
