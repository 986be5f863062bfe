//! Processes that `mpirun` starts, if there is one.

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::missing::skip;
use crate::run::PROGRAM;

/// This many processes on this machine, however few its cores.
pub fn mpirun(processes: usize) -> Option<Command> {
    let started = || {
        let mut command = Command::new("mpirun");
        command.args([
            "--allow-run-as-root",
            "--oversubscribe",
            "--mca",
            "mpi_yield_when_idle",
            "1",
        ]);
        command
    };
    let probe = started().args(["-n", "2", "true"]).stdout(Stdio::null()).status();
    if !probe.is_ok_and(|status| status.success()) {
        skip("mpi", "mpirun is missing or starts nothing here; install Open MPI");
        return None;
    }
    let mut command = started();
    command.args(["-n", &processes.to_string(), PROGRAM]);
    Some(command)
}

/// All that was said.
pub fn text(output: &Output) -> String {
    let all = [&output.stdout[..], &output.stderr].concat();
    String::from_utf8_lossy(&all).into_owned()
}

/// The processes of this program that have this word among theirs.
pub fn processes(word: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_ours = |pid: &String| {
        let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let mut words = words.split(|&byte| byte == 0);
        words.next() == Some(PROGRAM.as_bytes()) && words.any(|found| found == word.as_bytes())
    };
    let numbers = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    numbers.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit())).filter(is_ours).collect()
}

/// The output of a run of processes with this word, which may hang in `mpirun` when all processes have ended.
#[allow(dead_code, reason = "not every test waits for the end of a run")]
pub fn run_to_end(command: &mut Command, word: &str) -> Output {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    ended(child, word, Duration::from_secs(120))
}

/// What a run of processes with this word said until its end. They have so long to end; `mpirun` may never notice that a host is
/// gone, and is ended a while after the last of them.
#[allow(dead_code, reason = "not every test that starts processes cuts them off")]
pub fn ended(child: Child, word: &str, patience: Duration) -> Output {
    let pid = child.id().to_string();
    let reader = std::thread::spawn(move || child.wait_with_output().expect("it was started"));
    let (started, mut last_seen) = (Instant::now(), Instant::now());
    while !reader.is_finished() {
        let is_late = started.elapsed() > patience;
        if !processes(word).is_empty() {
            last_seen = Instant::now();
        }
        if is_late || last_seen.elapsed() > Duration::from_secs(20) {
            let _ = Command::new("kill").args(["-9", &pid]).status();
        }
        assert!(!is_late, "{word} does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
    reader.join().expect("it was read")
}

/// Whether a process is the one of this number.
#[allow(dead_code, reason = "not every test that starts processes asks which is which")]
pub fn is_rank(pid: &str, rank: usize) -> bool {
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    let wanted = format!("OMPI_COMM_WORLD_RANK={rank}");
    environment.split(|&byte| byte == 0).any(|pair| pair == wanted.as_bytes())
}
