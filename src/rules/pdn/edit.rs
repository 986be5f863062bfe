//! Changes of a text at places of it; everything else stays to the byte.

use std::ops::Range;

/// Columns of a line to which something is added; programs expect fewer than 80.
const COLUMNS: usize = 79;

/// The longest word of the text that a line is kept free for.
const LONGEST_WORD: usize = 40;

/// How new text joins the old at its place. Of several at one place the lower comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Joint {
    /// Without a blank: a glyph after its move.
    Glued,
    /// As it is, most often in place of old text.
    Instead,
    /// A comment, with a blank or a line break before every word.
    Comment,
    /// A variation, joined in the same way.
    Variation,
    /// More moves of the line, joined in the same way.
    Moves,
}

#[derive(Clone, Debug)]
struct Change {
    range: Range<usize>,
    joint: Joint,
    text: String,
}

/// The changes of a text, in any order; they may not overlap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edits {
    changes: Vec<Change>,
}

impl Edits {
    /// Adds text at a place.
    pub(crate) fn add(&mut self, at: usize, joint: Joint, text: String) {
        self.changes.push(Change { range: at..at, joint, text });
    }

    /// Puts text in the place of other text.
    pub(crate) fn replace(&mut self, range: Range<usize>, joint: Joint, text: String) {
        self.changes.push(Change { range, joint, text });
    }

    /// Puts text in the place of other text and of all that was changed in it.
    pub(crate) fn replace_all(&mut self, range: Range<usize>, text: String) {
        self.changes.retain(|change| !is_within(&change.range, &range));
        self.replace(range, Joint::Instead, text);
    }

    /// A stretch of the text with its changes.
    pub(crate) fn part(&self, text: &str, range: Range<usize>) -> String {
        let inner = self.changes.iter().filter(|change| is_within(&change.range, &range));
        let moved = |change: &Change| Change {
            range: change.range.start - range.start..change.range.end - range.start,
            ..change.clone()
        };
        Edits { changes: inner.map(moved).collect() }.applied(&text[range.clone()])
    }

    /// The text with all changes.
    pub(crate) fn applied(&self, text: &str) -> String {
        let mut changes = self.changes.clone();
        changes.sort_by_key(|change| (change.range.start, !change.range.is_empty(), change.joint));
        let mut writer = Writer { text, out: String::with_capacity(2 * text.len()), column: 0 };
        let mut at = 0;
        for (index, change) in changes.iter().enumerate() {
            writer.keep(at..change.range.start);
            at = change.range.end;
            let next = changes.get(index + 1).map_or(text.len(), |next| next.range.start);
            writer.write(change, next);
        }
        writer.keep(at..text.len());
        writer.out
    }
}

fn is_within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

struct Writer<'a> {
    text: &'a str,
    out: String,
    /// Characters on the last line of what is written.
    column: usize,
}

impl Writer<'_> {
    fn keep(&mut self, range: Range<usize>) {
        self.push(&self.text[range]);
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
        let line = text.rsplit(['\n', '\r']).next().unwrap_or_default();
        let is_same_line = line.len() == text.len();
        self.column = line.chars().count() + if is_same_line { self.column } else { 0 };
    }

    /// Writes new text, before the next change at another place.
    fn write(&mut self, change: &Change, next: usize) {
        if matches!(change.joint, Joint::Glued | Joint::Instead) {
            self.push(&change.text);
            return;
        }
        let rest = &self.text[change.range.end..next];
        let old = rest.find(['\n', '\r']).map_or(rest, |end| &rest[..end]);
        let old = Some(old.chars().count()).filter(|&length| length <= LONGEST_WORD);
        let words: Vec<&str> = change.text.split(' ').collect();
        for (index, word) in words.iter().enumerate() {
            let is_last = index + 1 == words.len();
            self.word(word, old.filter(|_| is_last).unwrap_or(0));
        }
        let follows = self.text[change.range.end..].chars().next();
        if next > change.range.end && follows.is_some_and(|c| !c.is_whitespace() && c != ')') {
            self.push(" ");
        }
    }

    /// Writes a word after a blank, or on a new line where this one is full; `old` characters follow on the same line.
    fn word(&mut self, word: &str, old: usize) {
        if !self.out.is_empty() && !self.out.ends_with(['(', ' ', '\t', '\n', '\r']) {
            let is_full = self.column + 1 + word.chars().count() + old > COLUMNS;
            // A line that begins with a bracket is taken for a tag.
            let line_break = Some(self.line_break()).filter(|_| is_full && !word.starts_with('['));
            self.push(line_break.unwrap_or(" "));
        }
        self.push(word);
    }

    fn line_break(&self) -> &'static str {
        match self.text.find(['\n', '\r']).map(|at| &self.text.as_bytes()[at..]) {
            Some([b'\r', b'\n', ..]) => "\r\n",
            Some([b'\r', ..]) => "\r",
            _ => "\n",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, changes: &[(usize, Joint, &str)]) -> String {
        let mut edits = Edits::default();
        for &(at, joint, new) in changes {
            edits.add(at, joint, new.into());
        }
        edits.applied(text)
    }

    #[test]
    fn new_words_have_blanks_around_them_and_a_glyph_has_none() {
        let changes =
            [(2, Joint::Moves, "moves"), (2, Joint::Comment, "{note}"), (2, Joint::Glued, "?")];
        assert_eq!(edited("ab", &changes), "ab? {note} moves");
        assert_eq!(edited("abc", &changes), "ab? {note} moves c");
        assert_eq!(edited("ab c", &changes), "ab? {note} moves c");
        assert_eq!(edited("ab)", &changes), "ab? {note} moves)");
        assert_eq!(edited("", &[(0, Joint::Moves, "moves")]), "moves");
    }

    #[test]
    fn what_is_replaced_goes_and_the_rest_stays() {
        let mut edits = Edits::default();
        edits.replace(2..4, Joint::Instead, "X".into());
        edits.add(1, Joint::Glued, "!".into());
        edits.replace(5..6, Joint::Instead, String::new());
        assert_eq!(edits.applied("a bc d"), "a! X ");
    }

    #[test]
    fn a_full_line_is_broken_before_a_new_word_with_the_break_of_the_text() {
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("{}{end}{}", "x".repeat(75), "y".repeat(75));
            let at = [(75, Joint::Comment, "{a long}"), (text.len(), Joint::Comment, "{b}")];
            let [x, y] = ["x", "y"].map(|sign| sign.repeat(75));
            assert_eq!(edited(&text, &at), format!("{x} {{a{end}long}}{end}{y} {{b}}"));
        }
        let text = "z".repeat(79);
        assert_eq!(edited(&text, &[(79, Joint::Comment, "[x")]), text.clone() + " [x");
    }
}
