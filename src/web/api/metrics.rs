//! The metrics that a run of `learn` writes with `--metrics`, as the file grows.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::WebError;

/// The most bytes of an answer; the page asks again for the rest.
const MAX_CHUNK: u64 = 1 << 20;

/// The part of the file that the page has.
#[derive(Debug, Deserialize)]
pub(super) struct MetricsQuery {
    #[serde(default)]
    from: u64,
}

/// The complete lines after those the page has. A file that became shorter is of a new run, and read from its beginning.
pub(super) fn metrics(path: Option<&Path>, query: &MetricsQuery) -> Result<Value, WebError> {
    let path = path.ok_or(WebError::NotFound)?;
    let failed = |error: std::io::Error| {
        WebError::Bad(format!("the file of --metrics cannot be read: {error}"))
    };
    let mut file = match File::open(path) {
        // The run has not begun yet.
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(json!({ "again": query.from > 0, "upto": 0, "more": false, "events": [] }));
        }
        opened => opened.map_err(failed)?,
    };
    let length = file.metadata().map_err(failed)?.len();
    let from = if query.from > length { 0 } else { query.from };
    file.seek(SeekFrom::Start(from)).map_err(failed)?;
    let mut text = Vec::new();
    file.take(MAX_CHUNK).read_to_end(&mut text).map_err(failed)?;
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let lines = text[..whole].split(|&byte| byte == b'\n');
    let events: Vec<Value> = lines.filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let upto = from + whole as u64;
    Ok(
        json!({ "again": from < query.from, "upto": upto, "more": upto < length && whole > 0, "events": events }),
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_grows_is_read_from_where_the_page_is() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("run.jsonl");
        fs::write(&path, "{\"a\":1}\nno json\n{\"a\":2}\n{\"half").expect("written");
        let ask = |from| metrics(Some(&path), &MetricsQuery { from }).expect("figures");
        let first = ask(0);
        assert_eq!(first["events"], json!([{ "a": 1 }, { "a": 2 }]));
        let upto = first["upto"].as_u64().expect("a place");
        fs::write(&path, "{\"a\":1}\nno json\n{\"a\":2}\n{\"half\":3}\n").expect("written");
        assert_eq!(ask(upto)["events"], json!([{ "half": 3 }]));
        fs::write(&path, "{\"b\":1}\n").expect("written");
        let again = ask(upto);
        assert_eq!((&again["again"], &again["events"]), (&json!(true), &json!([{ "b": 1 }])));
        fs::remove_file(&path).expect("removed");
        assert_eq!(ask(upto)["events"], json!([]), "a run that has not begun");
        assert!(metrics(None, &MetricsQuery { from: 0 }).is_err());
    }
}
