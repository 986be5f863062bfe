//! A contest in blocks, played by workers that share a folder, and joined to the files of one contest.

use std::ops::ControlFlow;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::finished::Finished;
use super::journal::{Journal, state_path};
use super::matches::{Contest, finished};
use super::schedule::{Fixture, Schedule};
use super::standing::Standing;
use crate::blocks::{Block, BlockFolder, Work, Worked, Worker};
use crate::engine::StopFlag;
use crate::play::error::PlayError;
use crate::play::game::record::Heading;

/// The work's name in a folder.
pub const WORK: &str = "contest";
/// Games of a block: eight openings with both colours, minutes at the times that people test with.
const BLOCK: usize = 16;
const ENDING: &str = "jsonl";

/// A game as a block has it.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    finished: Finished,
    pdn: String,
}

impl Contest {
    /// Plays a worker's share of the contest; one that was interrupted goes on. `watch` hears how many games it has played.
    ///
    /// # Errors
    /// A contest that ends by a sequential test, players that cannot be started, or a folder that cannot be used; blocks that
    /// were finished stay.
    pub fn run_share(
        &self,
        worker: &Worker,
        stop: &StopFlag,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Worked, PlayError> {
        self.check()?;
        if self.sprt.is_some() {
            let text = "a sequential test looks at the games in order, and workers do not know of each other's; leave --sprt out";
            return Err(PlayError::Settings(text.into()));
        }
        let fixtures: Vec<Fixture> = self.schedule.fixtures().collect();
        let blocks = fixtures.len().div_ceil(BLOCK) as u64;
        let settings = self.shared_settings();
        let work = Work { name: WORK, settings, blocks, ending: ENDING };
        let mut played = 0;
        worker.run(&work, &|| stop.is_stopped(), &mut |number| {
            let first = number as usize * BLOCK;
            let ours = &fixtures[first..fixtures.len().min(first + BLOCK)];
            self.block(ours, stop, &mut || {
                played += 1;
                watch(played);
            })
        })
    }

    fn shared_settings(&self) -> Value {
        json!({
            "match": self.settings(),
            "names": self.names(),
            "event": self.event,
            "games_per_pairing": self.schedule.games_per_pairing(),
        })
    }

    /// The games of a block; `None` if they were interrupted.
    fn block(
        &self,
        fixtures: &[Fixture],
        stop: &StopFlag,
        watch: &mut dyn FnMut(),
    ) -> Result<Option<Block>, PlayError> {
        let names = self.names();
        let mut lines = Vec::new();
        self.play(fixtures.to_vec(), stop, &mut |fixture, record| {
            let heading = self.heading(&names, &fixture);
            let finished = finished(&fixture, &record, &heading);
            lines.push(Line { finished, pdn: record.to_pdn(&heading) });
            watch();
            Ok(ControlFlow::Continue(()))
        })?;
        if lines.len() < fixtures.len() {
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

/// What a folder's settings tell of the contest.
#[derive(Debug, Deserialize)]
struct Told {
    #[serde(rename = "match")]
    settings: Value,
    names: Vec<String>,
    games_per_pairing: usize,
}

/// Joins the blocks of a folder to the two files of a contest, which can go on from them, and says how it stands.
///
/// # Errors
/// Blocks that are missing or damaged, and an output that cannot be used; it is not touched before all blocks are found whole.
pub fn merge(folder: &BlockFolder, out: &Path) -> Result<Standing, PlayError> {
    let unreadable = |error: serde_json::Error| {
        PlayError::Settings(format!("the blocks are not those of a contest: {error}"))
    };
    let told: Told =
        serde_json::from_value(folder.manifest().settings.clone()).map_err(unreadable)?;
    let schedule = Schedule::round_robin(told.names.len(), told.games_per_pairing);
    let mut lines: Vec<Line> = Vec::new();
    for block in folder.all()? {
        let content = block?.content;
        let block = serde_json::Deserializer::from_slice(&content).into_iter();
        lines.extend(block.collect::<Result<Vec<Line>, _>>().map_err(unreadable)?);
    }
    let has_content = |path: &Path| std::fs::metadata(path).is_ok_and(|data| data.len() > 0);
    if has_content(out) || has_content(&state_path(out)) {
        let text = format!("{} has games already; name another file", out.display());
        return Err(PlayError::Settings(text));
    }
    let (mut journal, _) = Journal::open(out, &told.settings, &|_| Heading::default())?;
    journal.begin()?;
    let mut standing = Standing::new(told.names, schedule, None);
    for line in lines {
        journal.add_text(&line.pdn, &line.finished)?;
        standing.add(line.finished);
    }
    Ok(standing)
}
