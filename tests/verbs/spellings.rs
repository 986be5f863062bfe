//! Flags, verbs and settings of earlier releases go on working, and no help shows them.

use std::fmt::Debug;
use std::fs;

use clap::{Command, CommandFactory};
use draughts_td::cli::Cli;
use draughts_td::commands::flags::learn::LearnFlags;
use draughts_td::commands::flags::train::TrainFlags;

/// Verbs with the earlier spelling of a flag and today's.
const FLAGS: [(&str, &[(&str, &str)]); 18] = [
    (
        "learn",
        &[
            ("rate", "lr"),
            ("beta-rate", "beta-lr"),
            ("rest-rate", "rest-lr"),
            ("hidden-rate", "hidden-lr"),
            ("hidden-method", "hidden-optimizer"),
            ("decay", "lr-decay"),
            ("fall", "lr-final"),
            ("targets", "target-source"),
            ("without", "drop-inputs"),
            ("windows", "pattern-file"),
            ("squash", "output-activation"),
            ("apart", "feature-layers"),
            ("patience", "silence"),
        ],
    ),
    (
        "train",
        &[
            ("rate", "lr"),
            ("beta-rate", "beta-lr"),
            ("rest-rate", "rest-lr"),
            ("hidden-rate", "hidden-lr"),
            ("fall", "lr-final"),
            ("windows", "pattern-file"),
            ("squash", "output-activation"),
            ("apart", "feature-layers"),
            ("rule", "algorithm"),
            ("start", "init"),
            ("blunders", "unearned-gains"),
            ("last", "terminal-update"),
            ("optimiser", "optimizer"),
            ("update", "batch-games"),
            ("plies", "max-plies"),
            ("tt", "hash"),
            ("measure", "eval-every"),
            ("measure-games", "eval-games"),
        ],
    ),
    ("match", &[("tt", "hash"), ("patience", "timeout"), ("srand", "seed"), ("pgnout", "pdn")]),
    ("tournament", &[("tt", "hash"), ("patience", "timeout")]),
    ("generate", &[("tt", "hash"), ("to-the-end", "no-adjudication")]),
    ("annotate", &[("tt", "hash")]),
    ("analyse", &[("tt", "hash")]),
    ("play", &[("tt", "hash"), ("color", "colour")]),
    ("board", &[("tt", "hash")]),
    ("suite", &[("tt", "hash")]),
    ("bench", &[("tt", "hash")]),
    ("reproduce strength", &[("tt", "hash")]),
    ("reproduce tuning", &[("tt", "hash")]),
    ("hub", &[("tt", "hash"), ("learn-rate", "lr")]),
    ("hub check", &[("answer", "reply-timeout"), ("thinking", "move-timeout")]),
    ("dxp serve", &[("tt", "hash"), ("learn-rate", "lr"), ("patience", "timeout")]),
    ("dxp connect", &[("tt", "hash"), ("learn-rate", "lr"), ("patience", "timeout")]),
    ("dxp check", &[("answer", "reply-timeout"), ("thinking", "move-timeout")]),
];

/// The earlier names of verbs and today's.
const VERBS: [(&str, &str); 4] =
    [("selfplay", "train"), ("datagen", "generate"), ("testsuite", "suite"), ("gui", "board")];

#[test]
fn every_earlier_flag_is_understood_and_no_help_shows_it() {
    for (verb, flags) in FLAGS {
        let mut command = Cli::command();
        command.build();
        let mut command = verb
            .split(' ')
            .fold(command, |command, name| command.find_subcommand(name).expect(name).clone());
        let help = command.render_long_help().to_string();
        for (old, new) in flags {
            let arg = command.get_arguments().find(|arg| arg.get_long() == Some(new));
            let arg = arg.unwrap_or_else(|| panic!("{verb} --{new}"));
            assert!(arg.get_all_aliases().is_some_and(|all| all.contains(old)), "{verb} --{old}");
            let is_shown = |word: &str| word == format!("--{old}");
            assert!(!help.split(|c: char| c != '-' && !c.is_alphanumeric()).any(is_shown), "{old}");
        }
    }
}

#[test]
fn verbs_have_hidden_names() {
    let command = Cli::command();
    for (other, name) in VERBS {
        let verb = command.find_subcommand(other).map(Command::get_name);
        assert_eq!(verb, Some(name), "{other}");
        let help = Cli::laid_out(80).render_long_help().to_string();
        assert!(!help.contains(&format!("  {other}")), "{help}");
    }
}

/// The settings of a file, for comparison.
fn settings<S: Debug>(text: &str, read: impl Fn(&std::path::Path) -> S) -> String {
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), text).expect("written");
    format!("{:?}", read(file.path()))
}

#[test]
fn settings_files_of_earlier_releases_mean_the_same() {
    let learn = |text: &str| settings(text, |path| LearnFlags::read(path).expect("settings"));
    let old = "rate = 0.25\nbeta-rate = 0.5\ndecay = 0.5\nfall = 1\nwithout = [\"raw\", \"kings\"]
targets = \"scores\"\nhidden-method = \"plain\"\nhidden-rate = 0.1\npatience = 3.5
[patterns]\nwindows = \"own.toml\"\nsquash = \"linear\"\nrest-rate = 0.01
[separated]\napart = [1, 2, 3]\n[filter]\nwindow = 4\n[selection]\nunique = true\n";
    let new = "lr = 0.25\nbeta-lr = 0.5\nlr-decay = 0.5\nlr-final = 1.0
drop-inputs = [\"raw\", \"kings\"]\ntarget-source = \"scores\"\nhidden-optimizer = \"sgd\"
hidden-lr = 0.1\nsilence = 3.5\npattern-file = \"own.toml\"\noutput-activation = \"linear\"
rest-lr = 0.01\nfeature-layers = [1, 2, 3]\nwindow = 4\nunique = true\n";
    assert_eq!(learn(old), learn(new));
    assert_ne!(learn(old), learn(""));
    let train = |text: &str| settings(text, |path| TrainFlags::read(path).expect("settings").0);
    let old = "rule = \"td\"\nstart = \"random\"\nblunders = \"rule\"\nlast = \"losses\"\ntt = 8
optimiser = \"plain\"\nupdate = 4\nplies = 12\nmeasure = 0\nmeasure-games = 20\nfall = 0.1\n";
    let new = "algorithm = \"td\"\ninit = \"random\"\nunearned-gains = \"rule\"\nhash = 8
terminal-update = \"losses\"\noptimizer = \"sgd\"\nbatch-games = 4\nmax-plies = 12
eval-every = 0\neval-games = 20\nlr-final = 0.1\n";
    assert_eq!(train(old), train(new));
    assert_ne!(train(old), train(""));
}
