//! `analyse`: searches one position and shows what it finds as it goes.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::engine_flags::{BudgetFlags, EngineFlags};
use super::{Answer, interrupt};
use crate::board::{Move, Position, fen};
use crate::engine::{GameState, Iteration, Outlook, Score, StopFlag};

/// Flags of `analyse`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a limit the search goes on until Ctrl-C, a proven result or depth 100.

Examples:
  draughts-td analyse W:W31-50:B1-20 --net net.safetensors --time 5
  draughts-td analyse W:WK1,K2,K3:BK50 --net material --depth 20 --json"
)]
pub struct Args {
    /// Position to analyse
    fen: String,
    #[command(flatten)]
    engine: EngineFlags,
    #[command(flatten)]
    budget: BudgetFlags,
    /// Print one JSON object at the end instead of lines
    #[arg(long)]
    json: bool,
}

/// Runs `analyse`. The answer is no when the side to move has no legal move.
///
/// # Errors
/// A FEN that cannot be read, or an engine that cannot be made.
pub fn run(args: &Args) -> Result<Answer> {
    let position = fen::read(&args.fen).with_context(|| format!("position {}", args.fen))?;
    let mut engine = args.engine.engine()?;
    let stop = StopFlag::new();
    let switch = stop.clone();
    interrupt::on_request(move || switch.stop())?;
    let mut iterations = Vec::new();
    let mut report = |iteration: &Iteration| {
        if args.json {
            iterations.push(figures(iteration));
        } else {
            say!("{}", line(iteration));
        }
    };
    let game = GameState::new(position);
    let choice = engine.analyse(&game, &args.budget.budget(), &stop, &mut report);
    let best = choice.as_ref().map(|choice| choice.mv);
    if args.json {
        say!(
            "{}",
            json!({ "fen": fen::write(&position), "move": text(best), "iterations": iterations })
        );
    } else {
        say!("{}", best.map_or_else(|| lost(&position), |mv| format!("best move {mv}")));
    }
    Ok(if best.is_some() { Answer::Done } else { Answer::No })
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

/// `depth 12 score +0.20 nodes 123456 time 0.512 s nps 241125 pv 32-28 19-23 …`
fn line(iteration: &Iteration) -> String {
    let moves: Vec<String> = iteration.line.iter().map(Move::to_string).collect();
    format!(
        "depth {} score {} nodes {} time {:.3} s nps {} pv {}",
        iteration.depth,
        iteration.score,
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

/// A score for the side to move: in men, or in plies to the end.
fn score(score: Score) -> Value {
    match score.outlook() {
        Outlook::Win(ply) => json!({ "win_in": ply.count() }),
        Outlook::Loss(ply) => json!({ "loss_in": ply.count() }),
        Outlook::Open(points) => json!({ "men": f64::from(points) / 100.0 }),
    }
}
