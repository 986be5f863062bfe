//! The verbs of the command line; each verb's flags are beside its wiring in `commands`.

use std::error::Error;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};
use std::time::Instant;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands;
use crate::commands::deferred::Deferred;
use crate::commands::output::console;
use crate::commands::output::layout::hang;
use crate::commands::verbs::reproduce::with_study;
use crate::commands::{ExitStatus, apart, build, command_line, signals, user_settings};
use crate::{database, pdn};

/// Plays, analyses and learns international draughts (10x10).
#[derive(Debug, Parser)]
#[command(
    version,
    propagate_version = true,
    after_help = "Examples:
  draughts-td board --open                          play in the browser
  draughts-td board games.pdn --open                find your mistakes
  draughts-td play --level 4                        play in the terminal
  draughts-td inspect games.pdn.gz                  what is in a database
  draughts-td learn games.pdn.gz -o my.safetensors  train a network
  draughts-td match net:my.safetensors material     measure it

draughts-td VERB --help explains a verb and shows examples.

Units: the score of a search is in men; the value of a network or a book is the expected result, from -1 (a loss) to 1 (a win); \
a mistake is measured in percent of the way from a win to a loss.

Exit status: 0 done; 1 a check failed, or input was skipped under --strict; 2 an error; 130 interrupted."
)]
struct Cli {
    /// What to do.
    #[command(subcommand)]
    verb: Verb,
    /// Print results and errors only, no progress, notes and warnings
    #[arg(long, short, global = true, conflicts_with = "verbose", display_order = 990)]
    quiet: bool,
    /// Say more on standard error: program, settings file, time
    #[arg(long, short, global = true, display_order = 991)]
    verbose: bool,
}

/// The verbs, in the order of the help.
#[derive(Debug, Subcommand)]
enum Verb {
    /// Play, analyse and look inside an evaluation on a board in the browser
    #[command(alias = "gui")]
    Board(Deferred<commands::verbs::board::Args>),
    /// Play against the engine in the terminal
    Play(Deferred<commands::verbs::play::Args>),
    /// Search a position, or find the mistakes of games, with glyphs and better lines
    #[command(alias = "analyze")]
    Analyse(Deferred<commands::verbs::analyse::Args>),
    /// Show how a network judges a position, its inputs and what each adds; or its error on games
    Eval(Deferred<commands::verbs::eval::Args>),
    /// Keep games in a database: search players, positions and formations, explore openings
    Db(Deferred<commands::verbs::db::Args>),
    /// Make puzzles of games, train on them, print them, check compositions
    Puzzle(Deferred<commands::verbs::puzzle::Args>),
    /// Draw a position as SVG or PNG, or a game as a page to print
    Diagram(Deferred<commands::verbs::diagram::Args>),
    /// Make, show and merge books of openings
    Book(Deferred<commands::verbs::book::Args>),
    /// Make, ask and check tables of endgames with few pieces
    Endgame(Deferred<commands::verbs::endgame::Args>),
    /// Run as a Hub engine (bots, GUIs); `hub check` tests an engine of yours
    Hub(Deferred<commands::verbs::hub::Args>),
    /// Play over the DamExchange Protocol, as server or client, or check another program
    Dxp(Deferred<commands::verbs::dxp::Args>),
    /// Play a match between two players, or all pairs of more, with Elo and its error
    Match(Deferred<commands::verbs::match_::Args>),
    /// Play a round robin and print the cross-table
    #[command(hide = true)]
    Tournament(Deferred<commands::verbs::match_::Args>),
    /// Score the engine's moves in a file of judged positions
    #[command(hide = true, alias = "testsuite")]
    Suite(Deferred<commands::verbs::suite::Args>),
    /// Take the census of PDN files: what can be read, what is kept, what is skipped and why
    Inspect(Deferred<commands::verbs::inspect::Args>),
    /// Learn a network from a database of games
    Learn(Deferred<commands::verbs::learn::Args>),
    /// Learn an evaluation by playing, against itself and others
    #[command(alias = "selfplay")]
    Train(Deferred<commands::verbs::train::Args>),
    /// Measure a network on other games
    #[command(hide = true)]
    Validate(Deferred<commands::verbs::validate::Args>),
    /// Play games of our own and write them with the score of every move, to learn from them
    #[command(alias = "datagen")]
    Generate(Deferred<commands::verbs::generate::Args>),
    /// Write games again with search scores for `learn --target-source scores` (to find mistakes: analyse --out)
    #[command(hide = true)]
    Annotate(Deferred<commands::verbs::annotate::Args>),
    /// Join the blocks that many workers made
    Merge(Deferred<commands::verbs::merge::Args>),
    /// Write the positions of games, or their inputs, as tables for other tools
    Export(Deferred<commands::verbs::export::Args>),
    /// Show every input of the network for a position, by name and value
    #[command(hide = true)]
    Features(Deferred<commands::verbs::features::Args>),
    /// Repeat an experiment of the paper: figures, plots and a report
    Reproduce(Deferred<commands::verbs::reproduce::Args>),
    /// Count legal move sequences, to check and time the move generator
    #[command(hide = true)]
    Perft(Deferred<commands::verbs::perft::Args>),
    /// Time the search and see whether it changed; `bench perft`, `bench suite`
    Bench(Deferred<commands::verbs::bench::Args>),
    /// Print what a shell needs to complete verbs and flags
    Completions(Deferred<commands::verbs::completions::Args>),
    /// Print the manual as a page for `man`, or write a page for each verb
    Man(Deferred<commands::verbs::man::Args>),
}

