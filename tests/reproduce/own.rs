//! `reproduce FILE.toml`: a study of the user's own.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::report::{FEW, check_trial, content, text};
use crate::run::draughts;

/// The worked example of the guide.
fn example() -> String {
    let guide = fs::read_to_string("docs/studies.md").expect("the guide");
    let (_, rest) = guide.split_once("```toml\n").expect("a study");
    rest.split_once("```").expect("its end").0.to_owned()
}

fn reproduce(study: &Path, words: &[&str], out: &Path) -> Output {
    let mut command = draughts();
    command.arg("reproduce").arg(study).args(words).args(["--quick", "--out"]).arg(out);
    command.output().expect("it runs")
}

#[test]
fn the_study_of_the_guide_ends_in_a_report_and_resumes() {
    let folder = tempfile::tempdir().expect("folder");
    let (study, out) = (folder.path().join("reach.toml"), folder.path().join("out"));
    fs::write(&study, example()).expect("written");
    let done = reproduce(&study, &[FEW.as_str()], &out);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let readme = text(&out, "README.md");
    check_trial(&readme);
    for part in [
        "# How far back does a result reach?",
        "`draughts-td reproduce reach.toml few.pdn --quick`",
        "| λ = 0.9 is better than lambda = 1.0 | no verdict | Elo ",
        "| lambda = 0.7 is equal to λ = 0.9 within 25 Elo | no verdict | Elo ",
        "(figure-2.svg)",
        "| `result-only` | lambda = 1.0 | 222 |",
    ] {
        assert!(readme.contains(part), "no '{part}' in {readme}");
    }
    assert!(!readme.contains("{{"), "{readme}");
    // Three arms and two matches with two seeds; as an interrupted run leaves it, some are there.
    let figures = text(&out, "figures.jsonl");
    assert_eq!(figures.lines().count(), 10);
    let whole = content(&out);
    let some: String = figures.lines().take(7).map(|line| format!("{line}\n")).collect();
    fs::write(out.join("figures.jsonl"), some).expect("written");
    fs::remove_file(out.join("README.md")).expect("removed");
    assert!(reproduce(&study, &[FEW.as_str()], &out).status.success());
    assert!(content(&out) == whole, "the continued run differs");
    // One seed again, in a folder of its own: equal rows, and the other seed's only in the first.
    let again = folder.path().join("again");
    assert!(reproduce(&study, &[FEW.as_str(), "--seeds", "1"], &again).status.success());
    let compared = compare(&out, &again);
    assert_eq!(compared.status.code(), Some(0), "{compared:?}");
    let shown = String::from_utf8_lossy(&compared.stdout).into_owned();
    let rows = "rows      5 in both runs, 5 only in the first, 0 only in the second";
    assert!(shown.contains("settings  equal") && shown.contains(rows), "{shown}");
    assert!(shown.contains("figures   5 rows are equal to the digit, 0 differ"), "{shown}");
    assert!(reproduce(&study, &[FEW.as_str(), "--nodes", "7", "--fresh"], &again).status.success());
    let compared = compare(&out, &again);
    assert_eq!(compared.status.code(), Some(1), "{compared:?}");
    let shown = String::from_utf8_lossy(&compared.stdout).into_owned();
    assert!(shown.contains("  plan.scale.nodes ") && shown.contains(" and 7"), "{shown}");
}

fn compare(first: &Path, second: &Path) -> Output {
    let mut command = draughts();
    command.args(["reproduce", "compare"]).arg(first).arg(second);
    command.output().expect("it runs")
}

#[test]
fn errors_against_deep_scores_are_reported_for_arms_that_read_and_arms_that_play() {
    let folder = tempfile::tempdir().expect("folder");
    let read = "title = \"Reading\"\nseeds = 2\n[[arm]]\nname = \"net\"\nmodel = \"nn1\"\n\
                [[arm]]\nname = \"tables\"\nmodel = \"patterns\"\n";
    let play = "title = \"Playing\"\nseeds = 2\n[play]\n\
                full = { games = 8, nodes = 20, match-nodes = 20, measure-games = 2 }\n\
                quick = { games = 4, nodes = 20, match-nodes = 20, measure-games = 2 }\n\
                [[arm]]\nname = \"net\"\n[[arm]]\nname = \"tables\"\nsource = \"database\"\n";
    for (name, toml) in [("read.toml", read), ("play.toml", play)] {
        let (study, out) = (folder.path().join(name), folder.path().join(format!("{name}-out")));
        fs::write(&study, toml).expect("written");
        let words = [FEW.as_str(), "--deep-scores", "pdn/deep-scores.pdn.zst"];
        let done = reproduce(&study, &words, &out);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let readme = text(&out, "README.md");
        assert!(readme.contains("## Against the scores of deep searches"), "{readme}");
        assert!(readme.contains("few.pdn --deep-scores deep-scores.pdn.zst"), "{readme}");
        let errors = text(&out, "figures.jsonl").matches("\"deep\":0.").count();
        assert_eq!(errors, 4, "two arms with two seeds");
    }
    let study = folder.path().join("read.toml");
    let refused = reproduce(&study, &[FEW.as_str(), "--deep-scores", FEW.as_str()], folder.path());
    let shown = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && shown.contains("has no quiet position with a score"),
        "{shown}"
    );
}

