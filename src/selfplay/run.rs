//! A run: games with the weights of now, one step for them, figures from time to time, and again.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use serde_json::json;

use super::config::SelfPlayConfig;
use super::error::SelfPlayError;
use super::evaluation::{self, Measurement, OpponentResults};
use super::opponent::Opponent;
use super::record::{Record, Saved, Totals};
use super::rollout::{GameOpponent, Job, Rollout, RolloutOutcome, Trajectories, seed_of};
use crate::board::Position;
use crate::engine::{Evaluation, StopFlag};
use crate::game::GameResult;
use crate::learning::{HeldOut, Optimiser, TdLeafLearner, TrajectoryStats, worth_of_a_man};
use crate::models::{Tunable, file};
use crate::play::jobs::threads;

/// Games in a row without a lesson after which a run gives up.
const HOPELESS: u64 = 20;
/// Checkpoints that are met as opponents at most; the oldest goes.
const PAST: usize = 8;
/// Positions from which the worth of a man is taken.
const PROBES: usize = 100;
/// Games between two lines of progress.
const LINE: u64 = 100;

/// How a run is going.
#[derive(Clone, Debug, Serialize)]
pub struct Progress {
    /// Games behind.
    pub games: u64,
    /// Games played by this process.
    pub played: u64,
    /// Time since this process began.
    pub seconds: f64,
    /// What all games came to.
    pub totals: Totals,
    /// What the chains came to since the line before.
    pub chains: TrajectoryStats,
    /// The mean value as the learner saw it, since the line before.
    pub mean_value: Option<f64>,
    /// The mean squared difference of values and results, since the line before.
    pub error: Option<f64>,
    /// What a man costs that is taken off the board.
    pub man: Option<f64>,
}

