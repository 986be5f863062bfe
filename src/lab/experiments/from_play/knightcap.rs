//! KnightCap's way, with draughts: from material against a pool, against itself, and what else its authors say of learning from play.

use super::super::lab::Experiment;
use super::super::notes;
use super::ANCHOR;
use super::arm::{Amount, ArmOpponent, ArmStart, Play, PlayArm, Start, WeightSource};
use super::claims::{at_least, parity, stronger};
use super::figures::Figures;
use super::group::Group;
use super::plan::PlayPlan;
use super::report::parts;
use super::size::{FromPlaySize, SEEDS};

use crate::learning::{TdVariant, TerminalUpdate, UnearnedGains};
use crate::results::Claim;
use crate::selfplay::Matching;

pub const KNIGHTCAP: Experiment<PlayPlan> = Experiment {
    name: "knightcap",
    size: |seed| FromPlaySize::full(seed, SEEDS),
    plan,
    notes: notes::KNIGHTCAP,
    parts: |figures, report| parts(figures, report, GROUPS, &claims(figures)),
    summary: &["claims"],
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
const GENTLE: [f64; 2] = [0.003, 0.0001];

fn base(scale: &FromPlaySize) -> Play {
    Play::plain(scale.games, scale.nodes)
}

/// Everybody from the man count to the evaluation in the box.
fn pool() -> Vec<ArmOpponent> {
    vec![
        ArmOpponent::Material,
        ArmOpponent::Arm("reader".into()),
        ArmOpponent::Arm(ANCHOR.into()),
        ArmOpponent::Reference,
    ]
}

pub(super) fn plan(scale: &FromPlaySize) -> PlayPlan {
    let arms: Vec<PlayArm> = [
        readers(scale),
        servers(scale),
        rules(scale),
        starts(scale),
        pools(scale),
        alone(scale),
        steps(scale),
        databases(scale),
    ]
    .concat();
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
    PlayPlan::new(scale, arms, &pairings)
}

fn arm(name: &str, meaning: &str, play: Play) -> PlayArm {
    PlayArm::new(name, meaning, WeightSource::Play(play))
}

fn readers(scale: &FromPlaySize) -> Vec<PlayArm> {
    let [few, more] = scale.read;
    let read = |games| WeightSource::Database(Amount::Games(games));
    vec![
        PlayArm::new(
            "reader",
            &format!("the first {few} games of the database, read once"),
            read(few),
        ),
        PlayArm::new(
            ANCHOR,
            &format!("the first {more} games of the database, read once"),
            read(more),
        ),
    ]
}

/// On a server: a step after each game, as many games as KnightCap played from 1650 to 2150.
fn servers(scale: &FromPlaySize) -> Vec<PlayArm> {
    let server = |rates| Play {
        against: pool(),
        matching: Matching::Rating,
        games: scale.server_games,
        update: 1,
        rates,
        ..base(scale)
    };
    let alone = Play {
        beginning: ArmStart::Start,
        random_plies: 0,
        games: 2 * scale.server_games,
        update: 1,
        ..base(scale)
    };
    vec![
        arm("still", "material, never moved (α = 0), against the pool", server(Some([0.0; 2]))),
        arm("pool", "from material against the pool, matched by rating", server(None)),
        arm(
            "alone-short",
            "from material against itself from the first position, twice the games",
            alone,
        ),
    ]
}

fn rules(scale: &FromPlaySize) -> Vec<PlayArm> {
    let base = base(scale);
    let by = |rule| Play { rule, ..base.clone() };
    let watched = |rule| WeightSource::Watch { rule, games: scale.games / 2 };
    vec![
        arm(
            "self",
            "TDLeaf, itself, ballots and up to two moves of chance, from material",
            base.clone(),
        ),
        arm("directed", "TD-directed", by(TdVariant::TdDirected)),
        arm("td", "TD, best successor", by(TdVariant::Td)),
        PlayArm::new("watched-td", "TD on games of the database", watched(TdVariant::Td)),
        PlayArm::new("watched-leaf", "TDLeaf on the same games", watched(TdVariant::Tdleaf)),
    ]
}

fn starts(scale: &FromPlaySize) -> Vec<PlayArm> {
    let base = base(scale);
    let from = |start, is_early| Play { start, is_early, ..base.clone() };
    vec![
        arm("random", "from first weights", from(Start::Random, false)),
        arm("equal", "from all weights equal", from(Start::Equal, false)),
        arm(
            "random-early",
            "from first weights, λ = 1 in the first half",
            from(Start::Random, true),
        ),
        arm("early", "from material, λ = 1 in the first half", from(Start::Material, true)),
        arm("grown", "from a database network", from(Start::Arm("reader".into()), false)),
    ]
}

fn pools(scale: &FromPlaySize) -> Vec<PlayArm> {
    let base = Play { against: pool(), ..base(scale) };
    let with = |change: &dyn Fn(&mut Play)| {
        let mut play = base.clone();
        change(&mut play);
        play
    };
    vec![
        arm("long-pool", "against the pool, everybody as often", base.clone()),
        arm("rule", "the pool with the blunder rule", with(&|p| p.blunders = UnearnedGains::Rule)),
        arm(
            "variant",
            "the pool with its variant by rating",
            with(&|p| p.blunders = UnearnedGains::Variant),
        ),
        arm("losses", "the pool, wins never teach", with(&|p| p.last = TerminalUpdate::Losses)),
        arm("matched", "the pool, matched by rating", with(&|p| p.matching = Matching::Rating)),
        arm(
            "weak",
            "against the weakest alone",
            with(&|p| p.against = vec![ArmOpponent::Material]),
        ),
        arm(
            "strong",
            "against the strongest alone",
            with(&|p| p.against = vec![ArmOpponent::Reference]),
        ),
    ]
}

fn alone(scale: &FromPlaySize) -> Vec<PlayArm> {
    let base = base(scale);
    let with = |beginning, random_plies, random_moves| Play {
        beginning,
        random_plies,
        random_moves,
        ..base.clone()
    };
    let roots = |plies| with(ArmStart::Database, plies, 0.0);
    vec![
        arm("alone", "from the first position", with(ArmStart::Start, 0, 0.0)),
        arm("ballots", "ballots without moves of chance", with(ArmStart::Ballots, 0, 0.0)),
        arm("chance", "ballots, every twentieth move by chance", with(ArmStart::Ballots, 2, 0.05)),
        arm("roots-0", "positions of the database", roots(0)),
        arm("roots-1", "positions of the database, up to one move of chance", roots(1)),
        arm("roots-2", "positions of the database, up to two moves of chance", roots(2)),
    ]
}

fn steps(scale: &FromPlaySize) -> Vec<PlayArm> {
    let base = base(scale);
    let update = |update| Play { update, ..base.clone() };
    let table =
        |table| Play { table, nodes: 10 * scale.nodes, games: scale.games / 10, ..base.clone() };
    vec![
        arm("update-1", "a step for each game", update(1)),
        arm("update-4", "a step for 4 games", update(4)),
        arm("update-16", "a step for 16 games", update(16)),
        arm("update-64", "a step for 64 games", update(64)),
        arm("table-16", "a tenth of the games, ten times the nodes, 16 MiB", table(16)),
        arm("table-1", "the same with 1 MiB", table(1)),
    ]
}

fn databases(scale: &FromPlaySize) -> Vec<PlayArm> {
    let positions = |share| WeightSource::Database(Amount::Positions { of: "self".into(), share });
    let whole = WeightSource::Database(Amount::Passes(scale.passes));
    let base = base(scale);
    let from = |start, rates, games| Play { start, rates, games, ..base.clone() };
    let half = from(Start::Arm("half".into()), Some(GENTLE), scale.games / 2);
    let after = |name: &str| from(Start::Arm(name.into()), Some(GENTLE), scale.games);
    vec![
        PlayArm::new("as-many", "the database alone, as many positions", positions(1.0)),
        PlayArm::new("half", "the database alone, half as many positions", positions(0.5)),
        arm("half-half", "half from the database, then half from play", half),
        PlayArm::new("whole", "the whole database", whole.clone()),
        arm("whole-play", "the whole database, then play", after("whole")),
        PlayArm::new("nnue", "the whole database, hidden layer", whole).nnue(),
        arm("nnue-play", "the same, then play", after("nnue")).nnue(),
        arm(
            "box-play",
            "the evaluation in the box, then play",
            from(Start::Reference, Some(GENTLE), scale.games),
        )
        .nnue(),
    ]
}

/// Elo within which two ways are as good as each other.
const CLOSE: f64 = 25.0;

pub(super) fn claims(figures: &Figures) -> Vec<Claim> {
    let games = figures.plan.scale.server_games;
    let beats = |words: &str, a: &str, b: &str| stronger(figures, words, a, b);
    vec![
        at_least(
            figures,
            format!("It gains 500 points in {games} games against a pool"),
            "pool",
            "still",
            500.0,
        ),
        beats("Learning against a pool gains anything at all", "pool", "still"),
        beats(
            "Self-play from the first position is weaker, with twice the games",
            "pool",
            "alone-short",
        ),
        beats("TDLeaf beats TD-directed, each playing its own games", "self", "directed"),
        beats("TDLeaf beats TD, each playing its own games", "self", "td"),
        beats("TDLeaf beats TD on the same games", "watched-leaf", "watched-td"),
        beats("A start from material is better than from first weights", "self", "random"),
        beats("… and than from equal weights", "self", "equal"),
        beats("A start from a database network is better still", "grown", "self"),
        beats("From first weights, λ = 1 early helps", "random-early", "random"),
        parity(figures, "From material it makes no difference", "early", "self", CLOSE),
        beats("The blunder rule helps", "rule", "long-pool"),
        beats("Its variant helps", "variant", "long-pool"),
        beats("That wins never teach helps", "losses", "long-pool"),
        beats("Matched opponents help", "matched", "long-pool"),
        beats("… against a pool more than weak ones", "long-pool", "weak"),
        beats("… and more than strong ones", "long-pool", "strong"),
        beats("A pool teaches more than self-play with drawn openings", "long-pool", "self"),
        beats("Drawn openings help self-play", "ballots", "alone"),
        beats("Moves of chance behind them help", "self", "ballots"),
        beats("Positions of a database help", "roots-0", "self"),
        beats("… a random move behind them helps", "roots-1", "roots-0"),
        beats("Small tables hurt learning", "table-16", "table-1"),
        beats("Few games in a step are better than many", "update-4", "update-64"),
        beats("Play teaches more than as many positions of a database", "self", "as-many"),
        beats(
            "Database, then play beats the database alone at equal positions",
            "half-half",
            "as-many",
        ),
        beats("Database, then play beats play alone at equal positions", "half-half", "self"),
        beats("Play adds to a whole database", "whole-play", "whole"),
        beats("… with a hidden layer too", "nnue-play", "nnue"),
        beats("… and to the evaluation in the box", "box-play", "reference"),
    ]
}
