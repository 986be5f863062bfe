//! Simultaneous perturbation stochastic approximation (Spall 1992) for the numbers of the search: all of them move at once, towards the
//! side of a match that wins.
//!
//! In step k of K every number θ has a sign Δ = ±1, drawn by a coin. The search with θ + c·Δ plays the search with θ − c·Δ, and
//! θ ← θ + (a / c)·(wins − losses)·Δ. Here c falls as (k + 1)^−γ to the step of the number, and a as (A + k + 1)^−α to the rate times the
//! squared step. α = 0.602, γ = 0.101, A = K / 10 (Spall 1998).

use draughts_td_results::notes;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::lab::{LabError, counted, of_searches, tables_text};
use super::streams::stream;
use crate::arena::PlayError;
use crate::arena::play::openings::{BallotLength, ballots};
use crate::arena::tournament::Tournament;
use crate::arena::tournament::spec::PlayerSpec;
use crate::player::{Endgame, Options, Parameters, StopFlag};
use crate::results::plot::{Axis, LinePanel, LinePlot, Point, Reference, Series};
use crate::results::{Description, FigureRow, Ledger, Progress, Report, RunFolder, number, typed};

const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// A number of the search that moves, and how far the last match tries it on each side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaNumber {
    pub name: String,
    pub step: f64,
}

/// How far each number is tried by default: a few per cent of its range that plays well.
const STEPS: [(&str, f64); 7] = [
    ("prob-cut-margin", 2.0),
    ("prob-cut-share", 4.0),
    ("prob-cut-depth", 0.5),
    ("prob-cut-near", 6.0),
    ("reduction-base", 10.0),
    ("reduction-divisor", 8.0),
    ("aspiration", 2.0),
];

impl SpsaNumber {
    /// All numbers of the search with their usual steps.
    pub fn usual() -> Vec<SpsaNumber> {
        STEPS.iter().map(|&(name, step)| SpsaNumber { name: name.into(), step }).collect()
    }
}

/// `NAME`, or `NAME:STEP` with a step of its own.
impl std::str::FromStr for SpsaNumber {
    type Err = PlayError;

    fn from_str(text: &str) -> Result<SpsaNumber, PlayError> {
        let (name, step) =
            text.split_once(':').map_or((text, None), |(name, step)| (name, Some(step)));
        let Some((_, usual)) = STEPS.iter().find(|(known, _)| *known == name) else {
            let names: Vec<&str> = Parameters::names().collect();
            return Err(PlayError::Settings(format!(
                "the search has no number '{name}'; there are {}",
                names.join(", ")
            )));
        };
        let step = match step {
            None => Some(*usual),
            Some(text) => text.parse().ok().filter(|step| (0.1..=100.0).contains(step)),
        };
        let step = step.ok_or_else(|| {
            PlayError::Settings(format!(
                "{text}: give a step from 0.1 to 100, such as {name}:{usual}"
            ))
        })?;
        Ok(SpsaNumber { name: name.into(), step })
    }
}

/// What moves, and the conditions of every match.
#[derive(Clone, Debug)]
pub struct SpsaSettings {
    pub program: String,
    /// The evaluation of both sides, and the checksum of its file.
    pub net: (String, String),
    pub numbers: Vec<SpsaNumber>,
    /// Steps, each a match.
    pub steps: u64,
    /// Games of a match, two from every opening.
    pub games: usize,
    /// The share of a squared step by which a match that is won by one game moves a number at the end.
    pub rate: f64,
    pub nodes: u64,
    pub table: usize,
    pub endgame: Option<Endgame>,
    pub threads: usize,
    pub seed: u64,
}

/// A step of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SpsaStep {
    pub step: u64,
    /// The numbers of the side that goes with the signs, and of the other.
    pub plus: Vec<i32>,
    pub minus: Vec<i32>,
    /// Wins of the first side less its losses.
    pub lead: i64,
    /// The numbers after the step.
    pub values: Vec<f64>,
}

impl FigureRow for SpsaStep {
    fn piece(&self) -> String {
        piece(self.step)
    }
}

fn piece(step: u64) -> String {
    format!("step {step}")
}

impl SpsaSettings {
    /// As the run folder keeps them; threads change nothing.
    pub fn to_json(&self) -> Value {
        json!({
            "numbers": self.numbers,
            "start": self.start(),
            "net": self.net.0,
            "sha256": self.net.1,
            "steps": self.steps,
            "games": self.games,
            "rate": self.rate,
            "nodes": self.nodes,
            "tt_mib": self.table,
            "endgame_pieces": self.endgame.as_ref().map(Endgame::to_json),
            "seed": self.seed,
        })
    }

    /// Where the numbers begin: as matches have decided.
    fn start(&self) -> Vec<f64> {
        let all: Vec<(&str, i32)> = Parameters::TUNED.all().collect();
        let value =
            |name: &str| all.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        self.numbers
            .iter()
            .map(|one| f64::from(value(&one.name).expect("a known number")))
            .collect()
    }

