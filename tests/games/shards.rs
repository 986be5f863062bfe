//! `generate --folder` and `merge`: many workers make what one makes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::missing::skip;
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

/// What `merge` says of a folder that it refuses, in little memory where the system can hold it to that.
fn refusal(run: &Path, out: &Path) -> String {
    let mut command = draughts();
    if cfg!(target_os = "linux") {
        command = Command::new("sh");
        command.args(["-c", "ulimit -v 1048576; exec \"$0\" \"$@\"", PROGRAM]);
    }
    let output = command.arg("merge").arg(run).arg("-o").arg(out).output();
    let output = output.expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The content of a block.
fn content(run: &Path, number: u64) -> PathBuf {
    let is_its = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with(&format!("block-{number:06}-"))
    };
    let entries = fs::read_dir(run).expect("a folder").flatten();
    entries.map(|entry| entry.path()).find(is_its).expect("a block")
}

fn read_json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("there")).expect("JSON")
}

fn write_json(path: &Path, value: &Value) {
    fs::write(path, value.to_string()).expect("written");
}

/// Changes the manifest of a folder, and makes all seals fit it.
fn forge(run: &Path, change: impl FnOnce(&mut Value)) {
    let path = run.join("manifest.json");
    let mut manifest = read_json(&path);
    change(&mut manifest);
    write_json(&path, &manifest);
    let essence = json!({
        "work": manifest["work"], "program": manifest["program"], "signature": manifest["signature"],
        "settings": manifest["settings"], "blocks": manifest["blocks"], "ending": manifest["ending"],
    });
    for entry in fs::read_dir(run).expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if name.starts_with("block-") && name.ends_with(".json") {
            let mut seal = read_json(&path);
            seal["work"] = sum(essence.to_string().as_bytes()).into();
            write_json(&path, &seal);
        }
    }
}

/// Changes the content of a block, and makes its seal fit, as earlier versions named both.
fn reseal(run: &Path, number: u64, change: impl FnOnce(Vec<u8>) -> Vec<u8>) {
    let there = content(run, number);
    let changed = change(fs::read(&there).expect("a block"));
    let name = there.file_name().expect("a name").to_string_lossy().into_owned();
    let (_, ending) = name.split_once('.').expect("an ending");
    let path = run.join(format!("block-{number:06}.json"));
    let mut seal = read_json(&path);
    seal["bytes"] = changed.len().into();
    seal["sha256"] = sum(&changed).into();
    fs::remove_file(there).expect("removed");
    fs::write(run.join(format!("block-{number:06}.{ending}")), changed).expect("written");
    write_json(&path, &seal);
}

/// The same for a text.
fn reseal_text(run: &Path, number: u64, change: impl FnOnce(String) -> String) {
    reseal(run, number, |text| change(String::from_utf8(text).expect("text")).into_bytes());
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        fs::copy(entry.path(), to.join(entry.file_name())).expect("copied");
    }
}

fn state(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.state.json", path.display()))
}

/// The file that a single worker writes, and its state.
fn single(place: &Path) -> (Vec<u8>, Vec<u8>) {
    let path = place.join("single.pdn.zst");
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
    assert!(joined(&run, place.path()) == single(place.path()), "bytes differ");
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
    // Killed once it is at a block: its claim stays there.
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
    assert!(joined(&run, place.path()) == single(place.path()), "bytes differ");
}

#[test]
fn damaged_blocks_and_foreign_folders_are_refused_by_name() {
    let place = folder();
    let run = place.path().join("run");
    done(&mut share(&run, &[]));
    let out = place.path().join("out.pdn.zst");
    let block = content(&run, 1);
    let mut games = fs::read(&block).expect("a block");
    let middle = games.len() / 2;
    games[middle] ^= 1;
    fs::write(&block, games).expect("changed");
    let told = refusal(&run, &out);
    assert!(told.contains("block-000001-") && told.contains("delete"), "{told}");
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
    let last = content(&run, 3);
    let games = fs::read(&last).expect("a block");
    fs::write(&last, &games[..games.len() / 2]).expect("cut short");
    let told = refusal(&run, &out);
    assert!(told.contains(".pdn.zst is not the block that was sealed"), "{told}");
    done(&mut share(&run, &[]));
    assert!(fs::read(&last).expect("a block") == games);
    let wrong = share(&run, &["--shard", "3/3"]).output().expect("the program runs");
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("0 to 2"));
}

