//! The little markup inside text: `code`, with as many backticks around it as it needs, and **strong**.

/// A stretch of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span<'a> {
    Plain(&'a str),
    Code(&'a str),
    Strong(&'a str),
}

/// The stretches of a text. A mark without its partner is plain text.
pub(super) fn spans(text: &str) -> Vec<Span<'_>> {
    let mut spans = Vec::new();
    let mut rest = text;
    while let Some((before, span, after)) = next(rest) {
        if !before.is_empty() {
            spans.push(Span::Plain(before));
        }
        spans.push(span);
        rest = after;
    }
    if !rest.is_empty() {
        spans.push(Span::Plain(rest));
    }
    spans
}

/// Text as code, in as many backticks as Markdown needs to tell them from those inside.
#[must_use]
pub fn code(text: &str) -> String {
    let mark = fence(text, 1);
    let is_at_the_edge = text.starts_with('`') || text.ends_with('`');
    let space = if is_at_the_edge { " " } else { "" };
    format!("{mark}{space}{text}{space}{mark}")
}

/// More backticks than stand together anywhere in a text, and at least so many.
pub(super) fn fence(text: &str, least: usize) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(least.max(longest + 1))
}

/// What stands before the first marked stretch, the stretch, and what follows.
fn next(text: &str) -> Option<(&str, Span<'_>, &str)> {
    let strong = text.split_once("**").and_then(|(before, rest)| {
        let (inner, after) = rest.split_once("**")?;
        Some((before, Span::Strong(inner), after))
    });
    first_code(text).into_iter().chain(strong).min_by_key(|(before, ..)| before.len())
}

/// The first stretch between two equally long runs of backticks.
fn first_code(text: &str) -> Option<(&str, Span<'_>, &str)> {
    let start = text.find('`')?;
    let run = run_length(&text[start..]);
    let inner = start + run;
    let mut at = inner;
    while let Some(next) = text[at..].find('`') {
        let (close, length) = (at + next, run_length(&text[at + next..]));
        if length == run {
            return Some((
                &text[..start],
                Span::Code(unpadded(&text[inner..close])),
                &text[close + run..],
            ));
        }
        at = close + length;
    }
    None
}

fn run_length(text: &str) -> usize {
    text.len() - text.trim_start_matches('`').len()
}

/// Code without the spaces that keep its own backticks from the marks.
fn unpadded(code: &str) -> &str {
    let inner = code.strip_prefix(' ').and_then(|code| code.strip_suffix(' '));
    inner.filter(|inner| inner.starts_with('`') || inner.ends_with('`')).unwrap_or(code)
}

/// Text as HTML or XML shows it.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_in_pairs() {
        let expected = [
            Span::Plain("a "),
            Span::Code("b*c"),
            Span::Plain(" "),
            Span::Strong("d"),
            Span::Plain("`"),
        ];
        assert_eq!(spans("a `b*c` **d**`"), expected);
        assert_eq!(spans(""), []);
        assert_eq!(spans("2 ** 3"), [Span::Plain("2 ** 3")]);
    }

    #[test]
    fn code_with_backticks_is_read_back_whole() {
        for text in ["plain", "a`b", "`a", "a``b`", "```", "it is 'my `games`.pdn'"] {
            let marked = format!("see {} **here**", code(text));
            let spans = spans(&marked);
            assert_eq!(spans[1], Span::Code(text), "{marked}");
            assert_eq!(spans[3], Span::Strong("here"), "{marked}");
        }
        assert_eq!((code("a"), code("a`b")), ("`a`".into(), "``a`b``".into()));
    }

    #[test]
    fn no_character_can_leave_its_text() {
        assert_eq!(escape("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
    }
}
