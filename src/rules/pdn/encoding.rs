//! The encoding of a text, found by its bytes, and the text in UTF-8: names in old code pages are few, so that all lines of a file that
//! are no UTF-8 are judged together.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

#[cfg(feature = "files")]
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, MACINTOSH, WINDOWS_1251, WINDOWS_1252, X_MAC_CYRILLIC};

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
            Ok(word) if word.chars().all(is_european) => Cow::Borrowed(word),
            _ => encoding.decode_without_bom_handling(word).0,
        };
        decoded.extend_from_slice(word.as_bytes());
    }
}

/// Whether a sign is a letter of Europe or a sign beside letters: where UTF-8 has another, `é»…` is more likely.
fn is_european(c: char) -> bool {
    matches!(c, ..'\u{180}' | '\u{370}'..'\u{530}' | '\u{2000}'..'\u{2E80}')
}

/// The encoding that a guess most likely means: a few signs mislead the detector, and it does not know the Macintosh.
fn relative(guess: &'static Encoding, sample: &[u8]) -> &'static Encoding {
    let decoded = |encoding: &'static Encoding| encoding.decode_without_bom_handling(sample).0;
    let (text, western) = (decoded(guess), decoded(WINDOWS_1252));
    let is_latin = |text: &str| text.chars().all(|c| !is_letter(c) || c < '\u{300}');
    let is_right = if guess.is_single_byte() && is_latin(&text) {
        faults(&text) < faults(&western) || other_letters(&text, &western) >= 2
    } else {
        has_words(&text, guess) && open_brackets(&text) <= open_brackets(&western)
    };
    let found = if is_right { guess } else { WINDOWS_1252 };
    let other = match found {
        _ if found == WINDOWS_1251 => X_MAC_CYRILLIC,
        _ if found == WINDOWS_1252 => MACINTOSH,
        _ => return found,
    };
    if faults(&decoded(other)) < faults(&decoded(found)) { other } else { found }
}

/// How many letters of different words are others than in western Europe: a single one may be a name of the west.
fn other_letters(text: &str, western: &str) -> usize {
    let pairs: Vec<(char, char)> = text.chars().zip(western.chars()).collect();
    let words: HashSet<&[(char, char)]> =
        pairs.split(|&(_, western)| !is_letter(western)).filter(|word| word.len() > 1).collect();
    let is_other = |&&(c, western): &&(char, char)| c != western && is_letter(c);
    words.into_iter().map(|word| word.iter().filter(is_other).count()).sum()
}

/// Whether the letters of another alphabet make words, of at least four bytes. Signs of the west beside its letters make none.
fn has_words(text: &str, guess: &'static Encoding) -> bool {
    let is_foreign = |c: char| !c.is_ascii() && is_letter(c);
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !is_foreign(c));
    let foreign: HashSet<&str> = words.filter(|word| word.contains(is_foreign)).collect();
    let is_word = |word: &&&str| word.chars().all(is_foreign) && word.chars().nth(1).is_some();
    let letters: usize = foreign.iter().filter(is_word).map(|word| word.chars().count()).sum();
    let others = foreign.iter().filter(|word| !is_word(word)).count();
    let bytes = if guess.is_single_byte() { letters } else { 2 * letters };
    bytes >= 4 && letters > others
}

/// Braces and brackets without a partner: the second byte of a letter may be the same as one of them.
fn open_brackets(text: &str) -> usize {
    let count = |sign: char| text.matches(sign).count();
    count('{').abs_diff(count('}')) + count('[').abs_diff(count(']'))
}

/// Whether words are made of it; units and ordinal signs are not.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !matches!(c, 'ª' | 'º' | 'µ' | 'ˆ')
}

/// How often a text has what no word has: a capital after a small letter, or a sign where a letter should be.
fn faults(text: &str) -> usize {
    let pairs = text.chars().zip(text.chars().skip(1)).zip(text.chars().skip(2));
    let is_fault = |((before, c), after): ((char, char), char)| {
        // The Macintosh has capitals of Russian at the codes of these letters of Macedonia.
        let is_rare = matches!(c, 'Ѓ' | 'ѓ' | 'Ќ' | 'ќ');
        let is_capital = (!c.is_ascii() || !before.is_ascii()) && c.is_uppercase();
        let is_sign = !c.is_ascii() && !is_letter(c);
        is_rare
            || (is_capital && before.is_lowercase())
            || (is_sign && is_misplaced(before, c, after))
    };
    pairs.filter(|&pair| is_fault(pair)).count()
}

/// Whether a letter should be at the place of a sign.
fn is_misplaced(before: char, sign: char, after: char) -> bool {
    match (is_letter(before), after.is_lowercase()) {
        (true, true) => !matches!(sign, '’' | '‘' | '–' | '—' | '·' | '…' | '\u{ad}'),
        (true, false) => "¹³£¿¯¼¾¶±¦¥¬¢¤¸".contains(sign),
        (false, true) if before.is_numeric() => false,
        (false, true) => match sign {
            '«' | '»' | '·' | '\u{ad}' => false,
            // The Macintosh has capitals at these codes, of Russian or of the west; what begins a value is a name.
            '‘' | '’' | '–' | '—' => before == '"' && after >= '\u{300}',
            '‚' | '…' => before == '"' || after >= '\u{300}',
            '“' | '”' | '„' | '‹' | '›' | '¿' | '¡' | '•' | '§' | '©' => {
                after >= '\u{300}'
            }
            _ => true,
        },
        (false, false) => false,
    }
}

#[cfg(test)]
#[path = "encoding_tests.rs"]
mod tests;
