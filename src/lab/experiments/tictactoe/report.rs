//! The report: what came out, beside what the paper says, with every number computed from the raw figures.

use super::super::lab::{capital, heading, percent};
use super::bounds::Bounds;
use super::claims::{
    CLOSE, EXPERT_AGAINST_EXPERT, MOST_OF_EXPERT, RANDOM_AGAINST_RANDOM, WAYS, claims, estimate,
};
use super::departures::{
    COMPARISONS, comparison_name, ranking, table as departures_table, within_reach,
};
use super::figures::{Figures, Kind};
use super::plots;
use super::settings::Regime;
use super::sides::{Opponent, shared};
use super::variant::{Start, Variant};
use crate::results::{Align, Claim, Document, Section, Table, number};

/// Where the plain text of the set-up leaves room, what was chosen.
const CHOICES: [&str; 9] = [
    "Network and opponent start in turn, in learning and in tests. The paper's own figures leave no other choice: 0.928 \
     against Random is more than can be had by always playing second, 0.58 against Expert more than by always playing \
     second and, as a near-optimum, far less than by always starting (see the exact values).",
    "The network judges the positions after its own moves, seen from its own side (own marks 1, empty 0, the opponent's −1), \
     and plays one of the best, among equals any.",
    "A trajectory is the positions after the network's own moves with the result of the game; the final position is one of \
     them if the network made the last move. Nothing tells the network that a game is over: it must learn what three in a \
     row is worth.",
    "No exploration: chance comes from the opponent and from equal values alone.",
    "One update after each game by the sum over its positions, as the draughts learner does; the same functions do it.",
    "The database holds the games of another network, of the largest size, while it learns by playing Expert as the \
     Expert-trained networks do. Each simulation makes its own; networks of all sizes learn the same one.",
    "Games of the database are learned from the side of the network that played them.",
    "Equity is games won less games lost, by game. Tests are games as the paper's; beside them the expected score of the \
     greedy player is computed exactly by dynamic programming, which takes the noise of the tests away.",
    "Intervals are 95 % intervals of a mean over simulations by Student's t. Kinds of simulation are compared in pairs that \
     share first weights and database.",
];

/// The report of a run.
#[must_use]
pub fn report(figures: &Figures, command: &str) -> Document {
    let bounds = Bounds::exact();
    let sections = [
        outcome(figures, &bounds),
        exact_values(&bounds),
        curves(figures, &bounds, command),
        finals(figures, &bounds, command),
        differences(figures, &bounds, command),
        starts(figures, &bounds),
        noise(figures),
        set_up(figures),
        files(command),
    ];
    Document {
        title: "Noughts and crosses: learning by play and from a database".into(),
        subtitle: "The first experiment of Patist and Wiering, repeated with the learner of draughts-td and held against \
                   exact values"
            .into(),
        command: command.into(),
        blocks: sections.into_iter().flatten().collect(),
    }
}

/// The main table and the verdicts, for a terminal.
#[must_use]
pub fn summary(figures: &Figures) -> String {
    let bounds = Bounds::exact();
    format!(
        "{}\n{}",
        finals_table(figures, &bounds).to_markdown(),
        claims_table(figures, &bounds).to_markdown()
    )
}

fn outcome(figures: &Figures, bounds: &Bounds) -> Vec<Section> {
    let most = bounds.most(Opponent::Expert, Start::Alternate);
    let line = |regime: Regime| {
        let [plain, nearest] = WAYS.map(|(variant, _)| {
            figures.summary(figures.largest(variant, regime), Opponent::Expert)
        });
        format!(
            "{} networks end at {} against Expert, {} of the {} that can be had; with {} at {}, {}.",
            capital(regime.name()),
            estimate(&plain),
            percent(plain.mean / most, 0),
            number(most, 3),
            Variant::NEAREST.meaning,
            estimate(&nearest),
            percent(nearest.mean / most, 0),
        )
    };
    let hidden = figures.settings.largest();
    vec![
        heading("What came out"),
        Section::Text(format!(
            "Networks of one hidden layer learn noughts and crosses by offline TD(λ) in three ways: by playing Random, by \
             playing Expert (which wins if it can, else blocks if it must, else moves at random), and from a database of \
             games that Expert played. With {hidden} hidden units:"
        )),
        Section::List(Regime::ALL.map(line).to_vec()),
        Section::Table(claims_table(figures, bounds)),
    ]
}

