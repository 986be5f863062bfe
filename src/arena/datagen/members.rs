//! Games that a job makes, stored in order as members of one file.

use std::mem;

use crate::error::PlayError;
use crate::jobs::{Job, ThreadPool};
use crate::player::StopFlag;

/// Games of a member of a packed file: fewer would pack badly.
pub(super) const MEMBER: u64 = 200;

/// A game as text, with its statistics.
#[derive(Debug)]
pub(crate) struct GeneratedGame<S> {
    pub(super) text: String,
    pub(super) stats: S,
}

/// Where games go, in the order of their numbers.
pub(super) trait GameSink {
    /// The number of the next game.
    fn next(&self) -> u64;

    /// Takes the text of `games` games as one member.
    fn add(&mut self, games: u64, text: String) -> Result<(), PlayError>;
}

pub(super) struct MemberWriter<'a> {
    pub threads: usize,
    /// Games of a member. A kill loses at most these and the games that threads are at; an interruption loses only the latter.
    pub(crate) member: u64,
    pub stop: &'a StopFlag,
}

impl MemberWriter<'_> {
    /// Makes a game of every task, and stores the games in the order of the tasks; their numbers continue those of the sink, and members
    /// end at whole multiples. `watch` is called with the statistics of each game that is stored. An interrupted run also stores the
    /// finished games up to the first that is missing: its file holds the same games, in members of another length.
    pub(super) fn run<S: Send, J: Job<Out = GeneratedGame<S>, Error = PlayError>>(
        &self,
        job: &J,
        tasks: impl Iterator<Item = J::Task> + Send,
        sink: &mut impl GameSink,
        watch: &mut dyn FnMut(&S),
    ) -> Result<(), PlayError> {
        let member = self.member.max(1);
        let mut games: Vec<GeneratedGame<S>> = Vec::new();
        let threads = ThreadPool { count: self.threads, stop: self.stop };
        threads.run_in_order(job, tasks, &mut |game| {
            games.push(game);
            let is_full = (sink.next() + games.len() as u64).is_multiple_of(member);
            if is_full { store(mem::take(&mut games), sink, watch) } else { Ok(()) }
        })?;
        store(games, sink, watch)
    }
}

fn store<S>(
    games: Vec<GeneratedGame<S>>,
    sink: &mut impl GameSink,
    watch: &mut dyn FnMut(&S),
) -> Result<(), PlayError> {
    if games.is_empty() {
        return Ok(());
    }
    sink.add(games.len() as u64, games.iter().map(|game| game.text.as_str()).collect())?;
    games.iter().for_each(|game| watch(&game.stats));
    Ok(())
}
