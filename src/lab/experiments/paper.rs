//! `results/paper.md`: its words are in `results/common/paper.md`, and every figure of a run is a cell of the report of that run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The text with each `{{run | row | column}}` replaced by a cell of the report in the folder of that run. The table is the only one
/// with such a row, named by its first cell, and such a column, named by its head or by its number from 1. `{{run / heading | row |
/// column}}` looks below that heading only. A cell that two tables have is refused. `{{run | row | column | verdict}}` is only the
/// verdict of a cell.
///
/// # Errors
/// What is asked for and is not there.
pub(super) fn filled(text: &str, results: &Path) -> Result<String, String> {
    let mut reports = BTreeMap::new();
    let mut parts = text.split("{{");
    let mut made = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (asked, rest) = part.split_once("}}").ok_or_else(|| format!("no end of {{{{{part}"))?;
        let words: Vec<&str> = asked.split(" | ").map(str::trim).collect();
        let (place, row, column, part) = match words[..] {
            [place, row, column] => (place, row, column, evidence as fn(&str) -> String),
            [place, row, column, "verdict"] => (place, row, column, verdict as _),
            _ => return Err(format!("{asked}: write run | row | column")),
        };
        let (run, heading) = place.split_once(" / ").unwrap_or((place, ""));
        if !reports.contains_key(run) {
            let report = fs::read_to_string(results.join(run).join("README.md"));
            reports.insert(run, report.map_err(|error| format!("{run}: {error}"))?);
        }
        let found = cell(&reports[run], heading, row, column);
        made += &part(&found.map_err(|error| format!("{asked}: {error}"))?);
        made += rest;
    }
    Ok(made)
}

fn cell(report: &str, heading: &str, row: &str, column: &str) -> Result<String, String> {
    let below = match heading {
        "" => report,
        heading => {
            let split = report.split_once(&format!("# {heading}\n"));
            split.ok_or("no such heading")?.1
        }
    };
    let (mut head, mut found): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
    for line in below.lines() {
        let Some(cells) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) else {
            head.clear();
            continue;
        };
        let cells: Vec<&str> = cells.split(" | ").collect();
        if head.is_empty() {
            head = cells;
            continue;
        }
        let place = match column.parse::<usize>() {
            Ok(number) => number.checked_sub(1),
            Err(_) => head.iter().position(|name| *name == column),
        };
        let cell = place.and_then(|place| cells.get(place)).filter(|_| cells[0] == row);
        found.extend(cell.map(|cell| (*cell).to_owned()));
    }
    match &found[..] {
        [only] => Ok(only.clone()),
        cells => Err(format!("{} such cells", cells.len())),
    }
}

/// A cell without its verdict, its p, the word Elo and its bold marks: `**better**: Elo +60, adjusted p 0.010` is `+60`.
fn evidence(cell: &str) -> String {
    let verdict = cell.strip_prefix("**").and_then(|rest| rest.split_once(": "));
    let evidence =
        |(_, text)| str::rsplit_once(text, ", adjusted p ").map_or(text, |(evidence, _)| evidence);
    let text = verdict.map_or(cell, evidence);
    text.strip_prefix("Elo ").unwrap_or(text).replace("**", "")
}

/// The verdict of a cell: `better` of `**better**: Elo +60`, `equal within 25 Elo` of `**equal** within 25 Elo`.
fn verdict(cell: &str) -> String {
    cell.split(": ").next().unwrap_or_default().replace("**", "")
}

#[test]
fn cells_are_found_by_run_heading_row_and_column() {
    let place = tempfile::tempdir().expect("folder");
    fs::create_dir(place.path().join("one")).expect("made");
    let report = "# One\n\n| arm | Elo |\n| --- | ---: |\n| a | 7 |\n| b | **+1 (0 to 2)** |\n\n## Two\n\n| arm | Elo |\n| --- | --- |\n| a | **better**: Elo +3, adjusted p 0.010 |\n";
    fs::write(place.path().join("one/README.md"), report).expect("written");
    let made = |text: &str| filled(text, place.path());
    let text = "x {{one / One | a | Elo}}, {{one / Two | a | 2}} y";
    assert_eq!(made(text), Err("one / One | a | Elo: 2 such cells".into()));
    let text = "x {{one | b | Elo}}, {{one / Two | a | 2}} y";
    assert_eq!(made(text).as_deref(), Ok("x +1 (0 to 2), +3 y"));
    assert_eq!(made("{{one / Two | a | 2 | verdict}}").as_deref(), Ok("better"));
    for wrong in [
        "{{one | c | Elo}}",
        "{{one | a | Eli}}",
        "{{one | a}}",
        "{{two | a | 2}}",
        "{{one",
        "{{one / Two | a | 2 | p}}",
    ] {
        assert!(made(wrong).is_err(), "{wrong}");
    }
}
