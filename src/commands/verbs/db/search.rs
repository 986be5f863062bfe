//! `db search`: games by their tags and by what stood on the board.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::flags::{HeaderFlags, PositionFlags};
use super::{lines, unknown};
use crate::board::fen;
use crate::commands::ExitStatus;
use crate::commands::args::database;
use crate::commands::args::threads::{Threads, in_pool};
use crate::database::query::{Found, GameFilter, Hit, Listing, PositionQuery, positions, search};
use crate::database::store::Database;
use crate::pdn::decode;

/// The games that are listed unless more are asked for.
const LISTED: usize = 20;

/// Games whose positions are printed together.
const CHUNK: usize = 1024;

#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("format"),
    after_help = "All flags hold at once. Those of positions hold for the same position of a game; --ending may hold for another.

Examples:
  draughts-td db search games.db --player Roozenburg --from 1940 --result win
  draughts-td db search games.db --position '32-28 19-23' --limit 50
  draughts-td db search games.db --with W27,32:B18 --without B23 --turned
  draughts-td db search games.db --moves '?-27 x27'
  draughts-td db search games.db --ending 3K:1K --turned --result 1-1 --json
  draughts-td db search games.db --material 2K:1K --fen | draughts-td eval -"
)]
pub(super) struct SearchArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// The most games that are shown; 0 for all
    #[arg(long, value_name = "N", default_value_t = LISTED)]
    limit: usize,
    /// Pass over this many games first
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    skip: usize,
    /// Show the games as PDN
    #[arg(long, group = "format")]
    pdn: bool,
    /// Show only the positions: every one that is found in the games shown, a FEN a line
    #[arg(long, group = "format")]
    fen: bool,
    /// Print one JSON object
    #[arg(long, group = "format")]
    json: bool,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    #[command(flatten)]
    header: HeaderFlags,
    #[command(flatten)]
    position: PositionFlags,
}

/// What is found in a database, by all threads asked for.
pub(super) fn found(
    database: Database,
    filter: &GameFilter,
    query: &PositionQuery,
    threads: Option<Threads>,
) -> Result<(Database, Found)> {
    in_pool(Threads::or_cores(threads), move || {
        let found = search(&database, filter, query);
        let found = found.with_context(|| database.path().display().to_string())?;
        if found.hits.is_empty() {
            unknown::note(&database, filter)?;
        }
        Ok((database, found))
    })?
}

pub(super) fn run(args: &SearchArgs) -> Result<ExitStatus> {
    let query = args.position.query()?;
    ensure!(
        !args.fen || query.pattern.is_some(),
        "--fen shows the positions of a question: give --position, --with, --any, --without, --material, --turn or --moves"
    );
    let database = database::open(&args.database)?;
    let (database, found) = found(database, &args.header.filter(), &query, args.threads)?;
    let limit = if args.limit == 0 { usize::MAX } else { args.limit };
    let shown: Vec<Hit> = found.hits.iter().skip(args.skip).take(limit).copied().collect();
    args.print(&database, &found, &shown).with_context(|| args.database.display().to_string())?;
    Ok(if found.hits.is_empty() { ExitStatus::No } else { ExitStatus::Done })
}

impl SearchArgs {
    fn print(&self, database: &Database, found: &Found, shown: &[Hit]) -> Result<()> {
        if self.fen {
            return self.print_positions(database, shown);
        }
        if self.pdn {
            for hit in shown {
                let text = database.pdn(hit.game)?.unwrap_or_default();
                say!("{}\n", decode(&text).trim_end());
            }
            return Ok(());
        }
        let listings = Listing::select(database, shown.iter().map(|hit| hit.game))?;
        if self.json {
            let hits: Vec<Value> =
                listings.iter().zip(shown).map(|(listing, hit)| object(listing, hit)).collect();
            let (games, matches, duplicates) = (found.hits.len(), found.matches, found.left_out);
            say!(
                "{}",
                json!({ "games": games, "places": matches, "duplicates": duplicates, "hits": hits })
            );
            return Ok(());
        }
        self.print_lines(found, &listings, shown);
        Ok(())
    }

    /// Every position of the games that are shown, some games at a time.
    fn print_positions(&self, database: &Database, shown: &[Hit]) -> Result<()> {
        let query = self.position.query()?;
        for hits in shown.chunks(CHUNK) {
            let games = hits.iter().map(|hit| hit.game).collect();
            for position in positions(database, &query, games)? {
                say!("{}", fen::write(&position));
            }
        }
        Ok(())
    }

    fn print_lines(&self, found: &Found, listings: &[Listing], shown: &[Hit]) {
        if !shown.is_empty() {
            say!("{}", lines::heading());
        }
        for (listing, hit) in listings.iter().zip(shown) {
            let ply = hit.ply.map_or(String::new(), |ply| format!("  (after {ply} plies)"));
            say!("{}{ply}", lines::line(listing));
        }
        if shown.len() < found.hits.len() {
            note!("{} are shown; --limit and --skip show others", shown.len());
        }
        lines::say_left_out(found.left_out);
        let positions = match found.matches {
            0 => String::new(),
            matches => format!(", {matches} positions"),
        };
        let games = found.hits.len();
        say!("{games} game{}{positions}", if games == 1 { "" } else { "s" });
    }
}

fn object(listing: &Listing, hit: &Hit) -> Value {
    let mut object = lines::object(listing);
    object["ply"] = hit.ply.into();
    object["fen"] = hit.position.map(|position| fen::write(&position)).into();
    object["places"] = hit.matches.into();
    object
}
