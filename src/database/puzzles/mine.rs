//! Makes puzzles of games: a few games at a time on all threads, written in the order of the games.
//!
//! So the file is the same whatever the threads, and a killed run loses at most those few games.

use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use super::rows::{IsPlayer, Origin, named, write};
use crate::board::{Color, Move, Position};
use crate::checksum;
use crate::error::{DatabaseError, Result};
use crate::files;
use crate::game::{Replay, Replayer, each_game};
use crate::parallel::{BufferPool, Reading, fold_games};
use crate::pdn::{GameText, PdnError, Scan, block_of};
use crate::player::{Evaluation, Options, StopFlag};
use crate::puzzle::{Finder, Proof, Puzzle, Themes};
use crate::store::Database;

/// Games that are searched side by side and written together.
const BATCH: usize = 32;

/// What is written in the place of a checksum for the games of the database itself.
const OWN: &str = "games";

/// How puzzles are made.
#[derive(Debug)]
pub struct Mining<'a> {
    /// What judges positions.
    pub evaluation: &'a Evaluation,
    /// Its name, by which a resumed run knows that it is the same.
    pub net: &'a str,
    /// Techniques and endgame tables of the search.
    pub options: &'a Options,
    /// What a proof asks for.
    pub proof: Proof,
    /// Only the mistakes and the missed wins of this player.
    pub player: Option<&'a str>,
}

/// What happens meanwhile.
#[derive(Debug)]
pub enum MiningEvent<'a> {
    /// How far it is.
    Progress {
        /// The share that is done, from 0 to 1.
        done: f64,
        /// What was found in this call.
        mined: Mined,
    },
    /// A file, or the rest of one, that cannot be read.
    Fault(&'a PdnError),
}

/// What a call found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mined {
    /// Games that were searched, broken ones included.
    pub games: u64,
    /// Games that earlier calls had searched.
    pub known: u64,
    /// Games that cannot be read to their end, and are not searched.
    pub broken: u64,
    /// Puzzles that were written.
    pub puzzles: u64,
    /// Puzzles whose position was there, turned or not.
    pub doubles: u64,
    /// Files that cannot be read to their end.
    pub faults: u64,
    /// Whether the work was stopped before its end.
    pub interrupted: bool,
}

/// A game to be searched; one that cannot be read has no moves.
#[derive(Default)]
struct Found {
    number: u32,
    game: Option<(Position, Vec<Move>)>,
    white: String,
    black: String,
    event: String,
    date: String,
}

impl Found {
    fn of(text: &GameText<'_>, replay: Replay<'_>) -> Found {
        let tag = |name| text.tag_text(name).unwrap_or_default().into_owned();
        let game = replay.whole().ok().map(|game| game.main());
        let game = game.and_then(|main| Some((*main.positions.first()?, main.moves.to_vec())));
        Found {
            number: 0,
            game,
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            date: text.date().unwrap_or_default(),
        }
    }

