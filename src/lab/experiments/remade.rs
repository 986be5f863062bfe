//! Every report in `results/` is what the program makes of the settings and the raw figures beside it. With `REMAKE_REPORTS=1` in the
//! environment the test writes the reports instead of comparing them.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::lab::{ExperimentSize, LabResults, Rows};
use super::studies::{StoredClaim, Study, p_values_beside, stored_claims};
use super::{backgammon, paper, spsa, strength, tictactoe, tuning};
use crate::checksum;
use crate::results::{Description, Figures, Report, description_in, rows_in};

struct Stored {
    folder: PathBuf,
    description: Description,
    /// The p-values of the claims of the other runs.
    other_claims: Vec<f64>,
}

impl Stored {
    fn settings<T: DeserializeOwned>(&self, path: &str) -> T {
        let value = self.description.settings.pointer(path).expect(path);
        serde_json::from_value(value.clone()).expect(path)
    }

    fn rows<R: DeserializeOwned>(&self) -> Vec<R> {
        rows_in(&self.folder).expect("rows")
    }

    fn of_figures<S: DeserializeOwned, R: DeserializeOwned>(
        &self,
        path: &str,
        report: impl Fn(&Figures<S, R>) -> Report,
    ) -> Report {
        let (settings, rows) = (self.settings(path), self.rows());
        report(&Figures { settings: &settings, rows: &rows, run: &self.description })
    }

    fn study(&self, study: &Study) -> Report {
        let name = &self.description.experiment;
        let size: ExperimentSize = self.settings("/plan/scale");
        let against = self.description.command.split_once("--against-name ");
        let against_name = against.map(|(_, name)| name.trim_matches('\'').to_owned());
        let plan = study.plan(&ExperimentSize { against_name, ..size });
        let stored = self.description.settings.pointer("/plan").expect("a plan");
        let plan_now = serde_json::json!(plan);
        match stored.get("arms") {
            Some(_) => assert_eq!(outline(&plan_now, "recipes"), outline(stored, "arms"), "{name}"),
            None => check_contains(&plan_now, stored, name),
        }
        let rows = Rows::of(self.rows());
        let results = LabResults::of(&plan, &rows, &self.description);
        study.report(&LabResults { other_claims: &self.other_claims, ..results })
    }

    /// The user's notes on other runs, on which no figure depends.
    fn notes(&self) -> Vec<String> {
        let report = fs::read_to_string(self.folder.join("README.md")).expect("a report");
        let notes = report.split("\n## ").find_map(|part| part.strip_prefix("Tried elsewhere\n"));
        let notes = notes.expect("notes").lines().filter_map(|line| line.strip_prefix("- "));
        notes.map(str::to_owned).collect()
    }

    fn report(&self) -> Report {
        match self.description.experiment.as_str() {
            "networks" | "phases" | "lambda" | "filters" | "ablation" | "techniques"
            | "patterns" | "knightcap" | "giraffe" => {
                self.study(&Study::built_in(&self.description.experiment))
            }
            "tictactoe" => self.of_figures("", tictactoe::report),
            "backgammon" => self.of_figures("", backgammon::report),
            "strength" => strength::report(&self.description, &self.rows()),
            "spsa" => spsa::report(&self.description, &self.rows()),
            "tuning" => {
                let sprt = self.settings("/sprt");
                tuning::report(&self.description, &sprt, &self.rows(), &self.notes())
            }
            _ => self.study(&Study::read(&self.folder.join("study.toml")).expect("a study")),
        }
    }
}

/// The arms and matches of a plan, whose other settings earlier releases wrote in words of their own.
fn outline(plan: &Value, arms: &str) -> Value {
    let of = |list: &str, keys: [&str; 2]| -> Vec<[Value; 2]> {
        let items = plan[list].as_array().expect(list).iter();
        items.map(|item| keys.map(|key| item[key].clone())).collect()
    };
    serde_json::json!([
        plan["scale"]["games"],
        of(arms, ["name", "meaning"]),
        of("pairings", ["a", "b"])
    ])
}