#[test]
fn a_study_may_name_its_games_its_tables_and_its_notes() {
    let folder = tempfile::tempdir().expect("folder");
    let (study, out) = (folder.path().join("study.toml"), folder.path().join("out"));
    fs::copy("pdn/sample.pdn.zst", folder.path().join("games.pdn.zst")).expect("copied");
    let toml = r#"
title = "Two kinds"
files = ["games.pdn.zst"]
seeds = 1
[[arm]]
name = "net"
model = "nn1"
[[arm]]
name = "tables"
model = "patterns"
[[arm]]
name = "grown"
like = "net"
init = "net"
[[match]]
arms = ["tables", "net without late-moves"]
against = ["net", "material"]
[[table]]
name = "own"
rows = [["net", "tables"]]
cells = ["label $1", "mean error $1 4", "mean error $2 4", "points $2 $1"]
[[plot]]
figure = 1
title = "Errors"
values = "error"
rows = ["net", "tables", "grown"]
panels = [{ title = "held-out", of = "error $1" }]
"#;
    fs::write(&study, toml).expect("written");
    fs::write(folder.path().join("notes.md"), "# {{title}}\n\n{{own}}\n\n{{figure-1}}\n")
        .expect("written");
    let done = reproduce(&study, &[], &out);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let readme = text(&out, "README.md");
    assert!(readme.starts_with("# Two kinds\n\n| model = \"nn1\" | 0."), "{readme}");
    assert!(
        readme.contains("(figure-1.svg)")
            && readme.contains("| `tables` | model = \"patterns\" | patterns |"),
        "{readme}"
    );
    assert!(out.join("nets/tables-1.safetensors.zst").exists());
    // Three trainings and four matches, each with two seeds at the small size.
    assert_eq!(text(&out, "figures.jsonl").lines().count(), 14);
}

#[test]
fn a_mistake_is_refused_with_its_line_before_anything_is_written() {
    let folder = tempfile::tempdir().expect("folder");
    let (study, out) = (folder.path().join("reach.toml"), folder.path().join("out"));
    let refused = |text: &str, words: &[&str], part: &str| {
        fs::write(&study, text).expect("written");
        let done = reproduce(&study, words, &out);
        let message = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{message}");
        assert!(message.contains(part), "no '{part}' in {message}");
        assert!(!out.exists(), "{part}: something was written");
    };
    let games = &["pdn/sample.pdn.zst"];
    let wrong = example().replace("lambda = 0.7", "lamda = 0.7");
    let line = 1 + wrong.lines().position(|line| line.starts_with("lamda")).expect("the line");
    refused(
        &wrong,
        games,
        &format!("reach.toml line {line}: 'lamda' is no setting of an arm; did you mean 'lambda'?"),
    );
    refused(
        &example().replace("\"result-only\"]", "\"result-olny\"]"),
        games,
        "did you mean 'result-only'?",
    );
    refused("title = ", games, "reach.toml line 1: ");
    refused(&example(), &[], "names no games; add files = [\"games.pdn\"]");
    let missing = reproduce(&folder.path().join("none.toml"), games, &out);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("none.toml"));
}

#[test]
fn an_arm_has_its_learning_rate_wherever_its_games_come_from() {
    let folder = tempfile::tempdir().expect("folder");
    let (study, out) = (folder.path().join("study.toml"), folder.path().join("out"));
    let play = "full = { games = 16, nodes = 30, server-games = 6, read = [20, 60], passes = 1, match-nodes = 30, measure-games = 2 }\n";
    let mut toml = format!(
        "title = \"Rates\"\nseeds = 1\nmatch-games = 2\n[play]\n{play}{}",
        play.replacen("full", "quick", 1)
    );
    let sources = ["play", "watch", "database"];
    for source in sources {
        for rate in ["0.01", "0.1"] {
            toml += &format!(
                "[[arm]]\nname = \"{source}-{rate}\"\nsource = \"{source}\"\ngames = 8\nlr = {rate}\n"
            );
        }
    }
    fs::write(&study, toml).expect("written");
    let done = reproduce(&study, &[FEW.as_str()], &out);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    for source in sources {
        let weights = |rate: &str| {
            let net =
                fs::read(out.join(format!("nets/{source}-{rate}-1.safetensors"))).expect("a net");
            let header = 8 + u64::from_le_bytes(net[..8].try_into().expect("8 bytes")) as usize;
            net[header..].to_vec()
        };
        assert!(weights("0.01") != weights("0.1"), "{source}");
    }
}
