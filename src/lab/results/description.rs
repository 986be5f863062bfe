//! What a run is: its command, the program that makes its figures, and everything these depend on.

use std::collections::BTreeMap;
use std::fmt;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::checksum;
use crate::json_diff;

/// How many files of each kind a message names.
const NAMED: usize = 3;

/// What a run is, in its own folder's words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Description {
    pub experiment: String,
    pub command: String,
    #[serde(flatten)]
    pub program: Program,
    /// Whether the size is that of `--quick`, from which nothing can be concluded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_trial: bool,
    /// The pieces of a run to which more may be added; empty where the settings decide them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<Finished>,
    /// Everything the figures depend on: numbers, seed, data with checksums.
    pub settings: Value,
}

/// The program that makes figures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Name and version.
    #[serde(rename = "program")]
    pub name: String,
    /// The commit of its sources, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Where the commit was found, if the program itself did not record it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit_from: Option<String>,
    /// The signature of `bench`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// The day, such as 2026-11-20.
    pub date: String,
    /// The SHA-256 checksum of the figures.
    pub figures: String,
}

impl Description {
    pub(crate) fn text(&self, path: &str) -> String {
        self.settings.pointer(path).map(text).unwrap_or_default()
    }

    /// A whole number by its path; 0 where there is none.
    pub(crate) fn number(&self, path: &str) -> u64 {
        self.settings.pointer(path).and_then(Value::as_u64).unwrap_or_default()
    }

    /// A list by its path; empty where there is none.
    pub(crate) fn list(&self, path: &str) -> &[Value] {
        self.settings.pointer(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    pub(super) fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).expect("a description is JSON") + "\n"
    }

    /// This run as it resumes a stored one: the figures are those of the program that began it.
    pub(super) fn resuming(self, stored: Description) -> Description {
        Description { program: stored.program, ..self }
    }

    /// This run at its end, with these figures.
    pub(super) fn finished(&self, figures: &[u8]) -> Description {
        let now = Timestamp::now().to_zoned_datetime(TimeZone::system());
        let date = now.date().to_string();
        let finished = Finished { date, figures: checksum::of_bytes(figures) };
        Description { finished: Some(finished), ..self.clone() }
    }

    /// Whether a run that asks for the same is finished with these figures.
    pub(super) fn is_finished(&self, asked: &Description, figures: &[u8]) -> bool {
        let is_whole = |finished: &Finished| finished.figures == checksum::of_bytes(figures);
        self.pieces == asked.pieces && self.finished.as_ref().is_some_and(is_whole)
    }

    /// What differs in a run that is asked for, in a sentence.
    pub(super) fn difference(&self, asked: &Description) -> Option<String> {
        if self.experiment != asked.experiment {
            return Some(format!("it holds a run of {}", self.experiment));
        }
        let data = [self, asked].map(|run| run.list("/data"));
        let files = (data[0] != data[1]).then(|| files_that_differ(data[0], data[1]));
        files.or_else(|| {
            let (name, stored, asked) =
                json_diff::first_difference("", &self.settings, &asked.settings)?;
            Some(format!("it holds a run with {name} {stored}, this run has {asked}"))
        })
    }
}

