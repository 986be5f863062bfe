//! `.ci/run` installs what it wants as root, or by a `sudo` that asks nothing, and does without them where there is neither.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// A program that notes its words and does what this line does.
fn substitute(folder: &Path, name: &str, line: &str) {
    let path = folder.join(name);
    let log = folder.join("log");
    let script = format!("#!/bin/bash\necho {name} \"$@\" >>{}\n{line}\n", log.display());
    fs::write(&path, script).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a program");
}

/// What is called to install a package by the user of this number, whose `sudo` does what this line does.
fn called(user: &str, sudo: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    substitute(folder.path(), "id", &format!("echo {user}"));
    substitute(folder.path(), "sudo", sudo);
    substitute(folder.path(), "apt-get", "exit 0");
    let checks = fs::read_to_string(".ci/run").expect("the checks");
    let start = checks.find("has() {").expect("a function that it calls");
    let packages = checks.find("packages() {").expect("the function");
    let end = checks[packages..].find("\n}\n").expect("its end") + packages + 3;
    let script = format!("set -euo pipefail\n{}packages clang\n", &checks[start..end]);
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    let status = Command::new("/bin/bash").args(["-c", &script]).env("PATH", path).status();
    assert!(status.expect("bash").success());
    fs::read_to_string(folder.path().join("log")).unwrap_or_default()
}

#[test]
fn packages_are_installed_as_root_or_by_a_sudo_that_asks_nothing() {
    let does = "shift; \"$@\"";
    for (user, sudo) in [("0", "exit 1"), ("1000", does)] {
        let log = called(user, sudo);
        let installs = |line: &str| line.starts_with("apt-get install") && line.ends_with("clang");
        assert!(log.lines().any(installs), "{user}: {log}");
    }
    // One that wants a password.
    let log = called("1000", "exit 1");
    assert!(!log.contains("apt-get") && log.contains("sudo -n true"), "{log}");
}
