//! Whether won endings are won: the engine with endgame tables, from random won positions, against a defence that loses as late as
//! it can.

use std::collections::BTreeMap;
use std::time::Duration;

use draughts_td_results::notes;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use super::lab::LabError;
use crate::arena::PlayError;
use crate::board::{
    Bitboard, ByColor, Color, DrawRule, History, Move, MoveList, Position, Setup, Square, fen,
};
use crate::player::{Budget, Endgame, Engine, Evaluation, GameState, Options, StopFlag};
use crate::results::{FigureRow, Figures, Ledger, Progress, Report, RunFolder};
use crate::tablebase::{MaterialKey, Tables, Wdl};

/// Raised whenever a change of the program changes the figures.
const REVISION: u32 = 1;

/// What the engine knows of each position in the tables. The defence always knows the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Knowledge {
    /// Who wins, and in how many plies.
    Distances,
    Verdicts,
}

impl Knowledge {
    pub(crate) const ALL: [Knowledge; 2] = [Knowledge::Distances, Knowledge::Verdicts];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Knowledge::Distances => "distances",
            Knowledge::Verdicts => "verdicts",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndingsSettings {
    revision: u32,
    pub seed: u64,
    pub positions: usize,
    pub pieces: u32,
    /// The fewest plies in which they are won, or more.
    pub least_plies: u32,
    pub seconds: Option<f64>,
    pub nodes: Option<u64>,
    pub net: String,
}

impl EndingsSettings {
    /// The full size: 1,000 positions, 50 ms a move.
    pub fn full(seed: u64, pieces: u32, net: &str) -> EndingsSettings {
        EndingsSettings {
            revision: REVISION,
            seed,
            positions: 1000,
            pieces,
            least_plies: 1,
            seconds: Some(0.05),
            nodes: None,
            net: net.into(),
        }
    }

    /// A small size that gives the same figures every time: 50 positions, 2,000 nodes a move.
    pub fn quick(seed: u64, pieces: u32, net: &str) -> EndingsSettings {
        let (positions, seconds, nodes) = (50, None, Some(2000));
        EndingsSettings { positions, seconds, nodes, ..EndingsSettings::full(seed, pieces, net) }
    }

    fn budget(&self) -> Budget {
        let time = self.seconds.map(Duration::from_secs_f64);
        Budget { time, nodes: self.nodes, ..Budget::INFINITE }
    }

    fn pace(&self) -> String {
        match (self.seconds, self.nodes) {
            (Some(seconds), _) => format!("{:.0} ms a move", 1000.0 * seconds),
            (None, Some(nodes)) => format!("{nodes} nodes a move"),
            (None, None) => "no limit".into(),
        }
    }
}

/// Draws for each position that is asked for; long wins are rare, and of few pieces there are none.
const TRIES: usize = 100_000;

/// Positions that the side to move wins without a capture, within the draw counts that begin with them: a slice by lot, its
/// pieces on squares by lot, and one of two positions turned so that Black is to move. What is no such win is drawn again, so often that
/// fewer positions than are asked for mean that there are hardly any.
fn won_positions(settings: &EndingsSettings, tables: &Tables) -> Vec<Position> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let slices: Vec<MaterialKey> = (2..=settings.pieces).flat_map(MaterialKey::all).collect();
    let drawn = std::iter::from_fn(|| {
        let slice = slices.choose(&mut random)?;
        Some(
            set_up(*slice, &mut random)
                .filter(|position| is_won(position, tables, settings.least_plies)),
        )
    });
    drawn.take(settings.positions * TRIES).flatten().take(settings.positions).collect()
}

fn set_up(slice: MaterialKey, random: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let mut square = || {
        let number = 1 + (random.next_u64() % 50) as u8;
        Square::new(number).expect("there are 50 squares")
    };
    let mut set =
        |count: usize| (0..count).fold(Bitboard::EMPTY, |set: Bitboard, _| set.with(square()));
    let men = ByColor::from_fn(|color| set(slice.men(color)));
    let kings = ByColor::from_fn(|color| set(slice.kings(color)));
    let position = Setup { men, kings, turn: Color::White }.check().ok()?;
    let is_whole = position.occupied().len() == slice.pieces();
    let is_turned = random.next_u64() % 2 == 1;
    is_whole.then(|| if is_turned { position.mirrored() } else { position })
}