    fn name(&self, color: Color) -> &str {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

/// Makes puzzles of PDN files and databases, and writes them into a file: a database of games, or a file of puzzles that is begun where there is
/// none. With no files they are made of the games of that database itself. Games that an earlier call has searched with the same
/// settings are passed over. Uses the threads of the current rayon pool.
///
/// # Errors
/// A file that cannot be written, is damaged, or is neither; a player's name without a word; no memory. Files without a game that can be read:
/// nothing is begun then.
pub fn mine(
    out: &Path,
    inputs: &[PathBuf],
    mining: &Mining<'_>,
    stop: &StopFlag,
    event: &mut dyn FnMut(MiningEvent<'_>),
) -> Result<Mined> {
    let is_player = named(mining.player)?;
    let is_new = !out.exists();
    let (_lock, database) = Database::begin_puzzles(out).map_err(DatabaseError::of_puzzles)?;
    for table in ["puzzle_source", "puzzle"] {
        database.change(table, |_| Ok(()))?;
    }
    let mut run = MiningRun {
        database: &database,
        search: Search { mining, is_player, finders: BufferPool::new(), stop },
        event,
        mined: Mined::default(),
        source: 0,
        number: 0,
        before: 0,
        batch: Vec::new(),
        done: 0.0,
    };
    if inputs.is_empty() {
        if database.is_puzzle_file()? {
            return Err(DatabaseError::OnlyPuzzles);
        }
        run.own_games()?;
    }
    let sizes: Vec<u64> =
        inputs.iter().map(|file| std::fs::metadata(file).map_or(0, |data| data.len())).collect();
    let total = sizes.iter().sum::<u64>().max(1) as f64;
    let mut begun = 0;
    for (input, size) in inputs.iter().zip(sizes) {
        run.file(input, begun as f64 / total, size as f64 / total)?;
        begun += size;
        if run.mined.interrupted {
            break;
        }
    }
    let mined = run.mined;
    let is_read = mined.known > 0 || mined.games > mined.broken;
    if is_read || inputs.is_empty() || mined.interrupted {
        return Ok(mined);
    }
    drop(database);
    if is_new {
        std::fs::remove_file(out)?;
    }
    Err(DatabaseError::NoGame)
}

/// Whether a file is an SQLite database.
#[must_use]
pub fn is_sqlite(path: &Path) -> bool {
    let mut first = [0; 16];
    let read = files::open_ordinary(path).and_then(|mut file| file.read_exact(&mut first));
    read.is_ok() && first == *b"SQLite format 3\0"
}

/// What the threads share.
struct Search<'a> {
    mining: &'a Mining<'a>,
    is_player: Box<IsPlayer>,
    finders: BufferPool<Finder>,
    stop: &'a StopFlag,
}

struct MiningRun<'a, 'e> {
    database: &'a Database,
    search: Search<'a>,
    event: &'e mut dyn FnMut(MiningEvent<'_>),
    mined: Mined,
    /// The row of the present source.
    source: i64,
    /// The number of the last game that was read of it, and how many an earlier call has searched.
    number: u32,
    before: u32,
    batch: Vec<Found>,
    /// The share of all work that is read.
    done: f64,
}

impl Mining<'_> {
    /// Settings that the puzzles depend on, as JSON.
    fn settings(&self) -> Value {
        let Mining { net, options, proof, player, .. } = self;
        let Proof {
            quick_nodes,
            sift_nodes,
            nodes,
            last_nodes,
            closest_nodes,
            gate,
            swing,
            most,
            margin,
            reserve,
            sure,
            seed,
        } = *proof;
        json!({
            "net": net, "endgame": options.endgame.as_ref().map(|endgame| endgame.to_json()), "player": player, "seed": seed,
            "nodes": [quick_nodes, sift_nodes, nodes, last_nodes, closest_nodes],
            "points": [gate, swing, most, margin, reserve, sure],
        })
    }
}

