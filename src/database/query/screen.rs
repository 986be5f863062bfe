//! Names that cannot have a word are passed over before their words are taken apart: a database has many names, and few fit.

use super::word::Word;

/// How words begin that are asked for.
pub(super) struct Screen(Vec<Vec<u8>>);

impl Screen {
    /// For names that have one of these words, or a word that begins with one.
    pub(super) fn of<'a>(words: impl IntoIterator<Item = &'a Word>) -> Screen {
        // A letter may be one of several initials that are written together.
        let beginning = |word: &Word| match word.is_letter() {
            true => Vec::new(),
            false => word.text().bytes().take_while(u8::is_ascii).filter(is_kept).collect(),
        };
        Screen(words.into_iter().map(beginning).collect())
    }

    /// Whether a name may have one of the words. Of a name with accents it is not known.
    pub(super) fn may_have(&self, name: &str) -> bool {
        !name.is_ascii() || self.0.iter().any(|beginning| has_beginning(name.as_bytes(), beginning))
    }
}

/// Whether this letter or digit is there in every way to write a word: vowels may be accents that are spelled out, `ij` may be `y`.
fn is_kept(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() && !b"aeiouyj".contains(byte)
}

/// Whether the consonants of a word of a name begin so.
fn has_beginning(name: &[u8], beginning: &[u8]) -> bool {
    let (mut last, mut rest) = (None, None);
    for byte in name.iter().map(u8::to_ascii_lowercase).filter(|byte| !b"'`".contains(byte)) {
        let kind = byte.is_ascii_alphanumeric().then(|| byte.is_ascii_digit());
        if kind != last {
            rest = kind.is_some().then_some(beginning);
        }
        last = kind;
        if is_kept(&byte) {
            rest = rest.and_then(|rest| match rest {
                [] => Some(rest),
                [first, rest @ ..] => (*first == byte).then_some(rest),
            });
        }
        if rest.is_some_and(<[u8]>::is_empty) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::name::{self, Name};
    use super::super::person::Person;
    use super::*;

    const NAMES: [&str; 24] = [
        "Wijsman, A.",
        "Wysman,A",
        "O'Neil, Th.",
        "ONeil",
        "Mueller,J.M.",
        "Muller JM",
        "Wal,J.v.d.",
        "vd Wal, JM",
        "van 't Hof, P.",
        "IJsselstein",
        "Ysselstein Y.",
        "Level 8a",
        "Level8",
        "user1990",
        "8a",
        "(Ton) Brands,T.",
        "Groot-Bos",
        "de Vries jr.",
        "KUIPER",
        "Aa, E. van der",
        "Oever, I.",
        "Bos,JK",
        "St. John",
        "Chr. Smit",
    ];

    const QUESTIONS: [&str; 22] = [
        "Wijs",
        "Wy",
        "Wi",
        "Müller",
        "Mue",
        "Mull, J.",
        "J. Wal",
        "van der Wal",
        "Hof",
        "Ijssel",
        "yssel",
        "8",
        "level 8",
        "user",
        "1990",
        "Ton Brands",
        "Bos K",
        "Kuijper",
        "Aa",
        "oev",
        "Jan Smit",
        "Brands, T",
    ];

    /// Each of the names with letters changed, left out and doubled.
    fn changed(name: &str) -> Vec<String> {
        let places = name.char_indices().map(|(at, c)| (at, at + c.len_utf8()));
        let letters = ["", "e", "ij", "s", "'", " ", "1", ","];
        let change = |(from, to): (usize, usize)| {
            letters.map(|letter| format!("{}{letter}{}", &name[..from], &name[to..]))
        };
        places.flat_map(change).chain([name.to_owned()]).collect()
    }

    #[test]
    fn no_name_that_fits_is_passed_over() {
        let mut fitting = 0;
        for question in QUESTIONS.iter().chain(&NAMES) {
            let Some(person) = Person::of(question) else { continue };
            let asked = name::words(question);
            for name in NAMES.iter().flat_map(|name| changed(name)) {
                if person.is(&Name::of(&name)) {
                    fitting += 1;
                    assert!(person.screen().may_have(&name), "{question} {name}");
                }
                for word in &asked {
                    if name::words(&name).iter().any(|own| word.is(own) || word.begins(own)) {
                        assert!(Screen::of([word]).may_have(&name), "{question} {name}");
                    }
                }
            }
        }
        assert!(fitting > 1000, "{fitting}");
    }

    #[test]
    fn names_with_other_consonants_are_passed_over() {
        let screen = Screen::of(&name::words("Wijsman"));
        assert!(["Bos, A.", "Wal, W.", "Smit"].iter().all(|name| !screen.may_have(name)));
    }
}
