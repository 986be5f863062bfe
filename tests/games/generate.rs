//! `draughts-td generate` and `annotate`: the same games whatever happens on the way, written so that they can be learned from.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::run::draughts;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// `generate` with the man count at few nodes, so that games take milliseconds.
fn command(out: &Path, more: &[&str]) -> Command {
    let mut command = draughts();
    command.args(["generate", "--net", "material", "--nodes", "150", "--hash", "1", "-o"]).arg(out);
    command.args(more);
    command
}

fn run(out: &Path, more: &[&str]) -> Output {
    command(out, more).output().expect("the program runs")
}

fn made(out: &Path, more: &[&str]) -> String {
    let output = run(out, more);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    text(out)
}

/// The games as text.
fn text(path: &Path) -> String {
    let bytes = fs::read(path).expect("games");
    match path.extension().is_some_and(|ending| ending == "zst") {
        true => String::from_utf8(zstd::decode_all(&bytes[..]).expect("zstd")).expect("UTF-8"),
        false => String::from_utf8(bytes).expect("UTF-8"),
    }
}

fn refusal(out: &Path, more: &[&str]) -> String {
    let output = run(out, more);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn the_games_depend_on_the_seed_and_on_nothing_else() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let whole = made(&path("a.pdn"), &["--games", "30", "--threads", "1"]);
    assert_eq!(made(&path("b.pdn.zst"), &["--games", "30", "--threads", "4"]), whole);
    assert_ne!(made(&path("c.pdn"), &["--games", "30", "--seed", "2"]), whole);
    // In parts: the file grows by the games that are missing.
    let part = made(&path("d.pdn.zst"), &["--games", "11"]);
    assert!(whole.starts_with(&part) && part.contains("[Round \"11\"]"));
    assert_eq!(made(&path("d.pdn.zst"), &["--games", "30"]), whole);
    assert_eq!(made(&path("d.pdn.zst"), &["--games", "30"]), whole, "nothing is left to do");
}

