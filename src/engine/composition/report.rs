//! What was found out about a composition.

use serde_json::{Value, json};

use crate::board::{Move, Position, fen};
use crate::pdn::spell_line;

/// What a composition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// A stated move does not win, or none does.
    NoSolution,
    /// Another first move wins.
    Cooked,
    /// Another move wins later.
    Dual,
    /// The limit of nodes left moves open.
    NotProved,
    /// One move wins at every move of the solver.
    Sound,
}

impl Verdict {
    /// The verdict in words, as in `no solution`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::NoSolution => "no solution",
            Verdict::Cooked => "cooked",
            Verdict::Dual => "dual",
            Verdict::NotProved => "not proved",
            Verdict::Sound => "sound",
        }
    }
}

/// What is the matter with a move of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FindingKind {
    /// It is stated and does not win; without a move, no move wins.
    NoSolution,
    /// It wins too, at the first move.
    Cook,
    /// It wins too, at a later move.
    Dual,
    /// It wins too, and the rules of the check allow that.
    Allowed,
    /// Whether it wins is not known after the limit of nodes.
    Open,
}

impl FindingKind {
    /// The kind in a word or two, as in `no solution`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FindingKind::NoSolution => "no solution",
            FindingKind::Cook => "cook",
            FindingKind::Dual => "dual",
            FindingKind::Allowed => "allowed",
            FindingKind::Open => "open",
        }
    }

    /// The verdict on a composition in which this is found.
    const fn verdict(self) -> Verdict {
        match self {
            FindingKind::NoSolution => Verdict::NoSolution,
            FindingKind::Cook => Verdict::Cooked,
            FindingKind::Dual => Verdict::Dual,
            FindingKind::Allowed => Verdict::Sound,
            FindingKind::Open => Verdict::NotProved,
        }
    }
}

/// A move of the solver that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is the matter.
    pub kind: FindingKind,
    /// The ply in the solution, from 1; the solver's are odd.
    pub ply: usize,
    /// The position before the move.
    pub position: Position,
    /// The move and what follows: for a win the line to its end as far as it is known, for a stated move that fails the reply that
    /// refutes it. Empty if no move wins.
    pub line: Vec<Move>,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// The position of the composition.
    pub position: Position,
    /// The gravest of the findings.
    pub verdict: Verdict,
    /// The stated solution; without one, the only winning move and its line, or nothing.
    pub solution: Vec<Move>,
    /// All that is not as it should be, by plies.
    pub findings: Vec<Finding>,
    /// Nodes of all searches.
    pub nodes: u64,
}

impl CheckReport {
    pub(super) fn of(
        position: Position,
        solution: Vec<Move>,
        findings: Vec<Finding>,
        nodes: u64,
    ) -> CheckReport {
        let verdicts = findings.iter().map(|finding| finding.kind.verdict());
        let verdict = verdicts.min().unwrap_or(Verdict::Sound);
        CheckReport { position, verdict, solution, findings, nodes }
    }

    /// Whether the composition is sound.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.verdict == Verdict::Sound
    }

    /// The report as an object: `fen`, `verdict`, `solution`, `findings` with `kind`, `ply`, `fen` and `line`, and `nodes`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let findings = self.findings.iter().map(|finding| {
            json!({
                "kind": finding.kind.name(),
                "ply": finding.ply,
                "fen": fen::write(&finding.position),
                "line": spell_line(&finding.position, &finding.line),
            })
        });
        json!({
            "fen": fen::write(&self.position),
            "verdict": self.verdict.name(),
            "solution": spell_line(&self.position, &self.solution),
            "findings": findings.collect::<Vec<_>>(),
            "nodes": self.nodes,
        })
    }
}
