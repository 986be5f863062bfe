//! What each departure from the paper's way changes.

use super::claims::CLOSE;
use super::figures::Figures;
use super::settings::Regime;
use super::sides::Opponent;
use super::variant::{Start, Variant};
use crate::results::{Summary, number};

/// The three comparisons of which the paper gives or draws a figure.
pub(super) const COMPARISONS: [(Regime, Opponent); 3] = [
    (Regime::Expert, Opponent::Expert),
    (Regime::Random, Opponent::Random),
    (Regime::Database, Opponent::Expert),
];

pub(super) fn comparison_name((regime, opponent): (Regime, Opponent)) -> String {
    format!("{}, against {}", regime.name(), opponent.name())
}

/// What a departure came to in one comparison.
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
