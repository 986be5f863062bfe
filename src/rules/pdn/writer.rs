//! Strict PDN 3.0: the one spelling every known reader takes.

use std::iter::Peekable;
use std::vec;

use crate::board::{Color, Move, MoveList, Position, fen, legal_moves};

use super::grammar::starts_game_line;
use super::outcome::Outcome;
use super::route::canonical;

/// Columns of a line of moves; programs expect fewer than 80.
const COLUMNS: usize = 79;

/// What follows the last move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Terminator {
    /// `*`, as PDN 3.0 wants it; the result is in its tag.
    #[default]
    Star,
    /// The result once more, for programs that look only there.
    Result,
}

/// A game to be written.
///
/// ```
/// use draughts_td_rules::board::{MoveList, Position};
/// use draughts_td_rules::pdn::{GameSheet, Outcome, Terminator};
///
/// let opening = MoveList::legal(&Position::start())[0];
/// let sheet = GameSheet { white: "Ann".into(), moves: vec![opening], ..GameSheet::default() };
/// let text = sheet.to_pdn(Terminator::Star);
/// assert!(text.starts_with("[White \"Ann\"]\n[Result \"*\"]\n[GameType \"20\"]\n\n1. "));
/// ```
#[derive(Clone, Debug)]
pub struct GameSheet {
    /// The `Event` tag; empty values are left out.
    pub event: String,
    /// The `Site` tag.
    pub site: String,
    /// The `Date` tag, `YYYY.MM.DD` with `?` for what is not known.
    pub date: String,
    /// The `PassEnd` tag.
    pub round: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// How the game ended.
    pub outcome: Outcome,
    /// Further tags, in order; their names must be letters, digits and `_`, a capital first.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The moves, each legal.
    pub moves: Vec<Move>,
    /// Comments, each with the plies before it.
    pub comments: Vec<(usize, String)>,
    /// What is thought of moves, `!` or `$10`, each with the plies up to and with its move; of several signs for a move the first.
    pub glyphs: Vec<(usize, &'static str)>,
    /// Other continuations.
    pub variations: Vec<Variation>,
}

/// Another continuation from a place of a line of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// The plies of the line that come before it.
    pub before: usize,
    /// Its moves, each legal; without any it is left out.
    pub moves: Vec<Move>,
    /// Comments, each with the plies of this variation before it.
    pub comments: Vec<(usize, String)>,
    /// What is thought of its moves, each with the plies of this variation up to and with its move.
    pub glyphs: Vec<(usize, &'static str)>,
    /// Other continuations from a place of this one.
    pub variations: Vec<Variation>,
}

/// A line of moves to be written, of the game or of a variation.
#[derive(Clone, Copy)]
struct MoveLine<'a> {
    start: Position,
    /// The number of its first move, counted in plies from White's first.
    first: usize,
    moves: &'a [Move],
    comments: &'a [(usize, String)],
    glyphs: &'a [(usize, &'static str)],
    variations: &'a [Variation],
}

impl Default for GameSheet {
    fn default() -> GameSheet {
        GameSheet {
            event: String::new(),
            site: String::new(),
            date: String::new(),
            round: String::new(),
            white: String::new(),
            black: String::new(),
            outcome: Outcome::Unknown,
            tags: Vec::new(),
            start: Position::start(),
            moves: Vec::new(),
            comments: Vec::new(),
            glyphs: Vec::new(),
            variations: Vec::new(),
        }
    }
}

impl GameSheet {
    /// The game as PDN text, with an empty line after it.
    #[must_use]
    pub fn to_pdn(&self, terminator: Terminator) -> String {
        let mut text = String::new();
        self.write_tags(&mut text);
        text.push('\n');
        let mut lines = LineWrapper { text, columns: COLUMNS, column: 0, open: 0 };
        self.write_moves(&mut lines);
        lines.word(match terminator {
            Terminator::Star => "*",
            Terminator::Result => self.outcome.pdn(),
        });
        lines.text.push_str("\n\n");
        lines.text
    }

    fn write_tags(&self, text: &mut String) {
        let roster = [
            ("Event", self.event.as_str()),
            ("Site", &self.site),
            ("Date", &self.date),
            ("Round", &self.round),
            ("White", &self.white),
            ("Black", &self.black),
            ("Result", self.outcome.pdn()),
            ("GameType", "20"),
        ];
        for (name, value) in roster.into_iter().filter(|(_, value)| !value.is_empty()) {
            write_tag(text, name, value);
        }
        if self.start != Position::start() {
            write_tag(text, "FEN", &fen::write(&self.start));
        }
        for (name, value) in self.tags.iter().filter(|(_, value)| !value.is_empty()) {
            write_tag(text, name, value);
        }
    }

