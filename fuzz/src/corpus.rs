//! The kept inputs: one text file for each target, one input a line, with what is not plain ASCII escaped.

/// An input as a line of text.
#[must_use]
pub fn escape(input: &[u8]) -> String {
    input.escape_ascii().to_string()
}

/// The inputs of a text.
///
/// # Panics
/// If the text was not written by [`escape`].
#[must_use]
pub fn inputs(text: &str) -> Vec<Vec<u8>> {
    text.lines().map(unescape).collect()
}

fn unescape(line: &str) -> Vec<u8> {
    let mut input = Vec::with_capacity(line.len());
    let mut rest = line.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let (byte, length) = match (first, after) {
            (b'\\', [b'x', high, low, ..]) => (16 * hex(*high) + hex(*low), 3),
            (b'\\', [b'n', ..]) => (b'\n', 1),
            (b'\\', [b'r', ..]) => (b'\r', 1),
            (b'\\', [b't', ..]) => (b'\t', 1),
            (b'\\', [plain, ..]) => (*plain, 1),
            _ => (first, 0),
        };
        input.push(byte);
        rest = &after[length..];
    }
    input
}

fn hex(digit: u8) -> u8 {
    let value = char::from(digit).to_digit(16).expect("a hexadecimal digit behind \\x");
    value as u8
}
