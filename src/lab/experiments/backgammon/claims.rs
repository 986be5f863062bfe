//! What the documents say, and what the figures say to it: one verdict and interval each.

use super::figures::{Figures, Opponent};
use super::openings::mean_loss;
use super::settings::Variant;
use super::unit::PlayDepth::{Ahead, Flat};
use crate::results::{ClaimVerdict, Summary, number};

/// A difference of shares below this is none that a player would notice.
const CLOSE: f64 = 0.02;

pub(super) fn change_text(summary: &Summary) -> String {
    let sign = if summary.mean > 0.0 { "+" } else { "" };
    format!("{sign}{}", summary.share())
}

fn above(limit: f64, summary: &Summary, evidence: String) -> String {
    ClaimVerdict::above(limit, summary.interval()).by(evidence)
}

/// The claims of the notes: `learns`, `expert-openings`, `looking-ahead`; `equal Flat leaf flat`, that two ways to go on teach the
/// same, by their games at this depth; `close lambda-0`, that a departure changes nothing that matters; `gain units-80`, that it wins more.
pub(super) fn answer(figures: &Figures, words: &[&str]) -> Option<String> {
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
pub(super) fn early(figures: &Figures) -> u32 {
    let checkpoints = figures.settings.checkpoints.iter().copied();
    checkpoints.min_by_key(|games| games.abs_diff(20_000)).unwrap_or(1)
}

pub(super) fn thousands(games: u32) -> String {
    number(games.into(), 0)
}

/// That more games teach more.
pub(super) fn more_games(figures: &Figures) -> Vec<[String; 2]> {
    let at = |games| (Variant::PAPER.name, games, Flat);
    let step = |pair: &[u32]| {
        let share = figures.share_against(at(pair[1]), at(pair[0]));
        let claim = format!("{} games beat {}", thousands(pair[1]), thousands(pair[0]));
        [claim, above(0.5, &share, share.share())]
    };
    figures.settings.robin.windows(2).map(step).collect()
}

/// That the openings lose no more than those of the paper's network, where gnubg tells.
pub(super) fn opening_loss(figures: &Figures) -> Option<[String; 2]> {
    let [theirs, _] = mean_loss(figures.paper_openings()?.1)?;
    let loss = figures.opening_loss(Variant::PAPER.name, Some(figures.settings.games()));
    let less = Summary { mean: theirs - loss.mean, ..loss };
    let [theirs, mean, margin] = [theirs, loss.mean, loss.margin()].map(|loss| number(loss, 4));
    let claim = format!("Its openings lose no more than those of the paper's network ({theirs})");
    let text = format!("{mean} ± {margin} of equity where only winning counts");
    Some([claim, above(0.0, &less, text)])
}

/// That self-play teaches more than other games do.
pub(super) fn data_sources(figures: &Figures) -> Vec<[String; 2]> {
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
