//! What the documents say, and what the figures say to it: one verdict and interval each.

use super::super::lab::{percent, share_text};
use super::figures::{Figures, Opponent};
use super::openings::mean_loss;
use super::unit::PlayDepth;
use super::variant::Variant;
use crate::results::{Claim, ClaimVerdict, Finding, Summary, number};

/// A difference of shares below this is none that a player would notice.
pub(super) const CLOSE: f64 = 0.02;

/// A difference of shares with its sign.
pub(super) fn change_text(summary: &Summary) -> String {
    let sign = if summary.mean > 0.0 { "+" } else { "" };
    format!("{sign}{}", share_text(summary))
}

fn claim(words: impl Into<String>, verdict: ClaimVerdict, evidence: String) -> Claim {
    Claim { claim: words.into(), results: vec![Finding { verdict, evidence }] }
}

/// That a share lies above a limit.
fn above(words: impl Into<String>, summary: &Summary, limit: f64, text: String) -> Claim {
    claim(words, ClaimVerdict::above(limit, summary.interval()), text)
}

/// That a difference is none that matters: the whole interval lies within ± the limit; it fails if it lies beyond.
fn parity(words: impl Into<String>, change: &Summary, limit: f64, text: String) -> Claim {
    claim(words, ClaimVerdict::within(limit, change.interval()), text)
}

/// A difference from half of the games.
fn from_half(summary: &Summary) -> Summary {
    Summary { mean: summary.mean - 0.5, ..*summary }
}

pub fn claims(figures: &Figures) -> Vec<Claim> {
    let mut claims = vec![learns(figures)];
    claims.extend(more_games(figures));
    claims.extend(openings(figures));
    claims.extend(data_sources(figures));
    claims.extend(looks(figures));
    claims.extend(lambdas(figures));
    claims.push(hidden(figures));
    claims
}

fn learns(figures: &Figures) -> Claim {
    let early = early(figures);
    let wins = figures.wins(Variant::PAPER.name, Some(early), Opponent::Random);
    above(
        format!(
            "It learns from nothing, with signs by {} games: more than 90 % against random play",
            thousands(early)
        ),
        &wins,
        0.9,
        share_text(&wins),
    )
}

/// The checkpoint at which the paper saw the first signs, or the one nearest to it.
pub(super) fn early(figures: &Figures) -> u32 {
    let checkpoints = figures.settings.checkpoints.iter().copied();
    checkpoints.min_by_key(|games| games.abs_diff(20_000)).unwrap_or(1)
}

pub(super) fn thousands(games: u32) -> String {
    number(games.into(), 0)
}

fn more_games(figures: &Figures) -> Vec<Claim> {
    let name = Variant::PAPER.name;
    let steps = figures.settings.robin.windows(2).map(|pair| {
        let [earlier, later] = [pair[0], pair[1]];
        let share =
            figures.share_against((name, later, PlayDepth::Flat), (name, earlier, PlayDepth::Flat));
        let words = format!("{} games beat {}", thousands(later), thousands(earlier));
        above(words, &share, 0.5, share_text(&share))
    });
    steps.collect()
}

fn openings(figures: &Figures) -> Vec<Claim> {
    let last = Some(figures.settings.games());
    let count = figures.expert_openings(Variant::PAPER.name, last);
    let matches = above(
        "It finds at least 8 of the experts' 15 openings, as the paper's network",
        &count,
        7.5,
        format!("{} ± {}", number(count.mean, 1), number(count.margin(), 1)),
    );
    let Some(theirs) = figures.paper_openings().and_then(|(_, network)| mean_loss(network)) else {
        return vec![matches];
    };
    let loss = figures.opening_loss(Variant::PAPER.name, last);
    let less = Summary { mean: theirs[0] - loss.mean, ..loss };
    let words = format!(
        "Its openings lose no more than those of the paper's network ({})",
        number(theirs[0], 4)
    );
    let text = format!(
        "{} ± {} of equity where only winning counts",
        number(loss.mean, 4),
        number(loss.margin(), 4)
    );
    vec![matches, above(words, &less, 0.0, text)]
}

