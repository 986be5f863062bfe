//! The report of the checks of another program, as lines or as JSON.

use crate::arena::conformance::check::{CheckLine, CheckStatus, Severity};
use crate::commands::ExitStatus;

/// Runs the checks, prints each line as it comes and the counts at the end; exit status 1 if a demand of the protocol is broken or
/// nothing could be checked.
pub(crate) fn print(
    json: bool,
    run: impl FnOnce(&mut dyn FnMut(&CheckLine)) -> Vec<CheckLine>,
) -> ExitStatus {
    let mut printer = Printer::default();
    let lines = run(&mut |line| {
        if !json {
            printer.print(line);
        }
    });
    printer.end();
    let is =
        |line: &CheckLine, status, severity| line.status == status && line.severity == severity;
    let count = |status, severity| lines.iter().filter(|line| is(line, status, severity)).count();
    let failed = count(CheckStatus::Fail, Severity::Must);
    let weak = count(CheckStatus::Fail, Severity::Should);
    let passed = lines.iter().filter(|line| line.status == CheckStatus::Pass).count();
    if json {
        say!("{}", serde_json::json!({ "checks": lines, "failed": failed, "weak": weak }));
    } else {
        let skipped = lines.len() - passed - failed - weak;
        say!("{passed} of {} passed, {failed} failed, {weak} weak, {skipped} skipped", lines.len());
    }
    let sound = failed == 0 && lines.first().is_some_and(|line| line.status == CheckStatus::Pass);
    if sound { ExitStatus::Done } else { ExitStatus::No }
}

/// Prints lines as they come; further lines skipped for the same reason are only counted.
#[derive(Default)]
struct Printer {
    last_reason: String,
    unasked: usize,
}

impl Printer {
    fn print(&mut self, line: &CheckLine) {
        if line.status == CheckStatus::Skip && line.detail == self.last_reason {
            self.unasked += 1;
            return;
        }
        self.end();
        say!("{line}");
        self.last_reason.clone_from(&line.detail);
    }

    fn end(&mut self) {
        match std::mem::take(&mut self.unasked) {
            0 => {}
            1 => say!("    skip  one more, for the same reason"),
            unasked => say!("    skip  {unasked} more, for the same reason"),
        }
    }
}
