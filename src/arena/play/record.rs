//! A game as it was played: moves with times and scores, how it ended and why.

use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;

use super::move_info::MoveInfo;
use super::openings::Opening;
use crate::board::{ByColor, Color, Move};
use crate::game::Ending;
use crate::pdn::{GameSheet, Outcome, Terminator};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedMove {
    pub mv: Move,
    /// Its time as measured by the referee.
    pub time: Duration,
    pub info: MoveInfo,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    pub opening: Opening,
    pub played: Vec<PlayedMove>,
    pub names: ByColor<String>,
    pub ending: Ending,
    pub began: Timestamp,
    pub(crate) duration: Duration,
}

/// Tags of a game in a file that its record does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Heading {
    pub event: String,
    /// The number of the pair and of the game in it, or of the game.
    pub round: String,
    pub white: String,
    pub black: String,
    pub(crate) time_control: ByColor<String>,
    /// The side a person plays, if one does; programs play all others.
    pub(crate) person: Option<Color>,
    /// What the comments have besides.
    pub(crate) fields: PdnFields,
}

/// What the comment after a move has besides score, depth and time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PdnFields {
    pub nodes: bool,
    /// Nodes a second.
    pub nps: bool,
    /// What the clock of the player shows after the move.
    pub timeleft: bool,
}

impl PdnFields {
    /// The fields of a comment after its time, in the form of fastchess: `, tl=9.85s, n=20000, nps=200000`.
    fn text(self, played: &PlayedMove) -> String {
        let MoveInfo { nodes, seconds, clock_left, .. } = played.info;
        let seconds = seconds.filter(|&seconds| seconds > 0.0);
        let seconds = seconds.unwrap_or(played.time.as_secs_f64());
        let speed = nodes.filter(|_| seconds > 0.0).map(|nodes| nodes as f64 / seconds);
        let left = clock_left.filter(|_| self.timeleft);
        let fields = [
            left.map(|left| format!(", tl={:.2}s", left.as_secs_f64())),
            nodes.filter(|_| self.nodes).map(|nodes| format!(", n={nodes}")),
            speed.filter(|_| self.nps).map(|speed| format!(", nps={speed:.0}")),
        ];
        fields.into_iter().flatten().collect()
    }
}

impl Heading {
    /// Whether a text is one game with this round, these players and this result.
    pub(crate) fn matches(&self, text: &str, outcome: Outcome) -> bool {
        let sheet = GameSheet {
            round: self.round.clone(),
            white: self.white.clone(),
            black: self.black.clone(),
            outcome,
            ..GameSheet::default()
        };
        let wanted = sheet.to_pdn(Terminator::Star);
        let mut blocks = text.split("\n\n").filter(|block| !block.trim().is_empty());
        let (Some(tags), Some(_), None) = (blocks.next(), blocks.next(), blocks.next()) else {
            return false;
        };
        let mut wanted = wanted.lines().take_while(|line| !line.is_empty());
        text.starts_with('[') && wanted.all(|tag| tags.lines().any(|line| line == tag))
    }

    /// The tags of the limits: one for both sides if they are the same, as in cutechess.
    fn time_control_tags(&self) -> Vec<(String, String)> {
        let ByColor { white, black } = self.time_control.clone();
        let tag = |name: &str, value: String| (name.to_owned(), value);
        if white == black {
            vec![tag("TimeControl", white)]
        } else {
            vec![tag("WhiteTimeControl", white), tag("BlackTimeControl", black)]
        }
    }

    /// `human` or `program`, as in the PDN standard.
    fn player_type(&self, color: Color) -> &'static str {
        if self.person == Some(color) { "human" } else { "program" }
    }
}

impl GameRecord {
    pub(crate) fn plies(&self) -> usize {
        self.opening.moves().len() + self.played.len()
    }

    /// The moves of a side.
    pub(crate) fn moves_of(&self, color: Color) -> impl Iterator<Item = &PlayedMove> {
        let first = self.opening.position().turn();
        self.played.iter().skip(usize::from(first != color)).step_by(2)
    }

    /// Whether this side has moved and sent no score with any move.
    pub(crate) fn is_scoreless(&self, color: Color) -> bool {
        let mut own = self.moves_of(color).peekable();
        own.peek().is_some() && own.all(|played| played.info.score.is_none())
    }

    /// The date where the game was played, as PDN has it: `2026.11.20`.
    fn local_date(&self) -> String {
        self.began.to_zoned_datetime(TimeZone::system()).strftime("%Y.%m.%d").to_string()
    }

    /// The name that a player gives itself, if it is listed under another one.
    fn program(&self, color: Color, listed: &str) -> String {
        let name = &self.names[color];
        if name == listed { String::new() } else { name.clone() }
    }

    /// The game as PDN, with score, depth and time after every move as in engine matches: `{+0.35/12 0.10s}`.
    pub(crate) fn to_pdn(&self, heading: &Heading) -> String {
        let book = self.opening.moves();
        let mut comments: Vec<(usize, String)> =
            (1..=book.len()).map(|ply| (ply, "book".into())).collect();
        for (index, played) in self.played.iter().enumerate() {
            let text = comment(played) + &heading.fields.text(played);
            comments.push((book.len() + index + 1, text));
        }
        comments.push((self.plies(), self.ending.reason.clone()));
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let players = [
            tag("WhiteType", heading.player_type(Color::White).into()),
            tag("BlackType", heading.player_type(Color::Black).into()),
            tag("WhiteProgram", self.program(Color::White, &heading.white)),
            tag("BlackProgram", self.program(Color::Black, &heading.black)),
        ];
        let times = [
            tag("PlyCount", self.plies().to_string()),
            tag("GameStartTime", format!("{:.3}", self.began)),
            tag("GameDuration", hours(self.duration)),
            tag("Termination", self.ending.termination.tag().into()),
        ];
        let sheet = GameSheet {
            event: heading.event.clone(),
            site: "?".into(),
            date: self.local_date(),
            round: heading.round.clone(),
            white: heading.white.clone(),
            black: heading.black.clone(),
            outcome: self.ending.verdict.outcome(),
            tags: [players.to_vec(), heading.time_control_tags(), times.to_vec()].concat(),
            start: *self.opening.start(),
            moves: book.iter().copied().chain(self.played.iter().map(|played| played.mv)).collect(),
            comments,
            ..GameSheet::default()
        };
        sheet.to_pdn(Terminator::Result)
    }
}

/// The words of a game as [`GameRecord::to_pdn`] writes it, without those that tell when it was played and how long it took: games
/// that were played alike have the same.
pub(crate) fn without_timestamps(pdn: &str) -> impl Iterator<Item = &str> {
    let tells_the_hour = |line: &str| {
        ["[Date ", "[GameStartTime ", "[GameDuration "].iter().any(|tag| line.starts_with(tag))
    };
    let is_time = |word: &str| {
        let word = word.trim_matches(['{', '}', ',']);
        let number = word.strip_prefix("tl=").unwrap_or(word).strip_suffix('s');
        let number = number.or_else(|| word.strip_prefix("nps="));
        number.is_some_and(|number| number.parse::<f64>().is_ok())
    };
    let lines = pdn.lines().filter(move |line| !tells_the_hour(line));
    // A time is the last word of its comment, and the closing brace goes with it.
    lines.flat_map(str::split_whitespace).filter(move |word| !is_time(word))
}

fn comment(played: &PlayedMove) -> String {
    let time = format!("{:.2}s", played.time.as_secs_f64());
    played.info.score_text().map_or(time.clone(), |note| format!("{note} {time}"))
}

fn hours(duration: Duration) -> String {
    let seconds = duration.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
