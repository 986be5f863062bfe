//! One network from its first to its last game, with its tests.

use super::super::streams::stream;
use super::context::BackgammonContext;
use super::error::BackgammonError;
use super::games::contest;
use super::greedy::Greedy;
use super::learner::BackgammonLearner;
use super::players::{ByGnubg, ByPubeval, Player, Random};
use super::rows::{Learned, Test};
use super::training_data::{GameStream, Library, teacher};
use super::unit::{KeptNetwork, TrainingUnit};
use super::variant::{DataSource, Variant};
use crate::arena::gnubg::Gnubg;
use crate::models::logistic::Logistic;

/// When a trial ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// After so many games.
    Games(u32),
    /// When so many positions were judged.
    Evaluations(u64),
}

impl Until {
    fn goes_on(self, games: u32, student: &BackgammonLearner) -> bool {
        match self {
            Until::Games(most) => games < most,
            Until::Evaluations(most) => student.evaluations() < most,
        }
    }
}

/// Teaches a network. The figures depend on settings and trial alone.
///
/// # Errors
/// Files and opponents that fail.
pub fn learn(
    bench: &BackgammonContext,
    library: &Library,
    trial: &TrainingUnit,
    until: Until,
) -> Result<Learned, BackgammonError> {
    let needs_gnubg = trial.variant.school == DataSource::Gnubg;
    if !needs_gnubg {
        return taught(bench, library, trial, until, None);
    }
    let done = bench.with_gnubg(|gnubg| taught(bench, library, trial, until, Some(gnubg)))?;
    done.ok_or_else(|| std::io::Error::other("it is not there").into())
}

fn taught(
    bench: &BackgammonContext,
    library: &Library,
    trial: &TrainingUnit,
    until: Until,
    mut gnubg: Option<&mut Gnubg>,
) -> Result<Learned, BackgammonError> {
    let TrainingUnit { variant, simulation, .. } = *trial;
    let mut student = beginner(bench, trial)?;
    let strong = match variant.school {
        DataSource::Strong => Some(bench.load(&teacher(bench))?),
        _ => None,
    };
    let mut lessons = GameStream::new(variant.school, simulation, bench, library, strong.as_ref());
    let checkpoints = checkpoints(bench, trial);
    let (mut games, mut plies, mut tests) = (0, 0, Vec::new());
    while until.goes_on(games, &student) {
        plies += lessons.teach(&mut student, games, gnubg.as_deref_mut())?;
        games += 1;
        if checkpoints.contains(&games) {
            tests.push(kept_and_tested(bench, trial, games, student.network())?);
        }
    }
    if checkpoints.is_empty() {
        // The file is called by the games asked for, which the plan knows.
        tests
            .push(Test { games, ..kept_and_tested(bench, trial, trial.games, student.network())? });
    }
    Ok(Learned {
        variant: variant.name.into(),
        simulation,
        plies,
        games,
        evaluations: student.evaluations(),
        diverged: !student.is_sane(),
        tests,
    })
}

/// Only self-play of the paper's kind is tested on the way; others in the end, whose number of games may be unknown before.
pub(super) fn checkpoints(bench: &BackgammonContext, trial: &TrainingUnit) -> Vec<u32> {
    if trial.variant == Variant::PAPER && !trial.goes_on {
        bench.settings.checkpoints.clone()
    } else {
        Vec::new()
    }
}

/// The networks that a trial leaves behind.
pub(super) fn kept(bench: &BackgammonContext, trial: &TrainingUnit) -> Vec<KeptNetwork> {
    let of = |games| KeptNetwork(trial.variant.name.into(), trial.simulation, games);
    match checkpoints(bench, trial) {
        none if none.is_empty() => vec![of(trial.games)],
        checkpoints => checkpoints.into_iter().map(of).collect(),
    }
}

fn beginner(
    bench: &BackgammonContext,
    trial: &TrainingUnit,
) -> Result<BackgammonLearner, BackgammonError> {
    let TrainingUnit { variant, simulation, goes_on, .. } = *trial;
    if goes_on {
        let last = KeptNetwork(Variant::PAPER.name.into(), simulation, bench.settings.games());
        return Ok(BackgammonLearner::with(variant, bench.load(&last)?));
    }
    // The same first weights in all ways of learning, so that departures are compared in pairs.
    Ok(BackgammonLearner::new(variant, &mut stream(bench.settings.seed, simulation, "weights")))
}

/// Keeps a network and tests it; all networks have the same dice.
fn kept_and_tested(
    bench: &BackgammonContext,
    trial: &TrainingUnit,
    games: u32,
    network: &Logistic,
) -> Result<Test, BackgammonError> {
    let tray = trial.variant.tray;
    bench.keep(&KeptNetwork(trial.variant.name.into(), trial.simulation, games), network, tray)?;
    let settings = &bench.settings;
    let mut own = Greedy::new(network, tray);
    let mut against = |other: &mut dyn Player, purpose: &str, pairs| {
        contest(&mut own, other, pairs, |pair| stream(settings.seed, pair, purpose))
    };
    let mut random = Random(stream(settings.seed, 0, "random player"));
    let random = against(&mut random, "test against random", settings.test_pairs)?;
    let mut by_pubeval =
        |weights| against(&mut ByPubeval(weights), "test against pubeval", settings.test_pairs);
    let pubeval = bench.pubeval.as_ref().map(&mut by_pubeval).transpose()?;
    let gnubg = bench.with_gnubg(|gnubg| {
        against(&mut ByGnubg(gnubg), "test against gnubg", settings.gnubg_pairs)
    })?;
    let openings = bench.appraise(|appraiser| appraiser.of(network, tray))?;
    Ok(Test { games, random, pubeval, gnubg, openings })
}
