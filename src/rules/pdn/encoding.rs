//! The encoding of a text, found by its bytes, and the text in UTF-8: names in old code pages are few, so that all lines of a file that
//! are no UTF-8 are judged together.

use std::borrow::Cow;
use std::sync::{PoisonError, RwLock};

#[cfg(feature = "files")]
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, MACINTOSH, UTF_8, WINDOWS_1251, WINDOWS_1252, X_MAC_CYRILLIC};

/// The encoding that somebody named for all texts.
static NAMED: RwLock<Option<&'static Encoding>> = RwLock::new(None);

/// Lines after which the judgement is final, so that a file does not change its encoding on the way.
const ENOUGH: usize = 200;

/// Reads every file by the encoding of this name from now on, whatever its bytes look like; whether there is such an encoding. The names
/// are those of the [Encoding Standard](https://encoding.spec.whatwg.org/#names-and-labels). Without a name, each file says which it has.
#[cfg(feature = "files")]
#[must_use]
pub fn read_as(name: Option<&str>) -> bool {
    let encoding = name.and_then(|name| Encoding::for_label(name.as_bytes()));
    *NAMED.write().unwrap_or_else(PoisonError::into_inner) = encoding;
    encoding.is_some() == name.is_some()
}

/// The encoding named for all files.
pub(super) fn named() -> Option<&'static Encoding> {
    *NAMED.read().unwrap_or_else(PoisonError::into_inner)
}

/// A text in UTF-8: as it is where its lines are UTF-8, the others by the encoding that they look like together (without the feature
/// `files` by Windows-1252).
#[must_use]
pub fn to_utf8(text: &[u8]) -> Cow<'_, [u8]> {
    match std::str::from_utf8(text) {
        Ok(_) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(Judge::default().decoded(text)),
    }
}

/// What the lines of a file so far say about its encoding.
#[derive(Default)]
pub(super) struct Judge {
    lines: usize,
    #[cfg(feature = "files")]
    detector: Option<Box<EncodingDetector>>,
    /// The lines that distinguish the relatives of an encoding.
    sample: Vec<u8>,
    found: Option<&'static Encoding>,
}

impl Judge {
    /// The next part of the file in UTF-8, in its own memory where it is that already.
    pub(super) fn utf8(&mut self, text: Vec<u8>) -> Vec<u8> {
        if text.is_ascii() || std::str::from_utf8(&text).is_ok() {
            text
        } else {
            self.decoded(&text)
        }
    }

    fn decoded(&mut self, text: &[u8]) -> Vec<u8> {
        let encoding = self.judge(text);
        let mut decoded = Vec::with_capacity(text.len() + text.len() / 8);
        for line in text.split_inclusive(|&byte| byte == b'\n' || byte == b'\r') {
            match std::str::from_utf8(line) {
                Ok(_) => decoded.extend_from_slice(line),
                Err(_) => decode_line(line, encoding, &mut decoded),
            }
        }
        decoded
    }

    #[cfg(not(feature = "files"))]
    fn judge(&mut self, _text: &[u8]) -> &'static Encoding {
        WINDOWS_1252
    }

    #[cfg(feature = "files")]
    fn judge(&mut self, text: &[u8]) -> &'static Encoding {
        if let Some(found) = self.found.filter(|_| self.lines >= ENOUGH) {
            return found;
        }
        let detector = self
            .detector
            .get_or_insert_with(|| Box::new(EncodingDetector::new(Iso2022JpDetection::Deny)));
        for line in text.split(|&byte| byte == b'\n' || byte == b'\r') {
            if std::str::from_utf8(line).is_err() {
                detector.feed(line, false);
                detector.feed(b"\n", false);
                self.sample.extend_from_slice(line);
                self.sample.push(b'\n');
                self.lines += 1;
            }
        }
        let guess = detector.guess(None, Utf8Detection::Deny);
        let found = relative(guess, &self.sample);
        self.found = Some(found);
        found
    }
}

/// A line in UTF-8. In a line of western letters a word that is UTF-8 already stays: people join files.
fn decode_line(line: &[u8], encoding: &'static Encoding, decoded: &mut Vec<u8>) {
    if encoding != WINDOWS_1252 {
        let (line, _) = encoding.decode_without_bom_handling(line);
        return decoded.extend_from_slice(line.as_bytes());
    }
    for word in line.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
        let word = match std::str::from_utf8(word) {
            Ok(word) => Cow::Borrowed(word),
            Err(_) => encoding.decode_without_bom_handling(word).0,
        };
        decoded.extend_from_slice(word.as_bytes());
    }
}

