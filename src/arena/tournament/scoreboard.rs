//! The results of a tournament by pairing, and tables of them.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use super::elo::{ENOUGH, EloEstimate};
use super::finished_game::{FinishedGame, SearchCounts};
use super::schedule::Schedule;
use super::sprt::{self, Sprt};
use super::stats::{GameScore, MatchStats};
use crate::board::Color;
use crate::game::{GameResult, Termination};

/// The games that a player forfeited, by their reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Forfeits {
    /// It crashed, was silent, or could not be started.
    crashes: usize,
    late: usize,
    /// An illegal move, or a message that breaks the protocol.
    illegal: usize,
}

impl Forfeits {
    fn count(&mut self, termination: Termination) {
        match termination {
            Termination::Abandoned => self.crashes += 1,
            Termination::TimeForfeit => self.late += 1,
            Termination::RulesInfraction => self.illegal += 1,
            Termination::Normal | Termination::Adjudication | Termination::Unterminated => {}
        }
    }
}

impl fmt::Display for Forfeits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Forfeits { crashes, late, illegal } = self;
        write!(f, "{crashes} × crashed or silent, {late} × late, {illegal} × illegal")
    }
}

/// The finished games of a tournament.
#[derive(Clone, Debug)]
pub struct ScoreBoard {
    names: Vec<String>,
    schedule: Schedule,
    sprt: Option<Sprt>,
    finished: BTreeMap<usize, FinishedGame>,
    /// Whether it has the games that were played and no others are to come.
    is_closed: bool,
    /// The settings of the tournament, as its state file has them.
    settings: Option<Value>,
}

impl ScoreBoard {
    /// A tournament that has not begun.
    pub(crate) fn new(names: Vec<String>, schedule: Schedule, sprt: Option<Sprt>) -> ScoreBoard {
        ScoreBoard {
            names,
            schedule,
            sprt,
            finished: BTreeMap::new(),
            is_closed: false,
            settings: None,
        }
    }

    /// Games that were played already: the schedule numbers them, and may have more.
    pub(super) fn of_played(
        names: Vec<String>,
        schedule: Schedule,
        sprt: Option<Sprt>,
    ) -> ScoreBoard {
        ScoreBoard { is_closed: true, ..ScoreBoard::new(names, schedule, sprt) }
    }

    /// Adds a game; one that is not in the schedule, of a longer tournament, is passed over.
    pub(crate) fn add(&mut self, game: FinishedGame) {
        if self.schedule.planned(game.game).is_some() {
            self.finished.insert(game.game, game);
        }
    }

