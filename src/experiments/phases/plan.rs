//! What the experiment consists of.

use super::super::lab::{Pairing, Plan, Recipe, Scale, paper_networks};
use super::{ONE, THREE};

/// The recipes in a few words.
const LABELS: [(&str, &str); 16] = [
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
];

/// Games after which networks are looked at early.
const FEW_GAMES: u64 = 5_000;

/// The paper's fourth and fifth network, repairs of the fifth, controls, and networks with the user's own borders; each against
/// the fourth, the repairs against the fifth as well.
pub(super) fn plan(scale: &Scale) -> Plan {
    let [_, _, _, nn4, nn5] = paper_networks(scale);
    let half = scale.hidden / 2;
    let mirrored = nn4.with("nn4-mirrored", "NN4 with mirrored games", |s| s.mirror = true);
    let repairs = [
        nn5.with("nn5-mirrored", "mirrored games", |s| s.mirror = true),
        nn5.with("nn5-shared", "half of the hidden units common to all phases", |s| {
            s.shared = half
        }),
        nn5.with("nn5-grown", "grown from NN4: a second pass from its weights", |_| ())
            .grown_from(&nn4),
        nn5.with("nn5-late", "two networks: above 15 pieces, 15 or fewer", |s| {
            s.borders = vec![15]
        }),
        nn5.with("nn5-two", "two networks: above 20 pieces, 20 or fewer", |s| s.borders = vec![20]),
        nn5.with(
            "nn5-all",
            "mirrored games, half of the units common, grown from NN4 mirrored",
            |s| {
                s.mirror = true;
                s.shared = half;
            },
        )
        .grown_from(&mirrored),
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
    let recipes = [&nn4, &nn5].into_iter().chain(others()).chain(&few);
    let recipes = recipes.map(|recipe| recipe.clone().labelled(&LABELS)).collect();
    Plan { revision: 1, scale: scale.clone(), recipes, pairings }
}

/// Networks that learn few games.
fn few(scale: &Scale, nn4: &Recipe, nn5: &Recipe) -> [Recipe; 5] {
    let games = if scale.games > 0 { scale.games / 2 } else { FEW_GAMES };
    let recipe = |base: &Recipe, name: &str, meaning: &str| {
        base.with(name, &format!("{meaning}, {games} games"), |s| s.games = games)
    };
    let nn4 = recipe(nn4, "nn4-few", "NN4");
    let mut mirrored = recipe(nn5, "nn5-mirrored-few", "NN5, mirrored");
    mirrored.settings.mirror = true;
    let mut shared = recipe(nn5, "nn5-shared-few", "NN5, half of the hidden units common");
    shared.settings.shared = scale.hidden / 2;
    let grown = recipe(nn5, "nn5-grown-few", "NN5 grown from NN4, a second pass").grown_from(&nn4);
    [nn4, recipe(nn5, "nn5-few", "NN5"), mirrored, shared, grown]
}

/// Networks with the borders the user asked for.
pub(super) fn own(scale: &Scale, nn5: &Recipe) -> Vec<Recipe> {
    let recipe = |borders: &Vec<u32>| {
        let text: Vec<String> = borders.iter().map(u32::to_string).collect();
        let meaning = format!("borders at {} pieces", text.join(", "));
        nn5.with(&format!("nn5-{}", text.join("-")), &meaning, |s| s.borders.clone_from(borders))
    };
    scale.borders.iter().map(recipe).collect()
}
