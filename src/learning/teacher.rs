//! The worker's side of a pass: games in, lessons out.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::hyperparams::Checked;
use super::lesson::{Encoder, Lesson, Lessons, Use};
use crate::game::{Reading, Replay, fold_games};
use crate::pdn::GameText;
use crate::samples::{Episode, Sampler, Split};

/// A decided game of fewer plies is a forfeit or a fragment: it teaches nothing.
const SHORTEST_DECIDED: u32 = 10;

/// What a worker holds while it goes through a block: the tools, and what they have made.
pub(super) struct Class {
    teacher: Teacher,
    pub(super) lessons: Lessons,
}

/// Reads the games of the files and hands on their lessons block by block, in order whatever the number of threads.
pub(super) fn read_lessons(
    files: &[PathBuf],
    threads: usize,
    checked: &Checked,
    holdout: f64,
    consume: impl FnMut(Reading<Class>) -> ControlFlow<()>,
) {
    let paths: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let begin = || Class { teacher: Teacher::new(checked, holdout), lessons: Lessons::default() };
    let work = |class: &mut Class, _: &GameText<'_>, replay: Replay<'_>| {
        class.teacher.add(&mut class.lessons, replay);
    };
    fold_games(&paths, threads, begin, work, consume);
}

/// Makes lessons of games on the workers.
struct Teacher {
    sampler: Sampler,
    encoder: Encoder,
    episode: Episode,
    split: Split,
    mirror: bool,
}

impl Teacher {
    fn new(checked: &Checked, holdout: f64) -> Teacher {
        let settings = checked.settings();
        Teacher {
            sampler: Sampler::new(settings.filter.clone()),
            encoder: Encoder::new(checked),
            episode: Episode::default(),
            split: Split::new(settings.seed, holdout),
            mirror: settings.mirror,
        }
    }

    fn add(&mut self, lessons: &mut Lessons, replay: Replay) {
        let lesson = match replay.whole() {
            Err(error) => Err(error.fault.name()),
            Ok(game) => {
                let (result, segment) = (game.outcome(), game.main());
                let score = result.white_score();
                let episode = &mut self.episode;
                let counts = self.sampler.sample(
                    segment.positions,
                    segment.moves,
                    score.unwrap_or(0.0),
                    episode,
                );
                let is_fragment = episode.outcome != 0.0 && counts.plies < SHORTEST_DECIDED;
                let used = if score.is_none() || is_fragment || counts.kept == 0 {
                    Use::Nothing
                } else if self.split.holds_out(game.moves()) {
                    lessons.add_held_out(episode)
                } else {
                    lessons.add_training(episode, self.mirror, &mut self.encoder)
                };
                Ok(Lesson { result: result.name(), counts, used })
            }
        };
        lessons.games.push(lesson);
    }
}
