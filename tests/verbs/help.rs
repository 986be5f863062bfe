//! Help as it is read: within 80 columns, with examples that can be copied.

use clap::Command;
use clap::error::ErrorKind;
use draughts_td::cli::{accepted, laid_out};

use crate::run::{PROGRAM, draughts};

/// Every verb and the verbs below it, laid out for this width.
fn verbs(columns: usize) -> Vec<Command> {
    fn gather(command: &Command, all: &mut Vec<Command>) {
        all.push(command.clone());
        let verbs = command.get_subcommands().filter(|verb| verb.get_name() != "help");
        verbs.for_each(|verb| gather(verb, all));
    }
    let mut root = laid_out(columns);
    root.build();
    let mut all = Vec::new();
    gather(&root, &mut all);
    all
}

#[test]
fn no_line_of_help_is_wider_than_the_terminal() {
    for columns in [80, 100] {
        for mut verb in verbs(columns) {
            for help in [verb.render_help(), verb.render_long_help()] {
                let text = help.to_string();
                let wide = text.lines().find(|line| line.chars().count() > columns);
                assert_eq!(wide, None, "{}", verb.get_name());
            }
        }
    }
}

#[test]
fn no_paragraph_of_help_has_a_short_line_in_its_middle() {
    for mut verb in verbs(80) {
        let text = verb.render_long_help().to_string();
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2) {
            let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
            let next = pair[1].split(' ').next().unwrap_or_default();
            if is_prose(pair[0]) && is_prose(pair[1]) && !pair[0].ends_with(':') {
                let length = pair[0].chars().count() + 1 + next.chars().count();
                assert!(length > 80, "{}: {}", verb.get_name(), pair.join("\n"));
            }
        }
    }
}

/// Whether the first page only names a verb: it sets up a cluster or a package.
fn is_unlisted(verb: &str) -> bool {
    ["merge", "completions", "man"].contains(&verb)
}

#[test]
fn the_first_help_puts_every_verb_in_a_group_and_playing_first() {
    let output = draughts().output().expect("it runs");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    let places: Vec<usize> = laid_out(80)
        .get_subcommands()
        .filter(|verb| !verb.is_hide_set() && !is_unlisted(verb.get_name()))
        .map(|verb| {
            text.find(&format!("\n  {} ", verb.get_name()))
                .unwrap_or_else(|| panic!("no verb {}", verb.get_name()))
        })
        .collect();
    assert!(places.is_sorted(), "{text}");
    let first = text.lines().skip_while(|line| *line != "Play and analyse:").nth(1);
    assert!(first.is_some_and(|line| line.starts_with("  board ")), "{text}");
}

#[test]
fn a_negative_number_reaches_the_reader_of_every_flag() {
    for verb in verbs(80) {
        let name = verb.get_bin_name().unwrap_or_default().to_owned();
        for flag in verb.get_arguments().filter(|flag| flag.get_action().takes_values()) {
            let is_switch = flag.get_num_args().is_some_and(|values| !values.takes_values());
            let Some(long) = flag.get_long().filter(|_| !is_switch) else { continue };
            let call: Vec<String> = name.split(' ').map(String::from).collect();
            let call = [call, vec![format!("--{long}"), "-1".into()]].concat();
            let error = laid_out(80).try_get_matches_from(call).err();
            let kind = error.as_ref().map(clap::Error::kind);
            assert_ne!(kind, Some(ErrorKind::UnknownArgument), "{name} --{long} -1");
        }
    }
}

#[test]
fn a_number_out_of_range_is_told_the_range() {
    for (call, wanted) in [
        ("learn x.pdn --epochs -1", "give 0 or more"),
        ("learn x.pdn --window 99999999999", "give 0 to 4294967295"),
        ("learn pdn/sample.pdn.zst --lr inf", "it must be a finite number above 0"),
        ("analyse start --nodes nan", "it must be a whole number and not negative"),
        ("endgame build tables --pieces 9", "give 2 to 5"),
        ("play --level 11", "give 1 to 10"),
        ("board --port 99999", "give 0 to 65535"),
        ("learn x.pdn --seed -1", "it must be a whole number and not negative"),
        ("analyse start --time -3", "seconds"),
        ("learn pdn/sample.pdn.zst --lr -1", "lr is -1"),
    ] {
        let output = draughts().args(call.split(' ')).output().expect("it runs");
        let text = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{call}: {text}");
        assert!(text.contains(wanted) && !text.contains("unexpected argument"), "{call}: {text}");
    }
}

#[test]
fn a_verb_and_a_flag_that_people_type_are_answered_by_what_they_may_mean() {
    for (call, wanted) in [
        ("search start", "analyse, or db search"),
        ("probe W:WK1:BK50", "endgame probe"),
        ("analyse start -d 3", "--help lists them"),
    ] {
        let output = draughts().args(call.split(' ')).output().expect("it runs");
        let text = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{call}: {text}");
        assert!(text.contains(wanted) && !text.contains("tip"), "{call}: {text}");
    }
}