/// Checks that every setting of a stored plan is in the plan of the study. A later program may have settings that an earlier one had not.
fn check_contains(plan: &Value, stored: &Value, place: &str) {
    match (plan, stored) {
        (Value::Object(plan), Value::Object(stored)) => {
            for (key, value) in stored {
                let own = plan.get(key).unwrap_or(&Value::Null);
                check_contains(own, value, &format!("{place}/{key}"));
            }
        }
        (Value::Array(plan), Value::Array(stored)) => {
            assert_eq!(plan.len(), stored.len(), "{place}");
            for (index, (plan, stored)) in plan.iter().zip(stored).enumerate() {
                check_contains(plan, stored, &format!("{place}/{index}"));
            }
        }
        _ => assert_eq!(plan, stored, "{place}"),
    }
}

fn stored() -> Vec<Stored> {
    let results = Path::new("../../results");
    let claims = stored_claims(results).expect("claims");
    let entries = fs::read_dir(results).expect("results");
    let folders = entries.map(|entry| entry.expect("an entry").path());
    folders.filter_map(|folder| read(folder, &claims)).collect()
}

fn read(folder: PathBuf, claims: &[StoredClaim]) -> Option<Stored> {
    let description = description_in(&folder).expect("a description")?;
    // Two experiments left the program.
    let is_here = !["mover", "endings"].contains(&description.experiment.as_str());
    let name = folder.file_name()?.to_string_lossy().into_owned();
    let other_claims = p_values_beside(claims, &name);
    is_here.then_some(Stored { folder, description, other_claims })
}

fn check(path: &Path, made: &str, is_remade: bool) {
    if is_remade {
        fs::write(path, made).expect("written");
    }
    let stored = fs::read_to_string(path).expect("a file");
    let pairs = stored.lines().zip(made.lines());
    let differing = pairs.enumerate().find(|(_, (stored, made))| stored != made);
    assert!(stored == made, "{}: line {differing:?}", path.display());
}

#[test]
fn every_report_in_the_repository_is_made_of_its_figures() {
    let is_remade = std::env::var_os("REMAKE_REPORTS").is_some();
    let stored = stored();
    assert!(stored.len() > 12);
    for stored in stored {
        let report = stored.report();
        for figure in report.figures() {
            check(&stored.folder.join(figure.file()), &figure.svg, is_remade);
        }
        let text = report.to_markdown();
        assert!(!text.contains("{{"), "{}", stored.folder.display());
        check(&stored.folder.join("README.md"), &text, is_remade);
    }
    let results = Path::new("../../results");
    let words = fs::read_to_string(results.join("common/paper.md")).expect("the words");
    let text = paper::filled(&words, results).expect("figures that are there");
    check(&results.join("paper.md"), &text, is_remade);
    let (guide, report) = (Path::new("../../docs/papers.md"), results.join("networks/README.md"));
    let report = fs::read_to_string(report).expect("a report");
    let text = with_rows_of(&report, &fs::read_to_string(guide).expect("the guide"));
    check(guide, &text, is_remade);
}

/// A text whose rows with verdicts are those of a report with the same first cell.
fn with_rows_of(report: &str, text: &str) -> String {
    let claim = |line: &str| line.split(" | ").next().map(str::to_owned);
    let is_verdict = |line: &str| line.starts_with("| ") && line.contains(" | **");
    let row = |line: &str| {
        let same = |row: &&str| is_verdict(row) && claim(row) == claim(line);
        let found = report.lines().find(same).filter(|_| is_verdict(line));
        found.unwrap_or(line).to_owned()
    };
    text.lines().map(row).collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn every_stored_run_is_finished_and_names_the_commit_of_its_program() {
    for Stored { folder, description, .. } in stored() {
        let figures = fs::read(folder.join("figures.jsonl")).expect("figures");
        let finished = description.finished.as_ref().expect("a finished run");
        assert_eq!(finished.figures, checksum::of_bytes(&figures), "{}", folder.display());
        assert!(description.program.commit.is_some(), "{}", folder.display());
    }
}