    fn write_moves(&self, lines: &mut LineWrapper) {
        let line = MoveLine {
            start: self.start,
            first: usize::from(self.start.turn() == Color::Black),
            moves: &self.moves,
            comments: &self.comments,
            glyphs: &self.glyphs,
            variations: &self.variations,
        };
        line.write(lines);
    }
}

impl MoveLine<'_> {
    fn write(self, lines: &mut LineWrapper) {
        let (mut position, mut before) = (self.start, self.start);
        let mut comments = InOrder::new(self.comments, |(plies, _)| *plies);
        let mut glyphs = InOrder::new(self.glyphs, |(plies, _)| *plies);
        // A variation comes after the move that it replaces.
        let mut variations = InOrder::new(self.variations, |other| other.before.saturating_add(1));
        let mut list = MoveList::new();
        // The number is repeated where Black begins or something comes between.
        let mut numbered = false;
        for ply in 0..=self.moves.len() {
            while let Some((_, comment)) = comments.next_upto(ply) {
                lines.comment(comment);
                numbered = false;
            }
            while let Some(other) = variations.next_upto(ply) {
                numbered &= !self.write_variation(lines, other, &before);
            }
            let Some(&mv) = self.moves.get(ply) else { break };
            let number = (ply + self.first) / 2 + 1;
            let mut spelling = spell(&position, mv, &mut list);
            spelling.push_str(&glyphs_of(&mut glyphs, ply + 1));
            lines.word(&match position.turn() {
                Color::White => format!("{number}. {spelling}"),
                Color::Black if numbered => spelling,
                Color::Black => format!("{number}... {spelling}"),
            });
            numbered = position.turn() == Color::White;
            (before, position) = (position, position.succ(mv));
        }
    }

    /// What might have been played in place of the last move; says whether there was anything.
    fn write_variation(
        self,
        lines: &mut LineWrapper,
        other: &Variation,
        before: &Position,
    ) -> bool {
        let Variation { moves, comments, glyphs, variations, .. } = other;
        if moves.is_empty() {
            return false;
        }
        lines.open();
        let first = self.first + other.before;
        MoveLine { start: *before, first, moves, comments, glyphs, variations }.write(lines);
        lines.close();
        true
    }
}

/// What is beside a line, by the plies before it: each is looked at once as the line is written, however many there are.
struct InOrder<'a, T> {
    rest: Peekable<vec::IntoIter<(usize, &'a T)>>,
}

impl<'a, T> InOrder<'a, T> {
    fn new(items: &'a [T], plies: impl Fn(&T) -> usize) -> InOrder<'a, T> {
        let mut items: Vec<(usize, &T)> = items.iter().map(|item| (plies(item), item)).collect();
        items.sort_by_key(|(plies, _)| *plies);
        InOrder { rest: items.into_iter().peekable() }
    }

    /// The next one with at most `most` plies before it.
    fn next_upto(&mut self, most: usize) -> Option<&'a T> {
        #[cfg(test)]
        tests::LOOKS.set(tests::LOOKS.get() + 1);
        self.rest.next_if(|(plies, _)| *plies <= most).map(|(_, item)| item)
    }
}

/// The glyphs of a move, as they follow it: of several signs the first, then the numbers. Those of earlier moves are passed.
fn glyphs_of(glyphs: &mut InOrder<'_, (usize, &'static str)>, plies: usize) -> String {
    while plies > 0 && glyphs.next_upto(plies - 1).is_some() {}
    let (mut sign, mut numbers) = ("", String::new());
    while let Some((_, glyph)) = glyphs.next_upto(plies) {
        match glyph.starts_with('$') {
            true => numbers.extend([" ", glyph]),
            false if sign.is_empty() => sign = glyph,
            false => {}
        }
    }
    sign.to_owned() + &numbers
}

/// A comment as it can be written: braces become parentheses, and control characters spaces.
pub(crate) fn plain_comment(comment: &str) -> String {
    let plain = |c| match c {
        '{' => '(',
        '}' => ')',
        c if c.is_control() => ' ',
        c => c,
    };
    comment.chars().map(plain).collect()
}

/// A move's spelling: `32-28`, `28x19`, and the canonical long form where the short one fits several captures.
#[must_use]
pub fn spell(position: &Position, mv: Move, list: &mut MoveList) -> String {
    legal_moves(position, list);
    let same_squares =
        list.into_iter().filter(|other| other.from() == mv.from() && other.to() == mv.to());
    if same_squares.count() < 2 {
        return mv.to_string();
    }
    let squares: Vec<String> = canonical(position, mv).iter().map(ToString::to_string).collect();
    squares.join("x")
}

/// The moves of a line that begins at a position, each as [`spell`] writes it.
#[must_use]
pub fn spell_line(position: &Position, moves: &[Move]) -> Vec<String> {
    let (mut position, mut list) = (*position, MoveList::new());
    let texts = moves.iter().map(|&mv| {
        let text = spell(&position, mv, &mut list);
        position = position.succ(mv);
        text
    });
    texts.collect()
}