fn claims_table(figures: &Figures, bounds: &Bounds) -> Table {
    let caption = format!(
        "The paper's claims, by {} simulations of each kind. Left as the paper describes the experiment; right with weights \
         updated after each position instead of each game, and with a player that takes a win when it sees one: two changes \
         that together bring all three ways of learning nearer to the paper's figures.",
        figures.settings.simulations
    );
    Claim::table(caption, &WAYS.map(|(_, name)| name), &claims(figures, bounds))
}

fn exact_values(bounds: &Bounds) -> Vec<Section> {
    let columns = [
        ("player", Align::Left),
        ("Expert: starting", Align::Right),
        ("second", Align::Right),
        ("in turn", Align::Right),
        ("Random: starting", Align::Right),
        ("second", Align::Right),
        ("in turn", Align::Right),
    ];
    let caption = "Exact equities by dynamic programming over the 5,478 positions: against Expert, and against Random.";
    let mut table = Table::new(caption, &columns);
    for player in bounds.players() {
        let cells = [player.expert, player.random].into_iter().flat_map(|sides| {
            [sides[0], sides[1], shared(sides, Start::Alternate)].map(|value| number(value, 4))
        });
        table.row(std::iter::once(player.name.to_string()).chain(cells));
    }
    let most = |start| number(bounds.most(Opponent::Expert, start), 4);
    let [first, second] = bounds.reply_to_expert.expert;
    let share = (MOST_OF_EXPERT - second) / (first - second);
    vec![
        heading("What can be had at all"),
        Section::Table(table),
        Section::Text(format!(
            "The paper puts the most that can be had of Expert at about {MOST_OF_EXPERT}. Exactly it is {} for who starts every \
             game, {} for who never starts and {} when both start in turn; {MOST_OF_EXPERT} would be the most only for a \
             network that starts {} of the games. A player that never errs but does not know its opponent has {}; even the \
             best reply to Random, the ideal that a Random-trained network strives for, has no more than {} of Expert.",
            most(Start::First),
            most(Start::Second),
            most(Start::Alternate),
            percent(share, 0),
            number(shared(bounds.perfect.expert, Start::Alternate), 3),
            number(shared(bounds.reply_to_random.expert, Start::Alternate), 3),
        )),
    ]
}

fn curves(figures: &Figures, bounds: &Bounds, command: &str) -> Vec<Section> {
    vec![
        heading("Learning curves"),
        Section::Figure(plots::by_play(figures, bounds, command)),
        Section::Figure(plots::from_database(figures, bounds, command)),
    ]
}

fn finals_table(figures: &Figures, bounds: &Bounds) -> Table {
    let columns = [
        ("networks", Align::Left),
        ("units", Align::Right),
        ("paper", Align::Right),
        ("last test", Align::Right),
        ("exact", Align::Right),
        ("of the most", Align::Right),
        ("nearest", Align::Right),
        ("paper", Align::Right),
        ("exact", Align::Right),
        ("nearest", Align::Right),
    ];
    let settings = figures.settings;
    let caption = format!(
        "Final equities: against Expert (columns 3 to 7) and against Random (columns 8 to 10). Last test: mean ± standard \
         deviation of {} simulations, as in the paper. Exact: mean with 95 % interval of {}; nearest: the same with {}.",
        settings.curves,
        settings.simulations,
        Variant::NEAREST.meaning,
    );
    let mut table = Table::new(caption, &columns);
    for regime in Regime::ALL {
        for &hidden in &settings.hidden {
            table.row(finals_row(figures, bounds, regime, hidden));
        }
    }
    table
}

