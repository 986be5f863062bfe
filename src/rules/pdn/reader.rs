//! Takes a block of text apart into games, one [`GameText`] at a time, and knows where each begins and ends.

use std::sync::Arc;

use super::block::TextBlock;
use super::error::Warning;
use super::grammar::{self, PlyText, TagText, Token, is_line_end};
use super::outcome::Outcome;
use super::text::{
    AnnotationSpan, Braces, GameText, Item, ItemKind, Scan, Span, TagSpan, count_lines,
};

/// The games of one block, in order. Numbers count from 1 in the block; [`SourceLocation::game`](super::SourceLocation) of later blocks
/// is put right by the caller, who knows how many games came before.
///
/// ```
/// use draughts_td_rules::pdn::{Games, Outcome, Scan, block_of};
///
/// let block = block_of("club.pdn", "[White \"Ada\"] 1. 32-28 19-23 2. 28x19 14x23 1-1");
/// let mut scan = Scan::default();
/// let mut games = Games::new(&block, &mut scan);
/// let game = games.next().expect("a game");
/// assert_eq!(game.tag_text("White").as_deref(), Some("Ada"));
/// assert_eq!((game.len(), game.terminator()), (4, Some(Outcome::Draw)));
/// ```
#[derive(Debug)]
pub struct Games<'a> {
    block: &'a TextBlock,
    scan: &'a mut Scan,
    at: usize,
    games: u64,
    line: u64,
    lines_counted_to: usize,
}

impl<'a> Games<'a> {
    /// Starts at the block's beginning; the scan's memory is used again.
    #[must_use]
    pub fn new(block: &'a TextBlock, scan: &'a mut Scan) -> Games<'a> {
        Games { block, scan, at: 0, games: 0, line: block.line, lines_counted_to: 0 }
    }

    /// The next game, or `None` at the end of the block.
    #[expect(clippy::should_implement_trait, reason = "lends the scan, which an iterator cannot")]
    pub fn next(&mut self) -> Option<GameText<'_>> {
        let text = self.block.text.as_slice();
        loop {
            if self.at >= text.len() {
                return None;
            }
            self.at = scan_game(text, self.at, self.scan, Braces::Plain);
            // The game that runs into a cut is not whole.
            if self.block.cut && self.at >= text.len() {
                return None;
            }
            if !self.scan.is_empty() {
                self.games += 1;
                return Some(self.current());
            }
        }
    }

    /// The games handed out so far.
    #[must_use]
    pub(crate) fn count(&self) -> u64 {
        self.games
    }

    /// Reads the present game once more, with braces that nest, within the same bounds.
    pub(crate) fn reread_nested(&mut self) -> GameText<'_> {
        let (start, end) = (self.scan.start as usize, self.scan.end as usize);
        let text = &self.block.text[..end];
        let open = grammar::open_braces(&text[start..]).into_iter().map(|at| start + at);
        scan_game(text, start, self.scan, Braces::Nested(open.collect()));
        self.scan.warn(Warning::NestedBraces, start);
        self.current()
    }

    /// Reads the present game once more, with moves in parentheses as replies, within the same bounds.
    pub(crate) fn reread_replies(&mut self) -> GameText<'_> {
        let (start, end) = (self.scan.start as usize, self.scan.end as usize);
        scan_game(&self.block.text[..end], start, self.scan, Braces::Replies);
        self.scan.warn(Warning::Replies, start);
        self.current()
    }

    /// Reads the present game once more by the plain rule, when nested braces did not help.
    pub(crate) fn reread_plain(&mut self) -> GameText<'_> {
        let (start, end) = (self.scan.start as usize, self.scan.end as usize);
        scan_game(&self.block.text[..end], start, self.scan, Braces::Plain);
        self.current()
    }

    fn current(&mut self) -> GameText<'_> {
        let start = self.scan.start as usize;
        self.line += count_lines(&self.block.text[self.lines_counted_to..start]);
        self.lines_counted_to = start;
        GameText {
            file: &self.block.file,
            text: &self.block.text,
            scan: self.scan,
            whole: self.scan,
            byte: self.block.byte,
            line: self.line,
            game: self.games,
        }
    }
}

