//! Giraffe's way, with draughts: a few plies of own play from positions a move away from a database, and what becomes of losses,
//! optimisers and lengths; and whether the points of a suite tell strength.

use draughts_td_results::notes;

use super::super::lab::Experiment;
use super::ANCHOR;
use super::arm::{ArmStart, FromPlaySize, Play, PlayArm, SEEDS, WeightSource};
use super::plan::PlayPlan;
use super::report::{Group, parts};
use crate::learning::{Loss, OptimiserKind};

pub(crate) const GIRAFFE: Experiment<PlayPlan> = Experiment {
    name: "giraffe",
    size: |seed| FromPlaySize::full(seed, SEEDS),
    plan,
    notes: notes::GIRAFFE,
    parts: |figures, report| parts(figures, report, GROUPS),
    summary: &["What the documents say"],
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

/// So many plies from each root, and as many games as make the positions of whole games.
fn of_plies(play: &Play, scale: &FromPlaySize, plies: u64) -> Play {
    Play {
        plies: Some(plies as usize),
        games: scale.games * GAME / plies,
        update: 8 * GAME / plies,
        ..play.clone()
    }
}

fn plan(scale: &FromPlaySize) -> PlayPlan {
    let roots = Play {
        beginning: ArmStart::Database,
        random_plies: 1,
        ..Play::plain(scale.games, scale.nodes)
    };
    let base = of_plies(&roots, scale, PLIES);
    let arm = |name: &str, meaning: &str, play: Play| {
        vec![PlayArm::new(name, meaning, WeightSource::Play(play))]
    };
    let part = |share: u64| {
        let play = Play { games: (base.games / share).max(base.update), ..base.clone() };
        arm(&format!("part-{share}"), &format!("1/{share} of the games"), play)
    };
    let plies = |plies| {
        arm(&format!("plies-{plies}"), &format!("{plies} plies"), of_plies(&base, scale, plies))
    };
    let still = Play { rates: Some([0.0; 2]), games: base.update, ..base.clone() };
    let arms = [
        vec![PlayArm::reader(ANCHOR, scale.read[1])],
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
        plies(2),
        plies(6),
        plies(24),
        arm("whole-games", "whole games, with their results", roots),
        PlayArm::changed(&[
            (&base, "l1", "L1", |p| (p.loss, p.rates) = (Loss::L1, Some(L1))),
            (&base, "adam", "Adam", |p| by(p, Loss::L2, OptimiserKind::Adam, ADAM)),
            (&base, "l1-adam", "L1, Adam", |p| by(p, Loss::L1, OptimiserKind::Adam, ADAM)),
            (&base, "adadelta", "AdaDelta", |p| by(p, Loss::L2, OptimiserKind::Adadelta, ADADELTA)),
            (&base, "l1-adadelta", "L1, AdaDelta, as Giraffe", |p| {
                by(p, Loss::L1, OptimiserKind::Adadelta, ADADELTA);
            }),
            (&base, "roots-0", "roots without a move of chance", |p| p.random_plies = 0),
            (&base, "roots-2", "roots up to two moves of chance away", |p| p.random_plies = 2),
            (&base, "ballots", "drawn openings instead", |p| p.beginning = ArmStart::Ballots),
        ]),
    ];
    let pairings: Vec<(&str, &str)> = GROUPS
        .iter()
        .flat_map(|group| group.arms.iter().map(|arm| (*arm, group.base)))
        .chain([("adam", "l1-adam"), ("adadelta", "l1-adadelta")])
        .collect();
    PlayPlan::new(scale, arms.concat(), &pairings)
}

fn by(play: &mut Play, loss: Loss, method: OptimiserKind, rates: [f64; 2]) {
    (play.loss, play.method, play.rates) = (loss, method, Some(rates));
}

/// Rates of tables and of all else: of those tried in runs of a tenth of the games (one seed, 332 games at 2,000 nodes against plain steps of L2)
/// the smallest from which larger ones gained nothing beyond chance. L1: −15 Elo with 0.002, −17 with 0.006, −7 with 0.02, −108 with 0.06.
const L1: [f64; 2] = [0.006, 0.0002];
/// L2: −31 Elo with 0.001, +33 with 0.003, +45 with 0.01, +47 with 0.03; L1: +29, +27, +56, +41.
const ADAM: [f64; 2] = [0.01, 0.01];
/// L2: −9 Elo with 0.3, +20 with 1 (Giraffe's own), +65 with 3, +80 with 10; L1: −39, +47, +44, +41.
const ADADELTA: [f64; 2] = [3.0, 3.0];
