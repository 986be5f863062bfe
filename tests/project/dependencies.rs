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

/// Adds a crate and all that it depends on. The lock file names a version where there are several.
fn collect<'a>(lock: &'a Table, wanted: &'a str, found: &mut BTreeSet<(&'a str, &'a str)>) {
    let (name, version) = wanted.split_once(' ').unwrap_or((wanted, ""));
    let is_wanted = |package: &&Value| {
        text(package, "name") == name && text(package, "version").starts_with(version)
    };
    let package = packages(lock).iter().find(is_wanted).expect(wanted);
    if found.insert((name, text(package, "version")))
        && let Some(dependencies) = package.get("dependencies")
    {
        for dependency in dependencies.as_array().expect("a list") {
            collect(lock, dependency.as_str().expect("a name"), found);
        }
    }
}

#[test]
fn the_rules_without_files_need_few_crates() {
    let (manifest, lock) = (table("src/rules/Cargo.toml"), table("Cargo.lock"));
    let mut found = BTreeSet::from([("draughts-td-rules", "")]);
    for (name, dependency) in manifest["dependencies"].as_table().expect("dependencies") {
        if dependency.get("optional").is_none_or(|optional| optional.as_bool() != Some(true)) {
            collect(&lock, name, &mut found);
        }
    }
    assert!(found.len() <= MOST_FOR_RULES, "{} crates: {found:?}", found.len());
}
