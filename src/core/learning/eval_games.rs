//! The games an evaluation is judged on, in one reading for as many filters as are asked for.

use std::ops::ControlFlow;

use super::game_batch::HeldOut;
use super::hyperparams::Checked;
use super::source::{Played, Source};
use crate::dataset::{Census, Episode, Filter, GameCounts, LeftOut, Sampler, Selection, Split};
use crate::game::Reading;
use crate::models::Form;
use crate::pdn::PdnError;

/// Which games a model is judged on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalSet {
    /// The share of the games, drawn by the seed of the settings: that of a run's held-out games gives the same games.
    pub share: f64,
    /// At most this many readable games are met; 0 for all.
    pub games: u64,
}

impl EvalSet {
    /// Every game.
    pub const ALL: EvalSet = EvalSet { share: 1.0, games: 0 };

    /// The games that a run with these settings holds out.
    #[must_use]
    pub fn held_out<S>(checked: &Checked<S>) -> EvalSet {
        EvalSet { share: checked.holdout, games: checked.games }
    }
}

/// What is kept of the games in a scope: which of them, and which of their positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SampleFilter {
    /// Which positions.
    pub filter: Filter,
    /// Which games.
    pub selection: Selection,
}

impl SampleFilter {
    /// What a run with these settings keeps.
    #[must_use]
    pub fn of<S>(checked: &Checked<S>) -> SampleFilter {
        SampleFilter { filter: checked.filter.clone(), selection: checked.selection.clone() }
    }
}

/// The games an evaluation is judged on.
#[derive(Debug)]
pub struct EvalGames {
    /// Their positions, as the filter keeps them, and results.
    pub held_out: HeldOut,
    /// What was read.
    pub census: Census,
    /// Files, or the rest of them, that could not be read.
    pub faults: Vec<PdnError>,
}

/// Reads the games an evaluation is judged on.
#[must_use]
pub fn held_out_games<F: Form, S: Source + ?Sized>(
    source: &S,
    checked: &Checked<F::Settings>,
    scope: EvalSet,
) -> EvalGames {
    let (kept, faults) = sieved_games(source, &[SampleFilter::of(checked)], checked.seed, scope);
    let FilteredSamples { held_out, census } = kept.into_iter().next().expect("one for each sieve");
    EvalGames { held_out, census, faults }
}

/// What a sieve keeps, and what it was asked about.
#[derive(Clone, Debug, Default)]
pub struct FilteredSamples {
    /// The positions it keeps of each game that it keeps, and the results.
    pub held_out: HeldOut,
    /// The games of the scope.
    pub census: Census,
}

