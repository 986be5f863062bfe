//! Files of games that were played, compared whatever the clock said.

use std::fs;
use std::path::Path;

/// The words of a file of games, with an empty one for each empty line, without what depends on the clock: when they began, and how
/// long they and their moves took.
pub fn timeless(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("games");
    let is_of_the_clock = |line: &str| {
        ["[Date", "[GameStartTime", "[GameDuration"].iter().any(|tag| line.starts_with(tag))
    };
    let lines = text.lines().filter(|line| !is_of_the_clock(line));
    let words = lines.flat_map(|line| line.split(' '));
    // A time is the last word of the comment after a move, as in `0.00s}`.
    words.filter(|word| !word.ends_with("s}")).map(String::from).collect()
}
