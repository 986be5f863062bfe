//! The worker's side of a pass: games in, batches of encoded games out.

use std::ops::ControlFlow;

use super::game_batch::{EncodedGame, GameBatch, Use};
use super::hyperparams::{Checked, TargetSource};
use super::label::Label;
use super::returns::SearchTarget;
use super::source::{Note, Played, Source};
use crate::dataset::{Episode, Sampler, Selection, Split};
use crate::models::Model;
use crate::parallel::{BufferPool, Reading};

/// A worker's encoder and the games of its block that are encoded.
pub(super) struct BatchBuilder<F: Model> {
    sample_encoder: SampleEncoder<F>,
    pub(super) batch: GameBatch<F::Steps>,
}

/// Encodes the games of a source on the workers and passes them on block by block, in order.
pub(super) fn read_batches<F: Model, S: Source + ?Sized>(
    source: &S,
    pass: u32,
    checked: &Checked<F::Settings>,
    holdout: f64,
    idle: &BufferPool<GameBatch<F::Steps>>,
    consume: impl FnMut(Reading<BatchBuilder<F>>) -> ControlFlow<()>,
) {
    let begin = || {
        let sample_encoder = SampleEncoder::new(checked, holdout);
        let new = || GameBatch::new(F::no_steps(&sample_encoder.encoder));
        BatchBuilder { batch: idle.take().unwrap_or_else(new), sample_encoder }
    };
    let work = |builder: &mut BatchBuilder<F>, game: Result<Played<'_>, &'static str>| {
        let encoded = game.map(|game| builder.sample_encoder.encode(&mut builder.batch, &game));
        builder.batch.games.push(encoded);
    };
    source.fold(pass, begin, work, consume);
}

struct SampleEncoder<F: Model> {
    sampler: Sampler,
    encoder: F::Encoder,
    episode: Episode,
    split: Split,
    selection: Selection,
    mirror: bool,
    target_source: TargetSource,
}

impl<F: Model> SampleEncoder<F> {
    fn new(checked: &Checked<F::Settings>, holdout: f64) -> SampleEncoder<F> {
        let settings = checked.settings();
        SampleEncoder {
            sampler: Sampler::new(settings.filter.clone()),
            encoder: F::encoder(&checked.model),
            episode: Episode::default(),
            split: Split::new(settings.seed, holdout),
            selection: settings.selection.clone(),
            mirror: settings.mirror,
            target_source: settings.target_source,
        }
    }

    fn encode(&mut self, batch: &mut GameBatch<F::Steps>, game: &Played) -> EncodedGame {
        let Played { identity, notes, label, result, place, .. } = *game;
        let episode = &mut self.episode;
        let counts = game.sample(&mut self.sampler, episode);
        let used = if let Some(reason) = self.selection.check(&game.candidate(&counts)) {
            Use::LeftOut(reason)
        } else if self.split.holds_out(identity) {
            batch.add_held_out(episode)
        } else {
            let notes =
                if self.target_source == TargetSource::Scores { before(notes, label) } else { &[] };
            let targets = search_targets(&episode.plies, notes);
            batch.add_training::<F>(episode, self.mirror, &mut self.encoder, targets)
        };
        let fingerprint = if self.selection.unique { game.fingerprint() } else { 0 };
        EncodedGame { result, counts, used, fingerprint, place }
    }
}

/// The notes up to an exact value, which random moves after it do not change.
fn before(notes: &[Note], label: Option<Label>) -> &[Note] {
    label.map_or(notes, |label| &notes[..notes.len().min(label.ply)])
}

/// The search targets of the sampled positions of a game, at these plies; none without notes.
fn search_targets<'a>(
    plies: &'a [u32],
    notes: &'a [Note],
) -> impl Iterator<Item = SearchTarget> + 'a {
    let plies = if notes.is_empty() { &[] } else { plies };
    plies.iter().enumerate().map(move |(index, &ply)| {
        let next = plies.get(index + 1).map_or(notes.len(), |&next| next as usize);
        let played = notes.get(ply as usize..next.min(notes.len())).unwrap_or_default();
        SearchTarget {
            result: played.first().and_then(|note| note.result),
            is_cut: played.iter().any(|note| note.is_detour),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_position_is_cut_off_by_chance_anywhere_before_the_next_one() {
        let note = |result, is_detour| Note { result, is_detour };
        let notes =
            [note(Some(0.5), false), note(None, true), note(None, false), note(Some(0.25), false)];
        let target = |result, is_cut| SearchTarget { result, is_cut };
        let found: Vec<SearchTarget> = search_targets(&[0, 2, 3, 4], &notes).collect();
        let expected = [
            target(Some(0.5), true),
            target(None, false),
            target(Some(0.25), false),
            target(None, false),
        ];
        assert_eq!(found, expected, "the last position has no move");
        assert_eq!(search_targets(&[0, 2], &[]).count(), 0);
    }

    #[test]
    fn chance_after_an_exact_value_cuts_nothing_off_from_it() {
        let note = |is_detour| Note { result: Some(0.5), is_detour };
        let label = Some(Label { ply: 4, score: 1.0 });
        for (place, is_cut) in [(3, true), (4, false), (6, false)] {
            let notes: Vec<Note> = (0..8).map(|ply| note(ply == place)).collect();
            let last = |label| search_targets(&[0, 2], before(&notes, label)).last().expect("two");
            assert_eq!(last(label).is_cut, is_cut, "a move of chance at ply {place}");
            assert!(last(None).is_cut, "without tables the result is behind all of them");
        }
    }
}
