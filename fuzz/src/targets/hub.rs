//! Lines of Hub, in both directions and both versions: what is written once more is the same line.

use std::fmt::Display;

use draughts_td::protocol::HubError;
use draughts_td::protocol::hub::{Command, HubLine, Reply, read_position, v1, write_position};

/// Reads a line as everything it might be.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    is_stable(&text, HubLine::parse);
    is_stable(&text, Command::parse);
    is_stable(&text, Reply::parse);
    let _ = v1::Reply::parse(&text);
    if let Ok(position) = read_position(&text) {
        assert_eq!(read_position(&write_position(&position)), Ok(position));
    }
}

/// Writing may clean a text; what is clean stays as it is.
fn is_stable<T: Display>(text: &str, parse: impl Fn(&str) -> Result<Option<T>, HubError>) {
    let Ok(Some(value)) = parse(text) else { return };
    let written = value.to_string();
    let again = parse(&written).ok().flatten().map(|value| value.to_string());
    assert_eq!(again.as_ref(), Some(&written), "{text:?}");
}
