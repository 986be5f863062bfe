//! How much of the expected result the moves of a side kept, with the spread of this figure.

use super::mistake::{Glyph, loss};
use super::view::PositionAnalysis;
use crate::board::{Color, Move, MoveList, Position};

/// The fewest moves of which a figure is given.
const FEWEST: usize = 5;

/// The moves of a side in a game, as an analysis judges them.
///
/// The accuracy is `100 (1 - m)`, where `m` is the mean loss of the moves for which there was a choice, as a share of a game: 0 for a move as
/// good as the best one, 1 from a won game to a lost one. The spread is two standard errors of this mean in the same unit.
///
/// It says how near the moves were to those of this analysis, and not how strong the player is: in quiet positions and in decided ones no
/// move loses much, so that a short game or an easy one has a high figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// The moves for which there was a choice.
    pub moves: usize,
    /// Inaccuracies, mistakes and blunders.
    pub mistakes: [usize; 3],
    /// The accuracy from 0 to 100, and its spread; `None` for fewer than five moves.
    pub figure: Option<(f64, f64)>,
}

impl Accuracy {
    /// That of White and that of Black.
    ///
    /// # Panics
    /// If there is not a view of each position, the last one included.
    #[must_use]
    pub fn of_sides(start: &Position, moves: &[Move], views: &[PositionAnalysis]) -> [Accuracy; 2] {
        assert_eq!(views.len(), moves.len() + 1, "a view of each position");
        let mut position = *start;
        let mut losses = [Vec::new(), Vec::new()];
        for (before, &mv) in moves.iter().enumerate() {
            if MoveList::legal(&position).len() > 1 {
                let side = usize::from(position.turn() == Color::Black);
                losses[side].push(loss(&views[before], mv, &views[before + 1]));
            }
            position = position.succ(mv);
        }
        losses.map(|losses| Accuracy::of(&losses))
    }

    fn of(losses: &[f32]) -> Accuracy {
        let count =
            |glyph: Glyph| losses.iter().filter(|loss| Glyph::of(**loss) == Some(glyph)).count();
        let mistakes = [Glyph::Inaccuracy, Glyph::Mistake, Glyph::Blunder].map(count);
        let figure = (losses.len() >= FEWEST).then(|| figure(losses));
        Accuracy { moves: losses.len(), mistakes, figure }
    }
}

fn figure(losses: &[f32]) -> (f64, f64) {
    let count = losses.len() as f64;
    let kept = |loss: &f32| 100.0 * (1.0 - f64::from(loss.min(1.0)));
    let mean = losses.iter().map(kept).sum::<f64>() / count;
    let squares: f64 = losses.iter().map(|loss| (kept(loss) - mean).powi(2)).sum();
    let error = (squares / (count - 1.0) / count).sqrt();
    (mean, 2.0 * error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::player::{Budget, Depth, Engine, Evaluation, Options, StopFlag};
    use crate::review::views;

    #[test]
    fn the_figure_is_the_mean_and_its_spread_two_standard_errors() {
        let accuracy = Accuracy::of(&[0.0, 0.1, 0.0, 0.3, 0.05]);
        assert_eq!((accuracy.moves, accuracy.mistakes), (5, [1, 1, 1]));
        let (mean, spread) = accuracy.figure.expect("five moves");
        assert!((mean - 91.0).abs() < 1e-4, "{mean}");
        // The deviations are 9, -1, 9, -21 and 4: squares of 620, so 2 sqrt(620 / 4 / 5).
        assert!((spread - 2.0 * 31.0f64.sqrt()).abs() < 1e-4, "{spread}");
        assert_eq!(Accuracy::of(&[0.0; 4]).figure, None);
        assert_eq!(Accuracy::of(&[0.0; 9]).figure, Some((100.0, 0.0)));
    }

    #[test]
    fn moves_without_a_choice_do_not_count_and_sides_are_apart() {
        let start = fen::read("W:W28,37,48:B19,8,3").expect("a position");
        let options = Options { hash_mb: 1, ..Options::default() };
        let mut engine = Engine::new(&Evaluation::material(), &options).expect("1 MiB");
        let (mut position, mut moves) = (start, Vec::new());
        for text in ["28-23", "19x28"] {
            let mv = MoveList::legal(&position).into_iter().find(|mv| mv.to_string() == text);
            let mv = mv.expect("legal");
            moves.push(mv);
            position = position.succ(mv);
        }
        let (budget, stop) = (Budget::of_depth(Depth::new(6)), StopFlag::new());
        let views = views(&mut engine, &start, &moves, &budget, &stop, &mut |_, _| {});
        let views = views.expect("not stopped");
        let [white, black] = Accuracy::of_sides(&start, &moves, &views);
        assert_eq!((white.moves, white.mistakes.iter().sum::<usize>()), (1, 1));
        assert_eq!(black.moves, 0, "the capture was obligatory");
    }
}
