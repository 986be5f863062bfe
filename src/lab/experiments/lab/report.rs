//! What the reports of all studies with training share: data, seeds, matches and recipes.

use super::learner;
use super::matches::openings;
use super::prose::capital;
use super::results::LabResults;
use super::size::ExperimentSize;
use super::training_plan::TrainingPlan;
use crate::results::{Report, Summary, number, row};

/// Adds what the notes of these experiments have in common.
pub(crate) fn set_up(results: &LabResults, report: Report) -> Report {
    let plan = results.plan;
    let ([columns, rules], cells) =
        learner::table(plan.recipes.iter().map(|recipe| &recipe.settings));
    let recipes = plan.recipes.iter().zip(cells).map(|(recipe, cells)| {
        let first = [format!("`{}`", recipe.name), recipe.meaning.clone()];
        first.into_iter().chain(cells)
    });
    report
        .settings(&plan.scale)
        .rows("set-up", numbers(results))
        .text("columns", columns)
        .text("rules", rules)
        .rows("recipes", recipes)
        .text("intervals", intervals(&plan.scale))
        .text("model", plan.word())
        .text("Models", format!("{}s", capital(plan.word())))
        .text("kept-games", if plan.keeps_games { "all matches" } else { "matches at equal time" })
}

/// A table of the errors against the scores of deep searches, under a heading of its own; nothing without such scores.
pub(crate) fn deep_errors(results: &LabResults) -> String {
    let rows = results.plan.recipes.iter().filter_map(|recipe| {
        let errors = Summary::of(results.deep_errors(&recipe.name).into_values());
        (errors.count > 0).then(|| row([recipe.meaning.clone(), errors.text(4)]))
    });
    let rows: Vec<String> = rows.collect();
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "## Against the scores of deep searches\n\n\
         The mean squared difference between the value of each arm without a search and the score of a deep search, both as results (−1 to 1).\n\n\
         | arm | error |\n| --- | ---: |\n{}",
        rows.join("\n")
    )
}

fn numbers(results: &LabResults) -> Vec<[String; 2]> {
    let (plan, scale) = (results.plan, &results.plan.scale);
    let mut rows = Vec::new();
    if let Some(training) = results.rows.trained.iter().find(|training| !training.diverged) {
        let [read, readable, held_out] = training.games.map(|n| number(n as f64, 0));
        let text = format!(
            "{read} read, {readable} readable, {held_out} held out with seed {}",
            training.seed
        );
        rows.push(["games".into(), text]);
    }
    rows.extend(hidden(plan).map(|units| ["hidden units".into(), units.to_string()]));
    if !results.rows.matches.is_empty() {
        let nodes = number(scale.nodes as f64, 0);
        let games = format!("{}, {nodes} nodes a move", match_text(scale.match_games));
        rows.push([format!("matches between {}s of equal seed", plan.word()), games]);
        let irregular = results.irregular().to_string();
        rows.push(["games that ended otherwise than by the rules".into(), irregular]);
    }
    rows
}

/// The hidden units, if all recipes train a network with as many.
fn hidden(plan: &TrainingPlan) -> Option<usize> {
    let mut units = plan.recipes.iter().map(|recipe| recipe.settings.hidden());
    let first = units.next()??;
    units.all(|units| units == Some(first)).then_some(first)
}

fn match_text(games: usize) -> String {
    let ballots = openings(games).len();
    let drawn = if games < 2 * ballots { "drawn by the seed, " } else { "" };
    format!("{games} games from {ballots} ballots, {drawn}both colours")
}

fn intervals(scale: &ExperimentSize) -> &'static str {
    if scale.seeds.len() < 2 {
        "Every recipe was trained once. Intervals of matches are 95 % by pairs of games with the same opening; they cover the chance \
         in the games, not that in first weights and held-out games."
    } else {
        "Figures have the 95 % interval of their mean over seeds, by Student's t. It covers the chance in first weights, held-out games \
         and matches. Where pairs of games with the same opening give a wider interval to a match, that one is used. Only the first seed \
         plays a match at equal time, and its interval is that of its pairs. Recipes are compared in pairs of equal seed, and so on the \
         same held-out games."
    }
}
