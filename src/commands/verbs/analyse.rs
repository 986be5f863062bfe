//! `analyse`: searches positions and shows what it finds as it goes, or the games of files and writes them with its findings.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::annotate;
use super::endgame::outcome_json;
use crate::arena::datagen::DatagenConfig;
use crate::board::{Move, Position, fen};
use crate::commands::args::overwrite::Overwrite;
use crate::commands::args::positions::Positions;
use crate::commands::args::threads::Threads;
use crate::commands::flags::datagen::DatagenFlags;
use crate::commands::flags::encoding::EncodingFlag;
use crate::commands::flags::engine::{BudgetFlags, EngineFlags};
use crate::commands::flags::strict::StrictFlag;
use crate::commands::output::console;
use crate::commands::review::{self, Review};
use crate::commands::rewrite::Output;
use crate::commands::{ExitStatus, signals};
use crate::player::{Endgame, Engine, GameState, Iteration, Outlook, Score, StopFlag};
use crate::run::WRITTEN;
use crate::tablebase::TableValue;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a limit the search runs until Ctrl-C, a proven result or depth 100.

Examples:
  draughts-td analyse start --net net.safetensors --time 5
  draughts-td analyse W:WK1,K2,K3:BK50 --net material --depth 20 --json
  draughts-td analyse - --net net.safetensors --nodes 100000 < positions.fen
  draughts-td analyse games.pdn --out annotated.pdn --nodes 200000
  draughts-td analyse games.pdn --out scored.pdn.zst --scores-only

With --out the arguments are PDN files. After every move is the score of the position before it, in men for the side to \
move, and the depth. After ?! ? and ?? is how much the move lowered the expected result, in percent of the way from a win to \
a loss, and the better line as a variation. Everything else stays to the byte, also existing glyphs and games that cannot \
be read; notes of an earlier analysis are replaced. Captures and moves without a choice are searched too. A position has 50,000 nodes unless a limit is given. \
Each game is written when it is done, and the same command resumes after an interruption."
)]
pub(crate) struct Args {
    #[command(flatten)]
    positions: Positions,
    #[command(flatten)]
    engine: EngineFlags,
    #[command(flatten)]
    budget: BudgetFlags,
    /// Search every position of the games of PDN files, and write the games with values, glyphs and better lines
    #[arg(long, short, value_name = "FILE", value_hint = WRITTEN)]
    out: Option<PathBuf>,
    /// With --out, write scores to learn from and no glyphs: what `learn --target-source scores` reads; 500 nodes a position unless
    /// --nodes is given
    #[arg(long, requires = "out", conflicts_with_all = ["time", "depth"])]
    scores_only: bool,
    #[command(flatten)]
    encoding: EncodingFlag,
    #[command(flatten)]
    strict: StrictFlag,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print one JSON object a position at its end instead of lines
    #[arg(long)]
    json: bool,
}

/// Runs `analyse`. Exit status 1 when a side to move has no legal move.
pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    args.encoding.apply()?;
    if let Some(out) = args.out.as_ref().filter(|_| args.scores_only) {
        return annotate::run(&args.scores(out));
    }
    if let Some(out) = &args.out {
        return review::run(&Review {
            texts: args.positions.texts(),
            engine: &args.engine,
            budget: &args.budget,
            output: Output { out, strict: args.strict, overwrite: args.overwrite },
            json: args.json,
        });
    }
    let is_idle = args.strict.strict || args.overwrite.force;
    ensure!(!is_idle, "--force and --strict are for --out, which writes games");
    let positions = args.positions.read()?;
    let options = args.engine.options()?;
    let (mut engine, endgame) = (args.engine.engine_with(&options)?, options.endgame);
    // Ctrl-C is the ordinary end of a search without limits.
    let stop = signals::flag();
    let mut status = ExitStatus::Done;
    for position in positions {
        let position = position?;
        let known = endgame.as_ref().map(|endgame| Endgame::outcome(endgame, &position));
        if search(args, &mut engine, &position, known, &stop).is_none() {
            status = ExitStatus::No;
        }
        if console::is_unread() {
            return Ok(ExitStatus::Done);
        }
        if stop.is_stopped() {
            break;
        }
    }
    Ok(status)
}