impl<'a> GameText<'a> {
    /// Reads one of the variations as a game of its own. Text in parentheses within it is passed over, so that every byte is
    /// read once however deep the variations are nested. Its places are those of its game.
    #[must_use]
    pub fn variation<'b>(&self, index: usize, scan: &'b mut Scan) -> Option<GameText<'b>>
    where
        'a: 'b,
    {
        let Span { start, end } = self.scan.variations.get(index)?.text;
        let Scan { braces, parentheses, .. } = self.whole;
        let known = Some(parentheses.as_slice());
        scan_moves(&self.text[..end as usize], start as usize, scan, braces, known);
        (!scan.is_empty()).then_some(GameText { scan, ..*self })
    }
}

/// One game from text that is not part of a file, for tools and tests.
#[must_use]
pub fn block_of(file: &str, text: impl Into<Vec<u8>>) -> TextBlock {
    TextBlock {
        file: Arc::from(file),
        text: text.into(),
        byte: 0,
        line: 1,
        packed_bytes: 0,
        cut: false,
    }
}

/// What has been seen of the game so far.
struct Progress<'a, 't> {
    text: &'t [u8],
    scan: &'a mut Scan,
    at: usize,
    depth: u32,
    opened_at: usize,
    /// Where parentheses are open, as numbers of them.
    open: Vec<usize>,
    has_body: bool,
    ended: bool,
    started: bool,
    junk_end: usize,
    /// Where the last word that is no move ends: text may come before, between and after games, but not in a variation.
    word_end: Option<usize>,
    /// Whether the last element was a move number that is no prose.
    follows_number: bool,
    is_variation: bool,
    /// Whether parentheses round one move are passed over.
    has_replies: bool,
    /// A bit for each name of a tag so far; two names may share one.
    names: u64,
    /// A result before any move, as in `A - B 2-0`.
    headline: Option<(Outcome, u32)>,
    /// Where a variation after the result is closed.
    tail_end: usize,
}

/// Fills the scan with the game at `from` and returns where the next one begins.
fn scan_game(text: &[u8], from: usize, scan: &mut Scan, braces: Braces) -> usize {
    let end = scan_moves(text, from, scan, &braces, None);
    scan.braces = braces;
    end
}

/// The same where the parentheses are known: their content is passed over.
fn scan_moves(
    text: &[u8],
    from: usize,
    scan: &mut Scan,
    braces: &Braces,
    known: Option<&[Span]>,
) -> usize {
    scan.clear();
    let mut progress = Progress {
        text,
        scan,
        at: from,
        depth: 0,
        opened_at: 0,
        open: Vec::new(),
        has_body: false,
        ended: false,
        started: false,
        junk_end: usize::MAX,
        word_end: None,
        follows_number: false,
        is_variation: known.is_some(),
        has_replies: matches!(braces, Braces::Replies) && known.is_none(),
        names: 0,
        headline: None,
        tail_end: 0,
    };
    progress.run(braces, known.unwrap_or_default());
    progress.take_headline();
    let (start, end) = (progress.scan.start, progress.at);
    if !progress.started {
        progress.scan.start = from as u32;
    }
    debug_assert!(start as usize <= end);
    progress.scan.end = end as u32;
    end
}

