//! The words of the texts for people: no habit of writing that hides the noun or the verb, and no sentence that is too long.

use std::fs;
use std::path::{Path, PathBuf};

use draughts_td::cli::laid_out;

/// Words that were used for others, and the words to write. CONTRIBUTING.md says why.
const HABITS: [(&str, &str); 16] = [
    ("is none", "is not …, is invalid"),
    ("are none", "are not …, are invalid"),
    ("behind", "after"),
    ("stands", "is"),
    ("stand", "are"),
    ("alone", "only"),
    ("met", "read, played"),
    ("moves of chance", "random moves"),
    ("move of chance", "random move"),
    ("in the box", "built-in"),
    ("so many", "N"),
    ("whoever", "the side that"),
    ("what is told", "the output"),
    ("goes on", "resumes"),
    ("go on", "resume"),
    ("tells", "says, shows, has"),
];

/// Where a word of the list has its ordinary meaning.
const ORDINARY: [&str; 4] = ["there is none", "there are none", "standing shot", "stand pat"];

/// The most words of a sentence of the guide.
const LONGEST: usize = 30;

/// The Markdown files of a folder.
fn pages(folder: &str) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect()
}

/// The guide, and what contributors read.
fn guide() -> Vec<PathBuf> {
    let others = [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "src/ARCHITECTURE.md",
        "src/python/README.md",
        "features/README.md",
        "pdn/README.md",
        "fuzz/README.md",
        "results/README.md",
        "results/paper.md",
    ];
    pages("docs").into_iter().chain(others.map(PathBuf::from)).collect()
}

/// The reports that are written by hand, or edited since no program makes them again.
fn reports() -> Vec<PathBuf> {
    let folders =
        ["endgame", "endings", "mover", "reference", "scale-out", "small", "speed", "teachers"];
    folders.map(|folder| Path::new("results").join(folder).join("README.md")).to_vec()
}

/// The lines of a page, those of blocks of code empty.
pub(super) fn outside_code(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().map(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence { "" } else { line }
    })
}

/// The lines of a page outside blocks of code, without code, links and numbers of lines.
fn prose(text: &str) -> Vec<String> {
    outside_code(text).map(|line| without_links(&without_code(line))).collect()
}

fn without_code(line: &str) -> String {
    let parts = line.split('`').enumerate();
    parts.map(|(place, part)| if place % 2 == 0 { part } else { "X" }).collect()
}

/// The line with the labels of its links and not their targets.
pub(super) fn without_links(line: &str) -> String {
    let mut parts = line.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once(')').map_or(part, |(_, rest)| rest))
}

/// The habits in a text, each with the words to write.
fn habits(text: &str) -> Vec<String> {
    let text = ORDINARY.iter().fold(text.to_lowercase(), |text, phrase| text.replace(phrase, ""));
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let has = |phrase: &str| {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        words.windows(phrase.len()).any(|window| window == phrase)
    };
    let found = HABITS.iter().filter(|(habit, _)| has(habit));
    found.map(|(habit, better)| format!("'{habit}' (write: {better})")).collect()
}

/// The sentences of a page: a cell of a table, a heading and an item of a list are sentences of their own.
fn sentences(lines: &[String]) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in lines {
        let start = line.trim_start();
        let is_item = start.starts_with(['-', '#'])
            || start.starts_with(|c: char| c.is_ascii_digit()) && start.contains(". ");
        if line.starts_with('|') {
            paragraphs.extend(line.split('|').map(str::to_owned));
            paragraphs.push(String::new());
        } else if start.is_empty() || is_item {
            paragraphs.push(line.clone());
        } else {
            let last = paragraphs.last_mut().expect("a paragraph");
            last.push_str(&format!(" {line}"));
        }
    }
    paragraphs.iter().flat_map(|paragraph| split(paragraph)).collect()
}

