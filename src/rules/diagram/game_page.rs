//! A game as a page of HTML with diagrams.

use std::fmt::Write;

use super::board::Diagram;
use super::html::{escape, page};
use super::words::PageWords;
use crate::board::{Color, Move, MoveList};
use crate::game::{Game, Replayer, comments, each_game, glyphs, variations};
use crate::pdn::{GameText, Scan, Variation, block_of, engine_note, line_text, spell};

/// Which diagrams a page has, and how they look.
#[derive(Clone, Debug)]
pub struct PageOptions {
    /// A diagram after each of this many plies, besides those of marked moves.
    pub every: Option<usize>,
    /// The look of all diagrams; its position and squares are those of the game.
    pub look: Diagram,
    /// The language of what is not of the game.
    pub words: PageWords,
}

/// The page of the first game of a text: its moves, comments and variations, and a diagram after each move with a glyph or a comment.
/// `None` where the text has no game with a position.
///
/// ```
/// use draughts_td_rules::board::Position;
/// use draughts_td_rules::diagram::{Diagram, PageOptions, PageWords, game_page};
///
/// let options =
///     PageOptions { every: None, look: Diagram::of(Position::start()), words: PageWords::default() };
/// let page = game_page("[White \"Ann\"]\n\n1. 32-28! 19-23 2. 28x19 *", &options);
/// assert_eq!(page.expect("a game").matches("<svg ").count(), 1);
/// ```
#[must_use]
pub fn game_page(pdn: &str, options: &PageOptions) -> Option<String> {
    let (block, mut written) = (block_of("the game", pdn), None);
    each_game(&block, &mut Scan::default(), &mut Replayer::default(), |text, replay| {
        if written.is_none() && !replay.game.main().positions.is_empty() {
            let fault = replay.error.map(|error| error.fault.to_string());
            written = Some(Writer::new(text, replay.game, options).write(text, fault.as_deref()));
        }
    });
    written
}

/// A game on its way to the page.
struct Writer<'a> {
    game: &'a Game,
    options: &'a PageOptions,
    html: String,
    /// Whether a paragraph of moves is open.
    is_open: bool,
    /// Plies of the segments before the last; their comments are before the first move.
    earlier: usize,
    comments: Vec<(usize, String)>,
    glyphs: Vec<(usize, &'static str)>,
    variations: Vec<Variation>,
}

impl<'a> Writer<'a> {
    fn new(text: &GameText<'_>, game: &'a Game, options: &'a PageOptions) -> Writer<'a> {
        let earlier = game.plies() - game.main().moves.len();
        let comments = comments(text, game).into_iter();
        let glyphs = glyphs(text, game).into_iter();
        let own = |plies: usize| plies.saturating_sub(earlier);
        Writer {
            game,
            options,
            html: String::new(),
            is_open: false,
            earlier,
            comments: comments
                .map(|(plies, text)| (own(plies), without_commands(&text)))
                .filter(|(_, text)| !text.is_empty())
                .collect(),
            glyphs: glyphs.map(|(plies, sign)| (own(plies), sign)).collect(),
            variations: variations(text, game),
        }
    }

    fn write(mut self, text: &GameText<'_>, fault: Option<&str>) -> String {
        let title = self.title(text);
        let _ = writeln!(self.html, "<h1>{}</h1>", escape(&title));
        let tags = ["Event", "Site", "Date", "Round"].map(|name| text.tag_text(name));
        let about = tags.into_iter().flatten().filter(|value| !value.contains('?'));
        let about: Vec<String> = about.map(|value| escape(value.trim())).collect();
        let about = about.into_iter().filter(|value| !value.is_empty()).collect::<Vec<_>>();
        let _ = writeln!(self.html, "<p class=\"about\">{}</p>", about.join(", "));
        if self.game.has_custom_start() || self.earlier > 0 {
            self.diagram(0, None);
        }
        self.write_comments(0);
        (0..self.game.main().moves.len()).for_each(|ply| self.write_move(ply));
        self.close();
        let words = &self.options.words;
        let end = match fault {
            Some(fault) => words.fill("The game goes no further: {a}.", &[("a", &fault)]),
            None => self.game.outcome().pdn().to_owned(),
        };
        let _ = writeln!(self.html, "<p class=\"moves\"><b>{}</b></p>", escape(&end));
        page(words, &title, &self.html)
    }

    fn title(&self, text: &GameText<'_>) -> String {
        let name = |tag| text.tag_text(tag).filter(|name| !name.trim().is_empty());
        let [white, black] =
            ["White", "Black"].map(|tag| name(tag).map_or("?".into(), |name| name.into_owned()));
        format!("{white} – {black}")
    }

    /// The number of a move, counted in plies from White's first.
    fn number(&self, ply: usize) -> usize {
        ply + usize::from(self.game.main().positions[0].turn() == Color::Black)
    }

    fn write_move(&mut self, ply: usize) {
        let (position, mv) = (self.game.main().positions[ply], self.game.main().moves[ply]);
        let number = self.number(ply);
        let dots = if number.is_multiple_of(2) { "." } else { "…" };
        let is_numbered = !self.is_open || number.is_multiple_of(2);
        let numbered =
            if is_numbered { format!("{}{dots} ", number / 2 + 1) } else { String::new() };
        let opened = if self.is_open { " " } else { "<p class=\"moves\">" };
        let spelled = spell(&position, mv, &mut MoveList::new());
        let glyph = self.glyph(ply + 1);
        let _ = write!(self.html, "{opened}<b>{numbered}{spelled}{glyph}</b>");
        self.is_open = true;
        self.write_variations(ply);
        let is_marked = self.is_marked(ply + 1)
            || self.options.every.is_some_and(|every| (ply + 1).is_multiple_of(every.max(1)));
        if is_marked {
            self.diagram(ply + 1, Some((mv, format!("{}{dots} {spelled}{glyph}", number / 2 + 1))));
        }
        self.write_comments(ply + 1);
    }

    fn glyph(&self, plies: usize) -> &'static str {
        self.glyphs.iter().find(|(at, _)| *at == plies).map_or("", |(_, glyph)| glyph)
    }

