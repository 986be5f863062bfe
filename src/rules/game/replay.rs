//! Plays a written game on the board: `GameText` in, [`Game`] out.

use crate::board::{Color, Move, MoveList, Position, Square, fen};
use crate::pdn::{
    Element, GameText, Games, Outcome, PlyText, Scan, TextBlock, Variant, Warning, Written,
    canonical, decode, path, variant,
};

use super::candidates::Candidates;
use super::fault::{Fault, GameError};
use super::record::Game;
use super::resolve::{Numbers, is_misspelt, resolve};

/// The most moves, setups and ellipses of one game. The draw rules end real games within some hundred plies; what is longer
/// is made up, and may cost neither memory nor time.
const MAX_ELEMENTS: usize = 10_000;

/// Replays one game after another in the same memory.
#[derive(Debug, Default)]
pub struct Replayer {
    game: Game,
    list: MoveList,
    numbers: Numbers,
    candidates: Candidates,
}

/// A replayed game, whole or up to its fault.
#[derive(Debug)]
pub struct Replay<'a> {
    /// The plies that are legal, and the outcome.
    pub game: &'a Game,
    /// Why the game goes no further, if it does not.
    pub error: Option<GameError>,
}

impl<'a> Replay<'a> {
    /// The whole game, or its fault.
    ///
    /// # Errors
    /// The fault.
    pub fn whole(self) -> Result<&'a Game, GameError> {
        match self.error {
            None => Ok(self.game),
            Some(error) => Err(error),
        }
    }
}

/// Where a fault was found: the element of the text it concerns, or the game as a whole.
struct Stop {
    fault: Fault,
    element: Option<usize>,
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop { fault, element: None }
    }
}

impl Replayer {
    /// Replays a game.
    pub fn replay(&mut self, text: &GameText<'_>) -> Replay<'_> {
        self.game.clear();
        self.candidates.clear();
        let stop = self.play(text).err();
        let error = stop.map(|stop| GameError {
            place: stop.element.map_or_else(|| text.place(), |element| text.place_of(element)),
            fault: Box::new(stop.fault),
        });
        Replay { game: &self.game, error }
    }

    /// Replays the moves of a text from a place of another game, up to the first that is not legal: a variation, which says nothing of
    /// its beginning or result.
    pub(super) fn replay_from(&mut self, text: &GameText<'_>, start: Position) -> &Game {
        self.game.clear();
        self.candidates.clear();
        let _ = self.play_moves(text, start);
        &self.game
    }

    fn play(&mut self, text: &GameText<'_>) -> Result<(), Stop> {
        let tag = text.result_tag();
        self.game.outcome = tag.and(text.terminator().unwrap_or(Outcome::Unknown));
        match variant(text) {
            Variant::International | Variant::NotSaid => {}
            Variant::Unknown => self.game.warnings.push((Warning::BadGameType, 0)),
            Variant::Other(name) => return Err(Fault::Variant { name }.into()),
        }
        let start = self.start_position(text)?;
        self.play_moves(text, start)?;
        if self.game.moves.is_empty() && !self.shows_a_position(text) {
            return Err(Fault::Empty { outcome: self.game.outcome }.into());
        }
        Ok(())
    }

    fn play_moves(&mut self, text: &GameText<'_>, start: Position) -> Result<(), Stop> {
        if text.len() > MAX_ELEMENTS {
            return Err(Fault::TooLong { elements: text.len(), limit: MAX_ELEMENTS }.into());
        }
        self.begin_segment(start);
        let mut next = 0;
        while next < text.len() {
            next = match self.quick_ply(text, next) {
                Some(mv) => {
                    self.push(mv);
                    next + 1
                }
                None => self.element(text, next)?,
            };
        }
        self.check_unambiguous(text)
    }

    /// A moveless game is a position to look at if it was set up, and for 10x10: by its type or by a square above 32.
    fn shows_a_position(&self, text: &GameText<'_>) -> bool {
        let large = |position: &Position| position.occupied().into_iter().any(|s| s.number() > 32);
        let set_up = self.game.custom_start || self.game.segments.len() > 1;
        set_up && (variant(text) == Variant::International || self.game.positions.iter().any(large))
    }

    fn start_position(&mut self, text: &GameText<'_>) -> Result<Position, Stop> {
        let Some(written) = text.tag("FEN") else { return Ok(Position::start()) };
        if fen::is_start(&decode(written)) {
            return Ok(Position::start());
        }
        let position = read_position(text, written, 0)?;
        self.game.custom_start = position != Position::start();
        Ok(position)
    }

    fn begin_segment(&mut self, position: Position) {
        self.game.segments.push(self.game.moves.len());
        self.game.positions.push(position);
    }

    fn position(&self) -> &Position {
        self.game.positions.last().expect("a segment begins with a position")
    }

    // Forced, like `quick_ply`: a move handed over in memory costs a tenth of the whole reading.
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        let next = self.position().succ(mv);
        self.game.moves.push(mv);
        self.game.positions.push(next);
    }

