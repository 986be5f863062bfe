//! One network from its first to its last game, with its tests.

use super::super::streams::stream;
use super::context::BackgammonContext;
use super::error::BackgammonError;
use super::games::contest;
use super::greedy::Greedy;
use super::learner::BackgammonLearner;
use super::players::{ByGnubg, ByPubeval, Player, Random};
use super::rows::{Learned, Test};
use super::training_data::{GameStream, Library, strong_network};
use super::unit::{SavedNetwork, TrainingUnit};
use super::variant::{DataSource, Variant};
use crate::arena::gnubg::Gnubg;
use crate::models::logistic::Logistic;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    Games(u32),
    /// When so many positions were evaluated.
    Evaluations(u64),
}

impl Until {
    fn continues(self, games: u32, learner: &BackgammonLearner) -> bool {
        match self {
            Until::Games(most) => games < most,
            Until::Evaluations(most) => learner.evaluations() < most,
        }
    }
}

/// Trains a network. The figures depend on settings and training alone.
pub fn learn(
    context: &BackgammonContext,
    library: &Library,
    training: &TrainingUnit,
    until: Until,
) -> Result<Learned, BackgammonError> {
    let needs_gnubg = training.variant.source == DataSource::Gnubg;
    if !needs_gnubg {
        return train_until(context, library, training, until, None);
    }
    let done =
        context.with_gnubg(|gnubg| train_until(context, library, training, until, Some(gnubg)))?;
    done.ok_or_else(|| std::io::Error::other("it is not there").into())
}

fn train_until(
    context: &BackgammonContext,
    library: &Library,
    training: &TrainingUnit,
    until: Until,
    mut gnubg: Option<&mut Gnubg>,
) -> Result<Learned, BackgammonError> {
    let TrainingUnit { variant, simulation, .. } = *training;
    let mut learner = first_learner(context, training)?;
    let strong = match variant.source {
        DataSource::Strong => Some(context.load(&strong_network(context))?),
        _ => None,
    };
    let mut games_to_learn =
        GameStream::new(variant.source, simulation, context, library, strong.as_ref());
    let checkpoints = checkpoints(context, training);
    let (mut games, mut plies, mut tests) = (0, 0, Vec::new());
    while until.continues(games, &learner) {
        plies += games_to_learn.train(&mut learner, games, gnubg.as_deref_mut())?;
        games += 1;
        if checkpoints.contains(&games) {
            tests.push(save_and_test(context, training, games, learner.network())?);
        }
    }
    if checkpoints.is_empty() {
        // The file is called by the games asked for, which the plan knows.
        tests.push(Test {
            games,
            ..save_and_test(context, training, training.games, learner.network())?
        });
    }
    Ok(Learned {
        variant: variant.name.into(),
        simulation,
        plies,
        games,
        evaluations: learner.evaluations(),
        diverged: !learner.is_sane(),
        tests,
    })
}

/// Only self-play of the paper's kind is tested on the way; others in the end, whose number of games may be unknown before.
pub(super) fn checkpoints(context: &BackgammonContext, training: &TrainingUnit) -> Vec<u32> {
    if training.variant == Variant::PAPER && !training.continues {
        context.settings.checkpoints.clone()
    } else {
        Vec::new()
    }
}

/// The networks that a training leaves behind.
pub(super) fn saved(context: &BackgammonContext, training: &TrainingUnit) -> Vec<SavedNetwork> {
    let of = |games| SavedNetwork(training.variant.name.into(), training.simulation, games);
    match checkpoints(context, training) {
        none if none.is_empty() => vec![of(training.games)],
        checkpoints => checkpoints.into_iter().map(of).collect(),
    }
}

fn first_learner(
    context: &BackgammonContext,
    training: &TrainingUnit,
) -> Result<BackgammonLearner, BackgammonError> {
    let TrainingUnit { variant, simulation, continues, .. } = *training;
    if continues {
        let last = SavedNetwork(Variant::PAPER.name.into(), simulation, context.settings.games());
        return Ok(BackgammonLearner::with(variant, context.load(&last)?));
    }
    // The same first weights in all ways of learning, so that departures are compared in pairs.
    Ok(BackgammonLearner::new(variant, &mut stream(context.settings.seed, simulation, "weights")))
}

/// Keeps a network and tests it; all networks have the same dice.
fn save_and_test(
    context: &BackgammonContext,
    training: &TrainingUnit,
    games: u32,
    network: &Logistic,
) -> Result<Test, BackgammonError> {
    let tray = training.variant.tray;
    context.keep(
        &SavedNetwork(training.variant.name.into(), training.simulation, games),
        network,
        tray,
    )?;
    let settings = &context.settings;
    let mut own = Greedy::new(network, tray);
    let mut against = |other: &mut dyn Player, purpose: &str, pairs| {
        contest(&mut own, other, pairs, |pair| stream(settings.seed, pair, purpose))
    };
    let mut random = Random(stream(settings.seed, 0, "random player"));
    let random = against(&mut random, "test against random", settings.test_pairs)?;
    let mut by_pubeval =
        |weights| against(&mut ByPubeval(weights), "test against pubeval", settings.test_pairs);
    let pubeval = context.pubeval.as_ref().map(&mut by_pubeval).transpose()?;
    let gnubg = context.with_gnubg(|gnubg| {
        against(&mut ByGnubg(gnubg), "test against gnubg", settings.gnubg_pairs)
    })?;
    let openings = context.appraise(|appraiser| appraiser.of(network, tray))?;
    Ok(Test { games, random, pubeval, gnubg, openings })
}
