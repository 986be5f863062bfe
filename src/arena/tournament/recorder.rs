//! The results of a running tournament: the games that count, on disk and for its observer.

use std::ops::ControlFlow;

use super::blocks::GameLine;
use super::match_log::MatchLog;
use super::ordered_results::{Counting, OrderedResults, UncountedGame};
use super::scoreboard::ScoreBoard;
use super::settings::{Event, Tournament};
use crate::error::PlayError;

/// The observer of a running tournament.
pub(super) type Watch<'a> = dyn FnMut(Event) + Send + 'a;

/// Counts finished games, saves them, and reports them.
pub(super) struct Recorder<'a> {
    results: OrderedResults,
    log: Option<MatchLog>,
    watch: &'a mut Watch<'a>,
}

impl<'a> Recorder<'a> {
    /// The results of a tournament that begins, or resumes from its files.
    pub(super) fn open(
        tournament: &Tournament,
        counting: Counting,
        watch: &'a mut Watch<'_>,
    ) -> Result<Recorder<'a>, PlayError> {
        let (log, finished) = tournament.log()?.unzip();
        let (schedule, sprt) = (tournament.schedule(), tournament.sprt);
        let results = OrderedResults::new(
            tournament.names(),
            &schedule,
            sprt,
            counting,
            tournament.settings(),
        );
        let mut recorder = Recorder { results, log, watch };
        for finished in finished.into_iter().flatten() {
            recorder.results.insert(UncountedGame { finished, pdn: None });
        }
        recorder.count()?;
        (recorder.watch)(Event::ScoreBoard(&recorder.results.scoreboard));
        if !recorder.is_over() {
            let cuts = recorder.log.as_mut().map(MatchLog::begin).transpose()?;
            cuts.iter().flatten().for_each(|cut| (recorder.watch)(Event::Cut(cut)));
        }
        Ok(recorder)
    }

    /// Whether a game is finished, whether it counts yet or not.
    pub(super) fn has(&self, game: usize) -> bool {
        self.results.has(game)
    }

    /// Whether no more games are needed.
    pub(super) fn is_over(&self) -> bool {
        self.results.scoreboard.is_over()
    }

    /// Adds a game; breaks off when no more games are needed.
    pub(super) fn add(&mut self, line: GameLine) -> Result<ControlFlow<()>, PlayError> {
        let GameLine { finished, pdn } = line;
        self.results.insert(UncountedGame { finished, pdn: Some(pdn) });
        self.count()?;
        (self.watch)(Event::ScoreBoard(&self.results.scoreboard));
        Ok(if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn count(&mut self) -> Result<(), PlayError> {
        let Recorder { results, log, watch } = self;
        results.count(&mut |game| save(log, game), &mut |game, scoreboard| {
            if game.pdn.is_some() {
                watch(Event::Game(&game.finished, scoreboard));
            }
        })
    }

    pub(super) fn report_lost(&mut self, rank: usize, seconds: u64) {
        (self.watch)(Event::Lost { rank, seconds });
    }

    /// The results at the end. Games that wait for one that was not played are saved, for a later run; games that were played after a
    /// decision are not, as they might undo it.
    pub(super) fn close(mut self) -> Result<ScoreBoard, PlayError> {
        let (scoreboard, rest) = self.results.close();
        rest.iter().try_for_each(|game| save(&mut self.log, game))?;
        Ok(scoreboard)
    }
}

fn save(log: &mut Option<MatchLog>, game: &UncountedGame) -> Result<(), PlayError> {
    match (log, &game.pdn) {
        (Some(log), Some(pdn)) => log.add_text(pdn, &game.finished),
        _ => Ok(()),
    }
}
