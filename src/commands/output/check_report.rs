//! The report of the checks of another program, as lines or as JSON.

use anyhow::Result;

use crate::arena::PlayError;
use crate::arena::conformance::check::CheckLine;
use crate::commands::ExitStatus;

/// Runs the checks, prints each line as it comes and the counts at the end. Exit status 1 if a demand of the protocol is broken or
/// nothing could be checked.
pub(crate) fn print(
    json: bool,
    run: impl FnOnce(&mut dyn FnMut(&CheckLine)) -> Result<Vec<CheckLine>, PlayError>,
) -> Result<ExitStatus> {
    let mut printer = Printer::default();
    let lines = run(&mut |line| {
        if !json {
            printer.print(line);
        }
    })?;
    printer.end();
    let count = |is: fn(&CheckLine) -> bool| lines.iter().filter(|line| is(line)).count();
    let [passed, skipped, failed] =
        [CheckLine::has_passed, CheckLine::is_skipped, CheckLine::is_breach].map(count);
    let weak = lines.len() - passed - skipped - failed;
    if json {
        say!("{}", serde_json::json!({ "checks": lines, "failed": failed, "weak": weak }));
    } else {
        say!("{passed} of {} passed, {failed} failed, {weak} weak, {skipped} skipped", lines.len());
    }
    let sound = failed == 0 && lines.first().is_some_and(CheckLine::has_passed);
    Ok(if sound { ExitStatus::Done } else { ExitStatus::No })
}

/// Prints lines as they come; further lines skipped for the same reason are only counted.
#[derive(Default)]
struct Printer {
    last_reason: String,
    unasked: usize,
}

impl Printer {
    fn print(&mut self, line: &CheckLine) {
        if line.is_skipped() && line.detail == self.last_reason {
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