impl<'t> Progress<'_, 't> {
    fn run(&mut self, braces: &Braces, known: &[Span]) {
        loop {
            #[cfg(test)]
            tests::STEPS.set(tests::STEPS.get() + 1);
            if self.depth == 0 && !self.ended && self.started {
                self.plain_moves();
            }
            if let Some(close) = self.known_close(known) {
                self.take(Token::Open, self.at + 1);
                self.at = close;
                self.take(Token::Close, close + 1);
                self.at = close + 1;
                continue;
            }
            let rest = &self.text[self.at..];
            if let Braces::Nested(open) = braces
                && open.binary_search(&self.at).is_err()
                && let Ok((after, text)) = grammar::nested_comment(rest)
            {
                let end = self.text.len() - after.len();
                self.take(Token::Comment { text, closed: true }, end);
                self.at = end;
                continue;
            }
            let Ok((after, token)) = grammar::token(rest) else { break };
            let end = self.text.len() - after.len();
            if self.begins_next_game(token, end) {
                break;
            }
            self.take(token, end);
            self.at = end;
        }
        if self.depth > 0 {
            self.scan.warn(Warning::UnclosedVariation, self.opened_at);
        }
    }

    /// Where the parenthesis that opens here is closed, if that is known and nothing else is open.
    fn known_close(&self, known: &[Span]) -> Option<usize> {
        if known.is_empty() || self.depth > 0 || self.text.get(self.at) != Some(&b'(') {
            return None;
        }
        let found = known.binary_search_by_key(&self.at, |span| span.start as usize).ok()?;
        Some(known[found].end as usize).filter(|&end| end > self.at && end < self.text.len())
    }

    /// The hot path: ordinary numbers and plies, until something else turns up.
    #[inline]
    fn plain_moves(&mut self) {
        let mut at = self.at;
        loop {
            while self.text.get(at).is_some_and(|&b| b == b' ' || is_line_end(b)) {
                at += 1;
            }
            let rest = &self.text[at..];
            if let Ok((after, ply)) = grammar::plain_ply(rest) {
                let length = rest.len() - after.len();
                self.scan.items.push(Item {
                    at: at as u32,
                    length: length as u8,
                    kind: ItemKind::Ply(ply.written),
                    first: ply.first,
                    second: ply.second,
                });
                self.has_body = true;
                at += length;
            } else if let Ok((after, ())) = grammar::plain_number(rest) {
                self.has_body = true;
                at = self.text.len() - after.len();
            } else {
                break;
            }
        }
        self.at = at;
    }

    fn begins_next_game(&mut self, token: Token<'_>, end: usize) -> bool {
        match token {
            Token::Tag(tag) if self.has_body || self.ended => self.is_tag_here(tag),
            Token::Tag(tag) => self.repeats(tag),
            Token::Setup(_)
            | Token::Number { .. }
            | Token::UnknownPly
            | Token::Ply(_)
            | Token::Letters => {
                self.ended && self.at >= self.tail_end && !self.is_prose(token, end)
            }
            _ => false,
        }
    }

    /// A remark in brackets amid the moves is no tag; a malformed tag counts only at the start of a line.
    fn is_tag_here(&self, tag: TagText<'_>) -> bool {
        tag.well_formed || self.is_line_start()
    }

    fn is_line_start(&self) -> bool {
        let before = &self.text[..self.at];
        let last = before.iter().rev().find(|&&b| !matches!(b, b' ' | b'\t' | b'>'));
        last.is_none_or(|&b| is_line_end(b))
    }

    /// Whether a tag of a name that the game has begins the next game, this one having no moves: after a blank line, or where its
    /// header begins again.
    fn repeats(&self, tag: TagText<'_>) -> bool {
        /// Headers are shorter; what follows is made up.
        const LOOKED_AT: usize = 64;
        if self.names & name_bit(tag.name) == 0 {
            return false;
        }
        let is_same = |name: &[u8]| name.eq_ignore_ascii_case(tag.name);
        let tags = &self.scan.tags[..self.scan.tags.len().min(LOOKED_AT)];
        let is_known = |known: &TagSpan| is_same(known.name.of(self.text));
        let Some(first) = tags.iter().position(is_known) else { return false };
        let is_list = tag.name.eq_ignore_ascii_case(b"FEN");
        let is_opening = first == 0 || tag.name.eq_ignore_ascii_case(b"Event");
        let last_end = self.scan.tags.last().map_or(0, |last| last.value.end as usize);
        let between = &self.text[last_end..self.at];
        is_list || (is_opening && !tags.iter().all(is_known)) || grammar::holds_blank_line(between)
    }

    /// Whether numbers are a part of a text in words, before the moves or after the end: a date, a variation that somebody mentions.
    /// A move number begins a game, if it is the first or begins its line. So do two moves, or one with its number
    /// and the end of the game.
    fn is_prose(&self, token: Token<'_>, end: usize) -> bool {
        let is_outside = self.ended || self.scan.items.is_empty();
        if self.is_variation || !is_outside || !(self.ended || self.word_end.is_some()) {
            return false;
        }
        match token {
            Token::Number { .. } => {
                let number = &self.text[self.at..end];
                let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
                self.follows_word() && !matches!(&number[..digits], b"1" | b"01")
            }
            Token::Ply(_) | Token::UnknownPly | Token::Letters => {
                (self.follows_word() || (self.ended && begins_word(&self.text[end..])))
                    && !moves_follow(&self.text[end..])
                    && !(self.follows_number && self.ends_here(&self.text[end..]))
            }
            _ => false,
        }
    }

    /// Whether the game can end before this text: with a result, or where it has a header with the next game.
    fn ends_here(&self, text: &[u8]) -> bool {
        match next_token(text) {
            Some(Token::Tag(_)) | None => !self.scan.tags.is_empty(),
            Some(_) => end_follows(text),
        }
    }

    /// Whether a word that is no move comes before on this line.
    fn follows_word(&self) -> bool {
        let is_one_line = |end: usize| !self.text[end..self.at].iter().copied().any(is_line_end);
        self.word_end.is_some_and(is_one_line)
    }

    fn take(&mut self, token: Token<'_>, end: usize) {
        if token == Token::Blank {
            if self.started && matches!(self.text[self.at], b';' | b'%') {
                self.scan.line_comment.get_or_insert(self.at as u32);
            }
            return;
        }
        if !self.started {
            self.started = true;
            self.scan.start = self.at as u32;
        }
        let token = if self.is_prose(token, end) { Token::Junk } else { token };
        self.follows_number = matches!(token, Token::Number { .. });
        match token {
            Token::Tag(tag) => self.take_tag(tag),
            Token::Comment { text, closed } => self.take_comment(text, closed),
            Token::Open if self.has_replies && self.opens_reply(end) => {}
            Token::Close if self.has_replies && self.depth == 0 => {}
            Token::Open => {
                if self.depth == 0 {
                    self.opened_at = self.at;
                    self.tail_end = if self.ended { self.end_of_tail() } else { 0 };
                }
                self.depth += 1;
                self.open.push(self.scan.parentheses.len());
                self.scan.parentheses.push(Span { start: self.at as u32, end: 0 });
            }
            Token::Close if self.depth == 0 => self.scan.warn(Warning::StrayParenthesis, self.at),
            Token::Close => self.close(),
            Token::StrayBrace => self.scan.warn(Warning::StrayBrace, self.at),
            Token::Junk => self.take_junk(end),
            Token::Blank => {}
            _ if self.depth > 0 => self.has_body |= token.is_body(),
            Token::Strength | Token::Nag => self.take_glyph(end),
            Token::Result(outcome) => self.take_result(outcome),
            Token::Star => self.take_star(end),
            Token::Setup(position) => self.take_setup(position, end),
            Token::Number { black: true } => self.push(ItemKind::Ellipsis, end),
            Token::Number { black: false } => {}
            Token::Ellipsis => self.push(ItemKind::Ellipsis, end),
            Token::UnknownPly => self.push(ItemKind::UnknownPly, end),
            Token::Letters => self.push(ItemKind::Letters, end),
            Token::Ply(ply) => self.push_ply(ply, end),
            Token::OddPly(ply) => self.take_odd_ply(ply, end),
        }
        // Only moves and the end are a body: two tags with anything else between them are tags of one game.
        self.has_body |= self.ended || !self.scan.items.is_empty();
    }

    /// Where the variation after the result that opens here is closed, or this place: the next game may begin in a parenthesis that
    /// nothing closes before a tag or a blank line.
    fn end_of_tail(&self) -> usize {
        /// Variations are shorter; without a limit, games that lack parentheses would each look at all that follow.
        const LOOKED_AT: usize = 1 << 14;
        let mut depth = 0;
        let rest = &self.text[self.at..];
        let rest = &rest[..rest.len().min(LOOKED_AT)];
        for at in memchr::memchr3_iter(b'(', b')', b'[', rest) {
            match rest[at] {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => break,
            }
            if depth == 0 {
                let is_one = !grammar::holds_blank_line(&rest[..at]);
                return if is_one { self.at + at } else { self.at };
            }
        }
        self.at
    }

    /// Whether the parenthesis before this place holds one move.
    fn opens_reply(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        memchr::memchr2(b'(', b')', &rest[..rest.len().min(100)])
            .is_some_and(|close| rest[close] == b')' && grammar::is_reply(&rest[..close]))
    }

    fn span(&self, part: &[u8]) -> Span {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        Span { start: start as u32, end: (start + part.len()) as u32 }
    }

    fn push(&mut self, kind: ItemKind, end: usize) {
        self.push_numbers(kind, end, 0, 0);
    }

    fn push_numbers(&mut self, kind: ItemKind, end: usize, first: u8, second: u8) {
        let length = u8::try_from(end - self.at).unwrap_or(u8::MAX);
        self.scan.items.push(Item { at: self.at as u32, length, kind, first, second });
    }

    fn take_tag(&mut self, tag: TagText<'_>) {
        // Brackets amid the moves that are no tag end up here.
        if self.has_body || self.ended || !self.is_tag_of_header(tag) {
            return self.scan.warn(Warning::BadTag, self.at);
        }
        if self.scan.tags.is_empty() && self.scan.comments.is_empty() {
            self.forget_text_before();
        }
        self.leave_parentheses();
        if !tag.well_formed {
            self.scan.warn(Warning::BadTag, self.at);
        }
        self.names |= name_bit(tag.name);
        let (name, value) = (self.span(tag.name), self.span(tag.value));
        self.scan.tags.push(TagSpan { name, value });
    }

    /// In a text before the game, `[link]` is no tag.
    fn is_tag_of_header(&self, tag: TagText<'_>) -> bool {
        let follows_bracket = || self.text[..self.at].trim_ascii_end().ends_with(b"]");
        self.word_end.is_none() || self.is_tag_here(tag) || follows_bracket()
    }

    /// The text before the first tag is no part of the game.
    fn forget_text_before(&mut self) {
        self.scan.clear();
        self.scan.start = self.at as u32;
        (self.word_end, self.headline, self.names) = (None, None, 0);
    }

    /// A parenthesis before the moves that nothing closes hides no game.
    fn leave_parentheses(&mut self) {
        self.depth = 0;
        self.open.clear();
    }

    fn take_comment(&mut self, text: &[u8], closed: bool) {
        if !closed {
            // It ended where the next game begins.
            self.has_body = true;
            self.scan.warn(Warning::UnclosedComment, self.at);
        } else if grammar::holds_game_line(text) {
            self.scan.warn(Warning::TagInComment, self.at);
        }
        if self.depth == 0 && !self.ended {
            let comment = self.beside(self.span(text));
            self.scan.comments.push(comment);
        }
    }

    fn beside(&self, text: Span) -> AnnotationSpan {
        AnnotationSpan { after_items: self.scan.items.len() as u32, text }
    }

    fn take_glyph(&mut self, end: usize) {
        if !self.ended {
            let glyph = self.beside(self.span(&self.text[self.at..end]));
            self.scan.glyphs.push(glyph);
        }
    }

    /// The end of a variation, or of one within.
    fn close(&mut self) {
        self.depth -= 1;
        if let Some(number) = self.open.pop() {
            self.scan.parentheses[number].end = self.at as u32;
        }
        if self.depth == 0 && !self.ended {
            let inner = &self.text[self.opened_at + 1..self.at];
            let variation = self.beside(self.span(inner));
            self.scan.variations.push(variation);
        }
    }

    /// A run of junk is one warning.
    fn take_junk(&mut self, end: usize) {
        if self.junk_end != self.at {
            self.scan.warn(Warning::Junk, self.at);
        }
        self.junk_end = end;
        if begins_word(&self.text[self.at..end]) {
            self.word_end = Some(end);
        }
    }

    /// A result in a text before any move, as in `A - B 2-0`, is that of the moves that follow.
    fn take_result(&mut self, outcome: Outcome) {
        let is_headline =
            !self.is_variation && !self.ended && self.scan.items.is_empty() && self.follows_word();
        if is_headline {
            self.headline = Some((outcome, self.at as u32));
        } else {
            self.terminate(outcome);
        }
    }

    fn take_headline(&mut self) {
        let is_game = !(self.scan.tags.is_empty() && self.scan.items.is_empty());
        if self.scan.terminator.is_none() && is_game {
            self.scan.terminator = self.headline;
        }
    }

    fn terminate(&mut self, outcome: Outcome) {
        let known = self.scan.terminator.is_some_and(|(first, _)| first != Outcome::Unknown);
        if !known {
            self.scan.terminator = Some((outcome, self.at as u32));
        }
        self.scan.ended.get_or_insert(self.at as u32);
        self.ended = true;
    }

    /// `*` ends the game, unless it is glued to a move and more moves or the end follow (PDN 2.0: "only move").
    fn take_star(&mut self, end: usize) {
        let glued = self.scan.items.last().is_some_and(|item| {
            matches!(item.kind, ItemKind::Ply(_))
                && item.at as usize + usize::from(item.length) == self.at
        });
        if glued && (moves_follow(&self.text[end..]) || end_follows(&self.text[end..])) {
            self.scan.warn(Warning::StarStrength, self.at);
        } else {
            self.take_result(Outcome::Unknown);
        }
    }

    fn take_setup(&mut self, position: &[u8], end: usize) {
        let number = self.scan.setups.len();
        let Ok(index) = u16::try_from(number) else { return };
        let [low, high] = index.to_le_bytes();
        let span = self.span(position);
        self.scan.setups.push(span);
        self.push_numbers(ItemKind::Setup, end, low, high);
    }

    fn push_ply(&mut self, ply: PlyText, end: usize) {
        self.push_numbers(ItemKind::Ply(ply.written), end, ply.first, ply.second);
    }

    /// A move that was damaged must not vanish: it is read if it is legal, and a fault of the game otherwise.
    fn take_odd_ply(&mut self, ply: PlyText, end: usize) {
        let begins = !self.follows_word() && moves_follow(&self.text[end..]);
        self.take_junk(end);
        if !self.ended && (begins || !self.scan.items.is_empty()) {
            self.push_ply(ply, end);
        }
    }
}