fn data_sources(figures: &Figures) -> Vec<Claim> {
    let opponent = figures.strongest_opponent();
    let teaching = Variant::DATA_SOURCES.into_iter().filter(|v| figures.settings.has(v.source));
    let claims = teaching.map(|variant| {
        let change = figures.change(variant.name, opponent);
        let fewer = Summary { mean: -change.mean, ..change };
        let words = format!(
            "Self-play does no harm: it teaches more than {} in {} games",
            learning(variant.meaning),
            thousands(figures.settings.departure_games)
        );
        let text = format!(
            "{} of the games against {} for self-play",
            change_text(&fewer),
            opponent.name()
        );
        above(words, &fewer, 0.0, text)
    });
    claims.collect()
}

fn learning(meaning: &str) -> String {
    match meaning.strip_prefix("database: ") {
        Some(games) => format!("a database of {games}"),
        None => format!("games {meaning}"),
    }
}

fn looks(figures: &Figures) -> Vec<Claim> {
    let games = figures.settings.look_games;
    let at = |name, depth| (name, games, depth);
    let mut claims = Vec::new();
    for (name, words) in [("directed", "TD-directed(λ)"), ("leaf", "TDLeaf(λ)")] {
        for (other, equal) in [("flat", "games"), ("flat-long", "evaluations")] {
            let share =
                figures.share_against(at(name, PlayDepth::Flat), at(other, PlayDepth::Flat));
            let text = format!("{} of the games", share_text(&share));
            let words =
                format!("{words} with expected values adds nothing to TD(λ) at equal {equal}");
            claims.push(parity(words, &from_half(&share), CLOSE, text));
        }
    }
    let ahead = figures.share_against(at("leaf", PlayDepth::Ahead), at("flat", PlayDepth::Ahead));
    let text = format!("{} of the games", share_text(&ahead));
    claims.push(parity(
        "The same for TDLeaf(λ) when both play by expected values",
        &from_half(&ahead),
        CLOSE,
        text,
    ));
    let last = (Variant::PAPER.name, figures.settings.games());
    let depths = [PlayDepth::Ahead, PlayDepth::Flat].map(|depth| (last.0, last.1, depth));
    let share = figures.share_against(depths[0], depths[1]);
    let text = format!("{} of the games", share_text(&share));
    claims.push(above("Looking ahead by expected values plays better", &share, 0.5, text));
    claims
}

fn lambdas(figures: &Figures) -> Vec<Claim> {
    let opponent = figures.strongest_opponent();
    let of = |name: &str| {
        let variant = Variant::named(name).unwrap_or(Variant::PAPER);
        let change = figures.change(name, opponent);
        let words = format!(
            "λ hardly matters: after {} games {} is within {} of λ = 0.7",
            thousands(figures.settings.departure_games),
            variant.meaning,
            percent(2.0 * CLOSE, 0)
        );
        let text = format!("{} of the games against {}", change_text(&change), opponent.name());
        parity(words, &change, 2.0 * CLOSE, text)
    };
    ["lambda-0", "lambda-0.3", "lambda-0.9", "lambda-1"].into_iter().map(of).collect()
}

fn hidden(figures: &Figures) -> Claim {
    let opponent = figures.strongest_opponent();
    let change = figures.change("units-80", opponent);
    let text = format!("{} of the games against {}", change_text(&change), opponent.name());
    let games = thousands(figures.settings.departure_games);
    above(format!("80 hidden units learn more than 50 in {games} games"), &change, 0.0, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parity_needs_a_narrow_interval_around_zero() {
        let verdict = |mean: f64, spread: f64| {
            let change = Summary { count: 4, mean, spread };
            parity("", &change, 0.02, String::new()).results[0].verdict
        };
        // The margin of four is 3.182/2 spreads.
        assert_eq!(verdict(0.005, 0.005), ClaimVerdict::Holds);
        assert_eq!(verdict(0.015, 0.005), ClaimVerdict::Undecided);
        assert_eq!(verdict(0.05, 0.005), ClaimVerdict::Fails);
        assert_eq!(verdict(-0.05, 0.005), ClaimVerdict::Fails);
    }
}
