//! The words of the code: no retired word in an identifier, and no type name with more than four meanings.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::sources::sources;

/// Words that stood for something else than their meaning in the field; the glossary has the terms in their place.
#[rustfmt::skip]
const RETIRED: &[&str] = &[
    "agenda", "bout", "calendar", "company", "complaint", "contender", "crew", "desk", "dial", "equipment", "foe",
    "furniture", "guest", "harmless", "heed", "hopeless", "journal", "lend", "lesson", "lessons", "levelled",
    "maker", "manner", "manners", "nonsense", "paced", "parting", "practise", "practised", "pupil", "repertoire",
    "schooling", "scribe", "seats", "shelf", "sieve", "sight", "spoilt", "squashed", "tally", "taught", "teacher",
    "thinker", "thought", "told", "tutor", "twin", "vigil", "worked",
];

/// Names that many rooms may give to a type of their own.
const COMMON: [&str; 3] = ["Args", "Error", "Event"];

/// The most words of a name; the name of a test is a sentence.
const LONGEST: usize = 4;

/// The most types of one name.
const MOST: usize = 4;

/// The text of a source file without comments, strings and characters.
fn code(text: &str) -> String {
    let (mut code, mut chars) = (String::new(), text.chars().peekable());
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'/') => {
                while chars.peek().is_some_and(|&c| c != '\n') {
                    chars.next();
                }
            }
            '"' => {
                while let Some(c) = chars.next() {
                    match c {
                        '\\' => drop(chars.next()),
                        '"' => break,
                        _ => {}
                    }
                }
                code.push_str("\"\"");
            }
            c => code.push(c),
        }
    }
    code
}

/// The identifiers of some code.
fn identifiers(code: &str) -> impl Iterator<Item = &str> {
    let names = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    names.filter(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// The words of an identifier in small letters: `HubLine` and `hub_line` are `hub` and `line`.
fn words(identifier: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in identifier.chars() {
        if c == '_' || c.is_uppercase() && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if c != '_' {
            words.last_mut().expect("a word").extend(c.to_lowercase());
        }
    }
    words
}

#[test]
fn no_identifier_holds_a_retired_word() {
    let mut found = Vec::new();
    for file in sources(Path::new("src"), &["rs"]) {
        let text = fs::read_to_string(&file).expect("a source file");
        for name in identifiers(&code(&text)) {
            let words = words(name);
            let is_retired = |word: &String| RETIRED.contains(&word.as_str());
            if words.len() <= LONGEST && words.iter().any(is_retired) {
                found.push(format!("{}: {name}", file.display()));
            }
        }
    }
    assert!(found.is_empty(), "see docs/glossary.md:\n{}", found.join("\n"));
}

#[test]
fn no_type_name_has_more_than_four_meanings() {
    let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in sources(Path::new("src"), &["rs"]) {
        let text = fs::read_to_string(&file).expect("a source file");
        let code = code(&text);
        let mut names = identifiers(&code);
        while let Some(word) = names.next() {
            if ["struct", "enum", "trait"].contains(&word) {
                let name = names.next().expect("a name").to_owned();
                types.entry(name).or_default().push(file.display().to_string());
            }
        }
    }
    assert!(types.len() > 500, "only {} types were found", types.len());
    for (name, files) in types.iter().filter(|(name, _)| !COMMON.contains(&name.as_str())) {
        assert!(files.len() <= MOST, "{name} has {} meanings: {}", files.len(), files.join(", "));
    }
}

#[test]
fn identifiers_are_divided_into_words() {
    assert_eq!(words("HubLine"), ["hub", "line"]);
    assert_eq!(words("hub_line"), ["hub", "line"]);
    let found: Vec<String> =
        identifiers(&code("let told = \"desk\"; // crew\nDesk")).map(str::to_owned).collect();
    assert_eq!(found, ["let", "told", "Desk"]);
}