fn finals_row(figures: &Figures, bounds: &Bounds, regime: Regime, hidden: usize) -> [String; 10] {
    let kind = Kind { variant: Variant::PAPER, regime, hidden };
    let nearest = Kind { variant: Variant::NEAREST, ..kind };
    let exact = |kind, opponent| figures.summary(kind, opponent);
    let test = figures.tests(kind).pop().map(|(_, summary)| summary).unwrap_or_default();
    let expert = exact(kind, Opponent::Expert);
    let given = |of: Regime, value: f64| {
        if of == regime { format!("about {value}") } else { "–".into() }
    };
    [
        regime.name().into(),
        hidden.to_string(),
        if regime == Regime::Database {
            "between the others".into()
        } else {
            given(Regime::Expert, EXPERT_AGAINST_EXPERT)
        },
        format!("{} ± {}", number(test.mean, 3), number(test.spread, 3)),
        estimate(&expert),
        percent(expert.mean / bounds.most(Opponent::Expert, Start::Alternate), 0),
        estimate(&exact(nearest, Opponent::Expert)),
        given(Regime::Random, RANDOM_AGAINST_RANDOM),
        estimate(&exact(kind, Opponent::Random)),
        estimate(&exact(nearest, Opponent::Random)),
    ]
}

fn finals(figures: &Figures, bounds: &Bounds, command: &str) -> Vec<Section> {
    vec![
        heading("Where the networks end"),
        Section::Table(finals_table(figures, bounds)),
        Section::Figure(plots::finals(figures, bounds, command)),
    ]
}

fn differences(figures: &Figures, bounds: &Bounds, command: &str) -> Vec<Section> {
    let points = COMPARISONS.iter().map(|&comparison| {
        let [gains, losses] = ranking(figures, comparison);
        let said = |words: Vec<String>| {
            if words.is_empty() { "nothing beyond doubt".into() } else { words.join("; ") }
        };
        let name = capital(&comparison_name(comparison));
        format!("**{name}**: raised by {}. Lowered by {}.", said(gains), said(losses))
    });
    let given = [
        (Regime::Expert, Opponent::Expert, EXPERT_AGAINST_EXPERT),
        (Regime::Random, Opponent::Random, RANDOM_AGAINST_RANDOM),
    ];
    let reach = given.map(|(regime, opponent, value)| {
        let ways = within_reach(figures, (regime, opponent), value);
        let ways = if ways.is_empty() { "nothing".into() } else { ways.join("; ") };
        format!("Within {CLOSE} of the paper's {value}, or beyond: {ways}.")
    });
    let longer = Variant::DEPARTURES
        .into_iter()
        .find(|v| v.games > 1 && v.update == Variant::NEAREST.update)
        .expect("the nearest way is also run for longer");
    let long = figures.summary(figures.largest(longer, Regime::Expert), Opponent::Expert);
    let most = bounds.most(Opponent::Expert, Start::Alternate);
    vec![
        heading("Why ours differ from the paper's"),
        Section::Text(
            "What the paper leaves open, and what it fixes, was changed one thing at a time. Networks of one size begin \
             with the same weights in all ways of doing the experiment, so simulations are compared in pairs; a database \
             is made in the way it is learned."
                .into(),
        ),
        Section::List(points.chain(reach).collect()),
        Section::Text(format!(
            "With {}, Expert-trained networks come to {}, {} of the exact most of {}, beside the paper's {MOST_OF_EXPERT}.",
            longer.meaning,
            estimate(&long),
            percent(long.mean / most, 0),
            number(most, 3),
        )),
        Section::Figure(plots::departures(figures, command)),
        Section::Table(departures_table(figures)),
    ]
}

