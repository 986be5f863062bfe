//! The crates that the lock files name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use toml::{Table, Value};

/// The most crates behind positions, moves, FEN and PDN text, the crate of the rules included.
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

/// What a crate depends on, by the lock file: a name, and a version where there are several.
fn dependencies<'a>(lock: &'a Table, wanted: &str) -> Vec<&'a str> {
    let (name, version) = wanted.split_once(' ').unwrap_or((wanted, ""));
    let is_wanted = |package: &&Value| {
        text(package, "name") == name && text(package, "version").starts_with(version)
    };
    let package = packages(lock).iter().find(is_wanted).expect(wanted);
    let all = package.get("dependencies").and_then(Value::as_array);
    all.into_iter().flatten().map(|name| name.as_str().expect("a name")).collect()
}

/// Adds a crate and all that it depends on.
fn collect<'a>(lock: &'a Table, wanted: &'a str, found: &mut BTreeSet<&'a str>) {
    if found.insert(wanted) {
        dependencies(lock, wanted).into_iter().for_each(|other| collect(lock, other, found));
    }
}

#[test]
fn the_rules_without_files_need_few_crates() {
    let (manifest, lock) = (table("src/rules/Cargo.toml"), table("Cargo.lock"));
    let is_needed = |wanted: &&str| {
        let name = wanted.split(' ').next().unwrap_or(wanted);
        let dependency = manifest["dependencies"].get(name);
        dependency.is_some_and(|dependency| dependency.get("optional").is_none())
    };
    let mut found = BTreeSet::from(["draughts-td-rules"]);
    for wanted in dependencies(&lock, "draughts-td-rules").into_iter().filter(is_needed) {
        collect(&lock, wanted, &mut found);
    }
    assert!(found.len() <= MOST_FOR_RULES, "{} crates: {found:?}", found.len());
}