/// Puts a block of one folder in the place of another's.
fn copy_block(from: &Path, to: &Path) {
    for path in [content(from, 1), from.join("block-000001.json")] {
        fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("copied");
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
        copy_block(&path(other), &path(mine));
        let told = refusal(&path(mine), &path(out));
        let named = format!(".{ending} is a block of other work");
        let is_told = told.contains(&named) && told.contains("block-000001-");
        assert!(is_told && !path(out).exists(), "{told}");
    }
    let worker = a_match(&["--seed", "5", "--folder"]).arg(path("mine match")).output();
    let told = worker.expect("the program runs").stderr;
    assert!(String::from_utf8_lossy(&told).contains(".jsonl is a block of other work"));
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
    tournament.args([
        "tournament",
        "material",
        "random",
        "level:1",
        "--nodes",
        "20",
        "--hash",
        "1",
    ]);
    done(tournament.args(["--games", "8", "--folder"]).arg(path("tournament")));
    assert!(replayed("tournament").0);
    // A test that is decided has no more blocks than it needs.
    let mut test = draughts();
    test.args(["match", "material", "random", "--nodes", "60", "--hash", "1", "--games", "400"]);
    done(test.args(["--sprt", "0", "20", "--folder"]).arg(path("test")));
    assert!(replayed("test").0);
    let mut timed = draughts();
    timed.args(["match", "material", "random", "--time", "0.001", "--games", "4", "--hash", "1"]);
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
    // As a worker with a fault would have left it: another game under a seal that fits.
    reseal_text(&run, 0, |text| text.replacen("1. ", "1. {odd} ", 1));
    let output = merge(&run, &place.path().join("out.pdn"), &["--replay", "1"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && told.contains("block 0 comes out differently"), "{told}");
}

fn sum(bytes: &[u8]) -> String {
    draughts_td::checksum::of_bytes(bytes)
}

#[test]
fn gnu_parallel_runs_the_shares() {
    let is_there = Command::new("parallel").arg("--version").output();
    if !is_there.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU")) {
        skip("parallel", "GNU parallel is not installed");
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
    assert!(joined(&run, place.path()) == single(place.path()), "bytes differ");
}

fn a_match(more: &[&str]) -> Command {
    let mut command = draughts();
    command.args(["match", "material", "random", "--nodes", "60", "--games", "40", "--hash", "1"]);
    command.args(more);
    command
}

#[test]
fn a_match_in_blocks_joins_to_the_games_and_the_result_of_one_match() {
    let place = folder();
    let (run, single, out) =
        (place.path().join("run"), place.path().join("single.pdn"), place.path().join("out.pdn"));
    let told = done(a_match(&["--json", "--pdn"]).arg(&single)).stdout;
    for part in ["1/2", "0/2"] {
        done(a_match(&["--shard", part, "--concurrency", "2", "--folder"]).arg(&run));
    }
    let joined = merge(&run, &out, &["--json"]);
    assert!(joined.status.success(), "{}", String::from_utf8_lossy(&joined.stderr));
    assert_eq!(String::from_utf8_lossy(&joined.stdout), String::from_utf8_lossy(&told));
    assert_eq!(timeless(&out), timeless(&single));
    // The same match resumes from the joined files, and has nothing left to play.
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
        command.args(["match", "material", "random", "--nodes", "60", "--hash", "1"]);
        command.args(["--games", "400", "--sprt", "0", "20"]).args(more);
        command
    };
    let single = done(test(&["--json", "--pdn"]).arg(path("single.pdn"))).stdout;
    let single = String::from_utf8_lossy(&single).into_owned();
    assert!(single.contains("accept_h1"), "{single}");
    let sealed = |run: &Path| {
        let names = fs::read_dir(run).expect("a folder").flatten();
        let is_one = |name: String| name.starts_with("block-") && name.ends_with(".jsonl");
        names.filter(|name| is_one(name.file_name().to_string_lossy().into_owned())).count()
    };
    // The second share by itself has no first block, and knows no decision; the first one then needs but few.
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
        assert_eq!(String::from_utf8_lossy(&joined.stdout), single);
        assert_eq!(timeless(&out), timeless(&path("single.pdn")));
    }
}

