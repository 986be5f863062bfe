//! Lines of an untrusted stream: any bytes, any length.

use std::io::{self, Read};

/// Reads lines until the end, or until `each` returns `false`. A line is cut at `max_bytes`, so that memory stays small. A last line
/// without line break counts.
pub(super) fn read_lines(
    mut source: impl Read,
    max_bytes: usize,
    mut each: impl FnMut(String) -> bool,
) {
    let mut line: Vec<u8> = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let count = match source.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for &byte in &chunk[..count] {
            if byte != b'\n' {
                if line.len() < max_bytes {
                    line.push(byte);
                }
            } else if !each(String::from_utf8_lossy(&std::mem::take(&mut line)).into_owned()) {
                return;
            }
        }
    }
    if !line.is_empty() {
        each(String::from_utf8_lossy(&line).into_owned());
    }
}

/// A text of another program for a report: at most this many characters, from its beginning and its end.
pub(super) fn shortened(text: &str, max_chars: usize) -> String {
    let count = text.chars().count();
    if count <= max_chars {
        return text.into();
    }
    let half = max_chars / 2;
    let (first, last) = (text.chars().take(half), text.chars().skip(count - half));
    first.chain(" … ".chars()).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_any_bytes_are_text() {
        let mut lines = Vec::new();
        read_lines(&b"abc\r\n\n\xff\xfe\nlonger than six\nlast"[..], 6, |line| {
            lines.push(line);
            true
        });
        assert_eq!(lines, ["abc\r", "", "\u{fffd}\u{fffd}", "longer", "last"]);
    }

    #[test]
    fn a_long_text_keeps_its_beginning_and_its_end() {
        assert_eq!(shortened("Бой", 3), "Бой");
        assert_eq!(shortened(&format!("Б{}й", "x".repeat(5000)), 4), "Бx … xй");
    }

    #[test]
    fn reading_stops_at_the_first_false() {
        let mut count = 0;
        read_lines(&b"a\nb\nc\n"[..], 10, |_| {
            count += 1;
            count < 2
        });
        assert_eq!(count, 2);
    }
}
