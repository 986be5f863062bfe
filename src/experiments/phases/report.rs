//! The report: what the data hold, what each network makes of it, and what repairs help.

use super::super::lab::{
    Contrast, Findings, Trial, bar, bars, capital, change_text, claims_table, curve, curve_figure,
    estimate_text, files_block, heading, paper_networks, percent, set_up, superiority,
};
use super::plan::own;
use super::{CONTROLS, FEW, ONE, REPAIRS, THREE};
use crate::results::plot::{Axis, LinePanel, Reference};
use crate::results::{
    Align, Block, Claim, Document, Figure, Finding, Summary, Table, Verdict, number,
};

/// The phases of all figures.
const PHASES: [&str; 3] = ["above 25 pieces", "16 to 25 pieces", "15 or fewer"];

const TABLE: &str = "Each recipe: held-out error by phase, what a man is worth above 25 pieces, and matches against NN4.";

fn contrast<'a>(findings: &Findings<'a>) -> Contrast<'a> {
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    let scale = &findings.plan.scale;
    let [_, _, _, _, nn5] = paper_networks(scale);
    let own: Vec<String> = own(scale, &nn5).into_iter().map(|recipe| recipe.name).collect();
    let mut groups = vec![
        ("The paper's", names(&[THREE])),
        ("Repairs of NN5", names(&REPAIRS)),
        ("Controls", names(&CONTROLS)),
    ];
    if !own.is_empty() {
        groups.push(("Borders of your own", own));
    }
    Contrast { findings: *findings, base: ONE, groups }
}

/// The tables, for a terminal.
pub(super) fn summary(findings: &Findings) -> String {
    let tables = [
        balances(findings),
        men(findings),
        few_men(findings),
        observations(findings),
        contrast(findings).table(TABLE),
        verdicts(findings),
    ];
    tables.map(|table| table.to_markdown()).join("\n")
}

/// The report of a run.
pub(super) fn report(findings: &Findings) -> Document {
    let contrast = contrast(findings);
    let outcome = vec![
        heading("What came out"),
        Block::Table(observations(findings)),
        Block::Table(verdicts(findings)),
        heading("What the data hold"),
        Block::Text(why(findings)),
        Block::Table(balances(findings)),
        heading("What a man is worth to the networks"),
        Block::Table(men(findings)),
        Block::Table(few_men(findings)),
        Block::Figure(man_curves(findings)),
        heading("Repairs"),
        Block::Table(contrast.table(TABLE)),
        Block::Figure(man_figure(findings, &contrast)),
        Block::Figure(contrast.error_figure(3)),
        Block::Figure(contrast.elo_figure(4)),
    ];
    Document {
        title: "A network for each phase".into(),
        subtitle: "What the opening network of NN5 learns about material, when, and what helps it"
            .into(),
        command: findings.command.into(),
        blocks: [outcome, set_up(findings), files_block(findings)].concat(),
    }
}

fn verdicts(findings: &Findings) -> Table {
    let mut claims = vec![superiority(findings, "NN5 is better than NN4", THREE, ONE)];
    for name in REPAIRS {
        let claim = format!("{} is better than NN5", capital(&findings.label(name)));
        claims.push(superiority(findings, claim, name, THREE));
    }
    let controls = [
        ("With mirrored games, NN5 is better than NN4", "nn5-mirrored", "nn4-mirrored"),
        (
            "Grown from NN4, NN5 is better than NN4 after as many passes",
            "nn5-grown",
            "nn4-two-passes",
        ),
        ("With all repairs, NN5 is better than NN4 with mirrored games", "nn5-all", "nn4-mirrored"),
    ];
    claims
        .extend(controls.map(|(claim, better, worse)| superiority(findings, claim, better, worse)));
    claims_table("Verdicts.", &claims)
}

/// The paper's observation: at the end of learning, and early.
fn observations(findings: &Findings) -> Table {
    let ways = ["the value of a man", "beside it"];
    let claims = [unlearned(findings), unlearned_early(findings)];
    Claim::table("Does the opening network learn material?", &ways, &claims)
}

