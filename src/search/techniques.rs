//! The parts of the search that can be switched off, to test and to measure each.

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
    /// No line longer than a win already found is searched.
    pub win_distance: bool,

    /// Results of a deeper search of the same position are reused too, and proven wins at any depth.
    pub deeper_results: bool,
    /// Late quiet moves are searched less deep at first.
    pub late_moves: bool,
    /// A node that a shallow search says is far above the window is left early.
    pub prob_cut: bool,
    /// A position with a single legal move costs no depth.
    pub single_replies: bool,
    /// Exchanges and promotions are searched where the depth has run out.
    pub exchanges: bool,
}

impl Techniques {
    /// Everything on.
    pub const ALL: Techniques = Techniques {
        null_windows: true,
        aspiration: true,
        table: true,
        killers: true,
        history: true,
        win_distance: true,
        deeper_results: true,
        late_moves: true,
        prob_cut: true,
        single_replies: true,
        exchanges: true,
    };

    /// Plain alpha-beta to a fixed depth, with captures resolved below it.
    pub const NONE: Techniques = Techniques {
        null_windows: false,
        aspiration: false,
        table: false,
        killers: false,
        history: false,
        win_distance: false,
        deeper_results: false,
        late_moves: false,
        prob_cut: false,
        single_replies: false,
        exchanges: false,
    };

    /// Only those that keep the value of a fixed-depth search.
    pub const EXACT: Techniques = Techniques {
        deeper_results: false,
        late_moves: false,
        prob_cut: false,
        single_replies: false,
        exchanges: false,
        ..Techniques::ALL
    };
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::ALL
    }
}
