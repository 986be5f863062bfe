//! Two runs of one study side by side: whether every figure of a repetition is that of the stored run.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use super::super::lab::Row;
use super::stored::{StoredError, StoredRun, run_in};
use crate::json_diff;
use crate::results::FigureRow;

/// A figure that two runs have, and that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureDifference {
    /// The training or the match, such as `nn4 with seed 1`.
    pub piece: String,
    /// Where the figure is in the row, such as `trial.all[0].mse`.
    pub figure: String,
    /// What the first run has there, and what the second.
    pub values: [Value; 2],
}

/// How the figures of two runs agree.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// The settings that differ, those of the data among them, but not the seeds.
    pub settings: Vec<FigureDifference>,
    /// Rows that both runs have.
    pub rows: usize,
    /// Rows that only the first run has, and only the second.
    pub only: [usize; 2],
    /// The figures of rows of both that differ.
    pub figures: Vec<FigureDifference>,
    /// Claims of both runs, and those whose verdicts differ: the claim with both verdicts.
    pub claims: usize,
    /// The claim with its verdict in the first run and in the second.
    pub verdicts: Vec<(String, [String; 2])>,
}

/// Compares the figures of a run with those of another.
///
/// # Errors
/// A folder that holds no run of a study, runs of two studies, or a file that cannot be read.
pub fn compare(first: &Path, second: &Path) -> Result<Agreement, StoredError> {
    let (first, second) = (run_in(first)?, run_in(second)?);
    if first.run.experiment != second.run.experiment {
        let names = [&first, &second].map(|run| run.run.experiment.clone());
        return Err(StoredError::Others(names));
    }
    let rows = [&first, &second].map(rows_of);
    let common: Vec<&String> =
        rows[0].keys().filter(|piece| rows[1].contains_key(*piece)).collect();
    let figures = common.iter().flat_map(|piece| {
        let values = [0, 1].map(|side| &rows[side][*piece]);
        differences(piece, values)
    });
    let verdicts = [&first, &second].map(StoredRun::verdicts);
    let both = verdicts[0]
        .iter()
        .filter_map(|(claim, found)| Some((claim, [found, verdicts[1].get(claim)?])));
    let differing = both.clone().filter(|(_, [a, b])| a != b);
    let mut settings = differences("", [&first.run.settings, &second.run.settings]);
    settings.retain(|one| !one.figure.starts_with("plan.scale.seeds"));
    Ok(Agreement {
        settings,
        rows: common.len(),
        only: [0, 1].map(|side| rows[side].len() - common.len()),
        figures: figures.collect(),
        claims: both.count(),
        verdicts: differing
            .map(|(claim, found)| (claim.clone(), found.map(Clone::clone)))
            .collect(),
    })
}

fn rows_of(run: &StoredRun) -> BTreeMap<String, Value> {
    let lines = run.rows.lines().into_iter();
    let row = |row: Row| (row.piece(), serde_json::json!(row));
    lines.map(row).collect()
}

fn differences(piece: &str, values: [&Value; 2]) -> Vec<FigureDifference> {
    let found = json_diff::differences("", values).into_iter();
    let found = found.map(|(figure, values)| FigureDifference {
        piece: piece.into(),
        figure,
        values: values.map(Clone::clone),
    });
    found.collect()
}

impl FigureDifference {
    /// How far apart two numbers are, as a share of the larger one; `None` for anything else.
    pub fn relative(&self) -> Option<f64> {
        let [Some(first), Some(second)] = self.values.each_ref().map(Value::as_f64) else {
            return None;
        };
        Some((first - second).abs() / first.abs().max(second.abs()))
    }

    fn text(&self) -> String {
        let [first, second] = self.values.each_ref().map(short);
        let close = self.relative().filter(|share| *share < 0.01);
        let apart = close.map_or(String::new(), |share| format!(" ({share:.1e} apart)"));
        let place = if self.piece.is_empty() { String::new() } else { format!("{}: ", self.piece) };
        format!("{place}{} {first} and {second}{apart}", self.figure)
    }
}

