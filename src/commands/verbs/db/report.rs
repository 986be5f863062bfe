//! `db report` and `db compare`: an event, and a player or two, as text, JSON and a page of HTML.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use super::flags::HeaderFlags;
use super::mistakes::engines;
use super::unknown;
use crate::commands::args::overwrite::Overwrite;
use crate::commands::args::positions::position_after;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::args::{database, inputs};
use crate::commands::flags::parsed::{read_language, words};
use crate::commands::output::progress;
use crate::commands::{ExitStatus, signals};
use crate::database::query::GameFilter;
use crate::database::report::{
    CompareQuestion, Comparison, EventReport, analysed_games, comparison, event_report,
    search_choices,
};
use crate::diagram::PageWords;
use crate::files;
use crate::player::Budget;
use crate::run::WRITTEN;
use crate::web::Language;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Names that `db names` has merged are one player. Wins that were missed and the most accurate games are listed by the scores in the comments of the games, \
as `analyse --out` and engines write them, or with --nodes by a search of every position. The page has diagrams of the end of decided games and of missed wins.

Examples:
  draughts-td db report games.db 'level match 1001'
  draughts-td db report games.db 'level match 1001' --html report.html
  draughts-td db report games.db --from 2003.05 --nodes 20000 --json"
)]
pub(super) struct ReportArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// Words of the event, or their beginnings
    #[arg(value_name = "EVENT", conflicts_with = "event")]
    name: Option<String>,
    /// Search this many nodes a position for missed wins and accuracy
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// With --nodes: network file, or `material` [default: reference, the built-in one]
    #[arg(long, value_name = "FILE", requires = "nodes")]
    net: Option<String>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    header: HeaderFlags,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Shows the results of each player against everybody, as White and as Black, the openings, and the games between two. What a move lost on average is known where games \
have scores in their comments, as `analyse --out` and engines write them. With --position the moves of each player in a position take the place of the openings; with --nodes the engine \
says what each loses.

Examples:
  draughts-td db compare games.db 'Level 10'
  draughts-td db compare games.db 'Level 10' 'Level 8'
  draughts-td db compare games.db 'Level 10' --position 32-28 --nodes 20000
  draughts-td db compare games.db 'Level 10' 'Level 8' --html compare.html"
)]
pub(super) struct CompareArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// The first player
    #[arg(value_name = "PLAYER")]
    first: String,
    /// The second player
    #[arg(value_name = "OTHER")]
    second: Option<String>,
    /// The moves of the players in this position, as White and as Black: start, a FEN, or the moves that lead to it
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// With --position: search this many nodes for what each move loses
    #[arg(long, value_name = "N", requires = "position", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// With --nodes: network file, or `material` [default: reference, the built-in one]
    #[arg(long, value_name = "FILE", requires = "nodes")]
    net: Option<String>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    header: HeaderFlags,
}

/// What a report looks like.
#[derive(Debug, clap::Args)]
struct Output {
    /// Plies of an opening
    #[arg(long, value_name = "PLIES", default_value_t = 2)]
    plies: usize,
    /// Write a page of HTML instead, to read or to print
    #[arg(long, value_name = "FILE", value_hint = WRITTEN, conflicts_with = "json")]
    html: Option<PathBuf>,
    /// Language of the page: en, nl, fr, de, pt or ru [default: en]
    #[arg(long, value_name = "CODE", value_parser = read_language)]
    language: Option<Language>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    overwrite: Overwrite,
}

impl Output {
    /// Fails before any work where the page would replace a file.
    fn check(&self) -> Result<()> {
        let Some(html) = &self.html else { return Ok(()) };
        inputs::check_unpacked(html, "--html")?;
        inputs::check_writable(html, "--html")?;
        self.overwrite.check("--html", html, || false)
    }

    fn write(
        &self,
        json: impl FnOnce() -> Value,
        html: impl FnOnce(&PageWords) -> String,
        text: impl FnOnce() -> String,
    ) -> Result<()> {
        match &self.html {
            Some(path) => {
                files::write_atomically(path, html(&words(self.language)).as_bytes())
                    .with_context(|| format!("cannot write {}", path.display()))?;
                say!("written to {}", path.display());
            }
            None if self.json => say!("{}", json()),
            None => say!("{}", text().trim_end()),
        }
        Ok(())
    }
}

