//! The text of a study: arms with their settings, matches, claims, tables and plots, as TOML has them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use toml::{Spanned, Value};

use super::super::lab::{ExperimentSize, PlaySize};
use super::fault::Misprint;
use crate::arena::play::openings::MAX_BALLOT_GAMES;

/// A study as its file has it. Everything but arms has a default.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StudyFile {
    pub title: String,
    /// What is asked, in a sentence or two.
    #[serde(default)]
    pub about: String,
    /// Games, beside the file of the study; those of the command line go before.
    #[serde(default)]
    pub files: Vec<PathBuf>,
    #[serde(default = "five")]
    pub seeds: Spanned<u64>,
    /// Games of each match.
    #[serde(default = "all_ballots")]
    pub match_games: Spanned<u64>,
    /// Nodes a move in matches.
    #[serde(default = "nodes")]
    pub nodes: Spanned<u64>,
    /// Whether the games of all matches are kept, so that a long one resumes where it was interrupted.
    #[serde(default)]
    pub keep_games: bool,
    /// The arm that the others are compared with; the first one if it is not named.
    pub base: Option<Spanned<String>>,
    /// Within how many Elo arms count as equal.
    pub equal_within: Option<f64>,
    /// How the captions of tables begin that are shown at a terminal.
    #[serde(default)]
    pub summary: Vec<String>,
    /// The numbers of a study whose arms learn from play.
    pub play: Option<PlayEntry>,
    /// Settings of every arm that does not say otherwise.
    #[serde(default)]
    pub defaults: Table,
    #[serde(default, rename = "arm")]
    pub arms: Vec<Spanned<Table>>,
    #[serde(default, rename = "match")]
    pub matches: Vec<Spanned<MatchEntry>>,
    #[serde(default, rename = "group")]
    pub groups: Vec<ArmGroup>,
    #[serde(default, rename = "claim")]
    pub claims: Vec<Spanned<ClaimEntry>>,
    #[serde(default, rename = "comparison")]
    pub comparisons: Vec<Comparison>,
    #[serde(default, rename = "table")]
    pub tables: Vec<TableEntry>,
    #[serde(default, rename = "plot")]
    pub plots: Vec<PlotEntry>,
}

/// The keys of a table, each with the place of its value.
pub(super) type Table = BTreeMap<String, Spanned<Value>>;

fn five() -> Spanned<u64> {
    Spanned::new(0..0, 5)
}

fn all_ballots() -> Spanned<u64> {
    Spanned::new(0..0, 158)
}

fn nodes() -> Spanned<u64> {
    Spanned::new(0..0, 3_000)
}

impl StudyFile {
    /// # Errors
    /// A size out of its range.
    pub(super) fn check(&self) -> Result<(), Misprint> {
        let games = 2..=u64::from(MAX_BALLOT_GAMES);
        let sizes = [
            ("seeds", &self.seeds, 1..=100),
            ("match-games", &self.match_games, games),
            ("nodes", &self.nodes, 1..=1_000_000_000),
        ];
        for (name, value, range) in sizes {
            if !range.contains(value.get_ref()) {
                let what = format!("{name} must be from {} to {}", range.start(), range.end());
                return Err(Misprint::new(value.span().start, what));
            }
        }
        Ok(())
    }
}

/// Who plays whom: arms against players, or everybody against everybody.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MatchEntry {
    /// Arms, or arms without a technique of the search; all arms if none is named.
    pub arms: Option<Vec<String>>,
    pub against: Option<OneOrMany>,
    pub round_robin: Option<Vec<String>>,
    /// Seconds a move instead of nodes; such a match is played with the first seed only.
    pub time: Option<f64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a player, or a list of players")]
pub(super) enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    pub(super) fn list(&self) -> &[String] {
        match self {
            OneOrMany::One(name) => std::slice::from_ref(name),
            OneOrMany::Many(names) => names,
        }
    }
}

/// The numbers of a study with play at both sizes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayEntry {
    pub full: PlayNumbers,
    pub quick: PlayNumbers,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PlayNumbers {
    /// Games of an arm that plays.
    games: u64,
    /// Nodes a move while learning and being measured.
    nodes: u64,
    match_nodes: u64,
    measure_games: usize,
    #[serde(default)]
    server_games: u64,
    #[serde(default)]
    read: [u64; 2],
    #[serde(default)]
    passes: u32,
}

impl PlayNumbers {
    /// A size with these numbers.
    pub(super) fn within(self, size: ExperimentSize) -> ExperimentSize {
        let PlayNumbers { games, nodes, match_nodes, measure_games, server_games, read, passes } =
            self;
        let play = PlaySize { server_games, read, passes, match_nodes, measure_games };
        ExperimentSize { games, nodes, play, ..size }
    }
}

/// Arms that learn from play, each of which plays the base.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmGroup {
    pub heading: String,
    pub base: Spanned<String>,
    pub arms: Vec<Spanned<String>>,
}

/// What the first of two players is said to be: better or worse than the second, or equal to it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ClaimEntry {
    pub text: Option<String>,
    pub better: Option<[String; 2]>,
    pub worse: Option<[String; 2]>,
    pub equal: Option<[String; 2]>,
    /// Within how many Elo they are equal.
    pub within: Option<f64>,
    /// What decides: `elo`, `error`, `error-on-all` or `error-early`.
    pub by: Option<String>,
}

/// Arms with their figures beside those of a base, as a table and as plots.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Comparison {
    /// The part of the notes that holds the table.
    pub name: String,
    pub base: Spanned<String>,
    #[serde(default)]
    pub groups: Vec<GroupEntry>,
    /// The number of the plot of held-out errors.
    pub error_figure: Option<usize>,
    /// The number of the plot of matches.
    pub elo_figure: Option<usize>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupEntry {
    pub heading: String,
    pub arms: Vec<Spanned<String>>,
}

/// Rows that are made alike: `$1` in a cell is the first word of the row.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableEntry {
    pub name: String,
    pub rows: Vec<Row>,
    /// What the notes could ask in braces; a text after `=` is itself.
    pub cells: Vec<Spanned<String>>,
}

/// The words of a row.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a word, or a list of words")]
pub(super) enum Row {
    Word(String),
    Words(Vec<String>),
}

impl Row {
    /// A text with the words of the row in the places of `$1`, `$2` and so on.
    pub(super) fn fill(&self, text: &str) -> String {
        let words = match self {
            Row::Word(word) => std::slice::from_ref(word),
            Row::Words(words) => words,
        };
        let numbered = words.iter().enumerate();
        numbered.fold(text.to_owned(), |text, (place, word)| {
            text.replace(&format!("${}", place + 1), word)
        })
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PlotEntry {
    pub figure: usize,
    pub title: String,
    /// Estimates with intervals have rows, curves have none.
    #[serde(default)]
    pub rows: Vec<Row>,
    /// What a row is called.
    #[serde(default = "label")]
    pub label: String,
    /// What the values are.
    pub values: String,
    /// From where to where they are drawn.
    pub range: Option<(f64, f64)>,
    pub panels: Vec<Spanned<PanelEntry>>,
}

fn label() -> String {
    "label $1".into()
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PanelEntry {
    pub title: String,
    /// What is drawn: an estimate of each row, or the figure of curves.
    pub of: Spanned<String>,
    /// Curves: arms, each with what it is called.
    #[serde(default)]
    pub arms: Vec<Row>,
    /// The words at a line, and its value: a number, or the mean of a figure of an arm.
    pub line: Option<(String, String)>,
}
