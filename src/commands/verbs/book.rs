//! `book`: books of openings, made from games.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::builder::RangedU64ValueParser;
use serde_json::{Value, json};

use crate::board::{Position, fen};
use crate::book::{
    Book, BookEntries, BuildConfig, BuildResult, PLIES, ScoredMove, build_book,
    merge as merge_books,
};
use crate::commands::ExitStatus;
use crate::commands::args::inputs;
use crate::commands::args::overwrite::Overwrite;
use crate::commands::args::positions::Positions;
use crate::commands::args::threads::Threads;
use crate::commands::flags::encoding::EncodingFlag;
use crate::commands::flags::strict::StrictFlag;
use crate::commands::output::progress;
use crate::run::WRITTEN;

/// The default of `--min-games`.
const ENOUGH: u32 = 40;
/// A book of fewer positions is small.
const SMALL: usize = 200;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: BookCommand,
}

#[derive(Debug, clap::Subcommand)]
enum BookCommand {
    /// Make a book from games
    Make(MakeArgs),
    /// Show what a book has for a position
    Show(ShowArgs),
    /// Merge books
    Merge(MergeArgs),
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The first plies of every game that has a result are counted, with the scores that engines left in comments. \
A move stays if at least 40 games played it: a book of many thousand games with that limit cost no strength and saved the time of its \
moves, and moves of fewer games cost strength. A few hundred games make a small book for the first moves; --min-games keeps more of them. \
A book may have 512 MiB of text, some 9 million positions; of the games, up to 33 million positions are kept in memory, some 6 GB.

Examples:
  draughts-td book make games.pdn.gz -o own.book
  draughts-td book make games.pdn --plies 40 --min-games 5 -o own.book.zst
  draughts-td play --book own.book
  draughts-td match 'reference with book own.book' reference --nodes 5000"
)]
struct MakeArgs {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where to write the book; packed if the name ends in .zst
    #[arg(long, short, value_name = "FILE", value_hint = WRITTEN, default_value = "own.book")]
    out: PathBuf,
    /// Plies of each game
    #[arg(long, value_name = "N", default_value_t = PLIES, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    plies: usize,
    /// The fewest games of a move that stays
    #[arg(long, value_name = "N", default_value_t = ENOUGH)]
    min_games: u32,
    /// Threads; the book does not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    #[command(flatten)]
    encoding: EncodingFlag,
    #[command(flatten)]
    strict: StrictFlag,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print the figures as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The value of a move is the expected result for the side to move, from -1 to 1: by the results and scores that it \
came to itself, and the fewer games it was played in the more by what the best answers leave, backed up by negamax.

Example:
  draughts-td book show start --book own.book"
)]
struct ShowArgs {
    #[command(flatten)]
    positions: Positions,
    /// The book
    #[arg(long, value_name = "FILE")]
    book: PathBuf,
    /// Print one JSON object a position
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Books are read side by side, a line of each at a time, so that memory does not grow with them.

Example:
  draughts-td book merge own.book other.book -o both.book"
)]
struct MergeArgs {
    /// The books
    #[arg(required = true, value_name = "FILE")]
    books: Vec<PathBuf>,
    /// Where to write the book; packed if the name ends in .zst
    #[arg(long, short, value_name = "FILE", value_hint = WRITTEN)]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    match &args.verb {
        BookCommand::Make(args) => make(args),
        BookCommand::Show(args) => show(args),
        BookCommand::Merge(args) => merge(args),
    }
}

