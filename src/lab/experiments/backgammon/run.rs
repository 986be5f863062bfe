//! A run: its pieces on all cores, those that are known left out; each network from its first to its last game, with its tests, and where
//! its games come from.

use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::super::lab::LabError;
use super::super::streams::stream;
use super::context::BackgammonContext;
use super::database::{Database, Record, self_play};
use super::games::{ByGnubg, ByPubeval, Player, Random, contest};
use super::greedy::Greedy;
use super::learner::BackgammonLearner;
use super::settings::{DataSource, PlayDepth, Variant};
use super::unit::{Learned, Meeting, PAPER_OPENINGS, Plan, Row, SavedNetwork, Test, TrainingUnit};
use crate::backgammon::gnubg::Gnubg;
use crate::backgammon::{Play, Side};
use crate::online::logistic::Logistic;
use crate::results::{Ledger, Progress, RunFolder};

/// Runs what the folder has not got yet, and returns all rows in the order of the plan.
pub(super) fn run(
    context: &BackgammonContext,
    folder: &RunFolder,
    progress: &Progress<'_>,
) -> Result<Vec<Row>, LabError> {
    let plan = Plan::new(&context.settings);
    let ledger = Ledger::open(folder, plan.pieces(), progress)?;
    // Networks are needed only by what is still to be done.
    let is_whole = plan.pieces().all(|piece| ledger.knows(&piece));
    let run = Run { context, ledger, is_whole };
    let mut rows = run.trainings(&plan.base, &Library::default(), |_| None)?;
    let library = if is_whole { Library::default() } else { Library::open(context)? };
    rows.extend(run.trainings(&plan.others, &library, |_| None)?);
    let budget = |training: &TrainingUnit| {
        let of = |row: &Row| match row {
            Row::Learned(learned) if learned.variant == "directed" => {
                (learned.simulation == training.simulation).then_some(learned.evaluations)
            }
            _ => None,
        };
        rows.iter().find_map(of)
    };
    let equal = run.trainings(&plan.equal, &library, budget)?;
    rows.extend(equal);
    rows.extend(run.meetings(&plan.meetings)?);
    let paper = run.ledger.rows(
        &[()],
        |()| PAPER_OPENINGS.into(),
        |()| {
            let [experts, network] = context.appraise(super::openings::Appraiser::of_paper)?;
            Ok::<_, LabError>(Row::Paper { experts, network })
        },
    )?;
    rows.extend(paper);
    Ok(rows)
}

struct Run<'a> {
    context: &'a BackgammonContext,
    ledger: Ledger<'a, Row>,
    is_whole: bool,
}

impl Run<'_> {
    fn trainings(
        &self,
        trainings: &[TrainingUnit],
        library: &Library,
        budget: impl Fn(&TrainingUnit) -> Option<u64> + Sync,
    ) -> Result<Vec<Row>, LabError> {
        let is_usable = |training: &TrainingUnit, _: &Row| {
            let has_networks =
                || saved(self.context, training).iter().all(|saved| self.context.has(saved));
            self.is_whole || has_networks()
        };
        self.ledger.usable_rows(trainings, TrainingUnit::piece, is_usable, |training| {
            let learned = learn(self.context, library, training, budget(training))?;
            Ok(Row::Learned(learned))
        })
    }

    fn meetings(&self, meetings: &[Meeting]) -> Result<Vec<Row>, LabError> {
        self.ledger.rows(meetings, Meeting::piece, |meeting| meet(self.context, meeting))
    }
}

fn meet(context: &BackgammonContext, meeting: &Meeting) -> Result<Row, LabError> {
    let (one, other) = (context.load(&meeting.first.0)?, context.load(&meeting.second.0)?);
    // Only networks with the paper's inputs meet.
    let mut first = Greedy::new(&one, Variant::PAPER.tray, meeting.first.1);
    let mut second = Greedy::new(&other, Variant::PAPER.tray, meeting.second.1);
    let purpose = format!("bout {}", meeting.first.0.1);
    let dice = |pair| stream(context.settings.seed, pair, &purpose);
    let pairs = contest(&mut first, &mut second, meeting.pairs, dice)?;
    Ok(Row::Meeting { meeting: meeting.clone(), pairs })
}

