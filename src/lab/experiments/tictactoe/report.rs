//! The report: what came out, beside what the paper says, with every number computed from the raw figures.

use draughts_td_results::notes;

use super::super::lab::{capital, percent};
use super::bounds::{Bounds, Opponent, SolvedPlayer, shared};
use super::figures::{Figures, Kind};
use super::settings::{Regime, Start, Variant};
use crate::results::plot::{
    Axis, IntervalPanel, IntervalPlot, LinePanel, LinePlot, PlotEstimate, Point, Reference, Series,
};
use crate::results::{ClaimVerdict, Report, Summary, number};

/// How the captions of tables begin that are shown at a terminal.
pub(super) const SUMMARY: &[&str] = &["Final equities", "The paper's claims"];

pub(crate) fn report(figures: &Figures) -> Report {
    let (settings, bounds) = (figures.settings, &Bounds::exact());
    let by_play = curves(figures, bounds, &[Regime::Random, Regime::Expert]);
    let from_database = curves(figures, bounds, &[Regime::Database]);
    let kinds =
        || Regime::ALL.into_iter().flat_map(|r| settings.hidden.iter().map(move |&h| (r, h)));
    let final_rows = kinds().map(|(regime, hidden)| finals_row(figures, bounds, regime, hidden));
    let report = Report::new(notes::TICTACTOE, figures.run)
        .answers(|words| answer(figures, bounds, words))
        .settings(settings)
        .text("hidden", settings.largest())
        .text("nearest", Variant::NEAREST.meaning)
        .rows("bounds", bounds.players().map(exact_values))
        .figure(1, "Learning by playing against Random and against Expert", &by_play)
        .figure(2, "Learning from a database of games of Expert", &from_database)
        .rows("finals", final_rows)
        .figure(3, "Exact equity against Expert at the end", &finals(figures, bounds))
        .list("rankings", rankings(figures))
        .figure(4, "What a departure from the paper's way changes", &departures(figures))
        .rows("departures", rows(figures))
        .rows("starts", starts(figures, bounds));
    noise(figures, longer(figures, bounds, most(bounds, report)))
}

fn exact_values(player: &SolvedPlayer) -> Vec<String> {
    let cells = [player.expert, player.random].into_iter().flat_map(|sides| {
        [sides[0], sides[1], shared(sides, Start::Alternate)].map(|value| number(value, 4))
    });
    std::iter::once(player.name.to_string()).chain(cells).collect()
}

fn most(bounds: &Bounds, report: Report) -> Report {
    let most = |start, decimals| number(bounds.most(Opponent::Expert, start), decimals);
    let of_expert = |sides| number(shared(sides, Start::Alternate), 3);
    let [first, second] = bounds.reply_to_expert.expert;
    report
        .text("most", most(Start::Alternate, 3))
        .text("most-first", most(Start::First, 4))
        .text("most-second", most(Start::Second, 4))
        .text("most-alternate", most(Start::Alternate, 4))
        .text("share-of-starts", percent((MOST_OF_EXPERT - second) / (first - second), 0))
        .text("perfect", of_expert(bounds.perfect.expert))
        .text("reply-to-random", of_expert(bounds.reply_to_random.expert))
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
        expert.text(3),
        percent(expert.mean / bounds.most(Opponent::Expert, Start::Alternate), 0),
        exact(nearest, Opponent::Expert).text(3),
        given(Regime::Random, RANDOM_AGAINST_RANDOM),
        exact(kind, Opponent::Random).text(3),
        exact(nearest, Opponent::Random).text(3),
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
        .text("longer-equity", equity.text(3))
        .text("longer-share", percent(equity.mean / most, 0))
}

fn starts(figures: &Figures, bounds: &Bounds) -> Vec<[String; 6]> {
    let others = Variant::DEPARTURES.into_iter().filter(|v| v.start != Start::Alternate);
    let row = |variant: Variant, (regime, opponent)| {
        let who = match variant.start {
            Start::Alternate => "in turn",
            Start::First => "always the network",
            Start::Second => "always the opponent",
        };
        let summary = figures.summary(figures.largest(variant, regime), opponent);
        let most = bounds.most(opponent, variant.start);
        let share = percent(summary.mean / most, 0);
        let words = [who, regime.name(), opponent.name()].map(String::from);
        let [who, regime, opponent] = words;
        [who, regime, opponent, summary.text(3), number(most, 3), share]
    };
    let ways = std::iter::once(Variant::PAPER).chain(others);
    ways.flat_map(|variant| COMPARISONS.map(|comparison| row(variant, comparison))).collect()
}