fn make(args: &MakeArgs) -> Result<ExitStatus> {
    args.encoding.apply()?;
    let files = inputs::listed(&args.files)?;
    inputs::check(&files)?;
    inputs::check_apart(&files, "-o", &args.out)?;
    inputs::check_zstd(&args.out, "-o")?;
    inputs::check_writable(&args.out, "-o")?;
    let settings = json!({ "plies": args.plies, "min_games": args.min_games });
    let origin = inputs::origin(&files, &settings)?;
    check_free(args.overwrite, &args.out, origin.as_deref())?;
    let threads = Threads::or_cores(args.threads);
    let config = BuildConfig { plies: args.plies, games: args.min_games, threads };
    let bar = progress::count("games read");
    let built = build_book(&files, config, &mut |games| bar.set_position(games));
    bar.finish_and_clear();
    let BuildResult { entries, games, skipped, faults } = built?;
    faults.iter().for_each(|fault| note!("warning: {fault}"));
    if args.strict.refuses(skipped, faults.len()) {
        return Ok(ExitStatus::No);
    }
    let least = args.min_games;
    ensure!(games > 0, "there is no game to make a book of; `draughts-td inspect` says why");
    ensure!(
        !entries.is_empty(),
        "no move is in {least} of the {games} games or more; give more games, or try --min-games {}",
        (least / 4).max(1)
    );
    if entries.len() < SMALL && least >= ENOUGH {
        note!(
            "The book is small: of {games} games only moves that {least} or more of them played stay, \
             since moves of few games cost strength. More games make a larger one; --min-games keeps more of these."
        );
    }
    entries.write_from(&args.out, origin.as_deref())?;
    if args.json {
        say!("{}", json!({ "out": args.out, "games": games, "positions": entries.len() }));
    } else {
        say!("{} positions of {games} games written to {}", entries.len(), args.out.display());
    }
    Ok(ExitStatus::Done)
}

/// Fails if a file would be lost that is not the book of this origin.
fn check_free(overwrite: Overwrite, out: &Path, origin: Option<&str>) -> Result<()> {
    overwrite.check("-o", out, || origin.is_some_and(|origin| BookEntries::comes_from(out, origin)))
}

fn show(args: &ShowArgs) -> Result<ExitStatus> {
    let book = Book::open(&args.book).context("--book")?;
    let mut is_known = true;
    for position in args.positions.read_apart(args.json)? {
        let position = position?;
        let moves = book.moves(&position);
        is_known &= !moves.is_empty();
        if args.json {
            let moves: Vec<Value> = moves.iter().map(object).collect();
            say!("{}", json!({ "fen": fen::write(&position), "moves": moves }));
        } else {
            print(&position, &moves);
        }
    }
    Ok(if is_known { ExitStatus::Done } else { ExitStatus::No })
}

fn object(one: &ScoredMove) -> Value {
    let ScoredMove { book_move, value } = one;
    json!({
        "move": book_move.mv.to_string(), "value": value, "wins": book_move.wins, "draws": book_move.draws,
        "losses": book_move.losses, "score": book_move.score(),
    })
}

fn print(position: &Position, moves: &[ScoredMove]) {
    say!("{}", fen::write(position));
    if moves.is_empty() {
        say!("the book does not have this position");
        return;
    }
    say!(
        "{:<12}{:>8}{:>7}{:>7}{:>7}{:>8}{:>9}",
        "move",
        "games",
        "won",
        "drawn",
        "lost",
        "value",
        "score"
    );
    for ScoredMove { book_move, value } in moves {
        let score = book_move.score().map_or("–".into(), |score| format!("{score:+.2}"));
        say!(
            "{:<12}{:>8}{:>7}{:>7}{:>7}{value:>+8.3}{score:>9}",
            book_move.mv.to_string(),
            book_move.games(),
            book_move.wins,
            book_move.draws,
            book_move.losses
        );
    }
    say!("value: -1 a loss to +1 a win, score: men; both for the side to move");
}

fn merge(args: &MergeArgs) -> Result<ExitStatus> {
    inputs::check_zstd(&args.out, "-o")?;
    inputs::check_writable(&args.out, "-o")?;
    let origin = inputs::origin(&args.books, &json!("merge"))?;
    check_free(args.overwrite, &args.out, origin.as_deref())?;
    let positions = merge_books(&args.books, &args.out, origin.as_deref())?;
    say!("{positions} positions written to {}", args.out.display());
    Ok(ExitStatus::Done)
}
