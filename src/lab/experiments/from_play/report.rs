//! The report: the claims, then every group of arms.

use super::super::lab::{LabResults, bars, elo_bar, percent, strength_text};
use super::learned::Learned;
use crate::arena::tournament::elo::elo_of;
use crate::results::plot::{
    Axis, IntervalPanel, IntervalPlot, LinePanel, LinePlot, Point, Reference, Series,
};
use crate::results::{ClaimVerdict, Report, Summary, correlation, number, row};
use crate::selfplay::Measurement;

/// Arms that are compared with one of them, or with a player.
#[derive(Clone, Debug)]
pub(crate) struct Group<'a> {
    pub heading: &'a str,
    pub base: &'a str,
    pub arms: Vec<&'a str>,
}

const HEAD: &str = "| arm | games | different games | positions | nodes, millions | mean value | rating while learning | worth of a man | suite | \
                    against material | Elo against the first row |\n\
                    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |";

/// What the notes name: the claims, and each group of arms.
pub(crate) fn parts(figures: &LabResults, report: Report, groups: &[Group]) -> Report {
    let first = groups.iter().take(1);
    let on_the_way: Vec<&str> = first
        .flat_map(|first| [first.base].into_iter().chain(first.arms.iter().copied()))
        .collect();
    let tables = groups.iter().map(|group| {
        let names = std::iter::once(&group.base).chain(&group.arms);
        let rows = names.map(|name| row(cells(figures, name, group.base)));
        let rows: Vec<String> = rows.collect();
        format!("### {}\n\n{HEAD}\n{}", group.heading, rows.join("\n"))
    });
    report
        .answers(|words| follows(figures, words))
        .settings(&figures.plan.scale)
        .figure(1, "Strength on the way", &curves(figures, &on_the_way))
        .rows("curves", on_the_way.iter().flat_map(|arm| curve_rows(figures, arm)))
        .figure(2, "Strength against the base of each group", &strengths(figures, groups))
        .text("groups", tables.collect::<Vec<_>>().join("\n\n"))
}

/// The points of the curves of an arm: games, and the scores against an anchor of every seed.
fn curve(
    figures: &LabResults,
    arm: &str,
    anchor: usize,
    of: fn(f64) -> f64,
) -> Vec<(u64, Summary)> {
    let curves: Vec<&[Measurement]> =
        figures.all_learned(arm).map(|learned| learned.curve.as_slice()).collect();
    let length = curves.iter().map(|curve| curve.len()).min().unwrap_or(0);
    let point = |place: usize| {
        let scores = curves.iter().filter_map(|curve| score(&curve[place], anchor));
        (curves[0][place].games, Summary::of(scores.map(of)))
    };
    (0..length).map(point).collect()
}

/// The score against an anchor, a share of the points.
fn score(point: &Measurement, anchor: usize) -> Option<f64> {
    let stats = &point.scores.get(anchor)?.stats;
    (stats.played() > 0).then(|| stats.points() / stats.played() as f64)
}

/// A score whose Elo is finite.
pub(super) fn bounded(score: f64) -> f64 {
    elo_of(score.clamp(0.005, 0.995))
}

/// Curves of arms against both anchors.
fn curves(figures: &LabResults, arms: &[&str]) -> LinePlot {
    let panel = |title: &str, anchor| {
        let series = arms.iter().map(|arm| {
            let points = curve(figures, arm, anchor, bounded).into_iter();
            let points = points.filter(|(_, summary)| summary.count > 0);
            let points = points.map(|(games, summary)| Point::of(games as f64, summary)).collect();
            Series { label: figures.meaning(arm), points }
        });
        let references = vec![Reference::new("", 0.0)];
        LinePanel { title: title.into(), series: series.collect(), references }
    };
    LinePlot {
        band: "mean ± standard deviation over seeds".into(),
        x: Axis::new("games"),
        y: Axis::new("Elo difference"),
        panels: vec![panel("against material", 0), panel("against the anchor", 1)],
    }
}

/// The strength of every arm against the base of its group.
fn strengths(figures: &LabResults, groups: &[Group]) -> IntervalPlot {
    let rows = groups.iter().flat_map(|group| {
        let heading = format!("{} · {}", group.heading, figures.meaning(group.base));
        let arms = group
            .arms
            .iter()
            .map(|arm| (figures.meaning(arm), elo_bar(figures.strength(arm, group.base).as_ref())));
        std::iter::once((heading, None)).chain(arms)
    });
    let (labels, estimates): (Vec<_>, Vec<_>) = rows.unzip();
    bars("Elo difference", labels, vec![IntervalPanel::new("", estimates)])
}