/// Appends the line `[Name "value"]` with quotes and backslashes escaped and control characters of ASCII as spaces.
pub fn write_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    let is_kept = |c: char| c.is_alphabetic() || c.is_ascii_digit() || "-./".contains(c);
    text.extend(name.chars().map(|c| if is_kept(c) { c } else { '_' }));
    text.push_str(" \"");
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_ascii_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text.push_str("\"]\n");
}

/// The moves of a line with what is beside them, on one line; `first` is the number of its first move, counted in plies from White's first.
pub(crate) fn line_text(start: &Position, first: usize, line: &Variation) -> String {
    let mut lines = LineWrapper { text: String::new(), columns: usize::MAX, column: 0, open: 0 };
    let Variation { moves, comments, glyphs, variations, .. } = line;
    MoveLine { start: *start, first, moves, comments, glyphs, variations }.write(&mut lines);
    lines.text
}

/// Words put on lines.
struct LineWrapper {
    text: String,
    /// The most characters of a line.
    columns: usize,
    column: usize,
    /// Parentheses that open before the next word.
    open: usize,
}

impl LineWrapper {
    fn open(&mut self) {
        self.open += 1;
    }

    /// Follows the last word without a blank.
    fn close(&mut self) {
        self.text.push(')');
        self.column += 1;
    }

