//! The report: what came out, beside what the documents say, with every number computed from the raw figures.

use std::cmp::Ordering;

use draughts_td_results::notes;

use super::figures::{Figures, Opponent};
use super::openings::{Opening, mean_loss};
use super::settings::PlayDepth::{Ahead, Flat};
use super::settings::{PlayDepth, Variant};
use super::unit::{Learned, Test};
use crate::results::plot::{
    Axis, IntervalPanel, IntervalPlot, LinePanel, LinePlot, PlotEstimate, Point, Reference, Series,
};
use crate::results::{ClaimVerdict, Report, Summary, number};

/// How the captions of tables begin that are shown at a terminal.
pub(super) const SUMMARY: &[&str] = &["Games won by self-play", "The documents' claims"];

const PAPER: Variant = Variant::PAPER;

pub(crate) fn report(figures: &Figures) -> Report {
    let settings = figures.settings;
    let opponents: Vec<String> =
        figures.opponents().map(|opponent| format!("against {}", opponent.name())).collect();
    let robin = settings.robin.iter().map(|&games| thousands(games));
    let rules = |columns: usize| vec!["---:"; columns].join(" | ");
    let paper = departure_row(
        PAPER.meaning,
        opponents_of(figures, PAPER.name, settings.departure_games),
        opening_cells(figures, PAPER.name, Some(settings.departure_games)),
    );
    let others = figures.settings.departing().map(|variant| {
        let cells = figures.opponents().map(|opponent| departure_cell(figures, variant, opponent));
        departure_row(variant.meaning, cells.collect(), opening_cells(figures, variant.name, None))
    });
    let report = Report::new(notes::BACKGAMMON, figures.run)
        .answers(|words| answer(figures, words))
        .settings(settings)
        .text("opponents", opponents.join(" | "))
        .text("opponent-rules", rules(opponents.len()))
        .text("robin", robin.collect::<Vec<_>>().join(" | "))
        .text("robin-rules", rules(settings.robin.len()))
        .text("early", thousands(early(figures)))
        .rows("more-games", more_games(figures))
        .rows("opening-loss", opening_loss(figures))
        .rows("data-sources", data_sources(figures))
        .figure(1, "Learning by self-play", &curve(figures))
        .rows("curve", settings.checkpoints.iter().map(|&games| curve_row(figures, games)))
        .rows("round-robin", round_robin(figures))
        .rows("openings", openings(figures))
        .figure(2, "What a departure changes", &departures(figures))
        .rows("departures", std::iter::once(paper).chain(others))
        .rows("looks", looks(figures))
        .text("games", thousands(settings.games()))
        .text("test-games", thousands(2 * settings.test_pairs))
        .text("gnubg-games", thousands(2 * settings.gnubg_pairs))
        .text("robin-games", thousands(2 * settings.robin_pairs))
        .text("length", number(figures.length(), 1))
        .text("breadth", number(figures.breadth(), 1));
    outcome(figures, report)
}

/// What the networks win at the end, and who did not take part.
fn outcome(figures: &Figures, report: Report) -> Report {
    let settings = figures.settings;
    let won = opponents_of(figures, PAPER.name, settings.games());
    let wins = won.into_iter().zip(figures.opponents());
    let wins: Vec<String> =
        wins.map(|(share, opponent)| format!("{share} against {}", opponent.name())).collect();
    let absent =
        Opponent::ALL.into_iter().filter(|o| !figures.opponents().any(|other| other == *o));
    let absent = absent.map(Opponent::name).collect::<Vec<_>>().join(", ");
    let absent = match absent.as_str() {
        "" => String::new(),
        _ => format!("Not in this run: {absent}; what rests on them is left out."),
    };
    let none = "not in this run";
    let pubeval = settings.pubeval.as_ref().map(|sum| format!("SHA-256 {sum}"));
    report
        .text("wins", wins.join(", "))
        .text("absent", absent)
        .text("gnubg", settings.gnubg.as_deref().unwrap_or(none))
        .text("pubeval", pubeval.unwrap_or(none.into()))
}

/// The games won against each opponent after `games` games learned.
fn opponents_of(figures: &Figures, variant: &str, games: u32) -> Vec<String> {
    figures.opponents().map(|o| figures.wins(variant, Some(games), o).share()).collect()
}

