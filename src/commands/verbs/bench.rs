//! `bench`: the same work every time, to compare speeds and to see whether the search still does what it did.

use std::time::Duration;

use anyhow::Result;

use super::{perft, suite};
use crate::board::fen;
use crate::commands::ExitStatus;
use crate::commands::flags::engine::EngineFlags;
use crate::player::{Budget, Choice, Depth, Engine, Evaluation, GameState, Options, StopFlag};
use crate::{fnv, processor};

/// Twenty positions of all phases, from games of this program against itself after random openings.
const POSITIONS: [&str; 20] = [
    "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
    "W:W23,25,26,28,32,33,36,37,39,40,41,42,43,44,45,46,47,48,49,50:B1,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,19,20,21",
    "W:W27,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,14,15,16,23,24",
    "W:W26,32,33,35,36,37,38,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,11,12,13,14,16,17,19,24,25,29",
    "W:W28,31,33,35,36,39,40,41,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,13,14,15,16,17,18",
    "B:W25,26,31,32,36,38,39,40,42,43,44,46,47,49,50:B1,3,4,5,6,10,11,12,13,14,16,17,18,19,20,21,23,29,35",
    "W:W28,29,30,33,35,36,38,39,41,42,43,44,46,47,48,50:B1,5,6,7,8,10,11,12,13,15,16,17,18,20,21,24",
    "W:W26,27,31,32,35,36,39,40,41,42,43,44,45,46,47,49:B1,2,5,6,7,10,11,12,13,15,16,17,18,23",
    "W:W18,26,31,32,34,36,37,39,40,41,46,47,48,49,50:B1,2,4,5,6,8,9,10,11,15,16,21,25",
    "B:W27,32,33,34,35,39,41,42,45,47,48,50:B4,6,9,10,18,19,20,23,24,25",
    "W:W22,26,27,31,32,33,34,36,40,46,47,48:B4,6,7,12,13,15,16,18,24,25",
    "W:W29,33,35,36,37,40,45,49,50:B1,5,6,8,9,10,11,12,13,14,18,19,20,21,25",
    "W:W26,31,33,35,36,37,38,41:B1,3,6,9,11,13,15,16,22,25",
    "W:W25,32,35,36,38,39,40,45,46,47:B1,2,5,6,10,15,16,17,22,23,26",
    "B:W16,17,21,26,31,35,38,42,45,47:B1,5,6,7,15,18,24,29,32",
    "W:W21,26,35,38,41,45:B5,6,7,11,20,23",
    "W:WK8,17,18,32,34,38,47,48,50:B15,16,24,30",
    "W:W35,36,40,41:B1,K3,6,13,16,19,24,26",
    "W:WK15,30,40:B17,K23,33,38",
    "B:WK1,24,26:BK2,K35",
];

#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    mut_arg("net", |net| net.help("Network file, or `reference` [default: material, the plain man count]")),
    after_help = "Examples:
  draughts-td bench
  draughts-td bench --net net.safetensors --depth 12
  draughts-td bench --json
  draughts-td bench perft 9
  draughts-td bench suite sts.epd --nodes 10000"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<BenchCommand>,
    #[command(flatten)]
    engine: EngineFlags,
    /// Plies to search each position
    #[arg(long, value_name = "PLIES", default_value_t = 15, value_parser = clap::value_parser!(u8).range(1..=30))]
    depth: u8,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Subcommand)]
enum BenchCommand {
    /// Count legal move sequences, to check and time the move generator
    Perft(perft::Args),
    /// Score the engine's moves in a file of judged positions
    Suite(suite::Args),
}

/// The work done on all positions.
#[derive(Default)]
struct Total {
    nodes: u64,
    time: Duration,
    /// The time of the processors in the searches, where the system counts it.
    processor: Option<Duration>,
    signature: u64,
}

impl Total {
    fn add(&mut self, choice: &Choice) {
        self.nodes += choice.nodes;
        self.time += choice.time;
        // A hash over the results of all searches: any change in any position shows.
        let squares =
            u64::from(choice.mv.from().number()) << 8 | u64::from(choice.mv.to().number());
        let numbers = [choice.nodes, choice.score.points() as u64, squares];
        let bytes = numbers.into_iter().flat_map(u64::to_le_bytes);
        self.signature = fnv::extended(self.signature, bytes);
    }
}

impl Args {
    /// The engine's flags; without `--net` the man count, so that the signature depends only on the search.
    fn engine(&self) -> EngineFlags {
        let net = self.engine.net.clone().or_else(|| Some(Evaluation::MATERIAL.into()));
        EngineFlags { net, ..self.engine.clone() }
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    match &args.command {
        Some(BenchCommand::Perft(args)) => perft::run(args),
        Some(BenchCommand::Suite(args)) => suite::run(args),
        None => search_all(args),
    }
}

fn search_all(args: &Args) -> Result<ExitStatus> {
    let total = search(&mut args.engine().engine()?, args.depth)?;
    print(args, &total);
    Ok(ExitStatus::Done)
}

fn search(engine: &mut Engine, depth: u8) -> Result<Total> {
    let budget = Budget::of_depth(Depth::new(depth));
    let mut total =
        Total { signature: fnv::EMPTY, processor: Some(Duration::ZERO), ..Total::default() };
    for text in POSITIONS {
        let game = GameState::new(fen::read(text)?);
        engine.new_game();
        let before = processor::time();
        if let Some(choice) = engine.think(&game, &budget, &StopFlag::new(), &mut |_| {}) {
            total.add(&choice);
        }
        let spent = before.and_then(|before| processor::time()?.checked_sub(before));
        total.processor = total.processor.zip(spent).map(|(sum, spent)| sum + spent);
    }
    Ok(total)
}

/// The signature of a search with the man count at a small depth, in a tenth of a second: programs that search differently have
/// different signatures.
pub(crate) fn signature() -> Result<String> {
    const DEPTH: u8 = 9;
    let options = Options { hash_mb: 1, ..Options::default() };
    let mut engine = Engine::new(&Evaluation::open(Evaluation::MATERIAL)?, &options)?;
    Ok(format!("{:016x}", search(&mut engine, DEPTH)?.signature))
}

fn print(args: &Args, total: &Total) {
    let per_second = |time: Duration| (total.nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
    let (seconds, nps) = (total.time.as_secs_f64(), per_second(total.time));
    let processor = total.processor.map(|time| (time.as_secs_f64(), per_second(time)));
    let signature = format!("{:016x}", total.signature);
    if args.json {
        let figures = serde_json::json!({
            "positions": POSITIONS.len(), "depth": args.depth, "net": args.engine().net(),
            "nodes": total.nodes, "seconds": seconds, "nps": nps,
            "processor_seconds": processor.map(|(seconds, _)| seconds),
            "processor_nps": processor.map(|(_, nps)| nps), "signature": signature,
        });
        say!("{figures}");
    } else {
        let processor = processor.map_or_else(String::new, |(seconds, nps)| {
            format!(" processor {seconds:.3} s nps {nps}")
        });
        say!(
            "nodes {} time {seconds:.3} s nps {nps}{processor} signature {signature}",
            total.nodes
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read_and_has_a_move() {
        for text in POSITIONS {
            assert!(fen::read(text).expect(text).has_moves(), "{text}");
        }
    }
}