    /// The one move an ordinary ply can mean: checked by bit tests, or picked from the captures.
    #[inline(always)]
    fn quick_ply(&mut self, text: &GameText<'_>, index: usize) -> Option<Move> {
        let Element::Ply(ply) = text.element(index) else { return None };
        if !self.candidates.is_empty() {
            return None;
        }
        let (from, to) = (Square::new(ply.first)?, Square::new(ply.second)?);
        let position = self.game.positions.last()?;
        match ply.written {
            Written::Step => position.quiet_move(from, to),
            Written::Capture => {
                position.captures_between(from, to, &mut self.list);
                if let [only] = *self.list { Some(only) } else { None }
            }
            Written::Path | Written::Glued => None,
        }
    }

    /// Anything that is not an ordinary ply; returns the element to continue with.
    fn element(&mut self, text: &GameText<'_>, index: usize) -> Result<usize, Stop> {
        let ply = self.game.moves.len();
        let at = |fault| Stop { fault, element: Some(index) };
        match text.element(index) {
            Element::Ply(written) => return self.any_ply(text, index, written),
            Element::Ellipsis => {}
            Element::Setup(written) => {
                self.check_unambiguous(text)?;
                let position = read_position(text, written, index + 1)?;
                if index == 0 && self.game.moves.is_empty() {
                    self.game.segments.clear();
                    self.game.positions.clear();
                    self.game.custom_start = position != Position::start();
                }
                self.begin_segment(position);
            }
            Element::UnknownPly => {
                self.check_unambiguous(text)?;
                return Err(at(Fault::UnknownMove { ply }));
            }
            Element::Letters => {
                let token = spelled(text, index);
                return Err(at(Fault::Notation { ply, token }));
            }
        }
        self.game.without_ply.push(index);
        Ok(index + 1)
    }

    /// A ply with every liberty: any separator, long and Hub forms, split and ambiguous captures.
    fn any_ply(
        &mut self,
        text: &GameText<'_>,
        index: usize,
        written: PlyText,
    ) -> Result<usize, Stop> {
        let next = self.find_lines(text, index, written);
        if next == index {
            return self.no_move(text, index);
        }
        if next > index + 1 {
            self.game.warnings.push((Warning::SplitCapture, self.game.moves.len()));
            self.game.without_ply.extend(index + 1..next);
        }
        if self.candidates.overflows() {
            let (from_ply, token) = self.first_ambiguity(text);
            let limit = Candidates::LIMIT;
            return Err(Stop {
                fault: Fault::TooAmbiguous { from_ply, token, limit },
                element: Some(index),
            });
        }
        if let Some(moves) = self.candidates.only_line() {
            let misspelt = moves.last().is_some_and(|&mv| is_misspelt(written, mv));
            let merged = self.candidates.has_merged();
            for mv in moves {
                self.push(mv);
            }
            let ply = self.game.moves.len() - 1;
            if misspelt {
                self.game.warnings.push((Warning::Separator, ply));
            }
            if merged {
                self.game.warnings.push((Warning::MergedCaptures, ply));
            }
            self.candidates.clear();
        }
        Ok(next)
    }

    /// Plays the ply on every line still possible; returns the element after it, or the same one if no line has it.
    fn find_lines(&mut self, text: &GameText<'_>, index: usize, written: PlyText) -> usize {
        if self.candidates.is_empty() {
            let position = *self.position();
            self.candidates.start(position, index);
        }
        set_numbers(&mut self.numbers, text, index, written);
        if self.advance() {
            return index + 1;
        }
        if !matches!(written.written, Written::Capture | Written::Path) {
            return index;
        }
        let mut next = index + 1;
        while next < text.len()
            && let Element::Ply(PlyText { written: Written::Capture | Written::Path, .. }) =
                text.element(next)
            && self.numbers.join(path(text.spelling(next)))
        {
            next += 1;
            if self.advance() {
                return next;
            }
        }
        index
    }

