//! The solver: retrograde analysis of a slice and its twin, with all slices they lead to finished.

use rayon::prelude::*;

use super::census::Census;
use super::error::TablesError;
use super::index::{Cursor, Index};
use super::material_key::MaterialKey;
use super::states::{State, States};
use super::table::Kind;
use super::tables::Tables;
use super::unmoves::{Predecessor, each_predecessor, each_promotion, inner_moves};
use super::value::{Code, Wdl};
use crate::board::{MoveList, Position};

/// Places that one thread works through before it asks whether to stop; a multiple of 64.
const STRETCH: usize = 1 << 16;

/// Stretches between two reports of progress.
const REPORTED: usize = 128;

/// A slice while it is solved, White to move.
struct UnsolvedTable {
    index: Index,
    states: States,
    /// A bit for each place: no capture, so that its value is looked up and not searched.
    quiet: Vec<u64>,
}

/// The values of one slice.
pub(super) struct Solved {
    pub slice: MaterialKey,
    /// The code of each place.
    pub codes: Vec<u8>,
    /// A bit for each place that holds a position without a capture.
    pub quiet: Vec<u64>,
    pub census: Census,
}

/// How far the work on a slice and its twin is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolverProgress {
    /// Moves are counted and captures looked up; the share that is done.
    Moves(f64),
    /// Positions decided in so many plies are followed backwards.
    Level(u32),
    /// The values are packed and written.
    Storing,
}

/// What the solver needs beside the slices.
pub(super) struct Solver<'a> {
    pub tables: &'a Tables,
    /// Whether distances count, or only who wins.
    pub kind: Kind,
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// What promotions come to, for the side that promotes.
#[derive(Clone, Copy, Default)]
struct Promotions {
    /// Plies of the shortest win.
    win: Option<u8>,
    draws: bool,
    /// Plies of the longest loss.
    loss: Option<u8>,
}

impl Solver<'_> {
    /// The values of a slice and, where it is another, of its twin.
    pub(super) fn solve(
        &self,
        slice: MaterialKey,
        watch: &mut dyn FnMut(SolverProgress),
    ) -> Result<Vec<Solved>, TablesError> {
        let mut names = vec![slice, slice.twin()];
        names.dedup();
        let mut sides = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let mut report = |share| {
                watch(SolverProgress::Moves((number as f64 + share) / names.len() as f64));
            };
            sides.push(self.first_states(*name, &mut report)?);
        }
        let mut last = sides.iter().map(|(_, level)| *level).max().unwrap_or(0);
        let sides: Vec<UnsolvedTable> = sides.into_iter().map(|(side, _)| side).collect();
        let mut level = 0;
        while level <= last {
            watch(SolverProgress::Level(u32::from(level)));
            for (number, side) in sides.iter().enumerate() {
                let twin = &sides[sides.len() - 1 - number];
                last = last.max(self.spread(side, twin, level)?);
            }
            level += 1;
        }
        Ok(sides.into_iter().map(UnsolvedTable::solved).collect())
    }

    fn heed_stop(&self) -> Result<(), TablesError> {
        if (self.stop)() { Err(TablesError::Stopped) } else { Ok(()) }
    }

    /// Looks at every position once: captures and promotions lead to finished slices. With the latest level that was found.
    fn first_states(
        &self,
        slice: MaterialKey,
        report: &mut dyn FnMut(f64),
    ) -> Result<(UnsolvedTable, u8), TablesError> {
        let index = Index::new(slice);
        let states = States::new(index.len());
        let mut quiet = vec![0; index.len().div_ceil(64)];
        let mut last = 0;
        let words = STRETCH / 64;
        for (number, part) in quiet.chunks_mut(REPORTED * words).enumerate() {
            let first = number * REPORTED * STRETCH;
            report(first as f64 / index.len() as f64);
            let stretches = part.par_chunks_mut(words).enumerate().map(|(number, quiet)| {
                self.heed_stop()?;
                Ok(self.look_at(first + number * STRETCH, &index, &states, quiet))
            });
            last = stretches.try_reduce(|| 0, |a: u8, b| Ok(a.max(b)))?.max(last);
        }
        Ok((UnsolvedTable { index, states, quiet }, last))
    }

    fn look_at(&self, from: usize, index: &Index, states: &States, quiet: &mut [u64]) -> u8 {
        let (mut cursor, mut list) = (Cursor::new(index), MoveList::new());
        let mut last = 0;
        for place in from..(from + STRETCH).min(index.len()) {
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
        if self.kind == Kind::Distances { code } else { code.flat() }
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
        each_promotion(position, list, |next| {
            let code = self.known(next).before();
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

    /// Tells the predecessors of all positions that are decided in so many plies. With the latest level that came of it.
    fn spread(
        &self,
        side: &UnsolvedTable,
        twin: &UnsolvedTable,
        level: u8,
    ) -> Result<u8, TablesError> {
        let stretches = side.index.len().div_ceil(STRETCH);
        (0..stretches)
            .into_par_iter()
            .map(|number| {
                self.heed_stop()?;
                Ok(self.spread_stretch(side, twin, level, number * STRETCH))
            })
            .try_reduce(|| 0, |a, b| Ok(a.max(b)))
    }

    fn spread_stretch(
        &self,
        side: &UnsolvedTable,
        twin: &UnsolvedTable,
        level: u8,
        from: usize,
    ) -> u8 {
        let mut last = 0;
        let mut cursor = Cursor::new(&side.index);
        let to = (from + STRETCH).min(side.index.len());
        side.states.each_at_level(from, to, level, |place| {
            let position = cursor.position(place).expect("holes have no value").mirrored();
            each_predecessor(&position, &twin.index, |before| {
                let found = self.tell(twin, before, level);
                last = last.max(found.unwrap_or(0));
            });
        });
        last
    }

    /// Tells a predecessor that one of its moves leads to a position decided in so many plies.
    fn tell(&self, side: &UnsolvedTable, before: &Predecessor, level: u8) -> Option<u8> {
        let plies = level + 1;
        if plies % 2 == 1 {
            return side.states.win(before.place, plies).then_some(plies);
        }
        // The loser may still hold out longer by promoting.
        side.states.weaken(before.place, || match before.may_promote() {
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
            .par_chunks_mut(STRETCH)
            .enumerate()
            .map(|(number, codes)| {
                let from = number * STRETCH;
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
        Solved { slice: index.slice(), codes, quiet, census }
    }
}
