//! The pieces of a run, and their raw figures: what learns, and who plays whom.

use serde::{Deserialize, Serialize};

use super::games::Pairs;
use super::openings::Opening;
use super::settings::{BackgammonSettings, PlayDepth, Variant};
use crate::results::FigureRow;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TrainingUnit {
    pub variant: Variant,
    pub simulation: u32,
    pub games: u32,
    /// Whether it resumes from the last self-play network of the same first weights.
    pub continues: bool,
}

impl TrainingUnit {
    pub(super) fn piece(&self) -> String {
        format!("{} {}", self.variant.name, self.simulation)
    }
}

/// A network that was saved: how it learned, its first weights, after how many games.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct SavedNetwork(pub String, pub u32, pub u32);

impl SavedNetwork {
    pub(crate) fn file(&self) -> String {
        format!("{}-{}-{}.safetensors", self.0, self.1, self.2)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Meeting {
    pub(crate) first: (SavedNetwork, PlayDepth),
    pub(crate) second: (SavedNetwork, PlayDepth),
    pub pairs: u32,
}

impl Meeting {
    pub(crate) fn piece(&self) -> String {
        let name =
            |(saved, depth): &(SavedNetwork, PlayDepth)| format!("{} {depth:?}", saved.file());
        format!("{} against {}", name(&self.first), name(&self.second))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    /// Networks that learn by self-play; all others come after them.
    pub base: Vec<TrainingUnit>,
    /// Departures, other data_sources and ways to look ahead.
    pub others: Vec<TrainingUnit>,
    /// Those that learn by as many evaluations as others took.
    pub equal: Vec<TrainingUnit>,
    pub meetings: Vec<Meeting>,
}

/// The piece of work that appraises the openings of the paper.
pub(crate) const PAPER_OPENINGS: &str = "openings of the paper";

impl Plan {
    pub(super) fn new(settings: &BackgammonSettings) -> Plan {
        let training = |variant: Variant, simulation, games| TrainingUnit {
            variant,
            simulation,
            games,
            continues: false,
        };
        let base =
            (0..settings.seeds).map(|number| training(Variant::PAPER, number, settings.games()));
        let apart: Vec<Variant> = settings.departing().collect();
        // The first weights in the outer loop: an interrupted run has a bit of everything.
        let others = (0..settings.departures).flat_map(|number| {
            apart.iter().map(move |&variant| training(variant, number, settings.departure_games))
        });
        let on = |variant, number| TrainingUnit {
            continues: true,
            ..training(variant, number, settings.look_games)
        };
        let looks = (0..settings.seeds)
            .flat_map(|number| Variant::LOOKS.into_iter().map(move |variant| on(variant, number)));
        Plan {
            base: base.collect(),
            others: looks.chain(others).collect(),
            equal: (0..settings.seeds).map(|number| on(Variant::FLAT_LONG, number)).collect(),
            meetings: meetings(settings),
        }
    }

    pub(super) fn pieces(&self) -> impl Iterator<Item = String> {
        let trainings =
            self.base.iter().chain(&self.others).chain(&self.equal).map(TrainingUnit::piece);
        trainings
            .chain(self.meetings.iter().map(Meeting::piece))
            .chain([PAPER_OPENINGS.to_string()])
    }
}

fn meetings(settings: &BackgammonSettings) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    let (paper, look, last) = (Variant::PAPER.name, settings.look_games, settings.games());
    for number in 0..settings.seeds {
        let flat = |name: &str, games| (SavedNetwork(name.into(), number, games), PlayDepth::Flat);
        let ahead = |name, games| (flat(name, games).0, PlayDepth::Ahead);
        let mut meet = |first, second, part: u32| {
            meetings.push(Meeting { first, second, pairs: settings.robin_pairs / part });
        };
        for (index, &later) in settings.robin.iter().enumerate() {
            for &earlier in &settings.robin[..index] {
                meet(flat(paper, later), flat(paper, earlier), 1);
            }
        }
        for name in ["directed", "leaf", "flat-long"] {
            meet(flat(name, look), flat("flat", look), 1);
        }
        for name in ["directed", "leaf"] {
            meet(flat(name, look), flat("flat-long", look), 1);
        }
        meet(ahead("leaf", look), ahead("flat", look), 10);
        meet(ahead(paper, last), flat(paper, last), 10);
    }
    meetings
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Test {
    pub games: u32,
    pub random: Pairs,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pubeval: Option<Pairs>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gnubg: Option<Pairs>,
    pub openings: Vec<Opening>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Learned {
    pub variant: String,
    pub simulation: u32,
    pub plies: u64,
    /// Games learned in the end; those that learn by equal evaluations find out themselves.
    pub games: u32,
    pub evaluations: u64,
    /// Whether the weights ceased to be numbers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub diverged: bool,
    /// The tests, the last at the end.
    pub(crate) tests: Vec<Test>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub(crate) enum Row {
    Learned(Learned),
    #[serde(rename = "met")]
    Meeting {
        #[serde(rename = "bout")]
        meeting: Meeting,
        pairs: Pairs,
    },
    Paper {
        experts: Vec<Opening>,
        network: Vec<Opening>,
    },
}

impl FigureRow for Row {
    fn piece(&self) -> String {
        match self {
            Row::Learned(learned) => format!("{} {}", learned.variant, learned.simulation),
            Row::Meeting { meeting, .. } => meeting.piece(),
            Row::Paper { .. } => PAPER_OPENINGS.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_a_name_of_its_own() {
        let opponent = || Some("1".to_string());
        for settings in [BackgammonSettings::full(1, 100), BackgammonSettings::quick(1)] {
            let settings =
                BackgammonSettings { gnubg: opponent(), pubeval: opponent(), ..settings };
            let plan = Plan::new(&settings);
            let mut names: Vec<String> = plan.pieces().collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), plan.pieces().count());
        }
    }

    #[test]
    fn who_does_not_take_part_teaches_nobody() {
        let with = BackgammonSettings { gnubg: Some("1".into()), ..BackgammonSettings::quick(1) };
        let names = |settings: &BackgammonSettings| {
            Plan::new(settings).pieces().collect::<Vec<_>>().join("\n")
        };
        assert!(names(&with).contains("gnubg-games") && !names(&with).contains("pubeval"));
        assert!(!names(&BackgammonSettings::quick(1)).contains("gnubg"));
    }
}
