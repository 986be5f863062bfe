//! One verb for one kind of work: earlier verbs still work, under names that no help shows, and do the same.

use std::fs;
use std::process::Output;

use draughts_td::cli::laid_out;

use crate::run::draughts;

fn run(call: &str) -> Output {
    draughts().args(call.split_whitespace()).output().expect("it runs")
}

fn printed(call: &str) -> String {
    let output = run(call);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{call}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The text without numbers that a clock gives.
fn timeless(text: &str) -> String {
    let is_time = |line: &&str| {
        !["seconds", "per_second", " in ", "million/s"].iter().any(|word| line.contains(word))
    };
    text.replace(',', "\n").lines().filter(is_time).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_earlier_verb_answers_as_the_one_that_took_it_in() {
    for (earlier, now) in [
        ("features start --json", "eval start --inputs --json"),
        ("features W:W28:B19 --all", "eval W:W28:B19 --inputs --all"),
        (
            "validate pdn/classics.pdn --net reference --json",
            "eval --games pdn/classics.pdn --json",
        ),
        (
            "validate pdn/classics.pdn --net material --threads 1",
            "eval --games pdn/classics.pdn --net material --threads 1",
        ),
        ("perft 4 --json", "bench perft 4 --json"),
        (
            "tournament random material level:1 --games 2 --nodes 1 --seed 3",
            "match random material level:1 --games 2 --nodes 1 --seed 3",
        ),
    ] {
        assert_eq!(timeless(&printed(earlier)), timeless(&printed(now)), "{earlier}");
    }
}

#[test]
fn scores_to_learn_from_are_those_of_annotate() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (earlier, now) = (path("earlier.pdn"), path("now.pdn"));
    printed(&format!("annotate pdn/classics.pdn --net material --nodes 50 -o {earlier}"));
    printed(&format!("analyse pdn/classics.pdn --net material --nodes 50 --scores-only -o {now}"));
    let [earlier, now] = [earlier, now].map(|file| fs::read_to_string(file).expect("games"));
    assert!(earlier.contains("{+"), "{earlier}");
    assert_eq!(earlier, now);
    let refused = run("analyse start --scores-only");
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--out"));
}

#[test]
fn two_players_of_a_match_get_a_result_and_more_a_cross_table() {
    let two = printed("match random material --games 2 --nodes 1");
    let three = printed("match random material level:1 --games 2 --nodes 1");
    assert!(two.contains("Elo") && !two.contains("level"), "{two}");
    assert_eq!(
        three.matches("level 1").count().max(three.matches("level:1").count()),
        1,
        "{three}"
    );
    let sprt = run("match random material level:1 --sprt 0 10");
    assert!(String::from_utf8_lossy(&sprt.stderr).contains("--sprt compares two players, not 3"));
}

#[test]
fn the_first_help_shows_no_earlier_verb() {
    let output = draughts().output().expect("it runs");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    for verb in ["features", "validate", "annotate", "tournament", "perft", "suite"] {
        assert!(!text.contains(&format!("\n  {verb} ")), "{verb}");
        let mut command = laid_out(80);
        command.build();
        let found = command.find_subcommand(verb).expect(verb);
        assert!(found.is_hide_set(), "{verb}");
    }
}
