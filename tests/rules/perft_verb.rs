//! `draughts-td perft`: counts, a suite checked line by line, exit status, and a clear word about a bad suite.

use std::io::Write;

use serde_json::Value;
use tempfile::NamedTempFile;

use crate::run::draughts;

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = draughts();
    let output = command.arg("perft").args(args).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn suite(text: &[u8]) -> NamedTempFile {
    let mut file = NamedTempFile::new().expect("a temporary file");
    file.write_all(text).expect("written");
    file
}

fn check(text: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let file = suite(text.as_bytes());
    let path = file.path().to_str().expect("a UTF-8 path");
    let mut args = vec!["--suite", path];
    args.extend(more);
    let (status, stdout, stderr) = run(&args);
    (status, stdout.replace(path, "SUITE"), stderr.replace(path, "SUITE"))
}

fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn a_depth_is_counted_move_by_move() {
    let (status, stdout, _) = run(&["4"]);
    assert_eq!(status, Some(0));
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines.len(), 10, "{stdout}");
    assert!(lines[9].starts_with("depth 4 count 4265 in "), "{stdout}");
    let below = lines[..9].iter().map(|line| line.split_once(' ').expect("move and count").1);
    assert_eq!(below.map(|n| n.parse::<u64>().expect("a count")).sum::<u64>(), 4265);
}

#[test]
fn depth_0_counts_the_position_itself() {
    let (status, stdout, _) = run(&["0"]);
    assert_eq!(status, Some(0));
    assert!(last(&stdout).starts_with("depth 0 count 1 in "), "{stdout}");
}

/// PDN 3.0's example of two captures with the same ends.
#[test]
fn two_captures_with_the_same_ends_are_told_apart() {
    let (_, stdout, _) = run(&["1", "--fen", "W:WK47:B14,19,29,31,42"]);
    let mut names: Vec<&str> = stdout.lines().filter_map(|line| line.strip_suffix(" 1")).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!((names.len(), names.contains(&"47x38x24x13x36")), (all, true), "{stdout}");
}

#[test]
fn json_has_the_count_and_the_moves() {
    let (status, stdout, _) = run(&["3", "--fen", "W:W31-50:B1-20", "--json"]);
    assert_eq!(status, Some(0));
    let report: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((report["depth"].as_u64(), report["count"].as_u64()), (Some(3), Some(658)));
    assert!(report["seconds"].as_f64().is_some() && report["per_second"].as_f64().is_some());
    let moves = report["moves"].as_array().expect("a list");
    let sum: u64 = moves.iter().map(|mv| mv["count"].as_u64().expect("a count")).sum();
    assert_eq!((moves.len(), sum), (9, 658));
}

#[test]
fn a_suite_ends_with_its_totals() {
    let (status, stdout, _) = run(&["--suite", "tests/rules/perft.epd", "--max-nodes", "100000"]);
    assert_eq!(status, Some(0), "{stdout}");
    let counts = include_str!("perft.epd")
        .split([';', '\n'])
        .filter_map(|field| field.strip_prefix('D')?.split_once(' '))
        .filter(|(_, count)| count.trim().parse::<u64>().is_ok_and(|count| count <= 100_000))
        .count();
    assert_eq!(last(&stdout), format!("positions 37 counts {counts} mismatches 0"));
}

#[test]
fn a_wrong_count_is_named_and_the_status_is_1() {
    let (status, stdout, _) =
        check("# remark\n\nW:W31-50:B1-20 ;D1 9 ;D2 82\r\nW:WK1:BK46. ;D1 9", &[]);
    assert_eq!(status, Some(1));
    assert!(stdout.contains("SUITE:3: depth 2 counts 81, not 82"), "{stdout}");
    assert_eq!(last(&stdout), "positions 2 counts 3 mismatches 1");
}