#[test]
fn a_file_without_games_is_answered_by_its_error_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let junk = folder.path().join("junk.txt");
    std::fs::write(&junk, "hello world\n").expect("written");
    let output = draughts().arg("inspect").arg(&junk).output().expect("it runs");
    assert!(output.stdout.is_empty() && output.status.code() == Some(2));
}

#[test]
fn the_short_help_shows_the_usual_flags_and_the_long_help_all() {
    for (name, usual, expert) in [
        ("learn", "--lr-final", "--checkpoint"),
        ("train", "--batch-games", "--terminal-update"),
        ("match", "--sprt", "--timemargin"),
    ] {
        let all = verbs(80);
        let mut verb = all.into_iter().find(|verb| verb.get_name() == name).expect(name);
        let [short, long] =
            [verb.render_help(), verb.render_long_help()].map(|help| help.to_string());
        assert!(short.contains(usual) && !short.contains(expert), "{short}");
        assert!(long.contains(usual) && long.contains(expert), "{long}");
    }
}

/// The lines below `Examples:`, up to the next paragraph.
fn examples(verb: &Command) -> Vec<String> {
    let help = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
    let lines = help.lines().skip_while(|line| !line.starts_with("Example")).skip(1);
    lines.take_while(|line| !line.is_empty()).map(String::from).collect()
}

#[test]
fn every_verb_has_examples_that_no_terminal_breaks() {
    for verb in verbs(80).iter().filter(|verb| !verb.has_subcommands()) {
        let lines = examples(verb);
        let name = verb.get_bin_name().unwrap_or_default();
        // The examples of the experiments are together under `reproduce`.
        assert!(!lines.is_empty() || name.contains("reproduce"), "{name} has no examples");
        for line in lines {
            assert!(line.chars().count() <= 80, "{name}: {line}");
        }
    }
}

#[test]
fn every_example_is_accepted_by_its_verb() {
    for verb in verbs(80) {
        let text = examples(&verb).join("\n").replace("\\\n", " ");
        for line in text.lines() {
            let Some(call) = line.rsplit("| ").find(|part| part.contains("draughts-td")) else {
                continue;
            };
            let call = call.trim_start().split("   ").next().unwrap_or(call);
            let words = words(call);
            let start = words.iter().position(|word| word == "draughts-td").expect("the program");
            let parsed = accepted(&words[start..]);
            assert!(parsed.is_ok(), "{line}: {}", parsed.expect_err("a fault"));
        }
    }
}

/// Words as a shell splits them; quotes keep blanks together, a redirection ends the call.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            '>' if !quoted => break,
            other => words.last_mut().expect("a word").push(other),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A release does not check this, and takes one of the two.
#[test]
fn no_verb_has_two_flags_of_one_name() {
    for verb in verbs(80) {
        let mut names: Vec<&str> =
            verb.get_arguments().filter_map(|flag| flag.get_long()).collect();
        names.sort_unstable();
        let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None, "{}", verb.get_name());
    }
}

#[test]
fn the_version_has_commit_and_target() {
    let run = |program: &str, arguments: &[&str]| {
        let output = std::process::Command::new(program).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    for arguments in [&["--version"][..], &["learn", "--version"]] {
        let shown = run(PROGRAM, arguments).expect("it runs");
        assert!(shown.contains(env!("CARGO_PKG_VERSION")), "{shown}");
        assert!(shown.contains(env!("DRAUGHTS_TD_TARGET")), "{shown}");
        let is_clone = std::path::Path::new(".git").exists();
        if let Some(commit) = run("git", &["rev-parse", "HEAD"]).filter(|_| is_clone) {
            assert!(shown.contains(&commit[..10]), "{shown}, and the commit is {commit}");
        }
    }
}

#[test]
fn completions_and_manual_know_every_verb() {
    let run = |arguments: &[&str]| {
        let mut program = draughts();
        let output = program.args(arguments).output().expect("it runs");
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let folder = tempfile::tempdir().expect("folder");
    run(&["man", "--out", folder.path().to_str().expect("UTF-8")]);
    let page = run(&["man"]);
    let scripts = ["bash", "zsh", "fish"].map(|shell| run(&["completions", shell]));
    for verb in laid_out(80).get_subcommands().filter(|verb| !verb.is_hide_set()) {
        let name = verb.get_name();
        assert!(page.contains(name), "{name}");
        assert!(scripts.iter().all(|script| script.contains(name)), "{name}");
        assert!(folder.path().join(format!("draughts-td-{name}.1")).is_file(), "{name}");
    }
    assert!(scripts[0].contains("--beta-lr"), "{}", scripts[0]);
}
