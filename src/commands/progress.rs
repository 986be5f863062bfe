//! The bar that shows how far a verb has come.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

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
