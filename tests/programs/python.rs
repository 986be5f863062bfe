//! A Python that can import what a test needs, if there is one.

use std::process::{Command, Stdio};

use crate::missing::skip;

/// The first of the one that DRAUGHTS_PYTHON names, `python3` and `python` that can do this; says that the test skips if none can.
pub fn python(imports: &str) -> Option<String> {
    let given = std::env::var("DRAUGHTS_PYTHON").ok();
    let candidates = given.into_iter().chain(["python3".to_owned(), "python".to_owned()]);
    let can = |python: &String| {
        let mut probe = Command::new(python);
        let probe = probe.args(["-c", imports]).stdout(Stdio::null()).stderr(Stdio::null());
        probe.status().is_ok_and(|status| status.success())
    };
    let found = candidates.into_iter().find(can);
    if found.is_none() {
        skip(
            "python",
            &format!("no Python that can `{imports}`; install it or set DRAUGHTS_PYTHON"),
        );
    }
    found
}

/// Runs a script and returns what it prints, without the last line break.
pub fn output(python: &str, script: &str, arguments: &[&str]) -> String {
    let output =
        Command::new(python).args(["-c", script]).args(arguments).output().expect("python");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    text.trim_end().to_owned()
}
