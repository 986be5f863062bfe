//! `puzzle check`: whether a composition is sound.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};

use crate::board::Move;
use crate::board::fen;
use crate::commands::args::inputs::LARGEST_SUITE;
use crate::commands::flags::engine::EngineFlags;
use crate::commands::output::console;
use crate::commands::{ExitStatus, signals};
use crate::composition::{Allowed, CheckReport, Checker, Composition, Finding, FindingKind};
use crate::files;
use crate::game::{Replayer, each_game};
use crate::pdn::{Scan, is_pdn_name, read_blocks, spell_line};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The side to move is the solver. A win is forced on the board: whatever the opponent answers, he ends without a move \
or in a position that the tables give as lost. A gain of material is not a win: such a move is open, and the verdict is `not proved`.

  sound        the stated moves win, and no other move of the solver does
  cooked       another first move wins
  dual         another move wins at a later move of the solver
  no solution  a stated move does not win; without --solution, no first move does
  not proved   nothing of that, but --nodes did not decide every move

Without a solution only the first move is checked. A file of games (.pdn) has a tag FEN and the solution as its moves; any other \
file has a FEN a line, with or without its moves. The exit status is 1 if a composition is not sound.

Examples:
  draughts-td puzzle check W:W33,46:B23,31 --endgame auto
  draughts-td puzzle check W:W33,46:B23,31 --solution '46-41 31-36 41-37'
  draughts-td puzzle check problems.pdn --endgame auto --nodes 5000000 --json"
)]
pub(super) struct CheckArgs {
    /// Position as FEN, or a file of positions with their solutions
    #[arg(value_name = "FEN|FILE")]
    source: OsString,
    /// Moves of the solution, from the first, as in '28-22 17x28 33x22'
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    solution: Option<String>,
    /// Second winning moves that are no fault: in the solver's last move, or another order of moves that comes back to the solution
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    allow_duals: Vec<AllowedDual>,
    /// Nodes for the question whether a move wins
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    engine: EngineFlags,
    /// Print one JSON object a composition
    #[arg(long)]
    json: bool,
}

/// What is no fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum AllowedDual {
    LastMove,
    Order,
}

/// Runs `puzzle check`. Exit status 1 when a composition is not sound.
pub(super) fn run(args: &CheckArgs) -> Result<ExitStatus> {
    let compositions = args.compositions()?;
    let options = args.engine.options()?;
    let allows = |what| args.allow_duals.contains(&what);
    let mut checker = Checker {
        engine: args.engine.engine_with(&options)?,
        tables: options.endgame,
        nodes: args.nodes,
        allowed: Allowed {
            last_move: allows(AllowedDual::LastMove),
            order: allows(AllowedDual::Order),
        },
        stop: signals::flag(),
    };
    let mut status = ExitStatus::Done;
    for composition in &compositions {
        let Some(report) = checker.check(composition) else {
            return Ok(ExitStatus::Interrupted);
        };
        print(args, &report);
        if !report.is_sound() {
            status = ExitStatus::No;
        }
        if console::is_unread() {
            break;
        }
    }
    Ok(status)
}

impl CheckArgs {
    /// All compositions, read before any work.
    fn compositions(&self) -> Result<Vec<Composition>> {
        let (path, text) = (Path::new(&self.source), self.source.to_string_lossy());
        if !path.exists() {
            if is_pdn_name(&text) {
                bail!("there is no file {}; check the name", text.escape_debug());
            }
            let solution = self.solution.as_deref().unwrap_or_default();
            return Ok(vec![Composition::read(&text, solution)?]);
        }
        ensure!(
            self.solution.is_none(),
            "--solution is for one position; in a file each position has its own moves"
        );
        let found = if is_pdn_name(&text) { games(path)? } else { lines(path)? };
        ensure!(
            !found.is_empty(),
            "{} holds no position; write a FEN a line, or games with a tag FEN in a file named .pdn",
            path.display()
        );
        Ok(found)
    }
}

/// The games of a file of games.
fn games(path: &Path) -> Result<Vec<Composition>> {
    let (mut found, mut fault, mut number) = (Vec::new(), None, 0);
    let (mut scan, mut replayer) = (Scan::default(), Replayer::default());
    let _ = read_blocks(path, &mut Vec::new, &mut |read| {
        match read {
            Err(error) => fault = fault.take().or(Some(Error::new(error))),
            Ok(block) => {
                each_game(&block, &mut scan, &mut replayer, |_, replay| {
                    number += 1;
                    match Composition::of_game(replay) {
                        Ok(composition) => found.push(composition),
                        Err(reason) => {
                            let text = format!("{}, game {number}: {reason}", path.display());
                            fault = fault.take().or(Some(anyhow!(text)));
                        }
                    }
                });
            }
        }
        if fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    fault.map_or(Ok(found), Err)
}

/// A FEN a line, with or without its moves.
fn lines(path: &Path) -> Result<Vec<Composition>> {
    let place = path.display();
    let text = files::read_text_at_most(path, LARGEST_SUITE);
    let text = text.with_context(|| format!("cannot read {place}"))?;
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let lines = lines.map(|(index, line)| (index + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read = lines.map(|(number, line)| {
        let (position, solution) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Composition::read(position, solution).with_context(|| format!("{place}:{number}"))
    });
    read.collect()
}

fn print(args: &CheckArgs, report: &CheckReport) {
    if args.json {
        say!("{}", report.to_json());
        return;
    }
    say!("{}: {}", fen::write(&report.position), report.verdict.name());
    if !report.solution.is_empty() {
        say!("  solution: {}", spell_line(&report.position, &report.solution).join(" "));
    }
    let (open, others): (Vec<&Finding>, Vec<&Finding>) =
        report.findings.iter().partition(|finding| finding.kind == FindingKind::Open);
    for finding in others {
        say!("  ply {}: {}", finding.ply, text(finding));
    }
    for of_ply in open.chunk_by(|one, other| one.ply == other.ply) {
        let first = |finding: &&Finding| spelled(finding, 1);
        let moves: Vec<String> = of_ply.iter().map(first).collect();
        say!("  ply {}: not decided by {} nodes: {}", of_ply[0].ply, args.nodes, moves.join(", "));
    }
}

fn text(finding: &Finding) -> String {
    let (first, line) = (spelled(finding, 1), spelled(finding, finding.line.len()));
    match finding.kind {
        FindingKind::NoSolution if finding.line.is_empty() => "no move wins".into(),
        FindingKind::NoSolution => format!("{first} does not win: {line}"),
        FindingKind::Cook | FindingKind::Dual => {
            format!("{first} wins too ({}): {line}", finding.kind.name())
        }
        FindingKind::Allowed => format!("{first} wins too, which is allowed"),
        FindingKind::Open => format!("{first} is open"),
    }
}

/// The first moves of the line of a finding.
fn spelled(finding: &Finding, count: usize) -> String {
    let moves: &[Move] = &finding.line[..count.min(finding.line.len())];
    spell_line(&finding.position, moves).join(" ")
}
