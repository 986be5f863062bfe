//! `endgame`: makes, asks and checks tables of positions with few pieces.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use crate::board::{MoveList, Position, fen};
use crate::commands::args::positions::position_of;
use crate::commands::args::tables;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::output::progress;
use crate::commands::{ExitStatus, signals};
use crate::pdn::spell;
use crate::player::Endgame;
use crate::tablebase::{
    self, BuildRequest, Census, Counts, Event, Kind, MAX_PIECES, MaterialKey, TableValue, Tables,
    TablesError, Verified,
};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: EndgameCommand,
}

#[derive(Debug, clap::Subcommand)]
enum EndgameCommand {
    /// Make the tables of all positions up to a number of pieces
    Build(BuildArgs),
    /// Print whether positions are won, drawn or lost, with every move of one
    Probe(ProbeArgs),
    /// Check every position of every table against its moves
    Verify(VerifyArgs),
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Four pieces take seconds, five some minutes and one GB of memory. A table is written as soon as it is done; the \
same command resumes an earlier one, and makes damaged tables of that many pieces again. A folder given to --endgame that is missing \
or empty gets the tables of up to four pieces by itself; `--endgame auto` is draughts-td/endgame in XDG_CACHE_HOME or ~/.cache. With four pieces or fewer the plies to the \
end are stored, with five only who wins. No rule that counts moves is taken into account.

Examples:
  draughts-td endgame build tables
  draughts-td endgame build tables --pieces 5"
)]
struct BuildArgs {
    /// The folder of the tables; `auto` is the one in your cache
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// The most pieces
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_PIECES)))]
    pieces: u32,
    /// Store win, draw and loss only, in a third of the space
    #[arg(long)]
    verdicts: bool,
    /// Threads; all cores if left out
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The value of a position is followed by its legal moves, the best first, each with its value for the side that makes it, \
and by the best line of both sides to the end. Both count plies, the move itself included. For positions from standard input only the value is printed.

Exit status 1 if a position has no value: too many pieces, a missing table, or no FEN.

Examples:
  draughts-td endgame probe W:WK1,K2,K3:BK50 --endgame tables
  cat positions.txt | draughts-td endgame probe - --endgame tables --json"
)]
struct ProbeArgs {
    /// The position: a FEN, `start`, or - for one a line of standard input
    #[arg(value_name = "FEN")]
    fen: String,
    #[arg(long, value_name = "DIR", help = tables::HELP)]
    endgame: PathBuf,
    /// Print one JSON object for each position
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each line counts the positions of one slice with White to move: white men, white kings, black men and black kings, \
`1201` for a man and two kings against a king. Win, draw and loss are those of the side to move where it need not capture, then \
of all; then the plies of the longest win and loss, if the table has them. Exit status 1 if a value is wrong.

Example:
  draughts-td endgame verify tables"
)]
struct VerifyArgs {
    /// The folder of the tables; `auto` is the one in your cache
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Threads; all cores if left out
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    /// Print one JSON object for each slice
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    match &args.verb {
        EndgameCommand::Build(args) => build(args),
        EndgameCommand::Probe(args) => probe(args),
        EndgameCommand::Verify(args) => verify(args),
    }
}

fn build(args: &BuildArgs) -> Result<ExitStatus> {
    let dir = tablebase::folder(&args.dir)?;
    let order = BuildRequest {
        dir: dir.clone(),
        pieces: args.pieces,
        distances: !args.verdicts,
        threads: Threads::or_cores(args.threads),
    };
    let (stop, bar) = (signals::flag(), progress::percent(1, 30));
    let started = Instant::now();
    let mut built = Built { has_distances: order.distances, ..Built::default() };
    let result =
        tablebase::build(&order, &mut |event| built.take(event, &bar), &|| stop.is_stopped());
    bar.finish_and_clear();
    if let Err(TablesError::Stopped) = result {
        note!("{}", TablesError::Stopped);
        return Ok(ExitStatus::Interrupted);
    }
    result.with_context(|| format!("tables in {}", dir.display()))?;
    built.print(&dir, started.elapsed());
    Ok(ExitStatus::Done)
}

#[derive(Default)]
struct Built {
    has_distances: bool,
    known: usize,
    written: usize,
    bytes: u64,
    positions: u64,
}