impl Args {
    /// The flags of `annotate`, as this was called.
    fn scores(&self, out: &Path) -> annotate::Args {
        let EngineFlags { net, hash, threads, endgame } = self.engine.clone();
        annotate::Args {
            files: self.positions.texts().iter().map(PathBuf::from).collect(),
            nodes: self.budget.nodes.unwrap_or(annotate::NODES),
            out: out.to_path_buf(),
            net,
            encoding: self.encoding.clone(),
            strict: self.strict,
            datagen: DatagenFlags {
                endgame,
                // A small search fills no larger one.
                hash: hash.min(DatagenConfig::HASH_MB),
                threads: Some(threads).filter(|threads| *threads != Threads::ONE),
                overwrite: self.overwrite,
                json: self.json,
            },
        }
    }
}

/// Searches one position, without memory of those before, and prints what is found. `known` is what tables say, if there are any.
fn search(
    args: &Args,
    engine: &mut Engine,
    position: &Position,
    known: Option<Option<TableValue>>,
    stop: &StopFlag,
) -> Option<Move> {
    engine.new_game();
    if !args.json {
        announce(args, position, known.flatten());
    }
    let mut iterations = Vec::new();
    let mut report = |iteration: &Iteration| {
        if args.json {
            iterations.push(figures(iteration));
        } else {
            say!("{}", line(iteration));
        }
    };
    let game = GameState::new(*position);
    let choice = engine.analyse(&game, &args.budget.budget(), stop, &mut report);
    let best = choice.as_ref().map(|choice| choice.mv);
    if args.json {
        let mut object = json!({
            "fen": fen::write(position),
            "net": args.engine.net(),
            "move": text(best),
            "iterations": iterations,
        });
        if let Some(known) = known {
            object["endgame"] = known.map_or(Value::Null, outcome_json);
        }
        say!("{object}");
    } else {
        say!("{}", best.map_or_else(|| lost(position), |mv| format!("best move {mv}")));
    }
    best
}

/// Which position is searched, where there are several, and how it ends, if that is known.
fn announce(args: &Args, position: &Position, known: Option<TableValue>) {
    if args.positions.are_several() {
        say!("position {}", fen::write(position));
    }
    if let Some(outcome) = known {
        say!("endgame tables: {outcome}");
    }
}

fn lost(position: &Position) -> String {
    format!("no legal move: {:?} has lost", position.turn())
}

fn text(mv: Option<Move>) -> Value {
    mv.map_or(Value::Null, |mv| Value::String(mv.to_string()))
}

fn nps(iteration: &Iteration) -> u64 {
    (iteration.nodes as f64 / iteration.time.as_secs_f64().max(1e-9)) as u64
}

/// `depth 12 score +0.20 men nodes 123456 time 0.512 s nps 241125 pv 32-28 19-23 …`
fn line(iteration: &Iteration) -> String {
    let moves: Vec<String> = iteration.line.iter().map(Move::to_string).collect();
    format!(
        "depth {} score {}{} nodes {} time {:.3} s nps {} pv {}",
        iteration.depth,
        iteration.score,
        if iteration.score.is_known() { "" } else { " men" },
        iteration.nodes,
        iteration.time.as_secs_f64(),
        nps(iteration),
        moves.join(" ")
    )
}

fn figures(iteration: &Iteration) -> Value {
    json!({
        "depth": iteration.depth.plies(),
        "score": score(iteration.score),
        "nodes": iteration.nodes,
        "seconds": iteration.time.as_secs_f64(),
        "nps": nps(iteration),
        "pv": iteration.line.iter().map(Move::to_string).collect::<Vec<_>>(),
    })
}

/// A score for the side to move: in men, or in plies to the end, as far as they are known.
fn score(score: Score) -> Value {
    match score.outlook() {
        Outlook::Win(ply) => json!({ "win_in": ply.count() }),
        Outlook::Loss(ply) => json!({ "loss_in": ply.count() }),
        Outlook::Open(points) if score.is_known() => match points > 0 {
            true => json!({ "win_in": null }),
            false => json!({ "loss_in": null }),
        },
        Outlook::Open(points) => json!({ "men": f64::from(points) / 100.0 }),
    }
}