/// How far a test can be trusted.
fn noise(figures: &Figures, report: Report) -> Report {
    let kind = figures.largest(Variant::PAPER, Regime::Expert);
    let last = figures.tests(kind).pop().map(|(_, summary)| summary).unwrap_or_default();
    report
        .text("test-noise", number(figures.test_noise(), 3))
        .text("best-test", number(figures.best_tests(kind).mean, 3))
        .text("last-test", number(last.mean, 3))
}

fn most_line(bounds: &Bounds) -> Reference {
    let at = bounds.most(Opponent::Expert, Start::Alternate);
    Reference::new(format!("most that can be had: {at:.3}"), at)
}

/// The curves of some regimes, one for each size.
fn curves(figures: &Figures, bounds: &Bounds, regimes: &[Regime]) -> LinePlot {
    let settings = figures.settings;
    let panels = regimes.iter().map(|&regime| LinePanel {
        title: format!("{} networks", regime.name()),
        series: settings.hidden.iter().map(|&hidden| series(figures, regime, hidden)).collect(),
        references: vec![most_line(bounds)],
    });
    let panels: Vec<LinePanel> = panels.collect();
    let points = panels.iter().flat_map(|panel| &panel.series).flat_map(|series| &series.points);
    let last = points.map(|point| point.x).fold(1.0, f64::max);
    let games = number(settings.test_games.into(), 0);
    LinePlot {
        band: format!("mean ± standard deviation of {} simulations", settings.curves),
        x: Axis::new("games learned").with_range(0.0, last),
        y: Axis::new(format!("equity in {games} games against Expert")).with_range(-1.0, 0.8),
        panels,
    }
}

fn series(figures: &Figures, regime: Regime, hidden: usize) -> Series {
    let tests = figures.tests(Kind { variant: Variant::PAPER, regime, hidden });
    let points = tests.into_iter().map(|(games, summary)| Point::of(games.into(), summary));
    Series { label: format!("{hidden} hidden units"), points: points.collect() }
}

fn finals(figures: &Figures, bounds: &Bounds) -> IntervalPlot {
    let sizes = &figures.settings.hidden;
    let rows = Regime::ALL.into_iter().flat_map(|regime| {
        let sizes = sizes
            .iter()
            .map(move |&hidden| (format!("{hidden} hidden units"), Some((regime, hidden))));
        std::iter::once((capital(regime.name()), None)).chain(sizes)
    });
    let (rows, kinds): (Vec<String>, Vec<Option<(Regime, usize)>>) = rows.unzip();
    let panel = |(variant, title): (Variant, &str)| IntervalPanel {
        title: title.into(),
        estimates: kinds
            .iter()
            .map(|kind| kind.map(|(regime, hidden)| Kind { variant, regime, hidden }))
            .map(|kind| estimate_of(figures, kind?))
            .collect(),
        references: vec![most_line(bounds)],
    };
    IntervalPlot {
        interval: "mean, 95 % interval",
        points: "one simulation",
        elsewhere: "paper",
        x: Axis::new("equity against Expert"),
        rows,
        panels: WAYS.map(panel).to_vec(),
    }
}

fn estimate_of(figures: &Figures, kind: Kind) -> Option<PlotEstimate> {
    let is_given = kind.regime == Regime::Expert && kind.hidden == figures.settings.largest();
    Some(PlotEstimate {
        points: figures.finals(kind, Opponent::Expert).map(|(_, equity)| equity).collect(),
        elsewhere: is_given.then_some(EXPERT_AGAINST_EXPERT),
        ..PlotEstimate::of(&figures.summary(kind, Opponent::Expert))?
    })
}