/// What `merge` says of a folder of a match that was changed, seals made to fit.
fn forged(change: impl FnOnce(&Path)) -> String {
    static SOUND: LazyLock<TempDir> = LazyLock::new(|| {
        let place = folder();
        done(a_match(&["--folder"]).arg(place.path().join("run")));
        place
    });
    let place = folder();
    let run = place.path().join("run");
    copy_folder(&SOUND.path().join("run"), &run);
    change(&run);
    let out = place.path().join("out.pdn");
    let told = refusal(&run, &out);
    assert!(!out.exists(), "{told}");
    told
}

#[test]
fn a_line_that_contradicts_the_pdn_of_its_game_is_refused_by_name() {
    for (before, after, word) in [
        ("\"verdict\":\"white\"", "\"verdict\":\"black\"", "is not what the PDN"),
        ("\"game\":17,", "\"game\":18446744073709551615,", "is where game 17"),
        ("\"white\":\"random\"", "\"white\":\"material\"", "is where game"),
        ("[Result \\\"2-0\\\"]", "[Result \\\"0-2\\\"]", "is not what the PDN"),
        (" 2-0\\n", " 0-2\\n", "is not what the PDN"),
        ("[Round \\\"9.2\\\"]", "[Round \\\"1.1\\\"]", "is not what the PDN"),
        ("[White \\\"material", "[White \\\"immaterial", "is not what the PDN"),
    ] {
        let told = forged(|run| {
            reseal_text(run, 1, |text| {
                assert!(text.contains(before), "{before}");
                text.replacen(before, after, 1)
            });
        });
        assert!(told.contains(word) && told.contains("block-000001.jsonl"), "{after}: {told}");
    }
    let told = forged(|run| reseal_text(run, 1, |text| text.lines().skip(1).collect()));
    assert!(told.contains("15 games instead of 16"), "{told}");
    let told = forged(|run| reseal_text(run, 1, |text| text.clone() + &text));
    assert!(told.contains("32 games instead of 16"), "{told}");
    let told = forged(|run| {
        let text = fs::read_to_string(content(run, 0)).expect("a block");
        reseal_text(run, 1, |_| text);
    });
    assert!(told.contains("game 0 is where game 16"), "{told}");
}

