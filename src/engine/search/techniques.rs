//! The parts of the search that can be switched off, to test and to measure each.

use super::parameters::Parameters;

/// Which techniques are on; all of them by default.
///
/// The first group never changes the value of a fixed-depth search, only its cost. The second group does, by looking deeper in
/// some places and less deep in others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Null-window search of the moves after the first (PVS).
    pub null_windows: bool,
    /// Aspiration windows: an iteration starts with a narrow window around the last score.
    pub aspiration: bool,
    /// Transposition-table cutoffs at equal depth, and hash moves.
    pub table: bool,
    /// Killer moves: two quiet moves that failed high at a sibling node are tried early.
    pub killers: bool,
    /// History heuristic: quiet moves are ordered by how often they were best.
    pub history: bool,
    /// Continuation history: the same after an opponent's move to the same square; needs `history`.
    pub continuation_history: bool,
    /// Mate-distance pruning: no line longer than a win already found is searched.
    pub mate_distance: bool,

    /// Transposition-table cutoffs from deeper entries too, and from proven wins and losses at any depth.
    pub deeper_results: bool,
    /// Late move reductions (LMR) of quiet moves.
    pub lmr: bool,
    /// LMR takes one ply less from an offer, a quiet move that forces the opponent to capture.
    pub lmr_offers: bool,
    /// ProbCut: a node fails high early where a shallow search is above beta by a margin.
    pub prob_cut: bool,
    /// Single-reply extension: a forced move costs no depth.
    pub single_reply_extension: bool,
    /// The quiescence search tries exchanges and promotions beside captures.
    pub exchanges: bool,
    /// Threat extension: no static evaluation at the horizon while the opponent threatens a capture; one more ply.
    pub threat_extension: bool,
    /// Lazy evaluation: a cheap estimate replaces the static evaluation where it is far outside the window.
    pub lazy_evaluation: bool,

    /// The numbers of those that have any.
    pub parameters: Parameters,
}

impl Techniques {
    /// Everything on.
    pub const ALL: Techniques = Techniques {
        null_windows: true,
        aspiration: true,
        table: true,
        killers: true,
        history: true,
        continuation_history: true,
        mate_distance: true,
        deeper_results: true,
        lmr: true,
        lmr_offers: true,
        prob_cut: true,
        single_reply_extension: true,
        exchanges: true,
        threat_extension: true,
        lazy_evaluation: true,
        parameters: Parameters::TUNED,
    };
}

#[cfg(test)]
impl Techniques {
    /// Plain alpha-beta to a fixed depth, with captures resolved below it.
    pub(crate) const NONE: Techniques = Techniques {
        null_windows: false,
        aspiration: false,
        table: false,
        killers: false,
        history: false,
        continuation_history: false,
        mate_distance: false,
        deeper_results: false,
        lmr: false,
        lmr_offers: false,
        prob_cut: false,
        single_reply_extension: false,
        exchanges: false,
        threat_extension: false,
        lazy_evaluation: false,
        parameters: Parameters::TUNED,
    };

    /// Only those that keep the value of a fixed-depth search.
    pub(crate) const EXACT: Techniques = Techniques {
        deeper_results: false,
        lmr: false,
        lmr_offers: false,
        prob_cut: false,
        single_reply_extension: false,
        exchanges: false,
        threat_extension: false,
        ..Techniques::ALL
    };
}

/// A technique's name and where it is switched.
type Switch = (&'static str, fn(&mut Techniques) -> &mut bool);

/// Every technique that can be switched off, in the order of the fields.
const SWITCHES: [Switch; 15] = [
    ("null-windows", |t| &mut t.null_windows),
    ("aspiration", |t| &mut t.aspiration),
    ("table", |t| &mut t.table),
    ("killers", |t| &mut t.killers),
    ("history", |t| &mut t.history),
    ("continuation-history", |t| &mut t.continuation_history),
    ("mate-distance", |t| &mut t.mate_distance),
    ("deeper-results", |t| &mut t.deeper_results),
    ("lmr", |t| &mut t.lmr),
    ("lmr-offers", |t| &mut t.lmr_offers),
    ("prob-cut", |t| &mut t.prob_cut),
    ("single-reply-extension", |t| &mut t.single_reply_extension),
    ("exchanges", |t| &mut t.exchanges),
    ("threat-extension", |t| &mut t.threat_extension),
    ("lazy-evaluation", |t| &mut t.lazy_evaluation),
];

/// Other names that engines use, and those of earlier versions of this program.
const ALIASES: [(&str, &str); 8] = [
    ("pvs", "null-windows"),
    ("tt", "table"),
    ("probcut", "prob-cut"),
    ("win-distance", "mate-distance"),
    ("late-moves", "lmr"),
    ("forcing-moves", "lmr-offers"),
    ("single-replies", "single-reply-extension"),
    ("threats", "threat-extension"),
];

impl Techniques {
    /// The names of all techniques.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SWITCHES.iter().map(|(name, _)| *name)
    }

    /// These techniques less one; `None` if there is none of this name.
    #[must_use]
    pub fn without(mut self, name: &str) -> Option<Techniques> {
        let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, own)| own);
        let (_, switch) = SWITCHES.iter().find(|(known, _)| *known == name)?;
        *switch(&mut self) = false;
        Some(self)
    }

    /// The names of those that are off.
    pub fn off(self) -> impl Iterator<Item = &'static str> {
        let is_off = move |(_, switch): &&Switch| !*switch(&mut self.clone());
        SWITCHES.iter().filter(is_off).map(|(name, _)| *name)
    }
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_can_be_switched_off_by_its_name() {
        for (alias, name) in ALIASES {
            assert_eq!(Techniques::ALL.without(alias), Techniques::ALL.without(name), "{alias}");
        }
        for name in Techniques::names() {
            let less = Techniques::ALL.without(name).expect(name);
            assert_eq!(less.off().collect::<Vec<_>>(), [name]);
        }
        let none = Techniques::names().try_fold(Techniques::ALL, Techniques::without);
        assert_eq!(none, Some(Techniques::NONE));
        assert_eq!(Techniques::ALL.without("luck"), None);
        assert_eq!(Techniques::ALL.off().count(), 0);
    }
}
