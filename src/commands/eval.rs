//! `eval`: what a network thinks of a position, and which inputs speak.

use std::path::Path;

use anyhow::Result;
use serde_json::json;

use super::Answer;
use super::positions::Positions;
use crate::board::{Color, Position, fen};
use crate::engine::Evaluation;
use crate::features::{Catalogue, GLOBALS, Inputs, NAMED, TRIPLES};
use crate::network::{Card, Explanation, Model, weights};

/// Flags of `eval`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td eval start --net net.safetensors
  draughts-td eval W:W27,31,36,38:B16,18,22,9 --all --net net.safetensors
  draughts-td eval B:WK28,31:B12,18 start --net material
  draughts-td eval - --net net.safetensors --json < positions.fen

The contributions add up: with the rest, the value of a board without any input, they make the value.")]
pub struct Args {
    #[command(flatten)]
    positions: Positions,
    /// Network file, or `material` for the plain man count
    #[arg(long, value_name = "FILE")]
    net: String,
    /// Show every input that is not 0, not only the loudest
    #[arg(long)]
    all: bool,
    /// Print one JSON object a position
    #[arg(long)]
    json: bool,
}

/// Inputs shown unless all are asked for.
const LOUDEST: usize = 12;

/// Runs `eval`.
///
/// # Errors
/// A FEN or a network that cannot be read.
pub fn run(args: &Args) -> Result<Answer> {
    let positions = args.positions.read_apart(args.json)?;
    if args.net == Evaluation::MATERIAL {
        for position in positions {
            material(args, &position?);
        }
        return Ok(Answer::Done);
    }
    let (model, card) = weights::read(Path::new(&args.net), Catalogue::embedded().fingerprint())?;
    for position in positions {
        network(args, &model, &card, &position?);
    }
    Ok(Answer::Done)
}

fn network(args: &Args, model: &Model, card: &Card, position: &Position) {
    let pieces = position.occupied().len();
    let network = model.network(pieces);
    let inputs = Inputs::of(position);
    let inputs = if card.additions { inputs } else { inputs.without_additions() };
    let mut active = Vec::new();
    inputs.for_each(|index, x| active.push((index, x)));
    active.retain(|&(index, _)| index < network.inputs());
    let mut explanation = network.explain(&active);
    explanation.parts.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
    if args.json {
        print_json(args, position, &explanation);
    } else {
        let phase = &model.borders().labels()[model.borders().phase(pieces)];
        print_board(position);
        say!("network  {} ({}, {phase})", args.net, card.inputs);
        print_parts(args, position, &explanation);
    }
}

fn material(args: &Args, position: &Position) {
    let value = position.material();
    if args.json {
        say!("{}", json!({ "fen": fen::write(position), "net": args.net, "men": value }));
    } else {
        print_board(position);
        say!("value {value:+} for White (men, a king counts three)");
    }
}

fn print_board(position: &Position) {
    let turn = if position.turn() == Color::White { "White" } else { "Black" };
    say!("{position}\n{turn} to move; o O white, x X black man and king\n");
}

fn group(index: usize) -> &'static str {
    match index {
        i if GLOBALS.contains(&i) => "global",
        i if TRIPLES.contains(&i) => "triples",
        i if NAMED.contains(&i) => "structures",
        _ => "squares",
    }
}

fn print_parts(args: &Args, position: &Position, explanation: &Explanation) {
    let catalogue = Catalogue::embedded();
    let names: Vec<&str> = catalogue.names().collect();
    for name in ["global", "triples", "structures", "squares"] {
        let parts = explanation.parts.iter().filter(|part| group(part.0) == name);
        say!("{name:<11}{:>+8.3}", parts.map(|part| part.2).sum::<f32>());
    }
    say!("{:<11}{:>+8.3}\n", "rest", explanation.rest);
    let shown = if args.all { explanation.parts.len() } else { LOUDEST };
    say!("{:>5}  {:<32}{:>8}{:>14}", "index", "input", "value", "contribution");
    for &(index, x, part) in explanation.parts.iter().take(shown) {
        say!("{index:>5}  {:<32}{x:>+8.3}{part:>+14.3}", names[index]);
    }
    let left = explanation.parts.len().saturating_sub(shown);
    if left > 0 {
        say!("       … and {left} more; --all shows them");
    }
    let own = explanation.value * position.turn().sign() as f32;
    say!(
        "\nvalue {:+.3} for White ({own:+.3} for the side to move; +1 a win, -1 a loss)",
        explanation.value
    );
}

fn print_json(args: &Args, position: &Position, explanation: &Explanation) {
    let names: Vec<&str> = Catalogue::embedded().names().collect();
    let part = |&(index, x, part): &(usize, f32, f32)| json!({ "index": index, "name": names[index], "input": x, "contribution": part });
    let parts: Vec<serde_json::Value> = explanation.parts.iter().map(part).collect();
    let object = json!({
        "fen": fen::write(position),
        "net": args.net,
        "value": explanation.value,
        "rest": explanation.rest,
        "contributions": parts,
    });
    say!("{object}");
}
