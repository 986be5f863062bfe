//! The little markup inside text: `code` and **strong**.

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

/// What stands before the first marked stretch, the stretch, and what follows.
fn next(text: &str) -> Option<(&str, Span<'_>, &str)> {
    let marked = |mark: &'static str| {
        let (before, inner) = text.split_once(mark)?;
        let (inner, after) = inner.split_once(mark)?;
        Some((before, inner, after))
    };
    let code = marked("`").map(|(before, inner, after)| (before, Span::Code(inner), after));
    let strong = marked("**").map(|(before, inner, after)| (before, Span::Strong(inner), after));
    code.into_iter().chain(strong).min_by_key(|(before, ..)| before.len())
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
    fn no_character_can_leave_its_text() {
        assert_eq!(escape("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
    }
}
