//! Games made in blocks, by workers that share a folder, and joined to the file that a single worker would write.

use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use super::blocks::{ENDING, blocks_of, games_of};
use super::checked_blocks::Checked;
use super::config::DatagenConfig;
use super::members::{GameSink, MEMBER, MemberWriter};
use super::packed::Packing;
use super::run::{Games, Summary};
use super::store;
use crate::error::PlayError;
use crate::jobs::Job;
use crate::jobs::folder::{BlockFolder, BlockJob, BlockResult, JobSpec, WorkSummary, Worker};
use crate::player::StopFlag;

/// The work's name in a folder.
pub const WORK: &str = "generate";
/// How blocks are packed: joined they are a file packed the same way.
const PACKING: Packing = Packing::Zstd;

/// Makes the games of a worker's share of `games` games, on these threads; a worker that was interrupted resumes.
///
/// # Errors
/// A configuration that cannot be played, or a folder that cannot be used; blocks that were finished stay.
pub fn run_share(
    config: &DatagenConfig,
    games: u64,
    threads: usize,
    worker: &Worker,
    stop: &StopFlag,
    watch: &mut (dyn FnMut(&Summary) + Send),
) -> Result<WorkSummary, PlayError> {
    config.check()?;
    let blocks = blocks_of(games);
    let spec = JobSpec { name: WORK, settings: settings(config, games), blocks, ending: ENDING };
    let mut played = Summary::default();
    let mut count = |game: &Summary| {
        played.add(game);
        watch(&played);
    };
    worker.run(&spec, &Blocks { config, games, threads, watch: Mutex::new(&mut count) }, stop)
}

struct Blocks<'a> {
    config: &'a DatagenConfig,
    games: u64,
    threads: usize,
    watch: Mutex<&'a mut (dyn FnMut(&Summary) + Send)>,
}

impl Job for Blocks<'_> {
    type Worker = ();
    type Task = u64;
    type Out = BlockResult;
    type Error = PlayError;

    fn worker(&self) -> Result<(), PlayError> {
        Ok(())
    }

    fn run(
        &self,
        (): &mut (),
        number: u64,
        stop: &StopFlag,
    ) -> Result<Option<BlockResult>, PlayError> {
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        make(self.config, self.games, number, self.threads, stop, &mut **watch)
    }
}

impl BlockJob for Blocks<'_> {}

fn settings(config: &DatagenConfig, games: u64) -> Value {
    let mut settings = config.settings();
    settings["games"] = json!(games);
    settings
}

/// The games of a block; `None` if it was interrupted.
fn make(
    config: &DatagenConfig,
    games: u64,
    number: u64,
    threads: usize,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&Summary),
) -> Result<Option<BlockResult>, PlayError> {
    let Range { start: first, end } = games_of(number, games);
    let mut memory = MemoryWriter { next: first, content: Vec::new() };
    let mut sum = Summary::default();
    let writer = MemberWriter { threads, member: MEMBER, stop };
    writer.run(&Games(config), first..end, &mut memory, &mut |game| {
        sum.add(game);
        watch(game);
    })?;
    let figures = serde_json::to_value(sum).expect("plain numbers");
    Ok((memory.next == end).then_some(BlockResult { content: memory.content, figures }))
}

struct MemoryWriter {
    next: u64,
    content: Vec<u8>,
}

impl GameSink for MemoryWriter {
    fn next(&self) -> u64 {
        self.next
    }

    fn add(&mut self, games: u64, text: String) -> Result<(), PlayError> {
        let fault = |source| PlayError::File { path: ENDING.into(), source };
        self.content.extend(PACKING.pack(text).map_err(fault)?);
        self.next += games;
        Ok(())
    }
}

/// Fails if the blocks cannot be joined to a file of this name.
pub fn check_name(out: &Path) -> Result<(), PlayError> {
    if Packing::of(out) == Some(PACKING) {
        return Ok(());
    }
    let out = out.display();
    Err(PlayError::Settings(format!(
        "{out}: blocks are joined as they are packed; name it .pdn.zst"
    )))
}

/// Joins the blocks of a folder to the file that a single worker would have written, state included; how many games it has. Other games
/// that are there go only where `replace` says so; the same games are left as they are.
///
/// # Errors
/// Blocks that are missing or damaged, games that are not those of the work, and an output that cannot be used. It is not touched
/// before all blocks are found whole.
pub fn merge(folder: &BlockFolder, out: &Path, replace: bool) -> Result<u64, PlayError> {
    check_name(out)?;
    let checked = Checked::of(folder)?;
    for (number, block) in (0..).zip(folder.all()?) {
        checked.check(folder, number, &block?)?;
    }
    let mut settings = folder.manifest().settings.clone();
    settings.as_object_mut().map(|settings| settings.remove("games"));
    if store::holds(out, &settings, checked.games()) {
        return Ok(checked.games());
    }
    store::whole(out, &settings, replace, &mut |store| {
        for (number, block) in (0..).zip(folder.all()?) {
            let games = games_of(number, checked.games());
            store.add_packed(games.end - games.start, &block?.content)?;
        }
        Ok(())
    })?;
    Ok(checked.games())
}

/// Makes a block once more and says whether it is the same to the bit.
///
/// # Errors
/// A folder of other work than this, a block that is missing or damaged, or a configuration that cannot be played.
pub fn replay(
    folder: &BlockFolder,
    config: &DatagenConfig,
    games: u64,
    number: u64,
    threads: usize,
    stop: &StopFlag,
) -> Result<Option<bool>, PlayError> {
    let there = folder.get(number)?;
    folder.check(&settings(config, games))?;
    let here = make(config, games, number, threads, stop, &mut |_| {})?;
    Ok(here.map(|here| here.content == there.content))
}
