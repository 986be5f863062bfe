//! What is thought of a move, as signs after it: `!`, `??`, or the numbers that represent them.

use std::sync::LazyLock;

/// The signs that readers of PDN know, in the order of their numbers `$1` to `$6`.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The numbers of PDN, the numeric annotation glyphs, as they are written.
static NAGS: LazyLock<[String; 256]> = LazyLock::new(|| std::array::from_fn(|n| format!("${n}")));

/// The glyph that a text is: a sign, in brackets or not, or the sign that its number represents; `$7` to `$255` are their own text. `None`
/// for any other.
///
/// ```
/// use draughts_td_rules::pdn::glyph;
///
/// let found = ["!?", "(!)", "$4", "$14", "!!!", "$256"].map(|text| glyph(text.as_bytes()));
/// assert_eq!(found, [Some("!?"), Some("!"), Some("??"), Some("$14"), None, None]);
/// ```
#[must_use]
pub fn glyph(text: &[u8]) -> Option<&'static str> {
    let inner = text.strip_prefix(b"(").and_then(|text| text.strip_suffix(b")"));
    let text = std::str::from_utf8(inner.unwrap_or(text)).ok()?;
    let Some(number) = text.strip_prefix('$') else {
        return SIGNS.into_iter().find(|sign| *sign == text);
    };
    let number = number.parse::<usize>().ok()?.checked_sub(1)?;
    match SIGNS.get(number) {
        Some(sign) => Some(sign),
        None => NAGS.get(number + 1).map(String::as_str),
    }
}