/// A value, cut where it is long.
fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() > 60 { text.chars().take(57).collect::<String>() + "…" } else { text }
}

/// The most differences that a text lists.
const SHOWN: usize = 10;

impl Agreement {
    /// Whether the settings are equal, and so is every figure of the rows of both, of which there are some.
    pub fn is_whole(&self) -> bool {
        self.settings.is_empty() && self.figures.is_empty() && self.rows > 0
    }

    /// The comparison in words.
    pub fn text(&self) -> String {
        let mut differing: Vec<&str> = self.figures.iter().map(|one| one.piece.as_str()).collect();
        differing.dedup();
        let [first, second] = self.only;
        let mut text = match self.settings.len() {
            0 => "settings  equal".to_owned(),
            count => format!("settings  {count} differ{}", list(&self.settings)),
        };
        _ = write!(
            text,
            "\nrows      {} in both runs, {first} only in the first, {second} only in the second\nfigures   {} rows are equal to the digit, {} differ{}",
            self.rows,
            self.rows - differing.len(),
            differing.len(),
            list(&self.figures)
        );
        let furthest = self.figures.iter().filter(|one| one.relative().is_some());
        let furthest = furthest.max_by(|a, b| f64::total_cmp(&share(a), &share(b)));
        if let Some(furthest) = furthest {
            _ = write!(text, "\nfurthest  {}", furthest.text());
        }
        _ = write!(
            text,
            "\nverdicts  {} of {} are the same",
            self.claims - self.verdicts.len(),
            self.claims
        );
        for (claim, [first, second]) in &self.verdicts {
            _ = write!(text, "\n  {claim}: {first} and {second}");
        }
        text
    }
}

fn share(difference: &FigureDifference) -> f64 {
    difference.relative().unwrap_or_default()
}

/// The first differences, a line each.
fn list(differences: &[FigureDifference]) -> String {
    let mut text: String =
        differences.iter().take(SHOWN).map(|one| format!("\n  {}", one.text())).collect();
    if differences.len() > SHOWN {
        _ = write!(text, "\n  and {} more", differences.len() - SHOWN);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const STORED: &str = "../../results/recipe";

    #[test]
    fn a_run_agrees_with_itself_and_a_digit_that_differs_is_named() {
        let stored = Path::new(STORED);
        let same = compare(stored, stored).expect("a run");
        assert!(same.is_whole() && same.only == [0, 0] && same.claims > 3, "{same:?}");
        let place = tempfile::tempdir().expect("folder");
        for file in ["settings.json", "study.toml", "notes.md"] {
            _ = fs::copy(stored.join(file), place.path().join(file));
        }
        let figures = fs::read_to_string(stored.join("figures.jsonl")).expect("figures");
        let (first, rest) = figures.split_once('\n').expect("rows");
        let mut row: Value = serde_json::from_str(first).expect("a row");
        let mse = &mut row["trial"]["all"][0]["mse"];
        *mse = (mse.as_f64().expect("an error") * 1.001).into();
        let rest = rest.split_once('\n').expect("more").1;
        fs::write(place.path().join("figures.jsonl"), format!("{row}\n{rest}")).expect("written");
        let other = compare(place.path(), stored).expect("a run");
        assert!(!other.is_whole() && other.only == [0, 1], "{other:?}");
        assert_eq!(other.figures.len(), 1);
        let text = other.text();
        assert!(text.contains(": trial.all[0].mse 0."), "{text}");
        assert!(text.contains("(1.0e-3 apart)") && text.contains("1 differ"), "{text}");
    }

    #[test]
    fn runs_of_two_studies_are_refused() {
        let error = compare(Path::new(STORED), Path::new("../../results/lambda")).expect_err("two");
        assert_eq!(error.to_string(), "one run is of recipe, the other of lambda");
        let error =
            compare(Path::new(STORED), Path::new("../../results/common")).expect_err("none");
        assert!(error.to_string().contains("results/common holds no run of a study"), "{error}");
    }
}