#[test]
fn a_killed_run_resumes_to_the_same_file() {
    let folder = folder();
    let (cut, whole) = (folder.path().join("cut.pdn.zst"), folder.path().join("whole.pdn.zst"));
    let more = ["--games", "700", "--threads", "2"];
    let mut child = command(&cut, &more).spawn().expect("the program runs");
    let state = PathBuf::from(format!("{}.state.json", cut.display()));
    let started = Instant::now();
    while !state.exists() && child.try_wait().expect("status").is_none() {
        assert!(started.elapsed() < Duration::from_secs(120), "no games came");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    made(&cut, &more);
    made(&whole, &["--games", "700", "--threads", "1"]);
    assert_eq!(fs::read(&cut).expect("games"), fs::read(&whole).expect("games"));
}

#[test]
fn half_a_member_at_the_end_is_cut_off_and_kept() {
    let folder = folder();
    let path = folder.path().join("games.pdn.zst");
    let whole = made(&path, &["--games", "7"]);
    let mut bytes = fs::read(&path).expect("games");
    bytes.extend_from_slice(&[1, 2, 3]);
    fs::write(&path, &bytes).expect("written");
    let output = run(&path, &["--games", "7"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && told.contains("games.pdn.zst.cut-1"), "{told}");
    assert_eq!(text(&path), whole);
}

#[test]
fn files_that_are_not_of_this_run_are_refused_and_stay() {
    let folder = folder();
    let path = folder.path().join("games.pdn");
    made(&path, &["--games", "3"]);
    let there = fs::read(&path).expect("games");
    let told = refusal(&path, &["--games", "5", "--random-moves", "0.5"]);
    assert!(told.contains("other settings (random_moves)"), "{told}");
    fs::write(&path, there.to_ascii_uppercase()).expect("written");
    let told = refusal(&path, &["--games", "5"]);
    assert!(told.contains("are not the 3 games that were written"), "{told}");
    fs::write(&path, &there).expect("written");
    fs::write(folder.path().join("games.pdn.state.json"), "{").expect("written");
    let told = refusal(&path, &["--games", "5"]);
    assert!(told.contains("state.json") && told.contains("move it"), "{told}");
    fs::remove_file(folder.path().join("games.pdn.state.json")).expect("removed");
    let told = refusal(&path, &["--games", "5"]);
    assert!(told.contains("is there already"), "{told}");
    assert_eq!(fs::read(&path).expect("games"), there);
    let told = refusal(&folder.path().join("games.pdn.zip"), &["--games", "5"]);
    assert!(told.contains(".pdn.zst"), "{told}");
    for (flag, value) in [
        ("--random-moves", "1.5"),
        ("--second-best", "1.1"),
        ("--nodes", "0"),
        ("--random-plies", "99"),
    ] {
        let told = refusal(&folder.path().join("none.pdn"), &["--games", "1", flag, value]);
        assert!(told.contains(&flag[2..]), "{told}");
    }
    assert!(!folder.path().join("none.pdn").exists());
}

#[test]
fn games_are_learned_from_with_their_scores() {
    let folder = folder();
    let path = folder.path().join("games.pdn.zst");
    let games = made(&path, &["--games", "60", "--random-moves", "0.05", "--second-best", "0.1"]);
    for word in [" {book}", " random}", " second}"] {
        assert!(games.contains(word), "{word}: {games}");
    }
    let learn = |targets: &str| {
        let out = folder.path().join(format!("{targets}.safetensors"));
        let mut command = draughts();
        command
            .arg("learn")
            .arg(&path)
            .args(["--model", "nn1", "--target-source", targets, "-o"])
            .arg(&out);
        let output = command.output().expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        (String::from_utf8_lossy(&output.stdout).into_owned(), fs::read(out).expect("weights"))
    };
    let ((plain, by_values), (told, by_scores)) = (learn("values"), learn("scores"));
    assert!(plain.contains("60 read, 60 readable") && !plain.contains("scores   of"), "{plain}");
    assert!(told.contains("over the scores of searches") && told.contains("scores   of"), "{told}");
    assert_ne!(by_values, by_scores);
}

#[test]
fn a_database_is_written_again_with_what_a_search_says() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let mut games = made(&path("games.pdn"), &["--games", "8"]);
    games += "[White \"Ann\"]\n[WhiteRating \"1500\"]\n[FEN \"B:W32:B19\"]\n[Result \"0-2\"]\n\n1... 19-23 {old} 0-2 {end}\n\n1. 32-29 *\n";
    fs::write(path("games.pdn"), games).expect("written");
    let annotate = |out: &Path, threads: &str| {
        let mut command = draughts();
        command.args([
            "annotate",
            "--net",
            "material",
            "--nodes",
            "60",
            "--hash",
            "1",
            "--threads",
        ]);
        let output = command.args([threads, "-o"]).arg(out).arg(path("games.pdn")).output();
        let output = output.expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        text(out)
    };
    let annotated = annotate(&path("a.pdn.zst"), "1");
    assert_eq!(annotate(&path("b.pdn"), "3"), annotated);
    assert_eq!(annotate(&path("b.pdn"), "3"), annotated, "nothing is left to do");
    let last = annotated.rsplit_once("[White \"Ann\"]").expect("the last game").1;
    let expected = "\n[WhiteRating \"1500\"]\n[FEN \"B:W32:B19\"]\n[Result \"0-2\"]\n\n1... 19-23 {+0.00/5} {old} 0-2 {end}\n\n1. 32-29 *\n";
    assert_eq!(last, expected, "the illegal game is as it was");
    // Without comments, the moves are those of the file.
    let moves = |text: &str| {
        let is_move =
            |word: &&str| word.contains(['-', 'x']) && !word.contains(['{', '}', '"', '+']);
        text.split_whitespace().filter(is_move).map(String::from).collect::<Vec<_>>()
    };
    let mut before = moves(&fs::read_to_string(path("games.pdn")).expect("games"));
    before.retain(|word| word != "0-2");
    let after: Vec<_> = moves(&annotated).into_iter().filter(|word| word != "0-2").collect();
    assert_eq!(after, before);
}

#[test]
fn a_result_that_contradicts_its_tag_is_written_again_as_both() {
    let folder = folder();
    let (games, out) = (folder.path().join("games.pdn"), folder.path().join("out.pdn"));
    fs::write(&games, "[Result \"2-0\"]\n\n1. 32-28 19-23 0-2\n").expect("written");
    for verb in ["annotate", "analyse"] {
        let words = ["--net", "material", "--hash", "1", "--nodes", "20", "--force", "--out"];
        let output = draughts().arg(verb).args(words).arg(&out).arg(&games).output();
        assert!(output.expect("the program runs").status.success(), "{verb}");
        let written = text(&out);
        assert!(written.contains("[Result \"2-0\"]"), "{verb}: {written}");
        assert!(written.trim_end().ends_with("0-2"), "{verb}: {written}");
    }
}

#[test]
fn a_search_that_finishes_no_iteration_writes_no_score() {
    let folder = folder();
    let games = folder.path().join("games.pdn");
    fs::write(&games, "[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n").expect("written");
    let scores = |nodes: &str| {
        let out = folder.path().join(format!("{nodes}.pdn"));
        let words = ["annotate", "--net", "material", "--hash", "1", "--nodes", nodes, "--out"];
        let output = draughts().args(words).arg(&out).arg(&games).output();
        assert!(output.expect("the program runs").status.success(), "{nodes}");
        text(&out).matches('{').count()
    };
    // The two captures are compulsory; the first search visits two nodes at least.
    assert_eq!((scores("1"), scores("1000")), (0, 2));
}

#[test]
fn what_is_finished_when_the_end_is_asked_for_is_saved() {
    let folder = folder();
    let (cut, whole) = (folder.path().join("cut.pdn"), folder.path().join("whole.pdn"));
    let generate = |out: &Path| {
        let mut command = draughts();
        let words = "generate --net material --nodes 3000 --hash 1 --games 60 --threads 1 -o";
        command.args(words.split(' ')).arg(out);
        command
    };
    // A busy machine needs longer for the first game.
    for seconds in [1, 2, 4, 8, 16, 32] {
        let child = generate(&cut).spawn().expect("the program runs");
        std::thread::sleep(Duration::from_secs(seconds));
        let asked = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(asked.expect("kill").success());
        let output = child.wait_with_output().expect("ended");
        assert!(matches!(output.status.code(), Some(0 | 130)), "{}", output.status);
        if cut.exists() && text(&cut).contains("[Round \"1\"]") {
            break;
        }
    }
    let part = text(&cut);
    assert!(part.contains("[Round \"1\"]"), "{} bytes", part.len());
    for out in [&cut, &whole] {
        assert!(generate(out).status().expect("the program runs").success());
    }
    assert!(text(&cut).starts_with(&part) && text(&cut) == text(&whole));
}

#[test]
fn the_file_that_force_replaces_stays_until_the_new_one_is_whole() {
    let folder = folder();
    let out = folder.path().join("games.pdn");
    let kept = folder.path().join(".games.pdn.draughts-td-replaced");
    let generate = |words: &str| {
        let mut command = draughts();
        command.args("generate --net material --hash 1 --threads 1 -o".split(' ')).arg(&out);
        command.args(words.split(' '));
        command
    };
    assert!(generate("--nodes 20 --games 2").status().expect("the program runs").success());
    let old = text(&out);
    let mut child = generate("--nodes 50000 --games 500 --force").spawn().expect("it runs");
    for _ in 0..600 {
        if kept.exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_eq!(text(&kept), old);
    let again = generate("--nodes 30 --games 2 --force").output().expect("the program runs");
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    assert!(!kept.exists() && text(&out) != old);
}

#[test]
fn a_share_without_a_folder_is_refused() {
    let folder = folder();
    let refused = refusal(&folder.path().join("a.pdn"), &["--games", "4", "--shard", "0/2"]);
    assert!(refused.contains("add --folder"), "{refused}");
}

#[test]
fn files_without_a_game_leave_no_file() {
    let folder = folder();
    let (games, out) = (folder.path().join("games.pdn"), folder.path().join("out.pdn"));
    fs::write(&games, "no game at all").expect("written");
    let annotate = || {
        let output = draughts().arg("annotate").arg(&games).arg("-o").arg(&out).output();
        output.expect("the program runs")
    };
    let output = annotate();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("inspect"));
    assert!(!out.exists());
    fs::write(&games, "[White \"A\"]\n1. 32-28 *\n\n[White \"B\"]\n1. 1-1 *\n").expect("written");
    let output = annotate();
    assert_eq!(output.status.code(), Some(0));
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("1 games that cannot be read are written as they are"), "{told}");
}

#[test]
fn games_with_other_tables_of_as_many_pieces_are_other_games() {
    let folder = folder();
    let (tables, out) = (folder.path().join("tables"), folder.path().join("games.pdn"));
    let build = draughts().args(["endgame", "build", "--pieces", "2"]).arg(&tables).output();
    assert!(build.expect("the program runs").status.success());
    let dir = tables.display().to_string();
    made(&out, &["--games", "2", "--endgame", &dir]);
    fs::remove_file(tables.join("1001.table")).expect("removed");
    let refused = refusal(&out, &["--games", "4", "--endgame", &dir]);
    assert!(refused.contains("endgame_pieces"), "{refused}");
}
