//! Progress bars.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

use crate::arena::tournament::Event;

/// A bar of this length on a terminal, nothing elsewhere.
///
/// # Panics
/// If the template is none.
pub(crate) fn bar(total: u64, template: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(total).with_style(style.expect("the template is valid"))
}

/// A bar of this width with the share that is done and a message.
pub(crate) fn percent(total: u64, width: usize) -> ProgressBar {
    bar(total, &format!("{{bar:{width}}} {{percent:>3}} %  {{msg}}  {{eta}} left"))
}

/// A bar that counts, with a message.
pub(crate) fn counter(total: impl TryInto<u64>, what: &str) -> ProgressBar {
    let layout = format!("{{bar:20}} {{pos}} of {{len}} {what}  {{msg}}  {{eta}} left");
    bar(total.try_into().unwrap_or_default(), &layout)
}

/// Moves a bar of games by an event of a match, before which so many games were played.
pub(crate) fn follow(bar: &ProgressBar, before: usize, event: Event<'_>) {
    match event {
        Event::ScoreBoard(scoreboard) => bar.set_position((before + scoreboard.played()) as u64),
        // A match of one process loses none.
        Event::Game(..) | Event::Lost { .. } => {}
        Event::Cut(cut) => bar.suspend(|| note!("warning: {cut}")),
    }
}