/// What a run tells.
#[derive(Debug)]
pub enum Event<'a, F> {
    /// So many games are behind.
    Games(u64),
    /// Figures since the line before.
    Progress(&'a Progress),
    /// Frozen weights were measured.
    Measured(&'a Measurement),
    /// A game taught; games with the same number have the same opening and moves.
    Taught(u64),
    /// A game taught nothing, because of this.
    Spoilt(&'a str),
    /// Time to save.
    Checkpoint(&'a Saved<F>, &'a Record),
}

/// Who hears of every event, and may break the run off.
pub type Watch<'a, F> = &'a mut dyn FnMut(Event<'_, F>) -> ControlFlow<()>;

/// What a run ends with.
#[derive(Clone, Debug)]
pub struct SelfPlayResult<F> {
    /// The weights.
    pub saved: Saved<F>,
    /// How it went.
    pub record: Record,
    /// Whether it was broken off.
    pub interrupted: bool,
}

/// A run under way.
struct SelfPlayRun<'a, F: Tunable> {
    course: &'a SelfPlayConfig,
    settings: &'a F::Settings,
    learner: TdLeafLearner<F>,
    record: Record,
    past: Vec<Evaluation>,
    held_out: &'a HeldOut,
    /// Positions that were met lately.
    probes: Vec<Position>,
    recent: TrajectoryStats,
    began: Instant,
    saved: Instant,
    first: u64,
}

/// Learns by playing, from a record on, until all games are behind or somebody breaks it off.
///
/// With fixed nodes or depth and opponents of our own the weights depend on course, settings and start alone: not on the number of
/// desks, nor on when the run was interrupted.
///
/// # Errors
/// A player that cannot be made, weights that turn into no numbers, opponents that never finish a game.
pub fn train<F: Tunable>(
    course: &SelfPlayConfig,
    settings: &F::Settings,
    (from, record): (Saved<F>, Record),
    held_out: &HeldOut,
    checkpoint: Duration,
    stop: &StopFlag,
    watch: Watch<'_, F>,
) -> Result<SelfPlayResult<F>, SelfPlayError> {
    course.check()?;
    let mut run = SelfPlayRun::new(course, settings, from, record, held_out)?;
    let mut desks: Vec<Rollout<'_>> =
        (0..course.desks.max(1)).map(|_| Rollout::new(course, stop)).collect();
    let mut is_broken_off = false;
    if run.record.games == 0 && run.record.curve.is_empty() && course.measuring.every > 0 {
        is_broken_off = run.measure(&mut desks, stop, watch)?.is_break();
    }
    while run.record.games < course.games && !is_broken_off {
        is_broken_off = run.batch(&mut desks, watch)?.is_break();
        is_broken_off = is_broken_off || run.report(&mut desks, stop, watch)?.is_break();
        if run.saved.elapsed() >= checkpoint && !is_broken_off {
            is_broken_off = run.save(watch)?.is_break();
        }
    }
    run.check()?;
    let saved = run.snapshot();
    let interrupted = run.record.games < course.games;
    Ok(SelfPlayResult { saved, record: run.record, interrupted })
}

impl<'a, F: Tunable> SelfPlayRun<'a, F> {
    fn new(
        course: &'a SelfPlayConfig,
        settings: &'a F::Settings,
        from: Saved<F>,
        record: Record,
        held_out: &'a HeldOut,
    ) -> Result<SelfPlayRun<'a, F>, SelfPlayError> {
        let (all, rated) = (course.opponents.len(), record.ratings.len());
        if rated != all || record.met.len() > all {
            let text = format!(
                "the checkpoint counts games against {rated} opponents, this run has {all}; leave --resume out"
            );
            return Err(SelfPlayError::Settings(text));
        }
        let fresh = Optimiser::new(course.practice.method, from.form.numbers());
        let [squares, means] = from.memory;
        let optimiser = fresh.remembering(squares, means, record.updates);
        let past = record.past.iter().map(|games| reopened(course, *games));
        Ok(SelfPlayRun {
            past: past.collect::<Result<_, _>>()?,
            learner: TdLeafLearner::new(from.form, settings, course.practice, optimiser),
            course,
            settings,
            first: record.games,
            record,
            held_out,
            probes: Vec::new(),
            recent: TrajectoryStats::default(),
            began: Instant::now(),
            saved: Instant::now(),
        })
    }

    fn evaluation(&self) -> Evaluation {
        Evaluation::of(self.learner.form().clone().player())
    }

    /// The games of one step, and the step. Broken off, they leave no trace.
    fn batch(
        &mut self,
        desks: &mut [Rollout<'_>],
        watch: Watch<'_, F>,
    ) -> Result<ControlFlow<()>, SelfPlayError> {
        let course = self.course;
        let end = (self.record.games / course.update + 1) * course.update;
        let jobs: Vec<(Job, usize)> =
            (self.record.games..end.min(course.games)).map(|number| self.job(number)).collect();
        let evaluation = self.evaluation();
        let outcomes = threads::map(desks, &jobs, |desk, (job, _)| desk.play(job, &evaluation));
        let outcomes = outcomes.into_iter().collect::<Result<Vec<_>, _>>()?;
        if outcomes.iter().any(|outcome| matches!(outcome, RolloutOutcome::Interrupted)) {
            return Ok(ControlFlow::Break(()));
        }
        self.learner.set_rates(F::rates(self.settings, course.factor(self.record.games)));
        self.probes.clear();
        let mut is_broken_off = false;
        for (outcome, (_, opponent)) in outcomes.into_iter().zip(&jobs) {
            match outcome {
                RolloutOutcome::Lessons(lessons) => {
                    self.learn(&lessons, *opponent)?;
                    is_broken_off |= watch(Event::Taught(lessons.identity)).is_break();
                }
                RolloutOutcome::Spoilt(reason) => {
                    is_broken_off |= self.spoilt(&reason, watch)?.is_break()
                }
                RolloutOutcome::Interrupted => {}
            }
        }
        self.learner.update();
        self.record.games = end.min(course.games);
        self.record.updates = self.learner.optimiser().updates();
        // Part of the step: whoever breaks the run off later must not take an opponent from it.
        if self.course.opponents.contains(&Opponent::Past) && self.crossed(self.course.past_every) {
            self.keep()?;
        }
        Ok(if is_broken_off {
            ControlFlow::Break(())
        } else {
            watch(Event::Games(self.record.games))
        })
    }

    /// The game of this number, and the number of the opponent.
    fn job(&self, number: u64) -> (Job, usize) {
        let (course, ratings) = (self.course, &self.record.ratings);
        // What draws the opponent must not draw the opening too.
        let mut random = Xoshiro256PlusPlus::seed_from_u64(!seed_of(course, number));
        let opponent = ratings.next(course.matching, &mut random);
        let meeting = match &course.opponents[opponent] {
            Opponent::Itself => GameOpponent::Itself,
            Opponent::Past if self.past.is_empty() => GameOpponent::Itself,
            Opponent::Past => {
                let place = (seed_of(course, number) >> 32) as usize % self.past.len();
                GameOpponent::Frozen(self.past[place].clone())
            }
            Opponent::Player(_) => GameOpponent::Player(opponent),
        };
        (Job { number, meeting, meets_weaker: ratings.ahead(opponent) < 0.0 }, opponent)
    }

    fn learn(&mut self, lessons: &Trajectories, opponent: usize) -> Result<(), SelfPlayError> {
        let totals = &mut self.record.totals;
        self.record.barren = 0;
        totals.taught += 1;
        totals.plies += lessons.plies;
        totals.met.add(&lessons.met);
        for (count, verdict) in
            totals.results.iter_mut().zip([GameResult::White, GameResult::Draw, GameResult::Black])
        {
            *count += u64::from(verdict == lessons.verdict);
        }
        if let Some(score) = lessons.score {
            totals.learner[score.half_points()] += 1;
            self.record.met.resize(self.course.opponents.len(), [0; 3]);
            self.record.met[opponent][score.half_points()] += 1;
            self.record.ratings.add(opponent, score);
            let others = self.course.opponents.iter().enumerate();
            for (itself, _) in others.filter(|(_, other)| **other == Opponent::Itself) {
                self.record.ratings.level(itself);
            }
        }
        for chain in &lessons.chains {
            let figures = self.learner.take(chain);
            if !(figures.value + figures.squared).is_finite() {
                return Err(self.diverged());
            }
            self.record.totals.chains.add(&figures);
            self.recent.add(&figures);
            let free = PROBES.saturating_sub(self.probes.len());
            self.probes.extend(chain.links.iter().map(|link| link.position).take(free));
        }
        Ok(())
    }

    fn spoilt(
        &mut self,
        reason: &str,
        watch: Watch<'_, F>,
    ) -> Result<ControlFlow<()>, SelfPlayError> {
        self.record.totals.spoilt += 1;
        self.record.barren += 1;
        let games = self.record.barren;
        if games >= HOPELESS {
            return Err(SelfPlayError::Hopeless { games, reason: reason.into() });
        }
        Ok(watch(Event::Spoilt(reason)))
    }

    /// What is due after a step: a line of progress, a measurement.
    fn report(
        &mut self,
        desks: &mut [Rollout<'_>],
        stop: &StopFlag,
        watch: Watch<'_, F>,
    ) -> Result<ControlFlow<()>, SelfPlayError> {
        let games = self.record.games;
        let is_last = games >= self.course.games;
        if self.crossed(LINE) || is_last {
            let progress = self.progress();
            if watch(Event::Progress(&progress)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if self.crossed(self.course.measuring.every) || is_last {
            return self.measure(desks, stop, watch);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether the last step has passed a multiple of so many games.
    fn crossed(&self, every: u64) -> bool {
        let (games, update) = (self.record.games, self.course.update);
        let before = (games - 1) / update * update;
        every > 0 && games / every > before / every
    }

    fn progress(&mut self) -> Progress {
        let chains = std::mem::take(&mut self.recent);
        Progress {
            games: self.record.games,
            played: self.record.games - self.first,
            seconds: self.began.elapsed().as_secs_f64(),
            totals: self.record.totals,
            mean_value: chains.mean_value(),
            error: chains.error(),
            chains,
            man: self.man(),
        }
    }

    fn man(&self) -> Option<f64> {
        let encoder = F::encoder(self.settings);
        let probes = self.probes.iter();
        let man = || worth_of_a_man(self.learner.form(), &encoder, probes);
        (!self.probes.is_empty()).then(man)
    }

    fn measure(
        &mut self,
        desks: &mut [Rollout<'_>],
        stop: &StopFlag,
        watch: Watch<'_, F>,
    ) -> Result<ControlFlow<()>, SelfPlayError> {
        let scores = evaluation::strength(self.course, desks, &self.evaluation())?;
        if stop.is_stopped() {
            return Ok(ControlFlow::Break(()));
        }
        let held_out = evaluation::error(&mut self.learner, self.held_out);
        let games = self.record.games;
        let measurement =
            Measurement { games, scores, held_out, man: self.man(), met: self.meetings() };
        let flow = watch(Event::Measured(&measurement));
        self.record.curve.push(measurement);
        Ok(flow)
    }

    /// The games since the measurement before, which are counted anew from here.
    fn meetings(&mut self) -> Vec<OpponentResults> {
        let met = std::mem::take(&mut self.record.met);
        let ratings = &self.record.ratings;
        let meetings = |(place, results): (usize, [u64; 3])| OpponentResults {
            opponent: self.course.opponents[place].short(),
            results,
            ahead: ratings.ahead(place),
        };
        let met = met.into_iter().enumerate().filter(|(_, results)| *results != [0; 3]);
        met.map(meetings).collect()
    }

    /// Keeps the weights of now as an opponent.
    fn keep(&mut self) -> Result<(), SelfPlayError> {
        self.check()?;
        let games = self.record.games;
        let path = past_file(self.course, games);
        let folder = std::fs::create_dir_all(&self.course.past);
        folder.map_err(|reason| SelfPlayError::Settings(reason.to_string()))?;
        file::write(&path, self.learner.form(), "", json!({ "games": games }))?;
        self.past.push(self.evaluation());
        self.record.past.push(games);
        if self.past.len() > PAST {
            self.past.remove(0);
            self.record.past.remove(0);
        }
        Ok(())
    }

    fn save(&mut self, watch: Watch<'_, F>) -> Result<ControlFlow<()>, SelfPlayError> {
        self.check()?;
        self.saved = Instant::now();
        Ok(watch(Event::Checkpoint(&self.snapshot(), &self.record)))
    }

    fn snapshot(&self) -> Saved<F> {
        Saved::of(self.learner.form(), self.learner.optimiser())
    }

    /// The last good checkpoint must not be replaced by numbers that are none.
    fn check(&self) -> Result<(), SelfPlayError> {
        if self.learner.form().is_sound() { Ok(()) } else { Err(self.diverged()) }
    }

    fn diverged(&self) -> SelfPlayError {
        SelfPlayError::Diverged { games: self.record.games }
    }
}

fn past_file(course: &SelfPlayConfig, games: u64) -> std::path::PathBuf {
    course.past.join(format!("{games}.safetensors"))
}

fn reopened(course: &SelfPlayConfig, games: u64) -> Result<Evaluation, SelfPlayError> {
    let path = past_file(course, games);
    let opened = Evaluation::open(&path.to_string_lossy());
    Ok(opened.map_err(crate::play::PlayError::from)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::learning::{Loss, OptimiserKind, TdErrors, TdLeafConfig, TdVariant, ValueTransform};
    use crate::models::Form;
    use crate::models::network::{NetworkForm, NetworkSettings};
    use crate::play::dxp::player::DxpTerms;
    use crate::play::game::openings::{BallotLength, ballots};
    use crate::play::game::time_control::MoveLimits;
    use crate::play::tournament::spec::PlayerConfig;
    use crate::selfplay::{Matching, Measuring, Ratings, StartPositions};

    fn course(past: std::path::PathBuf) -> SelfPlayConfig {
        SelfPlayConfig {
            rule: TdVariant::Td,
            practice: TdLeafConfig {
                differences: TdErrors::default(),
                scale: ValueTransform::Own,
                loss: Loss::default(),
                method: OptimiserKind::Plain,
                fix_man: false,
            },
            games: 8,
            update: 2,
            fall: 1.0,
            seed: 1,
            pace: MoveLimits { depth: Some(1), ..MoveLimits::default() },
            starts: StartPositions::new(ballots(BallotLength::Two), 2).expect("ballots"),
            random_moves: 0.0,
            plies: Some(30),
            opponents: vec![Opponent::Itself, Opponent::Past],
            identities: vec![String::new(); 2],
            matching: Matching::default(),
            past_every: 4,
            past,
            equipment: PlayerConfig {
                options: Options { table: 1, ..Options::default() },
                hub_params: Vec::new(),
                start_timeout: Duration::ZERO,
                dxp: DxpTerms::new("test"),
            },
            desks: 1,
            measuring: Measuring { every: 0, games: 0, anchors: vec![], openings: vec![] },
        }
    }

    fn practised(
        course: &SelfPlayConfig,
        from: (Saved<NetworkForm>, Record),
        until: u64,
    ) -> SelfPlayResult<NetworkForm> {
        let (settings, stop) = (NetworkSettings::default(), StopFlag::default());
        let watch = &mut |news: Event<'_, NetworkForm>| match news {
            Event::Games(games) if games >= until => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let hour = Duration::from_secs(3600);
        train(course, &settings, from, &HeldOut::default(), hour, &stop, watch).expect("a run")
    }

    #[test]
    fn a_checkpoint_that_counts_games_against_other_opponents_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let course = course(folder.path().join("past"));
        let (settings, held_out) = (NetworkSettings::default(), HeldOut::default());
        let record = Record::new(course.settings(), course.opponents.len());
        let more_rated = Record { ratings: Ratings::new(3), ..record.clone() };
        let more_met = Record { met: vec![[1, 0, 0]; 3], ..record };
        for record in [more_rated, more_met] {
            let from = Saved::first(NetworkForm::first(&settings, 1));
            let refused = SelfPlayRun::new(&course, &settings, from, record, &held_out);
            let error = refused.err().expect("three opponents").to_string();
            assert!(error.contains("leave --resume out"), "{error}");
        }
    }

    #[test]
    fn a_run_broken_off_where_an_opponent_is_due_keeps_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let course = course(folder.path().join("past"));
        let start = || {
            let form = NetworkForm::first(&NetworkSettings::default(), 1);
            (Saved::first(form), Record::new(course.settings(), course.opponents.len()))
        };
        let straight = practised(&course, start(), u64::MAX);
        assert_eq!(straight.record.past, [4, 8]);
        let half = practised(&course, start(), 4);
        assert!(half.interrupted);
        assert_eq!(half.record.past, [4]);
        let whole = practised(&course, (half.saved, half.record), u64::MAX);
        assert_eq!(whole.record.past, [4, 8]);
        assert!(whole.saved == straight.saved, "weights differ");
    }
}