    fn advance(&mut self) -> bool {
        let Replayer { candidates, numbers, list, .. } = self;
        candidates.advance(|position| resolve(position, numbers, list))
    }

    /// No legal move fits: a ten-point score at the end, or an illegal move.
    fn no_move(&mut self, text: &GameText<'_>, index: usize) -> Result<usize, Stop> {
        let doubtful = self.candidates.in_doubt();
        let token = spelled(text, index);
        let result = text.tag("Result").map(<[u8]>::trim_ascii);
        if index + 1 == text.len() && result == Some(text.spelling(index)) {
            if !doubtful {
                self.candidates.clear();
            }
            self.game.without_ply.push(index);
            return Ok(index + 1);
        }
        if index + 1 == text.len() && self.game.outcome == Outcome::Unknown && is_ten_points(&token)
        {
            self.game.outcome = Outcome::Other;
            self.game.without_ply.push(index);
            return Ok(index + 1);
        }
        let position = self.candidates.any_position().unwrap_or(*self.position());
        if let Some(name) = self.other_game(text, index, &position) {
            return Err(Fault::Variant { name: name.into() }.into());
        }
        let fault = Fault::IllegalMove {
            ply: self.game.moves.len() + self.candidates.plies(),
            token,
            position: fen::write(&position),
            legal: MoveList::legal(&position).into_iter().collect(),
            ambiguous_from: doubtful.then_some(self.game.moves.len()),
        };
        Err(Stop { fault, element: Some(index) })
    }

    /// The game whose moves these are, where they are illegal here and say so beyond doubt.
    fn other_game(
        &self,
        text: &GameText<'_>,
        index: usize,
        position: &Position,
    ) -> Option<&'static str> {
        let Element::Ply(ply) = text.element(index) else { return None };
        let is_first = self.game.moves.is_empty() && *position == Position::start();
        if is_first
            && opens_small_board(ply)
            && plies(text).all(|ply| ply.first.max(ply.second) <= 32)
        {
            return Some("draughts on 64 squares");
        }
        let is_said = variant(text) == Variant::International;
        (!is_said && is_frisian_capture(ply, position)).then_some("Frisian draughts")
    }

    /// At the end of a run of moves nothing may be left in doubt.
    fn check_unambiguous(&mut self, text: &GameText<'_>) -> Result<(), Stop> {
        if self.candidates.is_empty() {
            return Ok(());
        }
        let (from_ply, token) = self.first_ambiguity(text);
        let readings = self.readings();
        let element = Some(self.candidates.since());
        Err(Stop { fault: Fault::Ambiguous { from_ply, token, readings }, element })
    }

    /// The first captures of the lines left, spelled so that they differ.
    fn readings(&self) -> Vec<String> {
        let position = self.position();
        let mut readings: Vec<String> = self
            .candidates
            .first_moves()
            .map(|mv| {
                let squares = canonical(position, mv);
                squares.iter().map(Square::to_string).collect::<Vec<_>>().join("x")
            })
            .collect();
        readings.sort();
        readings.dedup();
        readings
    }

    fn first_ambiguity(&self, text: &GameText<'_>) -> (usize, String) {
        (self.game.moves.len(), spelled(text, self.candidates.since()))
    }
}

fn set_numbers(numbers: &mut Numbers, text: &GameText<'_>, index: usize, ply: PlyText) {
    match ply.written {
        Written::Path => numbers.set(path(text.spelling(index))),
        _ => numbers.set([ply.first, ply.second]),
    }
}

/// A score such as `4-6` of ten points, of which nothing says who won. `8-2` is a move on other boards.
fn is_ten_points(token: &str) -> bool {
    if matches!(token, "8-2" | "2-8") {
        return false;
    }
    let points = |(white, black): (&str, &str)| {
        white.parse::<u8>().ok()?.checked_add(black.parse::<u8>().ok()?)
    };
    token.split_once('-').and_then(points) == Some(10)
}

fn plies<'a>(text: &'a GameText<'_>) -> impl Iterator<Item = PlyText> + 'a {
    (0..text.len()).filter_map(|index| match text.element(index) {
        Element::Ply(ply) => Some(ply),
        _ => None,
    })
}