fn departures(figures: &Figures) -> IntervalPlot {
    let change =
        |variant, comparison| PlotEstimate::of(&effect(figures, variant, comparison)?.change);
    let is_seen = |variant: &Variant| COMPARISONS.iter().any(|&c| change(*variant, c).is_some());
    let variants: Vec<Variant> = comparable().filter(is_seen).collect();
    let panel = |comparison| {
        let title = comparison_name(comparison).replace(", ", "\n");
        IntervalPanel::new(title, variants.iter().map(|&variant| change(variant, comparison)))
    };
    IntervalPlot {
        interval: "change of the final equity, 95 % interval",
        x: Axis::new("change of equity").with_range(-0.3, 0.2),
        rows: variants.iter().map(|variant| variant.meaning.to_string()).collect(),
        panels: COMPARISONS.map(panel).to_vec(),
        ..IntervalPlot::default()
    }
}

/// Equity of the paper's Random-trained networks against Random, which it calls near-optimal.
const RANDOM_AGAINST_RANDOM: f64 = 0.928;
/// Equity of the paper's Expert-trained networks against Expert.
const EXPERT_AGAINST_EXPERT: f64 = 0.58;
/// What the paper gives as the most that can be had of Expert.
const MOST_OF_EXPERT: f64 = 0.61;

/// An equity this close to the paper's has reached it: the paper gives two decimals, read from its curves.
const CLOSE: f64 = 0.02;

/// The ways of doing the experiment that are held against each claim, with their names.
const WAYS: [(Variant, &str); 2] =
    [(Variant::PAPER, "as described"), (Variant::NEAREST, "update by position, wins taken")];

/// Answers by the name of a way, then: `equity paper Expert`, and `share paper Expert` of the most that can be had of Expert; the
/// claims `reached paper Expert Expert 0.58` (who learned from whom, against whom), `most paper 0.61`, `better paper Expert Random`
/// and `units paper 80 40`.
fn answer(figures: &Figures, bounds: &Bounds, words: &[&str]) -> Option<String> {
    let &[kind, way, ref rest @ ..] = words else { return None };
    let (variant, _) = WAYS.into_iter().find(|(variant, _)| variant.name == way)?;
    let regime = |word: &str| Regime::ALL.into_iter().find(|regime| format!("{regime:?}") == word);
    let most = bounds.most(Opponent::Expert, Start::Alternate);
    let equity = |regime, opponent| figures.summary(figures.largest(variant, regime), opponent);
    match (kind, rest) {
        ("equity", [of]) => Some(equity(regime(of)?, Opponent::Expert).text(3)),
        ("share", [of]) => Some(percent(equity(regime(of)?, Opponent::Expert).mean / most, 0)),
        ("reached", [of, against, limit]) => {
            let opponent = [Opponent::Expert, Opponent::Random];
            let opponent = opponent.into_iter().find(|opponent| opponent.name() == *against)?;
            let (equity, limit) = (equity(regime(of)?, opponent), limit.parse::<f64>().ok()?);
            Some(ClaimVerdict::above(limit - CLOSE, equity.interval()).by(equity.text(3)))
        }
        // The most is computed, not measured, and the same for every way: the evidence says what the networks reach.
        ("most", [limit]) => {
            let is_close = (most - limit.parse::<f64>().ok()?).abs() < 0.01;
            let share = percent(equity(Regime::Expert, Opponent::Expert).mean / most, 0);
            let verdict = if is_close { ClaimVerdict::Holds } else { ClaimVerdict::Fails };
            let most = number(most, 3);
            Some(verdict.by(format!("exactly {most}; Expert-trained networks have {share} of it")))
        }
        ("better", [better, worse]) => {
            let kind = |word| Some(figures.largest(variant, regime(word)?));
            Some(by_difference(figures, kind(better)?, kind(worse)?))
        }
        ("units", [more, fewer]) => {
            let kind = |units: &str| {
                Some(Kind { variant, regime: Regime::Database, hidden: units.parse().ok()? })
            };
            Some(by_difference(figures, kind(more)?, kind(fewer)?))
        }
        _ => None,
    }
}

