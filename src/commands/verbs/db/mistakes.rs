//! `db stats --mistakes`: the games of a player searched, and the player's mistakes counted.

use std::path::Path;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::unknown;
use crate::arena::jobs::threads;
use crate::board::{Color, Move, MoveList, Position, fen};
use crate::commands::args::database;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::output::{moves, progress};
use crate::commands::{ExitStatus, signals};
use crate::database::query::{GameFilter, PlayerGame, player_games};
use crate::database::store::{Database, Selected, scan};
use crate::engine::{Budget, Engine, Evaluation, Options, StopFlag};
use crate::pdn::spell;
use crate::review::{Glyph, Mistake, mistakes, views};

/// MiB of the transposition table of each thread.
const TABLE: usize = 64;

/// The most moves of a better line.
const LINE: usize = 8;

/// Names of the parts of a game, and the fewest pieces on the board of each.
const PHASES: [(&str, u32); 4] = [("31-40", 31), ("21-30", 21), ("11-20", 11), ("1-10", 0)];

const GLYPHS: [Glyph; 3] = [Glyph::Inaccuracy, Glyph::Mistake, Glyph::Blunder];

/// What is asked.
pub(super) struct Question<'a> {
    pub database: &'a Path,
    pub filter: &'a GameFilter,
    /// The most games.
    pub games: usize,
    pub net: Option<&'a str>,
    pub budget: Budget,
    /// The most mistakes that are listed; 0 for all.
    pub listed: usize,
    pub json: bool,
}

/// A game to be searched.
struct Work {
    about: PlayerGame,
    start: Position,
    moves: Vec<Move>,
}

/// A mistake of the player.
struct Found<'a> {
    work: &'a Work,
    mistake: Mistake,
    position: Position,
    better: Vec<Move>,
}

/// The moves and mistakes of a part of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    moves: u32,
    glyphs: [u32; 3],
    loss: f32,
}

/// Runs the search.
pub(super) fn run(question: &Question<'_>) -> Result<ExitStatus> {
    let threads = Threads::or_cores(None);
    let read = || question.read();
    let work = in_pool(threads, read)?.with_context(|| question.database.display().to_string())?;
    let evaluation = Evaluation::open(question.net.unwrap_or(Evaluation::REFERENCE));
    let evaluation = evaluation.context("--net")?;
    let stop = signals::flag();
    let bar = progress::counter(work.len(), "games");
    let mut found = searched(&work, &evaluation, question.budget, threads, &stop, &bar)?;
    bar.finish_and_clear();
    let done = found.len();
    let counts = counts(&found);
    found.sort_by_key(|(work, _)| std::cmp::Reverse((work.about.date.clone(), work.about.game)));
    let mut worst: Vec<Found<'_>> = found.into_iter().flat_map(|(_, found)| found).collect();
    worst.sort_by(|a, b| b.mistake.loss.total_cmp(&a.mistake.loss));
    let listed = if question.listed == 0 { usize::MAX } else { question.listed };
    worst.truncate(listed);
    if question.json {
        say!("{}", object(question, done, &counts, &worst));
    } else {
        print(done, &counts, &worst);
    }
    if stop.is_stopped() {
        note!("Interrupted: {done} of {} games were searched.", work.len());
        return Ok(ExitStatus::Interrupted);
    }
    Ok(ExitStatus::Done)
}

impl Question<'_> {
    /// The latest games of the player, with their moves.
    fn read(&self) -> Result<Vec<Work>> {
        let database: Database = database::open(self.database)?;
        let mut games = player_games(&database, self.filter)?;
        if games.is_empty() {
            unknown::note(&database, self.filter)?;
        }
        games.truncate(self.games);
        let mut numbers: Vec<u32> = games.iter().map(|game| game.game).collect();
        numbers.sort_unstable();
        let parts = scan(&database, &Selected::These(numbers), Vec::new, |moves, game, list| {
            let mut own = Vec::new();
            game.replay(list, |_, mv| {
                own.extend(mv);
                true
            })?;
            moves.push((game.number, game.start, own));
            Ok(())
        })?;
        let mut moves: Vec<(u32, Position, Vec<Move>)> = parts.into_iter().flatten().collect();
        let work = games.into_iter().filter_map(|about| {
            let place = moves.iter().position(|(number, ..)| *number == about.game)?;
            let (_, start, moves) = moves.swap_remove(place);
            Some(Work { about, start, moves })
        });
        Ok(work.collect())
    }
}

type Searched<'a> = Vec<(&'a Work, Vec<Found<'a>>)>;

/// Searches the games, one a thread at a time; those that were stopped are left out.
fn searched<'a>(
    work: &'a [Work],
    evaluation: &Evaluation,
    budget: Budget,
    threads: usize,
    stop: &StopFlag,
    bar: &ProgressBar,
) -> Result<Searched<'a>> {
    let options = Options { hash_mb: TABLE, ..Options::default() };
    let engines = (0..threads.min(work.len())).map(|_| Engine::new(evaluation, &options));
    let mut engines = engines.collect::<Result<Vec<Engine>, _>>()?;
    let games: Vec<&Work> = work.iter().collect();
    let found = threads::map(&mut engines, &games, |engine, &game| {
        let found = of_game(game, engine, &budget, stop)?;
        bar.inc(1);
        Some((game, found))
    });
    Ok(found.into_iter().flatten().collect())
}

