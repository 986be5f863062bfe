//! The words of a name: which are the surname, which are given names, and which abbreviate a longer word.

use unicode_normalization::char::is_combining_mark;

use super::word::Word;

/// The most letters of a word that is cut short by a dot: `Chr.`, `Alex.`
const ABBREVIATION: usize = 4;

/// Small words before a surname.
const PARTICLES: [&str; 17] = [
    "da", "de", "del", "den", "der", "des", "di", "dos", "du", "het", "la", "le", "te", "ten",
    "ter", "van", "von",
];

/// Words after a name that are no part of it.
const SUFFIXES: [&str; 7] = ["jr", "sr", "junior", "senior", "ii", "iii", "iv"];

/// A word of a name.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub word: Word,
    pub kind: Kind,
    pub role: Role,
}

/// How a word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Whole,
    /// A capital letter, or a word with a dot: it abbreviates a given name.
    Initial,
    /// A small letter beside capitals, as in `Wal,J.v.d.`: it abbreviates a particle.
    SmallInitial,
    Particle,
    Suffix,
}

/// What a word is to the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Surname,
    Given,
}

/// The words of a name in the order in which it is spoken: the surname is the last.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub parts: Vec<Part>,
    /// Whether a comma says which words are the surname.
    pub has_comma: bool,
    /// Whether it has both capitals and small letters.
    pub has_case: bool,
}

/// A word as it is written.
struct Token<'a> {
    text: &'a str,
    /// A dot after it.
    has_dot: bool,
    place: Place,
    /// Whether it is not the part of a word with letters and digits: the `a` of `8a` is no initial.
    is_apart: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Before,
    /// After a comma.
    After,
    /// Within parentheses.
    Aside,
}

/// The words of any name in their order. Letters and digits are words of their own.
pub(super) fn words(text: &str) -> Vec<Word> {
    let words = tokens(text).into_iter().map(|token| Word::of(token.text));
    words.filter(|word| !word.text().is_empty()).collect()
}

impl Name {
    /// The words of the name of a person.
    pub(super) fn of(text: &str) -> Name {
        let mut tokens = tokens(text);
        let is_given = |token: &Token<'_>| token.place == Place::After && !token.is_suffix();
        let has_comma = tokens.iter().any(is_given);
        // What is aside is a given name, and these come first.
        let order = |token: &Token<'_>| match token.place {
            Place::Aside => 0,
            Place::Before => 1 + usize::from(has_comma),
            Place::After => 1,
        };
        tokens.sort_by_key(order);
        let case = Case::of(text);
        let (mut parts, mut aside) = (Vec::<Part>::new(), 0);
        for (index, token) in tokens.iter().enumerate() {
            let is_last = !has_comma && index + 1 == tokens.len();
            let is_surname = has_comma && token.place == Place::Before;
            let role = if is_surname { Role::Surname } else { Role::Given };
            let part = |text| token.part(text, case, is_last, role);
            parts.extend(token.letters(case).into_iter().filter_map(part));
            if token.place == Place::Aside {
                aside = parts.len();
            }
        }
        if !has_comma {
            find_surname(&mut parts[aside..]);
        }
        let has_case = case.has_small && case.has_capital;
        let mut name = Name { parts, has_comma, has_case };
        name.explain_initials();
        name
    }

    /// The surname, without particles.
    pub(super) fn surname(&self) -> impl Iterator<Item = &Word> {
        let is_surname = |part: &&Part| part.kind == Kind::Whole && part.role == Role::Surname;
        self.parts.iter().filter(is_surname).map(|part| &part.word)
    }

    /// An initial whose name is there too, as in `Bos,J.(Jan)`, abbreviates no other.
    fn explain_initials(&mut self) {
        let is_given = |part: &&Part| part.kind == Kind::Whole && part.role == Role::Given;
        let given: Vec<Word> =
            self.parts.iter().filter(is_given).map(|part| part.word.clone()).collect();
        for part in &mut self.parts {
            if part.kind == Kind::Initial && given.iter().any(|name| part.word.begins(name)) {
                part.kind = Kind::Whole;
            }
        }
    }
}

/// Which letters a name has: in `jan bos` and `JAN BOS` a small and a capital letter say nothing.
#[derive(Clone, Copy)]
struct Case {
    has_small: bool,
    has_capital: bool,
}

