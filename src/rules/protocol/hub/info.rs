//! What an engine says about its search.

use super::line::HubLine;
use crate::protocol::MoveText;

/// The fields of `info`; any of them may be missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Mean depth of the lines searched, in plies.
    pub mean_depth: Option<f64>,
    /// Score in men for the side to move; beyond ±90 decided: `(100 − |score|)·100` plies away.
    pub score: Option<f64>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Seconds since the search began.
    pub time: Option<f64>,
    /// Million nodes a second.
    pub nps: Option<f64>,
    /// The line expected, every capture with its captured squares.
    pub pv: Vec<MoveText>,
    /// What endgame tables say of the position searched, a field of our own: `win in 7`.
    pub endgame: Option<String>,
}

impl Info {
    /// Invalid numbers are left out; the line ends at the first word that is not a move.
    pub(super) fn from_line(line: &HubLine) -> Info {
        let real =
            |name| line.value(name).and_then(|text| text.replace(',', ".").parse::<f64>().ok());
        let pv = line.value("pv").unwrap_or_default().split_whitespace();
        Info {
            depth: line.value("depth").and_then(|text| text.parse().ok()),
            mean_depth: real("mean-depth"),
            score: real("score"),
            nodes: line.value("nodes").and_then(|text| text.parse().ok()),
            time: real("time"),
            nps: real("nps"),
            pv: pv.map_while(|text| text.parse().ok()).collect(),
            endgame: line.value("endgame").map(str::to_owned),
        }
    }

    pub(super) fn to_line(&self) -> HubLine {
        let pv: Vec<String> = self.pv.iter().map(ToString::to_string).collect();
        let pv = (!pv.is_empty()).then(|| pv.join(" "));
        HubLine::new("info")
            .with_some("depth", self.depth)
            .with_some("mean-depth", self.mean_depth.map(|x| format!("{x:.1}")))
            .with_some("score", self.score.map(|x| format!("{x:.2}")))
            .with_some("nodes", self.nodes)
            .with_some("time", self.time.map(|x| format!("{x:.3}")))
            .with_some("nps", self.nps.map(|x| format!("{x:.3}")))
            .with_some("pv", pv)
            .with_some("endgame", self.endgame.as_deref())
    }
}