/// The widest layout of help in columns: longer lines are hard to read.
const WIDEST_HELP: usize = 100;

/// Verbs for those who set up a cluster or a package: the first page of the help only names them.
const UNLISTED: [&str; 3] = ["merge", "completions", "man"];

/// The first verb of each group in the help, and the title of the group.
const GROUPS: [(&str, &str); 5] = [
    ("board", "Play and analyse"),
    ("hub", "Let programs play"),
    ("inspect", "Learn an evaluation"),
    ("export", "Tables and experiments"),
    ("bench", "Check"),
];

/// Runs the program with its arguments, the name of the program first, and returns its exit status. `commit` is that of the sources.
/// A process may run one command after another: what an earlier one has set is reset.
pub fn run(arguments: Vec<OsString>, commit: Option<String>) -> u8 {
    commands::forget_the_last_run();
    command_line::set(arguments);
    let version = version(commit.as_deref());
    build::of_commit(commit);
    pdn::read_databases_by(database::store::read_blocks);
    if let Err(error) = user_settings::load() {
        console::complain(format_args!("Error: {}", console::causes(&error)));
        return 2;
    }
    let done = match Cli::read(version.clone()) {
        Ok(cli) => cli.run(&version),
        Err(answer) => return answered(&answer),
    };
    match done {
        Ok(ExitStatus::Done) => 0,
        Ok(ExitStatus::No) => 1,
        Ok(ExitStatus::Interrupted) => signals::STATUS,
        Err(error) => {
            console::complain(format_args!("Error: {}", console::causes(&error)));
            2
        }
    }
}

/// `0.2.0 (f54fc03d21, x86_64-unknown-linux-gnu)`; without the commit where the sources are no clone.
fn version(commit: Option<&str>) -> String {
    let commit = commit.map(|commit| format!("{commit}, "));
    let (number, target) = (env!("CARGO_PKG_VERSION"), env!("DRAUGHTS_TD_TARGET"));
    format!("{number} ({}{target})", commit.unwrap_or_default())
}