impl MiningRun<'_, '_> {
    /// Turns to a source; whether there is anything to do.
    fn begin(&mut self, file: &str, sha256: &str) -> Result<bool> {
        let connection = self.database.connection();
        let settings = self.search.mining.settings().to_string();
        let select =
            "SELECT id, games, finished FROM puzzle_source WHERE sha256 = ?1 AND settings = ?2";
        let known: Option<(i64, u32, bool)> = connection
            .query_row(select, params![sha256, settings], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .optional()?;
        let (id, games, is_finished) = match known {
            Some(known) => known,
            None => {
                let insert = "INSERT INTO puzzle_source (file, sha256, settings, games, finished) VALUES (?1, ?2, ?3, 0, 0)";
                connection.execute(insert, params![file, sha256, settings])?;
                (connection.last_insert_rowid(), 0, false)
            }
        };
        (self.source, self.before, self.number) = (id, games, 0);
        self.mined.known += u64::from(games);
        Ok(!is_finished)
    }

    /// The games of a PDN file or of another database. The share of all work before it and its own share are for the progress.
    fn file(&mut self, path: &Path, before: f64, share: f64) -> Result<()> {
        let failed = DatabaseError::of_games(path);
        let sum = checksum::of_file(path).map_err(&failed)?;
        if !self.begin(&files::name_text(path), &sum)? {
            return Ok(());
        }
        let size = std::fs::metadata(path).map_err(&failed)?.len().max(1) as f64;
        let mut failed = None;
        let work = |games: &mut Vec<Found>, text: &GameText<'_>, replay: Replay<'_>| {
            games.push(Found::of(text, replay));
        };
        fold_games(&[path], 1, Vec::new, work, |reading| {
            let done = match reading {
                Reading::Fault(fault) => {
                    self.mined.faults += 1;
                    (self.event)(MiningEvent::Fault(&fault));
                    return ControlFlow::Continue(());
                }
                Reading::Batch(block) => {
                    let read = self.done;
                    let next = before + share * (block.packed_bytes as f64 / size).min(1.0);
                    let count = block.value.len().max(1) as f64;
                    block.value.into_iter().enumerate().try_for_each(|(place, game)| {
                        self.done = read + (next - read).max(0.0) * place as f64 / count;
                        self.take(game)
                    })
                }
            };
            match done {
                Ok(()) if !self.mined.interrupted => ControlFlow::Continue(()),
                Ok(()) => ControlFlow::Break(()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        failed.map_or(Ok(()), Err)?;
        self.done = before + share;
        self.end()
    }

    /// The games of the database itself, each in its first version.
    fn own_games(&mut self) -> Result<()> {
        let last = self.database.last_game()?;
        self.begin("the games of this database", OWN)?;
        let removed = self.database.removed_games()?;
        let select = "SELECT 1 FROM game WHERE id = ?1 AND version_of IS NULL";
        let database = self.database;
        let (mut scan, mut replayer) = (Scan::default(), Replayer::default());
        self.number = self.before;
        for number in self.before + 1..=last {
            let is_first: Option<i64> = database
                .connection()
                .prepare(select)?
                .query_row([number], |row| row.get(0))
                .optional()?;
            let is_wanted = is_first.is_some() && !removed.contains(&number);
            let text = if is_wanted { database.pdn(number)? } else { None };
            let mut found = Found::default();
            if let Some(text) = text {
                each_game(&block_of("games", text), &mut scan, &mut replayer, |text, replay| {
                    found = Found::of(text, replay);
                });
            }
            self.done = f64::from(number) / f64::from(last);
            self.take(found)?;
            if self.mined.interrupted {
                return Ok(());
            }
        }
        self.end()
    }

    /// Takes the next game, and searches a batch once it is full.
    fn take(&mut self, game: Found) -> Result<()> {
        self.number += 1;
        if self.number <= self.before || self.mined.interrupted {
            return Ok(());
        }
        self.batch.push(Found { number: self.number, ..game });
        if self.batch.len() == BATCH { self.write(false) } else { Ok(()) }
    }

    /// The end of a source.
    fn end(&mut self) -> Result<()> {
        match self.mined.interrupted {
            true => Ok(()),
            false => self.write(true),
        }
    }

    /// Searches the games of the batch, and writes what it finds at once.
    fn write(&mut self, is_last: bool) -> Result<()> {
        let batch = std::mem::take(&mut self.batch);
        let search = &self.search;
        let found: Vec<Result<Option<Vec<Puzzle>>>> =
            batch.par_iter().map(|game| search.puzzles(game)).collect();
        let found: Option<Vec<Vec<Puzzle>>> = found.into_iter().collect::<Result<_>>()?;
        let Some(found) = found else {
            self.mined.interrupted = true;
            return Ok(());
        };
        let mut mined = self.mined;
        let transaction = self.database.connection().unchecked_transaction()?;
        for (game, puzzles) in batch.iter().zip(found) {
            mined.games += 1;
            mined.broken += u64::from(game.game.is_none());
            let origin = Origin {
                source: self.source,
                game: game.number,
                white: &game.white,
                black: &game.black,
                event: &game.event,
                date: &game.date,
            };
            for puzzle in puzzles {
                let themes = Themes::built_in().of(&puzzle.position, &puzzle.moves);
                let themes: Vec<&str> = themes.iter().map(|theme| &*theme.id).collect();
                let is_new = write(&transaction, &puzzle, &themes.join(" "), &origin)?;
                *(if is_new { &mut mined.puzzles } else { &mut mined.doubles }) += 1;
            }
        }
        let update = "UPDATE puzzle_source SET games = ?2, finished = ?3 WHERE id = ?1";
        transaction.execute(update, params![self.source, self.number.max(self.before), is_last])?;
        transaction.commit()?;
        self.mined = mined;
        (self.event)(MiningEvent::Progress { done: self.done, mined });
        Ok(())
    }
}

impl Search<'_> {
    /// The puzzles of a game that are wanted; `None` if the search was stopped.
    fn puzzles(&self, found: &Found) -> Result<Option<Vec<Puzzle>>> {
        let Some((start, moves)) = &found.game else { return Ok(Some(Vec::new())) };
        let is_player = |color: Color| (self.is_player)(found.name(color));
        let is_there = is_player(Color::White) || is_player(Color::Black);
        if !is_there {
            return Ok(Some(Vec::new()));
        }
        if self.stop.is_stopped() {
            return Ok(None);
        }
        let mut finder = match self.finders.take() {
            Some(finder) => finder,
            None => {
                let Mining { evaluation, options, proof, .. } = self.mining;
                Finder::new(evaluation, options, *proof)
                    .map_err(|error| DatabaseError::Query(error.to_string()))?
            }
        };
        let puzzles = finder.puzzles(start, moves, self.stop);
        self.finders.put(finder);
        // A mistake of the player, or a win that the player missed.
        let is_wanted = |puzzle: &Puzzle| {
            is_player(!puzzle.solver) || puzzle.missed && is_player(puzzle.solver)
        };
        Ok(puzzles.map(|puzzles| puzzles.into_iter().filter(is_wanted).collect()))
    }
}