/// Reads the games of a scope once; what each sieve keeps of them, and the files that could not be read.
#[must_use]
pub fn sieved_games<S: Source + ?Sized>(
    source: &S,
    sieves: &[SampleFilter],
    seed: u64,
    scope: EvalSet,
) -> (Vec<FilteredSamples>, Vec<PdnError>) {
    let (mut kept, mut faults) = (vec![FilteredSamples::default(); sieves.len()], Vec::new());
    let mut readable = 0;
    let begin = || FilteredBlock::new(sieves, Split::new(seed, scope.share));
    let consume = |reading: Reading<FilteredBlock>| {
        match reading {
            Reading::Fault(fault) => faults.push(fault),
            Reading::Batch(batch) => batch.value.give(scope.games, &mut readable, &mut kept),
        }
        let is_done = scope.games > 0 && readable >= scope.games;
        if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    source.fold(begin, FilteredBlock::add, consume);
    (kept, faults)
}

/// The games of one block, as the worker has sieved them.
struct FilteredBlock {
    split: Split,
    benches: Vec<FilterPass>,
    games: Vec<FilteredGame>,
}

/// A game that was met.
enum FilteredGame {
    /// It cannot be read, for this fault.
    Skipped(&'static str),
    /// It is not of the scope.
    Passed,
    /// Every bench has looked at it.
    Sieved(&'static str),
}

/// One sieve at work.
struct FilterPass {
    sampler: Sampler,
    selection: Selection,
    episode: Episode,
    /// For each game that was sieved: its positions, and why it is left out, if it is.
    verdicts: Vec<(GameCounts, Option<LeftOut>)>,
    /// The games that are not.
    held_out: HeldOut,
}

impl FilteredBlock {
    fn new(sieves: &[SampleFilter], split: Split) -> FilteredBlock {
        FilteredBlock {
            split,
            benches: sieves.iter().map(FilterPass::new).collect(),
            games: Vec::new(),
        }
    }

    fn add(&mut self, game: Result<Played<'_>, &'static str>) {
        let met = match game {
            Err(fault) => FilteredGame::Skipped(fault),
            Ok(game) if !self.split.holds_out(game.identity) => FilteredGame::Passed,
            Ok(game) => {
                self.benches.iter_mut().for_each(|bench| bench.add(&game));
                FilteredGame::Sieved(game.result)
            }
        };
        self.games.push(met);
    }

    /// Hands on what was kept, up to so many readable games in all blocks.
    fn give(&self, limit: u64, readable: &mut u64, kept: &mut [FilteredSamples]) {
        let mut places = vec![FilterProgress::default(); kept.len()];
        for game in &self.games {
            if limit > 0 && *readable >= limit {
                return;
            }
            *readable += u64::from(!matches!(game, FilteredGame::Skipped(_)));
            for ((bench, place), kept) in self.benches.iter().zip(&mut places).zip(&mut *kept) {
                match game {
                    FilteredGame::Skipped(fault) => kept.census.add_skipped(fault),
                    FilteredGame::Passed => {}
                    FilteredGame::Sieved(result) => bench.give(place, result, kept),
                }
            }
        }
    }
}

/// How far the games of a bench have been handed on.
#[derive(Clone, Copy, Default)]
struct FilterProgress {
    sieved: usize,
    kept: usize,
}

impl FilterPass {
    fn new(sieve: &SampleFilter) -> FilterPass {
        FilterPass {
            sampler: Sampler::new(sieve.filter.clone()),
            selection: sieve.selection.clone(),
            episode: Episode::default(),
            verdicts: Vec::new(),
            held_out: HeldOut::default(),
        }
    }

    fn add(&mut self, game: &Played) {
        let counts = game.sample(&mut self.sampler, &mut self.episode);
        let left_out = self.selection.check(&game.candidate(&counts));
        if left_out.is_none() {
            self.held_out.push(&self.episode.positions, self.episode.outcome);
        }
        self.verdicts.push((counts, left_out));
    }

    /// Hands the next game on.
    fn give(&self, place: &mut FilterProgress, result: &'static str, to: &mut FilteredSamples) {
        let (counts, left_out) = &self.verdicts[place.sieved];
        place.sieved += 1;
        to.census.add_game(result, counts);
        match left_out {
            Some(reason) => to.census.add_left_out(*reason),
            None => {
                let (positions, outcome) = self.held_out.game(place.kept);
                to.held_out.push(positions, outcome);
                place.kept += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::board::{MoveList, Position};
    use crate::dataset::Results;
    use crate::learning::MemoryGame;

    fn games(count: usize) -> Vec<MemoryGame> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
        let scores = [Some(1.0), Some(0.0), Some(-1.0), None];
        (0..count).map(|number| game(60, scores[number % 4], &mut random)).collect()
    }

    fn game(plies: usize, score: Option<f32>, random: &mut Xoshiro256PlusPlus) -> MemoryGame {
        let (mut positions, mut moves) = (vec![Position::start()], Vec::new());
        for _ in 0..plies {
            let position = positions[positions.len() - 1];
            let legal = MoveList::legal(&position);
            let Some(mv) = legal.get(random.next_u64() as usize % legal.len().max(1)) else {
                break;
            };
            positions.push(position.succ(*mv));
            moves.push(*mv);
        }
        MemoryGame { positions, moves, score }
    }

    fn read(sieves: &[SampleFilter], scope: EvalSet) -> Vec<FilteredSamples> {
        sieved_games(&*games(40), sieves, 3, scope).0
    }

    #[test]
    fn several_sieves_in_one_reading_keep_what_each_keeps_alone() {
        let selection = Selection { results: Results::Decided, ..Selection::default() };
        let decided = SampleFilter { selection, ..SampleFilter::default() };
        let all = SampleFilter { filter: Filter::UNRESTRICTED, ..SampleFilter::default() };
        let sieves = [SampleFilter::default(), decided, all];
        for scope in
            [EvalSet::ALL, EvalSet { share: 0.5, games: 0 }, EvalSet { share: 0.5, games: 21 }]
        {
            let together = read(&sieves, scope);
            for (sieve, kept) in sieves.iter().zip(&together) {
                let alone = &read(std::slice::from_ref(sieve), scope)[0];
                assert_eq!(kept.held_out, alone.held_out);
                assert_eq!(kept.census, alone.census);
            }
            let lengths = [0, 1, 2].map(|place| together[place].held_out.positions().len());
            assert!(lengths[1] < lengths[0] && lengths[0] < lengths[2], "{lengths:?}");
        }
    }

    #[test]
    fn a_scope_ends_after_so_many_readable_games_of_which_it_takes_its_share() {
        let met = |share, games| {
            read(&[SampleFilter::default()], EvalSet { share, games })[0].census.games
        };
        assert_eq!([met(1.0, 0), met(1.0, 7), met(1.0, 99)], [40, 7, 40]);
        assert!((5..20).contains(&met(0.5, 25)), "{}", met(0.5, 25));
        assert_eq!(met(0.0, 0), 0);
    }
}