    /// How far a number is tried in a step, and the share of its square by which a lead of one game moves it.
    fn gains(&self, step: u64) -> (f64, f64) {
        let (k, last) = (step as f64, self.steps as f64);
        let settling = last / 10.0;
        let spread = (last / k).powf(GAMMA);
        let rate = self.rate * ((settling + last) / (settling + k)).powf(ALPHA) / spread.powi(2);
        (spread, rate)
    }

    /// The signs of a step, and the numbers of both sides.
    fn sides(&self, step: u64, values: &[f64]) -> (Vec<f64>, [Vec<i32>; 2]) {
        let mut random = stream(self.seed, u32::try_from(step).unwrap_or(u32::MAX), "spsa");
        let (spread, _) = self.gains(step);
        let signs: Vec<f64> =
            self.numbers.iter().map(|_| if random.random::<bool>() { 1.0 } else { -1.0 }).collect();
        let mut side = |way: f64| {
            let numbers = self.numbers.iter().zip(values).zip(&signs);
            numbers
                .map(|((number, value), sign)| {
                    let tried = value + way * sign * spread * number.step;
                    // Rounded at random, so that small moves count on average.
                    within(&number.name, (tried + random.random::<f64>()).floor()) as i32
                })
                .collect()
        };
        let sides = [side(1.0), side(-1.0)];
        (signs, sides)
    }

    fn player(&self, values: &[i32]) -> Result<PlayerSpec, PlayError> {
        format!("net:{} {}", self.net.0, change(&self.numbers, values)).parse()
    }

    /// The match of a step.
    fn contest(&self, step: u64, sides: &[Vec<i32>; 2]) -> Result<Tournament, PlayError> {
        let players = [self.player(&sides[0])?, self.player(&sides[1])?];
        let options =
            Options { hash_mb: self.table, endgame: self.endgame.clone(), ..Options::default() };
        let (openings, size) = (ballots(BallotLength::Three), (self.games, self.nodes));
        // Other openings in each match.
        let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(step);
        let base = counted(players, openings, size, options, seed, &self.program);
        Ok(of_searches(base, &self.net.1, self.threads))
    }

    fn make(&self, step: u64, before: &[f64]) -> Result<SpsaStep, LabError> {
        let (signs, sides) = self.sides(step, before);
        let name = piece(step);
        let failed = |source| LabError::Match { name: name.clone(), source };
        // Where both sides are the same the match would say nothing.
        let lead = if sides[0] == sides[1] {
            0
        } else {
            let tournament = self.contest(step, &sides).map_err(failed)?;
            let board = tournament.run(&StopFlag::new(), &mut |_| {}).map_err(failed)?;
            let stats = board.stats(0);
            stats.wins().cast_signed() - stats.losses().cast_signed()
        };
        let (spread, rate) = self.gains(step);
        let moved = self.numbers.iter().zip(before).zip(&signs).map(|((number, value), sign)| {
            within(&number.name, value + rate * spread * number.step * lead as f64 * sign)
        });
        let values = moved.collect();
        let [plus, minus] = sides;
        Ok(SpsaStep { step, plus, minus, lead, values })
    }
}

/// The numbers with these values, in the words of a player.
fn change(numbers: &[SpsaNumber], values: &[i32]) -> String {
    let words = numbers.iter().zip(values).map(|(one, value)| format!("{}={value}", one.name));
    format!("where {}", words.collect::<Vec<_>>().join(" "))
}

/// A value of a number, within its range.
fn within(name: &str, value: f64) -> f64 {
    let range = Parameters::range(name).expect("a known number");
    value.clamp(f64::from(*range.start()), f64::from(*range.end()))
}

/// Makes the steps that the folder does not have yet, writes the report, and returns its main table.
///
/// # Errors
/// When something cannot be read, written or played; what is finished stays in the folder.
pub fn run(
    settings: &SpsaSettings,
    folder: &RunFolder,
    progress: &Progress<'_>,
) -> Result<String, LabError> {
    let ledger = Ledger::open(folder, (1..=settings.steps).map(piece), progress)?;
    let (mut values, mut steps) = (settings.start(), Vec::new());
    for step in 1..=settings.steps {
        let row: SpsaStep = ledger.row(&piece(step), || settings.make(step, &values))?;
        values.clone_from(&row.values);
        steps.push(row);
    }
    Ok(folder.finish(&steps, &report(folder.description(), &steps), SUMMARY)?)
}

/// How the captions of tables begin that are shown at a terminal.
const SUMMARY: &[&str] = &["The numbers before and after"];

/// Points of a curve.
const POINTS: usize = 100;

/// What a report needs of the settings.
#[derive(Debug, Deserialize)]
struct Moved {
    numbers: Vec<SpsaNumber>,
    start: Vec<f64>,
    games: usize,
}