fn curve_row(figures: &Figures, games: u32) -> Vec<String> {
    let wins = opponents_of(figures, PAPER.name, games);
    departure_row(&thousands(games), wins, opening_cells(figures, PAPER.name, Some(games)))
}

fn departure_row(name: &str, wins: Vec<String>, openings: [String; 2]) -> Vec<String> {
    std::iter::once(name.to_string()).chain(wins).chain(openings).collect()
}

/// Openings as the experts', and the equity lost.
fn opening_cells(figures: &Figures, variant: &str, games: Option<u32>) -> [String; 2] {
    let loss = figures.opening_loss(variant, games);
    let loss = if loss.count == 0 { "–".into() } else { number(loss.mean, 4) };
    [number(figures.expert_openings(variant, games).mean, 1), loss]
}

fn round_robin(figures: &Figures) -> Vec<Vec<String>> {
    let robin = &figures.settings.robin;
    let share = |a, b| {
        let at = |games| (PAPER.name, games, PlayDepth::Flat);
        figures.share_against(at(a), at(b))
    };
    let cell = |own: u32, other: u32| match own.cmp(&other) {
        Ordering::Equal => String::new(),
        Ordering::Greater => share(own, other).share(),
        Ordering::Less => {
            let share = share(other, own);
            Summary { mean: 1.0 - share.mean, ..share }.share()
        }
    };
    let row = |&own: &u32| {
        let cells = robin.iter().map(|&other| cell(own, other));
        std::iter::once(thousands(own)).chain(cells).collect()
    };
    robin.iter().map(row).collect()
}

fn loss_cell(loss: Option<[f64; 2]>, decimals: usize) -> String {
    match loss {
        Some([point, money]) => {
            format!("{} / {}", number(point, decimals), number(money, decimals))
        }
        None => "–".into(),
    }
}

fn openings(figures: &Figures) -> Vec<[String; 7]> {
    let Some((experts, network)) = figures.paper_openings() else { return Vec::new() };
    let last: Vec<&Test> =
        figures.tests(PAPER.name, Some(figures.settings.games())).map(|(_, test)| test).collect();
    let all: Vec<&Opening> = last.iter().flat_map(|test| &test.openings).collect();
    let row = |(expert, theirs): (&Opening, &Opening)| {
        let ours = all.iter().copied().filter(|opening| opening.roll == expert.roll);
        let [plays, losses] = counted(ours);
        [
            expert.roll.clone(),
            expert.play.clone(),
            loss_cell(expert.loss, 3),
            if theirs.is_expert { "the same".into() } else { theirs.play.clone() },
            loss_cell(theirs.loss, 3),
            plays,
            losses,
        ]
    };
    let ours: Vec<Opening> = all.iter().map(|&opening| opening.clone()).collect();
    let [experts_mean, theirs, ours] =
        [experts, network, &ours].map(|openings| loss_cell(mean_loss(openings), 4));
    let none = String::new;
    let mean = ["mean".into(), none(), experts_mean, none(), theirs, none(), ours];
    experts.iter().zip(network).map(row).chain([mean]).collect()
}

/// Different plays of one roll with how often each came, the most frequent first, and their losses.
fn counted<'a>(openings: impl Iterator<Item = &'a Opening>) -> [String; 2] {
    let mut plays: Vec<(&Opening, usize)> = Vec::new();
    for opening in openings {
        match plays.iter_mut().find(|(known, _)| known.play == opening.play) {
            Some((_, count)) => *count += 1,
            None => plays.push((opening, 1)),
        }
    }
    plays.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let words = plays.iter().map(|(opening, count)| format!("{} ({count})", opening.play));
    let losses = plays.iter().map(|(opening, _)| loss_cell(opening.loss, 3));
    [words.collect::<Vec<_>>().join(", "), losses.collect::<Vec<_>>().join(", ")]
}

fn departure_cell(figures: &Figures, variant: Variant, opponent: Opponent) -> String {
    let diverged = figures.learned(variant.name).filter(|learned| learned.diverged).count();
    let change = figures.change(variant.name, opponent);
    if change.count == 0 {
        return format!("{diverged} diverged");
    }
    let wins = figures.wins(variant.name, None, opponent);
    let words = format!("{} % ({})", number(100.0 * wins.mean, 1), change_text(&change));
    let words = if change.is_significant() { format!("**{words}**") } else { words };
    if diverged > 0 { format!("{words}; {diverged} diverged") } else { words }
}

