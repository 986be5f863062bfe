//! The games that an evaluation is measured on, read once for any number of filters.

use std::ops::ControlFlow;

use super::baseline::Baseline;
use super::game_batch::HeldOut;
use super::hyperparams::Checked;
use super::report::{Report, report};
use super::source::{Played, Source};
use crate::dataset::{Census, Episode, Filter, GameCounts, LeftOut, Sampler, Selection, Split};
use crate::models::Model;
use crate::parallel::Reading;
use crate::pdn::PdnError;

/// Which games a model is measured on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalSet {
    /// The share of the games, drawn by the seed of the settings: that of a run's held-out games gives the same games.
    pub share: f64,
    /// At most this many readable games are read; 0 for all.
    pub games: u64,
}

impl EvalSet {
    /// Every game.
    pub const ALL: EvalSet = EvalSet { share: 1.0, games: 0 };

    /// The games that a run with these settings holds out.
    pub fn held_out<S>(checked: &Checked<S>) -> EvalSet {
        EvalSet { share: checked.holdout, games: checked.games }
    }
}

/// What is filtered of the games in a scope: which of them, and which of their positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SampleFilter {
    /// Which positions.
    pub filter: Filter,
    /// Which games.
    pub selection: Selection,
}

impl SampleFilter {
    /// What a run with these settings keeps.
    pub fn of<S>(checked: &Checked<S>) -> SampleFilter {
        SampleFilter { filter: checked.filter.clone(), selection: checked.selection.clone() }
    }
}

/// The games that an evaluation is measured on.
#[derive(Debug)]
pub struct EvalGames {
    /// Their positions, as the filter keeps them, and results.
    pub held_out: HeldOut,
    /// What was read.
    pub census: Census,
    /// Files, or the rest of them, that could not be read.
    pub faults: Vec<PdnError>,
}

/// Reads the games that an evaluation is measured on.
pub fn held_out_games<F: Model, S: Source + ?Sized>(
    source: &S,
    checked: &Checked<F::Settings>,
    scope: EvalSet,
) -> EvalGames {
    let (filtered, faults) =
        filtered_games(source, &[SampleFilter::of(checked)], checked.seed, scope);
    let FilteredSamples { held_out, census } =
        filtered.into_iter().next().expect("one for each filter");
    EvalGames { held_out, census, faults }
}

/// The games of a scope that pass a filter.
#[derive(Clone, Debug, Default)]
pub struct FilteredSamples {
    /// The sampled positions of the games that pass, and the results.
    pub held_out: HeldOut,
    /// The games of the scope.
    pub census: Census,
}

