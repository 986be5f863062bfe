//! What a player says about a position.

/// What a player said about the position it moved in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveInfo {
    /// The score for the player in men, on the scale of Hub: beyond ±90 decided.
    pub score: Option<f64>,
    /// The depth reached in plies.
    pub depth: Option<u32>,
    /// The nodes visited.
    pub nodes: Option<u64>,
    /// The time the player says it took, where it does.
    pub seconds: Option<f64>,
}

impl MoveInfo {
    /// Whether the player thinks itself so far behind that it has nothing to say against a loss.
    #[must_use]
    pub fn is_conceding(&self) -> bool {
        self.score.is_some_and(|score| score <= -CONCEDED)
    }

    /// Score and depth as they stand behind a move, in the way of engine matches: `+0.35/12`; `None` without a score.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        let depth = self.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
        self.score.map(|score| format!("{score:+.2}{depth}"))
    }
}

/// Men behind which a game is as good as lost: Scan ends games by the same difference.
const CONCEDED: f64 = 3.0;
