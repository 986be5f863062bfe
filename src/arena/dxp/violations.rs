//! Counts messages that are malformed or out of place. The first of them are reported, and their number is limited.

/// The violations of one stretch: a game, or the time between games.
#[derive(Debug)]
pub(super) struct ProtocolViolations {
    count: u32,
    limit: u32,
}

pub(super) const MAX_VIOLATIONS: u32 = 1000;
pub(super) const MAX_IDLE_MESSAGES: u32 = 100;
/// Violations that are reported; the rest is silent, so that no peer can fill a log.
const MAX_REPORTED: u32 = 20;

impl ProtocolViolations {
    pub(super) fn in_game() -> ProtocolViolations {
        ProtocolViolations { count: 0, limit: MAX_VIOLATIONS }
    }

    pub(super) fn between_games() -> ProtocolViolations {
        ProtocolViolations { count: 0, limit: MAX_IDLE_MESSAGES }
    }

    /// Counts a violation, and reports it if it is one of the first.
    pub(super) fn add(&mut self, violation: &str, say: &mut dyn FnMut(&str)) {
        self.count += 1;
        if self.count <= MAX_REPORTED {
            say(violation);
        }
        if self.count == MAX_REPORTED {
            say("more of this is passed over without a word");
        }
    }

    pub(super) fn are_too_many(&self) -> bool {
        self.count >= self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_reported_in_a_few_lines_and_ends_at_the_limit() {
        let (mut violations, mut reported) = (ProtocolViolations::in_game(), 0);
        for _ in 1..MAX_VIOLATIONS {
            violations.add("noise", &mut |_| reported += 1);
        }
        assert!(!violations.are_too_many());
        violations.add("noise", &mut |_| reported += 1);
        assert!(violations.are_too_many());
        assert_eq!(reported, MAX_REPORTED + 1);
    }
}
