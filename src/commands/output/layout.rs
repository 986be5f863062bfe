//! Text laid out for the width of the terminal.

use terminal_size::terminal_size;
use textwrap::{Options, WordSplitter, wrap};

/// The fewest columns of a layout.
const NARROWEST: usize = 80;

/// The columns of the terminal, even if standard output is redirected, so that a pager gets the same; 80 at least.
pub(crate) fn columns() -> usize {
    let from_env = || std::env::var("COLUMNS").ok()?.parse().ok();
    let size = terminal_size().map(|(width, _)| width.0.into());
    size.or_else(from_env).unwrap_or(NARROWEST).max(NARROWEST)
}

/// The words of a text that begins after `indent` columns, broken so that no line goes beyond `columns`; further
/// lines are indented as far. A word that is longer than a line stays whole.
pub(crate) fn hang(text: &str, indent: usize, columns: usize) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let width = Options::new(columns.saturating_sub(indent))
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    wrap(&words, width).join(&format!("\n{}", " ".repeat(indent)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_goes_beyond_the_columns_and_no_word_is_lost() {
        let text = "the move (opposition): the turn, reversed when the tempo counts add up";
        let laid = hang(text, 8, 30);
        assert_eq!(laid.split_whitespace().collect::<Vec<_>>().join(" "), text);
        let lines: Vec<&str> = laid.lines().collect();
        assert!(lines.len() > 2 && lines[0].chars().count() <= 22, "{laid}");
        assert!(lines[1..].iter().all(|l| l.starts_with("        ") && l.chars().count() <= 30));
    }

    #[test]
    fn characters_of_two_columns_are_counted_as_two() {
        assert_eq!(hang("国際ドラフツ 国際", 0, 14), "国際ドラフツ\n国際");
    }

    #[test]
    fn a_word_longer_than_a_line_stays_whole() {
        assert_eq!(hang("randdriehoek 26-31-36", 4, 8), "randdriehoek\n    26-31-36");
    }
}
