//! What is thought of a move, as signs behind it: `!`, `??`, or the numbers that stand for them.

/// The signs that readers of PDN know, in the order of their numbers `$1` to `$6`.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The sign that a text is, in brackets or not, or that its number stands for; `None` for any other.
///
/// ```
/// use draughts_td_rules::pdn::glyph;
///
/// assert_eq!(["!?", "(!)", "$4", "$7", "!!!"].map(|text| glyph(text.as_bytes())), [Some("!?"), Some("!"), Some("??"), None, None]);
/// ```
#[must_use]
pub fn glyph(text: &[u8]) -> Option<&'static str> {
    let inner = text.strip_prefix(b"(").and_then(|text| text.strip_suffix(b")"));
    let text = std::str::from_utf8(inner.unwrap_or(text)).ok()?;
    match text.strip_prefix('$') {
        Some(number) => SIGNS.get(number.parse::<usize>().ok()?.checked_sub(1)?).copied(),
        None => SIGNS.into_iter().find(|sign| *sign == text),
    }
}
