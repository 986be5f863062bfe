//! A contest in blocks, played by workers that share a folder, and joined to the files of one contest.

use std::ops::ControlFlow;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::finished::Finished;
use super::journal::{self, Journal, state_path};
use super::matches::{Contest, finished};
use super::schedule::{Fixture, Schedule};
use super::sprt::Sprt;
use super::standing::Standing;
use crate::blocks::{Block, BlockFolder, Work, Worked, Worker};
use crate::engine::StopFlag;
use crate::play::error::PlayError;
use crate::play::game::record::{GameRecord, Heading};

/// The work's name in a folder.
pub const WORK: &str = "contest";
/// Games of a block: eight openings with both colours, minutes at the times that people test with.
const BLOCK: usize = 16;
const ENDING: &str = "jsonl";

/// A game as a block has it, and as one process tells another of it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Line {
    #[serde(flatten)]
    pub(super) finished: Finished,
    pub(super) pdn: String,
}

impl Contest {
    /// Plays a worker's share of the contest; one that was interrupted goes on. A sequential test ends it as soon as the blocks from the
    /// first one on, without a gap, decide. `watch` hears how many games it has played.
    ///
    /// # Errors
    /// Players that cannot be started, or a folder that cannot be used; blocks that were finished stay.
    pub fn run_share(
        &self,
        worker: &Worker,
        stop: &StopFlag,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Worked, PlayError> {
        self.check()?;
        let blocks = self.schedule.len().div_ceil(BLOCK) as u64;
        let settings = self.shared_settings();
        let work = Work { name: WORK, settings, blocks, ending: ENDING };
        let mut played = 0;
        let mut counted = Counted::new(self.names(), self.schedule.clone(), self.sprt);
        let mut is_decided = |folder: &BlockFolder| match self.sprt {
            Some(_) => {
                let is_decided = counted.decide(folder);
                counted.lines.clear();
                is_decided
            }
            None => Ok(false),
        };
        worker.run_until(&work, &|| stop.is_stopped(), &mut is_decided, &mut |number| {
            self.block(number, stop, &mut || {
                played += 1;
                watch(played);
            })
        })
    }

    /// Everything that the games depend on.
    #[must_use]
    pub fn shared_settings(&self) -> Value {
        let mut settings = json!({
            "match": self.settings(),
            "names": self.names(),
            "event": self.event,
            "games_per_pairing": self.schedule.games_per_pairing(),
        });
        if let Some(sprt) = self.sprt {
            settings["sprt"] = serde_json::to_value(sprt).expect("plain numbers");
        }
        settings
    }

    /// A game that was played.
    pub(super) fn line(&self, names: &[String], fixture: &Fixture, record: &GameRecord) -> Line {
        let heading = self.heading(names, fixture);
        let finished = finished(fixture, record, &heading);
        Line { finished, pdn: record.to_pdn(&heading) }
    }

    /// The games of a block; `None` if they were interrupted.
    pub(super) fn block(
        &self,
        number: u64,
        stop: &StopFlag,
        watch: &mut dyn FnMut(),
    ) -> Result<Option<Block>, PlayError> {
        let names = self.names();
        let fixtures = self.schedule.fixtures().skip(number as usize * BLOCK).take(BLOCK);
        let fixtures: Vec<Fixture> = fixtures.collect();
        let (mut lines, count) = (Vec::new(), fixtures.len());
        self.play(fixtures, stop, &mut |fixture, record| {
            lines.push(self.line(&names, &fixture, &record));
            watch();
            Ok(ControlFlow::Continue(()))
        })?;
        if lines.len() < count {
            return Ok(None);
        }
        lines.sort_by_key(|line| line.finished.game);
        let text: Vec<String> = lines
            .iter()
            .map(|line| serde_json::to_string(line).expect("plain fields") + "\n")
            .collect();
        let figures = json!({ "games": lines.len() });
        Ok(Some(Block { content: text.concat().into_bytes(), figures }))
    }
}

/// The games of a block, in order.
pub(super) fn lines_of(block: &Block) -> Result<Vec<Line>, PlayError> {
    let lines = serde_json::Deserializer::from_slice(&block.content).into_iter();
    lines.collect::<Result<_, _>>().map_err(unreadable)
}

fn unreadable(error: serde_json::Error) -> PlayError {
    PlayError::Settings(format!("the blocks are not those of a contest: {error}"))
}

/// The games that count: in order from the first one on, without a gap, up to the one that decides. Later ones were played in vain.
struct Counted {
    standing: Standing,
    next: u64,
    lines: Vec<Line>,
}

impl Counted {
    fn new(names: Vec<String>, schedule: Schedule, sprt: Option<Sprt>) -> Counted {
        Counted { standing: Standing::new(names, schedule, sprt), next: 0, lines: Vec::new() }
    }