/// Reads the games of a scope once: what passes each filter, and the files that could not be read.
pub fn filtered_games<S: Source + ?Sized>(
    source: &S,
    filters: &[SampleFilter],
    seed: u64,
    scope: EvalSet,
) -> (Vec<FilteredSamples>, Vec<PdnError>) {
    let (mut filtered, mut faults) = (vec![FilteredSamples::default(); filters.len()], Vec::new());
    let mut readable = 0;
    let begin = || FilteredBlock::new(filters, Split::new(seed, scope.share));
    let consume = |reading: Reading<FilteredBlock>| {
        match reading {
            Reading::Fault(fault) => faults.push(fault),
            Reading::Batch(batch) => batch.value.add_to(scope.games, &mut readable, &mut filtered),
        }
        let is_done = scope.games > 0 && readable >= scope.games;
        if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    source.fold(0, begin, FilteredBlock::add, consume);
    (filtered, faults)
}

/// The games of one block, as a worker has filtered them.
struct FilteredBlock {
    split: Split,
    passes: Vec<FilterPass>,
    games: Vec<FilteredGame>,
}

/// What was done with a game.
enum FilteredGame {
    /// Unreadable, for this fault.
    Skipped(&'static str),
    /// Not of the scope.
    Passed,
    /// Seen by every filter.
    Filtered(&'static str),
}

/// One filter over the games of a block.
struct FilterPass {
    sampler: Sampler,
    selection: Selection,
    episode: Episode,
    /// Of each game of the scope: its positions, and the reason it is left out for, if it is.
    verdicts: Vec<(GameCounts, Option<LeftOut>)>,
    /// The games that are not left out.
    held_out: HeldOut,
}

impl FilteredBlock {
    fn new(filters: &[SampleFilter], split: Split) -> FilteredBlock {
        FilteredBlock {
            split,
            passes: filters.iter().map(FilterPass::new).collect(),
            games: Vec::new(),
        }
    }

    fn add(&mut self, game: Result<Played<'_>, &'static str>) {
        let outcome = match game {
            Err(fault) => FilteredGame::Skipped(fault),
            Ok(game) if !self.split.holds_out(game.identity) => FilteredGame::Passed,
            Ok(game) => {
                self.passes.iter_mut().for_each(|pass| pass.add(&game));
                FilteredGame::Filtered(game.result)
            }
        };
        self.games.push(outcome);
    }

    /// Adds the filtered games, up to `limit` readable games in all blocks.
    fn add_to(&self, limit: u64, readable: &mut u64, filtered: &mut [FilteredSamples]) {
        let mut progress = vec![FilterProgress::default(); filtered.len()];
        for game in &self.games {
            if limit > 0 && *readable >= limit {
                return;
            }
            *readable += u64::from(!matches!(game, FilteredGame::Skipped(_)));
            for ((pass, place), filtered) in
                self.passes.iter().zip(&mut progress).zip(&mut *filtered)
            {
                match game {
                    FilteredGame::Skipped(fault) => filtered.census.add_skipped(fault),
                    FilteredGame::Passed => {}
                    FilteredGame::Filtered(result) => pass.add_next_to(place, result, filtered),
                }
            }
        }
    }
}

/// How many games of a filter were added.
#[derive(Clone, Copy, Default)]
struct FilterProgress {
    seen: usize,
    held_out: usize,
}

impl FilterPass {
    fn new(filter: &SampleFilter) -> FilterPass {
        FilterPass {
            sampler: Sampler::new(filter.filter.clone()),
            selection: filter.selection.clone(),
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

    fn add_next_to(
        &self,
        place: &mut FilterProgress,
        result: &'static str,
        to: &mut FilteredSamples,
    ) {
        let (counts, left_out) = &self.verdicts[place.seen];
        place.seen += 1;
        to.census.add_game(result, counts);
        match left_out {
            Some(reason) => to.census.add_left_out(*reason),
            None => {
                let (positions, outcome) = self.held_out.game(place.held_out);
                to.held_out.push(positions, outcome);
                place.held_out += 1;
            }
        }
    }
}

/// Figures on games that a network has not learned.
#[derive(Debug)]
pub struct Validation {
    /// The figures.
    pub report: Report,
    /// What was read.
    pub census: Census,
    /// Files, or the rest of them, that could not be read.
    pub faults: Vec<PdnError>,
}

/// Judges an evaluation on games of a source, with the filter and inputs of these settings.
pub fn validate<F: Model, S: Source + ?Sized>(
    source: &S,
    model: &F,
    checked: &Checked<F::Settings>,
    baseline: &Baseline,
    scope: EvalSet,
) -> Validation {
    let EvalGames { held_out, census, faults } = held_out_games::<F, S>(source, checked, scope);
    let report = report(model, &F::encoder(&checked.model), &held_out, baseline);
    Validation { report, census, faults }
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

    fn read(filters: &[SampleFilter], scope: EvalSet) -> Vec<FilteredSamples> {
        filtered_games(&*games(40), filters, 3, scope).0
    }

    #[test]
    fn several_filters_in_one_reading_pass_what_each_passes_by_itself() {
        let selection = Selection { results: Results::Decided, ..Selection::default() };
        let decided = SampleFilter { selection, ..SampleFilter::default() };
        let all = SampleFilter { filter: Filter::UNRESTRICTED, ..SampleFilter::default() };
        let filters = [SampleFilter::default(), decided, all];
        for scope in
            [EvalSet::ALL, EvalSet { share: 0.5, games: 0 }, EvalSet { share: 0.5, games: 21 }]
        {
            let together = read(&filters, scope);
            for (filter, filtered) in filters.iter().zip(&together) {
                let alone = &read(std::slice::from_ref(filter), scope)[0];
                assert_eq!(filtered.held_out, alone.held_out);
                assert_eq!(filtered.census, alone.census);
            }
            let lengths = [0, 1, 2].map(|place| together[place].held_out.positions().len());
            assert!(lengths[1] < lengths[0] && lengths[0] < lengths[2], "{lengths:?}");
        }
    }

    #[test]
    fn a_scope_ends_after_its_readable_games_of_which_it_takes_its_share() {
        let games = |share, games| {
            read(&[SampleFilter::default()], EvalSet { share, games })[0].census.games
        };
        assert_eq!([games(1.0, 0), games(1.0, 7), games(1.0, 99)], [40, 7, 40]);
        assert!((5..20).contains(&games(0.5, 25)), "{}", games(0.5, 25));
        assert_eq!(games(0.0, 0), 0);
    }
}