#[test]
fn generated_games_that_are_not_those_of_the_settings_are_refused_by_name() {
    let place = folder();
    let sound = place.path().join("run");
    let mut command = draughts();
    command.args(["generate", "--net", "material", "--games", "210", "--nodes", "20"]);
    done(command.arg("--folder").arg(&sound));
    let forged = |change: &dyn Fn(&Path)| {
        let run = place.path().join("forged");
        copy_folder(&sound, &run);
        change(&run);
        let out = place.path().join("out.pdn.zst");
        let told = refusal(&run, &out);
        assert!(!out.exists(), "{told}");
        fs::remove_dir_all(&run).expect("removed");
        told
    };
    let changed = |before: &'static str, after: &'static str| {
        forged(&|run| {
            reseal(run, 1, |packed| {
                let text = String::from_utf8(zstd::decode_all(&packed[..]).expect("packed"));
                let text = text.expect("text");
                assert!(text.contains(before), "{before}");
                zstd::encode_all(text.replacen(before, after, 1).as_bytes(), 1).expect("packed")
            });
        })
    };
    for (before, after) in [
        ("[Round \"201\"]", "[Round \"1\"]"),
        ("[White \"material\"]", "[White \"immaterial\"]"),
        ("[Round \"202\"]", "1. 32-28 *\n\n[Round \"202\"]"),
    ] {
        let told = changed(before, after);
        assert!(told.contains("its PDN has another game where game"), "{told}");
    }
    for (result, other) in [("2-0", "0-2"), ("0-2", "2-0"), ("1-1", "2-0")] {
        let before: &str = format!("[Result \"{result}\"]").leak();
        let text = fs::read(content(&sound, 1)).expect("a block");
        let text = zstd::decode_all(&text[..]).expect("packed");
        if String::from_utf8(text).expect("text").contains(before) {
            let told = changed(before, format!("[Result \"{other}\"]").leak());
            assert!(told.contains("figures of its seal are not what its PDN says"), "{told}");
        }
    }
    for (field, value) in [("games", json!(u64::MAX)), ("results", json!([u64::MAX, 1, 1]))] {
        let told = forged(&|run| {
            let path = run.join("block-000000.json");
            let mut seal = read_json(&path);
            seal["figures"][field] = value.clone();
            write_json(&path, &seal);
        });
        assert!(told.contains("figures of its seal"), "{told}");
    }
    let told = forged(&|run| {
        reseal(run, 1, |_| zstd::encode_all(&vec![b' '; 200 << 20][..], 1).expect("packed"))
    });
    assert!(told.contains("unpacks to more than"), "{told}");
    for games in [u64::MAX, 1 << 62, 411, 0] {
        let told =
            forged(&|run| forge(run, |manifest| manifest["settings"]["games"] = json!(games)));
        assert!(told.contains("are not those of `generate`"), "{told}");
    }
    for blocks in [u64::MAX, 1 << 40, 3, 0] {
        let told = forged(&|run| forge(run, |manifest| manifest["blocks"] = json!(blocks)));
        assert!(told.contains("blocks"), "{told}");
    }
    assert!(merge(&sound, &place.path().join("sound.pdn.zst"), &[]).status.success());
}

/// A change of a manifest.
type Change = Box<dyn FnOnce(&mut Value)>;

#[test]
fn numbers_in_a_manifest_cost_neither_memory_nor_time() {
    let names = |count: usize| -> Value { (0..count).map(|one| one.to_string()).collect() };
    let set = |field: &'static str, value: Value| {
        move |manifest: &mut Value| manifest["settings"][field] = value
    };
    let blocks = |value: u64| move |manifest: &mut Value| manifest["blocks"] = json!(value);
    let changes: Vec<(Change, &str)> = vec![
        (Box::new(set("games_per_pairing", json!(u64::MAX))), "not those of a contest"),
        (Box::new(set("games_per_pairing", json!(u32::MAX))), "should be 268435456"),
        (Box::new(set("games_per_pairing", json!(0))), "0 games of each pair"),
        (Box::new(set("names", names(60_000))), "60000 players; there may be 2 to 100"),
        (Box::new(set("names", names(0))), "0 players"),
        (Box::new(set("names", names(100))), "should be"),
        (Box::new(blocks(u64::MAX)), "there may be"),
        (Box::new(blocks(1 << 40)), "should be 3"),
        (Box::new(blocks(2)), "should be 3"),
        (
            Box::new(|manifest| {
                manifest["settings"]["games_per_pairing"] = json!(u32::MAX);
                manifest["blocks"] = json!(u32::MAX / 16 + 1);
            }),
            "lacks 268435454 of 268435456 blocks, the first of them 2",
        ),
        (Box::new(|manifest| manifest["ending"] = json!("/../../out")), "ending"),
        (Box::new(|manifest| manifest["ending"] = json!("pdn")), "should be 3, .jsonl"),
    ];
    for (change, word) in changes {
        let told = forged(|run| {
            // A block that is missing would be told instead, were it looked for first.
            if word.starts_with("lacks") {
                fs::remove_file(run.join("block-000002.json")).expect("removed");
            }
            forge(run, change);
        });
        assert!(told.contains(word), "{word}: {told}");
    }
}

