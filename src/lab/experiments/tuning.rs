//! What other numbers of the search are worth: each change against the engine as it is, by sequential tests at many nodes. What was
//! tried and rejected is beside what was accepted.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use draughts_td_results::notes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::lab::{
    LabError, Strength, counted, in_turn, match_bars, match_cells, of_searches, tables_text,
};
use crate::arena::PlayError;
use crate::arena::play::openings::{BallotLength, ballots};
use crate::arena::tournament::spec::PlayerSpec;
use crate::arena::tournament::sprt::{Sprt, SprtDecision};
use crate::arena::tournament::stats::MatchStats;
use crate::arena::tournament::{Event, Tournament};
use crate::player::{Endgame, Options, Parameters, Techniques};
use crate::results::{Description, FigureRow, Report, RunFolder, code, number};

/// What follows the evaluation in the name of the player that is tried: `where prob-cut-margin=8`, `without aspiration`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change(String);

impl FromStr for Change {
    type Err = PlayError;

    fn from_str(text: &str) -> Result<Change, PlayError> {
        let change = Change(text.split_whitespace().collect::<Vec<_>>().join(" "));
        match change.player("material")? {
            PlayerSpec::Own { net, techniques, book: None }
                if net == "material" && techniques != Techniques::ALL =>
            {
                Ok(change)
            }
            _ => Err(PlayError::Settings(format!(
                "'{text}' is no change of the search; write 'where NAME=VALUE …' or 'without TECHNIQUE …'"
            ))),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Change {
    /// The engine with this evaluation and the change.
    pub(crate) fn player(&self, net: &str) -> Result<PlayerSpec, PlayError> {
        format!("net:{net} {}", self.0).parse()
    }

    pub(crate) fn file(&self) -> String {
        format!("{}.pdn", self.0)
    }

    /// Both sides of every number of the search, and the search without what it need not have.
    pub fn usual() -> Vec<Change> {
        USUAL.iter().map(|text| text.parse().expect("a change")).collect()
    }
}

const USUAL: [&str; 14] = [
    "where prob-cut-margin=7",
    "where prob-cut-margin=14",
    "where prob-cut-share=30",
    "where prob-cut-share=50",
    "where prob-cut-depth=5",
    "where prob-cut-near=0",
    "where prob-cut-near=60",
    "where reduction-base=0",
    "where reduction-base=60",
    "where reduction-divisor=100",
    "where reduction-divisor=130",
    "where aspiration=5",
    "where aspiration=25",
    "without aspiration",
];

/// The evaluation, what is tried, and the conditions of every game.
#[derive(Clone, Debug)]
pub struct TuningSettings {
    pub program: String,
    /// The evaluation of both sides, and the checksum of its file.
    pub net: (String, String),
    pub changes: Vec<Change>,
    pub nodes: u64,
    /// The most games of a test, two from every opening.
    pub games: usize,
    pub sprt: Sprt,
    pub table: usize,
    pub endgame: Option<Endgame>,
    pub threads: usize,
    /// Notes on other runs, in the user's words.
    pub notes: Vec<String>,
    pub seed: u64,
}

impl TuningSettings {
    /// As the run folder keeps them: what is tried may grow, and threads change nothing.
    pub fn to_json(&self) -> Value {
        let numbers = Parameters::TUNED.all().map(|(name, value)| format!("{name}={value}"));
        json!({
            "search": numbers.collect::<Vec<_>>().join(" "),
            "net": self.net.0,
            "sha256": self.net.1,
            "nodes": self.nodes,
            "games": self.games,
            "sprt": self.sprt,
            "tt_mib": self.table,
            "endgame_pieces": self.endgame.as_ref().map(Endgame::to_json),
            "seed": self.seed,
        })
    }

    /// The test of a change, whose games go into a file of this folder.
    fn contest(&self, change: &Change, games: &Path) -> Result<Tournament, PlayError> {
        let (net, checksum) = &self.net;
        let players = [change.player(net)?, PlayerSpec::own(net)];
        let options =
            Options { hash_mb: self.table, endgame: self.endgame.clone(), ..Options::default() };
        let (openings, size) = (ballots(BallotLength::Three), (self.games, self.nodes));
        let base = counted(players, openings, size, options, self.seed, &self.program);
        Ok(Tournament {
            event: format!("The search {change}"),
            sprt: Some(self.sprt),
            pdn: Some(games.join(change.file())),
            ..of_searches(base, checksum, self.threads)
        })
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tried {
    pub change: String,
    /// Wins, draws, losses and pairs of games of the changed engine.
    #[serde(rename = "tally")]
    pub stats: MatchStats,
}

impl FigureRow for Tried {
    fn piece(&self) -> String {
        self.change.clone()
    }
}

/// Tries what the folder does not have yet, with the games in `games`, writes the report, and returns its main table. `watch` gets the
/// news of the test at a place. In a shared folder each thread tries a change of its own, as other workers do.
pub fn run(
    settings: &TuningSettings,
    folder: &RunFolder,
    games: &Path,
    watch: &(dyn Fn(usize, Event<'_>) + Sync),
) -> Result<String, LabError> {
    let threads = if folder.worker().is_some() { 1 } else { settings.threads };
    let settings = TuningSettings { threads, ..settings.clone() };
    let tests = settings
        .changes
        .iter()
        .map(|change| Ok((change.to_string(), settings.contest(change, games)?)));
    let tests = tests.collect::<Result<Vec<_>, PlayError>>()?;
    let tried = in_turn(folder, &tests, watch, |change, _, board| Tried {
        change: change.into(),
        stats: board.stats(0),
    })?;
    let report = report(folder.description(), &settings.sprt, &tried, &settings.notes);
    Ok(folder.finish(&tried, &report, SUMMARY)?)
}

/// How the captions of tables begin that are shown at a terminal.
const SUMMARY: &[&str] = &["Elo with its 95 % interval"];

/// The report of a run, by its description and its rows; `elsewhere` says what was tried in other runs.
pub(crate) fn report(
    run: &Description,
    sprt: &Sprt,
    tried: &[Tried],
    elsewhere: &[String],
) -> Report {
    let (low, high) = sprt.bounds();
    let strength = |tried: &Tried| Strength::of(std::slice::from_ref(&tried.stats));
    let bars = tried.iter().map(|tried| (tried.change.clone(), strength(tried)));
    let rows = tried.iter().map(|tried| {
        let [games, score, elo] = match_cells(strength(tried).as_ref());
        let llr = number(sprt.llr(&tried.stats), 2);
        let decision = match sprt.verdict(&tried.stats) {
            _ if run.is_trial => "no verdict",
            SprtDecision::AcceptH1 => "accepted",
            SprtDecision::AcceptH0 => "rejected",
            SprtDecision::Open => "undecided",
        };
        [code(&tried.change), games, score, elo, llr, decision.into()]
    });
    Report::new(notes::TUNING, run)
        .settings(&run.settings)
        .text("low", number(low, 2))
        .text("high", number(high, 2))
        .rows("tests", rows)
        .figure(1, "Changes of the search", &match_bars("against the search as it is", bars))
        .list("notes", elsewhere.iter().cloned())
        .text("tables", tables_text(run))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_read_and_written_and_invalid_ones_refused() {
        for text in USUAL {
            assert_eq!(text.parse::<Change>().expect(text).to_string(), text);
        }
        for text in
            ["", "where", "where luck=1", "without", "with book a.book", "x where aspiration=5"]
        {
            assert!(text.parse::<Change>().is_err(), "{text}");
        }
        assert_eq!(
            "without  history".parse::<Change>().expect("one").file(),
            "without history.pdn"
        );
    }
}
