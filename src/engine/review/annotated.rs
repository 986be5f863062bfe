//! A game annotated: values after the moves, glyphs at mistakes, better lines as variations.

use super::mistake::Mistake;
use super::view::PositionAnalysis;
use crate::game::GameEditor;

/// The most plies of a better line; what a search expects beyond is a guess.
const MAX_LINE_PLIES: usize = 8;

/// Adds what the views and the mistakes found in them say to a game, and says how many mistakes keep the glyph of another judge. After every
/// move is what a search says of the position before it, in the way of engine matches: `{+0.35/12}`, in men for the side that moved, and
/// `{+99.93/12 win in 7}` where the end is proven; after a mistake also what it lost.
///
/// # Panics
/// If there is not a view of each position, the last one included.
#[must_use]
pub fn annotate(editor: &mut GameEditor, views: &[PositionAnalysis], found: &[Mistake]) -> usize {
    for (before, view) in views[..views.len() - 1].iter().enumerate() {
        let mistake = found.iter().find(|mistake| mistake.before == before);
        editor.note(before, Some(&comment(view, mistake)));
    }
    let mut kept = 0;
    for Mistake { before, glyph, .. } in found {
        kept += usize::from(!editor.judge(*before, glyph.sign()));
        let line = &views[*before].line;
        editor.vary(*before, &line[..line.len().min(MAX_LINE_PLIES)]);
    }
    kept
}

fn comment(view: &PositionAnalysis, mistake: Option<&Mistake>) -> String {
    let proven = if view.score.is_known() { format!(" {}", view.score) } else { String::new() };
    let value = format!("{:+.2}/{}{proven}", view.men(), view.depth);
    match mistake {
        None => value,
        Some(mistake) => format!("{value} loses {:.0} %", 100.0 * mistake.loss),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, MoveList, fen};
    use crate::player::{Depth, Ply, Score};
    use crate::review::mistakes;

    fn view(score: Score, line: Vec<Move>) -> PositionAnalysis {
        PositionAnalysis { score, depth: Depth::new(4), line }
    }

    /// The text with the analysis of its only move, and the glyphs that were kept.
    fn annotated(text: &str) -> (String, usize) {
        let start = fen::read("W:W28,33,39:B17").expect("fen");
        let legal = MoveList::legal(&start);
        let better = legal.into_iter().find(|mv| mv.to_string() == "28-22").expect("legal");
        let views = [view(Score::win_at(Ply::new(3)), vec![better]), view(Score::DRAW, vec![])];
        let mut editor = GameEditor::of(text.to_owned()).expect("a game");
        let found = mistakes(&editor.start(), &editor.moves(), &views);
        let kept = annotate(&mut editor, &views, &found);
        (editor.text(), kept)
    }

    #[test]
    fn a_missed_win_is_written_with_its_glyph_and_the_better_line_and_the_rest_stays() {
        let tags = "{first}\n[FEN \"W:W28,33,39:B17\"]\n[WhiteElo \"1\"]\n\n{intro}";
        let text = format!("{tags} 1. 28-23 $146 {{a pity}} * {{last}}\n");
        let expected = format!(
            "{tags} 1. 28-23?? $146 {{+99.97/4 win in 3 loses 50 %}} {{a pity}}\n(1. 28-22) * {{last}}\n"
        );
        let (once, kept) = annotated(&text);
        assert_eq!((once.replace('\n', " "), kept), (expected.replace('\n', " "), 0));
        assert_eq!(annotated(&once), (once, 1), "nothing is written twice");
    }

    #[test]
    fn a_glyph_of_somebody_else_stays_and_is_counted() {
        let tag = "[FEN \"W:W28,33,39:B17\"]\n\n";
        let (text, kept) = annotated(&format!("{tag}1. 28-23!? *"));
        assert!(text.contains("28-23!? {+99.97/4 win in 3 loses 50 %} (1. 28-22) *"), "{text}");
        assert_eq!(kept, 1);
    }
}
