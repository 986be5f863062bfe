//! Results in the words of cutechess-cli, for scripts that read its output.

use std::fmt::Write;

use super::finished_game::FinishedGame;
use super::schedule::Schedule;
use super::scoreboard::ScoreBoard;
use super::sprt::SprtDecision;
use super::stats::MatchStats;
use crate::board::Color;
use crate::game::GameResult;

/// A game that starts, by its number from 0.
pub(super) fn started_line(game: usize, schedule: &Schedule, white: &str, black: &str) -> String {
    format!("Started game {} of {} ({white} vs {black})", game + 1, schedule.len())
}

impl ScoreBoard {
    /// A game that has ended, and the score of its players after it.
    pub fn cutechess_game(&self, game: &FinishedGame) -> String {
        let [white, black] = Color::ALL.map(|color| game.shown(color));
        let result = match game.ending.verdict {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Void => "*",
        };
        let (number, reason) = (game.game + 1, game.ending.reason.replace('}', ")"));
        let finished =
            format!("Finished game {number} ({white} vs {black}): {result} {{{reason}}}");
        match self.pairing_of(game.game) {
            Some(pairing) => format!("{finished}\n{}", self.cutechess_score(pairing)),
            None => finished,
        }
    }

    /// `Score of A vs B: wins - losses - draws  [score] games`.
    fn cutechess_score(&self, pairing: usize) -> String {
        let [one, two] = self.pair_names(pairing);
        let stats = self.stats(pairing);
        let (wins, losses, draws) = (stats.wins(), stats.losses(), stats.draws());
        let score = stats.estimate().map_or(0.5, |estimate| estimate.score);
        let played = stats.played();
        format!("Score of {one} vs {two}: {wins} - {losses} - {draws}  [{score:.3}] {played}")
    }

    /// The Elo difference and the sequential test of a match of two; the ranking of more.
    pub fn cutechess_report(&self) -> String {
        if self.names().len() > 2 {
            return self.cutechess_ranking();
        }
        let stats = self.stats(0);
        let mut text = format!("{}\n", self.cutechess_score(0));
        let (elo, error) = elo_and_error(&stats);
        let los = stats.estimate().and_then(|estimate| estimate.los).map(|los| 100.0 * los);
        let los = los.map_or("nan".into(), |los| format!("{los:.1}"));
        let draws = draw_percentage(&stats);
        let _ = write!(
            text,
            "Elo difference: {elo} +/- {error}, LOS: {los} %, DrawRatio: {draws:.1} %"
        );
        if let Some(sprt) = self.sprt() {
            let ((low, high), llr) = (sprt.bounds(), sprt.llr(&stats));
            let share = 100.0 * llr / if llr < 0.0 { -low } else { high };
            let _ = write!(
                text,
                "\nSPRT: llr {llr:.3} ({share:.1}%), lbound {low:.3}, ubound {high:.3}"
            );
            text.push_str(match sprt.verdict(&stats) {
                SprtDecision::Open => "",
                SprtDecision::AcceptH0 => " - H0 was accepted",
                SprtDecision::AcceptH1 => " - H1 was accepted",
            });
        }
        text
    }

    fn cutechess_ranking(&self) -> String {
        let mut text =
            String::from("Rank Name                          Elo     +/-   Games   Score    Draw");
        for (place, row) in self.ranking().iter().enumerate() {
            let (elo, error) = elo_and_error(&row.stats);
            let score = row.stats.estimate().map_or(0.5, |estimate| estimate.score);
            let _ = write!(
                text,
                "\n{:>4} {:<25} {elo:>7} {error:>7} {:>7} {:>6.1}% {:>6.1}%",
                place + 1,
                row.name,
                row.stats.played(),
                100.0 * score,
                draw_percentage(&row.stats)
            );
        }
        text
    }
}

/// Elo and half of its interval; `inf` and `nan` where cutechess has them.
fn elo_and_error(stats: &MatchStats) -> (String, String) {
    let estimate = stats.estimate();
    let elo = estimate.map_or(0.0, |estimate| estimate.elo);
    let interval = estimate.and_then(|estimate| estimate.elo_interval());
    let error = interval.map(|(low, high)| (high - low) / 2.0).filter(|error| error.is_finite());
    (format!("{elo:.1}"), error.map_or("nan".into(), |error| format!("{error:.1}")))
}

fn draw_percentage(stats: &MatchStats) -> f64 {
    100.0 * stats.draws() as f64 / stats.played().max(1) as f64
}