/// Trains a network for its games, or until it evaluated this number of positions. The figures depend only on settings and training.
pub(super) fn learn(
    context: &BackgammonContext,
    library: &Library,
    training: &TrainingUnit,
    evaluations: Option<u64>,
) -> Result<Learned, LabError> {
    if training.variant.source != DataSource::Gnubg {
        return learn_beside(context, library, training, evaluations, None);
    }
    let done = context
        .with_gnubg(|gnubg| learn_beside(context, library, training, evaluations, Some(gnubg)))?;
    done.ok_or_else(|| LabError::Gnubg(std::io::Error::other("it is not there")))
}

fn learn_beside(
    context: &BackgammonContext,
    library: &Library,
    training: &TrainingUnit,
    evaluations: Option<u64>,
    mut gnubg: Option<&mut Gnubg>,
) -> Result<Learned, LabError> {
    let TrainingUnit { variant, simulation, .. } = *training;
    let mut learner = first_learner(context, training)?;
    let mut source = GameStream::new(variant.source, simulation, context, library)?;
    let checkpoints = checkpoints(context, training);
    let (mut games, mut plies, mut tests) = (0, 0, Vec::new());
    while evaluations.map_or(games < training.games, |most| learner.evaluations() < most) {
        plies += source.train(&mut learner, games, gnubg.as_deref_mut())?;
        games += 1;
        if checkpoints.contains(&games) {
            tests.push(save_and_test(context, training, games, learner.network())?);
        }
    }
    if checkpoints.is_empty() {
        // The file is called by the games asked for, which the plan knows.
        let test = save_and_test(context, training, training.games, learner.network())?;
        tests.push(Test { games, ..test });
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
fn checkpoints(context: &BackgammonContext, training: &TrainingUnit) -> Vec<u32> {
    if training.variant == Variant::PAPER && !training.continues {
        context.settings.checkpoints.clone()
    } else {
        Vec::new()
    }
}

fn saved(context: &BackgammonContext, training: &TrainingUnit) -> Vec<SavedNetwork> {
    let of = |games| SavedNetwork(training.variant.name.into(), training.simulation, games);
    match checkpoints(context, training) {
        none if none.is_empty() => vec![of(training.games)],
        checkpoints => checkpoints.into_iter().map(of).collect(),
    }
}

fn first_learner(
    context: &BackgammonContext,
    training: &TrainingUnit,
) -> Result<BackgammonLearner, LabError> {
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
) -> Result<Test, LabError> {
    let tray = training.variant.tray;
    context.keep(
        &SavedNetwork(training.variant.name.into(), training.simulation, games),
        network,
        tray,
    )?;
    let settings = &context.settings;
    let mut own = Greedy::new(network, tray, PlayDepth::Flat);
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

/// Games of others, as far as a run needs them.
#[derive(Debug, Default)]
pub(super) struct Library {
    pub gnubg: Option<Database>,
    /// Of a learned network against itself.
    pub strong: Option<Database>,
}

/// The network that teaches: that of the first weights, at the end of its self-play.
fn strong_network(context: &BackgammonContext) -> SavedNetwork {
    SavedNetwork(Variant::PAPER.name.into(), 0, context.settings.games())
}

impl Library {
    /// Reads the games, or has them played.
    pub(super) fn open(context: &BackgammonContext) -> Result<Library, LabError> {
        let network = context.load(&strong_network(context))?;
        let dice = |number, purpose| stream(context.settings.seed, number, purpose);
        let strong = filed(context, "games-strong.txt", |number| {
            let mut both = Greedy::new(&network, Variant::PAPER.tray, PlayDepth::Flat);
            Ok(Some(self_play(&mut both, &mut dice(number, "strong games"))?))
        })?;
        let gnubg = filed(context, "games-gnubg.txt", |number| {
            context.with_gnubg(|gnubg| {
                self_play(&mut ByGnubg(gnubg), &mut dice(number, "gnubg games"))
            })
        })?;
        Ok(Library { gnubg, strong })
    }
}

/// The games of a file; if there is none, those that are made, one for each number.
fn filed(
    context: &BackgammonContext,
    name: &str,
    make: impl Fn(u32) -> Result<Option<Record>, LabError> + Send + Sync,
) -> Result<Option<Database>, LabError> {
    let path = context.place.join(name);
    let count = context.settings.database;
    if let Some(database) = Database::read(&path)?.filter(|games| games.0.len() == count as usize) {
        return Ok(Some(database));
    }
    let games = (0..count).into_par_iter().map(make);
    let Some(records) = games.collect::<Result<Option<Vec<Record>>, _>>()? else { return Ok(None) };
    let database = Database(records);
    database.write(&path)?;
    Ok(Some(database))
}

/// What a learner learns from, one game after the other.
struct GameStream<'a> {
    source: DataSource,
    /// Games to read, in a source that is a database.
    games: Option<&'a Database>,
    random: Random,
    pubeval: Option<ByPubeval<'a>>,
    /// The network that teaches, in its source.
    strong: Option<Logistic>,
    dice: Xoshiro256PlusPlus,
    list: Vec<Play>,
}

impl<'a> GameStream<'a> {
    fn new(
        source: DataSource,
        simulation: u32,
        context: &'a BackgammonContext,
        library: &'a Library,
    ) -> Result<GameStream<'a>, LabError> {
        let games = match source {
            DataSource::GnubgGames => library.gnubg.as_ref(),
            DataSource::StrongGames => library.strong.as_ref(),
            _ => None,
        };
        let strong = match source {
            DataSource::Strong => Some(context.load(&strong_network(context))?),
            _ => None,
        };
        // All ways of learning have the same dice, as long as they play the same moves.
        let stream = |purpose| stream(context.settings.seed, simulation, purpose);
        let (dice, random) = (stream("dice"), Random(stream("opponent")));
        let pubeval = context.pubeval.as_ref().map(ByPubeval);
        Ok(GameStream { source, games, random, pubeval, strong, dice, list: Vec::new() })
    }

    /// Teaches game `number`; returns its plies. `gnubg` is there in its source.
    fn train(
        &mut self,
        learner: &mut BackgammonLearner,
        number: u32,
        gnubg: Option<&mut Gnubg>,
    ) -> Result<u64, LabError> {
        if let Some(Database(games)) = self.games {
            let boards = games[number as usize % games.len()].boards(&mut self.list);
            let boards = boards.expect("games are replayed when they are read or made");
            let plies = boards.len() as u64;
            learner.study(boards.into_iter());
            return Ok(plies);
        }
        let strong = self.strong.as_ref();
        let mut strong =
            strong.map(|network| Greedy::new(network, Variant::PAPER.tray, PlayDepth::Flat));
        let mut gnubg = gnubg.map(ByGnubg);
        let opponent: Option<&mut dyn Player> = match self.source {
            DataSource::Random => Some(&mut self.random),
            DataSource::Pubeval => self.pubeval.as_mut().map(|player| player as _),
            DataSource::Strong => strong.as_mut().map(|player| player as _),
            DataSource::Gnubg => gnubg.as_mut().map(|player| player as _),
            DataSource::Itself | DataSource::GnubgGames | DataSource::StrongGames => None,
        };
        // The learner has White and Black in turn.
        let side = if number.is_multiple_of(2) { Side::Black } else { Side::White };
        learner.play_and_learn(opponent.map(|player| (side, player)), &mut self.dice)
    }
}