/// Those that learn further from a network that has learned by self-play.
fn looks(figures: &Figures) -> impl Iterator<Item = Vec<String>> {
    Variant::LOOKS.into_iter().chain([Variant::FLAT_LONG]).map(|variant| {
        let mean =
            |of: fn(&Learned) -> f64| Summary::of(figures.learned(variant.name).map(of)).mean;
        let (games, evaluations) = (mean(|l| l.games.into()), mean(|l| l.evaluations as f64));
        let wins = figures.opponents().map(|o| figures.wins(variant.name, None, o).share());
        let first = [variant.meaning.to_string(), number(games, 0), number(evaluations / 1e6, 1)];
        first.into_iter().chain(wins).collect()
    })
}

fn curve(figures: &Figures) -> LinePlot {
    let point = |opponent: Opponent, games: u32| {
        let wins = figures.wins(Variant::PAPER.name, Some(games), opponent);
        let PlotEstimate { mean: y, low, high, .. } = PlotEstimate::of(&wins.percent())?;
        Some(Point { x: f64::from(games) / 1000.0, y, low, high })
    };
    let checkpoints = figures.settings.checkpoints.iter();
    let series = figures.opponents().map(|opponent| Series {
        label: format!("against {}", opponent.name()),
        points: checkpoints.clone().filter_map(|&games| point(opponent, games)).collect(),
    });
    let last = f64::from(figures.settings.games()) / 1000.0;
    LinePlot {
        band: "95 % interval over first weights".into(),
        x: Axis::new("thousand games learned").with_range(0.0, last),
        y: Axis::new("games won, %").with_range(0.0, 100.0),
        panels: vec![LinePanel {
            title: String::new(),
            series: series.collect(),
            references: vec![Reference::new("half", 50.0)],
        }],
    }
}

/// What departures and other sources of games change, against Random only where nobody else plays.
fn departures(figures: &Figures) -> IntervalPlot {
    let variants: Vec<Variant> = figures.settings.departing().collect();
    let panel = |opponent: Opponent| {
        let change = |v: &Variant| figures.change(v.name, opponent).percent();
        let bars = variants.iter().map(|variant| PlotEstimate::of(&change(variant)));
        IntervalPanel::new(format!("against {}", opponent.name()), bars)
    };
    let mut panels: Vec<IntervalPanel> = figures.opponents().map(panel).collect();
    if panels.len() > 1 {
        panels.remove(0);
    }
    IntervalPlot {
        interval: "change of games won, 95 % interval",
        x: Axis::new("change, percentage points").with_range(-40.0, 40.0),
        rows: variants.iter().map(|variant| variant.meaning.to_string()).collect(),
        panels,
        ..IntervalPlot::default()
    }
}

/// Differences of shares that no player would notice are below this.
const CLOSE: f64 = 0.02;

fn change_text(summary: &Summary) -> String {
    let sign = if summary.mean > 0.0 { "+" } else { "" };
    format!("{sign}{}", summary.share())
}

fn above(limit: f64, summary: &Summary, evidence: String) -> String {
    ClaimVerdict::above(limit, summary.interval()).by(evidence)
}

