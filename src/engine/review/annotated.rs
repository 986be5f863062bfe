//! A game annotated: values after the moves, glyphs at mistakes, better lines as variations.

use super::mistake::Mistake;
use super::view::PositionAnalysis;
use crate::pdn::{GameSheet, Variation};

/// The most plies of a better line; what a search expects beyond is a guess.
const MAX_LINE_PLIES: usize = 8;

/// Adds what the views and the mistakes found in them say to a game; what people wrote stays. Behind every move stands what a search says of the position before it, in the way of engine
/// matches: `{+0.35/12}`, in men for the side that moved; behind a mistake also what it lost.
///
/// # Panics
/// If there is not a view of each position, the last one included.
#[must_use]
pub fn annotated(sheet: GameSheet, views: &[PositionAnalysis], found: &[Mistake]) -> GameSheet {
    let note = |before: usize, view: &PositionAnalysis| {
        let mistake = found.iter().find(|mistake| mistake.before == before);
        (before + 1, comment(view, mistake))
    };
    let moved = &views[..sheet.moves.len()];
    let notes = moved.iter().enumerate().map(|(before, view)| note(before, view));
    // A remark stands behind the value of the same move.
    let mut comments: Vec<(usize, String)> = notes.chain(sheet.comments).collect();
    comments.sort_by_key(|(plies, _)| *plies);
    let better = |mistake: &Mistake| Variation {
        before: mistake.before,
        moves: views[mistake.before].line.iter().copied().take(MAX_LINE_PLIES).collect(),
        ..Variation::default()
    };
    let annotated_plies: Vec<usize> = sheet.glyphs.iter().map(|(plies, _)| *plies).collect();
    let ours = found.iter().map(|mistake| (mistake.before + 1, mistake.glyph.sign()));
    let ours = ours.filter(|(plies, _)| !annotated_plies.contains(plies));
    let mut glyphs: Vec<(usize, &'static str)> = sheet.glyphs.iter().copied().chain(ours).collect();
    glyphs.sort_by_key(|(plies, _)| *plies);
    let is_new = |line: &Variation| {
        let begins = |other: &Variation| {
            (other.before, other.moves.first()) == (line.before, line.moves.first())
        };
        !sheet.variations.iter().any(begins)
    };
    let better: Vec<Variation> = found.iter().map(better).filter(is_new).collect();
    let variations = better.into_iter().chain(sheet.variations).collect();
    GameSheet { comments, glyphs, variations, ..sheet }
}

fn comment(view: &PositionAnalysis, mistake: Option<&Mistake>) -> String {
    let value = format!("{:+.2}/{}", view.men(), view.depth);
    match mistake {
        None => value,
        Some(mistake) => format!("{value} loses {:.0} %", 100.0 * mistake.loss),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, MoveList, fen};
    use crate::engine::{Depth, Ply, Score};
    use crate::game::{Replayer, each_game};
    use crate::pdn::{Scan, Terminator, block_of};
    use crate::review::mistakes;

    #[test]
    fn a_missed_win_is_written_with_its_glyph_and_the_better_line_and_reads_back() {
        let start = fen::read("W:W28,33,39:B17").expect("fen");
        let find = |text: &str| {
            MoveList::legal(&start).into_iter().find(|mv| mv.to_string() == text).expect(text)
        };
        let (better, played) = (find("28-22"), find("28-23"));
        let won = PositionAnalysis {
            score: Score::win_at(Ply::new(3)),
            depth: Depth::new(4),
            line: vec![better],
        };
        let level = PositionAnalysis {
            score: Score::from_points(0),
            depth: Depth::new(4),
            line: Vec::<Move>::new(),
        };
        let sheet = GameSheet {
            start,
            moves: vec![played],
            comments: vec![(1, "a pity".into())],
            ..GameSheet::default()
        };
        let views = [won, level];
        let found = mistakes(&sheet.start, &sheet.moves, &views);
        let again = annotated(sheet.clone(), &views, &found);
        let text = again.to_pdn(Terminator::Star);
        // What is there already is not written twice, and what people think of a move stays.
        let twice = GameSheet { comments: sheet.comments.clone(), ..again };
        assert_eq!(annotated(twice, &views, &found).to_pdn(Terminator::Star), text);
        let liked = annotated(GameSheet { glyphs: vec![(1, "!?")], ..sheet }, &views, &found);
        assert_eq!(liked.glyphs, [(1, "!?")]);
        let expected = "1. 28-23?? {+99.97/4 loses 50 %} {a pity} (1. 28-22) *";
        assert!(text.trim_end().ends_with(expected), "{text}");
        let (block, mut scan, mut replayer) =
            (block_of("again", text), Scan::default(), Replayer::default());
        each_game(&block, &mut scan, &mut replayer, |_, replay| {
            assert_eq!(replay.whole().expect("it reads back").moves(), [played]);
        });
    }
}
