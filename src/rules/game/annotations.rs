//! What a file says beside the moves of a game: remarks, glyphs, and other continuations. Read on demand.

use super::record::{Game, Segment};
use super::replay::Replayer;
use super::text_line::{DEEPEST, MAX_PLIES};
use crate::board::Position;
use crate::pdn::{EngineNote, GameText, Scan, Variation, decode, engine_note, glyph};

/// The comments of a game, each with the plies before it, in order; empty ones are left out.
#[must_use]
pub fn comments(text: &GameText<'_>, game: &Game) -> Vec<(usize, String)> {
    let comment = |(elements, text): (usize, &[u8])| {
        (game.plies_of_elements(elements), decode(text).trim().to_owned())
    };
    text.comments().map(comment).filter(|(_, text)| !text.is_empty()).collect()
}

/// What engines wrote in the comments after their moves, each with the index of its move, in order. A game that was set up more than
/// once has none.
///
/// ```
/// use draughts_td_rules::game::{Replayer, each_game, engine_notes};
/// use draughts_td_rules::pdn::{Scan, block_of};
///
/// let block = block_of("a game", "1. 32-28 {+0.10/9} 19-23 {a plan} 2. 28x19 14x23 {-0.20/8} *");
/// each_game(&block, &mut Scan::default(), &mut Replayer::default(), |text, replay| {
///     let found: Vec<_> = engine_notes(text, replay.game).map(|(ply, note)| (ply, note.men)).collect();
///     assert_eq!(found, [(0, Some(0.1)), (3, Some(-0.2))]);
/// });
/// ```
pub fn engine_notes(text: &GameText<'_>, game: &Game) -> impl Iterator<Item = (usize, EngineNote)> {
    let is_whole = game.main().positions.len() == game.plies() + 1;
    text.comments().take_while(move |_| is_whole).filter_map(|(elements, comment)| {
        let note = engine_note(comment)?;
        Some((game.plies_of_elements(elements).checked_sub(1)?, note))
    })
}

