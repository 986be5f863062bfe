//! The value of a `Result` tag, which PDN 3.0 allows to be any string.

use super::outcome::Outcome;
use super::score;

impl Outcome {
    /// Reads the value of a `Result` tag; PDN 3.0 allows any string there.
    #[must_use]
    pub fn from_tag(value: &[u8]) -> Outcome {
        let value = value.trim_ascii();
        match score::result(value) {
            Ok(([], outcome)) => outcome,
            _ if let Some(outcome) = score::whole_score(value) => outcome,
            _ if matches!(value, b"" | b"*" | b"?" | b"-") => Outcome::Unknown,
            _ => Outcome::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_result_tag_is_understood() {
        let cases: [(&[u8], Outcome); 22] = [
            (b"2-0", Outcome::WhiteWins),
            (b"1-0", Outcome::WhiteWins),
            (b"1-1", Outcome::Draw),
            (b"1/2-1/2", Outcome::Draw),
            ("½-½".as_bytes(), Outcome::Draw),
            (b"\xBD-\xBD", Outcome::Draw),
            (b"0.5-0.5", Outcome::Draw),
            (b"1+ - 1-", Outcome::Draw),
            (b"1- - 1+", Outcome::Draw),
            (b"1.01-0.99", Outcome::Draw),
            (b"0-2", Outcome::BlackWins),
            (b"0-1", Outcome::BlackWins),
            (b" 0-2 ", Outcome::BlackWins),
            (b"0-0", Outcome::BothLost),
            (b"*", Outcome::Unknown),
            (b"?", Outcome::Unknown),
            (b"-", Outcome::Unknown),
            (b"", Outcome::Unknown),
            (b"4-6", Outcome::Other),
            (b"1 1/2 - 1/2", Outcome::Other),
            (b"1/2 - 1 1/2", Outcome::Other),
            (b"won", Outcome::Other),
        ];
        for (text, outcome) in cases {
            assert_eq!(Outcome::from_tag(text), outcome, "{}", String::from_utf8_lossy(text));
        }
    }
}
