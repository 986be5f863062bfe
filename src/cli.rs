//! The verbs of the command line; each verb's flags stand beside its wiring in `commands`.

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands;

/// Turns a database of international-draughts games into a player.
#[derive(Debug, Parser)]
#[command(
    version,
    propagate_version = true,
    after_help = "Examples:
  draughts-td inspect games.pdn.gz                  what is in a database
  draughts-td learn games.pdn.gz -o my.safetensors  train a network
  draughts-td eval start --net my.safetensors       what it thinks of a position
  draughts-td play --net my.safetensors             play against it
  draughts-td match net:my.safetensors material     measure it

draughts-td VERB --help explains a verb and shows examples.
Exit status: 0 done, 1 the answer is no or input was skipped under --strict, 2 failed,
130 interrupted."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// One thing the program does; in the order of the way from games to results.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Take the census of PDN files: what can be read, what is kept, what is skipped and why
    Inspect(commands::inspect::Args),
    /// Learn a network from a database of games
    Learn(Box<commands::learn::Args>),
    /// Learn an evaluation by playing, against itself and others
    Train(Box<commands::train::Args>),
    /// Judge a network by other games
    Validate(commands::validate::Args),
    /// Write the positions of games, or their inputs, as tables for other tools
    Export(Box<commands::export::Args>),
    /// Show every input of the network for a position, by name and value
    Features(commands::features::Args),
    /// Show what a network thinks of a position, and which inputs speak
    Eval(commands::eval::Args),
    /// Search a position, or find the mistakes of games: glyphs and better lines, for people (scores to learn from: annotate)
    Analyse(commands::analyse::Args),
    /// Play against the engine in the terminal
    Play(commands::play::Args),
    /// Play, analyse and look inside an evaluation on a board in the browser
    Board(commands::board::Args),
    /// Be an engine for a program that speaks Hub, or check another engine
    Hub(commands::hub::Args),
    /// Play over the DamExchange Protocol, as server or client, or check another program
    Dxp(Box<commands::dxp::Args>),
    /// Play a match between two players and say what it proves
    Match(Box<commands::matches::Args>),
    /// Play everybody against everybody and print the cross-table
    Tournament(Box<commands::tournament::Args>),
    /// Play games of our own and write them with the score of every move, to learn from them
    Generate(Box<commands::generate::Args>),
    /// Join the blocks that many workers made
    Merge(commands::merge::Args),
    /// Write games again with search scores for `learn --targets scores` (to find mistakes: analyse --out)
    Annotate(commands::annotate::Args),
    /// Score the engine's moves in a file of judged positions
    Suite(commands::suite::Args),
    /// Repeat an experiment of the paper: figures, plots and a report
    Reproduce(commands::reproduce::Args),
    /// Make, show and merge books of openings
    Book(commands::book::Args),
    /// Make, ask and check tables of endgames with few pieces
    Endgame(commands::endgame::Args),
    /// Count legal move sequences, to check and time the move generator
    Perft(commands::perft::Args),
    /// Search a fixed set of positions, to time the search and to see whether it changed
    Bench(commands::bench::Args),
    /// Print what a shell needs to complete verbs and flags
    Completions(commands::completions::Args),
    /// Print the manual as a page for `man`, or write a page for each verb
    Man(commands::man::Args),
}

/// The most columns help is laid out for: longer lines are hard to read.
const WIDEST_HELP: usize = 100;

impl Cli {
    /// Reads the command line, with help laid out for the terminal; help, `version` and faults end the program.
    #[must_use]
    pub fn read(version: String) -> Cli {
        let width = commands::shown::layout::columns().min(WIDEST_HELP);
        let matches = Cli::command().version(version).term_width(width).get_matches();
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

impl Verb {
    /// Runs the verb.
    ///
    /// # Errors
    /// Whatever stopped it, with what was being done and the remedy.
    pub fn run(self) -> anyhow::Result<commands::Answer> {
        let answer = match self {
            Verb::Inspect(args) => commands::inspect::run(&args),
            Verb::Learn(args) => commands::learn::run(&args),
            Verb::Train(args) => commands::train::run(&args),
            Verb::Validate(args) => commands::validate::run(&args),
            Verb::Export(args) => commands::export::run(&args),
            Verb::Features(args) => commands::features::run(&args),
            Verb::Eval(args) => commands::eval::run(&args),
            Verb::Analyse(args) => commands::analyse::run(&args),
            Verb::Play(args) => commands::play::run(&args),
            Verb::Board(args) => commands::board::run(&args),
            Verb::Hub(args) => commands::hub::run(&args),
            Verb::Dxp(args) => commands::dxp::run(&args),
            Verb::Match(args) => commands::matches::run(&args),
            Verb::Tournament(args) => commands::tournament::run(&args),
            Verb::Generate(args) => commands::generate::run(&args),
            Verb::Merge(args) => commands::merge::run(&args),
            Verb::Annotate(args) => commands::annotate::run(&args),
            Verb::Suite(args) => commands::suite::run(&args),
            Verb::Reproduce(args) => commands::reproduce::run(&args),
            Verb::Book(args) => commands::book::run(&args),
            Verb::Endgame(args) => commands::endgame::run(&args),
            Verb::Perft(args) => commands::perft::run(&args),
            Verb::Bench(args) => commands::bench::run(&args),
            Verb::Completions(args) => Ok(commands::completions::run(&args, Cli::command())),
            Verb::Man(args) => commands::man::run(&args, Cli::command()),
        }?;
        commands::shown::output::check()?;
        Ok(answer)
    }
}
