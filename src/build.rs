//! Gives the program the target that it is built for, and the path where git notes each commit. It runs once: what changes with
//! every commit is read only by `main.rs`, so that a commit makes nothing else compile again.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=src/build.rs");
    println!("cargo::rustc-check-cfg=cfg(has_commits)");
    let target = env::var("TARGET").expect("cargo names the target");
    println!("cargo::rustc-env=DRAUGHTS_TD_TARGET={target}");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder");
    let git = git_folder(Path::new(&root));
    let Some(commits) = git.as_ref().map(|git| git.join("logs/HEAD")).filter(|log| log.is_file())
    else {
        return;
    };
    // A file that hardly changes: where it is gone the clone is, and this must run again.
    let lasting = git.into_iter().flat_map(|git| [git.join("commondir"), git.join("config")]);
    if let Some(file) = lasting.into_iter().find(|file| file.is_file()) {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    println!("cargo::rustc-env=DRAUGHTS_TD_COMMITS={}", commits.display());
    println!("cargo::rustc-cfg=has_commits");
}

/// Git's folder of this clone, if it is one; in a work tree `.git` is a file that names the folder.
fn git_folder(root: &Path) -> Option<PathBuf> {
    let git = root.join(".git");
    match fs::read_to_string(&git) {
        Ok(text) => Some(root.join(text.strip_prefix("gitdir:")?.trim())),
        Err(_) => git.is_dir().then_some(git),
    }
}