impl Program {
    /// Whether this program may add to the figures of the one that began a run. Of the latter only the version is compared where neither
    /// its commit nor its signature was recorded.
    pub(super) fn may_resume(&self, stored: &Program) -> bool {
        let recorded = |program: &Program| (program.commit.clone(), program.signature.clone());
        self.name == stored.name
            && (recorded(stored) == (None, None) || recorded(self) == recorded(stored))
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(commit) = &self.commit {
            write!(f, ", commit {commit}")?;
        }
        if let Some(place) = &self.commit_from {
            write!(f, " (from {place})")?;
        }
        match &self.signature {
            Some(signature) => write!(f, ", bench signature {signature}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Finished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.date.parse::<Date>() {
            Ok(date) => write!(f, "{}", date.strftime("%-d %b %Y")),
            Err(_) => f.write_str(&self.date),
        }
    }
}

/// A value as text: a string without its quotes.
pub(crate) fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Which files of a run are not among those that are given now, and which are new.
fn files_that_differ(stored: &[Value], given: &[Value]) -> String {
    let by_name = |files: &[Value]| -> BTreeMap<String, Value> {
        files.iter().map(|file| (text(&file["name"]), file["sha256"].clone())).collect()
    };
    let (stored, given) = (by_name(stored), by_name(given));
    let only = |files: &BTreeMap<String, Value>, others: &BTreeMap<String, Value>| {
        files.keys().filter(|name| !others.contains_key(*name)).cloned().collect::<Vec<_>>()
    };
    let changed = stored.iter().filter(|(name, sum)| given.get(*name).is_some_and(|s| s != *sum));
    let kinds = [
        ("with other content", changed.map(|(name, _)| name.clone()).collect()),
        ("not given now", only(&stored, &given)),
        ("not in that run", only(&given, &stored)),
    ];
    let kinds = kinds.iter().filter(|(_, names)| !names.is_empty());
    let kinds: Vec<String> =
        kinds.map(|(what, names)| format!("{what}: {}", first_of(names))).collect();
    if kinds.is_empty() {
        "it holds a run of the same files in another order".into()
    } else {
        format!("it holds a run of other files; {}", kinds.join("; "))
    }
}

/// The first of these names, and how many more there are.
fn first_of(names: &[String]) -> String {
    let named = names[..names.len().min(NAMED)].join(", ");
    match names.len() - names.len().min(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn run(data: &[(String, u32)]) -> Description {
        let files = data.iter().map(|(name, sum)| json!({ "name": name, "sha256": sum }));
        let settings = json!({ "data": files.collect::<Vec<_>>() });
        Description { settings, ..Description::default() }
    }

    fn files(numbers: std::ops::Range<u32>) -> Vec<(String, u32)> {
        numbers.map(|number| (format!("{number:02}.pdn"), number)).collect()
    }

    #[test]
    fn files_that_differ_are_named_and_the_rest_is_counted() {
        let stored = run(&files(1..19));
        let said = |given: &[(String, u32)]| stored.difference(&run(given));
        assert_eq!(said(&files(1..19)), None);
        assert_eq!(
            said(&[("my.pdn".into(), 7)]).as_deref(),
            Some(
                "it holds a run of other files; not given now: 01.pdn, 02.pdn, 03.pdn and 15 more; \
                 not in that run: my.pdn"
            )
        );
        let mut given = files(1..19);
        given[4].1 = 99;
        assert!(said(&given).is_some_and(|said| said.ends_with("with other content: 05.pdn")));
        given = files(1..19);
        given.swap(0, 1);
        assert!(said(&given).is_some_and(|said| said.ends_with("in another order")));
    }

    #[test]
    fn only_the_same_program_resumes_a_run() {
        let program = |version: &str, commit: Option<&str>, signature: Option<&str>| Program {
            name: version.into(),
            commit: commit.map(Into::into),
            signature: signature.map(Into::into),
            ..Program::default()
        };
        let own = program("2", Some("a"), Some("f"));
        for (stored, may) in [
            (own.clone(), true),
            (program("2", None, None), true),
            (program("1", None, None), false),
            (program("1", Some("a"), Some("f")), false),
            (program("2", Some("b"), Some("f")), false),
            (program("2", Some("a"), Some("e")), false),
            (program("2", Some("a"), None), false),
            (program("2", None, Some("f")), false),
        ] {
            assert_eq!(own.may_resume(&stored), may, "{stored}");
        }
    }

    #[test]
    fn a_description_is_read_back_as_it_was_written() {
        let program = Program { name: "x 1".into(), ..Program::default() };
        let plain = Description { program, is_trial: true, ..run(&files(1..3)) };
        for described in [plain.finished(b"1\n"), plain] {
            let text = described.to_text();
            assert_eq!(serde_json::from_str::<Description>(&text).expect("JSON"), described);
            assert!(!text.contains("commit") && !text.contains("pieces"), "{text}");
        }
    }
}
