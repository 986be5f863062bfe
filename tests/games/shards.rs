//! `generate --folder` and `merge`: many workers make what one makes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::played::timeless;
use crate::run::{PROGRAM, draughts};

/// Four blocks, the last one short.
const GAMES: [&str; 10] =
    ["--net", "material", "--games", "650", "--nodes", "40", "--seed", "5", "--random-plies", "4"];

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn generate(more: &[&str]) -> Command {
    let mut command = draughts();
    command.arg("generate").args(GAMES).args(more);
    command
}

fn share(run: &Path, more: &[&str]) -> Command {
    let mut command = generate(&["--folder"]);
    command.arg(run).args(more);
    command
}

fn done(command: &mut Command) -> Output {
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn merge(run: &Path, out: &Path, more: &[&str]) -> Output {
    let mut command = draughts();
    command.arg("merge").arg(run).arg("-o").arg(out).args(more);
    command.output().expect("the program runs")
}

fn refusal(run: &Path, out: &Path) -> String {
    let output = merge(run, out, &[]);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn state(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.state.json", path.display()))
}

/// The file that one worker writes alone, and its state.
fn alone(place: &Path) -> (Vec<u8>, Vec<u8>) {
    let path = place.join("alone.pdn.zst");
    done(generate(&["-o"]).arg(&path));
    (fs::read(&path).expect("games"), fs::read(state(&path)).expect("state"))
}

fn joined(run: &Path, place: &Path) -> (Vec<u8>, Vec<u8>) {
    let path = place.join("joined.pdn.zst");
    let output = merge(run, &path, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (fs::read(&path).expect("games"), fs::read(state(&path)).expect("state"))
}

#[test]
fn shares_in_any_order_join_to_the_file_of_one_worker() {
    let place = folder();
    let run = place.path().join("run");
    for part in ["2/3", "0/3"] {
        done(&mut share(&run, &["--shard", part]));
    }
    let told = refusal(&run, &place.path().join("early.pdn.zst"));
    assert!(told.contains("lacks 1 of 4 blocks, the first of them 1"), "{told}");
    assert!(!place.path().join("early.pdn.zst").exists());
    done(&mut share(&run, &["--shard", "1/3", "--threads", "1"]));
    assert!(joined(&run, place.path()) == alone(place.path()), "bytes differ");
    let out = place.path().join("checked.pdn.zst");
    let output = merge(&run, &out, &["--replay", "2", "--json"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("2 blocks made again, the same to the bit"), "{told}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"games\":650"));
}

fn started(run: &Path) -> Child {
    let mut command = share(run, &["--threads", "1", "--silence", "2"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs")
}

#[test]
fn workers_at_the_same_time_and_one_that_is_killed_make_the_same() {
    let place = folder();
    let run = place.path().join("run");
    let mut killed = started(&run);
    // Killed once it is at a block: its claim stays behind.
    let began = Instant::now();
    let is_claimed = || {
        let entries = fs::read_dir(&run).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.path())
            .any(|path| path.extension().is_some_and(|end| end == "claim"))
    };
    while !is_claimed() && began.elapsed() < Duration::from_secs(30) {
        sleep(Duration::from_millis(1));
    }
    killed.kill().expect("killed");
    killed.wait().expect("ended");
    let workers = [started(&run), started(&run)];
    for mut worker in workers {
        assert!(worker.wait().expect("ended").success());
    }
    assert!(!is_claimed());
    assert!(joined(&run, place.path()) == alone(place.path()), "bytes differ");
}

#[test]
fn damaged_blocks_and_foreign_folders_are_refused_by_name() {
    let place = folder();
    let run = place.path().join("run");
    done(&mut share(&run, &[]));
    let out = place.path().join("out.pdn.zst");
    let block = run.join("block-000001.pdn.zst");
    let mut content = fs::read(&block).expect("a block");
    let middle = content.len() / 2;
    content[middle] ^= 1;
    fs::write(&block, content).expect("changed");
    let told = refusal(&run, &out);
    assert!(told.contains("block-000001.pdn.zst") && told.contains("delete"), "{told}");
    assert!(!out.exists());
    fs::remove_file(run.join("block-000001.json")).expect("removed");
    done(&mut share(&run, &[]));
    assert!(merge(&run, &out, &[]).status.success());
    let games = fs::read(&out).expect("games");
    assert!(merge(&run, &out, &[]).status.success(), "the same once more");
    fs::write(&out, "mine").expect("written");
    let told = refusal(&run, &out);
    assert!(told.contains("has games already") && told.contains("--force"), "{told}");
    assert_eq!(fs::read(&out).expect("there"), b"mine");
    assert!(merge(&run, &out, &["--force"]).status.success());
    assert!(fs::read(&out).expect("games") == games);
    let told = refusal(&run, &place.path().join("out.pdn"));
    assert!(told.contains(".pdn.zst"), "{told}");
    let other = share(&run, &["--second-best", "0.1"]).output().expect("the program runs");
    let told = String::from_utf8_lossy(&other.stderr);
    assert!(
        !other.status.success() && told.contains("settings.second_best is 0.0 there and 0.1 here"),
        "{told}"
    );
    let told = refusal(place.path(), &out);
    assert!(told.contains("no manifest.json"), "{told}");
    let told = refusal(&place.path().join("gone"), &out);
    assert!(told.contains("gone: no such file or folder"), "{told}");
    let last = run.join("block-000003.pdn.zst");
    let content = fs::read(&last).expect("a block");
    fs::write(&last, &content[..content.len() / 2]).expect("cut short");
    let told = refusal(&run, &out);
    assert!(told.contains("block-000003.pdn.zst is not the block that was sealed"), "{told}");
    done(&mut share(&run, &[]));
    assert!(fs::read(&last).expect("a block") == content);
    let wrong = share(&run, &["--shard", "3/3"]).output().expect("the program runs");
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("0 to 2"));
}

/// Puts a block of one folder in the place of another's.
fn copy_block(from: &Path, to: &Path, ending: &str) {
    for ending in [ending, "json"] {
        let name = format!("block-000001.{ending}");
        fs::copy(from.join(&name), to.join(&name)).expect("copied");
    }
}

#[test]
fn a_block_of_another_work_of_the_same_number_is_refused_by_name() {
    let place = folder();
    let path = |name: &str| place.path().join(name);
    for (run, seed) in [("mine", "5"), ("other", "6")] {
        let mut command = draughts();
        command.args(["generate", "--net", "material", "--games", "400", "--nodes", "20"]);
        done(command.args(["--seed", seed, "--folder"]).arg(path(run)));
        done(a_match(&["--seed", seed, "--folder"]).arg(path(&format!("{run} match"))));
    }
    for (mine, other, ending, out) in [
        ("mine", "other", "pdn.zst", "out.pdn.zst"),
        ("mine match", "other match", "jsonl", "out.pdn"),
    ] {
        copy_block(&path(other), &path(mine), ending);
        let told = refusal(&path(mine), &path(out));
        let named = format!("block-000001.{ending} is a block of other work");
        assert!(told.contains(&named) && !path(out).exists(), "{told}");
    }
    let worker = a_match(&["--seed", "5", "--folder"]).arg(path("mine match")).output();
    let told = worker.expect("the program runs").stderr;
    assert!(String::from_utf8_lossy(&told).contains("block-000001.jsonl is a block of other work"));
}

#[test]
fn a_manifest_that_was_changed_is_refused_with_what_it_was_made_by() {
    let place = folder();
    let (run, out) = (place.path().join("run"), place.path().join("out.pdn"));
    done(a_match(&["--folder"]).arg(&run));
    let path = run.join("manifest.json");
    let manifest = fs::read_to_string(&path).expect("a manifest");
    let program = concat!("draughts-td ", env!("CARGO_PKG_VERSION"));
    for (before, after, words) in [
        (program, "draughts-td 0.0.9", "merge them with the program that made them"),
        ("\"signature\": \"", "\"signature\": \"0", "merge them with the program that made them"),
        ("\"seed\": 1", "\"seed\": 2", "put manifest.json back if it was changed"),
    ] {
        assert!(manifest.contains(before), "{manifest}");
        fs::write(&path, manifest.replace(before, after)).expect("changed");
        let told = refusal(&run, &out);
        assert!(told.contains(words) && !out.exists(), "{told}");
    }
    fs::write(&path, manifest).expect("put back");
    assert!(merge(&run, &out, &[]).status.success());
}

#[test]
fn blocks_of_a_match_are_played_again_where_their_games_do_not_depend_on_the_clock() {
    let place = folder();
    let path = |name: &str| place.path().join(name);
    let said = |run: &str, more: &[&str]| {
        let output = merge(&path(run), &path(&format!("{run}.pdn")), more);
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let replayed = |run: &str| said(run, &["--replay", "2"]);
    done(a_match(&["--shard", "0/1", "--folder"]).arg(path("match")));
    let (is_done, told) = replayed("match");
    assert!(
        is_done && told.contains("2 blocks made again, the same but for their times"),
        "{told}"
    );
    let mut tournament = draughts();
    tournament.args(["tournament", "material", "random", "level:1", "--nodes", "20", "--tt", "1"]);
    done(tournament.args(["--games", "8", "--folder"]).arg(path("tournament")));
    assert!(replayed("tournament").0);
    // A test that is decided has no more blocks than it needs.
    let mut test = draughts();
    test.args(["match", "material", "random", "--nodes", "60", "--tt", "1", "--games", "400"]);
    done(test.args(["--sprt", "0", "20", "--folder"]).arg(path("test")));
    assert!(replayed("test").0);
    let mut timed = draughts();
    timed.args(["match", "material", "random", "--time", "0.001", "--games", "4", "--tt", "1"]);
    done(timed.arg("--folder").arg(path("timed")));
    let (is_done, told) = replayed("timed");
    assert!(!is_done && told.contains("moves by the clock"), "{told}");
    assert!(!path("timed.pdn").exists() && said("timed", &[]).0);
}

#[test]
fn a_game_that_was_played_otherwise_is_found_by_playing_it_again() {
    let place = folder();
    let run = place.path().join("run");
    done(a_match(&["--folder"]).arg(&run));
    // As a worker with a fault would have left it: another game behind a seal that fits.
    let (block, seal) = (run.join("block-000000.jsonl"), run.join("block-000000.json"));
    let (games, sealed) =
        (fs::read(&block).expect("a block"), fs::read_to_string(&seal).expect("a seal"));
    let text = String::from_utf8(games.clone()).expect("text");
    let other = text.replacen("1. ", "1. {odd} ", 1);
    assert_ne!(other, text);
    let length = |games: &[u8]| format!("\"bytes\": {}", games.len());
    let sealed = sealed.replace(&length(&games), &length(other.as_bytes()));
    let sealed = sealed.replace(&sum(&games), &sum(other.as_bytes()));
    fs::write(&block, &other).expect("changed");
    fs::write(&seal, sealed).expect("changed");
    let output = merge(&run, &place.path().join("out.pdn"), &["--replay", "1"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && told.contains("block 0 comes out differently"), "{told}");
}

fn sum(bytes: &[u8]) -> String {
    draughts_td::files::checksum_of(bytes)
}

#[test]
fn gnu_parallel_runs_the_shares() {
    let is_there = Command::new("parallel").arg("--version").output();
    if !is_there.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU")) {
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let place = folder();
    let run = place.path().join("run");
    let line = format!(
        "{PROGRAM} generate {} --threads 1 --folder {} --shard {{}}/2",
        GAMES.join(" "),
        run.display()
    );
    done(Command::new("parallel").args(["-j", "2", &line, ":::", "0", "1"]));
    assert!(joined(&run, place.path()) == alone(place.path()), "bytes differ");
}

fn a_match(more: &[&str]) -> Command {
    let mut command = draughts();
    command.args(["match", "material", "random", "--nodes", "60", "--games", "40", "--tt", "1"]);
    command.args(more);
    command
}

#[test]
fn a_match_in_blocks_joins_to_the_games_and_the_result_of_one_match() {
    let place = folder();
    let (run, alone, out) =
        (place.path().join("run"), place.path().join("alone.pdn"), place.path().join("out.pdn"));
    let told = done(a_match(&["--json", "--pdn"]).arg(&alone)).stdout;
    for part in ["1/2", "0/2"] {
        done(a_match(&["--shard", part, "--concurrency", "2", "--folder"]).arg(&run));
    }
    let joined = merge(&run, &out, &["--json"]);
    assert!(joined.status.success(), "{}", String::from_utf8_lossy(&joined.stderr));
    assert_eq!(String::from_utf8_lossy(&joined.stdout), String::from_utf8_lossy(&told));
    assert_eq!(timeless(&out), timeless(&alone));
    // The same match goes on from the joined files, and has nothing left to play.
    let again = done(a_match(&["--json", "--pdn"]).arg(&out)).stdout;
    assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&told));
    let games = fs::read(&out).expect("games");
    assert!(merge(&run, &out, &[]).status.success(), "the same once more");
    fs::write(&out, "mine").expect("written");
    let told = refusal(&run, &out);
    assert!(told.contains("has games already") && told.contains("--force"), "{told}");
    assert!(merge(&run, &out, &["--force"]).status.success());
    assert!(fs::read(&out).expect("games") == games);
}

#[test]
fn a_sequential_test_ends_workers_at_the_first_gapless_decision() {
    let place = folder();
    let path = |name: &str| place.path().join(name);
    let test = |more: &[&str]| {
        let mut command = draughts();
        command.args(["match", "material", "random", "--nodes", "60", "--tt", "1"]);
        command.args(["--games", "400", "--sprt", "0", "20"]).args(more);
        command
    };
    let alone = done(test(&["--json", "--pdn"]).arg(path("alone.pdn"))).stdout;
    let alone = String::from_utf8_lossy(&alone).into_owned();
    assert!(alone.contains("accept_h1"), "{alone}");
    let sealed = |run: &Path| {
        let names = fs::read_dir(run).expect("a folder").flatten();
        let is_one = |name: String| name.starts_with("block-") && name.ends_with(".jsonl");
        names.filter(|name| is_one(name.file_name().to_string_lossy().into_owned())).count()
    };
    // The second share alone has no first block, and knows no decision; the first one then needs but few.
    let (shares, free) = (path("shares"), path("free"));
    done(test(&["--shard", "1/2", "--folder"]).arg(&shares));
    assert_eq!(sealed(&shares), 12);
    let early = merge(&shares, &path("early.pdn"), &[]);
    assert!(String::from_utf8_lossy(&early.stderr).contains("lacks 13 of 25"));
    done(test(&["--shard", "0/2", "--folder"]).arg(&shares));
    assert!(sealed(&shares) < 20, "{}", sealed(&shares));
    let workers: Vec<_> = (0..2)
        .map(|_| test(&["--folder"]).arg(&free).stdout(Stdio::null()).spawn().expect("it starts"))
        .collect();
    for mut worker in workers {
        assert!(worker.wait().expect("it ends").success());
    }
    assert!(sealed(&free) < 20, "{}", sealed(&free));
    for run in [&shares, &free] {
        let out = run.with_extension("pdn");
        let joined = merge(run, &out, &["--json"]);
        assert!(joined.status.success(), "{}", String::from_utf8_lossy(&joined.stderr));
        assert_eq!(String::from_utf8_lossy(&joined.stdout), alone);
        assert_eq!(timeless(&out), timeless(&path("alone.pdn")));
    }
}
