//! A tournament in blocks, played by workers that share a folder, and joined to the files of one tournament.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use super::blocks::{ENDING, GameLine, blocks_of, places};
use super::checked_blocks::{CheckedBlocks, FolderSettings};
use super::finished_game::FinishedGame;
use super::match_log::{self, MatchLog, state_path};
use super::schedule::Fixture;
use super::scoreboard::ScoreBoard;
use super::settings::{Tournament, finished};
use crate::error::PlayError;
use crate::files;
use crate::jobs::Job;
use crate::jobs::folder::{BlockFolder, BlockJob, BlockResult, JobSpec, WorkSummary, Worker};
use crate::play::record::{GameRecord, Heading};
use crate::player::StopFlag;

/// The work's name in a folder.
pub const WORK: &str = "contest";

impl Tournament {
    /// Plays a worker's share of the tournament; one that was interrupted resumes. A sequential test ends it as soon as the blocks from the
    /// first one on, without a gap, decide. `watch` is called with each game it has played.
    ///
    /// # Errors
    /// Players that cannot be started, or a folder that cannot be used; blocks that were finished stay.
    pub fn run_share(
        &self,
        worker: &Worker,
        stop: &StopFlag,
        watch: &mut (dyn FnMut(&FinishedGame) + Send),
    ) -> Result<WorkSummary, PlayError> {
        self.check()?;
        let schedule = self.schedule();
        let blocks = blocks_of(&schedule);
        let settings = self.shared_settings();
        let spec = JobSpec { name: WORK, settings, blocks, ending: ENDING };
        let made = CheckedBlocks::new(self.names(), schedule, self.sprt, self.settings());
        let made = Mutex::new(made);
        let mut watch = |game: &FinishedGame| watch(game);
        let watch = Mutex::new(&mut watch as &mut (dyn FnMut(&FinishedGame) + Send));
        worker.run(&spec, &Blocks { tournament: self, user: stop, made, watch }, stop)
    }

    /// Everything that the games depend on.
    pub fn shared_settings(&self) -> Value {
        let mut settings = json!({
            "match": self.settings(),
            "names": self.names(),
            "event": self.event,
            "games_per_pairing": self.games,
        });
        if let Some(sprt) = self.sprt {
            settings["sprt"] = serde_json::to_value(sprt).expect("plain numbers");
        }
        settings
    }

    pub(super) fn line(
        &self,
        names: &[String],
        fixture: &Fixture,
        record: &GameRecord,
    ) -> GameLine {
        let heading = self.heading(names, fixture);
        let by_score = self.conditions.adjudication.is_by_score();
        let finished = finished(fixture, record, &heading, by_score);
        GameLine { finished, pdn: record.to_pdn(&heading) }
    }

    /// The games of a block; `None` if they were interrupted.
    pub(super) fn block(
        &self,
        number: u64,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&FinishedGame),
    ) -> Result<Option<BlockResult>, PlayError> {
        let schedule = self.schedule();
        let games = schedule.fixtures_at(places(number)).map(|fixture| fixture.game);
        let games: Vec<usize> = games.collect();
        let (mut lines, count) = (Vec::new(), games.len());
        self.play(games, stop, &mut |line| {
            watch(&line.finished);
            lines.push(line);
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
        Ok(Some(BlockResult { content: text.concat().into_bytes(), figures }))
    }
}

/// The games of a tournament in blocks.
struct Blocks<'a> {
    tournament: &'a Tournament,
    user: &'a StopFlag,
    /// The blocks that are there, from the first one on.
    made: Mutex<CheckedBlocks>,
    watch: Mutex<&'a mut (dyn FnMut(&FinishedGame) + Send)>,
}

impl Job for Blocks<'_> {
    type Worker = ();
    type Task = u64;
    type Out = BlockResult;
    type Error = PlayError;

    fn worker(&self) -> Result<(), PlayError> {
        Ok(())
    }

    /// Finished games are distinguished from interrupted ones by the user's own flag, which is raised before that of the task.
    fn run(
        &self,
        (): &mut (),
        number: u64,
        _: &StopFlag,
    ) -> Result<Option<BlockResult>, PlayError> {
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        self.tournament.block(number, self.user, &mut **watch)
    }
}

impl BlockJob for Blocks<'_> {
    fn is_done(&self, folder: &BlockFolder) -> Result<bool, PlayError> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if self.tournament.sprt.is_some() { made.decide(folder) } else { Ok(false) }
    }
}

/// The number of blocks, from the first on, whose games count.
pub fn blocks_that_count(folder: &BlockFolder) -> Result<u64, PlayError> {
    Ok(FolderSettings::of(folder)?.count(folder)?.blocks())
}

/// Whether the file of a tournament has just the games of these blocks already.
fn holds(
    out: &Path,
    settings: &FolderSettings,
    folder: &BlockFolder,
    blocks: u64,
) -> Result<bool, PlayError> {
    let Ok(file) = File::open(out) else { return Ok(false) };
    if !state_path(out).exists() {
        return Ok(false);
    }
    let (mut file, mut is_same) = (BufReader::new(file), true);
    let mut games = settings.unchecked_blocks();
    for _ in 0..blocks {
        games.add(folder, &mut |_, pdn| {
            let mut stored = vec![0; pdn.len()];
            is_same = is_same && file.read_exact(&mut stored).is_ok() && stored == pdn.as_bytes();
            Ok(())
        })?;
    }
    Ok(is_same && file.fill_buf().is_ok_and(<[u8]>::is_empty))
}

/// Joins the blocks of a folder to the two files of a tournament, which can be resumed from them, and returns its results. Of a tournament
/// that a sequential test has decided, the blocks up to the decision are enough, and no later game counts. Other games in the files are
/// overwritten only with `replace`; the same games are left as they are.
///
/// # Errors
/// Blocks that are missing or damaged, games that are not what their PDN says, and an output that cannot be used. It is not touched
/// before all blocks are found whole.
pub fn merge(folder: &BlockFolder, out: &Path, replace: bool) -> Result<ScoreBoard, PlayError> {
    let settings = FolderSettings::of(folder)?;
    let checked = settings.count(folder)?;
    let blocks = checked.blocks();
    if holds(out, &settings, folder, blocks)? {
        return Ok(checked.into_scoreboard());
    }
    let has_content = |path: &Path| std::fs::metadata(path).is_ok_and(|data| data.len() > 0);
    if replace {
        match_log::clear(out)?;
    } else if has_content(out) || has_content(&state_path(out)) {
        return Err(PlayError::Taken { path: out.into() });
    }
    let (mut log, _) = MatchLog::open(out, &settings.settings, &|_| Heading::default())?;
    log.begin()?;
    let mut games = settings.unchecked_blocks();
    for _ in 0..blocks {
        games.add(folder, &mut |finished, pdn| log.add_text(pdn, finished))?;
    }
    files::drop_replaced(out).map_err(|source| PlayError::File { path: out.into(), source })?;
    Ok(games.into_scoreboard())
}
