//! The command line: parse, run, exit code.

use std::process::ExitCode;

use draughts_td::commands::signals;
use draughts_td::{cli, processor};

/// The commit these sources were checked out at, where they are a clone.
#[cfg(has_commits)]
const COMMIT: Option<[u8; 10]> = last_commit(include_bytes!(env!("DRAUGHTS_TD_COMMITS")));
#[cfg(not(has_commits))]
const COMMIT: Option<[u8; 10]> = last_commit(b"");

fn main() -> ExitCode {
    if let Some(missing) = processor::missing() {
        // Plain text by the system's own writer: the rest of the program may use what the processor lacks.
        eprintln!(
            "Error: this build of draughts-td needs a processor with {missing} (x86-64-v3, built since 2013): \
             take the archive for x86-64, or build from source without .cargo/config.toml"
        );
        return ExitCode::from(2);
    }
    signals::listen(|| std::process::exit(signals::STATUS.into()));
    run()
}

/// Apart from `main`, so that no instruction of it comes before the check.
#[inline(never)]
fn run() -> ExitCode {
    let commit = COMMIT.map(|hash| String::from_utf8_lossy(&hash).into_owned());
    ExitCode::from(cli::run(std::env::args_os().collect(), commit))
}

/// The second word of the last line of git's log: the commit, after its parent. Found at compile time, so that the log, which holds
/// names, is no part of the program.
const fn last_commit(log: &[u8]) -> Option<[u8; 10]> {
    let mut at = log.len().saturating_sub(1);
    while at > 0 && log[at - 1] != b'\n' {
        at -= 1;
    }
    while at < log.len() && log[at] != b' ' {
        at += 1;
    }
    if at + 10 >= log.len() {
        return None;
    }
    let (mut hash, mut digit) = ([0; 10], 0);
    while digit < hash.len() {
        hash[digit] = log[at + 1 + digit];
        digit += 1;
    }
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::last_commit;

    #[test]
    fn the_commit_is_the_second_word_of_the_last_line() {
        let log = b"0000000000000 aaaaaaaaaaaaa A <a@b> 1 clone\naaaaaaaaaaaaa bbbbbbbbbbbcc A <a@b> 2 commit\n";
        assert_eq!(last_commit(log), Some(*b"bbbbbbbbbb"));
        assert_eq!(last_commit(b"0000 1234567890ab x"), Some(*b"1234567890"));
        for short in [&b""[..], b"\n", b"0000", b"0000 12345"] {
            assert_eq!(last_commit(short), None);
        }
    }
}
