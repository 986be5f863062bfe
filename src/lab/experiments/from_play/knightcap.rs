//! KnightCap's way, with draughts: from material against a pool, against itself, and what else its authors say of learning from play.

use draughts_td_results::notes;

use super::super::lab::Experiment;
use super::ANCHOR;
use super::arm::{
    Amount, ArmOpponent, ArmStart, FromPlaySize, Play, PlayArm, SEEDS, Start, WeightSource,
};
use super::plan::PlayPlan;
use super::report::{Group, parts};
use crate::learning::{TdVariant, TerminalUpdate, UnearnedGains};
use crate::selfplay::Matching;

pub(crate) const KNIGHTCAP: Experiment<PlayPlan> = Experiment {
    name: "knightcap",
    size: |seed| FromPlaySize::full(seed, SEEDS),
    plan,
    notes: notes::KNIGHTCAP,
    parts: |figures, report| parts(figures, report, GROUPS),
    summary: &["What the documents say"],
};

/// The arms of a group with what each is compared with, the first of them as the base.
pub(super) const GROUPS: &[Group] = &[
    Group { heading: "On a server", base: "still", arms: &["pool", "alone-short"] },
    Group { heading: "Rules, free-running", base: "self", arms: &["directed", "td"] },
    Group { heading: "Rules, on the same games", base: "watched-td", arms: &["watched-leaf"] },
    Group {
        heading: "Where it starts",
        base: "self",
        arms: &["random", "equal", "random-early", "early", "grown"],
    },
    Group {
        heading: "Against a pool",
        base: "long-pool",
        arms: &["rule", "variant", "losses", "matched", "weak", "strong", "self"],
    },
    Group {
        heading: "Self-play",
        base: "self",
        arms: &["alone", "ballots", "chance", "roots-0", "roots-1", "roots-2"],
    },
    Group {
        heading: "Games in a step",
        base: "self",
        arms: &["update-1", "update-4", "update-16", "update-64"],
    },
    Group {
        heading: "Size of the table, 5,000 nodes a move",
        base: "table-16",
        arms: &["table-1"],
    },
    Group {
        heading: "Play and databases, at equal positions",
        base: "self",
        arms: &["as-many", "half-half"],
    },
    Group { heading: "Play after a whole database", base: "whole", arms: &["whole-play"] },
    Group { heading: "The same with a hidden layer", base: "nnue", arms: &["nnue-play"] },
    Group {
        heading: "Play after the evaluation in the box",
        base: "reference",
        arms: &["box-play"],
    },
];

/// Rates for what has learned already: a tenth.
const GENTLE: Option<[f64; 2]> = Some([0.003, 0.0001]);

/// Everybody from the man count to the evaluation in the box.
fn pool() -> Vec<ArmOpponent> {
    vec![
        ArmOpponent::Material,
        ArmOpponent::Arm("reader".into()),
        ArmOpponent::Arm(ANCHOR.into()),
        ArmOpponent::Reference,
    ]
}

fn plan(scale: &FromPlaySize) -> PlayPlan {
    let against_base =
        GROUPS.iter().flat_map(|group| group.arms.iter().map(|arm| (*arm, group.base)));
    let others = [
        ("alone-short", "pool"),
        ("random-early", "random"),
        ("ballots", "alone"),
        ("roots-1", "roots-0"),
        ("update-4", "update-64"),
        ("self", "still"),
        ("long-pool", "still"),
        ("whole", "still"),
        ("half-half", "as-many"),
        ("grown", "reader"),
    ];
    let mut pairings: Vec<(&str, &str)> = Vec::new();
    for pair @ (a, b) in against_base.chain(others) {
        if !pairings.contains(&pair) && !pairings.contains(&(b, a)) {
            pairings.push(pair);
        }
    }
    PlayPlan::new(scale, [arms(scale), databases(scale)].concat(), &pairings)
}

