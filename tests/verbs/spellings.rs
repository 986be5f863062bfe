//! Flags and verbs of earlier releases keep working, and no help shows them.

use clap::Command;
use draughts_td::cli::laid_out;

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
        let mut command = laid_out(80);
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
    let command = laid_out(80);
    for (other, name) in VERBS {
        let verb = command.find_subcommand(other).map(Command::get_name);
        assert_eq!(verb, Some(name), "{other}");
        let help = laid_out(80).render_long_help().to_string();
        assert!(!help.contains(&format!("  {other}")), "{help}");
    }
}
