//! Games judged by the scores in their comments, as engines and `analyse --out` write them.

use super::analysis::{AnalysedGame, LINE, MISSED, MissedWin, WON};
use crate::board::{Color, MoveList};
use crate::error::Result;
use crate::game::{Game, Replayer, comments, each_game, engine_notes, variations};
use crate::pdn::{GameText, Scan, block_of, decode, is_analysis_note};
use crate::player::result_of;
use crate::review::Glyph;
use crate::store::Database;

/// The games that have scores at half of their moves or more, judged by these scores, in the order of the numbers.
pub(super) fn stored_analyses(
    database: &Database,
    games: impl IntoIterator<Item = u32>,
) -> Result<Vec<AnalysedGame>> {
    let mut select = database.connection().prepare("SELECT 1 FROM movetext WHERE game = ?1")?;
    let mut found = Vec::new();
    for game in games {
        database.check_stop()?;
        // A game of moves only has no comments.
        if let Some(text) = select.exists([game])?.then(|| database.pdn(game)).transpose()? {
            found.extend(text.and_then(|text| judged(game, &decode(&text))));
        }
    }
    Ok(found)
}

fn judged(game: u32, pdn: &str) -> Option<AnalysedGame> {
    let mut found = None;
    let block = block_of("the database", pdn);
    each_game(&block, &mut Scan::default(), &mut Replayer::default(), |text, replay| {
        let scores = Scores::of(text, replay.game);
        found = found.take().or_else(|| scores.judge(game, text, replay.game));
    });
    found
}

/// The scores of a game by the plies before its moves.
struct Scores {
    /// The expected result for the side to move in each position, from -1 to 1, where it is known.
    results: Vec<Option<f32>>,
    /// What an analysis says that each move lost.
    stated: Vec<Option<f32>>,
}

impl Scores {
    fn of(text: &GameText<'_>, game: &Game) -> Scores {
        let main = game.main();
        let mut results = vec![None; main.moves.len() + 1];
        for (before, note) in engine_notes(text, game).filter(|(at, _)| *at < main.moves.len()) {
            results[before] = note.men.map(result_of);
        }
        let last = main.positions.last();
        let is_over = last.is_some_and(|last| MoveList::legal(last).is_empty());
        if is_over && let Some(result) = results.last_mut() {
            *result = Some(-1.0);
        }
        let mut stated = vec![None; main.moves.len()];
        for (plies, comment) in comments(text, game) {
            let place = plies.checked_sub(1).and_then(|before| stated.get_mut(before));
            if let Some(place) = place.filter(|_| is_analysis_note(comment.as_bytes())) {
                *place = Some(stated_loss(&comment));
            }
        }
        Scores { results, stated }
    }

    /// What a move lost, in games; less than an inaccuracy counts as nothing.
    fn loss(&self, before: usize, had_choice: bool) -> Option<f32> {
        if let Some(stated) = self.stated[before] {
            return self.results[before].map(|_| stated);
        }
        let (own, other) = (self.results[before]?, self.results[before + 1]?);
        let loss = (own + other) / 2.0;
        Some(if had_choice && Glyph::of(loss).is_some() { loss } else { 0.0 })
    }

    fn is_missed(&self, before: usize) -> bool {
        let [own, other] = [before, before + 1].map(|at| self.results[at]);
        own.is_some_and(|own| own >= WON) && other.is_some_and(|other| -other <= MISSED)
    }

    fn judge(&self, game: u32, text: &GameText<'_>, replayed: &Game) -> Option<AnalysedGame> {
        let main = replayed.main();
        let mut found = AnalysedGame { game, moves: [0; 2], loss: [0.0; 2], missed: Vec::new() };
        for (before, position) in main.positions[..main.moves.len()].iter().enumerate() {
            let had_choice = MoveList::legal(position).len() > 1;
            let Some(loss) = self.loss(before, had_choice) else { continue };
            let side = usize::from(position.turn() == Color::Black);
            found.moves[side] += 1;
            found.loss[side] += loss;
            if loss > 0.0 && self.is_missed(before) {
                let others = variations(text, replayed).into_iter();
                let better = others.filter(|other| other.before == before).map(|one| one.moves);
                let better = better.take(1).flatten().take(LINE).collect();
                let (position, mv) = (*position, main.moves[before]);
                found.missed.push(MissedWin { before, position, mv, better });
            }
        }
        let known: u32 = found.moves.iter().sum();
        (known > 0 && 2 * known as usize >= main.moves.len()).then_some(found)
    }
}

/// The share of a game in `+0.35/12 loses 14 %`; 0 where the move lost nothing that an analysis mentions.
fn stated_loss(comment: &str) -> f32 {
    let share = comment.rsplit_once("loses ").map(|(_, share)| share.trim_end_matches(" %"));
    share.and_then(|share| share.trim().parse::<f32>().ok()).map_or(0.0, |share| share / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_losses_of_an_analysis_are_those_that_it_wrote() {
        let text =
            "1. 32-28 {+0.10/9} 19-23 {-0.05/8 loses 14 %} 2. 28x19 {+0.90/9} 14x23 {-0.80/8} *";
        let found = judged(7, text).expect("scores");
        assert_eq!((found.game, found.moves), (7, [2, 2]));
        assert_eq!(found.loss, [0.0, 0.14]);
        assert!(found.missed.is_empty());
    }

    #[test]
    fn engines_of_a_match_are_compared_move_by_move() {
        let text = "1. 32-28 {+9.00/9 0.1s} 19-23 {+0.00/8 0.1s} 2. 28x19 {+0.00/9 0.1s} 14x23 *";
        let found = judged(1, text).expect("scores");
        // The last move has no score after it, and 28x19 was the only one.
        assert_eq!(found.moves, [1, 1]);
        assert!(found.loss[0] > 0.4 && found.loss[1] == 0.0, "{:?}", found.loss);
        assert_eq!(found.missed.len(), 1, "a win that 32-28 let slip");
    }

    #[test]
    fn a_game_with_few_scores_is_not_judged() {
        assert_eq!(judged(1, "1. 32-28 {good} 19-23 2. 28x19 {+0.10/3} 14x23 *"), None);
    }
}