    pub(crate) fn has(&self, game: usize) -> bool {
        self.finished.contains_key(&game)
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub fn games(&self) -> impl Iterator<Item = &FinishedGame> {
        self.finished.values()
    }

    pub fn played(&self) -> usize {
        self.finished.len()
    }

    pub fn scheduled(&self) -> usize {
        if self.is_closed { self.played() } else { self.schedule.len() }
    }

    /// The same with the settings of the tournament.
    pub(super) fn with_settings(self, settings: Value) -> ScoreBoard {
        ScoreBoard { settings: Some(settings), ..self }
    }

    pub(super) fn sprt(&self) -> Option<Sprt> {
        self.sprt
    }

    /// The pairing of a game.
    pub(super) fn pairing_of(&self, game: usize) -> Option<usize> {
        self.schedule.planned(game).map(|fixture| fixture.pairing)
    }

    /// The names by which the players of a pairing are shown.
    pub(super) fn pair_names(&self, pairing: usize) -> [String; 2] {
        let names = self.shown_names();
        self.schedule.pairings()[pairing].map(|player| names[player].clone())
    }

    /// The results of a pairing, as its first player sees them.
    pub fn stats(&self, pairing: usize) -> MatchStats {
        let mut pairs: BTreeMap<usize, Vec<GameScore>> = BTreeMap::new();
        for game in self.finished.values() {
            let Some(fixture) =
                self.schedule.planned(game.game).filter(|fixture| fixture.pairing == pairing)
            else {
                continue;
            };
            let color = if fixture.is_return { Color::Black } else { Color::White };
            if let Some(score) = GameScore::of(game.ending.verdict, color) {
                pairs.entry(fixture.pair).or_default().push(score);
            }
        }
        let mut stats = MatchStats::default();
        for scores in pairs.values() {
            match scores.as_slice() {
                [first, second] => stats.add_pair(*first, *second),
                singles => singles.iter().for_each(|&score| stats.add_single(score)),
            }
        }
        stats
    }

    /// The decision of the sequential test, if there is one.
    pub fn verdict(&self) -> Option<sprt::SprtDecision> {
        self.sprt.map(|sprt| sprt.verdict(&self.stats(0)))
    }

    /// Whether the test has decided the tournament.
    pub(crate) fn is_decided(&self) -> bool {
        self.verdict().is_some_and(|verdict| verdict != sprt::SprtDecision::Open)
    }

    /// Whether nothing is left to play.
    pub fn is_over(&self) -> bool {
        self.is_decided() || self.played() >= self.scheduled()
    }

    /// Endings other than by the rules of the game, each with the name of its player, and their number.
    pub fn irregular(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        let irregular = |game: &&FinishedGame| {
            game.ending.termination != Termination::Normal
                || game.ending.verdict == GameResult::Void
        };
        for game in self.finished.values().filter(irregular) {
            *counts.entry(game.reason()).or_insert(0) += 1;
        }
        counts
    }

    /// The names by which players are shown: that of the program for one that is listed by its address.
    fn shown_names(&self) -> Vec<String> {
        let program = |name: &String| {
            self.finished.values().rev().find_map(|game| game.programs.get(name)).cloned()
        };
        let mut shown: Vec<String> = Vec::new();
        for name in &self.names {
            let text = program(name).unwrap_or_else(|| name.clone());
            let is_taken = shown.contains(&text) || (text != *name && self.names.contains(&text));
            shown.push(if is_taken { name.clone() } else { text });
        }
        shown
    }

    /// The games that each player forfeited; players without any are left out.
    fn forfeits(&self) -> Vec<(String, Forfeits)> {
        let names = self.shown_names();
        let mut counts = vec![Forfeits::default(); names.len()];
        for game in self.finished.values() {
            let Some((fixture, color)) = self.schedule.planned(game.game).zip(game.at_fault())
            else {
                continue;
            };
            let side = usize::from(color == Color::Black);
            counts[fixture.players[side]].count(game.ending.termination);
        }
        let both = names.into_iter().zip(counts);
        both.filter(|(_, forfeits)| *forfeits != Forfeits::default()).collect()
    }

    /// The players that sent no score in a game that scores could have ended.
    fn scoreless(&self) -> Vec<String> {
        let is_scoreless =
            |name: &String| self.finished.values().any(|game| game.scoreless.contains(name));
        let both = self.names.iter().zip(self.shown_names());
        both.filter(|(name, _)| is_scoreless(name)).map(|(_, shown)| shown).collect()
    }

    /// What the searches of each player came to; players with nothing to count are left out.
    fn searches(&self) -> Vec<(String, SearchCounts)> {
        let counts = |name: &String| {
            let games = self.finished.values().filter_map(|game| game.searches.get(name).copied());
            games.fold(SearchCounts::default(), SearchCounts::plus)
        };
        let both = self.names.iter().zip(self.shown_names());
        let both = both.map(|(name, shown)| (shown, counts(name)));
        both.filter(|(_, counts)| *counts != SearchCounts::default()).collect()
    }

    /// One line for a log: a game that was played, and the score of its players after it.
    pub fn game_line(&self, game: &FinishedGame) -> String {
        let mut line = format!("game {}/{}: {game}", game.game + 1, self.scheduled());
        if let Some(fixture) = self.schedule.planned(game.game) {
            let [first, _] = self.schedule.pairings()[fixture.pairing];
            let stats = self.stats(fixture.pairing);
            let _ = write!(line, "; {} {}", self.shown_names()[first], score_line(&stats));
        }
        line
    }

    /// One line for a terminal while a match runs.
    pub fn live_line(&self) -> String {
        let mut line = format!("{}/{}", self.played(), self.scheduled());
        if self.schedule.pairings().len() == 1 {
            let stats = self.stats(0);
            let _ = write!(line, "  {}", score_line(&stats));
            if let Some(estimate) = stats.estimate() {
                let _ = write!(line, "  Elo {}", elo_text(&estimate));
                if let Some(los) = estimate.los {
                    let _ = write!(line, "  LOS {:.1} %", 100.0 * los);
                }
            }
            if let Some(sprt) = self.sprt {
                let (low, high) = sprt.bounds();
                let _ = write!(line, "  LLR {:.2} [{low:.2}, {high:.2}]", sprt.llr(&stats));
            }
        } else {
            let leader = self.ranking().into_iter().next();
            if let Some(row) = leader {
                let _ = write!(
                    line,
                    "  leads {} {}/{}",
                    row.name,
                    row.stats.points(),
                    row.stats.played()
                );
            }
        }
        line
    }

    /// The result of a match of two, as text.
    pub fn match_text(&self) -> String {
        let stats = self.stats(0);
        let names = self.shown_names();
        let mut text = format!("{} - {}: {}\n", names[0], names[1], score_line(&stats));
        if let Some(estimate) = stats.estimate() {
            let _ = writeln!(
                text,
                "score {:.1} %, pairs 0 to 2 points {:?}",
                100.0 * estimate.score,
                stats.pairs()
            );
            text.push_str(&estimate_text(&estimate));
        }
        if let Some(sprt) = self.sprt {
            let (low, high) = sprt.bounds();
            let _ = writeln!(
                text,
                "SPRT {:?} Elo {} against {}: LLR {:.2} [{low:.2}, {high:.2}], {}",
                sprt.scale,
                sprt.elo0,
                sprt.elo1,
                sprt.llr(&stats),
                match sprt.verdict(&stats) {
                    sprt::SprtDecision::Open => "open",
                    sprt::SprtDecision::AcceptH0 => "H0 accepted",
                    sprt::SprtDecision::AcceptH1 => "H1 accepted",
                }
            );
        }
        text + &self.irregular_text()
    }

    fn irregular_text(&self) -> String {
        let endings = self.irregular().into_iter();
        let endings = endings.map(|(reason, count)| format!("{count} × {reason}\n"));
        let forfeits = self.forfeits().into_iter();
        let forfeits = forfeits.map(|(name, forfeits)| format!("{name} forfeits: {forfeits}\n"));
        let scoreless = self.scoreless().into_iter().map(|name| {
            format!("{name} sends no scores: --resign and --draw need those of both players\n")
        });
        let searches = self.searches().into_iter().map(|(name, counts)| {
            let SearchCounts { pondered, ponder_hits: hits, illegal_lines } = counts;
            let mut text = String::new();
            if pondered > 0 {
                let share = 100.0 * hits as f64 / pondered as f64;
                let _ =
                    writeln!(text, "{name} pondered {pondered} times, {hits} hits ({share:.1} %)");
            }
            if illegal_lines > 0 {
                let _ = writeln!(text, "{name} reports {illegal_lines} lines with an illegal move");
            }
            text
        });
        endings.chain(forfeits).chain(scoreless).chain(searches).collect()
    }

    /// The irregular endings, and what players did to cause them.
    fn add_irregular(&self, value: &mut Value) {
        let forfeit = |(name, forfeits): &(String, Forfeits)| {
            let mut value = json!(forfeits);
            value["player"] = json!(name);
            value
        };
        value["irregular"] = json!(self.irregular());
        value["forfeits"] = self.forfeits().iter().map(forfeit).collect();
        value["scoreless"] = json!(self.scoreless());
        if let Some(settings) = &self.settings {
            value["settings"] = settings.clone();
        }
        let searches = self.searches();
        let count = |of: &dyn Fn(&SearchCounts) -> Option<Value>| -> Value {
            let one = |(name, counts): &(String, SearchCounts)| {
                let mut value = of(counts)?;
                value["player"] = json!(name);
                Some(value)
            };
            searches.iter().filter_map(one).collect()
        };
        value["pondering"] = count(&|counts| {
            let SearchCounts { pondered, ponder_hits, .. } = counts;
            (*pondered > 0).then(|| json!({ "moves": pondered, "hits": ponder_hits }))
        });
        value["illegal_lines"] = count(&|counts| {
            (counts.illegal_lines > 0).then(|| json!({ "moves": counts.illegal_lines }))
        });
    }

    /// The result of a match of two.
    pub fn match_json(&self) -> Value {
        let stats = self.stats(0);
        let mut value = stats_json(&stats);
        value["players"] = json!(self.shown_names());
        value["games"] = json!(self.played());
        value["scheduled"] = json!(self.scheduled());
        self.add_irregular(&mut value);
        if let Some(sprt) = self.sprt {
            let (low, high) = sprt.bounds();
            value["sprt"] = json!({
                "test": sprt, "llr": sprt.llr(&stats), "low": low, "high": high, "verdict": sprt.verdict(&stats),
            });
        }
        value
    }
}

/// A player's place in a tournament.
#[derive(Clone, Debug)]
pub(crate) struct PlayerRow {
    pub player: usize,
    pub name: String,
    pub stats: MatchStats,
}

impl ScoreBoard {
    /// The players by points; by number where points are equal.
    pub(crate) fn ranking(&self) -> Vec<PlayerRow> {
        let row = |(player, name)| PlayerRow { player, name, stats: self.total(player) };
        let mut rows: Vec<PlayerRow> =
            self.shown_names().into_iter().enumerate().map(row).collect();
        rows.sort_by(|a, b| b.stats.points().total_cmp(&a.stats.points()));
        rows
    }

