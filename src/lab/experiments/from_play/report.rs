//! The report: the claims, then every group of arms.

use super::super::lab::heading;
use super::figures::Figures;
use super::plots::{curves, strengths};
use super::study::Study;
use super::tables::{claims_table, curve_table, group_table};
use crate::results::{Align, Document, Section, Table, number};

/// Where the documents leave room, what was chosen.
const CHOICES: [&str; 9] = [
    "What learns is the patterns of `learn --net patterns`, linear in its weights before the squash; arms with a hidden layer say so.",
    "Learning begins from men, and kings as three men; values are tanh(κ·sum) with a man worth 0.25, what has learned from a database \
     keeps its own scale and moves at a tenth of the rates.",
    "The pool holds the man count, two evaluations that have read some games of the database, and the evaluation in the box.",
    "Everybody moves with the same number of nodes; TD moves by the best successor.",
    "Databases are read in the order of their files, and each seed begins with another file, if there are several.",
    "Games from the first position have no chance in them; there a seed adds its number to the nodes of a move. The rating by its games is \
     how far the learner is above the mean of those it met, by Elo's rule with K = 24.",
    "Weights are frozen while they are measured; the same openings and colours for all arms of a seed.",
    "Intervals are over seeds by Student's t, and no narrower than the games allow.",
    "“Different games” counts opening and moves.",
];

/// The report of a run.
#[must_use]
pub fn report(study: &Study, figures: &Figures) -> Document {
    let claims = (study.claims)(figures);
    let mut blocks = vec![heading("What came out"), Section::Table(claims_table(figures, &claims))];
    let first = study.groups[0];
    let on_the_way: Vec<&str> =
        std::iter::once(first.base).chain(first.arms.iter().copied()).collect();
    blocks.extend([
        heading("On the way"),
        Section::Figure(curves(figures, 1, &on_the_way)),
        Section::Table(curve_table(figures, &on_the_way)),
        heading("Arm by arm"),
        Section::Figure(strengths(figures, 2, study.groups)),
    ]);
    blocks.extend(study.groups.iter().map(|group| Section::Table(group_table(figures, group))));
    blocks.extend([heading("How it was done"), Section::Table(set_up(figures))]);
    blocks.push(Section::List(CHOICES.map(str::to_owned).to_vec()));
    blocks.extend([
        heading("Files, and how to repeat them"),
        Section::Code(figures.command.into()),
        Section::Text(
            "`settings.json` holds what the figures depend on, `figures.jsonl` one line for each arm and match with each seed, `nets/` the \
             weights. With the same program and data every figure is the same, whatever the threads."
                .into(),
        ),
    ]);
    Document {
        title: study.title.into(),
        subtitle: study.subtitle.into(),
        command: figures.command.into(),
        blocks,
    }
}

/// The main table, for a terminal.
#[must_use]
pub fn summary(study: &Study, figures: &Figures) -> String {
    claims_table(figures, &(study.claims)(figures)).to_markdown()
}

fn set_up(figures: &Figures) -> Table {
    let scale = &figures.plan.scale;
    let columns = [("setting", Align::Left), ("value", Align::Left)];
    let mut table = Table::new("The size of the run.", &columns);
    let whole = |value: u64| number(value as f64, 0);
    let seeds: Vec<String> = scale.seeds.iter().map(u64::to_string).collect();
    for (name, value) in [
        ("seeds", seeds.join(", ")),
        ("games of an arm that plays", whole(scale.games)),
        ("games on a server", whole(scale.server_games)),
        ("nodes a move while learning and being measured", whole(scale.nodes)),
        ("nodes a move in matches", whole(scale.match_nodes)),
        ("games of a match", whole(scale.match_games as u64)),
        ("games against each anchor in a measurement", whole(scale.measure_games as u64)),
        ("passes over the whole database", scale.passes.to_string()),
    ] {
        table.row([name.to_owned(), value]);
    }
    table
}
