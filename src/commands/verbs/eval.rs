//! `eval`: how a network judges a position, and what each input adds; its inputs; its error on games.

use std::path::PathBuf;

use anyhow::Result;
use serde_json::{Value, json};

use super::endgame::outcome_json;
use super::{features, validate};
use crate::board::{Bitboard, Color, Position, Square, fen};
use crate::commands::ExitStatus;
use crate::commands::args::positions::Positions;
use crate::commands::args::tables;
use crate::commands::args::threads::Threads;
use crate::commands::flags::encoding::EncodingFlag;
use crate::commands::flags::strict::StrictFlag;
use crate::commands::output::diagrams;
use crate::commands::output::layout::columns;
use crate::models::{Explanation, Part};
use crate::player::Evaluation;
use crate::tablebase::TableValue;

#[derive(Debug, clap::Args)]
#[command(
    mut_arg("fens", |fens| fens.required(false).required_unless_present("games").conflicts_with("games")),
    after_help = "Examples:
  draughts-td eval start --net net.safetensors
  draughts-td eval W:W27,31,36,38:B16,18,22,9 --all --net net.safetensors
  draughts-td eval B:WK28,31:B12,18 start --net material
  draughts-td eval - --net net.safetensors --json < positions.fen
  draughts-td eval W:WK1,K2,K3:BK50 --endgame tables
  draughts-td eval start --inputs
  draughts-td eval --games other-games.pdn --net net.safetensors

The contributions add up: with the rest, the value of a board without any input, they make the value."
)]
pub(crate) struct Args {
    #[command(flatten)]
    positions: Positions,
    /// Network file, or `material` for the plain man count
    #[arg(long, value_name = "FILE", default_value = Evaluation::REFERENCE)]
    net: String,
    #[arg(long, value_name = "DIR", help = tables::HELP)]
    endgame: Option<PathBuf>,
    /// Show every input that is not 0, not only the loudest
    #[arg(long)]
    all: bool,
    /// Show the inputs of the network for a position by name and value; no evaluation is needed
    #[arg(long, conflicts_with_all = ["net", "endgame", "games"])]
    inputs: bool,
    /// Instead of positions, measure the evaluation on the games of these PDN files, or folders of them: the held-out figures of `learn`
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "all")]
    games: Vec<PathBuf>,
    /// Threads for --games; the figures do not depend on them [default: all cores]
    #[arg(long, value_name = "N", requires = "games")]
    threads: Option<Threads>,
    #[command(flatten)]
    encoding: EncodingFlag,
    #[command(flatten)]
    strict: StrictFlag,
    /// Print one JSON object a position, or one of the games
    #[arg(long)]
    json: bool,
}

/// Inputs shown unless all are asked for.
const LOUDEST: usize = 12;

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    if args.inputs {
        return features::show(&args.positions, args.all, args.json);
    }
    if !args.games.is_empty() {
        return validate::run(&args.on_games());
    }
    explain_all(args)
}

impl Args {
    /// The flags of `validate`, as this was called.
    fn on_games(&self) -> validate::Args {
        validate::Args {
            files: self.games.clone(),
            net: PathBuf::from(&self.net),
            endgame: self.endgame.clone(),
            threads: self.threads,
            encoding: self.encoding.clone(),
            strict: self.strict,
            json: self.json,
        }
    }
}

fn explain_all(args: &Args) -> Result<ExitStatus> {
    let positions = args.positions.read_apart(args.json)?;
    let is_material = args.net == Evaluation::MATERIAL;
    let evaluation = if is_material { None } else { Some(Evaluation::open(&args.net)?) };
    let endgame = args.endgame.as_deref().map(tables::open).transpose()?;
    for position in positions {
        let position = position?;
        let mut object = match &evaluation {
            None => material(args, &position),
            Some(evaluation) => explain(args, evaluation, &position),
        };
        if let Some(endgame) = &endgame {
            tell_known(args, endgame.outcome(&position), &mut object);
        }
        if args.json {
            say!("{object}");
        }
    }
    Ok(ExitStatus::Done)
}

/// Takes a value apart: prints it as text, or gives it as JSON.
fn explain(args: &Args, evaluation: &Evaluation, position: &Position) -> Value {
    let explanation = evaluation.explain(position).loudest();
    if args.json {
        return as_json(args, position, &explanation);
    }
    print_board(position);
    say!("network  {} ({})", args.net, explanation.judge);
    print_parts(args, position, &explanation);
    Value::Null
}

fn material(args: &Args, position: &Position) -> Value {
    let value = position.material();
    if args.json {
        return json!({ "fen": fen::write(position), "net": args.net, "men": value });
    }
    print_board(position);
    say!("value {value:+} men for White (a king counts three)");
    Value::Null
}

/// Adds what the tables say.
fn tell_known(args: &Args, known: Option<TableValue>, object: &mut Value) {
    if args.json {
        object["endgame"] = known.map_or(Value::Null, outcome_json);
    } else if let Some(outcome) = known {
        say!("endgame tables: {outcome}, for the side to move");
    }
}

fn print_board(position: &Position) {
    let turn = if position.turn() == Color::White { "White" } else { "Black" };
    say!("{position}\n{turn} to move; o O white, x X black man and king\n");
}

fn print_parts(args: &Args, position: &Position, explanation: &Explanation) {
    for name in &explanation.groups {
        say!("{name:<11}{:>+8.3}", explanation.group(name));
    }
    say!("{:<11}{:>+8.3}\n", "rest", explanation.rest);
    let shown = if args.all { explanation.parts.len() } else { LOUDEST };
    say!("{:>7}  {:<32}{:>8}{:>14}", "index", "input", "value", "contribution");
    for Part { index, name, input, contribution, .. } in explanation.parts.iter().take(shown) {
        say!("{index:>7}  {name:<32}{input:>+8.3}{contribution:>+14.3}");
    }
    let left = explanation.parts.len().saturating_sub(shown);
    if left > 0 {
        say!("         … and {left} more; --all shows them");
    }
    print_windows(args, position, explanation);
    let own = explanation.value * position.turn().sign() as f32;
    say!(
        "\nvalue {:+.3} for White, {own:+.3} for the side to move (-1 a loss, +1 a win)",
        explanation.value
    );
}

/// Draws what the loudest of the parts that look at squares see.
fn print_windows(args: &Args, position: &Position, explanation: &Explanation) {
    let drawn = diagrams::windows(&explanation.parts, position, columns(), args.all);
    if !drawn.is_empty() {
        say!(
            "\nparts that look at squares, the loudest first; o x white and black man, . empty or a king\n"
        );
        say!("{}", drawn.trim_end());
    }
}

fn as_json(args: &Args, position: &Position, explanation: &Explanation) -> Value {
    let part = |part: &Part| {
        let Part { index, name, input, contribution, squares, .. } = part;
        let mut object =
            json!({ "index": index, "name": name, "input": input, "contribution": contribution });
        if let Some(squares) = *squares {
            let men = |color| numbers(position.men(color) & squares);
            object["squares"] = numbers(squares);
            object["men"] = json!({ "white": men(Color::White), "black": men(Color::Black) });
        }
        object
    };
    let parts: Vec<Value> = explanation.parts.iter().map(part).collect();
    json!({
        "fen": fen::write(position),
        "net": args.net,
        "value": explanation.value,
        "rest": explanation.rest,
        "contributions": parts,
    })
}

fn numbers(squares: Bitboard) -> Value {
    squares.into_iter().map(Square::number).collect()
}