/// The sentences of a paragraph.
fn split(paragraph: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for word in paragraph.split_whitespace() {
        let last = found.last_mut().expect("a sentence");
        last.push_str(&format!("{word} "));
        if word.trim_end_matches([')', '*', '"']).ends_with(['.', '!', '?', ':']) {
            found.push(String::new());
        }
    }
    found
}

fn words(sentence: &str) -> usize {
    sentence.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
}

#[test]
fn the_pages_have_no_habits_that_hide_the_noun_or_the_verb() {
    let mut found = Vec::new();
    for page in guide().into_iter().chain(reports()) {
        let text = fs::read_to_string(&page).expect("a page");
        for (place, line) in prose(&text).iter().enumerate() {
            found.extend(
                habits(line)
                    .iter()
                    .map(|habit| format!("{}:{}: {habit}", page.display(), place + 1)),
            );
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The comments of a file of Rust as prose without the examples in them, with their lines.
fn comments(text: &str) -> Vec<(usize, String)> {
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let is_fence =
        |line: &str| line.trim_start().trim_start_matches(['/', '!', ' ']).starts_with("```");
    let mut is_example = false;
    let lines =
        text.lines().enumerate().filter(|(_, line)| is_comment(line)).filter(|(_, line)| {
            is_example ^= is_fence(line);
            !is_example
        });
    lines.map(|(place, line)| (place + 1, without_links(&without_code(line)))).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let paths = entries
        .map(|entry| entry.path())
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] });
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

#[test]
fn comments_have_no_habits() {
    let files = rust_files(Path::new("src"));
    assert!(files.len() > 400, "only {} files were found", files.len());
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a file");
        for (line, comment) in comments(&text) {
            let named = |habit| format!("{}:{line}: {habit}", file.display());
            found.extend(habits(&comment).into_iter().map(named));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_guide_has_no_sentence_above_thirty_words() {
    let mut found = Vec::new();
    for page in guide() {
        let text = fs::read_to_string(&page).expect("a page");
        let long =
            sentences(&prose(&text)).into_iter().filter(|sentence| words(sentence) > LONGEST);
        found.extend(long.map(|sentence| format!("{}: {sentence}", page.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The help of a verb and of those below it, by name.
fn helps(mut command: clap::Command, name: &str) -> Vec<(String, String)> {
    let help = command.render_long_help().to_string();
    let below =
        command.get_subcommands().filter(|verb| !verb.is_hide_set() && verb.get_name() != "help");
    let below = below.flat_map(|verb| helps(verb.clone(), &format!("{name} {}", verb.get_name())));
    std::iter::once((name.to_owned(), help)).chain(below).collect()
}

#[test]
fn the_help_has_no_habits_that_hide_the_noun_or_the_verb() {
    let mut command = laid_out(100).disable_help_subcommand(true);
    command.build();
    let helps = helps(command, "draughts-td");
    assert!(helps.len() > 20, "only {} verbs were found", helps.len());
    let mut found = Vec::new();
    for (name, help) in helps {
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        found.extend(
            habits(&without_code(&help)).iter().map(|habit| format!("{name} --help: {habit}")),
        );
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn habits_and_long_sentences_are_found() {
    assert_eq!(habits("A number that is none stands behind it.").len(), 3);
    assert_eq!(habits("There is none; the understanding is not behindhand."), Vec::<String>::new());
    let lines =
        prose("One two. Three [four](five six) `seven eight`\nnine\n```\nten\n```\n| a b | c |");
    let counts: Vec<usize> =
        sentences(&lines).iter().map(|sentence| words(sentence)).filter(|&n| n > 0).collect();
    assert_eq!(counts, [2, 4, 2, 1]);
    let code = "let stands = 1; // stands\n    /// What stands there.\n//! `stands`\n/// ```\n/// stands();\n/// ```";
    let found: Vec<usize> =
        comments(code).iter().flat_map(|(n, text)| vec![*n; habits(text).len()]).collect();
    assert_eq!(found, [2]);
}
