//! What a run reports on its way.

use std::fmt;
use std::iter;
use std::ops::ControlFlow;

use serde_json::{Map, Value, json};

use super::notice::Notice;
use crate::dataset::LabelCounts;
use crate::learning::{Progress, Report, report_phases};
use crate::selfplay::{AnchorScore, Measurement, Progress as PlayProgress};
use crate::tablebase;

/// Receives every event of a run, and may end the run after it; its checkpoint is then saved.
pub type Observer<'a> = &'a mut (dyn FnMut(RunEvent<'_>) -> ControlFlow<()> + Send);

/// An event of a run.
#[derive(Clone, Debug)]
pub enum RunEvent<'a> {
    /// A warning or a note.
    Notice(Notice),
    /// Endgame tables are made.
    Tables(&'a tablebase::Event<'a>),
    /// The run begins: its inputs can be read.
    Started(&'a RunPlan),
    /// It resumes at this place.
    Resumed(RunPlace),
    /// `learn`: all passes are done, and the games are read once more for the figures.
    Rereading,
    /// `learn`: a block of games is done.
    Progress(&'a Progress),
    /// `learn`: figures on held-out games between two passes.
    Curve(&'a Progress, &'a Report),
    /// `learn`: a pass is done.
    Pass {
        /// The pass, from 1.
        pass: u32,
        /// Whether it is the last one.
        is_last: bool,
        /// The figures on held-out games.
        held_out: &'a Report,
    },
    /// `learn`: what endgame tables made of the results.
    Labels(&'a LabelCounts),
    /// `train`: the number of games so far.
    Games(u64),
    /// `train`: a report on the games.
    Played(&'a PlayProgress),
    /// `train`: the strength was measured.
    Measured(&'a Measurement),
    /// The run was interrupted at this place; the command resumes it.
    Interrupted(RunPlace, &'a str),
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunPlace {
    /// The pass of `learn`, from 1.
    pub pass: Option<u32>,
    /// Games of this pass, or of the run.
    pub games: u64,
    /// The games of a run of `train`.
    pub of: Option<u64>,
}

/// The plan of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunPlan {
    /// Its settings for people, by a word for each line.
    pub lines: Vec<(String, String)>,
    /// The work: bytes of all passes of `learn`, games of `train`.
    pub amount: u64,
    /// The passes of `learn`.
    pub passes: Option<u32>,
    /// The settings that must be the same when the run resumes.
    pub settings: Value,
}

impl RunEvent<'_> {
    /// The line of `--metrics`, for the events that have one.
    #[must_use]
    pub fn record(&self) -> Option<Value> {
        Some(match self {
            RunEvent::Progress(progress) => {
                json!({ "event": "progress", "at": labelled(progress) })
            }
            RunEvent::Curve(progress, report) => {
                json!({ "event": "curve", "at": labelled(progress), "held_out": report })
            }
            RunEvent::Pass { pass, held_out, .. } => {
                json!({ "event": "epoch", "epoch": pass, "held_out": held_out })
            }
            RunEvent::Labels(labels) => json!({ "event": "labels", "labels": labels }),
            RunEvent::Played(progress) => json!({ "event": "progress", "at": progress }),
            RunEvent::Measured(measurement) => json!({ "event": "measured", "at": measurement }),
            RunEvent::Notice(Notice::GameFailed(reason)) => {
                json!({ "event": "spoilt", "reason": reason })
            }
            _ => return None,
        })
    }

    /// The text for people, for the events that have one.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        Some(match self {
            RunEvent::Notice(notice) => notice.line(),
            RunEvent::Tables(event) => return event.message(),
            RunEvent::Started(plan) => plan.to_string(),
            RunEvent::Resumed(place) => format!("resuming {place}"),
            RunEvent::Rereading => {
                "all passes are done: reading once more for the figures".to_owned()
            }
            RunEvent::Pass { pass, is_last: false, held_out } => match held_out.games {
                0 => format!("pass {pass} done"),
                _ => format!(
                    "pass {pass}: held-out error {:.4}, material {:.4}",
                    held_out.all.mse, held_out.all.material_mse
                ),
            },
            RunEvent::Measured(measurement) => measured(measurement),
            RunEvent::Interrupted(place, command) => {
                format!("Interrupted {place}; {command} resumes from there.")
            }
            _ => return None,
        })
    }
}

/// `in pass 2 after 640 games`, `after 640 of 1000 games`.
impl fmt::Display for RunPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(pass) = self.pass {
            write!(f, "in pass {pass} ")?;
        }
        match self.of {
            Some(all) => write!(f, "after {} of {all} games", self.games),
            None => write!(f, "after {} games", self.games),
        }
    }
}

impl fmt::Display for RunPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> =
            self.lines.iter().map(|(word, text)| format!("{word:<8} {text}")).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// Progress as JSON, with its errors under the names of the phases.
fn labelled(progress: &Progress) -> Value {
    let mut object = serde_json::to_value(progress).expect("progress has a JSON form");
    let phases = iter::once("all".to_owned()).chain(report_phases().labels());
    let errors = phases.zip(&progress.online_mse).map(|(phase, mse)| (phase, json!(mse)));
    object["online_mse"] = errors.collect::<Map<_, _>>().into();
    object
}

/// A measurement in a line: the games learned, the strength against each anchor, the errors.
#[must_use]
pub fn measured(measurement: &Measurement) -> String {
    let scores = measurement.scores.iter().filter(|score| score.stats.played() > 0);
    let mut parts: Vec<String> = scores.map(score_text).collect();
    parts.extend(measurement.held_out.map(|error| format!("held-out error {error:.4}")));
    parts.extend(measurement.man_value.map(|man| format!("man {man:.3}")));
    format!("{:>7} games  {}", measurement.games, parts.join("; ")).trim_end().to_string()
}

fn score_text(score: &AnchorScore) -> String {
    let AnchorScore { anchor, stats, elo, low, high } = score;
    let end = |elo: &Option<f64>| elo.map_or("…".into(), |elo| format!("{elo:+.0}"));
    let share = 100.0 * stats.points() / stats.played().max(1) as f64;
    let points = format!("{anchor} {share:.1} % of {}", stats.played());
    match (elo, low, high) {
        (None, None, None) => points,
        _ => format!("{points}, Elo {} ({} to {})", end(elo), end(low), end(high)),
    }
}
