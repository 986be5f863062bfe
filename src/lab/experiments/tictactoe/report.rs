//! The report: what came out, beside what the paper says, with every number computed from the raw figures.

use super::super::lab::{capital, percent};
use super::super::notes;
use super::bounds::Bounds;
use super::claims::{
    CLOSE, EXPERT_AGAINST_EXPERT, MOST_OF_EXPERT, RANDOM_AGAINST_RANDOM, WAYS, claims, estimate,
};
use super::departures::{
    COMPARISONS, comparison_name, ranking, table as departures_table, within_reach,
};
use super::figures::{Figures, Kind};
use super::plots;
use super::settings::{Regime, TicTacToeSettings};
use super::sides::{Opponent, shared};
use super::variant::{Start, Variant};
use crate::results::{Align, Claim, Report, Table, number};

pub fn report(figures: &Figures, command: &str) -> Report {
    let bounds = &Bounds::exact();
    let report = Report::new(notes::TICTACTOE, command)
        .text("hidden", figures.settings.largest())
        .text("papers-most", MOST_OF_EXPERT)
        .text("nearest", Variant::NEAREST.meaning)
        .text("drawn", number(figures.settings.drawn.into(), 0))
        .text("database", number(figures.settings.database.into(), 0))
        .text("pairs", figures.settings.departures)
        .text("simulations", figures.settings.simulations)
        .list("outcomes", Regime::ALL.map(|regime| outcome(figures, bounds, regime)))
        .table("claims", &claims_table(figures, bounds))
        .table("bounds", &exact_values(bounds))
        .figure(plots::by_play(figures, bounds, command))
        .figure(plots::from_database(figures, bounds, command))
        .table("finals", &finals_table(figures, bounds))
        .figure(plots::finals(figures, bounds, command))
        .list("rankings", rankings(figures))
        .figure(plots::departures(figures, command))
        .table("departures", &departures_table(figures))
        .table("starts", &starts(figures, bounds))
        .table("set-up", &set_up(figures.settings));
    noise(figures, longer(figures, bounds, most(bounds, report)))
}

/// The parts that are shown at a terminal.
pub const SUMMARY: &[&str] = &["finals", "claims"];

/// Where the networks of a regime end, as described and in the nearest way.
fn outcome(figures: &Figures, bounds: &Bounds, regime: Regime) -> String {
    let most = bounds.most(Opponent::Expert, Start::Alternate);
    let [plain, nearest] = WAYS
        .map(|(variant, _)| figures.summary(figures.largest(variant, regime), Opponent::Expert));
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

fn exact_values(bounds: &Bounds) -> Table {
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
    table
}

/// The most that can be had of Expert.
fn most(bounds: &Bounds, report: Report) -> Report {
    let most = |start| number(bounds.most(Opponent::Expert, start), 4);
    let of_expert = |sides| number(shared(sides, Start::Alternate), 3);
    let [first, second] = bounds.reply_to_expert.expert;
    report
        .text("most", number(bounds.most(Opponent::Expert, Start::Alternate), 3))
        .text("most-first", most(Start::First))
        .text("most-second", most(Start::Second))
        .text("most-alternate", most(Start::Alternate))
        .text("share-of-starts", percent((MOST_OF_EXPERT - second) / (first - second), 0))
        .text("perfect", of_expert(bounds.perfect.expert))
        .text("reply-to-random", of_expert(bounds.reply_to_random.expert))
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

/// What raises and lowers each comparison, and what comes within reach of the paper's figures.
fn rankings(figures: &Figures) -> Vec<String> {
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
    points.chain(reach).collect()
}

/// Where the nearest way ends with more games.
fn longer(figures: &Figures, bounds: &Bounds, report: Report) -> Report {
    let mut departures = Variant::DEPARTURES.into_iter();
    let nearest = |v: &Variant| v.games > 1 && v.update == Variant::NEAREST.update;
    let Some(longer) = departures.find(nearest) else { return report };
    let equity = figures.summary(figures.largest(longer, Regime::Expert), Opponent::Expert);
    let most = bounds.most(Opponent::Expert, Start::Alternate);
    report
        .text("longer", longer.meaning)
        .text("longer-equity", estimate(&equity))
        .text("longer-share", percent(equity.mean / most, 0))
}

fn starts(figures: &Figures, bounds: &Bounds) -> Table {
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
    table
}

/// How far a test can be trusted.
fn noise(figures: &Figures, report: Report) -> Report {
    let kind = figures.largest(Variant::PAPER, Regime::Expert);
    let last = figures.tests(kind).pop().map(|(_, summary)| summary).unwrap_or_default();
    report
        .text("test-games", number(figures.settings.test_games.into(), 0))
        .text("test-noise", number(figures.test_noise(), 3))
        .text("best-test", number(figures.best_tests(kind).mean, 3))
        .text("last-test", number(last.mean, 3))
}

fn set_up(s: &TicTacToeSettings) -> Table {
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
    Table::of_settings("The numbers of the run.", "setting", rows)
}
