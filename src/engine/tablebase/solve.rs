//! The solver: retrograde analysis of a slice and its flipped slice, once all slices that they lead to are finished.

use rayon::prelude::*;

use super::census::Census;
use super::error::TablesError;
use super::index::{Cursor, Index};
use super::material_key::MaterialKey;
use super::states::{State, States};
use super::table::Kind;
use super::tables::Tables;
use super::unmoves::{Predecessor, for_each_promotion, for_each_unmove, inner_moves};
use super::value::{Code, Wdl};
use crate::board::{MoveList, Position};

/// Places between two checks of the stop flag; a multiple of 64.
const CHUNK: usize = 1 << 16;

/// Chunks between two reports of progress.
const CHUNKS_PER_REPORT: usize = 128;

/// A slice while it is solved, White to move.
struct UnsolvedTable {
    index: Index,
    states: States,
    /// A bit for each place: no capture, so that its value is looked up and not searched.
    quiet: Vec<u64>,
}

/// The values of one slice.
pub(super) struct Solved {
    pub key: MaterialKey,
    /// The code of each place.
    pub(crate) codes: Vec<u8>,
    /// A bit for each place that holds a position without a capture.
    pub quiet: Vec<u64>,
    pub census: Census,
}

/// The progress on a slice and its flipped slice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolverProgress {
    /// Moves are counted and captures looked up; the share that is done.
    Moves(f64),
    /// Positions decided in this number of plies are followed backwards.
    Level(u32),
    /// The values are packed and written.
    Storing,
}

/// What the solver needs beside the slices.
pub(super) struct Solver<'a> {
    pub tables: &'a Tables,
    /// Whether distances are stored, or only wins, draws and losses.
    pub kind: Kind,
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// The results of promotions, for the side that promotes.
#[derive(Clone, Copy, Default)]
struct Promotions {
    /// Plies of the shortest win.
    win: Option<u8>,
    draws: bool,
    /// Plies of the longest loss.
    loss: Option<u8>,
}