fn is_won(position: &Position, tables: &Tables, least_plies: u32) -> bool {
    let fits = || {
        let left = History::new(position).plies_left();
        let distance = tables.distance(position);
        distance.is_some_and(|distance| distance.fits(left) && distance.plies() >= least_plies)
    };
    !position.must_capture() && tables.probe(position) == Some(Wdl::Win) && fits()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ending {
    Won,
    Lost,
    /// The same position stood on the board three times (6.1).
    Repetition,
    /// A count of moves ran out (6.2 to 6.4).
    Count,
}

/// Plays a position out, the engine with the side to move: how it ends, and after how many plies.
fn play(engine: &mut Engine, budget: &Budget, tables: &Tables, start: &Position) -> (Ending, u32) {
    let mut state = GameState::new(*start);
    engine.new_game();
    for plies in 0.. {
        let is_own = state.position().turn() == start.turn();
        let mv = if is_own {
            let choice = engine.think(&state, budget, &StopFlag::new(), &mut |_| {});
            choice.map(|choice| choice.mv)
        } else {
            defence(tables, state.position())
        };
        let ending = match mv {
            None if is_own => Some(Ending::Lost),
            None => Some(Ending::Won),
            Some(mv) => {
                state.play(mv);
                drawn(&state)
            }
        };
        if let Some(ending) = ending {
            return (ending, plies + u32::from(mv.is_some()));
        }
    }
    unreachable!("the draw rules end every game")
}

/// How the draw rules end a game, unless the side to move has no move left and has lost.
fn drawn(state: &GameState) -> Option<Ending> {
    let rule = state.position().has_moves().then(|| state.history().draw()).flatten()?;
    Some(if rule == DrawRule::Repetition { Ending::Repetition } else { Ending::Count })
}

/// The move that wins or draws if one does, else the one after which the winner needs longest.
fn defence(tables: &Tables, position: &Position) -> Option<Move> {
    let worth = |mv: &Move| {
        let outcome = tables.outcome(&position.succ(*mv));
        let plies = outcome.and_then(|outcome| outcome.distance).map_or(0, |d| d.plies());
        match outcome.map(|outcome| outcome.verdict) {
            Some(Wdl::Loss) => (2, 0),
            Some(Wdl::Draw) | None => (1, 0),
            Some(Wdl::Win) => (0, plies),
        }
    };
    MoveList::legal(position).into_iter().max_by_key(worth)
}

/// MiB of the transposition table.
const TABLE: usize = 8;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EndingRow {
    pub number: usize,
    pub(crate) knowledge: Knowledge,
    pub fen: String,
    pub distance: u32,
    pub(crate) ending: Ending,
    pub plies: u32,
}

impl FigureRow for EndingRow {
    fn piece(&self) -> String {
        piece(self.number, self.knowledge)
    }
}

fn piece(number: usize, knowledge: Knowledge) -> String {
    format!("position {number} with {}", knowledge.name())
}

/// Plays what the folder has not got yet, writes the report, and returns its main table.
///
/// # Errors
/// When the folder cannot be read or written, there are too few such positions, or no engine can be had.
pub fn run(
    settings: &EndingsSettings,
    endgame: &Endgame,
    folder: &RunFolder,
    progress: &Progress<'_>,
) -> Result<String, LabError> {
    let rows = rows(settings, endgame, folder, progress)?;
    let figures = Figures { settings, rows: &rows, run: folder.description() };
    Ok(folder.finish(&rows, &report(&figures), SUMMARY)?)
}

fn rows(
    settings: &EndingsSettings,
    endgame: &Endgame,
    folder: &RunFolder,
    progress: &Progress<'_>,
) -> Result<Vec<EndingRow>, LabError> {
    let positions = won_positions(settings, endgame.tables());
    let (asked, found) = (settings.positions, positions.len());
    if found < asked {
        return Err(LabError::Rare { asked, found, least_plies: settings.least_plies });
    }
    type Unit<'a> = (Knowledge, usize, &'a Position);
    let each = |knowledge| positions.iter().enumerate().map(move |(n, p)| (knowledge, n, p));
    let units: Vec<Unit<'_>> = Knowledge::ALL.into_iter().flat_map(each).collect();
    let piece = |&(knowledge, number, _): &Unit<'_>| piece(number, knowledge);
    let ledger = Ledger::open(folder, units.iter().map(piece), progress)?;
    let evaluation = Evaluation::open(&settings.net).map_err(PlayError::from)?;
    let tables = endgame.tables();
    ledger.rows(&units, piece, |&(knowledge, number, position)| {
        let known = match knowledge {
            Knowledge::Distances => endgame.clone(),
            Knowledge::Verdicts => endgame.without_distances(),
        };
        let options = Options { hash_mb: TABLE, endgame: Some(known), ..Options::default() };
        let mut engine = Engine::new(&evaluation, &options).map_err(PlayError::from)?;
        let (ending, plies) = play(&mut engine, &settings.budget(), tables, position);
        let distance = tables.distance(position).map_or(0, |distance| distance.plies());
        Ok(EndingRow { number, knowledge, fen: fen::write(position), distance, ending, plies })
    })
}

