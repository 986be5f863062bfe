//! The README and the guide are true: their commands are accepted, their Python lines agree with `eval`, their links lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

use draughts_td::arena::tournament::roster::Entrant;
use draughts_td::cli::accepted;

/// The README and the pages of the guide.
fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir("docs").expect("the guide");
    let pages = entries.map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<PathBuf> =
        pages.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    pages.push("README.md".into());
    pages.sort();
    pages
}

/// The fenced blocks of this language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let start = format!("```{language}\n");
    let blocks = text.split(&start).skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// The words of a command line up to its comment, quotes removed.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (quote, c) {
            (Some(end), c) if c == end => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (None, '#') if word.is_none() => break,
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The commands of this program in the shell blocks of a page, each from its name to its end.
fn commands(text: &str) -> Vec<Vec<String>> {
    let blocks = blocks(text, "sh").join("\n").replace("\\\n", " ");
    let ends = ["|", "<", ">", "2>", "&&"];
    let commands = blocks.lines().filter_map(|line| {
        let words = words(line);
        let at = words.iter().position(|word| word == "draughts-td")?;
        let command = words[at..].iter().take_while(|word| !ends.contains(&word.as_str()));
        // A number that another program fills in.
        Some(command.map(|word| word.replace("{}", "0")).collect())
    });
    commands.collect()
}

#[test]
fn every_command_of_the_guide_is_accepted() {
    let (mut count, mut refused) = (0, Vec::new());
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for command in commands(&text) {
            count += 1;
            if let Err(error) = accepted(&command) {
                refused.push(format!("{}: {}\n{error}", page.display(), command.join(" ")));
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(count > 40, "only {count} commands were found");
}

/// The players that a page names in code: `net:FILE`, `reference without …`, `level:N`.
fn players(text: &str) -> Vec<String> {
    let spans = text.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2));
    let kinds = ["reference ", "material ", "net:", "level:", "hub:", "dxp:"];
    let is_player = |span: &&str| kinds.iter().any(|kind| span.starts_with(kind) && span != kind);
    let named = spans.filter(is_player);
    named
        .map(|span| span.replace("level:N", "level:3").replace("HOST:PORT", "host:27531"))
        .collect()
}

#[test]
fn every_player_of_the_guide_is_accepted() {
    let (mut count, mut refused) = (0, Vec::new());
    for page in pages() {
        for player in players(&fs::read_to_string(&page).expect("a page")) {
            count += 1;
            if let Err(error) = player.parse::<Entrant>() {
                refused.push(format!("{}: {player}: {error}", page.display()));
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(count > 5, "only {count} players were found");
}

/// The targets of the links of a page that are files.
fn links(text: &str) -> Vec<String> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    files.map(|target| target.split('#').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn every_link_of_the_guide_leads_to_a_file() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let folder = page.parent().unwrap_or(Path::new(""));
        for link in links(&text) {
            assert!(folder.join(&link).exists(), "{}: no file {link}", page.display());
        }
    }
}

#[test]
fn the_summary_names_every_page() {
    let summary = fs::read_to_string("docs/SUMMARY.md").expect("the summary");
    for page in pages().iter().filter(|page| page.starts_with("docs")) {
        let name = page.file_name().expect("a name").to_string_lossy();
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("({name})")),
            "{name} is missing"
        );
    }
}

#[test]
fn the_readme_is_short() {
    let lines = fs::read_to_string("README.md").expect("the README").lines().count();
    assert!(lines <= 150, "{lines} lines");
}