/// The claims of the notes: `learns`, `expert-openings`, `looking-ahead`, and those with an argument.
///
/// - `equal Flat leaf flat`: two ways to continue teach the same, by their games at this depth.
/// - `close lambda-0`: a departure changes nothing that matters.
/// - `gain units-80`: it wins more.
fn answer(figures: &Figures, words: &[&str]) -> Option<String> {
    let (paper, settings) = (Variant::PAPER.name, figures.settings);
    let opponent = figures.strongest_opponent();
    let games_against = |change: &Summary| {
        format!("{} of the games against {}", change_text(change), opponent.name())
    };
    match *words {
        ["learns"] => {
            let wins = figures.wins(paper, Some(early(figures)), Opponent::Random);
            Some(above(0.9, &wins, wins.share()))
        }
        ["expert-openings"] => {
            let count = figures.expert_openings(paper, Some(settings.games()));
            let [mean, margin] = [count.mean, count.margin()].map(|value| number(value, 1));
            Some(above(7.5, &count, format!("{mean} ± {margin}")))
        }
        ["equal", depth, one, other] => {
            let depth = if depth == "Ahead" { Ahead } else { Flat };
            let at = |name| (name, settings.look_games, depth);
            let share = figures.share_against(at(one), at(other));
            let from_half = Summary { mean: share.mean - 0.5, ..share };
            let verdict = ClaimVerdict::within(CLOSE, from_half.interval());
            Some(verdict.by(format!("{} of the games", share.share())))
        }
        ["looking-ahead"] => {
            let at = |depth| (paper, settings.games(), depth);
            let share = figures.share_against(at(Ahead), at(Flat));
            Some(above(0.5, &share, format!("{} of the games", share.share())))
        }
        ["close", name] => {
            let change = figures.change(name, opponent);
            let verdict = ClaimVerdict::within(2.0 * CLOSE, change.interval());
            Some(verdict.by(games_against(&change)))
        }
        ["gain", name] => {
            let change = figures.change(name, opponent);
            Some(above(0.0, &change, games_against(&change)))
        }
        _ => None,
    }
}

/// The checkpoint at which the paper saw the first signs, or the one nearest to it.
fn early(figures: &Figures) -> u32 {
    let checkpoints = figures.settings.checkpoints.iter().copied();
    checkpoints.min_by_key(|games| games.abs_diff(20_000)).unwrap_or(1)
}

fn thousands(games: u32) -> String {
    number(games.into(), 0)
}

fn more_games(figures: &Figures) -> Vec<[String; 2]> {
    let at = |games| (Variant::PAPER.name, games, Flat);
    let step = |pair: &[u32]| {
        let share = figures.share_against(at(pair[1]), at(pair[0]));
        let claim = format!("{} games beat {}", thousands(pair[1]), thousands(pair[0]));
        [claim, above(0.5, &share, share.share())]
    };
    figures.settings.robin.windows(2).map(step).collect()
}

/// That the openings lose no more than those of the paper's network, where gnubg has answers.
fn opening_loss(figures: &Figures) -> Option<[String; 2]> {
    let [theirs, _] = mean_loss(figures.paper_openings()?.1)?;
    let loss = figures.opening_loss(Variant::PAPER.name, Some(figures.settings.games()));
    let less = Summary { mean: theirs - loss.mean, ..loss };
    let [theirs, mean, margin] = [theirs, loss.mean, loss.margin()].map(|loss| number(loss, 4));
    let claim = format!("Its openings lose no more than those of the paper's network ({theirs})");
    let text = format!("{mean} ± {margin} of equity where only winning counts");
    Some([claim, above(0.0, &less, text)])
}

/// That self-play teaches more than other games do.
fn data_sources(figures: &Figures) -> Vec<[String; 2]> {
    let (opponent, settings) = (figures.strongest_opponent(), figures.settings);
    let claim = |variant: Variant| {
        let change = figures.change(variant.name, opponent);
        let fewer = Summary { mean: -change.mean, ..change };
        let source = match variant.meaning.strip_prefix("database: ") {
            Some(games) => format!("a database of {games}"),
            None => format!("games {}", variant.meaning),
        };
        let games = thousands(settings.departure_games);
        let claim =
            format!("Self-play does no harm: it teaches more than {source} in {games} games");
        let change = change_text(&fewer);
        let text = format!("{change} of the games against {} for self-play", opponent.name());
        [claim, above(0.0, &fewer, text)]
    };
    Variant::DATA_SOURCES.into_iter().filter(|v| settings.has(v.source)).map(claim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parity_needs_a_narrow_interval_around_zero() {
        let verdict = |mean: f64, spread: f64| {
            ClaimVerdict::within(CLOSE, Summary { count: 4, mean, spread }.interval())
        };
        // The margin of four is 3.182/2 spreads.
        assert_eq!(verdict(0.005, 0.005), ClaimVerdict::Holds);
        assert_eq!(verdict(0.015, 0.005), ClaimVerdict::Undecided);
        assert_eq!(verdict(0.05, 0.005), ClaimVerdict::Fails);
        assert_eq!(verdict(-0.05, 0.005), ClaimVerdict::Fails);
    }
}