#[derive(Clone, Copy, Default)]
struct Count {
    positions: u32,
    won: u32,
    shortest: u32,
    distance: u32,
    plies: u32,
    longest: u32,
}

impl Count {
    fn add(&mut self, row: &EndingRow) {
        let is_won = row.ending == Ending::Won;
        self.positions += 1;
        self.distance += row.distance;
        if is_won {
            self.won += 1;
            self.shortest += u32::from(row.plies <= row.distance);
            self.plies += row.plies;
            self.longest = self.longest.max(row.plies);
        }
    }

    fn row(&self, name: String) -> [String; 7] {
        let mean =
            |sum: u32, count: u32| format!("{:.1}", f64::from(sum) / f64::from(count.max(1)));
        [
            name,
            self.positions.to_string(),
            self.won.to_string(),
            self.shortest.to_string(),
            mean(self.distance, self.positions),
            mean(self.plies, self.won),
            self.longest.to_string(),
        ]
    }
}

/// How the captions of tables begin that are shown at a terminal.
const SUMMARY: &[&str] = &["Won endings, all material"];

pub(crate) fn report(figures: &Figures<EndingsSettings, EndingRow>) -> Report {
    let Figures { settings, rows, run } = *figures;
    let least = match settings.least_plies {
        0 | 1 => String::new(),
        plies => format!(", in {plies} plies at the quickest"),
    };
    let overview = Knowledge::ALL.map(|knowledge| {
        let mut count = Count::default();
        rows.iter().filter(|row| row.knowledge == knowledge).for_each(|row| count.add(row));
        count.row(knowledge.name().to_owned())
    });
    Report::new(notes::ENDINGS, run)
        .settings(settings)
        .text("least", least)
        .text("limit", settings.pace())
        .rows("overview", overview)
        .list("not-won", rows.iter().filter(|row| row.ending != Ending::Won).map(not_won))
        .rows("distances", by_material(rows, Knowledge::Distances))
        .rows("verdicts", by_material(rows, Knowledge::Verdicts))
}

fn not_won(row: &EndingRow) -> String {
    let how = match row.ending {
        Ending::Won => "won",
        Ending::Lost => "lost",
        Ending::Repetition => "drawn by repetition",
        Ending::Count => "drawn by a count of moves",
    };
    format!(
        "`{}` with {}: {how} after {} plies; won in {}",
        row.fen,
        row.knowledge.name(),
        row.plies,
        row.distance
    )
}

fn by_material(rows: &[EndingRow], knowledge: Knowledge) -> Vec<[String; 7]> {
    let mut counts: BTreeMap<(u32, String), Count> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.knowledge == knowledge) {
        let Ok(position) = fen::read(&row.fen) else { continue };
        let key = (position.occupied().len(), material(&position));
        counts.entry(key).or_default().add(row);
    }
    counts.into_iter().map(|((_, material), count)| count.row(material)).collect()
}

/// `2 K + man v K`, the side to move first.
fn material(position: &Position) -> String {
    let [own, other] = [position.turn(), !position.turn()].map(|color| pieces(position, color));
    format!("{own} v {other}")
}

fn pieces(position: &Position, color: Color) -> String {
    let some = |count: u32, one: &str, more: &str| match count {
        0 => None,
        1 => Some(one.to_owned()),
        count => Some(format!("{count} {more}")),
    };
    let kings = some(position.kings(color).len(), "K", "K");
    let men = some(position.men(color).len(), "man", "men");
    kings.into_iter().chain(men).collect::<Vec<_>>().join(" + ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_is_written_with_the_side_to_move_first() {
        let written = |text: &str| material(&fen::read(text).expect(text));
        assert_eq!(written("W:WK6,K16,41:BK50"), "2 K + man v K");
        assert_eq!(written("B:W31,32:BK50,12"), "K + man v 2 men");
    }
}