impl Cli {
    /// Parses the command line, with help laid out for the terminal; help and `version` are errors of clap too.
    fn read(version: String) -> clap::error::Result<Cli> {
        let width = commands::output::layout::columns().min(WIDEST_HELP);
        let mut command = laid_out(width).version(version);
        let matches = command.try_get_matches_from_mut(with_study(command_line::arguments()));
        let matches = matches.map_err(|error| with_remedy(error, &command))?;
        check(&command, &matches).map_err(|fault| {
            clap::Error::raw(ErrorKind::ArgumentConflict, console::causes(&fault) + "\n")
        })?;
        Cli::from_arg_matches(&matches)
    }

    fn run(self, version: &str) -> anyhow::Result<ExitStatus> {
        console::set_level(self.quiet, self.verbose);
        console::detail(format_args!("draughts-td {version}"));
        user_settings::name();
        let began = Instant::now();
        let done = self.verb.run();
        console::detail(format_args!("{:.3} s", began.elapsed().as_secs_f64()));
        done
    }
}

/// Fails if the files that a command line or the settings of the user name cannot be used together.
fn check(command: &Command, matches: &ArgMatches) -> anyhow::Result<()> {
    if let Some((verb, matches)) = matches.subcommand() {
        return command.find_subcommand(verb).map_or(Ok(()), |verb| check(verb, matches));
    }
    user_settings::check(matches)?;
    apart::check(command, matches)
}

/// What a command line means, its first word the program: as [`run`] reads it, without running it.
///
/// # Errors
/// Words that no verb takes, and requests for help.
pub fn accepted(words: &[String]) -> clap::error::Result<ArgMatches> {
    let words = words.iter().map(OsString::from).collect();
    laid_out(WIDEST_HELP).try_get_matches_from(with_study(words))
}

/// Prints help, `version` or what is wrong with the arguments; the exit status.
fn answered(answer: &clap::Error) -> u8 {
    // A reader that has gone wants no more.
    let _ = answer.print();
    u8::try_from(answer.exit_code()).unwrap_or(2)
}

/// The command line with help `width` columns wide.
pub fn laid_out(width: usize) -> Command {
    let command = Cli::command().term_width(width);
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{}\nOptions:\n{{options}}{{after-help}}",
        verbs(&command, width)
    );
    command.help_template(template)
}

/// What people call a verb that has another name here.
const VERBS_MEANT: [(&str, &str); 7] = [
    ("search", "analyse, or db search"),
    ("find", "db search"),
    ("explore", "db explore"),
    ("stats", "db stats"),
    ("probe", "endgame probe"),
    ("check", "puzzle check, hub check, dxp check, or db check"),
    ("import", "db build, or db add"),
];

/// The error with its remedy: the verb that may be meant, the range of a number, the long name of a flag.
fn with_remedy(error: clap::Error, command: &Command) -> clap::Error {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    let text = match error.kind() {
        ErrorKind::InvalidSubcommand => word(ContextKind::InvalidSubcommand).and_then(|verb| {
            let (_, meant) = VERBS_MEANT.iter().find(|(name, _)| *name == verb)?;
            Some(format!("there is no verb '{verb}'; you may mean {meant}\n"))
        }),
        ErrorKind::UnknownArgument => word(ContextKind::InvalidArg).and_then(|flag| {
            let is_short = flag.len() == 2 && flag.starts_with('-');
            is_short.then(|| {
                format!(
                    "there is no flag '{flag}'; most flags have long names: --help lists them\n"
                )
            })
        }),
        _ => return with_range(error, command),
    };
    match text {
        Some(text) => clap::Error::raw(error.kind(), text).with_cmd(command),
        None => error,
    }
}

/// The error for a value that is no whole number or out of its range, with the range.
fn with_range(error: clap::Error, command: &Command) -> clap::Error {
    let number = error.source().and_then(|source| source.downcast_ref::<ParseIntError>());
    let is_invalid = number.is_some_and(|number| *number.kind() == IntErrorKind::InvalidDigit);
    let remedy = match is_invalid {
        true => Some("it must be a whole number and not negative".into()),
        false => error.source().and_then(|source| range_in(&source.to_string())),
    };
    let context = [ContextKind::InvalidValue, ContextKind::InvalidArg].map(|kind| error.get(kind));
    let (Some(remedy), [Some(value), Some(flag)]) = (remedy, context) else { return error };
    let text = format!("invalid value '{value}' for '{flag}': {remedy}\n");
    clap::Error::raw(ErrorKind::ValueValidation, text).with_cmd(command)
}