/// That one kind is better than another against Expert.
fn by_difference(figures: &Figures, better: Kind, worse: Kind) -> String {
    let difference = figures.difference(better, worse, Opponent::Expert);
    let [a, b] =
        [better, worse].map(|kind| number(figures.summary(kind, Opponent::Expert).mean, 3));
    let evidence = format!("{a} against {b}, difference {}", difference.signed(3));
    ClaimVerdict::above(0.0, difference.interval()).by(evidence)
}

/// The three comparisons of which the paper gives or draws a figure.
const COMPARISONS: [(Regime, Opponent); 3] = [
    (Regime::Expert, Opponent::Expert),
    (Regime::Random, Opponent::Random),
    (Regime::Database, Opponent::Expert),
];

fn comparison_name((regime, opponent): (Regime, Opponent)) -> String {
    format!("{}, against {}", regime.name(), opponent.name())
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Effect {
    pub variant: Variant,
    /// Its change of the final equity, against the paper's way in the same simulations.
    pub change: Summary,
    pub equity: Summary,
    pub diverged: usize,
}

/// The departures in which the sides are shared out as in the paper's way, so that equities compare.
fn comparable() -> impl Iterator<Item = Variant> {
    let departures = Variant::DEPARTURES.into_iter();
    std::iter::once(Variant::NEAREST)
        .chain(departures)
        .filter(|variant| variant.start == Start::Alternate)
}

/// The effect of a departure; nothing if it does not concern the regime.
fn effect(
    figures: &Figures,
    variant: Variant,
    (regime, opponent): (Regime, Opponent),
) -> Option<Effect> {
    if !variant.concerns(regime) {
        return None;
    }
    let (kind, paper) = (figures.largest(variant, regime), figures.largest(Variant::PAPER, regime));
    Some(Effect {
        variant,
        change: figures.difference(kind, paper, opponent),
        equity: figures.summary(kind, opponent),
        diverged: figures.diverged(kind),
    })
}

/// The departures with their effects in each comparison.
fn rows(figures: &Figures) -> impl Iterator<Item = Vec<String>> {
    comparable().map(|variant| {
        let cells = COMPARISONS.map(|comparison| cell(effect(figures, variant, comparison)));
        std::iter::once(variant.meaning.to_string()).chain(cells).collect()
    })
}

fn cell(effect: Option<Effect>) -> String {
    let Some(effect) = effect else { return String::new() };
    let diverged = match effect.diverged {
        0 => String::new(),
        n => format!("{n} diverged"),
    };
    if effect.equity.count == 0 {
        return diverged;
    }
    let words = format!("{} ({})", number(effect.equity.mean, 3), effect.change.signed(3));
    let words = if effect.change.is_significant() { format!("**{words}**") } else { words };
    if diverged.is_empty() { words } else { format!("{words}; {diverged}") }
}

/// The ways whose mean comes close to an equity of the paper, or goes beyond it, in words.
fn within_reach(figures: &Figures, comparison: (Regime, Opponent), value: f64) -> Vec<String> {
    let effects = comparable().filter_map(|variant| effect(figures, variant, comparison));
    effects
        .filter(|effect| effect.equity.count > 1 && effect.equity.mean > value - CLOSE)
        .map(|effect| format!("{} ({})", effect.variant.meaning, effect.equity.text(3)))
        .collect()
}

/// The departures that change a comparison beyond doubt, best first, in words; one list for gains and one for losses.
fn ranking(figures: &Figures, comparison: (Regime, Opponent)) -> [Vec<String>; 2] {
    let effects = comparable().filter_map(|variant| effect(figures, variant, comparison));
    let mut clear: Vec<Effect> = effects.filter(|effect| effect.change.is_significant()).collect();
    clear.sort_by(|a, b| b.change.mean.total_cmp(&a.change.mean));
    let words =
        |effect: &Effect| format!("{} ({})", effect.variant.meaning, effect.change.signed(3));
    let (gains, losses): (Vec<&Effect>, Vec<&Effect>) =
        clear.iter().partition(|effect| effect.change.mean > 0.0);
    [gains.into_iter().map(words).collect(), losses.into_iter().rev().map(words).collect()]
}
