//! A game as it was played: moves with times and scores, how it ended and why.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::openings::Opening;
use super::thought::Thought;
use crate::board::{ByColor, Color, DrawRule, Move};
use crate::pdn::{GameSheet, Outcome, Terminator};
use crate::play::calendar::Moment;
use crate::play::contest::tally::GameScore;

/// A move with what is known about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The time it took, as the referee measured it.
    pub time: Duration,
    /// What its player thought.
    pub thought: Thought,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// White.
    White,
    /// Black.
    Black,
    /// Nobody.
    Draw,
    /// The game does not count.
    Void,
}

impl Verdict {
    /// A win for this side.
    #[must_use]
    pub const fn won_by(color: Color) -> Verdict {
        match color {
            Color::White => Verdict::White,
            Color::Black => Verdict::Black,
        }
    }

    /// The score of a side; `None` if the game does not count.
    #[must_use]
    pub fn score(self, color: Color) -> Option<GameScore> {
        match (self, color) {
            (Verdict::Void, _) => None,
            (Verdict::Draw, _) => Some(GameScore::Draw),
            (Verdict::White, Color::White) | (Verdict::Black, Color::Black) => Some(GameScore::Win),
            (Verdict::White, Color::Black) | (Verdict::Black, Color::White) => {
                Some(GameScore::Loss)
            }
        }
    }

    /// White's result, +1, 0 or −1; `None` if the game does not count.
    #[must_use]
    pub const fn white_result(self) -> Option<f32> {
        match self {
            Verdict::White => Some(1.0),
            Verdict::Draw => Some(0.0),
            Verdict::Black => Some(-1.0),
            Verdict::Void => None,
        }
    }

    /// As a file of games has it.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            Verdict::White => Outcome::WhiteWins,
            Verdict::Black => Outcome::BlackWins,
            Verdict::Draw => Outcome::Draw,
            Verdict::Void => Outcome::Unknown,
        }
    }
}

/// For people.
impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Verdict::White => "White wins",
            Verdict::Black => "Black wins",
            Verdict::Draw => "Nobody wins",
            Verdict::Void => "No result",
        })
    }
}

/// The kind of an ending, in the words of the `Termination` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// On the board, by a draw rule, by resignation.
    Normal,
    /// The referee ended it by the scores or the move limit.
    Adjudication,
    /// A clock ran out.
    TimeForfeit,
    /// An illegal move or a breach of the protocol.
    RulesInfraction,
    /// A player vanished or fell silent.
    Abandoned,
    /// Interrupted.
    Unterminated,
}

impl Termination {
    const fn tag(self) -> &'static str {
        match self {
            Termination::Normal => "Normal",
            Termination::Adjudication => "Adjudication",
            Termination::TimeForfeit => "Time forfeit",
            Termination::RulesInfraction => "Rules infraction",
            Termination::Abandoned => "Abandoned",
            Termination::Unterminated => "Unterminated",
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Who won.
    pub verdict: Verdict,
    /// In what way.
    pub termination: Termination,
    /// Why, in a sentence.
    pub reason: String,
}

impl Ending {
    /// A draw by one of the rules.
    #[must_use]
    pub fn by_rule(rule: DrawRule) -> Ending {
        let reason = match rule {
            DrawRule::Repetition => "draw: the position stood for the third time",
            DrawRule::KingMoves => "draw: 25 moves each with kings only and no capture",
            DrawRule::ThreeAgainstOne => "draw: 16 moves each with three pieces against a king",
            DrawRule::TwoAgainstOne => "draw: 5 moves each with one or two pieces against a king",
        };
        Ending::normal(Verdict::Draw, reason)
    }

    /// The side to move has no move.
    #[must_use]
    pub fn no_moves(color: Color) -> Ending {
        Ending::normal(Verdict::won_by(!color), &format!("{color:?} cannot move"))
    }

    /// An ending in the ordinary course of the game.
    #[must_use]
    pub fn normal(verdict: Verdict, reason: &str) -> Ending {
        Ending { verdict, termination: Termination::Normal, reason: reason.into() }
    }

    /// An ending of another kind.
    #[must_use]
    pub fn new(verdict: Verdict, termination: Termination, reason: String) -> Ending {
        Ending { verdict, termination, reason }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Where it began.
    pub opening: Opening,
    /// The moves since then.
    pub played: Vec<PlayedMove>,
    /// What the players call themselves.
    pub names: ByColor<String>,
    /// How it ended.
    pub ending: Ending,
    /// When it began.
    pub began: Moment,
    /// How long it lasted.
    pub duration: Duration,
}

/// What stands above a game in a file, besides what the game says itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The match.
    pub event: String,
    /// The number of the pair and of the game in it, or of the game.
    pub round: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// What moves might cost.
    pub pace: String,
    /// The side a person plays, if one does; programs play all others.
    pub person: Option<Color>,
}

impl Heading {
    /// The words of the PDN standard for who plays a side.
    fn kind(&self, color: Color) -> &'static str {
        if self.person == Some(color) { "human" } else { "program" }
    }
}

impl GameRecord {
    /// Plies, the opening included.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.opening.moves().len() + self.played.len()
    }

    /// What a player calls itself, if that is not the name it is listed under.
    fn program(&self, color: Color, listed: &str) -> String {
        let name = &self.names[color];
        if name == listed { String::new() } else { name.clone() }
    }

    /// The game as PDN, with score, depth and time behind every move in the way of engine matches: `{+0.35/12 0.10s}`.
    #[must_use]
    pub fn to_pdn(&self, heading: &Heading) -> String {
        let book = self.opening.moves();
        let mut comments: Vec<(usize, String)> =
            (1..=book.len()).map(|ply| (ply, "book".into())).collect();
        for (index, played) in self.played.iter().enumerate() {
            comments.push((book.len() + index + 1, comment(played)));
        }
        comments.push((self.plies(), self.ending.reason.clone()));
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let sheet = GameSheet {
            event: heading.event.clone(),
            site: "?".into(),
            date: self.began.date(),
            round: heading.round.clone(),
            white: heading.white.clone(),
            black: heading.black.clone(),
            outcome: self.ending.verdict.outcome(),
            tags: vec![
                tag("WhiteType", heading.kind(Color::White).into()),
                tag("BlackType", heading.kind(Color::Black).into()),
                tag("WhiteProgram", self.program(Color::White, &heading.white)),
                tag("BlackProgram", self.program(Color::Black, &heading.black)),
                tag("TimeControl", heading.pace.clone()),
                tag("PlyCount", self.plies().to_string()),
                tag("GameStartTime", self.began.to_string()),
                tag("GameDuration", hours(self.duration)),
                tag("Termination", self.ending.termination.tag().into()),
            ],
            start: *self.opening.start(),
            moves: book.iter().copied().chain(self.played.iter().map(|played| played.mv)).collect(),
            comments,
            ..GameSheet::default()
        };
        sheet.to_pdn(Terminator::Result)
    }
}

fn comment(played: &PlayedMove) -> String {
    let time = format!("{:.2}s", played.time.as_secs_f64());
    played.thought.note().map_or(time.clone(), |note| format!("{note} {time}"))
}

fn hours(duration: Duration) -> String {
    let seconds = duration.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
