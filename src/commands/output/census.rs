//! The census of games and positions as text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::dataset::{Census, LabelCounts};

/// The census of games of which this number is held out; `has_labels` says whether endgame tables were asked.
pub(crate) fn census_text(census: &Census, held_out: u64, has_labels: bool) -> String {
    let Census { games, readable, kept, positions, .. } = census;
    let mut text = format!(
        "games    {games} read, {readable} readable, {held_out} held out; {kept} of {positions} positions kept"
    );
    let mut line = |name: &str, line: &str| {
        write!(text, "\n{name:<8} {line}").expect("a string takes all");
    };
    for (name, map) in [("results", &census.results), ("removed", &census.removed)] {
        if !map.is_empty() {
            line(name, &counts(map));
        }
    }
    if census.scored > 0 {
        line("scores", &format!("of {} training positions", census.scored));
    }
    if has_labels {
        line("labels", &label_text(&census.labels));
    }
    if !census.left_out.is_empty() {
        line("left out", &counts(&census.left_out));
    }
    if !census.skipped.is_empty() {
        line("skipped", &skipped_text(census));
    }
    text
}

/// Which games could not be read.
pub(crate) fn skipped_text(census: &Census) -> String {
    format!("{}; `draughts-td inspect` lists them", counts(&census.skipped))
}

fn counts(map: &BTreeMap<String, u64>) -> String {
    let items: Vec<String> = map.iter().map(|(name, n)| format!("{n} {name}")).collect();
    items.join(", ")
}

/// How often the exact value differs from the result of the game.
fn label_text(counts: &LabelCounts) -> String {
    let LabelCounts { games, differ, without_result } = *counts;
    let results = games - without_result;
    let share = 100.0 * differ as f64 / results.max(1) as f64;
    format!(
        "{games} games cut at their first position in the tables; the exact value differs from {differ} of {results} results \
         ({share:.1} %), and {without_result} had none"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_counted_has_no_line() {
        let mut census = Census::default();
        assert_eq!(census_text(&census, 0, false).lines().count(), 1);
        census.removed.insert("capture".into(), 2);
        assert!(census_text(&census, 0, false).ends_with("\nremoved  2 capture"));
    }
}
