//! What the experiment consists of.

use super::super::lab::{ExperimentSize, Pairing, Recipe, Settings, TrainingPlan, paper_networks};

/// One network for the whole game.
pub(super) const ONE: &str = "nn4";

/// The paper's fifth: a network for each phase.
pub(super) const THREE: &str = "nn5";

/// The fourth network after few games, where material is still to be learned.
pub(super) const ONE_FEW: &str = "nn4-few";

pub(super) const THREE_FEW: &str = "nn5-few";

/// What is done otherwise while games are few.
pub(super) const FEW: [&str; 4] =
    ["nn5-mirrored-few", "nn5-shared-few", "nn5-grown-few", "nn5-two-passes-few"];

const LABELS: [(&str, &str); 21] = [
    ("nn4", "NN4"),
    ("nn5", "NN5"),
    ("nn5-mirrored", "NN5, mirrored games"),
    ("nn5-shared", "NN5, half the units shared"),
    ("nn5-grown", "NN5, grown from NN4"),
    ("nn5-late", "two, border at 15"),
    ("nn5-two", "two, border at 20"),
    ("nn5-all", "NN5, mirrored, shared, grown"),
    ("nn4-mirrored", "NN4, mirrored games"),
    ("nn4-two-passes", "NN4, two passes"),
    ("nn5-two-passes", "NN5, two passes"),
    ("nn4-few", "NN4"),
    ("nn5-few", "NN5"),
    ("nn5-mirrored-few", "NN5, mirrored games"),
    ("nn5-shared-few", "NN5, half the units shared"),
    ("nn5-grown-few", "NN5, grown from NN4"),
    ("nn5-two-passes-few", "NN5, two passes"),
    ("nn4-few-lambda-0.5", "NN4, λ = 0.5"),
    ("nn5-few-lambda-0.5", "NN5, λ = 0.5"),
    ("nn4-few-lambda-1", "NN4, λ = 1"),
    ("nn5-few-lambda-1", "NN5, λ = 1"),
];

/// Games after which networks are looked at early.
const FEW_GAMES: u64 = 5_000;

/// The paper's fourth and fifth network, repairs of the fifth, controls, and networks with the user's own borders; each against
/// the fourth, the repairs against the fifth as well.
pub(super) fn plan(scale: &ExperimentSize) -> TrainingPlan {
    let [_, _, _, nn4, nn5] = paper_networks(scale);
    let nn4 = Recipe { meaning: "NN4: one network for the whole game".into(), ..nn4 };
    let half = scale.hidden / 2;
    let mirrored = nn4.with("nn4-mirrored", "NN4 with mirrored games", |s| s.mirror = true);
    let repairs = [
        nn5.with("nn5-mirrored", "mirrored games", |s| s.mirror = true),
        nn5.with("nn5-shared", "half of the hidden units common to all phases", |s| {
            s.model.shared = half
        }),
        nn5.with("nn5-grown", "grown from NN4: a second pass from its weights", |_| ())
            .warm_started_from(&nn4),
        nn5.with("nn5-late", "two networks: above 15 pieces, 15 or fewer", |s| {
            s.model.borders = vec![15]
        }),
        nn5.with("nn5-two", "two networks: above 20 pieces, 20 or fewer", |s| {
            s.model.borders = vec![20]
        }),
        nn5.with(
            "nn5-all",
            "mirrored games, half of the units common, grown from NN4 mirrored",
            |s| {
                s.mirror = true;
                s.model.shared = half;
            },
        )
        .warm_started_from(&mirrored),
    ];
    let controls = [
        mirrored,
        nn4.with("nn4-two-passes", "NN4, two passes", |s| s.epochs = 2),
        nn5.with("nn5-two-passes", "NN5, two passes", |s| s.epochs = 2),
    ];
    let few = few(scale, &nn4, &nn5);
    let own = own(scale, &nn5);
    let mut pairings = vec![Pairing::new(THREE, ONE)];
    let others = || repairs.iter().chain(&controls).chain(&own);
    pairings.extend(others().map(|recipe| Pairing::new(&recipe.name, ONE)));
    pairings.extend(repairs.iter().chain(&own).map(|recipe| Pairing::new(&recipe.name, THREE)));
    pairings.push(Pairing::new("nn5-mirrored", "nn4-mirrored"));
    pairings.push(Pairing::new("nn5-grown", "nn4-two-passes"));
    pairings.push(Pairing::new("nn5-all", "nn4-mirrored"));
    pairings.push(Pairing::new("nn5-mirrored", "nn5-two-passes"));
    pairings.push(Pairing::new("nn5-grown", "nn5-two-passes"));
    pairings.push(Pairing::new(THREE_FEW, ONE_FEW));
    pairings.extend(FEW.map(|name| Pairing::new(name, ONE_FEW)));
    let recipes = [&nn4, &nn5].into_iter().chain(others()).chain(&few);
    let recipes = recipes.map(|recipe| recipe.clone().labelled(&LABELS)).collect();
    TrainingPlan::new(scale, recipes, pairings)
}

fn few(scale: &ExperimentSize, nn4: &Recipe, nn5: &Recipe) -> Vec<Recipe> {
    let games = if scale.games > 0 { scale.games / 2 } else { FEW_GAMES };
    let half = scale.hidden / 2;
    let recipe =
        |base: &Recipe, name: &str, meaning: &str, change: &dyn Fn(&mut Settings)| -> Recipe {
            base.with(name, &format!("{meaning}, {games} games"), |s| {
                s.games = games;
                change(s);
            })
        };
    let one = recipe(nn4, ONE_FEW, "NN4", &|_| ());
    let three = recipe(nn5, THREE_FEW, "NN5", &|_| ());
    let otherwise = [
        recipe(nn5, "nn5-mirrored-few", "NN5, mirrored", &|s| s.mirror = true),
        recipe(nn5, "nn5-shared-few", "NN5, half of the hidden units common", &|s| {
            s.model.shared = half
        }),
        recipe(nn5, "nn5-grown-few", "NN5 grown from NN4, a second pass", &|_| ())
            .warm_started_from(&one),
        recipe(nn5, "nn5-two-passes-few", "NN5, two passes", &|s| s.epochs = 2),
        recipe(nn4, "nn4-few-lambda-0.5", "NN4, λ = 0.5", &|s| s.lambda = 0.5),
        recipe(nn5, "nn5-few-lambda-0.5", "NN5, λ = 0.5", &|s| s.lambda = 0.5),
        recipe(nn4, "nn4-few-lambda-1", "NN4, λ = 1", &|s| s.lambda = 1.0),
        recipe(nn5, "nn5-few-lambda-1", "NN5, λ = 1", &|s| s.lambda = 1.0),
    ];
    [one, three].into_iter().chain(otherwise).collect()
}

pub(super) fn own(scale: &ExperimentSize, nn5: &Recipe) -> Vec<Recipe> {
    let recipe = |borders: &Vec<u32>| {
        let text: Vec<String> = borders.iter().map(u32::to_string).collect();
        let meaning = format!("borders at {} pieces", text.join(", "));
        nn5.with(&format!("nn5-{}", text.join("-")), &meaning, |s| {
            s.model.borders.clone_from(borders)
        })
    };
    scale.borders.iter().map(recipe).collect()
}
