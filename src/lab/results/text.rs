//! Numbers as text, and text that keeps its characters inside Markdown and XML.

/// Text as code, in as many backticks as Markdown needs to distinguish them from those inside.
pub(crate) fn code(text: &str) -> String {
    let mark = fence(text, 1);
    let is_at_the_edge = text.starts_with('`') || text.ends_with('`');
    let space = if is_at_the_edge { " " } else { "" };
    format!("{mark}{space}{text}{space}{mark}")
}

/// More backticks than there are in a row anywhere in a text, and at least `least`.
pub(super) fn fence(text: &str, least: usize) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(least.max(longest + 1))
}

/// Text with the special characters of XML as entities.
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

/// A number with a true minus sign and thousands apart: −12,500 or 0.25.
pub(crate) fn number(value: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, format!(".{fraction}")),
        None => (digits.as_str(), String::new()),
    };
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let is_nothing = digits.chars().all(|c| c == '0' || c == '.');
    let sign = if value < 0.0 && !is_nothing { "−" } else { "" };
    format!("{sign}{grouped}{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rounded_to_nothing_has_no_sign() {
        let words = [(-0.4, 0), (-0.04, 1), (-0.6, 0), (-12_500.0, 0), (0.25, 2)];
        let words = words.map(|(value, decimals)| number(value, decimals));
        assert_eq!(words, ["0", "0.0", "−1", "−12,500", "0.25"]);
    }

    #[test]
    fn code_has_more_backticks_around_than_inside() {
        for (text, expected) in
            [("a", "`a`"), ("a`b", "``a`b``"), ("`a", "`` `a ``"), ("a``b`", "``` a``b` ```")]
        {
            assert_eq!(code(text), expected);
        }
    }

    #[test]
    fn no_character_can_leave_its_text() {
        assert_eq!(escape("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
    }
}
