//! Giraffe's way, with draughts: a few plies of own play from positions a move away from a database, and what becomes of losses,
//! optimisers and lengths; and whether the points of a suite tell strength.

use super::super::lab::Experiment;
use super::super::notes;
use super::ANCHOR;
use super::arm::{Amount, ArmStart, Play, PlayArm, WeightSource};
use super::claims::{follows, stronger};
use super::figures::Figures;
use super::group::Group;
use super::plan::PlayPlan;
use super::report::parts;
use super::size::{FromPlaySize, SEEDS};

use crate::learning::{Loss, OptimiserKind};
use crate::results::Claim;

pub const GIRAFFE: Experiment<PlayPlan> = Experiment {
    name: "giraffe",
    size: |seed| FromPlaySize::full(seed, SEEDS),
    plan,
    notes: notes::GIRAFFE,
    parts: |figures, report| parts(figures, report, GROUPS, &claims(figures)),
    summary: &["claims"],
};

/// The arms of a group with what each is compared with.
pub(super) const GROUPS: &[Group] = &[
    Group { heading: "As training goes on", base: "begin", arms: COURSE },
    Group {
        heading: "Plies of own play, at equal positions",
        base: "plies-12",
        arms: &["plies-2", "plies-6", "plies-24", "whole-games"],
    },
    Group {
        heading: "Losses and optimisers",
        base: "plies-12",
        arms: &["l1", "adam", "l1-adam", "adadelta", "l1-adadelta"],
    },
    Group { heading: "Roots", base: "plies-12", arms: &["roots-0", "roots-2", "ballots"] },
];

/// Parts of the games of Giraffe's way, to the whole.
const COURSE: &[&str] = &["part-16", "part-8", "part-4", "part-2", "plies-12"];

/// Plies of a whole game, about.
const GAME: u64 = 120;

/// Plies of own play from each root.
const PLIES: u64 = 12;

fn base(scale: &FromPlaySize) -> Play {
    Play {
        beginning: ArmStart::Database,
        random_plies: 1,
        ..of_plies(&Play::plain(scale.games, scale.nodes), scale, PLIES)
    }
}

/// So many plies from each root, and as many games as make the positions of whole games.
fn of_plies(play: &Play, scale: &FromPlaySize, plies: u64) -> Play {
    Play {
        plies: Some(plies as usize),
        games: scale.games * GAME / plies,
        update: 8 * GAME / plies,
        ..play.clone()
    }
}

pub(super) fn plan(scale: &FromPlaySize) -> PlayPlan {
    let base = base(scale);
    let arm = |name: &str, meaning: &str, play: Play| {
        PlayArm::new(name, meaning, WeightSource::Play(play))
    };
    let part = |share: u64| {
        let play = Play { games: (base.games / share).max(base.update), ..base.clone() };
        arm(&format!("part-{share}"), &format!("1/{share} of the games"), play)
    };
    let plies = |plies| of_plies(&base, scale, plies);
    let learned = |loss, method, rates| Play { loss, method, rates, ..base.clone() };
    let roots = |random_plies| Play { random_plies, ..base.clone() };
    let read = WeightSource::Database(Amount::Games(scale.read[1]));
    let still = Play { rates: Some([0.0; 2]), games: base.update, ..base.clone() };
    let whole = Play { plies: None, games: scale.games, update: 8, ..base.clone() };
    let arms = vec![
        PlayArm::new(
            ANCHOR,
            &format!("the first {} games of the database, read once", scale.read[1]),
            read,
        ),
        arm("begin", "material, never moved", still),
        part(16),
        part(8),
        part(4),
        part(2),
        arm(
            "plies-12",
            "12 plies from roots up to one move of chance away, L2, plain steps",
            base.clone(),
        ),
        arm("plies-2", "2 plies", plies(2)),
        arm("plies-6", "6 plies", plies(6)),
        arm("plies-24", "24 plies", plies(24)),
        arm("whole-games", "whole games, with their results", whole),
        arm("l1", "L1", learned(Loss::L1, OptimiserKind::Plain, Some(L1))),
        arm("adam", "Adam", learned(Loss::L2, OptimiserKind::Adam, Some(ADAM))),
        arm("l1-adam", "L1, Adam", learned(Loss::L1, OptimiserKind::Adam, Some(ADAM))),
        arm("adadelta", "AdaDelta", learned(Loss::L2, OptimiserKind::Adadelta, Some(ADADELTA))),
        arm(
            "l1-adadelta",
            "L1, AdaDelta, as Giraffe",
            learned(Loss::L1, OptimiserKind::Adadelta, Some(ADADELTA)),
        ),
        arm("roots-0", "roots without a move of chance", roots(0)),
        arm("roots-2", "roots up to two moves of chance away", roots(2)),
        arm(
            "ballots",
            "drawn openings instead",
            Play { beginning: ArmStart::Ballots, ..base.clone() },
        ),
    ];
    let pairings: Vec<(&str, &str)> = GROUPS
        .iter()
        .flat_map(|group| group.arms.iter().map(|arm| (*arm, group.base)))
        .chain([("adam", "l1-adam"), ("adadelta", "l1-adadelta")])
        .collect();
    PlayPlan::new(scale, arms, &pairings)
}

/// Rates of tables and of all else: of those tried in runs of a tenth of the games (one seed, 332 games at 2,000 nodes against plain steps of L2)
/// the smallest from which larger ones gained nothing beyond chance. L1: −15 Elo with 0.002, −17 with 0.006, −7 with 0.02, −108 with 0.06.
const L1: [f64; 2] = [0.006, 0.0002];
/// L2: −31 Elo with 0.001, +33 with 0.003, +45 with 0.01, +47 with 0.03; L1: +29, +27, +56, +41.
const ADAM: [f64; 2] = [0.01, 0.01];
/// L2: −9 Elo with 0.3, +20 with 1 (Giraffe's own), +65 with 3, +80 with 10; L1: −39, +47, +44, +41.
const ADADELTA: [f64; 2] = [3.0, 3.0];

pub(super) fn claims(figures: &Figures) -> Vec<Claim> {
    let beats = |words: &str, a: &str, b: &str| stronger(figures, words, a, b);
    vec![
        beats(
            "Twelve plies from perturbed roots teach a player that knows material",
            "plies-12",
            "begin",
        ),
        follows(
            figures,
            "The points of a suite rise with strength as training goes on",
            COURSE,
            "begin",
        ),
        beats("Twelve plies teach more than two", "plies-12", "plies-2"),
        beats("… than six", "plies-12", "plies-6"),
        beats("… than twenty-four", "plies-12", "plies-24"),
        beats("… than whole games with their results", "plies-12", "whole-games"),
        beats("L1 teaches more than L2, by plain steps", "l1", "plies-12"),
        beats("… by Adam", "l1-adam", "adam"),
        beats("… by AdaDelta", "l1-adadelta", "adadelta"),
        beats("Adam teaches more than plain steps", "adam", "plies-12"),
        beats("AdaDelta does", "adadelta", "plies-12"),
        beats("L1 with AdaDelta, Giraffe's choice, does", "l1-adadelta", "plies-12"),
        beats("A random move behind the roots helps", "plies-12", "roots-0"),
        beats("Two do as well as one, or better", "roots-2", "plies-12"),
        beats(
            "Positions of a database are better roots than drawn openings",
            "plies-12",
            "ballots",
        ),
    ]
}
