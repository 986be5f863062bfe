//! An experiment run at its small size, and what it leaves in its folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;

use crate::run::draughts;

/// The first games of the sample: more than the small sizes learn, and few enough for what reads all games.
pub static FEW: LazyLock<String> = LazyLock::new(|| {
    let sample = fs::File::open("pdn/sample.pdn.zst").expect("the sample");
    let text = String::from_utf8(zstd::decode_all(sample).expect("its text")).expect("UTF-8");
    let (end, _) = text.match_indices("[Event ").nth(300).expect("more games");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("few.pdn");
    fs::write(&path, &text[..end]).expect("written");
    path.to_str().expect("text").to_owned()
});

/// Runs `reproduce` with these words into this folder.
pub fn reproduce(words: &[&str], out: &Path, flags: &[&str]) -> Output {
    let mut command = draughts();
    command.arg("reproduce").args(words).args(["--quick", "--out"]).arg(out).args(flags);
    command.output().expect("it runs")
}

/// A file of the report.
pub fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect(name)
}

/// What a report at the small size says, and the verdicts that it must not give.
pub fn check_trial(readme: &str) {
    assert!(readme.contains("A trial of the machinery: no verdict."), "{readme}");
    for verdict in [
        "**holds**",
        "**fails**",
        "**better**",
        "**worse**",
        "**equal**",
        "**undecided**",
        "| accepted |",
        "| rejected |",
    ] {
        assert!(!readme.contains(verdict), "{verdict} in {readme}");
    }
}

/// The report's files by their names, without the folders beside them.
pub fn content(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("entry"));
    let files = entries.filter(|entry| entry.path().is_file());
    let names = files.map(|entry| entry.file_name().into_string().expect("a plain name"));
    names.map(|name| (name.clone(), text(folder, &name))).collect()
}
