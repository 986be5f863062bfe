//! `db explore`: the moves of a position in the games of a database.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::flags::HeaderFlags;
use super::unknown;
use crate::board::{Color, MoveList, Position, fen};
use crate::commands::ExitStatus;
use crate::commands::args::database;
use crate::commands::args::positions::position_after;
use crate::commands::args::tables;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::verbs::endgame::outcome_json;
use crate::database::query::explore;
use crate::database::store::MoveCount;
use crate::pdn::spell;
use crate::player::{Endgame, Evaluation};

/// What `--net` takes to show no values.
const NONE: &str = "none";

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Transpositions count: a game counts once for each move that it played from the position. The score is that of the side to move, in percent of the \
points; the rating is the mean of those who played the move. The value is that of the position after the move, from -1 to 1 for the side that moves, without a search.

Examples:
  draughts-td db explore games.db
  draughts-td db explore games.db 32-28 19-23 --from 2010
  draughts-td db explore games.db W:WK46,31:BK5 --endgame auto
  draughts-td db explore games.db start --player Roozenburg --json"
)]
pub(super) struct ExploreArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// The position: start, a FEN, or the moves that lead to it
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// Network that gives the values, `material`, or `none` for no values
    #[arg(long, value_name = "FILE", default_value = Evaluation::REFERENCE)]
    net: String,
    #[arg(long, value_name = "DIR", help = tables::HELP)]
    endgame: Option<PathBuf>,
    /// Print one JSON list, an object a move
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    header: HeaderFlags,
}

/// A move with all that is shown of it.
struct Row {
    spelled: String,
    count: MoveCount,
    after: Position,
    value: Option<f32>,
}

pub(super) fn run(args: &ExploreArgs) -> Result<ExitStatus> {
    let position = position_after(&args.position.join(" "))?;
    let filter = args.header.filter();
    // To open a network takes longer than most questions, so that this thread begins with it.
    let (evaluation, moves) = in_pool(Threads::or_cores(None), || {
        let moves = || {
            let database = database::open(&args.database)?;
            let moves = explore(&database, &position, &filter);
            let moves = moves.with_context(|| args.database.display().to_string())?;
            if moves.is_empty() {
                unknown::note(&database, &filter)?;
            }
            anyhow::Ok(moves)
        };
        rayon::join(|| args.evaluation(), moves)
    })?;
    let endgame = args.endgame.as_deref().map(tables::open).transpose()?;
    let rows = rows(&position, moves?, evaluation?.as_ref());
    if args.json {
        let objects = rows.iter().map(|row| object(row, &position, endgame.as_ref()));
        say!("{}", Value::Array(objects.collect()));
    } else {
        print(&rows, &position, endgame.as_ref());
    }
    Ok(if rows.is_empty() { ExitStatus::No } else { ExitStatus::Done })
}

impl ExploreArgs {
    fn evaluation(&self) -> Result<Option<Evaluation>> {
        Ok((self.net != NONE).then(|| Evaluation::open(&self.net)).transpose()?)
    }
}

fn rows(position: &Position, moves: Vec<MoveCount>, evaluation: Option<&Evaluation>) -> Vec<Row> {
    let mut list = MoveList::new();
    let sign = position.turn().sign() as f32;
    let row = |count: MoveCount| {
        let after = position.succ(count.mv);
        let value = evaluation.map(|own| sign * own.value(&after));
        Row { spelled: spell(position, count.mv, &mut list), count, after, value }
    };
    moves.into_iter().map(row).collect()
}

fn object(row: &Row, position: &Position, endgame: Option<&Endgame>) -> Value {
    let Row { spelled, count, after, value } = row;
    let mut object = json!({
        "move": spelled, "games": count.games, "white": count.white, "draws": count.draws,
        "black": count.black, "score": count.score(position.turn()), "rating": count.rating(),
        "last_year": count.last_year, "fen": fen::write(after), "value": value,
    });
    if let Some(endgame) = endgame {
        object["endgame"] = endgame.outcome(after).map_or(Value::Null, outcome_json);
    }
    object
}

fn print(rows: &[Row], position: &Position, endgame: Option<&Endgame>) {
    say!("{}", fen::write(position));
    if rows.is_empty() {
        say!("no game of the database has a move from this position");
        return;
    }
    say!(
        "{:<16}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>6}{:>8}",
        "move",
        "games",
        "white",
        "draws",
        "black",
        "score",
        "rating",
        "last",
        "value"
    );
    for Row { spelled, count, after, value } in rows {
        let text = |value: Option<String>| value.unwrap_or_else(|| "-".into());
        let score = text(count.score(position.turn()).map(|score| format!("{score:.1}%")));
        let rating = text(count.rating().map(|rating| rating.to_string()));
        let year = text(count.last_year.map(|year| year.to_string()));
        let value = text(value.map(|value| format!("{value:+.3}")));
        let known = endgame.and_then(|endgame| endgame.outcome(after));
        let known = known.map_or(String::new(), |known| format!("  then {known}"));
        say!(
            "{spelled:<16}{:>8}{:>8}{:>8}{:>8}{score:>8}{rating:>8}{year:>6}{value:>8}{known}",
            count.games,
            count.white,
            count.draws,
            count.black
        );
    }
    let side = if position.turn() == Color::White { "White" } else { "Black" };
    say!("score and value: for {side}, who is to move");
}