impl Case {
    fn of(text: &str) -> Case {
        let has = |is: fn(char) -> bool| text.chars().any(is);
        Case { has_small: has(char::is_lowercase), has_capital: has(char::is_uppercase) }
    }
}

impl<'a> Token<'a> {
    fn is_suffix(&self) -> bool {
        SUFFIXES.contains(&Word::of(self.text).text())
    }

    /// Letters that are written together one by one, as in `Bos,JK` and `vd Bos`; any other word as it is.
    fn letters(&self, case: Case) -> Vec<&'a str> {
        let is_capital = self.text.chars().all(char::is_uppercase);
        let is_short = (2..=3).contains(&self.text.chars().count());
        let is_initials = self.place == Place::After && case.has_small && is_capital && is_short;
        match is_initials && !self.is_suffix() || self.text.eq_ignore_ascii_case("vd") {
            true => self.text.split_inclusive(|_| true).collect(),
            false => vec![self.text],
        }
    }

    fn part(&self, text: &str, case: Case, is_last: bool, role: Role) -> Option<Part> {
        let word = Word::of(text);
        let kind = match word.text() {
            "" => return None,
            text if SUFFIXES.contains(&text) => Kind::Suffix,
            _ if self.is_initial(&word, is_last) => {
                let is_small = case.has_capital && text.chars().all(char::is_lowercase);
                if is_small { Kind::SmallInitial } else { Kind::Initial }
            }
            text if PARTICLES.contains(&text) => Kind::Particle,
            _ => Kind::Whole,
        };
        Some(Part { word, kind, role })
    }

    /// Whether it is a letter, or a word that is cut short by a dot and not by the end of the name.
    fn is_initial(&self, word: &Word, is_last: bool) -> bool {
        let is_cut = self.has_dot && !is_last && word.text().chars().count() <= ABBREVIATION;
        self.is_apart
            && (word.is_letter() || is_cut && word.text().chars().all(char::is_alphabetic))
    }
}

/// Without a comma: `Bos J.` begins with the surname, `J. Bos` and `Jan Bos` end with it.
fn find_surname(parts: &mut [Part]) {
    // A number is a rating or a year.
    let is_whole =
        |part: &Part| part.kind == Kind::Whole && part.word.text().chars().any(char::is_alphabetic);
    let Some(last) = parts.iter().rposition(is_whole) else { return };
    let first = parts.iter().position(is_whole).unwrap_or(last);
    let is_initial = |part: &Part| part.kind == Kind::Initial;
    let surname = match parts[first..].iter().rposition(is_initial) {
        Some(place) if first + place > last => first..=last,
        Some(place) => first + place..=last,
        None if parts[..first].iter().any(is_initial) => first..=last,
        None => last..=last,
    };
    parts[surname].iter_mut().filter(|part| is_whole(part)).for_each(|part| {
        part.role = Role::Surname;
    });
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::<Token<'_>>::new();
    let (mut place, mut outside) = (Place::Before, Place::Before);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = rest.find(|c| !is_in_word(c)).unwrap_or(rest.len());
        if end > 0 {
            let pieces = pieces(&rest[..end]);
            let is_apart = pieces.len() == 1;
            let token = |text| Token { text, has_dot: false, place, is_apart };
            tokens.extend(pieces.into_iter().map(token));
            rest = &rest[end..];
            continue;
        }
        match c {
            '.' => tokens.last_mut().into_iter().for_each(|token| token.has_dot = true),
            ',' if !tokens.is_empty() => place = Place::After,
            '(' if place != Place::Aside => (outside, place) = (place, Place::Aside),
            ')' if place == Place::Aside => place = outside,
            _ => {}
        }
        rest = &rest[c.len_utf8()..];
    }
    tokens
}

/// The letters and the digits of a word.
fn pieces(word: &str) -> Vec<&str> {
    let (mut pieces, mut begin, mut last) = (Vec::new(), 0, None);
    for (at, c) in word.char_indices().filter(|(_, c)| !is_joined(*c)) {
        if last.is_some_and(|last: char| last.is_numeric() != c.is_numeric()) {
            pieces.push(&word[begin..at]);
            begin = at;
        }
        last = Some(c);
    }
    pieces.push(&word[begin..]);
    pieces
}

fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || is_joined(c)
}

/// Signs within a word, and accents after their letter.
fn is_joined(c: char) -> bool {
    matches!(c, '\'' | '’' | '`' | '´' | 'ʼ') || is_combining_mark(c)
}
