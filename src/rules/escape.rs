//! Escapes text of files and programs for a terminal.

use std::fmt::{self, Display, Write};

/// Text for a terminal: line breaks and tabs stay; other control characters, and those that change the direction of writing, become
/// `\u001b`, which means the same in JSON.
pub struct Escaped<T>(pub T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(EscapeWriter(f), "{}", self.0)
    }
}

/// Escapes what is written through it.
struct EscapeWriter<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl fmt::Write for EscapeWriter<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_terminal_control(c)) {
            self.0.write_str(&rest[..at])?;
            write!(self.0, "\\u{:04x}", u32::from(c))?;
            rest = &rest[at + c.len_utf8()..];
        }
        self.0.write_str(rest)
    }
}

/// Whether a terminal would obey a character instead of showing it: control characters, and those of Unicode that embed, override
/// or isolate a direction of writing or break the line.
fn is_terminal_control(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        let text = Escaped("a\x1b]0;title\x07\r\u{9b}31m\u{202e}b\u{2066}\x7f").to_string();
        assert_eq!(text, "a\\u001b]0;title\\u0007\\u000d\\u009b31m\\u202eb\\u2066\\u007f");
    }

    #[test]
    fn text_in_any_script_with_lines_and_tabs_stays() {
        let text = "棋谱\tMüller – Ἀθῆναι\n\u{1f600} שלום\n";
        assert_eq!(Escaped(text).to_string(), text);
    }

    #[test]
    fn escaped_json_has_the_same_value() {
        let value = serde_json::json!({ "id\u{202e}": "a\x1b[2J\u{9b}\u{7f}\\\n\t" });
        for json in [value.to_string(), format!("{value:#}")] {
            let shown = Escaped(json).to_string();
            assert!(!shown.contains(['\u{202e}', '\u{9b}', '\u{7f}']), "{shown}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).expect("JSON"), value);
        }
    }
}