    /// Counts the blocks that are there, and tells whether they decide the test.
    fn decide(&mut self, folder: &BlockFolder) -> Result<bool, PlayError> {
        while !self.standing.is_decided()
            && self.next < folder.manifest().blocks
            && folder.has(self.next)?
        {
            self.add(&folder.get(self.next)?)?;
        }
        Ok(self.standing.is_decided())
    }

    /// Counts the games of the next block.
    fn add(&mut self, block: &Block) -> Result<(), PlayError> {
        self.next += 1;
        for line in lines_of(block)? {
            if !self.standing.is_decided() {
                self.standing.add(line.finished.clone());
                self.lines.push(line);
            }
        }
        Ok(())
    }
}

/// What a folder's settings tell of the contest.
#[derive(Debug, Deserialize)]
struct Told {
    #[serde(rename = "match")]
    settings: Value,
    names: Vec<String>,
    games_per_pairing: usize,
    #[serde(default)]
    sprt: Option<Sprt>,
}

impl Told {
    fn of(folder: &BlockFolder) -> Result<Told, PlayError> {
        serde_json::from_value(folder.manifest().settings.clone()).map_err(unreadable)
    }

    fn counted(&self) -> Counted {
        let schedule = Schedule::round_robin(self.names.len(), self.games_per_pairing);
        Counted::new(self.names.clone(), schedule, self.sprt)
    }

    /// All games that count, from blocks that are checked.
    fn count(&self, folder: &BlockFolder) -> Result<Counted, PlayError> {
        let mut counted = self.counted();
        if self.sprt.is_some() && counted.decide(folder)? {
            return Ok(counted);
        }
        let mut counted = self.counted();
        for block in folder.all()? {
            counted.add(&block?)?;
        }
        Ok(counted)
    }
}

/// The number of blocks, from the first on, whose games count.
///
/// # Errors
/// Blocks that are missing or damaged.
pub fn blocks_that_count(folder: &BlockFolder) -> Result<u64, PlayError> {
    Ok(Told::of(folder)?.count(folder)?.next)
}

/// Whether a contest has just these games already.
fn holds(out: &Path, lines: &[Line]) -> bool {
    let text: String = lines.iter().map(|line| line.pdn.as_str()).collect();
    state_path(out).exists() && std::fs::read(out).is_ok_and(|there| there == text.as_bytes())
}

/// Joins the blocks of a folder to the two files of a contest, which can go on from them, and says how it stands. Of a contest that a
/// sequential test has decided, the blocks up to the decision are enough, and no later game counts. Other games that are there go only
/// where `replace` says so; the same games are left as they are.
///
/// # Errors
/// Blocks that are missing or damaged, and an output that cannot be used; it is not touched before all blocks are found whole.
pub fn merge(folder: &BlockFolder, out: &Path, replace: bool) -> Result<Standing, PlayError> {
    let told = Told::of(folder)?;
    let counted = told.count(folder)?;
    if holds(out, &counted.lines) {
        return Ok(counted.standing);
    }
    let has_content = |path: &Path| std::fs::metadata(path).is_ok_and(|data| data.len() > 0);
    if replace {
        journal::clear(out)?;
    } else if has_content(out) || has_content(&state_path(out)) {
        return Err(PlayError::Taken { path: out.into() });
    }
    let (mut journal, _) = Journal::open(out, &told.settings, &|_| Heading::default())?;
    journal.begin()?;
    for line in &counted.lines {
        journal.add_text(&line.pdn, &line.finished)?;
    }
    Ok(counted.standing)
}
