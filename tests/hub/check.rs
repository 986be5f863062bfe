//! `hub check` finds what an engine does wrong, and finds nothing wrong with ours.

use serde_json::Value;

use crate::report::mark;
use crate::run::{PROGRAM, draughts};

/// The report on the engine started by this command.
fn report(command: &str, arguments: &[&str]) -> Value {
    let output = draughts()
        .args(["hub", "check", command, "--json"])
        .args(arguments)
        .output()
        .expect("it runs");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn our_own_engine_passes_every_check() {
    let command = format!("'{PROGRAM}' hub --hash 1");
    let report = report(&command, &[]);
    for check in report["checks"].as_array().expect("checks") {
        assert_eq!(check["mark"], "pass", "{check}");
    }
    assert_eq!((&report["failed"], &report["weak"]), (&Value::from(0), &Value::from(0)));
}

#[test]
fn of_a_command_that_cannot_be_started_nothing_is_checked() {
    let check = ["hub", "check", "./no-such-engine hub", "--json"];
    let output = draughts().args(check).output().expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("nothing was checked") && error.contains("no-such-engine"), "{error}");
    assert!(error.contains("mend the command") && output.stdout.is_empty(), "{error}");
}

#[cfg(unix)]
mod scripted {
    use super::*;

    /// The report on an engine that is this shell script.
    fn report_on(script: &str, arguments: &[&str]) -> Value {
        let file = tempfile::NamedTempFile::new().expect("file");
        std::fs::write(file.path(), script).expect("write");
        let command = format!("sh '{}'", file.path().display());
        report(&command, arguments)
    }

    const QUICKLY: &[&str] = &["--startup", "3", "--answer", "0.25", "--thinking", "0.25"];

    #[test]
    fn an_engine_that_says_nothing_is_not_waited_for_long() {
        let report = report_on("while read -r line; do :; done", &["--startup", "0.3"]);
        let (found, detail) = mark(&report, "starts");
        assert!(found == "fail" && detail.contains("no 'wait' within 0.3 s"), "{detail}");
    }

    #[test]
    fn an_engine_of_version_1_is_told_so() {
        let report = report_on("echo name Old; echo wait; exec cat > /dev/null", QUICKLY);
        let (found, detail) = mark(&report, "starts");
        assert!(found == "fail" && detail.contains("version 1"), "{detail}");
    }

    /// One move for every position, every answer twice, never an end.
    const CARELESS: &str = r#"
while read -r word rest; do
  case $word in
    hub) echo 'id name="Careless"'; echo 'param name=depth value=9 type=int min=1 max=5'; echo wait ;;
    init) echo ready ;;
    ping) echo pong ;;
    go) echo; echo 'info depth=some pv=1-2'; echo 'done ponder=19-23 move=32-28'; echo 'done move=32-28' ;;
    frobnicate) { echo 'frobnicate: what is that?'; echo bye; } >&2; exit 3 ;;
    stop) echo 'done move=32-28' ;;
  esac
done
exec sleep 20
"#;

    /// For engines whose answers are looked at, on a machine that has other work.
    const PATIENTLY: &[&str] = &["--startup", "20", "--answer", "3", "--thinking", "3"];

    #[test]
    fn faults_are_named_with_what_was_seen() {
        let report = report_on(CARELESS, PATIENTLY);
        let failed = |title: &str, part: &str| {
            let (found, detail) = mark(&report, title);
            assert!(found == "fail" && detail.contains(part), "{title}: {found}, {detail}");
        };
        assert_eq!(mark(&report, "starts").0, "pass");
        failed("declares", "'9' is no int value");
        failed("answers go think", "a second 'done'");
        failed("plays the moves that follow", "32-28 is illegal; legal are 28x19x23");
        failed("writes every captured square", "illegal");
        failed("passes over stop and ponder-hit", "unasked");
        failed("passes over unknown commands", "it ended");
        failed("passes over unknown commands", "its last words: frobnicate: what is that? | bye");
        failed("writes info", "'some' is no number for depth");
        failed("writes nothing that breaks", "quotes");
        failed("ends at quit", "still runs");
        failed("ends with its input", "still runs");
    }

    #[test]
    fn a_second_answer_that_comes_late_does_not_count_for_the_next_check() {
        let second = "sleep 0.3; echo 'done move=31-26' ;;";
        let late = CARELESS.replacen("echo 'done move=32-28' ;;", second, 1);
        let report = report_on(&late, PATIENTLY);
        let (found, detail) = mark(&report, "plays the moves that follow");
        assert!(found == "fail" && detail.contains("32-28 is illegal"), "{found}: {detail}");
    }

    /// Plays well enough, but passes over what it is asked for.
    const WILFUL: &str = r#"
while read -r word rest; do
  case $word in
    hub) echo 'id name=Wilful'; echo wait ;;
    init) echo ready ;;
    ping) echo pong ;;
    pos) position=$rest ;;
    go)
      case $position in
        pos=Wbbbbbb*) echo 'info depth=1'; echo 'done move=28x19x23' ;;
        *) echo 'info depth=9 nodes=500000'; echo 'done move=27-22' ;;
      esac ;;
    quit) exit 0 ;;
  esac