/// What the figures say of the cause, in a paragraph.
fn why(findings: &Findings) -> String {
    let unequal = |phase: usize| {
        let share = findings.summary(ONE, |trial| {
            let [behind, level, ahead] = trial.balances[phase].map(|n| n as f64);
            (behind + ahead) / (behind + level + ahead).max(1.0)
        });
        percent(share.mean, 0)
    };
    let mean = |name: &str, of: fn(&Trial) -> f64| number(findings.summary(name, of).mean, 2);
    let man = |name: &str| mean(name, |trial| trial.paper[1].man);
    let [met, ..] = findings.trials(FEW[1]).next().map_or([0; 3], |trial| trial.games);
    format!(
        "The result of the game is the only teacher, and the network of a phase sees nothing but its phase. Above 25 pieces {} of the training \
         positions are unequal, at 15 or fewer {}; above 25 pieces a man more is worth {} in results. The opening network of NN5 makes {} of it in the \
         end, NN4, which sees men more in all phases, {}. After {} games it is {} and {}: what an opening network learns of material \
         is a matter of how many unequal openings it has seen. A database in which they are rare, as in the games of masters, would keep it where \
         these networks are after few games.",
        unequal(0),
        unequal(2),
        mean(ONE, |trial| trial.worth[0]),
        man(THREE),
        man(ONE),
        number(met as f64, 0),
        man(FEW[1]),
        man(FEW[0]),
    )
}

/// The paper's observation, as far as a number can say it.
fn unlearned(findings: &Findings) -> Claim {
    let gain = findings.summary(THREE, |trial| trial.paper[1].material_mse - trial.paper[1].mse);
    let learned = Finding {
        verdict: Verdict::above(0.0, negated(&gain)),
        evidence: format!(
            "its gain over the table of material above 25 pieces is {}",
            estimate_text(&gain, 4)
        ),
    };
    Claim {
        claim: "The opening network of NN5 learns less about material than NN4 does".into(),
        findings: vec![worth_less(findings, THREE, ONE), learned],
    }
}

/// The same after few games.
fn unlearned_early(findings: &Findings) -> Claim {
    let [one, three, mirrored, ..] = FEW;
    Claim {
        claim: "After few games it has learned less about material than NN4; mirrored games repair that".into(),
        findings: vec![worth_less(findings, three, one), worth_less(findings, three, mirrored)],
    }
}

/// Whether a man above 25 pieces is worth less to one recipe than to another.
fn worth_less(findings: &Findings, less: &str, more: &str) -> Finding {
    let man = |trial: &Trial| trial.paper[1].man;
    let change = findings.change(more, less, man);
    let text = |name| estimate_text(&findings.summary(name, man), 3);
    let verdict = Verdict::above(0.0, change.interval());
    let evidence = format!(
        "a man above 25 pieces is worth {} to {}, {} to {}",
        text(less),
        findings.label(less),
        text(more),
        findings.label(more)
    );
    Finding { verdict, evidence }
}

fn negated(summary: &Summary) -> (f64, f64) {
    let (low, high) = summary.interval();
    (-high, -low)
}

/// Positions by balance and phase, and what the results of their games say.
fn balances(findings: &Findings) -> Table {
    let columns = [
        ("phase", Align::Left),
        ("training positions", Align::Right),
        ("White behind", Align::Right),
        ("level", Align::Right),
        ("White ahead", Align::Right),
        ("unequal", Align::Right),
        ("worth of one man more, by results", Align::Right),
    ];
    let caption = "Training positions of NN4 (mean over seeds) by material, and half the difference of the mean results with one man more and \
                   one man less: what a table of material would say a man is worth.";
    let mut table = Table::new(caption, &columns);
    for (phase, name) in PHASES.iter().enumerate() {
        let count =
            |place: usize| findings.summary(ONE, |trial| trial.balances[phase][place] as f64).mean;
        let [behind, level, ahead] = [0, 1, 2].map(count);
        let all = behind + level + ahead;
        table.row([
            (*name).to_string(),
            number(all, 0),
            percent(behind / all, 1),
            percent(level / all, 1),
            percent(ahead / all, 1),
            number(behind + ahead, 0),
            estimate_text(&findings.summary(ONE, |trial| trial.worth[phase]), 2),
        ]);
    }
    table
}

