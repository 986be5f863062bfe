//! The bar that shows how far a verb has come.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

use crate::play::tournament::Event;

/// A bar of this length on a terminal, nothing elsewhere.
///
/// # Panics
/// If the template is none.
#[must_use]
pub fn bar(total: u64, template: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(total).with_style(style.expect("the template is valid"))
}

/// Moves a bar of games on by the news of a match, before which so many stood.
pub fn follow(bar: &ProgressBar, before: usize, news: Event<'_>) {
    match news {
        Event::ScoreBoard(standing) => bar.set_position((before + standing.played()) as u64),
        // A match of one process loses none.
        Event::Game(..) | Event::Lost { .. } => {}
        Event::Cut(cut) => bar.suspend(|| note!("warning: {cut}")),
    }
}
