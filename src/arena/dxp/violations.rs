//! Messages that mean nothing where they come: the first are told, all are counted, and only so many are borne.

/// The messages of one stretch: a game, or the time between games.
#[derive(Debug)]
pub(super) struct ProtocolViolations {
    count: u32,
    most: u32,
}

/// What is borne in one game.
pub(super) const MUCH_NONSENSE: u32 = 1000;

/// What is told of a stretch; after that it is silent, so that nobody fills a log.
const TOLD: u32 = 20;

impl ProtocolViolations {
    /// Bears this many.
    pub(super) fn up_to(most: u32) -> ProtocolViolations {
        ProtocolViolations { count: 0, most }
    }

    /// Counts a message, and says what it was if it is one of the first.
    pub(super) fn note(&mut self, what: &str, say: &mut dyn FnMut(&str)) {
        self.count += 1;
        if self.count <= TOLD {
            say(what);
        }
        if self.count == TOLD {
            say("more of this is passed over without a word");
        }
    }

    /// Whether no more is borne.
    pub(super) fn is_too_much(&self) -> bool {
        self.count >= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_told_in_a_few_lines_and_not_borne_for_ever() {
        let (mut nonsense, mut told) = (ProtocolViolations::up_to(1000), 0);
        for _ in 0..999 {
            nonsense.note("noise", &mut |_| told += 1);
        }
        assert!(!nonsense.is_too_much());
        nonsense.note("noise", &mut |_| told += 1);
        assert!(nonsense.is_too_much());
        assert_eq!(told, TOLD + 1);
    }
}