pub(super) fn report(args: &ReportArgs) -> Result<ExitStatus> {
    args.output.check()?;
    let mut filter = args.header.filter();
    filter.event = args.name.clone().or(filter.event);
    let mut report = in_pool(Threads::or_cores(None), || args.read(&filter))??;
    let is_whole = match args.nodes {
        Some(nodes) => args.analyse(&mut report, nodes)?,
        None => true,
    };
    args.output.write(|| report.to_json(), |words| report.to_html(words), || report.to_text())?;
    Ok(match (is_whole, report.games.is_empty()) {
        (false, _) => ExitStatus::Interrupted,
        (_, true) => ExitStatus::No,
        _ => ExitStatus::Done,
    })
}

impl ReportArgs {
    fn read(&self, filter: &GameFilter) -> Result<EventReport> {
        let context = || self.database.display().to_string();
        let database = database::open(&self.database)?;
        let report = event_report(&database, filter, self.output.plies).with_context(context)?;
        if report.games.is_empty() {
            unknown::note(&database, filter)?;
        }
        Ok(report)
    }

    /// Searches the games; whether all were.
    fn analyse(&self, report: &mut EventReport, nodes: u64) -> Result<bool> {
        let threads = Threads::or_cores(None);
        let mut engines = engines(self.net.as_deref(), threads.min(report.games.len()))?;
        let budget = Budget { nodes: Some(nodes), ..Budget::INFINITE };
        let stop = signals::flag();
        let bar = progress::counter(report.games.len(), "games");
        let search = || analysed_games(&report.games, &mut engines, &budget, &stop, &|| bar.inc(1));
        report.analysed = in_pool(threads, search)?;
        bar.finish_and_clear();
        if stop.is_stopped() {
            let (searched, games) = (report.analysed.len(), report.games.len());
            note!("Interrupted: {searched} of {games} games were searched.");
        }
        Ok(!stop.is_stopped())
    }
}

pub(super) fn compare(args: &CompareArgs) -> Result<ExitStatus> {
    args.output.check()?;
    let mut comparison = in_pool(Threads::or_cores(None), || args.read())??;
    let is_whole = match args.nodes {
        Some(nodes) => args.search(&mut comparison, nodes)?,
        None => true,
    };
    args.output.write(
        || comparison.to_json(),
        |words| comparison.to_html(words),
        || comparison.to_text(),
    )?;
    let has_games = comparison.players.iter().all(|player| player.counts.games > 0);
    Ok(match (is_whole, has_games) {
        (false, _) => ExitStatus::Interrupted,
        (_, true) => ExitStatus::Done,
        _ => ExitStatus::No,
    })
}

impl CompareArgs {
    fn read(&self) -> Result<Comparison> {
        let names: Vec<&str> =
            [Some(self.first.as_str()), self.second.as_deref()].into_iter().flatten().collect();
        let position = self.position.as_deref().map(position_after).transpose()?;
        let question = CompareQuestion { names: &names, plies: self.output.plies, position };
        let (database, filter) = (database::open(&self.database)?, self.header.filter());
        let found = comparison(&database, &filter, &question);
        let found = found.with_context(|| self.database.display().to_string())?;
        for player in found.players.iter().filter(|player| player.counts.games == 0) {
            let player = Some(player.name.clone());
            unknown::note(&database, &GameFilter { player, ..filter.clone() })?;
        }
        Ok(found)
    }

    /// Searches the moves of the players; whether all were.
    fn search(&self, comparison: &mut Comparison, nodes: u64) -> Result<bool> {
        let Comparison { players, position: Some(position), .. } = comparison else {
            return Ok(true);
        };
        let moves: usize = players.iter().flat_map(|player| &player.choices).map(Vec::len).sum();
        let mut engines = engines(self.net.as_deref(), 1)?;
        let (budget, stop) = (Budget { nodes: Some(nodes), ..Budget::INFINITE }, signals::flag());
        let bar = progress::counter(moves, "moves");
        for engine in &mut engines {
            let choices = players.iter_mut().flat_map(|player| player.choices.iter_mut().flatten());
            search_choices(position, choices, engine, &budget, &stop, &|| bar.inc(1));
        }
        bar.finish_and_clear();
        Ok(!stop.is_stopped())
    }
}
