//! How strong an evaluation is: long matches against programs that the user names, with the conditions they were played under.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::str::FromStr;

use draughts_td_results::notes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::lab::{LabError, Strength, counted, in_turn, match_bars, match_cells, tables_text};
use crate::arena::PlayError;
use crate::arena::play::adjudication::Adjudication;
use crate::arena::play::openings::Opening;
use crate::arena::play::random_openings::RandomOpenings;
use crate::arena::play::time_control::MoveLimits;
use crate::arena::tournament::finished_game::FinishedGame;
use crate::arena::tournament::scoreboard::ScoreBoard;
use crate::arena::tournament::spec::PlayerSpec;
use crate::arena::tournament::stats::{GameScore, MatchStats};
use crate::arena::tournament::{Event, Tournament};
use crate::board::Color;
use crate::game::{Replay, Termination};
use crate::parallel::{Reading, fold_games};
use crate::pdn::GameText;
use crate::player::{Endgame, Options};
use crate::protocol::dxp::Minutes;
use crate::results::{Description, FigureRow, Report, RunFolder, code, number, text};

/// A program outside by the name that reports give it: `NAME=dxp:HOST:PORT` or `NAME=hub:COMMAND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    name: String,
    player: PlayerSpec,
}

impl FromStr for Opponent {
    type Err = PlayError;

    fn from_str(text: &str) -> Result<Opponent, PlayError> {
        let form = || {
            let forms = "write NAME=dxp:HOST:PORT or NAME=hub:COMMAND";
            PlayError::Settings(format!("'{text}' names no opponent; {forms}"))
        };
        let (name, player) = text.split_once('=').ok_or_else(form)?;
        let player: PlayerSpec = player.parse()?;
        if !matches!(player, PlayerSpec::Hub(_) | PlayerSpec::Dxp(_)) {
            return Err(form());
        }
        let name = name.trim();
        if !is_file_name(name) {
            return Err(PlayError::Settings(format!(
                "'{name}' cannot be the name of a file; write letters, digits, spaces and . - _ +, a letter or digit first"
            )));
        }
        Ok(Opponent { name: name.into(), player })
    }
}

/// Whether a file of games may be called so on any system.
fn is_file_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || " .-_+".contains(c);
    name.len() <= 80 && name.starts_with(char::is_alphanumeric) && name.chars().all(is_plain)
}

impl Opponent {
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.player)
    }
}

/// An evaluation, its opponents, and the conditions of every game.
#[derive(Clone, Debug)]
pub struct StrengthSettings {
    pub program: String,
    /// The evaluation, and the checksum of its file.
    pub evaluation: (PlayerSpec, String),
    pub opponents: Vec<Opponent>,
    pub pace: MoveLimits,
    pub adjudication: Adjudication,
    pub openings: Vec<Opening>,
    /// What the openings are drawn by, if they are random.
    pub random: Option<RandomOpenings>,
    /// Games of each match, two from every opening.
    pub games: usize,
    /// Games that are played beside each other.
    pub concurrency: usize,
    pub table: usize,
    pub endgame: Option<Endgame>,
    pub hub_params: Vec<(String, String)>,
    pub minutes: Minutes,
    /// What else was so, in the user's words.
    pub notes: Vec<String>,
    pub seed: u64,
}

impl StrengthSettings {
    pub fn to_json(&self) -> Value {
        let opponents: Vec<String> = self.opponents.iter().map(ToString::to_string).collect();
        let mut settings = json!({
            "evaluation": { "net": self.evaluation.0.to_string(), "sha256": self.evaluation.1 },
            "opponents": opponents,
            "pace": self.pace.to_string(),
            "openings": self.openings.len(),
            "games": self.games,
            "tt_mib": self.table,
            "endgame_pieces": self.endgame.as_ref().map(Endgame::to_json),
            "hub_params": self.hub_params,
            "dxp_time_ms": self.minutes.duration().as_millis() as u64,
            "notes": self.notes,
            "seed": self.seed,
        });
        if let Some(random) = &self.random {
            settings["random_openings"] = random.to_json(self.openings.first());
        }
        // Runs from before this setting existed can be resumed.
        if self.concurrency > 1 {
            settings["concurrency"] = self.concurrency.into();
        }
        if self.adjudication != Adjudication::default() {
            settings["adjudication"] = self.adjudication.to_string().into();
        }
        settings
    }