    /// The results of one player against another, as the first sees them.
    pub(crate) fn meeting(&self, player: usize, other: usize) -> MatchStats {
        let pairing =
            |a: usize, b: usize| self.schedule.pairings().iter().position(|&p| p == [a, b]);
        match (pairing(player, other), pairing(other, player)) {
            (Some(pairing), _) => self.stats(pairing),
            (None, Some(pairing)) => self.stats(pairing).flipped(),
            (None, None) => MatchStats::default(),
        }
    }

    fn total(&self, player: usize) -> MatchStats {
        let others = (0..self.names.len()).filter(|&other| other != player);
        others.fold(MatchStats::default(), |sum, other| sum.plus(&self.meeting(player, other)))
    }

    /// The cross-table as Markdown: points against each opponent, in all, and the Elo difference to the field.
    pub(crate) fn cross_table(&self) -> String {
        let rows = self.ranking();
        let mut text = String::from("| # | player |");
        (1..=rows.len()).for_each(|place| text.push_str(&format!(" {place} |")));
        text.push_str(" points | games | % | Elo to the field |\n| ---: | :--- |");
        text.push_str(&" ---: |".repeat(rows.len() + 4));
        for (place, row) in rows.iter().enumerate() {
            let _ = write!(text, "\n| {} | {} |", place + 1, row.name.replace('|', "/"));
            for other in &rows {
                let meeting = self.meeting(row.player, other.player);
                let cell =
                    if other.player == row.player { "—".into() } else { score_cell(&meeting) };
                let _ = write!(text, " {cell} |");
            }
            let estimate = row.stats.estimate();
            let _ = write!(
                text,
                " {} | {} | {} | {} |",
                row.stats.points(),
                row.stats.played(),
                estimate.map_or("—".into(), |e| format!("{:.1}", 100.0 * e.score)),
                estimate.map_or("—".into(), |e| elo_text(&e)),
            );
        }
        text.push('\n');
        text
    }