/// One of 64 bits for a name in any case, by its length and its ends.
fn name_bit(name: &[u8]) -> u64 {
    let end = |byte: Option<&u8>| byte.map_or(0, |byte| u32::from(byte & 0x1F));
    1 << ((end(name.first()) + 5 * end(name.last()) + 3 * name.len() as u32) % 64)
}

/// Whether two letters come next, white space apart.
fn begins_word(text: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte >= 0x80;
    let text = text.strip_prefix(b" ").unwrap_or(text);
    text.first_chunk::<2>().is_some_and(|pair| pair.iter().all(is_letter))
}

/// Whether the first thing after blanks and comments is a ply or a move number.
fn moves_follow(text: &[u8]) -> bool {
    matches!(next_token(text), Some(Token::Ply(_) | Token::OddPly(_) | Token::Number { .. }))
}

/// Whether the first thing after blanks and comments is the end of a game.
fn end_follows(text: &[u8]) -> bool {
    matches!(next_token(text), Some(Token::Result(_) | Token::Star))
}

/// The first thing after blanks and comments.
fn next_token(mut text: &[u8]) -> Option<Token<'_>> {
    loop {
        match grammar::token(text).ok()? {
            (rest, Token::Blank | Token::Comment { .. } | Token::Nag | Token::Strength) => {
                text = rest
            }
            (_, token) => return Some(token),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        /// Tokens read.
        pub(super) static STEPS: Cell<usize> = const { Cell::new(0) };
    }

    /// Reads the variations of a text to any depth; how many there are.
    fn variations(text: &GameText<'_>) -> usize {
        let count = text.variations().count();
        let inner = (0..count).map(|index| {
            let mut scan = Scan::default();
            text.variation(index, &mut scan).map_or(0, |inner| variations(&inner))
        });
        count + inner.sum::<usize>()
    }

    fn steps(text: &str, expected: usize) -> usize {
        STEPS.set(0);
        let (block, mut scan) = (block_of("a test", text), Scan::default());
        let mut games = Games::new(&block, &mut scan);
        let game = games.next().expect("a game");
        let nested = game.may_nest();
        let game = if nested { games.reread_nested() } else { game };
        assert_eq!(variations(&game), expected, "{text:.80}");
        STEPS.get()
    }

    #[test]
    fn what_is_in_forty_parentheses_is_read_as_often_as_what_is_in_one() {
        let within = "{x} ".repeat(1000);
        for comment in ["", "{a {b} c} "] {
            let nest = |depth: usize| {
                let (open, close) = ("(1. 33-28 ".repeat(depth), ")".repeat(depth));
                steps(&format!("1. 32-28 {comment}{open}{comment}{within}{close} 19-23 *"), depth)
            };
            let (one, forty) = (nest(1), nest(40));
            assert!(forty < one + 1000, "{one} steps for one, {forty} for forty");
        }
    }
}