/// Whether a first move can only be one on the board of 64 squares: of English draughts from 9 to 12, of Russian from 21 to 24.
fn opens_small_board(ply: PlyText) -> bool {
    let (first, second) = (ply.first, ply.second);
    let is_down = (9..=12).contains(&first) && matches!(second.wrapping_sub(first), 3..=5);
    let is_up = (21..=24).contains(&first) && matches!(first.wrapping_sub(second), 3..=5);
    ply.written == Written::Step && (is_down || is_up)
}

/// Whether a capture goes straight ahead or sideways over a piece of the other side, as in Frisian draughts only.
fn is_frisian_capture(ply: PlyText, position: &Position) -> bool {
    let turn = position.turn();
    let is_straight = match ply.first.abs_diff(ply.second) {
        20 => true,
        2 => ply.first.saturating_sub(1) / 5 == ply.second.saturating_sub(1) / 5,
        _ => false,
    };
    let squares = (Square::new(ply.first), Square::new(ply.second));
    let (Some(from), Some(to)) = squares else { return false };
    let over = u8::midpoint(ply.first, ply.second);
    let holds = |color: Color, square| position.pieces(color).contains(square);
    ply.written == Written::Capture
        && is_straight
        && holds(turn, from)
        && !position.occupied().contains(to)
        && Square::new(over).is_some_and(|over| holds(!turn, over))
}

/// Reads a FEN; an open turn is Black's if the next element is an ellipsis.
fn read_position(text: &GameText<'_>, written: &[u8], next: usize) -> Result<Position, Stop> {
    let written = decode(written);
    let fen = fen::read_parts(&written).map_err(|source| {
        let text = written.chars().take(200).collect();
        Stop { fault: Fault::BadFen { text, source }, element: next.checked_sub(1) }
    })?;
    let black_first = next < text.len() && text.element(next) == Element::Ellipsis;
    Ok(fen.position(if black_first { Color::Black } else { Color::White }))
}

fn spelled(text: &GameText<'_>, index: usize) -> String {
    decode(text.spelling(index)).into_owned()
}

/// Replays the games of one block in order and counts them. A game that only braces within braces make illegal is read
/// once more with braces that nest, and one whose replies are in parentheses with these as moves.
///
/// ```
/// use draughts_td_rules::game::{Replayer, each_game};
/// use draughts_td_rules::pdn::{Scan, block_of};
///
/// let block = block_of("two games", "1. 32-28 19-23 2. 28x19 14x23 * 1. 32-27 19-28 *");
/// let mut faults = Vec::new();
/// let games = each_game(&block, &mut Scan::default(), &mut Replayer::default(), |_, replay| {
///     faults.push(replay.error.map(|error| error.fault.name()));
/// });
/// assert_eq!((games, faults), (2, vec![None, Some("illegal_move")]));
/// ```
pub fn each_game(
    block: &TextBlock,
    scan: &mut Scan,
    replayer: &mut Replayer,
    mut visit: impl FnMut(&GameText<'_>, Replay<'_>),
) -> u64 {
    visit_games(block, scan, replayer, &mut visit)
}

fn visit_games(
    block: &TextBlock,
    scan: &mut Scan,
    replayer: &mut Replayer,
    visit: &mut dyn FnMut(&GameText<'_>, Replay<'_>),
) -> u64 {
    let mut games = Games::new(block, scan);
    while let Some(text) = games.next() {
        let replay = replayer.replay(&text);
        let fails = replay.error.is_some();
        let (may_nest, may_reply) = (fails && text.may_nest(), fails && text.may_hold_replies());
        if !(may_nest || may_reply) {
            visit(&text, replay);
            continue;
        }
        let is_read = (may_nest && visit_whole(&games.reread_nested(), replayer, visit))
            || (may_reply && visit_whole(&games.reread_replies(), replayer, visit));
        if !is_read {
            let plain = games.reread_plain();
            visit(&plain, replayer.replay(&plain));
        }
    }
    games.count()
}

/// Visits another reading of a game if all of it is legal; whether it is.
fn visit_whole(
    text: &GameText<'_>,
    replayer: &mut Replayer,
    visit: &mut dyn FnMut(&GameText<'_>, Replay<'_>),
) -> bool {
    let replay = replayer.replay(text);
    let is_whole = replay.error.is_none();
    if is_whole {
        visit(text, replay);
    }
    is_whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_no_squares_are_no_score_and_no_capture() {
        assert!(is_ten_points("4-6") && !is_ten_points("255-11") && !is_ten_points("300-1"));
        let ply = PlyText { written: Written::Capture, first: 0, second: 2 };
        assert!(!is_frisian_capture(ply, &Position::start()));
    }
}
