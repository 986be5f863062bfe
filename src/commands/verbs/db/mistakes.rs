//! `db stats --mistakes`: the games of a player searched, and the player's mistakes counted.

use std::path::Path;

use anyhow::{Context, Result};

use super::unknown;
use crate::commands::args::database;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::output::progress;
use crate::commands::{ExitStatus, signals};
use crate::database::mistakes::{
    MistakeCount, PHASES, PlayedGame, PlayerMistakes, played_games, player_mistakes,
};
use crate::database::query::GameFilter;
use crate::player::{Budget, Engine, Evaluation, Options};

/// MiB of the transposition table of each thread.
const TABLE: usize = 64;

/// What is asked.
pub(super) struct Question<'a> {
    pub database: &'a Path,
    pub filter: &'a GameFilter,
    /// The most games.
    pub games: usize,
    pub net: Option<&'a str>,
    pub budget: Budget,
    /// The most mistakes that are listed; 0 for all.
    pub listed: usize,
    pub json: bool,
}

/// Runs the search.
pub(super) fn run(question: &Question<'_>) -> Result<ExitStatus> {
    let threads = Threads::or_cores(None);
    let games = in_pool(threads, || question.read())?
        .with_context(|| question.database.display().to_string())?;
    let mut engines = engines(question.net, threads.min(games.len()))?;
    let stop = signals::flag();
    let bar = progress::counter(games.len(), "games");
    let search = || player_mistakes(&games, &mut engines, &question.budget, &stop, &|| bar.inc(1));
    let mut found = in_pool(threads, search)?;
    bar.finish_and_clear();
    if question.listed > 0 {
        found.worst.truncate(question.listed);
    }
    if question.json {
        let mut object = found.to_json();
        object["net"] = question.net.unwrap_or(Evaluation::REFERENCE).into();
        say!("{object}");
    } else {
        print(&found);
    }
    if stop.is_stopped() {
        note!("Interrupted: {} of {} games were searched.", found.games, games.len());
        return Ok(ExitStatus::Interrupted);
    }
    Ok(ExitStatus::Done)
}

/// Engines with tables of their own, one for each thread.
pub(super) fn engines(net: Option<&str>, threads: usize) -> Result<Vec<Engine>> {
    let evaluation = Evaluation::open(net.unwrap_or(Evaluation::REFERENCE)).context("--net")?;
    let options = Options { hash_mb: TABLE, ..Options::default() };
    Ok((0..threads).map(|_| Engine::new(&evaluation, &options)).collect::<Result<_, _>>()?)
}

impl Question<'_> {
    fn read(&self) -> Result<Vec<PlayedGame>> {
        let database = database::open(self.database)?;
        let games = played_games(&database, self.filter, self.games)?;
        if games.is_empty() {
            unknown::note(&database, self.filter)?;
        }
        Ok(games)
    }
}

fn print(found: &PlayerMistakes) {
    say!("{} games", found.games);
    say!("");
    say!("{:<8}{:>8}{:>7}{:>7}{:>7}{:>14}", "pieces", "moves", "?!", "?", "??", "lost a game");
    let named = PHASES.iter().map(|(name, _)| *name).zip(found.phases);
    for (name, count) in named.chain([("all", found.total())]) {
        let MistakeCount { moves, inaccuracies, mistakes, blunders, loss } = count;
        let lost = 100.0 * loss / found.games.max(1) as f32;
        say!("{name:<8}{moves:>8}{inaccuracies:>7}{mistakes:>7}{blunders:>7}{lost:>12.1} %");
    }
    if found.worst.is_empty() {
        return;
    }
    say!("");
    say!("{:>8}  {:<10}  {:<20}  {:<16}{:>6}  better", "game", "date", "opponent", "move", "lost");
    for mistake in &found.worst {
        let about = &mistake.game;
        let lost = 100.0 * mistake.loss;
        let better = mistake.better_line().join(" ");
        let opponent: String = about.opponent.chars().take(20).collect();
        say!(
            "{:>8}  {:<10}  {opponent:<20}  {:<16}{lost:>4.0} %  {better}",
            about.game,
            about.date,
            mistake.name()
        );
    }
}
