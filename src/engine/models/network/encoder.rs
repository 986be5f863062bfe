//! From positions to the network's steps.

use std::ops::Range;

use super::sequence::Change;
use super::settings::NetworkSettings;
use super::steps::Steps;
use crate::board::Position;
use crate::features::{GLOBALS, InputView, WORD_SIGN, WORDS};
use crate::models::phases::Borders;

/// Turns positions into sequences of inputs.
#[derive(Clone, Debug)]
pub struct Encoder {
    borders: Borders,
    view: InputView,
    changes: Vec<Change>,
}

impl Encoder {
    /// An encoder for checked settings.
    #[must_use]
    pub fn new(settings: &NetworkSettings) -> Encoder {
        Encoder { borders: settings.phases(), view: settings.view(), changes: Vec::new() }
    }

    /// What the network is shown.
    #[must_use]
    pub fn view(&self) -> &InputView {
        &self.view
    }

    fn collect_changes(&mut self, before: &[u64; WORDS], after: &[u64; WORDS]) {
        self.changes.clear();
        let index = self.view.catalogue().layout().index();
        for word in self.view.words() {
            let sign = WORD_SIGN[word] as i16;
            let mut differs = before[word] ^ after[word];
            while differs != 0 {
                let bit = differs.trailing_zeros();
                differs &= differs - 1;
                let delta = if after[word] >> bit & 1 != 0 { sign } else { -sign };
                self.changes.push(Change { input: index[word][bit as usize], delta });
            }
        }
    }
}

impl Encoder {
    /// No steps yet.
    pub(super) fn steps(&self) -> Steps {
        Steps::new(GLOBALS.end, self.view.catalogue().layout().count())
    }

    /// One stretch for each phase that the episode passes through.
    pub(super) fn encode(
        &mut self,
        positions: &[Position],
        mirrored: bool,
        steps: &mut Steps,
    ) -> Range<usize> {
        let first = steps.len();
        let mut before = [0; WORDS];
        let mut current = None;
        for position in positions {
            let mut inputs = self.view.inputs(position);
            if mirrored {
                inputs = inputs.mirrored_by(self.view.catalogue());
            }
            let phase = self.borders.phase(position.occupied().len());
            if let Some(ended) = current.replace(phase).filter(|&earlier| earlier != phase) {
                steps.end(ended);
                before = [0; WORDS];
            }
            self.collect_changes(&before, &inputs.words);
            steps.push(&inputs.globals, self.changes.iter().copied());
            before = inputs.words;
        }
        if let Some(phase) = current {
            steps.end(phase);
        }
        first..steps.len()
    }
}