impl Built {
    fn take(&mut self, event: &Event<'_>, bar: &ProgressBar) {
        tables::show(event, bar);
        match event {
            Event::Known { .. } => self.known += 1,
            Event::Written { key: slice, census, bytes } => {
                self.written += 1;
                self.bytes += bytes;
                self.positions += sum(&census.quiet) + sum(&census.captures);
                bar.suspend(|| {
                    say!("{slice}  {}  {bytes} bytes", figures(census, self.has_distances))
                });
            }
            _ => {}
        }
    }

    fn print(&self, dir: &Path, time: Duration) {
        if self.known > 0 {
            note!("{} tables were there already", self.known);
        }
        say!(
            "{} tables of {} positions written to {} in {:.1} s, {} bytes",
            self.written,
            self.positions,
            dir.display(),
            time.as_secs_f64(),
            self.bytes
        );
    }
}

fn sum(counts: &Counts) -> u64 {
    counts.win + counts.draw + counts.loss
}

fn figures(census: &Census, has_distances: bool) -> String {
    let Census { quiet, captures, longest_win, longest_loss } = census;
    let all = [quiet.win + captures.win, quiet.draw + captures.draw, quiet.loss + captures.loss];
    let longest = if has_distances {
        format!("  longest {longest_win},{longest_loss}")
    } else {
        String::new()
    };
    format!(
        "quiet {}/{}/{}  all {}/{}/{}{longest}",
        quiet.win, quiet.draw, quiet.loss, all[0], all[1], all[2]
    )
}

fn probe(args: &ProbeArgs) -> Result<ExitStatus> {
    let tablebase = tables::open(&args.endgame)?;
    let mut status = ExitStatus::Done;
    let is_one = args.fen != "-";
    let mut print = |text: &str| {
        if !probe_one(&tablebase, text, is_one, args.json) {
            status = ExitStatus::No;
        }
    };
    if !is_one {
        for line in io::stdin().lock().split(b'\n') {
            let line = line.context("cannot read positions from standard input")?;
            // Bytes that are no text get the answer of a wrong FEN.
            let line = String::from_utf8_lossy(&line);
            if !line.trim().is_empty() {
                print(line.trim());
            }
        }
    } else {
        print(&args.fen);
    }
    Ok(status)
}

/// Prints the value of a position, and says whether it has one.
fn probe_one(tablebase: &Endgame, text: &str, with_moves: bool, as_json: bool) -> bool {
    let position = position_of(text);
    let outcome = position.as_ref().ok().and_then(|position| tablebase.outcome(position));
    let fault = match &position {
        Err(error) => Some(error.to_string()),
        Ok(position) if outcome.is_none() => Some(reason(tablebase, position.occupied().len())),
        Ok(_) => None,
    };
    let known = position.as_ref().ok().filter(|_| with_moves && fault.is_none());
    let moves = known.map(|position| TableMoves::of(tablebase, position));
    if as_json {
        let mut object = probe_json(text, outcome, fault.as_deref());
        if let Some(moves) = moves {
            moves.add_to(&mut object);
        }
        say!("{object}");
    } else {
        let value =
            outcome.map(|outcome| outcome.to_string()).or(fault.clone()).unwrap_or_default();
        let colon = if position.is_err() { ":" } else { "" };
        say!("{text}{colon} {value}");
        if let Some(moves) = moves {
            moves.print();
        }
    }
    fault.is_none()
}

/// The legal moves of a position with their values, and the best line, as text.
struct TableMoves {
    moves: Vec<(String, Option<TableValue>)>,
    line: Vec<String>,
}

impl TableMoves {
    fn of(tablebase: &Endgame, position: &Position) -> TableMoves {
        let (tables, mut list) = (tablebase.tables(), MoveList::new());
        let moves = tables.moves(position).into_iter();
        let moves = moves.map(|one| (spell(position, one.mv, &mut list), one.value)).collect();
        let line = crate::pdn::spell_line(position, &tables.best_line(position));
        TableMoves { moves, line }
    }

    fn print(&self) {
        for (text, value) in &self.moves {
            let value = value.map_or_else(|| "unknown".to_owned(), |value| value.to_string());
            say!("  {text:<10}  {value}");
        }
        if !self.line.is_empty() {
            say!("  best line   {}", self.line.join(" "));
        }
    }

    fn add_to(&self, object: &mut Value) {
        let moves = self.moves.iter().map(|(text, value)| {
            let mut one = value.map_or_else(|| json!({ "value": null }), outcome_json);
            one["move"] = text.as_str().into();
            one
        });
        object["moves"] = moves.collect();
        object["line"] = json!(self.line);
    }
}

