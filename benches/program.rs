//! The whole program as its user meets it: time to start, and time and memory to learn 200,000 games.
//!
//! `cargo bench --bench program`. The games are the sample forty times over, in a temporary file.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_draughts-td");
const SAMPLE: &str = "pdn/sample.pdn.zst";
const SAMPLE_GAMES: u32 = 5000;
const COPIES: u32 = 40;

fn main() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let games = folder.path().join("games.pdn");
    let bytes = write_games(&games);
    let net = folder.path().join("net.safetensors");
    let net_text = net.display().to_string();
    learn(&[SAMPLE, "-o", &net_text]);

    println!("{:<44}{:>12}{:>12}", "", "median", "fastest");
    start("--help", &["--help"]);
    start("eval", &["eval", "W:W31-50:B1-20", "--net", &net_text]);

    println!("\n{:<44}{:>12}{:>12}{:>12}", "", "games/s", "seconds", "peak MiB");
    let file = games.display().to_string();
    let once = ["--mirror", "off"];
    for (name, flags) in [
        ("learn nn4, one pass, mirror off", &once[..]),
        ("learn nn4, one pass, mirror off, one thread", &["--mirror", "off", "--threads", "1"]),
        ("learn nn4, one pass, mirror on", &[]),
    ] {
        let arguments = [&[file.as_str(), "-o", &net_text], flags].concat();
        let mut runs: Vec<(Duration, u64)> = (0..3).map(|_| learn(&arguments)).collect();
        runs.sort();
        let (time, peak) = runs[1];
        let seconds = time.as_secs_f64();
        let speed = f64::from(SAMPLE_GAMES * COPIES) / seconds;
        println!("{name:<44}{speed:>12.0}{seconds:>12.2}{peak:>12}");
    }
    println!("({} games, {:.0} MB of PDN)", SAMPLE_GAMES * COPIES, bytes as f64 / 1e6);
}

fn write_games(path: &Path) -> usize {
    let packed = File::open(SAMPLE).expect("the sample");
    let text = zstd::decode_all(packed).expect("the sample is whole");
    let mut file = BufWriter::new(File::create(path).expect("a file"));
    for _ in 0..COPIES {
        file.write_all(&text).expect("written");
    }
    file.flush().expect("written");
    text.len() * COPIES as usize
}

/// Time from start to end of short runs.
fn start(name: &str, arguments: &[&str]) {
    let mut times: Vec<Duration> = (0..100)
        .map(|_| {
            let started = Instant::now();
            let status = Command::new(PROGRAM).args(arguments).stdout(Stdio::null()).status();
            assert!(status.expect("the program runs").success());
            started.elapsed()
        })
        .collect();
    times.sort();
    let milliseconds = |time: Duration| format!("{:.2} ms", 1e3 * time.as_secs_f64());
    println!("{name:<44}{:>12}{:>12}", milliseconds(times[50]), milliseconds(times[0]));
}

/// Time and peak resident memory in MiB of one run of `learn`.
fn learn(arguments: &[&str]) -> (Duration, u64) {
    let started = Instant::now();
    let mut child = Command::new(PROGRAM)
        .arg("learn")
        .args(arguments)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut peak = 0;
    let status = loop {
        peak = peak.max(resident(child.id()));
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(status.success());
    (started.elapsed(), peak / 1024)
}

/// The peak resident memory of a process so far in KiB, where /proc has it.
fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}
