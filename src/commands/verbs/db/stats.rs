//! `db stats`: results in groups, and the mistakes of a player.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use serde_json::{Map, Value, json};

use super::flags::HeaderFlags;
use super::{lines, mistakes, unknown};
use crate::commands::args::database;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::flags::engine::BudgetFlags;
use crate::commands::{ExitStatus, review};
use crate::database::DatabaseError;
use crate::database::query::{Group, Grouping, ResultCounts, left_out, statistics};
use crate::player::Budget;

/// The groups that are listed unless more are asked for.
const LISTED: usize = 15;

#[derive(Debug, clap::Args)]
#[command(after_help = "Wins and losses are White's, and with --player the player's.

With --mistakes the last games of the player are searched as `analyse --out` searches them, 50,000 nodes a position unless a limit is given, \
and the mistakes counted by pieces on the board: ?! from 5, ? from 10 and ?? from 20 percent of the way from a win to a loss. The worst are listed.

Examples:
  draughts-td db stats games.db
  draughts-td db stats games.db --by opening --plies 4
  draughts-td db stats games.db --player Roozenburg --from 1940 --to 1949
  draughts-td db stats games.db --player Roozenburg --mistakes 20")]
pub(super) struct StatsArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// The groups [default: year, length and opening; with --player side, year, opponent and opening]
    #[arg(long, value_enum, value_name = "GROUP", value_delimiter = ',')]
    by: Vec<GroupWord>,
    /// Plies of an opening
    #[arg(long, value_name = "PLIES", default_value_t = 2)]
    plies: usize,
    /// The most groups of each kind; 0 for all
    #[arg(long, value_name = "N", default_value_t = LISTED)]
    limit: usize,
    /// Search this many of the player's games, the latest first, and count the mistakes
    #[arg(long, value_name = "GAMES", requires = "player", conflicts_with_all = ["by", "plies"])]
    mistakes: Option<NonZeroUsize>,
    /// With --mistakes: network file, or `material` for the plain man count [default: reference, the built-in one]
    #[arg(long, value_name = "FILE", requires = "mistakes")]
    net: Option<String>,
    #[command(flatten)]
    budget: BudgetFlags,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    header: HeaderFlags,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GroupWord {
    /// The year
    Year,
    /// The number of moves, in tens
    Length,
    /// The first moves
    Opening,
    /// The event
    Event,
    /// The side of the player
    Side,
    /// The opponent of the player
    Opponent,
}

impl GroupWord {
    fn name(self) -> &'static str {
        match self {
            GroupWord::Year => "year",
            GroupWord::Length => "length",
            GroupWord::Opening => "opening",
            GroupWord::Event => "event",
            GroupWord::Side => "side",
            GroupWord::Opponent => "opponent",
        }
    }
}

pub(super) fn run(args: &StatsArgs) -> Result<ExitStatus> {
    let filter = args.header.filter();
    if let Some(most) = args.mistakes {
        return mistakes::run(&mistakes::Question {
            database: &args.database,
            filter: &filter,
            games: most.get(),
            net: args.net.as_deref(),
            budget: args.budget.budget_or(review::BUDGET),
            listed: args.limit,
            json: args.json,
        });
    }
    ensure!(
        args.budget.budget() == Budget::INFINITE,
        "--nodes, --time and --depth are limits of --mistakes"
    );
    let words = match (args.by.as_slice(), filter.player.is_some()) {
        ([], false) => vec![GroupWord::Year, GroupWord::Length, GroupWord::Opening],
        ([], true) => {
            vec![GroupWord::Side, GroupWord::Year, GroupWord::Opponent, GroupWord::Opening]
        }
        (words, _) => words.to_vec(),
    };
    let tables = in_pool(Threads::or_cores(None), || {
        let database = database::open(&args.database)?;
        let table = |grouping| statistics(&database, &filter, grouping);
        let all = table(Grouping::All)?;
        if all.is_empty() {
            unknown::note(&database, &filter)?;
        }
        let groups = words.iter().map(|word| table(args.grouping(*word)));
        let groups = groups.collect::<Result<Vec<_>, DatabaseError>>()?;
        anyhow::Ok((all, groups, left_out(&database, &filter)?))
    })?;
    let (all, tables, duplicates) = tables.with_context(|| args.database.display().to_string())?;
    let all = all.first().map_or(ResultCounts::default(), |group| group.counts);
    if args.json {
        let mut object = args.object(all, &words, &tables);
        object["duplicates"] = duplicates.into();
        say!("{object}");
        return Ok(ExitStatus::Done);
    }
    print_line("", "all games", all);
    lines::say_left_out(duplicates);
    for (word, groups) in words.iter().zip(&tables) {
        say!("");
        let shown = if args.limit == 0 { groups.len() } else { args.limit.min(groups.len()) };
        for group in &groups[..shown] {
            print_line(word.name(), &group.name, group.counts);
        }
        if shown < groups.len() {
            say!("{:<10}… and {} more; --limit 0 lists all", word.name(), groups.len() - shown);
        }
    }
    Ok(ExitStatus::Done)
}

impl StatsArgs {
    fn grouping(&self, word: GroupWord) -> Grouping {
        match word {
            GroupWord::Year => Grouping::Year,
            GroupWord::Length => Grouping::Length,
            GroupWord::Opening => Grouping::Opening(self.plies),
            GroupWord::Event => Grouping::Event,
            GroupWord::Side => Grouping::Side,
            GroupWord::Opponent => Grouping::Opponent,
        }
    }

    fn object(&self, all: ResultCounts, words: &[GroupWord], tables: &[Vec<Group>]) -> Value {
        let limit = if self.limit == 0 { usize::MAX } else { self.limit };
        let list = |groups: &Vec<Group>| {
            groups.iter().take(limit).map(|group| counts(Some(&group.name), group.counts)).collect()
        };
        let groups: Map<String, Value> = words
            .iter()
            .zip(tables)
            .map(|(word, groups)| (word.name().to_owned(), Value::Array(list(groups))))
            .collect();
        let mut object = counts(None, all);
        object["by"] = Value::Object(groups);
        object
    }
}

fn counts(name: Option<&str>, counts: ResultCounts) -> Value {
    let ResultCounts { games, wins, draws, losses } = counts;
    let mut object = json!({ "games": games, "wins": wins, "draws": draws, "losses": losses });
    if let Some(name) = name {
        object["name"] = name.into();
    }
    object
}

fn print_line(kind: &str, name: &str, counts: ResultCounts) {
    let ResultCounts { games, wins, draws, losses } = counts;
    let score = counts.score().map_or_else(|| "-".to_owned(), |score| format!("{score:.1}%"));
    let name = if name.is_empty() { "?" } else { name };
    say!(
        "{kind:<10}{name:<28}{games:>8} games{wins:>8} won{draws:>8} drawn{losses:>8} lost{score:>8}"
    );
}
