//! Where the games come from that a learner learns.

use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::super::streams::stream;
use super::context::BackgammonContext;
use super::database::{Database, Record};
use super::error::BackgammonError;
use super::greedy::Greedy;
use super::learner::BackgammonLearner;
use super::players::{ByGnubg, ByPubeval, Player, Random};
use super::unit::SavedNetwork;
use super::variant::{DataSource, Variant};
use crate::arena::gnubg::Gnubg;
use crate::backgammon::{Board, Play, Pubeval, Roll, Side, plays};
use crate::models::logistic::Logistic;

/// Games of others, as far as a run needs them.
#[derive(Debug, Default)]
pub struct Library {
    pub gnubg: Option<Database>,
    /// Of a learned network against itself.
    pub strong: Option<Database>,
}

/// The network that teaches: that of the first weights, at the end of its self-play.
pub(super) fn strong_network(context: &BackgammonContext) -> SavedNetwork {
    SavedNetwork(Variant::PAPER.name.into(), 0, context.settings.games())
}

impl Library {
    /// Reads the games, or has them played.
    pub fn open(context: &BackgammonContext) -> Result<Library, BackgammonError> {
        let network = context.load(&strong_network(context))?;
        let dice = |number, purpose| stream(context.settings.seed, number, purpose);
        let strong = filed(context, "games-strong.txt", |number| {
            let mut both = Greedy::new(&network, Variant::PAPER.tray);
            Ok(Some(alone(&mut both, &mut dice(number, "strong games"))?))
        })?;
        let gnubg = filed(context, "games-gnubg.txt", |number| {
            context.with_gnubg(|gnubg| alone(&mut ByGnubg(gnubg), &mut dice(number, "gnubg games")))
        })?;
        Ok(Library { gnubg, strong })
    }
}

/// The games of a file; if there is none, those that are made, one for each number.
fn filed(
    context: &BackgammonContext,
    name: &str,
    make: impl Fn(u32) -> Result<Option<Record>, BackgammonError> + Send + Sync,
) -> Result<Option<Database>, BackgammonError> {
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

/// A game of one player against himself.
fn alone(both: &mut dyn Player, dice: &mut Xoshiro256PlusPlus) -> Result<Record, BackgammonError> {
    let (mut roll, is_white) = Roll::opening(dice);
    let first = if is_white { Side::White } else { Side::Black };
    let (mut board, mut list, mut played) = (Board::start(first), Vec::new(), Vec::new());
    while board.winner().is_none() {
        plays(&board, roll, &mut list);
        let chosen = both.choose(&board, roll, &list)?;
        played.push((roll, chosen));
        board = list[chosen].board;
        roll = Roll::thrown(dice);
    }
    Ok(Record { first, plies: played })
}

/// What a learner learns from, one game after the other.
pub struct GameStream<'a> {
    opponents: Opponents<'a>,
    games: Option<&'a Database>,
    dice: Xoshiro256PlusPlus,
    list: Vec<Play>,
}

struct Opponents<'a> {
    source: DataSource,
    random: Random,
    pubeval: Option<&'a Pubeval>,
    strong: Option<&'a Logistic>,
}

impl Opponents<'_> {
    /// The opponent of a game; none where the learner plays both sides. `gnubg` is there in its source.
    fn next<'b>(&'b mut self, gnubg: Option<&'b mut Gnubg>) -> Option<Box<dyn Player + 'b>> {
        match self.source {
            DataSource::Random => Some(Box::new(&mut self.random)),
            DataSource::Pubeval => Some(Box::new(ByPubeval(self.pubeval?))),
            DataSource::Strong => Some(Box::new(Greedy::new(self.strong?, Variant::PAPER.tray))),
            DataSource::Gnubg => Some(Box::new(ByGnubg(gnubg?))),
            DataSource::Itself | DataSource::GnubgGames | DataSource::StrongGames => None,
        }
    }
}

impl<'a> GameStream<'a> {
    /// The games_to_learn of a source; `strong` is the network that teaches there.
    pub fn new(
        source: DataSource,
        simulation: u32,
        context: &'a BackgammonContext,
        library: &'a Library,
        strong: Option<&'a Logistic>,
    ) -> GameStream<'a> {
        let games = match source {
            DataSource::GnubgGames => library.gnubg.as_ref(),
            DataSource::StrongGames => library.strong.as_ref(),
            _ => None,
        };
        // All ways of learning have the same dice, as long as they play the same moves.
        let stream = |purpose| stream(context.settings.seed, simulation, purpose);
        let (dice, random) = (stream("dice"), Random(stream("opponent")));
        let opponents = Opponents { source, random, pubeval: context.pubeval.as_ref(), strong };
        GameStream { opponents, games, dice, list: Vec::new() }
    }

    /// Teaches game `number`; returns its plies. `gnubg` is there in its source.
    pub fn train(
        &mut self,
        learner: &mut BackgammonLearner,
        number: u32,
        gnubg: Option<&mut Gnubg>,
    ) -> Result<u64, BackgammonError> {
        if let Some(Database(games)) = self.games {
            let boards = games[number as usize % games.len()].boards(&mut self.list);
            let boards = boards.expect("games are replayed when they are read or made");
            let plies = boards.len() as u64;
            learner.study(boards.into_iter());
            return Ok(plies);
        }
        // The learner has White and Black in turn.
        let side = if number.is_multiple_of(2) { Side::Black } else { Side::White };
        let opponent = self.opponents.next(gnubg).map(|player| (side, player));
        Ok(learner.play_and_learn(opponent, &mut self.dice)?.plies)
    }
}