fn starts(figures: &Figures, bounds: &Bounds) -> Vec<Section> {
    let columns = [
        ("who starts", Align::Left),
        ("networks", Align::Left),
        ("against", Align::Left),
        ("equity", Align::Right),
        ("most", Align::Right),
        ("share", Align::Right),
    ];
    let caption = "Final equity against the training opponent by who starts, in learning and in tests, and the most that can \
                   be had.";
    let mut table = Table::new(caption, &columns);
    let others = Variant::DEPARTURES.into_iter().filter(|v| v.start != Start::Alternate);
    for variant in std::iter::once(Variant::PAPER).chain(others) {
        let who = match variant.start {
            Start::Alternate => "in turn",
            Start::First => "always the network",
            Start::Second => "always the opponent",
        };
        for (regime, opponent) in COMPARISONS {
            let summary = figures.summary(figures.largest(variant, regime), opponent);
            let most = bounds.most(opponent, variant.start);
            table.row([
                who.into(),
                regime.name().to_string(),
                opponent.name().into(),
                estimate(&summary),
                number(most, 3),
                percent(summary.mean / most, 0),
            ]);
        }
    }
    vec![heading("Who starts"), Section::Table(table)]
}

fn noise(figures: &Figures) -> Vec<Section> {
    let kind = figures.largest(Variant::PAPER, Regime::Expert);
    let (best, last) = (figures.best_tests(kind), figures.tests(kind).pop());
    let last = last.map(|(_, summary)| summary).unwrap_or_default();
    vec![
        heading("How far a test can be trusted"),
        Section::Text(format!(
            "A test of {} games differs from the exact equity by {} (root mean square over all tests of the run). Whoever \
             reports each simulation's best test instead of its last gains more than that: {} instead of {} for \
             Expert-trained networks with {} units.",
            number(figures.settings.test_games.into(), 0),
            number(figures.test_noise(), 3),
            number(best.mean, 3),
            number(last.mean, 3),
            figures.settings.largest(),
        )),
    ]
}

fn set_up(figures: &Figures) -> Vec<Section> {
    let s = figures.settings;
    let sizes: Vec<String> = s.hidden.iter().map(usize::to_string).collect();
    let thousands = |value: u32| number(value.into(), 0);
    let rows = [
        ("hidden units", sizes.join(", ")),
        ("inputs", "9: own mark 1, empty 0, the opponent's −1".into()),
        ("λ", s.lambda.to_string()),
        ("rate η of weights", s.rate.to_string()),
        ("first β and its rate", format!("{} and {}", s.beta, s.beta_rate)),
        ("first weights", format!("uniform in ±{}", s.range)),
        ("games by play, against Random or Expert", thousands(s.games)),
        (
            "games in the database, drawn from it",
            format!("{}, {}", thousands(s.database), thousands(s.drawn)),
        ),
        (
            "tests against Expert",
            format!(
                "{} games, every {} games by play and every {} drawn",
                thousands(s.test_games),
                thousands(s.games_between),
                thousands(s.drawn_between)
            ),
        ),
        (
            "simulations tested, in all, of a departure",
            format!("{}, {}, {}", s.curves, s.simulations, s.departures),
        ),
        ("seed", s.seed.to_string()),
    ];
    let columns = [("setting", Align::Left), ("value", Align::Left)];
    let mut table = Table::new("The numbers of the run.", &columns);
    rows.into_iter().for_each(|(name, value)| table.row([name.to_string(), value]));
    vec![
        heading("Set-up"),
        Section::Table(table),
        Section::Text("Where the paper leaves room, this was chosen:".into()),
        Section::List(CHOICES.map(String::from).to_vec()),
    ]
}

fn files(command: &str) -> Vec<Section> {
    vec![
        heading("Files, and how to repeat them"),
        Section::Code(command.into()),
        Section::Text(
            "`settings.json` holds what the figures depend on. `figures.jsonl` holds one line for each simulation: variant, \
             regime, hidden units, number, the exact equities at its end against Expert and against Random, each as \
             crosses and as noughts, whether it diverged, and its tests: games learned, games won, drawn and lost \
             against Expert, and the exact equities against Expert at that time. The same command goes on where an interrupted run stopped, and writes the same files \
             whatever the number of threads. On a processor with other vector instructions sums may be rounded otherwise, \
             and single simulations differ."
                .into(),
        ),
    ]
}
