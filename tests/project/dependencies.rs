//! The crates that the lock files name and the crates that the rules need.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use toml::{Table, Value};

/// The most crates below positions, moves, FEN and PDN text, the crate of the rules included.
const MOST_FOR_RULES: usize = 15;

fn table(path: &str) -> Table {
    fs::read_to_string(path).expect(path).parse().expect(path)
}

fn text<'a>(package: &'a Value, key: &str) -> &'a str {
    package[key].as_str().expect(key)
}

fn packages(lock: &Table) -> &[Value] {
    lock["package"].as_array().expect("packages")
}

/// The versions of every crate.
fn versions(lock: &Table) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut versions = BTreeMap::<_, BTreeSet<_>>::new();
    for package in packages(lock) {
        versions.entry(text(package, "name")).or_default().insert(text(package, "version"));
    }
    versions
}

#[test]
fn fuzzing_tries_the_versions_that_are_shipped() {
    let (ours, fuzzed) = (table("Cargo.lock"), table("fuzz/Cargo.lock"));
    let ours = versions(&ours);
    for (name, fuzzed) in versions(&fuzzed) {
        if let Some(shipped) = ours.get(name) {
            assert!(fuzzed.is_subset(shipped), "{name}: {fuzzed:?} is fuzzed, {shipped:?} shipped");
        }
    }
}

#[test]
fn the_rules_without_files_need_few_crates() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--locked", "--offline", "-p", "draughts-td-rules"]);
    cargo.args(["--no-default-features", "-e", "normal", "--prefix", "none", "--no-dedupe"]);
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listed = String::from_utf8(output.stdout).expect("text");
    let crates: BTreeSet<&str> = listed.lines().collect();
    assert!(crates.len() <= MOST_FOR_RULES, "{} crates: {crates:?}", crates.len());
    assert!(crates.iter().any(|name| name.starts_with("nom ")), "{crates:?}");
}
