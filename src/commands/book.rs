//! `book`: books of openings, made from games.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::builder::RangedU64ValueParser;
use serde_json::{Value, json};

use super::Answer;
use super::given::inputs;
use super::given::positions::Positions;
use super::given::threads::Threads;
use crate::board::{Position, fen};
use crate::book::{Book, Gathering, PLIES, Pages, Valued, gather};

/// Flags of `book`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Make a book from games
    Make(MakeArgs),
    /// Show what a book has for a position
    Show(ShowArgs),
    /// Put books together
    Merge(MergeArgs),
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The first plies of every game that has a result are counted, with the scores that engines left in comments. \
Use --min-games 40 with thousands of games: rare moves weaken play.

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
    #[arg(long, short, value_name = "FILE", default_value = "own.book")]
    out: PathBuf,
    /// Plies of each game
    #[arg(long, value_name = "N", default_value_t = PLIES, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    plies: usize,
    /// The fewest games of a move that stays
    #[arg(long, value_name = "N", default_value_t = 2)]
    min_games: u32,
    /// Threads; the book does not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
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
#[command(after_help = "Example:
  draughts-td book merge own.book other.book -o both.book")]
struct MergeArgs {
    /// The books
    #[arg(required = true, value_name = "FILE")]
    books: Vec<PathBuf>,
    /// Where to write the book; packed if the name ends in .zst
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

/// Runs `book`.
///
/// # Errors
/// Files that cannot be read or written, or are no books.
pub fn run(args: &Args) -> Result<Answer> {
    match &args.verb {
        Verb::Make(args) => make(args),
        Verb::Show(args) => show(args),
        Verb::Merge(args) => merge(args),
    }
}

fn make(args: &MakeArgs) -> Result<Answer> {
    let files = inputs::listed(&args.files)?;
    inputs::check(&files)?;
    inputs::check_apart(&files, "-o", &args.out)?;
    inputs::check_zstd(&args.out, "-o")?;
    inputs::check_writable(&args.out, "-o")?;
    let threads = Threads::or_cores(args.threads);
    let how = Gathering { plies: args.plies, games: args.min_games, threads };
    let (pages, games, faults) = gather(&files, how);
    faults.iter().for_each(|fault| note!("warning: {fault}"));
    ensure!(games > 0, "there is no game to make a book of; `draughts-td inspect` says why");
    ensure!(
        !pages.is_empty(),
        "no move stands in {} games or more; try --min-games 1",
        args.min_games
    );
    pages.write(&args.out)?;
    if args.json {
        say!("{}", json!({ "out": args.out, "games": games, "positions": pages.len() }));
    } else {
        say!("{} positions of {games} games written to {}", pages.len(), args.out.display());
    }
    Ok(Answer::Done)
}

fn show(args: &ShowArgs) -> Result<Answer> {
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
    Ok(if is_known { Answer::Done } else { Answer::No })
}

fn object(one: &Valued) -> Value {
    let Valued { reply, value } = one;
    json!({
        "move": reply.mv.to_string(), "value": value, "wins": reply.wins, "draws": reply.draws,
        "losses": reply.losses, "score": reply.score(),
    })
}

fn print(position: &Position, moves: &[Valued]) {
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
    for Valued { reply, value } in moves {
        let score = reply.score().map_or("–".into(), |score| format!("{score:+.2}"));
        say!(
            "{:<12}{:>8}{:>7}{:>7}{:>7}{value:>+8.3}{score:>9}",
            reply.mv.to_string(),
            reply.games(),
            reply.wins,
            reply.draws,
            reply.losses
        );
    }
    say!("value: -1 a loss to +1 a win, score: men; both for the side to move");
}

fn merge(args: &MergeArgs) -> Result<Answer> {
    inputs::check_zstd(&args.out, "-o")?;
    inputs::check_writable(&args.out, "-o")?;
    let mut pages = Pages::default();
    for book in &args.books {
        pages.merge(&Pages::read(book)?);
    }
    pages.write(&args.out)?;
    say!("{} positions written to {}", pages.len(), args.out.display());
    Ok(Answer::Done)
}