#[test]
fn counts_above_the_limit_are_left_out() {
    let (status, stdout, _) = check("W:W31-50:B1-20 ;D1 9 ;D2 82 ;D30 10", &["--max-nodes", "9"]);
    assert_eq!((status, last(&stdout)), (Some(0), "positions 1 counts 1 mismatches 0"));
}

#[test]
fn counting_stops_at_the_limit_whatever_the_suite_says() {
    let suite = "W:W31-50:B1-20 ;D1 9 ;D30 10";
    let (status, stdout, _) = check(suite, &["--max-nodes", "1000"]);
    assert_eq!(status, Some(1));
    assert!(stdout.contains("SUITE:1: depth 30 counts more than 1000, not 10"), "{stdout}");
    let (_, stdout, _) = check(suite, &["--max-nodes", "1000", "--json"]);
    let report: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert!(report["mismatches"][0]["found"].is_null(), "{stdout}");
}

#[test]
fn a_suite_has_json_too() {
    let (status, stdout, _) = check("W:W31-50:B1-20 ;D1 9 ;D2 82", &["--json"]);
    assert_eq!(status, Some(1));
    let report: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((report["positions"].as_u64(), report["counts"].as_u64()), (Some(1), Some(2)));
    assert_eq!(report["leaves"].as_u64(), Some(90));
    let wrong = &report["mismatches"][0];
    assert_eq!((wrong["line"].as_u64(), wrong["depth"].as_u64()), (Some(1), Some(2)));
    assert_eq!((wrong["expected"].as_u64(), wrong["found"].as_u64()), (Some(82), Some(81)));
}

#[test]
fn a_bad_suite_is_answered_with_file_and_line_before_anything_is_counted() {
    let good = "W:W31-50:B1-20 ;D9 1\n";
    for (bad, why) in [
        ("W:W31-51:B1-20 ;D1 9", "SUITE:2: '31-51' in the FEN is no square"),
        ("W:W31-50:B1-20 ;D1", "SUITE:2: 'D1' is not `D<depth> <count>`"),
        ("W:W31-50:B1-20 ;1 9", "SUITE:2: '1 9' is not `D<depth> <count>`"),
        ("W:W31-50:B1-20 ;D1 nine", "SUITE:2: 'D1 nine' is not `D<depth> <count>`"),
        ("W:W31-50:B1-20 ;D31 9", "SUITE:2: depth 31 is out of reach; at most 30"),
        ("W:W31-50:B1-20", "SUITE:2: no count after the position; write `FEN ;D1 n ;D2 n`"),
        ("D1 9", "SUITE:2: a FEN begins with the side to move"),
    ] {
        let (status, stdout, stderr) = check(&format!("{good}{bad}\n"), &[]);
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{bad}");
        assert!(stderr.contains(why), "{bad}: {stderr}");
    }
}

#[test]
fn an_empty_a_missing_and_a_binary_suite_are_faults() {
    let (status, _, stderr) = check("\n# nothing\n", &[]);
    assert!(status == Some(2) && stderr.contains("SUITE holds no position"), "{stderr}");
    let (status, _, stderr) = run(&["--suite", "no/such/file.epd"]);
    assert!(status == Some(2) && stderr.contains("cannot read no/such/file.epd"), "{stderr}");
    let file = suite(&[0xff, 0xfe, 0, b'W']);
    let path = file.path().to_str().expect("a UTF-8 path");
    let (status, _, stderr) = run(&["--suite", path]);
    assert!(status == Some(2) && stderr.contains(path), "{stderr}");
}

#[test]
fn flags_that_do_not_go_together_are_refused() {
    for args in [
        &[][..],
        &["31"],
        &["-1"],
        &["3", "--suite", "tests/rules/perft.epd"],
        &["3", "--max-nodes", "5"],
        &["--suite", "tests/rules/perft.epd", "--fen", "W:W31:B1"],
        &["1", "--fen", "W:W3:B1"],
    ] {
        let (status, stdout, stderr) = run(args);
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(!stderr.is_empty());
    }
}
