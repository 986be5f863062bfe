//! Ways of coming to weights: what is played or read, what is learned from it, and at which size.

use serde::{Deserialize, Serialize};

use super::super::lab::Arm;
use crate::learning::{Loss, OptimiserKind, TdVariant, TerminalUpdate, UnearnedGains};
use crate::selfplay::Matching;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Shape {
    /// Tables of patterns, linear in their weights before the squash, as KnightCap's evaluation.
    Patterns,
    Nnue,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Start {
    /// Men, kings as three men, and nothing else.
    Material,
    Random,
    /// Every weight is that of a man.
    Equal,
    /// The weights of another arm with the same seed.
    Arm(String),
    Reference,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ArmOpponent {
    Itself,
    Material,
    /// The weights of another arm with the same seed.
    Arm(String),
    Reference,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ArmStart {
    Start,
    Ballots,
    Database,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Play {
    pub rule: TdVariant,
    /// λ, from one own move to the next.
    pub lambda: f32,
    /// Whether λ is 1 in the first half of the games.
    pub is_early: bool,
    /// Steps up that the learner did nothing for.
    pub blunders: UnearnedGains,
    pub last: TerminalUpdate,
    pub loss: Loss,
    pub method: OptimiserKind,
    /// The rates of tables and of all else, instead of the model's own.
    pub rates: Option<[f64; 2]>,
    pub start: Start,
    pub against: Vec<ArmOpponent>,
    pub matching: Matching,
    pub beginning: ArmStart,
    /// The most moves of chance behind that.
    pub random_plies: u32,
    /// The share of the learner's moves that are left to chance.
    pub random_moves: f64,
    /// Plies after which a game is broken off.
    pub plies: Option<usize>,
    pub games: u64,
    pub update: u64,
    pub nodes: u64,
    pub table: usize,
}

impl Play {
    /// TDLeaf as KnightCap's, from material, against itself, from drawn openings with up to two moves of chance.
    pub(crate) fn plain(games: u64, nodes: u64) -> Play {
        Play {
            rule: TdVariant::Tdleaf,
            lambda: 0.7,
            is_early: false,
            blunders: UnearnedGains::Off,
            last: TerminalUpdate::Kept,
            loss: Loss::L2,
            method: OptimiserKind::Plain,
            rates: None,
            start: Start::Material,
            against: vec![ArmOpponent::Itself],
            matching: Matching::Even,
            beginning: ArmStart::Ballots,
            random_plies: 2,
            random_moves: 0.0,
            plies: None,
            games,
            update: 8,
            nodes,
            table: 1,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Amount {
    Games(u64),
    /// As many as hold a share of the positions that another arm with the same seed has learned from, once.
    Positions {
        of: String,
        share: f64,
    },
    Passes(u32),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WeightSource {
    /// From games that it plays itself.
    Play(Play),
    /// From games of others, its own positions searched once more: the same games whatever the rule.
    Watch { rule: TdVariant, games: u64 },
    /// From games of the database, as `learn` learns them.
    Database(Amount),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PlayArm {
    /// A short name; rows and files carry it.
    pub name: String,
    pub meaning: String,
    pub(crate) shape: Shape,
    #[serde(rename = "way")]
    pub(crate) source: WeightSource,
}

/// The base, name, meaning, and what is changed.
type ChangedArm<'a> = (&'a Play, &'a str, &'a str, fn(&mut Play));

impl PlayArm {
    pub(crate) fn new(name: &str, meaning: &str, source: WeightSource) -> PlayArm {
        PlayArm { name: name.into(), meaning: meaning.into(), shape: Shape::Patterns, source }
    }

    /// Arms that play, each with a thing of its base changed.
    pub(crate) fn changed(arms: &[ChangedArm<'_>]) -> Vec<PlayArm> {
        let arm = |&(base, name, meaning, change): &ChangedArm<'_>| {
            let mut play = base.clone();
            change(&mut play);
            PlayArm::new(name, meaning, WeightSource::Play(play))
        };
        arms.iter().map(arm).collect()
    }

    pub(crate) fn reader(name: &str, games: u64) -> PlayArm {
        let meaning = format!("the first {games} games of the database, read once");
        PlayArm::new(name, &meaning, WeightSource::Database(Amount::Games(games)))
    }

    pub(crate) fn nnue(self) -> PlayArm {
        PlayArm { shape: Shape::Nnue, ..self }
    }
}

impl Arm for PlayArm {
    fn name(&self) -> &str {
        &self.name
    }

    fn meaning(&self) -> &str {
        &self.meaning
    }

    /// What plays is measured against an arm of the database.
    fn needs(&self) -> Vec<&str> {
        match &self.source {
            WeightSource::Database(Amount::Positions { of, .. }) => vec![of, super::ANCHOR],
            WeightSource::Database(_) | WeightSource::Watch { .. } => Vec::new(),
            WeightSource::Play(play) => {
                let opponents = play.against.iter().filter_map(|opponent| match opponent {
                    ArmOpponent::Arm(name) => Some(name.as_str()),
                    _ => None,
                });
                let start = match &play.start {
                    Start::Arm(name) => Some(name.as_str()),
                    _ => None,
                };
                opponents.chain(start).chain([super::ANCHOR]).collect()
            }
        }
    }
}

pub(super) const SEEDS: u64 = 3;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FromPlaySize {
    pub seeds: Vec<u64>,
    pub games: u64,
    /// Games of KnightCap's way on its server.
    pub server_games: u64,
    /// Games of the arms that the players of the pool and the anchor have read, at most.
    pub read: [u64; 2],
    /// Passes over the database where it is learned whole.
    pub passes: u32,
    /// Nodes a move while learning, and in measurements on the way.
    pub nodes: u64,
    pub match_nodes: u64,
    pub match_games: usize,
    /// Games against each anchor in a measurement, of which there are three on the way, and eleven on a server.
    pub measure_games: usize,
}

impl FromPlaySize {
    pub(crate) fn full(seed: u64, seeds: u64) -> FromPlaySize {
        FromPlaySize {
            seeds: (seed..seed + seeds).collect(),
            games: 3000,
            server_games: 308,
            read: [200, 2000],
            passes: 4,
            nodes: 500,
            match_nodes: 2000,
            match_games: 158,
            measure_games: 158,
        }
    }

    /// Two seeds and a few games: it shows that everything works.
    pub fn quick(seed: u64) -> FromPlaySize {
        FromPlaySize {
            games: 16,
            server_games: 6,
            read: [20, 60],
            passes: 1,
            nodes: 30,
            match_nodes: 30,
            match_games: 2,
            measure_games: 2,
            ..FromPlaySize::full(seed, 2)
        }
    }
}
