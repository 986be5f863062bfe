//! The worker's side of a pass: games in, lessons out.

use std::ops::ControlFlow;

use super::hyperparams::Checked;
use super::lesson::{Lesson, Lessons, Use};
use super::source::{Played, Source};
use crate::game::Reading;
use crate::samples::{Candidate, Episode, Sampler, Selection, Split, fingerprint};
use crate::values::{Encode, Form};

/// What a worker holds while it goes through a block: the tools, and what they have made.
pub(super) struct Class<E: Encode> {
    teacher: Teacher<E>,
    pub(super) lessons: Lessons<E::Steps>,
}

/// Goes through the games of a source and hands on their lessons block by block, in order.
pub(super) fn read_lessons<F: Form, S: Source + ?Sized>(
    source: &S,
    checked: &Checked<F::Settings>,
    holdout: f64,
    consume: impl FnMut(Reading<Class<F::Encoder>>) -> ControlFlow<()>,
) {
    let begin = || {
        let teacher = Teacher::new(checked, F::encoder(&checked.form), holdout);
        Class { lessons: Lessons::new(teacher.encoder.steps()), teacher }
    };
    let work = |class: &mut Class<F::Encoder>, game: Result<Played<'_>, &'static str>| {
        let lesson = game.map(|game| class.teacher.lesson(&mut class.lessons, &game));
        class.lessons.games.push(lesson);
    };
    source.fold(begin, work, consume);
}

/// Makes lessons of games on the workers.
struct Teacher<E> {
    sampler: Sampler,
    encoder: E,
    episode: Episode,
    split: Split,
    selection: Selection,
    mirror: bool,
}

impl<E: Encode> Teacher<E> {
    fn new<S>(checked: &Checked<S>, encoder: E, holdout: f64) -> Teacher<E> {
        let settings = checked.settings();
        Teacher {
            sampler: Sampler::new(settings.filter.clone()),
            encoder,
            episode: Episode::default(),
            split: Split::new(settings.seed, holdout),
            selection: settings.selection.clone(),
            mirror: settings.mirror,
        }
    }

    fn lesson(&mut self, lessons: &mut Lessons<E::Steps>, game: &Played) -> Lesson {
        let Played { identity, result, ratings, .. } = *game;
        let (score, episode) = (game.outcome(), &mut self.episode);
        let counts = game.sample(&mut self.sampler, episode);
        let candidate = Candidate { score, plies: counts.plies, kept: counts.kept, ratings };
        let used = if let Some(reason) = self.selection.judge(&candidate) {
            Use::LeftOut(reason)
        } else if self.split.holds_out(identity) {
            lessons.add_held_out(episode)
        } else {
            lessons.add_training(episode, self.mirror, &mut self.encoder)
        };
        let fingerprint = if self.selection.unique { fingerprint(identity) } else { 0 };
        Lesson { result, counts, used, fingerprint }
    }
}
