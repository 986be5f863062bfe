//! Where the games come from that a student learns.

use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::super::streams::stream;
use super::context::BackgammonContext;
use super::database::{Database, Record};
use super::error::BackgammonError;
use super::greedy::Greedy;
use super::learner::BackgammonLearner;
use super::players::{ByGnubg, ByPubeval, Player, Random};
use super::unit::KeptNetwork;
use super::variant::{DataSource, Variant};
use crate::arena::gnubg::Gnubg;
use crate::backgammon::{Board, Play, Pubeval, Roll, Side, plays};
use crate::models::logistic::Logistic;

/// Games of others, as far as a run needs them.
#[derive(Debug, Default)]
pub struct Library {
    /// Of gnubg against itself.
    pub gnubg: Option<Database>,
    /// Of a learned network against itself.
    pub strong: Option<Database>,
}

/// The network that teaches: that of the first weights, at the end of its self-play.
pub(super) fn teacher(bench: &BackgammonContext) -> KeptNetwork {
    KeptNetwork(Variant::PAPER.name.into(), 0, bench.settings.games())
}

impl Library {
    /// Reads the games, or has them played.
    ///
    /// # Errors
    /// Files that cannot be read or written, a gnubg that does not answer.
    pub fn open(bench: &BackgammonContext) -> Result<Library, BackgammonError> {
        let network = bench.load(&teacher(bench))?;
        let dice = |number, purpose| stream(bench.settings.seed, number, purpose);
        let strong = filed(bench, "games-strong.txt", |number| {
            let mut both = Greedy::new(&network, Variant::PAPER.tray);
            Ok(Some(alone(&mut both, &mut dice(number, "strong games"))?))
        })?;
        let gnubg = filed(bench, "games-gnubg.txt", |number| {
            bench.with_gnubg(|gnubg| alone(&mut ByGnubg(gnubg), &mut dice(number, "gnubg games")))
        })?;
        Ok(Library { gnubg, strong })
    }
}

/// The games of a file; if there is none, those that are made, one for each number.
fn filed(
    bench: &BackgammonContext,
    name: &str,
    make: impl Fn(u32) -> Result<Option<Record>, BackgammonError> + Send + Sync,
) -> Result<Option<Database>, BackgammonError> {
    let path = bench.place.join(name);
    let count = bench.settings.database;
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

/// What a student learns from, one game after the other.
pub struct GameStream<'a> {
    opponents: Opponents<'a>,
    games: Option<&'a Database>,
    dice: Xoshiro256PlusPlus,
    list: Vec<Play>,
}

/// Whom a student plays.
struct Opponents<'a> {
    school: DataSource,
    random: Random,
    pubeval: Option<&'a Pubeval>,
    strong: Option<&'a Logistic>,
}

impl Opponents<'_> {
    /// The opponent of a game; nobody where the student plays both sides. `gnubg` is there in its school.
    fn next<'b>(&'b mut self, gnubg: Option<&'b mut Gnubg>) -> Option<Box<dyn Player + 'b>> {
        match self.school {
            DataSource::Random => Some(Box::new(&mut self.random)),
            DataSource::Pubeval => Some(Box::new(ByPubeval(self.pubeval?))),
            DataSource::Strong => Some(Box::new(Greedy::new(self.strong?, Variant::PAPER.tray))),
            DataSource::Gnubg => Some(Box::new(ByGnubg(gnubg?))),
            DataSource::Itself | DataSource::GnubgGames | DataSource::StrongGames => None,
        }
    }
}

impl<'a> GameStream<'a> {
    /// The lessons of a school; `strong` is the network that teaches there.
    #[must_use]
    pub fn new(
        school: DataSource,
        simulation: u32,
        bench: &'a BackgammonContext,
        library: &'a Library,
        strong: Option<&'a Logistic>,
    ) -> GameStream<'a> {
        let games = match school {
            DataSource::GnubgGames => library.gnubg.as_ref(),
            DataSource::StrongGames => library.strong.as_ref(),
            _ => None,
        };
        // All ways of learning have the same dice, as long as they play the same moves.
        let stream = |purpose| stream(bench.settings.seed, simulation, purpose);
        let (dice, random) = (stream("dice"), Random(stream("opponent")));
        let opponents = Opponents { school, random, pubeval: bench.pubeval.as_ref(), strong };
        GameStream { opponents, games, dice, list: Vec::new() }
    }

    /// Teaches game `number`; returns its plies. `gnubg` is there in its school.
    ///
    /// # Errors
    /// An opponent that cannot choose.
    pub fn teach(
        &mut self,
        student: &mut BackgammonLearner,
        number: u32,
        gnubg: Option<&mut Gnubg>,
    ) -> Result<u64, BackgammonError> {
        if let Some(Database(games)) = self.games {
            let boards = games[number as usize % games.len()].boards(&mut self.list);
            let boards = boards.expect("games are replayed when they are read or made");
            let plies = boards.len() as u64;
            student.study(boards.into_iter());
            return Ok(plies);
        }
        // The student has White and Black in turn.
        let side = if number.is_multiple_of(2) { Side::Black } else { Side::White };
        let opponent = self.opponents.next(gnubg).map(|player| (side, player));
        Ok(student.play_and_learn(opponent, &mut self.dice)?.plies)
    }
}