fn reason(tablebase: &Endgame, pieces: u32) -> String {
    if pieces > tablebase.pieces() {
        format!("unknown: {pieces} pieces; the tables have at most {}", tablebase.pieces())
    } else {
        "unknown: a table is missing".into()
    }
}

fn probe_json(text: &str, outcome: Option<TableValue>, fault: Option<&str>) -> Value {
    let mut object = outcome.map_or_else(|| json!({ "value": null }), outcome_json);
    object["fen"] = text.into();
    if let Some(fault) = fault {
        object["reason"] = fault.into();
    }
    object
}

/// `{"value": "win", "distance": 7}`; the distance only where it is known.
pub(crate) fn outcome_json(outcome: TableValue) -> Value {
    let mut object = json!({ "value": outcome.verdict.name() });
    if let Some(distance) = outcome.distance {
        object["distance"] = distance.plies().into();
    }
    object
}

fn verify(args: &VerifyArgs) -> Result<ExitStatus> {
    let (tables, notes) = Tables::open(&tablebase::folder(&args.dir)?)?;
    notes.iter().for_each(|note| note!("warning: {note}"));
    let (stop, bar) = (signals::flag(), progress::percent(100, 30));
    let slices =
        (2..=tables.pieces()).flat_map(MaterialKey::all).filter(|slice| tables.holds(*slice));
    let slices: Vec<MaterialKey> = slices.collect();
    let checked = in_pool(Threads::or_cores(args.threads), || {
        slices.iter().try_fold(Total::default(), |mut total, &slice| {
            bar.set_message(slice.to_string());
            let mut report = |share: f64| bar.set_position((100.0 * share) as u64);
            let verified = tablebase::verify(&tables, slice, &mut report, &|| stop.is_stopped())?;
            bar.suspend(|| print_slice(args, &tables, slice, &verified));
            total.add(&verified);
            Ok::<_, anyhow::Error>(total)
        })
    })?;
    bar.finish_and_clear();
    if stop.is_stopped() {
        note!("interrupted; the tables that are left were not checked");
        return Ok(ExitStatus::Interrupted);
    }
    let Total { positions, unchecked, faults } = checked?;
    if !args.json {
        say!("{positions} positions, {faults} wrong, {unchecked} not checked for want of a table");
    }
    Ok(if faults == 0 { ExitStatus::Done } else { ExitStatus::No })
}

#[derive(Default)]
struct Total {
    positions: u64,
    unchecked: u64,
    faults: u64,
}

impl Total {
    fn add(&mut self, verified: &Verified) {
        self.positions += sum(&verified.census.quiet) + sum(&verified.census.captures);
        self.unchecked += verified.unchecked;
        self.faults += verified.faults;
    }
}

fn print_slice(args: &VerifyArgs, tables: &Tables, slice: MaterialKey, verified: &Verified) {
    let has_distances = tables.kind(slice) == Some(Kind::Distances);
    if args.json {
        say!("{}", slice_json(slice, verified, has_distances));
        return;
    }
    let unchecked = match verified.unchecked {
        0 => String::new(),
        count => format!("  and {count} not checked"),
    };
    say!("{slice}  {}{unchecked}", figures(&verified.census, has_distances));
    if let Some(fault) = &verified.first {
        let text = |outcome: Option<TableValue>| {
            outcome.map_or("unknown".into(), |outcome| outcome.to_string())
        };
        say!(
            "       {} of {slice} are wrong, the first {}: stored {}, its moves say {}",
            verified.faults,
            fen::write(&fault.position),
            fault.stored,
            text(fault.found)
        );
    }
}

fn slice_json(slice: MaterialKey, verified: &Verified, has_distances: bool) -> Value {
    let Census { quiet, captures, longest_win, longest_loss } = verified.census;
    let mut object = json!({
        "slice": slice.to_string(),
        "quiet": quiet,
        "captures": captures,
        "unchecked": verified.unchecked,
        "wrong": verified.faults,
    });
    if has_distances {
        object["longest_win"] = longest_win.into();
        object["longest_loss"] = longest_loss.into();
    }
    if let Some(fault) = &verified.first {
        object["first_wrong"] = fen::write(&fault.position).into();
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::Wdl;

    #[test]
    fn a_value_is_told_with_its_distance_where_it_is_known() {
        let draw = TableValue { verdict: Wdl::Draw, distance: None };
        assert_eq!(probe_json("x", Some(draw), None), json!({ "fen": "x", "value": "draw" }));
        let unknown = json!({ "fen": "x", "value": null, "reason": "why" });
        assert_eq!(probe_json("x", None, Some("why")), unknown);
    }
}
