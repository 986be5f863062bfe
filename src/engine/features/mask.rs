//! Which inputs of a position a network is shown.

use super::catalogue::Catalogue;
use super::group::Group;
use super::layout::{GLOBALS, WORDS};

/// The inputs that are shown; all others are zero to the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    globals: [bool; GLOBALS.end],
    words: [u64; WORDS],
}

impl Mask {
    /// Every input of a catalogue but those of some groups.
    pub(crate) fn without(catalogue: &Catalogue, groups: &[Group]) -> Mask {
        let mut shown = vec![true; catalogue.layout().count()];
        let hidden = groups.iter().flat_map(|&group| catalogue.inputs_of(group));
        hidden.for_each(|index| shown[index] = false);
        let mut mask = Mask { globals: [true; GLOBALS.end], words: [0; WORDS] };
        mask.globals.copy_from_slice(&shown[GLOBALS]);
        for (word, table) in mask.words.iter_mut().zip(catalogue.layout().index()) {
            for (bit, &index) in table.iter().enumerate() {
                if shown.get(usize::from(index)).copied().unwrap_or(false) {
                    *word |= 1 << bit;
                }
            }
        }
        mask
    }

    pub(super) fn apply(&self, globals: &mut [f32; GLOBALS.end], words: &mut [u64; WORDS]) {
        for (value, shown) in globals.iter_mut().zip(self.globals) {
            *value = if shown { *value } else { 0.0 };
        }
        words.iter_mut().zip(self.words).for_each(|(word, shown)| *word &= shown);
    }
}

#[cfg(test)]
mod tests {
    use super::super::inputs::Inputs;
    use super::super::layout::COUNT;
    use super::*;
    use crate::board::fen;

    /// A position in which inputs of every group are not zero.
    const RICH: &str = "W:W11,24,26,27,29,31,33,34,36,38,42,48,K5:B8,13,16,18,22,K47";

    fn rich() -> Inputs {
        Inputs::of(&fen::read(RICH).expect("a position"))
    }

    #[test]
    fn what_is_masked_is_zero_and_all_else_stays() {
        let whole = rich().dense();
        for group in Group::ALL {
            let masked = rich().masked(&Mask::without(Catalogue::embedded(), &[group])).dense();
            let hidden: Vec<usize> = Catalogue::embedded().inputs_of(group).collect();
            assert!(hidden.iter().any(|&i| whole[i] != 0.0), "{group} does not speak here");
            for index in 0..COUNT {
                let expected = if hidden.contains(&index) { 0.0 } else { whole[index] };
                assert_eq!(masked[index], expected, "{group} {index}");
            }
        }
    }

    #[test]
    fn a_mask_without_groups_hides_nothing_and_one_of_all_hides_everything() {
        assert_eq!(rich().masked(&Mask::without(Catalogue::embedded(), &[])), rich());
        assert_eq!(
            rich().masked(&Mask::without(Catalogue::embedded(), &Group::ALL)).dense(),
            [0.0; COUNT]
        );
    }

    #[test]
    fn mirror_and_mask_may_change_places() {
        for group in Group::ALL {
            let mask = Mask::without(Catalogue::embedded(), &[group]);
            assert_eq!(rich().masked(&mask).mirrored(), rich().mirrored().masked(&mask), "{group}");
        }
    }
}