fn arms(scale: &FromPlaySize) -> Vec<PlayArm> {
    let base = Play::plain(scale.games, scale.nodes);
    let pooled = Play { against: pool(), ..base.clone() };
    // On a server: a step after each game, as many games as KnightCap played from 1650 to 2150.
    let (games, matching) = (scale.server_games, Matching::Rating);
    let server = Play { games, matching, update: 1, ..pooled.clone() };
    let first = Play { beginning: ArmStart::Start, random_plies: 0, ..base.clone() };
    let alone = Play { games: 2 * scale.server_games, update: 1, ..first.clone() };
    let roots = Play { beginning: ArmStart::Database, random_plies: 0, ..base.clone() };
    let deep = Play { nodes: 10 * scale.nodes, games: scale.games / 10, ..base.clone() };
    let watch = |name, meaning, rule| {
        vec![PlayArm::new(name, meaning, WeightSource::Watch { rule, games: scale.games / 2 })]
    };
    [
        vec![PlayArm::reader("reader", scale.read[0]), PlayArm::reader(ANCHOR, scale.read[1])],
        PlayArm::changed(&[
            (&server, "still", "material, never moved (α = 0), against the pool", |p| {
                p.rates = Some([0.0; 2])
            }),
            (&server, "pool", "from material against the pool, matched by rating", |_| ()),
            (
                &alone,
                "alone-short",
                "from material against itself from the first position, twice the games",
                |_| (),
            ),
            (
                &base,
                "self",
                "TDLeaf, itself, ballots and up to two moves of chance, from material",
                |_| (),
            ),
            (&base, "directed", "TD-directed", |p| p.rule = TdVariant::TdDirected),
            (&base, "td", "TD, best successor", |p| p.rule = TdVariant::Td),
        ]),
        watch("watched-td", "TD on games of the database", TdVariant::Td),
        watch("watched-leaf", "TDLeaf on the same games", TdVariant::Tdleaf),
        PlayArm::changed(&[
            (&base, "random", "from first weights", |p| p.start = Start::Random),
            (&base, "equal", "from all weights equal", |p| p.start = Start::Equal),
            (&base, "random-early", "from first weights, λ = 1 in the first half", |p| {
                (p.start, p.is_early) = (Start::Random, true);
            }),
            (&base, "early", "from material, λ = 1 in the first half", |p| p.is_early = true),
            (&base, "grown", "from a database network", |p| p.start = Start::Arm("reader".into())),
            (&pooled, "long-pool", "against the pool, everybody as often", |_| ()),
            (&pooled, "rule", "the pool with the blunder rule", |p| {
                p.blunders = UnearnedGains::Rule
            }),
            (&pooled, "variant", "the pool with its variant by rating", |p| {
                p.blunders = UnearnedGains::Variant
            }),
            (&pooled, "losses", "the pool, wins never teach", |p| p.last = TerminalUpdate::Losses),
            (&pooled, "matched", "the pool, matched by rating", |p| p.matching = Matching::Rating),
            (&pooled, "weak", "against the weakest alone", |p| {
                p.against = vec![ArmOpponent::Material]
            }),
            (&pooled, "strong", "against the strongest alone", |p| {
                p.against = vec![ArmOpponent::Reference]
            }),
        ]),
        PlayArm::changed(&[
            (&first, "alone", "from the first position", |_| ()),
            (&base, "ballots", "ballots without moves of chance", |p| p.random_plies = 0),
            (&base, "chance", "ballots, every twentieth move by chance", |p| p.random_moves = 0.05),
            (&roots, "roots-0", "positions of the database", |_| ()),
            (&roots, "roots-1", "positions of the database, up to one move of chance", |p| {
                p.random_plies = 1
            }),
            (&roots, "roots-2", "positions of the database, up to two moves of chance", |p| {
                p.random_plies = 2
            }),
            (&base, "update-1", "a step for each game", |p| p.update = 1),
            (&base, "update-4", "a step for 4 games", |p| p.update = 4),
            (&base, "update-16", "a step for 16 games", |p| p.update = 16),
            (&base, "update-64", "a step for 64 games", |p| p.update = 64),
            (&deep, "table-16", "a tenth of the games, ten times the nodes, 16 MiB", |p| {
                p.table = 16
            }),
            (&deep, "table-1", "the same with 1 MiB", |_| ()),
        ]),
    ]
    .concat()
}

fn databases(scale: &FromPlaySize) -> Vec<PlayArm> {
    let positions = |name, meaning, share| {
        let amount = Amount::Positions { of: "self".into(), share };
        PlayArm::new(name, meaning, WeightSource::Database(amount))
    };
    let passes = WeightSource::Database(Amount::Passes(scale.passes));
    let whole = |name, meaning| PlayArm::new(name, meaning, passes.clone());
    let after = |name, meaning, start, games| {
        let play = Play { start, rates: GENTLE, ..Play::plain(games, scale.nodes) };
        PlayArm::new(name, meaning, WeightSource::Play(play))
    };
    let (games, arm) = (scale.games, |name: &str| Start::Arm(name.into()));
    let box_play = "the evaluation in the box, then play";
    vec![
        positions("as-many", "the database alone, as many positions", 1.0),
        positions("half", "the database alone, half as many positions", 0.5),
        after("half-half", "half from the database, then half from play", arm("half"), games / 2),
        whole("whole", "the whole database"),
        after("whole-play", "the whole database, then play", arm("whole"), games),
        whole("nnue", "the whole database, hidden layer").nnue(),
        after("nnue-play", "the same, then play", arm("nnue"), games).nnue(),
        after("box-play", box_play, Start::Reference, games).nnue(),
    ]
}
