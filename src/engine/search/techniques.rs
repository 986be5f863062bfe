//! The parts of the search that can be switched off, to test and to measure each.

use super::parameters::Parameters;

/// Which techniques are on; all of them by default.
///
/// The first group never changes the value of a fixed-depth search, only its cost. The second group does, by looking deeper in
/// some places and less deep in others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Later moves are first asked only whether they beat the best so far.
    pub null_windows: bool,
    /// An iteration starts with a narrow window around the last one's value.
    pub aspiration: bool,
    /// Results of the same position at the same depth are reused.
    pub table: bool,
    /// Two quiet moves that refuted a sibling are tried early.
    pub killers: bool,
    /// Moves are ordered by how often they were best.
    pub history: bool,
    /// Where history orders the moves, so does how often they were best after a move to the square that the opponent moved to.
    pub continuation_history: bool,
    /// No line longer than a win already found is searched.
    pub win_distance: bool,

    /// Results of a deeper search of the same position are reused too, and proven wins at any depth.
    pub deeper_results: bool,
    /// Late quiet moves are searched less deep at first.
    pub late_moves: bool,
    /// Of these, a move that the opponent must answer with a capture is reduced by a ply less.
    pub forcing_moves: bool,
    /// A node that a shallow search says is far above the window is left early.
    pub prob_cut: bool,
    /// A position with a single legal move costs no depth.
    pub single_replies: bool,
    /// Exchanges and promotions are searched where the depth has run out.
    pub exchanges: bool,
    /// Where the depth has run out and the opponent threatens a capture, another ply is searched.
    pub threats: bool,
    /// The evaluation is estimated where the estimate lies far outside the window.
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
        win_distance: true,
        deeper_results: true,
        late_moves: true,
        forcing_moves: true,
        prob_cut: true,
        single_replies: true,
        exchanges: true,
        threats: true,
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
        win_distance: false,
        deeper_results: false,
        late_moves: false,
        forcing_moves: false,
        prob_cut: false,
        single_replies: false,
        exchanges: false,
        threats: false,
        lazy_evaluation: false,
        parameters: Parameters::TUNED,
    };

    /// Only those that keep the value of a fixed-depth search.
    pub(crate) const EXACT: Techniques = Techniques {
        deeper_results: false,
        late_moves: false,
        forcing_moves: false,
        prob_cut: false,
        single_replies: false,
        exchanges: false,
        threats: false,
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
    ("win-distance", |t| &mut t.win_distance),
    ("deeper-results", |t| &mut t.deeper_results),
    ("late-moves", |t| &mut t.late_moves),
    ("forcing-moves", |t| &mut t.forcing_moves),
    ("prob-cut", |t| &mut t.prob_cut),
    ("single-replies", |t| &mut t.single_replies),
    ("exchanges", |t| &mut t.exchanges),
    ("threats", |t| &mut t.threats),
    ("lazy-evaluation", |t| &mut t.lazy_evaluation),
];

/// The names that other engines use, and ours.
const ALIASES: [(&str, &str); 4] =
    [("lmr", "late-moves"), ("probcut", "prob-cut"), ("pvs", "null-windows"), ("tt", "table")];

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
    fn every_technique_can_be_switched_off_by_its_name_alone() {
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