/// Sends a signal.
#[cfg(unix)]
fn signal(name: &str, child: &Child) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
}

#[cfg(unix)]
#[test]
fn a_worker_stopped_at_a_block_that_others_finish_changes_nothing_when_it_resumes() {
    let place = folder();
    let path = |name: &str| place.path().join(name);
    let run = path("run");
    let worker = |silence: &str| {
        let mut command = a_match(&["--silence", silence, "--folder"]);
        command.arg(&run).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("it starts")
    };
    let mut stopped = worker("60");
    // Stopped as soon as a content is there: most often before its seal.
    let is_made = || {
        let names = fs::read_dir(&run).into_iter().flatten().flatten();
        names
            .map(|entry| entry.path())
            .any(|path| path.extension().is_some_and(|end| end == "jsonl"))
    };
    while !is_made() {
        assert!(stopped.try_wait().expect("asked").is_none_or(|ended| ended.success()));
    }
    signal("-STOP", &stopped);
    assert!(worker("0.2").wait().expect("it ends").success());
    let merged = |out: &str| {
        let output = merge(&run, &path(out), &[]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read(path(out)).expect("games")
    };
    let before = merged("before.pdn");
    signal("-CONT", &stopped);
    assert!(stopped.wait().expect("it ends").success());
    assert!(merged("after.pdn") == before);
    let names = fs::read_dir(&run).expect("a folder").flatten();
    assert_eq!(names.count(), 1 + 3 + 3, "the manifest, the contents and their seals");
}

#[test]
fn a_replay_opens_and_makes_nothing_that_the_user_has_not_named() {
    let place = folder();
    let path = |name: &str| place.path().join(name);
    fs::write(path("own.txt"), "32-28 19-23\n").expect("openings");
    let (run, openings) = (path("run"), path("own.txt").display().to_string());
    let players = ["match", "material", "random", "--nodes", "60", "--games", "4", "--hash", "1"];
    let mut command = draughts();
    done(command.args(players).args(["--openings", &openings, "--folder"]).arg(&run));
    let replayed = |allowed: &[&str]| {
        let allowed = allowed.iter().flat_map(|file| ["--allow", file]);
        let flags: Vec<&str> = ["--replay", "1"].into_iter().chain(allowed).collect();
        let output = merge(&run, &path("out.pdn"), &flags);
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (is_done, told) = replayed(&[]);
    assert!(!is_done && told.contains(&format!("add --allow {openings}")), "{told}");
    let (is_done, told) = replayed(&[&openings]);
    assert!(is_done, "{told}");
    fs::remove_file(path("out.pdn")).expect("removed");
    fs::remove_file(path("out.pdn.state.jsonl")).expect("removed");
    let elsewhere = path("elsewhere").display().to_string();
    forge(&run, |manifest| {
        let words = manifest["command"].as_array_mut().expect("words");
        words.extend([json!("--endgame"), json!(elsewhere)]);
    });
    let (is_done, told) = replayed(&[&openings]);
    assert!(!is_done && told.contains(&format!("add --allow {elsewhere}")), "{told}");
    let (is_done, told) = replayed(&[&openings, &elsewhere]);
    assert!(!is_done && told.contains("--endgame"), "{told}");
    assert!(!path("elsewhere").exists() && !path("out.pdn").exists());
    forge(&run, |manifest| {
        manifest["command"] = json!(["match", "net:/etc/passwd with book a.book", "random"]);
    });
    let (is_done, told) = replayed(&[]);
    assert!(!is_done && told.contains("--allow /etc/passwd --allow a.book"), "{told}");
}