done
"#;

    #[test]
    fn an_engine_that_passes_over_its_limits_is_found_out_by_its_own_words() {
        let report = report_on(WILFUL, QUICKLY);
        let seen = |title: &str| mark(&report, title);
        assert_eq!(seen("obeys level depth"), ("fail", "depth=9 with level depth=4"));
        assert_eq!(seen("obeys level nodes"), ("fail", "nodes=500000 with level nodes=2000"));
        let silent = WILFUL.replace("echo 'info depth=9 nodes=500000';", "");
        let report = report_on(&silent, QUICKLY);
        let (found, detail) = mark(&report, "obeys level depth");
        assert!(found == "skip" && detail.contains("do not tell depth"), "{found}: {detail}");
    }

    #[test]
    fn an_engine_that_plays_a_single_move_at_once_is_weak_and_breaks_no_rule() {
        let report = report_on(WILFUL, QUICKLY);
        let (found, detail) = mark(&report, "answers go analyze");
        assert!(found == "fail" && detail.contains("single legal move"), "{found}: {detail}");
        let checks = report["checks"].as_array().expect("checks");
        let analyses = |check: &&Value| {
            check["title"].as_str().is_some_and(|title| title.starts_with("answers go analyze"))
        };
        assert_eq!(checks.iter().find(analyses).expect("the check")["duty"], "should");
        let shallow = report_on(&WILFUL.replace("depth=9", "depth=1"), QUICKLY);
        assert_eq!(mark(&shallow, "answers go analyze").0, "pass", "it never searches deeper");
    }

    #[test]
    fn a_parameter_without_its_limits_and_a_control_character_are_named() {
        for (param, fault) in [
            ("name=x value=5 type=int", "min is missing"),
            ("name=x value=5 type=int min=1", "max is missing"),
            ("name=x value=0.5 type=real max=1", "min is missing"),
            ("name=x value=a type=enum", "values is missing"),
            ("name=x type=string", "value is missing"),
        ] {
            let script = WILFUL.replace("echo wait", &format!("echo 'param {param}'; echo wait"));
            let report = report_on(&script, QUICKLY);
            let (found, detail) = mark(&report, "declares");
            assert!(found == "fail" && detail.contains(fault), "{param}: {found}, {detail}");
        }
        let nul = WILFUL
            .replace("echo 'info depth=9", "printf 'info depth=2 x=\\000\\n'; echo 'info depth=9");
        let report = report_on(&nul, QUICKLY);
        let (found, detail) = mark(&report, "writes nothing that breaks");
        assert!(
            found == "fail" && detail.contains("control character \\u{0}"),
            "{found}: {detail}"
        );
    }

    #[test]
    fn a_long_line_is_cut_in_the_report() {
        let long = "head -c 60000 /dev/zero | tr '\\0' x";
        let script =
            WILFUL.replace("echo 'done move=27-22'", &format!("echo \"done move=$({long})\""));
        let report = report_on(&script, QUICKLY);
        let (found, detail) = mark(&report, "obeys level depth");
        assert!(found == "fail" && detail.contains("xxx … xxx"), "{found}: {detail}");
        assert!(report.to_string().len() < 60_000, "{} bytes", report.to_string().len());
    }

    /// Introduces itself and never answers a search.
    const DEAF: &str = r#"
while read -r word rest; do
  case $word in
    hub) echo 'id name=Deaf'; echo wait ;;
    init) echo ready ;;
    quit) exit 0 ;;
  esac
done
"#;

    #[test]
    fn an_engine_that_never_answers_is_started_again_for_every_check() {
        let report = report_on(DEAF, QUICKLY);
        assert_eq!(mark(&report, "takes its own values").0, "pass");
        for title in ["answers ping", "answers go think", "ends an infinite search"] {
            let (found, detail) = mark(&report, title);
            assert!(found == "fail" && detail.contains("no '"), "{title}: {detail}");
        }
        assert_eq!(mark(&report, "ends at quit").0, "pass");
        assert_eq!(mark(&report, "ends with its input").0, "pass");
    }

    /// Answers every question with one line more than anybody wants, and one more.
    const TALKATIVE: &str = r#"
while read -r word rest; do
  case $word in
    hub) echo 'id name=Talkative'; echo wait ;;
    init) echo ready ;;
    *) exec yes 'info depth=1 pv=32-28' ;;
  esac
done
"#;

    #[test]
    fn a_flood_is_not_heard_to_its_end() {
        let report = report_on(TALKATIVE, &["--answer", "0.3", "--thinking", "20"]);
        let (found, detail) = mark(&report, "answers go think");
        assert!(found == "fail" && detail.contains("20000 lines"), "{found}: {detail}");
        assert!(detail.contains("no 'done'"), "{detail}");
    }

    #[test]
    fn what_is_skipped_for_the_same_reason_is_told_once() {
        let output =
            draughts().args(["hub", "check", "cat", "--startup", "0.3"]).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(text.matches("no 'wait' within 0.3 s").count(), 1, "{text}");
        assert!(text.contains("31 more, for the same reason"), "{text}");
    }

    #[test]
    fn an_interrupted_check_ends_the_engine_under_its_wrapper() {
        let folder = tempfile::tempdir().expect("folder");
        let beats = folder.path().join("beats");
        let script = folder.path().join("wrapper.sh");
        let engine =
            format!("(while :; do echo >> '{}'; sleep 0.02; done) &\nwait", beats.display());
        std::fs::write(&script, engine).expect("write");
        let command = format!("sh '{}'", script.display());
        let mut check = crate::program::Program::start(&["hub", "check", &command]);
        let count = || std::fs::metadata(&beats).map_or(0, |beats| beats.len());
        while count() == 0 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        check.signal("INT");
        check.ends(130);
        let last = count();
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert_eq!(count(), last, "the engine continues");
    }
}
