//! Learning from the weights of another network, through the built program.

use std::path::{Path, PathBuf};

use draughts_td::checksum::of_file as checksum;
use draughts_td::models::file;
use draughts_td::models::network::{NetworkModel, NetworkSettings};
use draughts_td::models::nnue::{Nnue, NnueSettings};

type Training = draughts_td::learning::Training<NetworkSettings>;
use tempfile::TempDir;

use crate::run::draughts;

const SAMPLE: &str = "pdn/sample.pdn.zst";

struct Run(TempDir);

impl Run {
    fn new() -> Run {
        Run(tempfile::tempdir().expect("temporary folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// `learn` on the first games of the sample; the status and what was said on standard error.
    fn learn(&self, out: &str, flags: &[&str], init: Option<&str>) -> (Option<i32>, String) {
        let mut command = draughts();
        command.args(["learn", SAMPLE, "--games", "200"]).args(flags);
        if !flags.contains(&"--epochs") {
            command.args(["--epochs", "1"]);
        }
        command.arg("-o").arg(self.path(out));
        if let Some(init) = init {
            command.arg("--init").arg(self.path(init));
        }
        let output = command.output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn done(
        &self,
        out: &str,
        flags: &[&str],
        init: Option<&str>,
    ) -> (NetworkModel, Training, String) {
        let (status, message) = self.learn(out, flags, init);
        assert_eq!(status, Some(0), "{message}");
        let (model, training) = read(&self.path(out));
        (model, training, message)
    }

    fn refused(&self, out: &str, flags: &[&str], init: Option<&str>) -> String {
        let (status, message) = self.learn(out, flags, init);
        assert_eq!(status, Some(2), "{message}");
        message
    }
}

fn read(path: &Path) -> (NetworkModel, Training) {
    let (model, card) = file::read::<NetworkModel>(path).expect("network");
    let training = Training::of(&card, &model).expect("a card");
    (model, training)
}

#[test]
fn one_pass_from_the_network_of_one_pass_equals_two_passes() {
    let run = Run::new();
    let (_, first, _) = run.done("one", &["--model", "nn1", "--optimizer", "sgd"], None);
    assert_eq!(first.init, None);
    let (second, training, warning) =
        run.done("then", &["--model", "nn1", "--optimizer", "sgd"], Some("one"));
    let (both, ..) =
        run.done("two", &["--model", "nn1", "--optimizer", "sgd", "--epochs", "2"], None);
    assert!(second == both, "weights differ");
    let init = training.init.expect("the start is on the card");
    assert_eq!(init.name, "one");
    assert_eq!(Some(init.sha256), checksum(&run.path("one")).ok());
    assert!(!warning.contains("warning"), "{warning}");
}

#[test]
fn the_built_in_evaluation_is_a_start_like_a_file() {
    let run = Run::new();
    let (status, message) = run.learn("own", &["--model", "nnue", "--init", "reference"], None);
    assert_eq!(status, Some(0), "{message}");
    let (model, card) = file::read::<Nnue>(&run.path("own")).expect("nnue");
    let training = draughts_td::learning::Training::<NnueSettings>::of(&card, &model);
    let init = training.expect("a card").init.expect("the start is on the card");
    let packed = Path::new("results/reference/reference.safetensors.zst");
    assert_eq!((init.name.as_str(), Some(init.sha256)), ("reference", checksum(packed).ok()));
    for (net, kind) in [("nn1", "network"), ("patterns", "patterns")] {
        let message = run.refused("net", &["--net", net, "--init", "reference"], None);
        assert!(message.contains(&format!("nnue, where {kind} is asked for")), "{message}");
    }
}

#[test]
fn a_network_of_one_phase_starts_all_phases() {
    let run = Run::new();
    let (one, ..) = run.done("one", &["--hidden", "8"], None);
    // A rate near zero leaves the weights where they started.
    let rate = ["--lr", "1e-12", "--beta-lr", "0", "--hidden", "8"];
    let (three, ..) = run.done("three", &[&rate[..], &["--model", "nn5"]].concat(), Some("one"));
    assert_eq!(three.networks().len(), 3);
    for network in three.networks() {
        let pairs = network.input.iter().zip(&one.networks()[0].input);
        assert!(pairs.into_iter().all(|(after, before)| (after - before).abs() < 1e-6));
    }
    let message = run.refused("back", &rate, Some("three"));
    assert!(message.contains("one phase") && message.contains("--init"), "{message}");
}

#[test]
fn a_run_resumes_only_with_the_start_it_had() {
    let run = Run::new();
    let flags = ["--model", "nn1", "--hidden", "4"];
    run.done("a", &flags, None);
    run.done("b", &[&flags[..], &["--lambda", "0.5"]].concat(), None);
    let (before, ..) = run.done("net", &flags, Some("a"));
    let resumed = [&flags[..], &["--resume"]].concat();
    let (after, ..) = run.done("net", &resumed, Some("a"));
    assert!(before == after, "weights differ");
    let message = run.refused("net", &resumed, Some("b"));
    assert!(message.contains("started from a ") && message.contains("from b "), "{message}");
    let message = run.refused("net", &resumed, None);
    assert!(message.contains("random weights"), "{message}");
}

#[test]
fn a_start_that_does_not_fit_is_refused_and_one_that_knows_the_held_out_games_is_told() {
    let run = Run::new();
    run.done("one", &["--model", "nn1", "--hidden", "4"], None);
    let message = run.refused("net", &["--model", "nn2", "--hidden", "4"], Some("one"));
    assert!(message.contains("23 inputs, this run 87"), "{message}");
    let message = run.refused("net", &["--model", "nn1"], Some("one"));
    assert!(message.contains("--hidden 4"), "{message}");
    let message = run.refused("one", &["--model", "nn1", "--hidden", "4"], Some("one"));
    assert!(message.contains("would overwrite"), "{message}");
    for wrong in ["missing", "."] {
        let message = run.refused("net", &["--model", "nn1"], Some(wrong));
        assert!(message.contains("--init"), "{message}");
    }
    let flags = ["--model", "nn1", "--hidden", "4", "--seed", "2"];
    let (.., warning) = run.done("net", &flags, Some("one"));
    assert!(warning.contains("--seed 1 --holdout 0.1"), "{warning}");
}
