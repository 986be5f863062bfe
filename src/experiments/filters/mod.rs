//! What each filter of positions buys: NN4 learned with and without it, judged on the same held-out positions and in matches.

use super::lab::{
    Contrast, Findings, Pairing, Plan, Recipe, Scale, Study, claims_block, claims_table,
    estimate_text, files_block, heading, names, paper_networks, percent, set_up, superiority,
};
use crate::learning::Hyperparams;
use crate::results::{Align, Block, Claim, Document, Table, number};
use crate::samples::Filter;

/// The experiment.
pub const STUDY: Study = Study { name: "filters", seeds: 5, nodes: 5_000, plan, report, summary };

/// The paper's filter.
const BASE: &str = "nn4";

/// The recipes in a few words.
const LABELS: [(&str, &str); 9] = [
    ("nn4", "the paper's filter"),
    ("nothing-removed", "nothing removed"),
    ("captures-kept", "captures kept"),
    ("discontinuities-kept", "discontinuities kept"),
    ("window-4", "window of 4 plies"),
    ("window-16", "window of 16 plies"),
    ("unquiet", "standing shots too"),
    ("opening", "first 10 plies too"),
    ("endings", "below 8 pieces too"),
];

type Change = fn(&mut Filter);

/// Less is removed than by the paper's filter: name, what it is, the change.
const LESS: [(&str, &str, Change); 4] = [
    ("nothing-removed", "nothing removed", |f| *f = Filter::UNRESTRICTED),
    ("captures-kept", "forced captures kept, discontinuities removed", |f| {
        f.forced_captures = false
    }),
    ("discontinuities-kept", "discontinuities kept, forced captures removed", |f| f.window = 0),
    ("window-4", "discontinuities of up to 4 plies removed", |f| f.window = 4),
];

/// More is removed.
const MORE: [(&str, &str, Change); 4] = [
    ("window-16", "discontinuities of up to 16 plies removed", |f| f.window = 16),
    ("unquiet", "positions with a standing shot removed as well", |f| f.unquiet = true),
    ("opening", "the first 10 plies removed as well", |f| f.min_ply = 10),
    ("endings", "positions with fewer than 8 pieces removed as well", |f| f.min_pieces = 8),
];

/// NN4 with the paper's filter and with others; each against the paper's.
fn plan(scale: &Scale) -> Plan {
    let [_, _, _, nn4, _] = paper_networks(scale);
    let base = Recipe {
        meaning: "the paper's filter: forced captures and discontinuities of up to 8 plies removed"
            .into(),
        ..nn4
    };
    let others: Vec<Recipe> = LESS
        .iter()
        .chain(&MORE)
        .map(|(name, meaning, change)| {
            base.with(name, meaning, |s: &mut Hyperparams| change(&mut s.filter))
        })
        .collect();
    let mut pairings: Vec<Pairing> =
        others.iter().map(|recipe| Pairing::new(&recipe.name, BASE)).collect();
    // What each of the two rules buys on its own.
    pairings.push(Pairing::new("captures-kept", "nothing-removed"));
    pairings.push(Pairing::new("discontinuities-kept", "nothing-removed"));
    let recipes = std::iter::once(base).chain(others);
    let recipes = recipes.map(|recipe| recipe.labelled(&LABELS)).collect();
    Plan { revision: 1, scale: scale.clone(), recipes, pairings }
}

fn contrast<'a>(findings: &Findings<'a>) -> Contrast<'a> {
    let groups = vec![("Less removed", names(&LESS)), ("More removed", names(&MORE))];
    Contrast { findings: *findings, base: BASE, groups }
}

fn claims(findings: &Findings) -> Vec<Claim> {
    let claims = [
        ("The paper's filter is better than none", BASE, "nothing-removed"),
        ("Beside the other rule, removing forced captures helps", BASE, "captures-kept"),
        ("Alone, removing forced captures helps", "discontinuities-kept", "nothing-removed"),
        ("Beside the other rule, removing discontinuities helps", BASE, "discontinuities-kept"),
        ("Alone, removing discontinuities helps", "captures-kept", "nothing-removed"),
        ("Removing positions with a standing shot as well helps", "unquiet", BASE),
    ];
    claims.map(|(claim, better, worse)| superiority(findings, claim, better, worse)).to_vec()
}

const CLAIMS: &str =
    "What the filters buy; held-out error on the positions that the paper's filter keeps.";
const TABLE: &str = "NN4 learned from positions chosen otherwise, judged on the positions that the paper's filter keeps.";

/// The table and the verdicts, for a terminal.
fn summary(findings: &Findings) -> String {
    let verdicts = claims_table(CLAIMS, &claims(findings)).to_markdown();
    format!("{}\n{verdicts}", contrast(findings).table(TABLE).to_markdown())
}

/// The report of a run.
fn report(findings: &Findings) -> Document {
    let contrast = contrast(findings);
    let outcome = vec![
        heading("What came out"),
        claims_block(CLAIMS, &claims(findings)),
        Block::Table(contrast.table(TABLE)),
        Block::Table(positions(findings)),
        Block::Figure(contrast.error_figure(1)),
        Block::Figure(contrast.elo_figure(2)),
    ];
    Document {
        title: "What the filters buy".into(),
        subtitle: "NN4 learned with and without each rule by which positions are removed".into(),
        command: findings.command.into(),
        blocks: [outcome, set_up(findings), files_block(findings)].concat(),
    }
}

/// How many positions each filter keeps, and the errors on three sets of positions.
fn positions(findings: &Findings) -> Table {
    let columns = [
        ("filter", Align::Left),
        ("positions kept", Align::Right),
        ("share", Align::Right),
        ("error on its own positions", Align::Right),
        ("on those of the paper's filter", Align::Right),
        ("on all", Align::Right),
    ];
    let mut table = Table::new("Positions, and mean squared errors on held-out games.", &columns);
    for recipe in &findings.plan.recipes {
        let name = recipe.name.as_str();
        let Some(trial) = findings.trials(name).next() else { continue };
        let [all, kept] = trial.positions.map(|n| n as f64);
        let error =
            |of: fn(&super::lab::Trial) -> f64| estimate_text(&findings.summary(name, of), 4);
        table.row([
            recipe.meaning.clone(),
            number(kept, 0),
            percent(kept / all, 1),
            error(|trial| trial.own[0].mse),
            error(|trial| trial.paper[0].mse),
            error(|trial| trial.all[0].mse),
        ]);
    }
    table
}