    /// The tournament: its players in order, and every meeting.
    pub fn tournament_json(&self) -> Value {
        let place = |row: &PlayerRow| {
            let mut value = stats_json(&row.stats);
            value["player"] = json!(row.name);
            value
        };
        let names = self.shown_names();
        let meeting = |(pairing, &[a, b]): (usize, &[usize; 2])| {
            let mut value = stats_json(&self.stats(pairing));
            value["players"] = json!([names[a], names[b]]);
            value
        };
        let mut value = json!({
            "games": self.played(),
            "scheduled": self.scheduled(),
            "ranking": self.ranking().iter().map(place).collect::<Vec<_>>(),
            "meetings": self.schedule.pairings().iter().enumerate().map(meeting).collect::<Vec<_>>(),
        });
        self.add_irregular(&mut value);
        value
    }

    /// The cross-table with the irregular endings below it.
    pub fn tournament_text(&self) -> String {
        let irregular = self.irregular_text();
        if irregular.is_empty() {
            self.cross_table()
        } else {
            format!("{}\n{irregular}", self.cross_table())
        }
    }
}

fn score_line(stats: &MatchStats) -> String {
    format!("+{} ={} -{}", stats.wins(), stats.draws(), stats.losses())
}

fn score_cell(stats: &MatchStats) -> String {
    format!("{} ({})", stats.points(), score_line(stats))
}

/// An estimate of strength as text, as far as there are enough games.
fn estimate_text(estimate: &EloEstimate) -> String {
    let mut text = format!("Elo {}", elo_text(estimate));
    match estimate.elo_interval() {
        Some((low, high)) => {
            let _ = write!(text, ", 95 % from {low:.1} to {high:.1}");
        }
        None => {
            let _ = write!(text, ": fewer than {ENOUGH} games prove nothing");
        }
    }
    text.push('\n');
    let figures = (estimate.normalized_elo, estimate.normalized_elo_error, estimate.los);
    if let (Some(elo), Some(error), Some(los)) = figures {
        let los = 100.0 * los;
        let _ = writeln!(
            text,
            "normalised Elo {elo:.1} ± {error:.1}, likelihood of superiority {los:.2} %"
        );
    }
    text
}

fn elo_text(estimate: &EloEstimate) -> String {
    match estimate.elo_interval() {
        Some((low, high)) if low.is_finite() && high.is_finite() => {
            // Rounded first: a rounded zero then has no sign.
            let elo = (10.0 * estimate.elo).round() / 10.0 + 0.0;
            format!("{elo:+.1} ± {:.1}", (high - low) / 2.0)
        }
        Some((low, _)) if low.is_finite() => format!("above {low:+.0}"),
        Some((_, high)) if high.is_finite() => format!("below {high:+.0}"),
        _ => "open, too few games".into(),
    }
}

/// Figures for which there are too few games, and infinite ones, of a clean sweep, are `null`.
fn stats_json(stats: &MatchStats) -> Value {
    let mut value = json!({
        "wins": stats.wins(), "draws": stats.draws(), "losses": stats.losses(), "pairs": stats.pairs(),
    });
    if let Some(estimate) = stats.estimate() {
        value["estimate"] = json!(estimate);
        if estimate.elo_interval().is_none() {
            value["estimate"]["elo"] = Value::Null;
        }
    }
    value
}