    /// A score that a program left marks no move.
    fn is_marked(&self, plies: usize) -> bool {
        let is_remark = |text: &str| engine_note(text.as_bytes()).is_none();
        !self.glyph(plies).is_empty()
            || self.comments.iter().any(|(at, text)| *at == plies && is_remark(text))
    }

    fn write_variations(&mut self, ply: usize) {
        let (start, first) = (self.game.main().positions[ply], self.number(ply));
        for line in self.variations.iter().filter(|line| line.before == ply) {
            let text = escape(&line_text(&start, first, line));
            let _ = write!(self.html, " <span class=\"variation\">({text})</span>");
        }
    }

    fn write_comments(&mut self, plies: usize) {
        let at: Vec<String> = self
            .comments
            .iter()
            .filter(|(at, _)| *at == plies)
            .map(|(_, text)| escape(text))
            .collect();
        if !at.is_empty() {
            self.close();
            let _ = writeln!(self.html, "<p class=\"comment\">{}</p>", at.join(" "));
        }
    }

    fn diagram(&mut self, plies: usize, last: Option<(Move, String)>) {
        self.close();
        let position = self.game.main().positions[plies];
        let mut diagram = Diagram { position, ..self.options.look.clone() };
        diagram.marked = last.iter().flat_map(|(mv, _)| [mv.from(), mv.to()]).collect();
        let caption = last.map_or(String::new(), |(_, caption)| escape(&caption));
        let _ = writeln!(
            self.html,
            "<figure>{}<figcaption>{caption}</figcaption></figure>",
            diagram.svg()
        );
    }

    /// Ends the paragraph of moves.
    fn close(&mut self) {
        if std::mem::take(&mut self.is_open) {
            self.html.push_str("</p>\n");
        }
    }
}

/// A comment without `[%clk …]` and its like, which are for programs.
fn without_commands(comment: &str) -> String {
    let mut parts = comment.split("[%");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(']') {
            Some((_, after)) => text.push_str(after),
            None => text.extend(["[%", part]),
        }
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn written(pdn: &str, every: Option<usize>) -> String {
        let look = Diagram::of(Position::start());
        game_page(pdn, &PageOptions { every, look, words: PageWords::default() }).expect("a game")
    }

    #[test]
    fn a_diagram_follows_each_marked_move_and_no_score_or_clock_marks_one() {
        let pdn = "[White \"A <b>\"]\n\n1. 32-28! 19-23 {[%clk 0:10]} 2. 28x19 {+0.10/9} 14x23 {a <plan>} *";
        let page = written(pdn, None);
        assert_eq!(page.matches("<svg ").count(), 2, "{page}");
        assert!(page.contains("A &lt;b&gt;") && page.contains("a &lt;plan&gt;"));
        assert!(page.contains("<figcaption>2… 14x23</figcaption>"));
        assert!(!page.contains("%clk"));
        assert_eq!(written(pdn, Some(1)).matches("<svg ").count(), 4);
    }

    #[test]
    fn variations_a_start_of_its_own_and_a_fault_are_on_the_page() {
        let pdn = "[FEN \"B:W28:B19\"]\n\n1... 19-23 (1... 19-24 {no}) 2. 28x19 50-1 *";
        let page = written(pdn, None);
        assert!(page.contains("(1... 19-24 {no})"), "{page}");
        assert!(page.contains("1… 19-23") && page.contains("<b>2. 28x19</b>"), "{page}");
        assert!(page.contains("The game goes no further: "), "{page}");
        assert_eq!(page.matches("<svg ").count(), 1);
    }

    #[test]
    fn a_text_without_a_game_has_no_page() {
        let look = Diagram::of(Position::start());
        let options = PageOptions { every: None, look, words: PageWords::default() };
        assert_eq!(game_page("", &options), None);
    }
}