    fn word(&mut self, word: &str) {
        let word = &("(".repeat(std::mem::take(&mut self.open)) + word);
        // Room is left for a parenthesis that closes.
        let width = word.chars().count() + 1;
        if self.column > 0 {
            let fits = self.column + 1 + width <= self.columns;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += width - 1;
    }

    /// White space becomes single spaces.
    fn comment(&mut self, comment: &str) {
        let plain = plain_comment(comment);
        let words: Vec<&str> = plain.split_whitespace().collect();
        let Some(first) = words.first() else { return };
        let mut unit = format!("{{{first}");
        for (index, word) in words.iter().enumerate().skip(1) {
            // A line that begins as a tag does is taken for one.
            let opening = words[index..].iter().take(3).copied().collect::<Vec<_>>().join(" ");
            if starts_game_line(opening.as_bytes(), 0) {
                unit.push(' ');
            } else {
                self.word(&std::mem::take(&mut unit));
            }
            unit += word;
        }
        self.word(&(unit + "}"));
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::pdn::{Games, Scan, block_of};

    thread_local! {
        /// How often an item beside a line was looked at.
        pub(super) static LOOKS: Cell<usize> = const { Cell::new(0) };
    }

    fn moves(start: &Position, texts: &[&str]) -> Vec<Move> {
        let mut position = *start;
        let find = |text: &&str| {
            let mv = MoveList::legal(&position).into_iter().find(|mv| mv.to_string() == **text);
            let mv = mv.expect("legal");
            position = position.succ(mv);
            mv
        };
        texts.iter().map(find).collect()
    }

    #[test]
    fn a_line_of_a_comment_does_not_begin_as_a_tag_does() {
        let filler = "x".repeat(70);
        for tag in ["[Event \"a\"]", "[ Event \"a\"]", "[Event\"a\"]"] {
            let comments = vec![(0, format!("{filler} {tag} {filler}"))];
            let sheet = GameSheet { comments, ..GameSheet::default() };
            let text = sheet.to_pdn(Terminator::Star);
            assert!(text.contains(&format!("{filler} [")), "{text}");
            assert!(!text.lines().skip(8).any(|line| line.starts_with('[')), "{text}");
        }
    }

    #[test]
    fn a_comment_that_begins_as_a_tag_does_is_read_without_a_warning() {
        let comments = vec![(1, "[ Event \"a\"".to_owned())];
        let moves = moves(&Position::start(), &["32-28"]);
        let text = GameSheet { moves, comments, ..GameSheet::default() }.to_pdn(Terminator::Star);
        let block = block_of("test", text.as_str());
        let mut scan = Scan::default();
        let mut games = Games::new(&block, &mut scan);
        assert_eq!(games.next().map(|game| game.warnings().count()), Some(0), "{text}");
    }

    #[test]
    fn tags_moves_and_terminator_are_in_the_order_of_the_standard() {
        let sheet = GameSheet {
            event: "Match".into(),
            white: "a \"b\" \\".into(),
            black: "c\nd".into(),
            outcome: Outcome::WhiteWins,
            tags: vec![("TimeControl".into(), "60+1".into())],
            moves: moves(&Position::start(), &["32-28", "19-23", "28x19"]),
            comments: vec![(1, "good {really}".into())],
            ..GameSheet::default()
        };
        let expected = "[Event \"Match\"]\n[White \"a \\\"b\\\" \\\\\"]\n[Black \"c d\"]\n\
            [Result \"2-0\"]\n[GameType \"20\"]\n[TimeControl \"60+1\"]\n\n\
            1. 32-28 {good (really)} 1... 19-23 2. 28x19 *\n\n";
        assert_eq!(sheet.to_pdn(Terminator::Star), expected);
        assert!(sheet.to_pdn(Terminator::Result).ends_with("28x19 2-0\n\n"));
    }

    #[test]
    fn a_game_that_black_begins_has_a_fen_and_an_ellipsis() {
        let start = fen::read("B:W31,K7:B20,12").expect("fen");
        let mv = MoveList::legal(&start)[0];
        let sheet = GameSheet { start, moves: vec![mv], ..GameSheet::default() };
        let expected = format!("[FEN \"B:WK7,31:B12,20\"]\n\n1... {mv} *\n\n");
        assert!(sheet.to_pdn(Terminator::Star).ends_with(&expected));
    }

    #[test]
    fn a_capture_that_the_short_form_does_not_tell_is_written_at_length() {
        let start = fen::read("W:WK47:B14,19,29,31,42").expect("fen");
        let mut list = MoveList::new();
        let all: Vec<Move> = MoveList::legal(&start).into_iter().collect();
        let mut spelled: Vec<_> = all.iter().map(|&mv| spell(&start, mv, &mut list)).collect();
        spelled.retain(|text| text.starts_with("47x") && text.ends_with("x36"));
        spelled.sort();
        assert_eq!(spelled, ["47x38x20x9x36", "47x38x24x13x36"]);
    }

    #[test]
    fn glyphs_and_variations_come_after_the_moves_they_are_about() {
        let played = moves(&Position::start(), &["32-28", "19-23", "28x19"]);
        let after = Position::start().succ(played[0]);
        let inner = Variation {
            before: 1,
            moves: moves(&after.succ(moves(&after, &["18-23"])[0]), &["37-32"]),
            ..Variation::default()
        };
        let other = Variation {
            before: 1,
            moves: moves(&after, &["18-23", "38-32"]),
            comments: vec![(2, "level".into())],
            glyphs: vec![(1, "!")],
            variations: vec![inner],
        };
        let none = Variation { before: 2, ..Variation::default() };
        let sheet = GameSheet {
            moves: played,
            glyphs: vec![(2, "??")],
            variations: vec![other, none],
            ..GameSheet::default()
        };
        let text = sheet.to_pdn(Terminator::Star);
        let expected = "1. 32-28 19-23?? (1... 18-23! 2. 38-32 {level} (2. 37-32)) 2. 28x19 *";
        assert!(text.trim_end().ends_with(expected), "{text}");
    }

    #[test]
    fn lines_stay_below_80_columns_even_with_long_comments() {
        let sheet = GameSheet {
            moves: moves(&Position::start(), &["32-28", "19-23", "28x19", "14x23"]),
            comments: (1..=4).map(|ply| (ply, "about a third of a line".repeat(4))).collect(),
            ..GameSheet::default()
        };
        assert!(sheet.to_pdn(Terminator::Star).lines().all(|line| line.len() < 80));
    }

    /// Kings go to and fro for `plies` plies, with a comment, a glyph and a variation beside each.
    fn crowded(plies: usize) -> GameSheet {
        let start = fen::read("W:WK46:BK45").expect("fen");
        let round = moves(&start, &["46-41", "45-50", "41-46", "50-45"]);
        let moves: Vec<Move> = round.iter().copied().cycle().take(plies).collect();
        let variation =
            |before| Variation { before, moves: vec![moves[before]], ..Variation::default() };
        GameSheet {
            start,
            comments: (1..=plies).map(|ply| (ply, "so".into())).collect(),
            glyphs: (1..=plies).map(|ply| (ply, "!")).collect(),
            variations: (0..plies).map(variation).collect(),
            moves,
            ..GameSheet::default()
        }
    }

    #[test]
    fn ten_times_as_much_beside_the_moves_takes_ten_times_the_steps() {
        let steps = |plies: usize| {
            LOOKS.set(0);
            let text = crowded(plies).to_pdn(Terminator::Star);
            assert_eq!(["!", "{so}", "("].map(|sign| text.matches(sign).count()), [plies; 3]);
            LOOKS.get()
        };
        let (some, many) = (steps(200), steps(2000));
        assert!(many <= 10 * some, "{some} steps for 200 moves, {many} for 2000");
    }

    #[test]
    fn what_is_beside_the_moves_is_written_in_order_whatever_its_order() {
        let in_order = crowded(12);
        let mut sheet = in_order.clone();
        sheet.comments.reverse();
        sheet.glyphs.reverse();
        sheet.variations.reverse();
        let text = in_order.to_pdn(Terminator::Star);
        assert_eq!(sheet.to_pdn(Terminator::Star), text);
    }
}