/// What is thought of the moves of a game, each with the plies up to and with its move, in order: of several signs of a move the first,
/// and all other numbers, as `$10`.
#[must_use]
pub fn glyphs(text: &GameText<'_>, game: &Game) -> Vec<(usize, &'static str)> {
    let mut found: Vec<(usize, &'static str)> = Vec::new();
    for (elements, text) in text.glyphs() {
        let plies = game.plies_of_elements(elements);
        let Some(glyph) = glyph(text).filter(|_| plies > 0) else { continue };
        let is_number = glyph.starts_with('$');
        let mut earlier = found.iter().rev().take_while(|(other, _)| *other == plies);
        let is_second = |other: &str| other == glyph || !is_number && !other.starts_with('$');
        if !earlier.any(|(_, other)| is_second(other)) {
            found.push((plies, glyph));
        }
    }
    found
}

/// The game with everything beside its moves, from its last set-up on.
#[must_use]
pub fn annotated(text: &GameText<'_>, game: &Game) -> Variation {
    let main = game.main();
    let earlier = game.plies() - main.moves.len();
    let comments = comments(text, game).into_iter();
    let glyphs = glyphs(text, game).into_iter();
    Variation {
        before: 0,
        moves: main.moves.to_vec(),
        comments: comments.filter_map(|(at, one)| Some((at.checked_sub(earlier)?, one))).collect(),
        glyphs: glyphs.filter_map(|(at, one)| Some((at.checked_sub(earlier)?, one))).collect(),
        variations: variations(text, game),
    }
}

/// The other continuations that a file has beside the moves of a game, up to their first illegal move. Those without a legal one are
/// left out, and those beside moves before the last setup.
///
/// ```
/// use draughts_td_rules::game::{Replayer, each_game, variations};
/// use draughts_td_rules::pdn::{Scan, block_of};
///
/// let block = block_of("a game", "1. 32-28 (1. 33-29! 19-24 {at once}) 19-23 *");
/// each_game(&block, &mut Scan::default(), &mut Replayer::default(), |text, replay| {
///     let found = variations(text, replay.game);
///     let moves: Vec<String> = found[0].moves.iter().map(ToString::to_string).collect();
///     assert_eq!((found[0].before, moves.join(" ").as_str()), (0, "33-29 19-24"));
///     assert_eq!((found[0].glyphs[0], found[0].comments[0].1.as_str()), ((1, "!"), "at once"));
/// });
/// ```
#[must_use]
pub fn variations(text: &GameText<'_>, game: &Game) -> Vec<Variation> {
    let main = game.main();
    let earlier = game.plies() - main.moves.len();
    let mut reading = Reading { left: MAX_PLIES, spare: Vec::new() };
    reading.beside(text, game, main, earlier, 0)
}

/// What may still be read, and the memory to read with.
struct Reading {
    left: usize,
    spare: Vec<(Scan, Replayer)>,
}

impl Reading {
    /// The variations beside a line that was replayed, after `earlier` plies that do not count.
    fn beside(
        &mut self,
        text: &GameText<'_>,
        game: &Game,
        line: Segment<'_>,
        earlier: usize,
        depth: usize,
    ) -> Vec<Variation> {
        if depth >= DEEPEST {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (index, (elements, _)) in text.variations().enumerate() {
            // It comes after the move that it replaces.
            let before = game.plies_of_elements(elements).checked_sub(earlier + 1);
            if let Some(before) = before.filter(|&before| before < line.moves.len()) {
                let (mut scan, mut replayer) = self.spare.pop().unwrap_or_default();
                let inner = text.variation(index, &mut scan);
                let variation = inner.and_then(|inner| {
                    self.variation(&inner, &mut replayer, line.positions[before], depth)
                });
                found.extend(variation.map(|variation| Variation { before, ..variation }));
                self.spare.push((scan, replayer));
            }
        }
        found
    }

    fn variation(
        &mut self,
        text: &GameText<'_>,
        replayer: &mut Replayer,
        start: Position,
        depth: usize,
    ) -> Option<Variation> {
        let game = replayer.replay_from(text, start);
        // A position set up within is another place than the one it hangs on.
        let line = game.segments().next().filter(|line| line.positions[0] == start)?;
        self.left = self.left.checked_sub(line.moves.len())?;
        let most = line.moves.len();
        let comments = comments(text, game).into_iter();
        let glyphs = glyphs(text, game).into_iter();
        (!line.moves.is_empty()).then(|| Variation {
            before: 0,
            moves: line.moves.to_vec(),
            comments: comments.map(|(plies, text)| (plies.min(most), text)).collect(),
            glyphs: glyphs.filter(|(plies, _)| *plies <= most).collect(),
            variations: self.beside(text, game, line, 0, depth + 1),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::each_game;
    use crate::pdn::{GameSheet, Terminator, block_of};

    /// The moves of the first game with all that is beside them, written again.
    fn again(text: &str) -> String {
        let mut written = String::new();
        let (block, mut scan) = (block_of("a test", text), Scan::default());
        each_game(&block, &mut scan, &mut Replayer::default(), |text, replay| {
            let game = replay.game;
            let sheet = GameSheet {
                start: game.main().positions[0],
                moves: game.main().moves.to_vec(),
                glyphs: glyphs(text, game),
                variations: variations(text, game),
                ..GameSheet::default()
            };
            written = sheet.to_pdn(Terminator::Star);
        });
        written.split("\n\n").nth(1).expect("moves").replace('\n', " ")
    }

    #[test]
    fn glyphs_and_nested_variations_read_back_as_they_were_written() {
        for text in [
            "1. 32-28! 19-23?? 2. 28x19 *",
            "1. 32-28 (1. 33-29 19-24 (1... 20-24?! 2. 29x20 {back}) 2. 39-33) 1... 19-23 (1... 18-23!) 2. 28x19 *",
            "1. 32-28 (1. 33-28) (1. 34-30 (1. 31-27 (1. 31-26))) 1... 19-23 *",
        ] {
            assert_eq!(again(text), text);
        }
    }

    #[test]
    fn what_is_no_move_ends_a_variation_and_what_has_none_is_left_out() {
        let text = "1. 32-28 (see below) (1. 33-29 19-24 2. 50-1 20-25) 19-23 $4 $1 (nonsense (1. 32-27)) *";
        assert_eq!(again(text), "1. 32-28 (1. 33-29 19-24) 1... 19-23?? *");
    }

    #[test]
    fn a_position_set_up_within_a_variation_does_not_continue_it() {
        let setup = r#"/FEN "W:WK47:BK2,41"/"#;
        let text = format!("1. 32-28 ({setup} 47x36 2-7!) 19-23 *");
        assert_eq!(again(&text), "1. 32-28 19-23 *");
        let text = format!("1. 32-28 (33-29! {setup} 47x36! (47-33) 2-7) 19-23 *");
        assert_eq!(again(&text), "1. 32-28 (1. 33-29!) 1... 19-23 *");
    }

    #[test]
    fn a_nest_without_end_and_a_crowd_are_read_as_far_as_the_limits_go() {
        let deep = format!("1. 32-28 {} 19-23 *", "(1. 33-28 ".repeat(2000) + &")".repeat(2000));
        assert_eq!(again(&deep).matches("33-28").count(), DEEPEST);
        let wide = format!("1. 32-28 {} 19-23 *", "(1. 33-28) ".repeat(MAX_PLIES + 10));
        assert_eq!(again(&wide).matches("33-28").count(), MAX_PLIES);
    }
}
