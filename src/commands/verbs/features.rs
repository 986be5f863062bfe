//! `features`: what the network sees of a position, input by input.

use std::fmt::Write;
use std::ops::Range;

use anyhow::Result;
use serde::Serialize;

use crate::board::{Color, Position, fen};
use crate::commands::ExitStatus;
use crate::commands::args::positions::Positions;
use crate::commands::output::layout::{columns, hang};
use crate::features::{BLACK_MEN, Catalogue, GLOBALS, Globals, Inputs, NAMED, TRIPLES, WHITE_MEN};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td features start
  draughts-td features W:W26,27,31,36,38,43:B7,8,13,16,18,22
  draughts-td features B:WK28,31:B12,18 --all
  draughts-td features start --json | jq '.inputs[0]'")]
pub(crate) struct Args {
    #[command(flatten)]
    positions: Positions,
    /// Show all 222 inputs, also those that are 0
    #[arg(long, conflicts_with = "json")]
    all: bool,
    /// Print one JSON object a position: its FEN, the scaled inputs in index order, their names
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    show(&args.positions, args.all, args.json)
}

/// Shows the inputs of the positions, those that are not 0 or all.
pub(super) fn show(positions: &Positions, all: bool, json: bool) -> Result<ExitStatus> {
    for position in positions.read_apart(json)? {
        let position = position?;
        if json {
            say!("{}", serde_json::to_string(&Report::of(&position))?);
        } else {
            say!("{}", table(&position, all, columns()).trim_end());
        }
    }
    Ok(ExitStatus::Done)
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    fen: String,
    inputs: Vec<f32>,
    names: Vec<&'static str>,
    fingerprint: &'static str,
}

impl Report {
    fn of(position: &Position) -> Report {
        let catalogue = Catalogue::embedded();
        Report {
            fen: fen::write(position),
            inputs: Inputs::of(position).dense().to_vec(),
            names: catalogue.names().collect(),
            fingerprint: catalogue.fingerprint(),
        }
    }
}

const GROUPS: [(&str, Range<usize>); 5] = [
    ("Global", GLOBALS),
    ("Three on a diagonal", TRIPLES),
    ("Named structures", NAMED),
    ("White men", WHITE_MEN),
    ("Black men", BLACK_MEN),
];

fn table(position: &Position, all: bool, columns: usize) -> String {
    let mut text = format!("{position}\n{}\n", fen::write(position));
    let turn = if position.turn() == Color::White { "White" } else { "Black" };
    let values = Inputs::of(position).dense();
    let active = values.iter().filter(|&&value| value != 0.0).count();
    put(&mut text, format_args!("{turn} to move; {active} of {} inputs are not 0", values.len()));
    if position.must_capture() {
        put(
            &mut text,
            format_args!("The side to move must capture: networks learn quiet positions"),
        );
    }
    for (title, group) in GROUPS {
        let shown: Vec<usize> = group.clone().filter(|&i| all || values[i] != 0.0).collect();
        if !shown.is_empty() {
            put(&mut text, format_args!("\n{title} ({}–{})", group.start, group.end - 1));
            let names = shown.iter().map(|&i| Catalogue::embedded().entries()[i].name.len());
            let width = names.max().unwrap_or_default();
            for index in shown {
                let (figures, meaning) = input_line(position, index, values[index], width);
                let line = figures.clone() + &hang(meaning, figures.chars().count(), columns);
                put(&mut text, format_args!("{}", line.trim_end()));
            }
        }
    }
    text
}

/// One input: its index, name, raw and scaled value; and, except for single men, what it means.
fn input_line(
    position: &Position,
    index: usize,
    value: f32,
    width: usize,
) -> (String, &'static str) {
    let catalogue = Catalogue::embedded();
    let entry = &catalogue.entries()[index];
    let raw = Globals::of(position).values().get(index).map_or(value, |&raw| raw as f32);
    let meaning = if NAMED.contains(&index) {
        catalogue.structures()[index - NAMED.start].english.as_str()
    } else if index < NAMED.start {
        &entry.meaning
    } else {
        ""
    };
    (format!("{index:>5}  {:<width$} {raw:>4} {value:>8.4}  ", entry.name), meaning)
}

fn put(text: &mut String, line: std::fmt::Arguments) {
    writeln!(text, "{line}").expect("writing to a string never fails");
}