/// An arm of a group against its base.
fn cells(figures: &LabResults, name: &str, base: &str) -> [String; 11] {
    let of = |figure: &dyn Fn(&Learned) -> Option<f64>| {
        Summary::of(figures.learned(name).filter_map(figure))
    };
    let known = |summary: Summary, text: &dyn Fn(&Summary) -> String| match summary.count {
        0 => "–".into(),
        _ => text(&summary),
    };
    let whole = |summary: Summary| known(summary, &|summary| number(summary.mean, 0));
    let diverged = match figures.diverged(name) {
        0 => String::new(),
        count => format!(" ({count} diverged)"),
    };
    let last = |learned: &Learned| learned.curve.last().and_then(|point| score(point, 0));
    let elo = strength_text(figures.strength(name, base).as_ref());
    [
        figures.meaning(name) + &diverged,
        whole(of(&|row| Some(row.games as f64))),
        whole(of(&|row| row.distinct.map(|games| games as f64))),
        whole(of(&|row| Some(row.positions as f64))),
        whole(of(&|row| (row.nodes > 0).then_some(row.nodes as f64 / 1e6))),
        of(&|row| row.mean_value).text(3),
        of(&|row| row.rating).text(0),
        of(&|row| row.curve.last()?.man_value).text(2),
        known(of(&|row| row.suite), &Summary::share),
        known(of(&last), &|score| percent(score.mean, 1)),
        if name == base { "—".into() } else { elo },
    ]
}

/// Five points of the curve of an arm, against both anchors.
fn curve_rows(figures: &LabResults, arm: &str) -> Vec<[String; 4]> {
    let [material, anchor] = [0, 1].map(|anchor| curve(figures, arm, anchor, |score| score));
    let mut places: Vec<usize> =
        (0..5).map(|part| part * material.len().saturating_sub(1) / 4).collect();
    places.dedup();
    let row = |place: usize| {
        let (games, against_material) = material.get(place)?;
        let scores = [against_material, &anchor[place].1].map(Summary::share);
        let [material, anchor] = scores;
        Some([figures.meaning(arm), number(*games as f64, 0), material, anchor])
    };
    places.into_iter().filter_map(row).collect()
}

/// `follows base a b c`: that the points of the suite rise with the strength against the base, over arms and seeds: by Pearson's r
/// and Fisher's interval.
pub(super) fn follows(figures: &LabResults, words: &[&str]) -> Option<String> {
    let ["follows", base, arms @ ..] = words else { return None };
    let pairs: Vec<[f64; 2]> = arms.iter().flat_map(|arm| pairs(figures, arm, base)).collect();
    let Some([low, r, high]) = correlation_interval(&pairs) else {
        return Some(ClaimVerdict::Undecided.by("no suite was given"));
    };
    let verdict = ClaimVerdict::above(0.0, (low, high));
    let [low, r, high] = [low, r, high].map(|value| number(value, 2));
    Some(verdict.by(format!("r = {r} ({low} to {high}) over {} arms", pairs.len())))
}

/// Score against the player and share of the suite's points, for every seed of an arm that has both.
fn pairs(figures: &LabResults, arm: &str, base: &str) -> Vec<[f64; 2]> {
    let pair = |learned: &Learned| {
        let stats =
            figures.match_stats(arm, base, learned.seed).filter(|stats| stats.played() > 0)?;
        Some([stats.points() / stats.played() as f64, learned.suite?])
    };
    figures.all_learned(arm).filter_map(pair).collect()
}

/// Pearson's correlation between the ends of its 95 % interval, by Fisher's transformation; `None` with fewer than five pairs, or where
/// one side never differs.
fn correlation_interval(pairs: &[[f64; 2]]) -> Option<[f64; 3]> {
    if pairs.len() < 5 {
        return None;
    }
    let r = correlation(pairs)?.clamp(-0.999_999, 0.999_999);
    let margin = 1.96 / (pairs.len() as f64 - 3.0).sqrt();
    Some([r.atanh() - margin, r.atanh(), r.atanh() + margin].map(f64::tanh))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correlation_lies_within_fishers_interval() {
        // r = 0.8 of five pairs: z = 1.0986, ± 1.96/√2, so from −0.28 to 0.99.
        let pairs = [[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 3.0], [5.0, 5.0]];
        let [low, r, high] = correlation_interval(&pairs).expect("enough pairs");
        assert!((r - 0.8).abs() < 1e-12, "{r}");
        assert!((low + 0.280).abs() < 1e-3 && (high - 0.986).abs() < 1e-3, "{low} {high}");
        assert_eq!(correlation_interval(&pairs[..4]), None);
        assert_eq!(correlation_interval(&[[1.0, 2.0]; 6]), None);
    }
}