impl Solver<'_> {
    /// The values of a slice and, where the key differs, of its flipped slice.
    pub(super) fn solve(
        &self,
        key: MaterialKey,
        watch: &mut dyn FnMut(SolverProgress),
    ) -> Result<Vec<Solved>, TablesError> {
        let mut keys = vec![key, key.flipped()];
        keys.dedup();
        let mut tables = Vec::new();
        for (number, key) in keys.iter().enumerate() {
            let mut report = |share| {
                watch(SolverProgress::Moves((number as f64 + share) / keys.len() as f64));
            };
            tables.push(self.first_states(*key, &mut report)?);
        }
        let mut last = tables.iter().map(|(_, level)| *level).max().unwrap_or(0);
        let tables: Vec<UnsolvedTable> = tables.into_iter().map(|(table, _)| table).collect();
        let mut level = 0;
        while level <= last {
            watch(SolverProgress::Level(u32::from(level)));
            for (number, table) in tables.iter().enumerate() {
                let flipped = &tables[tables.len() - 1 - number];
                last = last.max(self.propagate_level(table, flipped, level)?);
            }
            level += 1;
        }
        Ok(tables.into_iter().map(UnsolvedTable::solved).collect())
    }

    fn check_stop(&self) -> Result<(), TablesError> {
        if (self.stop)() { Err(TablesError::Stopped) } else { Ok(()) }
    }

    /// The first state of every position, by captures and promotions into finished slices; and the highest level found.
    fn first_states(
        &self,
        key: MaterialKey,
        report: &mut dyn FnMut(f64),
    ) -> Result<(UnsolvedTable, u8), TablesError> {
        let index = Index::new(key);
        let states = States::new(index.len());
        let mut quiet = vec![0; index.len().div_ceil(64)];
        let mut last = 0;
        let words = CHUNK / 64;
        for (number, part) in quiet.chunks_mut(CHUNKS_PER_REPORT * words).enumerate() {
            let first = number * CHUNKS_PER_REPORT * CHUNK;
            report(first as f64 / index.len() as f64);
            let chunks = part.par_chunks_mut(words).enumerate().map(|(number, quiet)| {
                self.check_stop()?;
                Ok(self.classify(first + number * CHUNK, &index, &states, quiet))
            });
            last = chunks.try_reduce(|| 0, |a: u8, b| Ok(a.max(b)))?.max(last);
        }
        Ok((UnsolvedTable { index, states, quiet }, last))
    }

    fn classify(&self, from: usize, index: &Index, states: &States, quiet: &mut [u64]) -> u8 {
        let (mut cursor, mut list) = (Cursor::new(index), MoveList::new());
        let mut last = 0;
        for place in from..(from + CHUNK).min(index.len()) {
            let Some(position) = cursor.position(place) else { continue };
            let state = if position.must_capture() {
                State::known(self.known(&position))
            } else {
                quiet[(place - from) / 64] |= 1 << (place % 64);
                self.quiet_state(&position, &mut list)
            };
            last = last.max(state.level());
            states.set(place, state);
        }
        last
    }

    /// The value of a position that leads to finished slices.
    fn known(&self, position: &Position) -> Code {
        let code = self.tables.code(position).expect("smaller slices are finished").0;
        if self.kind == Kind::Distances { code } else { code.without_distance() }
    }

    fn quiet_state(&self, position: &Position, list: &mut MoveList) -> State {
        let inner = inner_moves(position);
        let outer = self.promotions(position, list);
        match outer {
            Promotions { win: Some(plies), .. } => State::promised(plies),
            Promotions { draws: true, .. } => State::open(inner + 1),
            Promotions { loss, .. } if inner == 0 => State::decided(loss.unwrap_or(0)),
            _ => State::open(inner),
        }
    }

    fn promotions(&self, position: &Position, list: &mut MoveList) -> Promotions {
        let mut found = Promotions::default();
        for_each_promotion(position, list, |next| {
            let code = self.known(next).backed_up();
            match (code.verdict(), code.plies()) {
                (Wdl::Win, Some(plies)) => {
                    found.win = Some(found.win.map_or(plies, |best| best.min(plies)));
                }
                (Wdl::Loss, plies) => found.loss = found.loss.max(plies),
                _ => found.draws = true,
            }
        });
        found
    }

    /// Updates the predecessors of all positions decided in `level` plies; returns the highest level that it found.
    fn propagate_level(
        &self,
        table: &UnsolvedTable,
        flipped: &UnsolvedTable,
        level: u8,
    ) -> Result<u8, TablesError> {
        let chunks = table.index.len().div_ceil(CHUNK);
        (0..chunks)
            .into_par_iter()
            .map(|number| {
                self.check_stop()?;
                Ok(self.propagate_chunk(table, flipped, level, number * CHUNK))
            })
            .try_reduce(|| 0, |a, b| Ok(a.max(b)))
    }

    fn propagate_chunk(
        &self,
        table: &UnsolvedTable,
        flipped: &UnsolvedTable,
        level: u8,
        from: usize,
    ) -> u8 {
        let mut last = 0;
        let mut cursor = Cursor::new(&table.index);
        let to = (from + CHUNK).min(table.index.len());
        table.states.for_each_at_level(from, to, level, |place| {
            let position = cursor.position(place).expect("holes have no value").mirrored();
            for_each_unmove(&position, &flipped.index, |before| {
                let found = self.propagate_to(flipped, before, level);
                last = last.max(found.unwrap_or(0));
            });
        });
        last
    }

    /// Updates a predecessor, one of whose moves leads to a position decided in `level` plies.
    fn propagate_to(&self, table: &UnsolvedTable, before: &Predecessor, level: u8) -> Option<u8> {
        let plies = level + 1;
        if plies % 2 == 1 {
            return table.states.win(before.place, plies).then_some(plies);
        }
        // The loser may still hold out longer by promoting.
        table.states.weaken(before.place, || match before.may_promote() {
            false => plies,
            true => {
                let promotions = self.promotions(&before.position(), &mut MoveList::default());
                plies.max(promotions.loss.unwrap_or(0))
            }
        })
    }
}

impl UnsolvedTable {
    fn solved(self) -> Solved {
        let UnsolvedTable { index, states, quiet } = self;
        let mut codes = vec![0; index.len()];
        let census = codes
            .par_chunks_mut(CHUNK)
            .enumerate()
            .map(|(number, codes)| {
                let from = number * CHUNK;
                let mut cursor = Cursor::new(&index);
                let mut census = Census::default();
                for (place, target) in (from..).zip(codes) {
                    let code = states.get(place).code();
                    *target = code.0;
                    let is_quiet = quiet[place / 64] >> (place % 64) & 1 != 0;
                    if is_quiet || cursor.position(place).is_some() {
                        census.add(code, is_quiet);
                    }
                }
                census
            })
            .reduce(Census::default, Census::plus);
        Solved { key: index.key(), codes, quiet, census }
    }
}