/// The mistakes of the player in one game; none if it was stopped.
fn of_game<'a>(
    work: &'a Work,
    engine: &mut Engine,
    budget: &Budget,
    stop: &StopFlag,
) -> Option<Vec<Found<'a>>> {
    let views = views(engine, &work.start, &work.moves, budget, stop, &mut |_, _| {})?;
    let positions = positions(work);
    let own = |mistake: &Mistake| positions[mistake.before].turn() == work.about.side;
    let found = mistakes(&work.start, &work.moves, &views).into_iter().filter(own);
    let found = found.map(|mistake| Found {
        work,
        mistake,
        position: positions[mistake.before],
        better: views[mistake.before].line.iter().copied().take(LINE).collect(),
    });
    Some(found.collect())
}

/// The position before each move.
fn positions(work: &Work) -> Vec<Position> {
    let mut position = work.start;
    let before = work.moves.iter().map(|&mv| {
        let before = position;
        position = position.succ(mv);
        before
    });
    before.collect()
}

fn phase(position: &Position) -> usize {
    let pieces = position.occupied().len();
    PHASES.iter().position(|(_, least)| pieces >= *least).unwrap_or(PHASES.len() - 1)
}

/// The counts of each part of the games.
fn counts(found: &Searched<'_>) -> [Count; PHASES.len()] {
    let mut counts = [Count::default(); PHASES.len()];
    for (work, found) in found {
        for position in positions(work).iter().filter(|at| at.turn() == work.about.side) {
            counts[phase(position)].moves += 1;
        }
        for Found { mistake, position, .. } in found {
            let count = &mut counts[phase(position)];
            count.loss += mistake.loss;
            for (number, glyph) in count.glyphs.iter_mut().zip(GLYPHS) {
                *number += u32::from(mistake.glyph == glyph);
            }
        }
    }
    counts
}

/// All parts together.
fn sum(counts: &[Count]) -> Count {
    counts.iter().fold(Count::default(), |sum, count| Count {
        moves: sum.moves + count.moves,
        glyphs: [0, 1, 2].map(|glyph| sum.glyphs[glyph] + count.glyphs[glyph]),
        loss: sum.loss + count.loss,
    })
}

fn print(games: usize, counts: &[Count], worst: &[Found<'_>]) {
    say!("{games} games");
    say!("");
    say!("{:<8}{:>8}{:>7}{:>7}{:>7}{:>14}", "pieces", "moves", "?!", "?", "??", "lost a game");
    let named = PHASES.iter().map(|(name, _)| *name).zip(counts.iter().copied());
    for (name, count) in named.chain([("all", sum(counts))]) {
        let [inaccuracies, mistakes, blunders] = count.glyphs;
        let lost = 100.0 * count.loss / games.max(1) as f32;
        say!(
            "{name:<8}{:>8}{inaccuracies:>7}{mistakes:>7}{blunders:>7}{lost:>12.1} %",
            count.moves
        );
    }
    if worst.is_empty() {
        return;
    }
    say!("");
    say!("{:>8}  {:<10}  {:<20}  {:<16}{:>6}  better", "game", "date", "opponent", "move", "lost");
    for found in worst {
        let about = &found.work.about;
        let lost = 100.0 * found.mistake.loss;
        let better = moves::spelled(&found.position, &found.better).join(" ");
        let opponent: String = about.opponent.chars().take(20).collect();
        say!(
            "{:>8}  {:<10}  {opponent:<20}  {:<16}{lost:>4.0} %  {better}",
            about.game,
            about.date,
            found.name()
        );
    }
}

impl Found<'_> {
    fn played(&self) -> String {
        let mv = self.work.moves[self.mistake.before];
        spell(&self.position, mv, &mut MoveList::new())
    }

    /// `23. 28-22?`, with three points before a move of Black.
    fn name(&self) -> String {
        let plies = self.mistake.before + usize::from(self.work.start.turn() == Color::Black);
        let points = if plies.is_multiple_of(2) { "." } else { "..." };
        format!("{}{points} {}{}", plies / 2 + 1, self.played(), self.mistake.glyph.sign())
    }
}

fn object(question: &Question<'_>, games: usize, counts: &[Count], worst: &[Found<'_>]) -> Value {
    let figures = |name: Option<&str>, count: Count| {
        let [inaccuracies, mistakes, blunders] = count.glyphs;
        let mut object = json!({
            "moves": count.moves, "inaccuracies": inaccuracies, "mistakes": mistakes,
            "blunders": blunders, "loss": count.loss,
        });
        if let Some(name) = name {
            object["pieces"] = name.into();
        }
        object
    };
    let phases = PHASES.iter().zip(counts);
    let phases: Vec<Value> = phases.map(|((name, _), count)| figures(Some(name), *count)).collect();
    let one = |found: &Found<'_>| {
        let about = &found.work.about;
        json!({
            "game": about.game, "date": about.date, "opponent": about.opponent, "ply": found.mistake.before,
            "fen": fen::write(&found.position), "move": found.played(), "glyph": found.mistake.glyph.sign(),
            "loss": found.mistake.loss, "better": moves::spelled(&found.position, &found.better).join(" "),
        })
    };
    let mut object = figures(None, sum(counts));
    object["net"] = question.net.unwrap_or(Evaluation::REFERENCE).into();
    object["games"] = games.into();
    object["phases"] = Value::Array(phases);
    object["worst"] = Value::Array(worst.iter().map(one).collect());
    object
}