/// The remedy for clap's words for a number out of its range, `9 is not in 2..=5`.
fn range_in(text: &str) -> Option<String> {
    let (value, range) = text.split_once(" is not in ")?;
    let (least, most) = range.split_once("..=")?;
    let bound = most.parse().ok()?;
    let is_bound = bound < u32::MAX.into() || value.parse().is_ok_and(|value: u64| value > bound);
    Some(if is_bound { format!("give {least} to {most}") } else { format!("give {least} or more") })
}

/// The verbs in groups, each with what it does.
fn verbs(command: &Command, width: usize) -> String {
    let (header, literal) = (command.get_styles().get_header(), command.get_styles().get_literal());
    let mut text = String::new();
    let is_listed = |verb: &&Command| !verb.is_hide_set() && !UNLISTED.contains(&verb.get_name());
    for verb in command.get_subcommands().filter(is_listed) {
        let name = verb.get_name();
        if let Some((_, group)) = GROUPS.iter().find(|(first, _)| *first == name) {
            text.push_str(&format!("\n{header}{group}:{header:#}\n"));
        }
        let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
        let about = hang(&about, 15, width);
        text.push_str(&format!("  {literal}{name:<11}{literal:#}  {about}\n"));
    }
    text.push_str(&format!("\nAnd for setting up: {}\n", UNLISTED.join(", ")));
    text
}

impl Verb {
    /// Runs the verb.
    ///
    /// # Errors
    /// The failure of the verb, with its context and the remedy.
    fn run(self) -> anyhow::Result<commands::ExitStatus> {
        let status = match self {
            Verb::Inspect(args) => commands::verbs::inspect::run(&args),
            Verb::Learn(args) => commands::verbs::learn::run(&args),
            Verb::Train(args) => commands::verbs::train::run(&args),
            Verb::Validate(args) => commands::verbs::validate::run(&args),
            Verb::Export(args) => commands::verbs::export::run(&args),
            Verb::Features(args) => commands::verbs::features::run(&args),
            Verb::Eval(args) => commands::verbs::eval::run(&args),
            Verb::Analyse(args) => commands::verbs::analyse::run(&args),
            Verb::Play(args) => commands::verbs::play::run(&args),
            Verb::Board(args) => commands::verbs::board::run(&args),
            Verb::Hub(args) => commands::verbs::hub::run(&args),
            Verb::Dxp(args) => commands::verbs::dxp::run(&args),
            Verb::Match(args) => commands::verbs::match_::run(&args),
            Verb::Tournament(args) => commands::verbs::match_::run_tournament(&args),
            Verb::Generate(args) => commands::verbs::generate::run(&args),
            Verb::Merge(args) => commands::verbs::merge::run(&args),
            Verb::Annotate(args) => commands::verbs::annotate::run(&args),
            Verb::Suite(args) => commands::verbs::suite::run(&args),
            Verb::Reproduce(args) => commands::verbs::reproduce::run(&args),
            Verb::Puzzle(args) => commands::verbs::puzzle::run(&args),
            Verb::Db(args) => commands::verbs::db::run(&args),
            Verb::Diagram(args) => commands::verbs::diagram::run(&args),
            Verb::Book(args) => commands::verbs::book::run(&args),
            Verb::Endgame(args) => commands::verbs::endgame::run(&args),
            Verb::Perft(args) => commands::verbs::perft::run(&args),
            Verb::Bench(args) => commands::verbs::bench::run(&args),
            Verb::Completions(args) => Ok(commands::verbs::completions::run(&args, Cli::command())),
            Verb::Man(args) => commands::verbs::man::run(&args, Cli::command()),
        }?;
        commands::output::console::check()?;
        Ok(status)
    }
}
