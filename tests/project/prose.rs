//! The words of the texts for people: no habit of writing that hides the noun or the verb, and no sentence that is too long.

use std::fs;
use std::path::{Path, PathBuf};

use draughts_td::cli::laid_out;

use super::sources::sources;

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

/// The reports that are written by hand, or edited since no program makes them again, and the words of the others.
fn reports() -> Vec<PathBuf> {
    let by_hand =
        ["endgame", "endings", "mover", "reference", "scale-out", "small", "speed", "teachers"];
    let by_hand = by_hand.map(|folder| Path::new("results").join(folder).join("README.md"));
    let words = sources(Path::new("results"), &["md"])
        .into_iter()
        .filter(|page| page.components().count() > 2 && !page.ends_with("README.md"));
    words.chain(by_hand).collect()
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

/// The lines of a page outside blocks of code, without code, links and the fields of a report.
fn prose(text: &str) -> Vec<String> {
    let words = |line| without_links(&without_code(&without_fields(line)));
    outside_code(text).map(words).collect()
}

/// The line with a word in the place of each `{{field}}`.
fn without_fields(line: &str) -> String {
    let mut parts = line.split("{{");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "X" + part.split_once("}}").map_or("", |(_, rest)| rest))
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

/// What begins a line of a comment, by the ending of a file.
const COMMENTS: [(&str, &[&str]); 6] = [
    ("rs", &["//"]),
    ("js", &["//", "/*", "*"]),
    ("css", &["/*", "*"]),
    ("toml", &["#"]),
    ("py", &["#"]),
    ("pyi", &["#"]),
];

/// The comments of a file as prose without the examples in them, with their lines; of Python, the texts of documentation too.
fn comments(text: &str, ending: &str) -> Vec<(usize, String)> {
    let known = COMMENTS.iter().find(|(known, _)| *known == ending);
    let (_, marks) = known.expect("a known ending");
    let has_documentation = ending.starts_with("py");
    let is_fence =
        |line: &str| line.trim_start().trim_start_matches(['/', '!', ' ']).starts_with("```");
    let (mut is_example, mut is_documentation) = (false, false);
    let lines = text.lines().enumerate().filter(|(_, line)| {
        let quotes = if has_documentation { line.matches("\"\"\"").count() } else { 0 };
        let is_quoted = is_documentation || quotes > 0;
        is_documentation ^= quotes % 2 == 1;
        is_quoted || marks.iter().any(|mark| line.trim_start().starts_with(mark))
    });
    let lines = lines.filter(|(_, line)| {
        is_example ^= is_fence(line);
        !is_example
    });
    lines.map(|(place, line)| (place + 1, without_links(&without_code(line)))).collect()
}

/// Where code is, and its comments.
const FOLDERS: [&str; 7] =
    ["src", "tests", "benches", "examples", "fuzz/src", "features", "results"];

/// The files of these folders that have this ending, with their texts.
fn code_files(folders: &[&str], ending: &str) -> Vec<(PathBuf, String)> {
    let files = folders.iter().flat_map(|folder| sources(Path::new(folder), &[ending]));
    files.map(|file| (file.clone(), fs::read_to_string(file).expect("a file"))).collect()
}

/// The habits in parts of a file, each with its place.
fn habits_of(file: &Path, parts: impl IntoIterator<Item = (usize, String)>) -> Vec<String> {
    let named = |(line, part): (usize, String)| {
        let named = |habit| format!("{}:{line}: {habit}: {part}", file.display());
        habits(&part).into_iter().map(named).collect::<Vec<_>>()
    };
    parts.into_iter().flat_map(named).collect()
}

#[test]
fn comments_have_no_habits() {
    let (mut found, mut count) = (Vec::new(), 0);
    for (ending, _) in COMMENTS {
        let files = code_files(&FOLDERS, ending);
        assert!(!files.is_empty(), "no file ends in .{ending}");
        count += files.len();
        for (file, text) in files {
            found.extend(habits_of(&file, comments(&text, ending)));
        }
    }
    assert!(count > 700, "only {count} files were found");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The comments of a file of Rust as the lines of a page, an empty one where code comes between.
fn comment_lines(text: &str) -> Vec<String> {
    let mut last = 0;
    let lines = comments(text, "rs").into_iter().flat_map(|(place, line)| {
        let is_next = place == last + 1;
        last = place;
        let line = line.trim_start().trim_start_matches(['/', '!']).trim_start().to_owned();
        if is_next { vec![line] } else { vec![String::new(), line] }
    });
    lines.collect()
}

#[test]
fn comments_have_no_sentence_above_thirty_words() {
    let mut found = Vec::new();
    for (file, text) in code_files(&FOLDERS, "rs") {
        let sentences = sentences(&comment_lines(&text)).into_iter();
        let long = sentences.filter(|sentence| words(sentence) > LONGEST);
        found.extend(long.map(|sentence| format!("{}: {sentence}", file.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The names of the functions of a file of Rust, with their lines.
fn function_names(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().filter_map(|(place, line)| {
        let (before, name) = line.split_once("fn ")?;
        let is_signature = before.split_whitespace().all(|word| {
            word.starts_with("pub") || ["const", "unsafe", "async", "super)"].contains(&word)
        });
        let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        is_signature.then_some((place + 1, name))
    })
}

#[test]
fn names_of_functions_have_no_habits() {
    let (mut found, mut count) = (Vec::new(), 0);
    for (file, text) in code_files(&FOLDERS, "rs") {
        let names = function_names(&text).inspect(|_| count += 1);
        let names = names.filter(|(_, name)| *name != "is_none");
        found.extend(habits_of(&file, names.map(|(line, name)| (line, name.replace('_', " ")))));
    }
    assert!(count > 5000, "only {count} functions were found");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The texts between quotes of a file of code, without its comments and its tests, with their lines.
fn messages(text: &str) -> Vec<(usize, String)> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim_start().starts_with(['/', '*']));
    let found = lines.flat_map(|(place, line)| {
        let line = line.replace("\\\"", "'");
        let texts = line.split('"').skip(1).step_by(2);
        texts.map(|text| (place + 1, without_code(text))).collect::<Vec<_>>()
    });
    found.filter(|(_, text)| text.contains(' ')).collect()
}

#[test]
fn messages_have_no_habits() {
    // The translations of the page are not English.
    let is_shipped =
        |file: &Path| !file.ends_with("tests.rs") && !file.starts_with("src/web/page/languages");
    let (mut found, mut count) = (Vec::new(), 0);
    for (file, text) in ["rs", "js"].into_iter().flat_map(|ending| code_files(&["src"], ending)) {
        if is_shipped(&file) {
            found.extend(habits_of(&file, messages(&text).into_iter().inspect(|_| count += 1)));
        }
    }
    assert!(count > 3000, "only {count} messages were found");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_pages_have_no_sentence_above_thirty_words() {
    let mut found = Vec::new();
    for page in guide().into_iter().chain(reports()) {
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
        comments(code, "rs").iter().flat_map(|(n, text)| vec![*n; habits(text).len()]).collect();
    assert_eq!(found, [2]);
    let code = "/// One two.\n/// Three\nlet x = 1;\n// four.";
    let counts: Vec<usize> =
        sentences(&comment_lines(code)).iter().map(|s| words(s)).filter(|&n| n > 0).collect();
    assert_eq!(counts, [2, 1, 1]);
    let code = "let stands = \"it \\\"stands\\\" here\"; // \"it stands\"\n// \"it stands\"\n#[cfg(test)]\n\"it stands\"";
    assert_eq!(messages(code)[0], (1, "it 'stands' here".to_owned()));
    let code =
        "    pub(crate) const fn stands_here<T>() {}\n// the fn of it\nfn go(f: impl Fn(u8))";
    assert_eq!(function_names(code).collect::<Vec<_>>(), [(1, "stands_here"), (3, "go")]);
    let code = "x = 1  # stands\n# stands\ndef f():\n    \"\"\"Stands.\n\n    It stands.\n    \"\"\"\n    stands()\n";
    let found: Vec<usize> = comments(code, "py").into_iter().map(|(line, _)| line).collect();
    assert_eq!(found, [2, 4, 5, 6, 7]);
}
