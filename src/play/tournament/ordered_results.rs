//! The score of a contest whose games end in any order, and its games on disk: where it matters both as if they had ended in theirs, so
//! that a sequential test decides the same whoever plays, and always behind a pair of games.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::cut::GameLine;
use super::finished_game::FinishedGame;
use super::match_log::MatchLog;
use super::matches::{Event, Tournament};
use super::scoreboard::ScoreBoard;
use crate::play::error::PlayError;

/// Who hears of a contest that runs.
pub type Watch<'a> = dyn FnMut(Event) + Send + 'a;

/// When a finished game counts, and is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// At once.
    AsTheyCome,
    /// When all before it do.
    ByNumber,
}

/// A finished game that waits for one before it.
struct Waiting {
    finished: FinishedGame,
    /// Its text, unless it is saved.
    pdn: Option<String>,
}

/// The games that count, up to the one that decides.
pub(super) struct OrderedResults<'a> {
    standing: ScoreBoard,
    journal: Option<MatchLog>,
    counting: Counting,
    /// The games that do not count yet, the next one last.
    ahead: Vec<usize>,
    waiting: BTreeMap<usize, Waiting>,
    watch: &'a mut Watch<'a>,
}

impl<'a> OrderedResults<'a> {
    /// The score of a contest that begins, or goes on from its files.
    ///
    /// # Errors
    /// Files that cannot be used.
    pub(super) fn new(
        contest: &Tournament,
        counting: Counting,
        watch: &'a mut Watch<'_>,
    ) -> Result<OrderedResults<'a>, PlayError> {
        let (journal, finished) = contest.journal()?.unzip();
        let standing = ScoreBoard::new(contest.names(), contest.schedule.clone(), contest.sprt);
        let mut ahead: Vec<usize> = contest.schedule.fixtures().map(|f| f.game).collect();
        ahead.reverse();
        let waiting = finished.into_iter().flatten();
        let waiting = waiting.map(|game| (game.game, Waiting { finished: game, pdn: None }));
        let waiting = waiting.collect();
        let mut score = OrderedResults { standing, journal, counting, ahead, waiting, watch };
        score.count()?;
        (score.watch)(Event::Standing(&score.standing));
        if !score.standing.is_over() {
            let cuts = score.journal.as_mut().map(MatchLog::begin).transpose()?;
            cuts.iter().flatten().for_each(|cut| (score.watch)(Event::Cut(cut)));
        }
        Ok(score)
    }

    /// Whether a game is finished, whether it counts yet or not.
    pub(super) fn has(&self, game: usize) -> bool {
        self.standing.has(game) || self.waiting.contains_key(&game)
    }

    /// Whether nothing is left to play.
    pub(super) fn is_over(&self) -> bool {
        self.standing.is_over()
    }

    /// Adds a game; breaks off when no more games are needed.
    ///
    /// # Errors
    /// The file system.
    pub(super) fn add(&mut self, line: GameLine) -> Result<ControlFlow<()>, PlayError> {
        let GameLine { finished, pdn } = line;
        self.waiting.insert(finished.game, Waiting { finished, pdn: Some(pdn) });
        self.count()?;
        (self.watch)(Event::Standing(&self.standing));
        let is_over = self.standing.is_over();
        Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Counts and saves the games whose turn it is.
    fn count(&mut self) -> Result<(), PlayError> {
        while !self.standing.is_decided()
            && let Some(game) = self.next()
        {
            self.save(&game)?;
            self.standing.add(game.finished.clone());
            if game.pdn.is_some() {
                (self.watch)(Event::Game(&game.finished, &self.standing));
            }
        }
        Ok(())
    }

    fn next(&mut self) -> Option<Waiting> {
        match self.counting {
            Counting::AsTheyCome => self.waiting.pop_first().map(|(_, game)| game),
            Counting::ByNumber => {
                let game = self.waiting.remove(self.ahead.last()?)?;
                self.ahead.pop();
                Some(game)
            }
        }
    }

    fn save(&mut self, game: &Waiting) -> Result<(), PlayError> {
        match (&mut self.journal, &game.pdn) {
            (Some(journal), Some(pdn)) => journal.add_text(pdn, &game.finished),
            _ => Ok(()),
        }
    }

    /// Reports that a process is lost.
    pub(super) fn report_lost(&mut self, rank: usize, seconds: u64) {
        (self.watch)(Event::Lost { rank, seconds });
    }

    /// The standing at the end. What waits for a game that was not played is saved for whoever goes on; what was played behind a decision
    /// is not, as it might undo it.
    ///
    /// # Errors
    /// The file system.
    pub(super) fn close(mut self) -> Result<ScoreBoard, PlayError> {
        if !self.standing.is_over() {
            for game in std::mem::take(&mut self.waiting).into_values() {
                self.save(&game)?;
            }
        }
        Ok(self.standing)
    }
}
