//! Phases of the game, by the pieces on the board.

/// The borders between phases, as numbers of pieces on the board, falling.
///
/// The paper's fifth network has the borders 25 and 15: more than 25 pieces, 16 to 25, 15 or fewer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Borders(Vec<u32>);

impl Borders {
    /// No border: one phase.
    pub const fn none() -> Borders {
        Borders(Vec::new())
    }

    /// These borders, or `None` unless they fall and lie between 1 and 39.
    pub fn new(borders: Vec<u32>) -> Option<Borders> {
        let falling = borders.windows(2).all(|pair| pair[0] > pair[1]);
        let inside = borders.iter().all(|border| (1..40).contains(border));
        (falling && inside).then_some(Borders(borders))
    }

    /// The number of phases, one more than the borders.
    pub fn phases(&self) -> usize {
        self.0.len() + 1
    }

    /// The phase of a position with this many pieces; 0 is the opening.
    #[inline]
    pub fn phase(&self, pieces: u32) -> usize {
        self.0.iter().filter(|&&border| pieces <= border).count()
    }

    /// The borders.
    pub fn as_slice(&self) -> &[u32] {
        &self.0
    }

    /// Each phase in words: `26-40 pieces`, `16-25 pieces`, `0-15 pieces`.
    pub fn labels(&self) -> Vec<String> {
        let tops = std::iter::once(40).chain(self.0.iter().copied());
        let bottoms = self.0.iter().map(|border| border + 1).chain(std::iter::once(0));
        tops.zip(bottoms).map(|(top, bottom)| format!("{bottom}-{top} pieces")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_s_borders_are_above_25_then_16_to_25_then_15_or_fewer() {
        let borders = Borders::new(vec![25, 15]).expect("falling");
        let phases: Vec<usize> = [40, 26, 25, 16, 15, 2].map(|n| borders.phase(n)).to_vec();
        assert_eq!(phases, [0, 0, 1, 1, 2, 2]);
        assert_eq!(borders.labels(), ["26-40 pieces", "16-25 pieces", "0-15 pieces"]);
    }

    #[test]
    fn borders_must_fall() {
        assert_eq!(Borders::new(vec![15, 25]), None);
        assert_eq!(Borders::new(vec![15, 15]), None);
        assert_eq!(Borders::new(vec![40]), None);
        assert_eq!(Borders::new(vec![]), Some(Borders::none()));
    }
}