/// The learned value of a man by phase.
fn men(findings: &Findings) -> Table {
    let caption = "What taking a man off the board changes the value by, in results (−1 to 1); the mean over men of held-out positions.";
    let names = findings.plan.recipes.iter().map(|recipe| recipe.name.as_str());
    let names: Vec<&str> = names.filter(|name| !FEW.contains(name)).collect();
    man_table(findings, caption, &names, THREE)
}

/// The same after few games.
fn few_men(findings: &Findings) -> Table {
    let [met, ..] = findings.trials(FEW[1]).next().map_or([0; 3], |trial| trial.games);
    let caption = format!("The same after {} games.", number(met as f64, 0));
    man_table(findings, &caption, &FEW, FEW[1])
}

fn man_table(findings: &Findings, caption: &str, names: &[&str], base: &str) -> Table {
    let mut columns = vec![("recipe", Align::Left)];
    columns.extend(PHASES.map(|phase| (phase, Align::Right)));
    columns.push(("above 25 pieces, more than NN5", Align::Right));
    let mut table = Table::new(caption, &columns);
    for &name in names {
        let man = |phase: usize| {
            estimate_text(&findings.summary(name, |trial| trial.paper[phase + 1].man), 2)
        };
        let more = if name == base {
            "—".into()
        } else {
            change_text(&findings.change(name, base, |trial| trial.paper[1].man), 3)
        };
        table.row([findings.label(name), man(0), man(1), man(2), more]);
    }
    table
}

fn man_curves(findings: &Findings) -> Figure {
    let panel = |(phase, title): (usize, &&str)| LinePanel {
        title: (*title).into(),
        series: [
            (ONE, "NN4"),
            (THREE, "NN5"),
            ("nn5-mirrored", "NN5 mirrored"),
            ("nn5-shared", "NN5 shared"),
        ]
        .iter()
        .map(|(name, label)| curve(findings, name, label, |moment| moment.man[phase]))
        .collect(),
        references: vec![Reference { label: "nothing".into(), at: 0.0 }],
    };
    curve_figure(
        "figure-1.svg",
        "**Figure 1.** What a man is worth to the networks while they learn, by phase. Networks that learn mirrored games see each game twice.",
        "Figure 1. The learned value of a man",
        findings.command,
        Axis::new("value of a man, in results"),
        PHASES.iter().enumerate().map(panel).collect(),
    )
}

fn man_figure(findings: &Findings, contrast: &Contrast) -> Figure {
    let names: Vec<String> = std::iter::once(ONE.to_string())
        .chain(contrast.groups.iter().flat_map(|(_, names)| names.clone()))
        .collect();
    let labels: Vec<String> = names.iter().map(|name| findings.label(name)).collect();
    let panel = |(phase, title): (usize, &&str)| {
        let values = names
            .iter()
            .map(|name| bar(findings.trials(name).map(|trial| trial.paper[phase + 1].man)));
        let worth = findings.summary(ONE, |trial| trial.worth[phase]).mean;
        let references = vec![Reference { label: "by results".into(), at: worth }];
        ((*title).to_string(), values.collect(), references)
    };
    bars(
        "figure-2.svg",
        "**Figure 2.** What a man is worth at the end of learning, by phase. Dashed: half the difference of the mean results of training \
         positions with one man more and one man less.",
        "Figure 2. What a man is worth to each network",
        findings.command,
        Axis::new("value of a man"),
        &labels,
        PHASES.iter().enumerate().map(panel).collect(),
    )
}
