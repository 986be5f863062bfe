//! A contest in blocks, played by workers that share a folder, and joined to the files of one contest.

use std::ops::ControlFlow;
use std::path::Path;

use serde_json::{Value, json};

use super::counted::{Counted, Told};
use super::cut::{ENDING, Line, blocks_of, places};
use super::journal::{Journal, state_path};
use super::matches::{Contest, finished};
use super::schedule::Fixture;
use super::standing::Standing;
use crate::blocks::{Block, BlockFolder, Work, Worked, Worker};
use crate::engine::StopFlag;
use crate::play::error::PlayError;
use crate::play::game::record::{GameRecord, Heading};

/// The work's name in a folder.
pub const WORK: &str = "contest";

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
        let blocks = blocks_of(&self.schedule);
        let settings = self.shared_settings();
        let work = Work { name: WORK, settings, blocks, ending: ENDING };
        let mut played = 0;
        let mut counted = Counted::new(self.names(), self.schedule.clone(), self.sprt);
        let mut is_decided = |folder: &BlockFolder| match self.sprt {
            Some(_) => counted.decide(folder),
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
        let fixtures: Vec<Fixture> = self.schedule.fixtures_at(places(number)).collect();
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

/// The number of blocks, from the first on, whose games count.
///
/// # Errors
/// Blocks that are missing or damaged.
pub fn blocks_that_count(folder: &BlockFolder) -> Result<u64, PlayError> {
    Ok(Told::of(folder)?.count(folder)?.blocks())
}

/// Joins the blocks of a folder to the two files of a contest, which can go on from them, and says how it stands. Of a contest that a
/// sequential test has decided, the blocks up to the decision are enough, and no later game counts.
///
/// # Errors
/// Blocks that are missing or damaged, games that are not what their PDN says, and an output that cannot be used; it is not touched
/// before all blocks are found whole.
pub fn merge(folder: &BlockFolder, out: &Path) -> Result<Standing, PlayError> {
    let told = Told::of(folder)?;
    let blocks = told.count(folder)?.blocks();
    let has_content = |path: &Path| std::fs::metadata(path).is_ok_and(|data| data.len() > 0);
    if has_content(out) || has_content(&state_path(out)) {
        let text = format!("{} has games already; name another file", out.display());
        return Err(PlayError::Settings(text));
    }
    let (mut journal, _) = Journal::open(out, &told.settings, &|_| Heading::default())?;
    journal.begin()?;
    let mut counted = told.counted();
    for _ in 0..blocks {
        counted.add(folder, &mut |line| journal.add_text(&line.pdn, &line.finished))?;
    }
    Ok(counted.into_standing())
}