    /// The match against an opponent, whose games go into this file.
    pub(crate) fn contest(&self, opponent: &Opponent, games: &Path) -> Tournament {
        let (own, checksum) = &self.evaluation;
        let players = [own.clone(), opponent.player.clone()];
        let options =
            Options { hash_mb: self.table, endgame: self.endgame.clone(), ..Options::default() };
        let (openings, size) = (self.openings.clone(), (self.games, 0));
        let base = counted(players, openings, size, options, self.seed, &self.program);
        let mut tournament = Tournament {
            event: format!("{} against {}", own.short(), opponent.name),
            identities: vec![checksum.clone(), String::new()],
            pdn: Some(games.into()),
            concurrency: self.concurrency,
            ..base
        };
        tournament.conditions.limits = self.pace;
        tournament.conditions.adjudication = self.adjudication;
        tournament.player_config.hub_params.clone_from(&self.hub_params);
        tournament.player_config.dxp.minutes = Some(self.minutes);
        tournament
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Meeting {
    pub opponent: String,
    /// What it calls itself, with its version if it gives one.
    #[serde(rename = "told")]
    pub program_names: Vec<String>,
    /// Wins, draws, losses and pairs of games of our side.
    #[serde(rename = "tally")]
    pub stats: MatchStats,
    pub(crate) endings: Vec<Ending>,
    /// Endings other than by the rules of the game, in full.
    pub irregular: BTreeMap<String, usize>,
    pub plies: u64,
}

impl FigureRow for Meeting {
    fn piece(&self) -> String {
        self.opponent.clone()
    }
}

/// Plays what the folder does not have yet, with the games in `games`, writes the report, and returns its main table. `watch` gets the
/// news of the match at a place.
///
/// # Errors
/// A file that cannot be used, or a program that cannot be started or reached.
pub fn run(
    settings: &StrengthSettings,
    folder: &RunFolder,
    games: &Path,
    watch: &(dyn Fn(usize, Event<'_>) + Sync),
) -> Result<String, LabError> {
    let file = |opponent: &Opponent| games.join(format!("{}.pdn", opponent.name));
    let matches = settings
        .opponents
        .iter()
        .map(|opponent| (opponent.name.clone(), settings.contest(opponent, &file(opponent))));
    let meetings = in_turn(folder, &matches.collect::<Vec<_>>(), watch, meeting)?;
    Ok(folder.finish(&meetings, &report(folder.description(), &meetings), SUMMARY)?)
}

fn meeting(opponent: &str, contest: &Tournament, scoreboard: &ScoreBoard) -> Meeting {
    let [own, other] = [0, 1].map(|player| scoreboard.names()[player].clone());
    let names = contest.pdn.as_deref().map(|games| program_names(games, &other));
    Meeting {
        opponent: opponent.into(),
        program_names: names.unwrap_or_default().into_iter().collect(),
        stats: scoreboard.stats(0),
        endings: endings(scoreboard.games(), &own),
        irregular: scoreboard.irregular(),
        plies: scoreboard.games().map(|game| game.plies as u64).sum(),
    }
}

/// What a player called itself in a file of games; the name in the tags if it gave no other.
fn program_names(games: &Path, player: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let note = |names: &mut BTreeSet<String>, game: &GameText<'_>, _: Replay<'_>| {
        let text =
            |tag: &str| game.tag(tag).map(|value| String::from_utf8_lossy(value).into_owned());
        for color in ["White", "Black"] {
            if text(color).as_deref() == Some(player) {
                let program = text(&format!("{color}Program")).filter(|name| !name.is_empty());
                names.insert(program.unwrap_or_else(|| player.into()));
            }
        }
    };
    fold_games(&[games], 1, BTreeSet::new, note, |reading| {
        if let Reading::Batch(batch) = reading {
            names.extend(batch.value);
        }
        ControlFlow::Continue(())
    });
    names
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ending {
    pub reason: String,
    /// Games that our side won, drew and lost so.
    pub games: [u64; 3],
}

/// The ways in which these games ended, the most frequent first; `own` is the name of our side.
pub(crate) fn endings<'a>(games: impl Iterator<Item = &'a FinishedGame>, own: &str) -> Vec<Ending> {
    let mut counts: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    for game in games {
        let color = if game.white == own { Color::White } else { Color::Black };
        let Some(score) = GameScore::of(game.ending.verdict, color) else { continue };
        let place = match score {
            GameScore::Win => 0,
            GameScore::Draw => 1,
            GameScore::Loss => 2,
        };
        counts.entry(reason(game)).or_default()[place] += 1;
    }
    let ending = |(reason, games)| Ending { reason, games };
    let mut endings: Vec<Ending> = counts.into_iter().map(ending).collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.games.iter().sum::<u64>()));
    endings
}

/// What ended a game, without its colours; one word for all that did not end on the board, where every reason is its own.
fn reason(game: &FinishedGame) -> String {
    let ending = &game.ending;
    let word = match ending.termination {
        Termination::Normal => {
            let rest = ["White ", "Black "].into_iter().find_map(|c| ending.reason.strip_prefix(c));
            return rest.map_or_else(|| ending.reason.clone(), |rest| format!("the loser {rest}"));
        }
        Termination::Adjudication => "adjudication",
        Termination::TimeForfeit => "time forfeit",
        Termination::RulesInfraction => "breach of the rules",
        Termination::Abandoned => "a program that vanished or fell silent",
        Termination::Unterminated => "interruption",
    };
    word.into()
}

/// How the captions of tables begin that are shown at a terminal.
const SUMMARY: &[&str] = &["Results with the 95 % interval"];

pub(crate) fn report(run: &Description, meetings: &[Meeting]) -> Report {
    let net = run.text("/evaluation/net");
    let name = net.parse().map_or(net, |player: PlayerSpec| player.short());
    let notes = run.list("/notes").iter().map(text).collect::<Vec<_>>();
    let strength = |meeting: &Meeting| Strength::of(std::slice::from_ref(&meeting.stats));
    let bars = meetings.iter().map(|meeting| (meeting.opponent.clone(), strength(meeting)));
    let bars = match_bars(&format!("{name} against"), bars);
    let results = meetings.iter().map(|meeting| {
        let [games, score, elo] = match_cells(strength(meeting).as_ref());
        let pairs = meeting.stats.pairs().map(|pairs| pairs.to_string()).join(", ");
        [meeting.opponent.clone(), games, score, pairs, elo]
    });
    let endings = meetings.iter().flat_map(|meeting| {
        meeting.endings.iter().map(|ending| {
            let first = [meeting.opponent.clone(), ending.reason.clone()];
            first.into_iter().chain(ending.games.map(|games| games.to_string()))
        })
    });
    Report::new(notes::STRENGTH, run)
        .settings(&run.settings)
        .text("name", &name)
        .text("program", &run.program.name)
        .rows("results", results)
        .figure(1, &format!("Strength of {name}"), &bars)
        .rows("endings", endings)
        .text("irregular", irregular(meetings))
        .text("tables", tables_text(run))
        .text("openings", openings(run))
        .rows("conditions", conditions(run, meetings))
        .text("notes", notes.join("\n\n"))
}

fn irregular(meetings: &[Meeting]) -> String {
    let games = meetings.iter().flat_map(|meeting| {
        let reasons = meeting.irregular.iter();
        reasons.map(|(reason, count)| format!("- {}: {count} × {reason}", meeting.opponent))
    });
    let games: Vec<String> = games.collect();
    match games.as_slice() {
        [] => String::new(),
        _ => format!("Games that did not end by the rules of the game:\n\n{}", games.join("\n")),
    }
}

/// The conditions that depend on the opponents.
fn conditions(run: &Description, meetings: &[Meeting]) -> Vec<[String; 2]> {
    let opponents: Vec<Opponent> =
        run.list("/opponents").iter().filter_map(|opponent| text(opponent).parse().ok()).collect();
    let minutes = number(run.number("/dxp_time_ms") as f64 / 60_000.0, 0);
    let is_timed = opponents.iter().any(|opponent| opponent.player.is_single());
    let time = is_timed.then(|| ["time of a DXP game".into(), format!("{minutes} min")]);
    let names = meetings.iter().map(|meeting| {
        let names: Vec<String> = meeting.program_names.iter().map(|name| code(name)).collect();
        [meeting.opponent.clone(), format!("calls itself {}", names.join(", "))]
    });
    let reached = opponents.iter().map(|opponent| {
        [format!("{}, reached by", opponent.name()), code(&opponent.player.to_string())]
    });
    let parameters = run.list("/hub_params").iter().map(|parameter| {
        [format!("Hub parameter {}", text(&parameter[0])), code(&text(&parameter[1]))]
    });
    let concurrency = run.number("/concurrency");
    let beside = (concurrency > 1).then(|| ["games at a time".into(), concurrency.to_string()]);
    let early = run.settings.get("adjudication").map(text);
    let early = early.map(|flags| ["games ended early by".into(), code(&flags)]);
    let first = time.into_iter().chain(beside).chain(early);
    first.chain(names).chain(reached).chain(parameters).collect()
}

fn openings(run: &Description) -> String {
    let (openings, games) = (run.number("/openings"), run.number("/games"));
    if let Some(random) = run.settings.get("random_openings") {
        let (plies, balance) = (&random["random_plies"], &random["balanced"]);
        return format!(
            "{openings} of {plies} random plies, drawn by the seed, with a value of at most {balance} men; {games} games a match"
        );
    }
    let drawn = if games < 2 * openings { ", drawn by the seed" } else { "" };
    format!("{openings} ballots{drawn}, {games} games a match")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Ending as GameEnding, GameResult};

    #[test]
    fn an_opponent_is_a_name_and_a_program_outside() {
        for text in ["Scan 3.1=hub:./scan hub", "Moby Dam=dxp:localhost:27531"] {
            assert_eq!(text.parse::<Opponent>().expect(text).to_string(), text);
        }
        for text in [
            "",
            "Scan",
            "hub:./scan hub",
            "=hub:x",
            "../x=hub:x",
            "a/b=hub:x",
            "a=material",
            "a=net:x",
            "a=uci:x",
            "-a=hub:x",
        ] {
            assert!(text.parse::<Opponent>().is_err(), "{text}");
        }
    }

    fn game(white: &str, ending: GameEnding) -> FinishedGame {
        let (white, black) = (white.to_string(), "b".to_string());
        FinishedGame {
            game: 0,
            white,
            black,
            ending,
            plies: 60,
            millis: 0,
            programs: BTreeMap::new(),
            scoreless: Vec::new(),
            searches: BTreeMap::new(),
        }
    }

    #[test]
    fn games_are_counted_by_what_ended_them_for_whichever_colour() {
        let slow = |reason: &str| {
            GameEnding::new(GameResult::White, Termination::TimeForfeit, reason.into())
        };
        let games = [
            game("us", GameEnding::no_moves(Color::Black)),
            game("them", GameEnding::no_moves(Color::White)),
            game("them", GameEnding::no_moves(Color::Black)),
            game("us", slow("Black took 3 s")),
            game("us", slow("Black took 4 s")),
            game("us", GameEnding::new(GameResult::Void, Termination::Unterminated, "x".into())),
        ];
        let found = endings(games.iter(), "us");
        let found: Vec<(&str, [u64; 3])> =
            found.iter().map(|ending| (ending.reason.as_str(), ending.games)).collect();
        assert_eq!(found, [("the loser cannot move", [2, 0, 1]), ("time forfeit", [2, 0, 0])]);
    }
}
