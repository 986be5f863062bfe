//! The worker's side of a pass: games in, lessons out.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::hyperparams::Checked;
use super::lesson::{Encoder, Lesson, Lessons, Use};
use crate::game::{Game, Reading, Replay, fold_games};
use crate::pdn::GameText;
use crate::samples::{Candidate, Episode, Sampler, Selection, Split, fingerprint};

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
    let work = |class: &mut Class, text: &GameText<'_>, replay: Replay<'_>| {
        class.teacher.add(&mut class.lessons, text, replay);
    };
    fold_games(&paths, threads, begin, work, consume);
}

/// Makes lessons of games on the workers.
struct Teacher {
    sampler: Sampler,
    encoder: Encoder,
    episode: Episode,
    split: Split,
    selection: Selection,
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
            selection: settings.selection.clone(),
            mirror: settings.mirror,
        }
    }

    fn add(&mut self, lessons: &mut Lessons, text: &GameText, replay: Replay) {
        let lesson = match replay.whole() {
            Err(error) => Err(error.fault.name()),
            Ok(game) => Ok(self.lesson(lessons, text, game)),
        };
        lessons.games.push(lesson);
    }

    fn lesson(&mut self, lessons: &mut Lessons, text: &GameText, game: &Game) -> Lesson {
        let (result, segment) = (game.outcome(), game.main());
        let score = result.white_score();
        let (positions, moves) = (segment.positions, segment.moves);
        let episode = &mut self.episode;
        let counts = self.sampler.sample(positions, moves, score.unwrap_or(0.0), episode);
        let ratings = match self.selection.min_rating {
            0 => [None; 2],
            _ => ["White", "Black"].map(|side| rating(text, side)),
        };
        let candidate = Candidate { score, plies: counts.plies, kept: counts.kept, ratings };
        let used = if let Some(reason) = self.selection.judge(&candidate) {
            Use::LeftOut(reason)
        } else if self.split.holds_out(game.moves()) {
            lessons.add_held_out(episode)
        } else {
            lessons.add_training(episode, self.mirror, &mut self.encoder)
        };
        let fingerprint = if self.selection.unique { fingerprint(game.moves()) } else { 0 };
        Lesson { result: result.name(), counts, used, fingerprint }
    }
}

/// A player's rating by PDN 3.0's tag or the older one.
fn rating(text: &GameText, side: &str) -> Option<u32> {
    let tag = |kind| text.tag(&format!("{side}{kind}"));
    let value = tag("Rating").or_else(|| tag("Elo"))?;
    std::str::from_utf8(value).ok()?.trim().parse().ok()
}