/// The encoding of the Macintosh instead of that of Windows, where it makes better words: no detector can distinguish the two.
fn relative(guess: &'static Encoding, sample: &[u8]) -> &'static Encoding {
    let other = match guess {
        _ if guess == UTF_8 => return WINDOWS_1252,
        _ if guess == WINDOWS_1251 => X_MAC_CYRILLIC,
        _ if guess == WINDOWS_1252 => MACINTOSH,
        _ => return guess,
    };
    let quality = |encoding: &'static Encoding| {
        let (text, _) = encoding.decode_without_bom_handling(sample);
        faults(&text)
    };
    if quality(other) < quality(guess) { other } else { guess }
}

/// How often a text has what no word has: a capital after a small letter, or a sign between a letter and a small letter.
fn faults(text: &str) -> usize {
    let pairs = text.chars().zip(text.chars().skip(1)).zip(text.chars().skip(2));
    let is_fault = |((before, c), after): ((char, char), char)| {
        let is_sign = !c.is_ascii()
            && !c.is_alphabetic()
            && !matches!(c, '’' | '‘' | '–' | '—' | '·' | '\u{ad}');
        let is_torn = matches!(c, '–' | '—') && before == '"' && after.is_lowercase();
        // The Macintosh has capitals of Russian at the codes of these letters of Macedonia.
        let is_rare = matches!(c, 'Ѓ' | 'ѓ' | 'Ќ' | 'ќ');
        let is_capital = (!c.is_ascii() || !before.is_ascii()) && c.is_uppercase();
        is_torn
            || is_rare
            || (is_capital && before.is_lowercase())
            || (is_sign && before.is_alphabetic() && after.is_lowercase())
            || (is_sign && !before.is_alphanumeric() && after.is_lowercase())
    };
    pairs.filter(|&pair| is_fault(pair)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{IBM866, ISO_8859_5, KOI8_R, WINDOWS_1250};

    const RUSSIAN: &str = "[White \"Белов И.\"]\n[Black \"Чернов П.\"]\n";

    fn again(text: &str, encoding: &'static Encoding) -> String {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable, "{text}");
        String::from_utf8(to_utf8(&bytes).into_owned()).expect("UTF-8")
    }

    #[test]
    fn two_names_tell_the_code_page_of_russian() {
        for encoding in [WINDOWS_1251, KOI8_R, IBM866, ISO_8859_5] {
            assert_eq!(again(RUSSIAN, encoding), RUSSIAN, "{}", encoding.name());
        }
        let decoded = |bytes: &[u8]| String::from_utf8(to_utf8(bytes).into_owned()).expect("UTF-8");
        // As a Macintosh writes it: encoding_rs reads it and does not write it.
        assert_eq!(
            decoded(b"[White \"\x81\xE5\xEB\xEE\xE2\"]\n[Black \"\x97\xE5\xF0\xED\xEE\xE2\"]\n"),
            "[White \"Белов\"]\n[Black \"Чернов\"]\n"
        );
    }

    #[test]
    fn names_of_the_west_and_of_the_centre_of_europe_are_read() {
        for text in ["[White \"Müller\"]\n[Black \"Brière\"]\n", "[White \"François Noël\"]\n"]
        {
            assert_eq!(again(text, WINDOWS_1252), text);
        }
        let text = "[White \"Łukasz Żółtowski\"]\n[Black \"Świątek\"]\n";
        assert_eq!(again(text, WINDOWS_1250), text);
        let mac = to_utf8(b"[White \"M\x9Fller\"]\n[Black \"Bri\x8Fre\"]\n").into_owned();
        assert_eq!(
            String::from_utf8(mac).expect("UTF-8"),
            "[White \"Müller\"]\n[Black \"Brière\"]\n"
        );
    }

    #[test]
    fn a_line_of_utf_8_stays_among_others() {
        let mixed = b"[White \"M\xC3\xBCller\"]\n[Black \"M\xFCller\"]\n";
        let text = String::from_utf8(to_utf8(mixed).into_owned()).expect("UTF-8");
        assert_eq!(text, "[White \"Müller\"]\n[Black \"Müller\"]\n");
    }
}
