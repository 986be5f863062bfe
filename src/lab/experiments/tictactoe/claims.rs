//! What the notes ask of the figures: the paper's claims, where networks end, and what each departure changes.

use super::super::lab::percent;
use super::bounds::{Bounds, Opponent};
use super::figures::{Figures, Kind};
use super::settings::{Regime, Start, Variant};
use crate::results::{ClaimVerdict, Summary, number};

/// Equity of the paper's Random-trained networks against Random, which it calls near-optimal.
pub(super) const RANDOM_AGAINST_RANDOM: f64 = 0.928;
/// Equity of the paper's Expert-trained networks against Expert.
pub(super) const EXPERT_AGAINST_EXPERT: f64 = 0.58;
/// What the paper gives as the most that can be had of Expert.
pub(super) const MOST_OF_EXPERT: f64 = 0.61;

/// An equity this close to the paper's has reached it: the paper gives two decimals, read from its curves.
pub(super) const CLOSE: f64 = 0.02;

/// The ways of doing the experiment that are held against each claim, with their names.
pub(super) const WAYS: [(Variant, &str); 2] =
    [(Variant::PAPER, "as described"), (Variant::NEAREST, "update by position, wins taken")];

/// Answers by the name of a way, then: `equity paper Expert`, and `share paper Expert` of the most that can be had of Expert; the
/// claims `reached paper Expert Expert 0.58` (who learned from whom, against whom), `most paper 0.61`, `better paper Expert Random`
/// and `units paper 80 40`.
pub(super) fn answer(figures: &Figures, bounds: &Bounds, words: &[&str]) -> Option<String> {
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
        // The most is computed, not measured, and the same for every way: the evidence tells what the networks come to.
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
pub(super) const COMPARISONS: [(Regime, Opponent); 3] = [
    (Regime::Expert, Opponent::Expert),
    (Regime::Random, Opponent::Random),
    (Regime::Database, Opponent::Expert),
];

pub(super) fn comparison_name((regime, opponent): (Regime, Opponent)) -> String {
    format!("{}, against {}", regime.name(), opponent.name())
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effect {
    pub variant: Variant,
    /// Its change of the final equity, against the paper's way in the same simulations.
    pub change: Summary,
    pub equity: Summary,
    pub diverged: usize,
}

/// The departures in which the sides are shared out as in the paper's way, so that equities compare.
pub(super) fn comparable() -> impl Iterator<Item = Variant> {
    let departures = Variant::DEPARTURES.into_iter();
    std::iter::once(Variant::NEAREST)
        .chain(departures)
        .filter(|variant| variant.start == Start::Alternate)
}

/// The effect of a departure; nothing if it does not concern the regime.
pub(super) fn effect(
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
pub(super) fn rows(figures: &Figures) -> impl Iterator<Item = Vec<String>> {
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
pub(super) fn within_reach(
    figures: &Figures,
    comparison: (Regime, Opponent),
    value: f64,
) -> Vec<String> {
    let effects = comparable().filter_map(|variant| effect(figures, variant, comparison));
    effects
        .filter(|effect| effect.equity.count > 1 && effect.equity.mean > value - CLOSE)
        .map(|effect| format!("{} ({})", effect.variant.meaning, effect.equity.text(3)))
        .collect()
}

/// The departures that change a comparison beyond doubt, best first, in words; one list for gains and one for losses.
pub(super) fn ranking(figures: &Figures, comparison: (Regime, Opponent)) -> [Vec<String>; 2] {
    let effects = comparable().filter_map(|variant| effect(figures, variant, comparison));
    let mut clear: Vec<Effect> = effects.filter(|effect| effect.change.is_significant()).collect();
    clear.sort_by(|a, b| b.change.mean.total_cmp(&a.change.mean));
    let words =
        |effect: &Effect| format!("{} ({})", effect.variant.meaning, effect.change.signed(3));
    let (gains, losses): (Vec<&Effect>, Vec<&Effect>) =
        clear.iter().partition(|effect| effect.change.mean > 0.0);
    [gains.into_iter().map(words).collect(), losses.into_iter().rev().map(words).collect()]
}