/// The report of a run, by its description and its rows.
pub(crate) fn report(run: &Description, steps: &[SpsaStep]) -> Report {
    let moved = serde_json::from_value(run.settings.clone());
    let Moved { numbers, start, games } = moved.expect("the settings of a run");
    let last = &steps[steps.len() - steps.len().div_ceil(10)..];
    let mean =
        |place: usize| last.iter().map(|step| step.values[place]).sum::<f64>() / last.len() as f64;
    let means: Vec<f64> = (0..start.len()).map(mean).collect();
    let nearest: Vec<i32> = numbers
        .iter()
        .zip(&means)
        .map(|(one, mean)| within(&one.name, mean.round()) as i32)
        .collect();
    let rows = numbers.iter().enumerate().map(|(place, one)| {
        let cells = [(start[place], 0), (one.step, 1), (means[place], 1)];
        let cells = cells.map(|(value, decimals)| number(value, decimals));
        let cells = [format!("`{}`", one.name)].into_iter().chain(cells);
        cells.chain([nearest[place].to_string()]).collect::<Vec<_>>()
    });
    let every = steps.len().div_ceil(POINTS);
    let series = numbers.iter().enumerate().map(|(place, one)| {
        let point = |step: &SpsaStep| {
            let x = (step.step as usize * games) as f64 / 1000.0;
            let y = (step.values[place] - start[place]) / one.step;
            Point { x, y, low: y, high: y }
        };
        Series { label: one.name.clone(), points: steps.iter().step_by(every).map(point).collect() }
    });
    let references = vec![Reference::new("start", 0.0)];
    let plot = LinePlot {
        band: String::new(),
        x: Axis::new("thousand games"),
        y: Axis::new("steps from the start"),
        panels: vec![LinePanel { title: String::new(), series: series.collect(), references }],
    };
    let test = format!("draughts-td reproduce tuning --try '{}'", change(&numbers, &nearest));
    Report::new(notes::SPSA, run)
        .settings(&run.settings)
        .text("steps", number(steps.len() as f64, 0))
        .text("played", number((steps.len() * games) as f64, 0))
        .rows("numbers", rows)
        .figure(1, "The numbers on their way", &plot)
        .text("test", typed(&test))
        .text("tables", tables_text(run))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(steps: u64) -> SpsaSettings {
        SpsaSettings {
            program: "test".into(),
            net: ("material".into(), String::new()),
            numbers: SpsaNumber::usual(),
            steps,
            games: 2,
            rate: 0.002,
            nodes: 50,
            table: 1,
            endgame: None,
            threads: 1,
            seed: 1,
        }
    }

    #[test]
    fn every_number_of_the_search_has_a_step() {
        let names: Vec<String> = SpsaNumber::usual().into_iter().map(|one| one.name).collect();
        assert!(names.iter().map(String::as_str).eq(Parameters::names()));
        let own: SpsaNumber = "aspiration:3.5".parse().expect("a number");
        assert_eq!(own, SpsaNumber { name: "aspiration".into(), step: 3.5 });
        for wrong in ["", "luck", "aspiration:", "aspiration:0", "aspiration:x"] {
            assert!(wrong.parse::<SpsaNumber>().is_err(), "{wrong}");
        }
    }

    /// By hand at the last step: the spread is the step, and the rate the one that was asked for.
    #[test]
    fn spread_and_rate_end_as_they_were_asked_for() {
        let settings = settings(1000);
        let (spread, rate) = settings.gains(1000);
        assert!((spread - 1.0).abs() < 1e-12 && (rate - 0.002).abs() < 1e-12);
        let (first_spread, first_rate) = settings.gains(1);
        assert!((first_spread - 1000f64.powf(0.101)).abs() < 1e-12);
        let expected = 0.002 * (1100.0f64 / 101.0).powf(0.602) / 1000f64.powf(0.202);
        assert!((first_rate - expected).abs() < 1e-12);
    }

    /// On a hill whose top is known, with matches that the nearer side wins, the numbers climb to the top.
    #[test]
    fn numbers_climb_a_known_hill() {
        let settings = SpsaSettings { rate: 0.02, ..settings(4000) };
        let top = [20.0, 50.0, 6.0, 40.0, 80.0, 140.0, 20.0];
        let mut values = settings.start();
        for step in 1..=settings.steps {
            let (signs, sides) = settings.sides(step, &values);
            let height = |side: &[i32]| -> f64 {
                let places = settings.numbers.iter().zip(side).zip(top);
                -places
                    .map(|((one, value), top)| ((f64::from(*value) - top) / one.step).powi(2))
                    .sum::<f64>()
            };
            let lead = (height(&sides[0]) - height(&sides[1])).signum();
            let (spread, rate) = settings.gains(step);
            for (place, value) in values.iter_mut().enumerate() {
                *value += rate * spread * settings.numbers[place].step * lead * signs[place];
            }
        }
        for ((value, top), one) in values.iter().zip(top).zip(&settings.numbers) {
            assert!((value - top).abs() < one.step, "{}: {value} and {top}", one.name);
        }
    }
}
