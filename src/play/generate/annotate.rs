//! The games of a database once more, with what a search says of every quiet position: for games whose players left no scores.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use serde::Serialize;
use serde_json::{Value, json};

use super::press::{Made, Maker, Press};
use super::recipe::Contender;
use super::store::Store;
use crate::board::MoveList;
use crate::engine::{Budget, Endgame, Engine, GameState, Options, StopFlag};
use crate::game::{Reading, Replay, fold_games};
use crate::pdn::{GameSheet, GameText, PdnError, Terminator};
use crate::play::error::PlayError;
use crate::play::game::copied::copied;
use crate::play::game::thought::Thought;
use crate::tail::CutEnd;

/// Games that wait for a thread.
const AHEAD: usize = 1000;

/// What makes the scores.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// Who judges.
    pub judge: Contender,
    /// Nodes of a search.
    pub nodes: u64,
    /// Tables that the search asks.
    pub endgame: Option<Endgame>,
    /// Transposition table in MiB.
    pub table: usize,
    /// The files of games, in this order.
    pub files: Vec<PathBuf>,
    /// What stands for the content of each file.
    pub checksums: Vec<String>,
}

/// What a run came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Annotated {
    /// Games in the file that were there before.
    pub before: u64,
    /// Games read again and written.
    pub games: u64,
    /// Positions that were searched.
    pub searched: u64,
    /// Nodes of these searches.
    pub nodes: u64,
    /// Games of the files that are left out, because they cannot be read or were set up more than once.
    pub left_out: u64,
}

/// What a run tells.
#[derive(Clone, Copy, Debug)]
pub enum Notice<'a> {
    /// What was cut off the file before it went on.
    Cut(&'a CutEnd),
    /// A file, or the rest of it, cannot be read.
    Fault(&'a PdnError),
    /// How far it is.
    Progress(&'a Annotated),
}

impl Annotation {
    /// What must not change when an interrupted run goes on.
    #[must_use]
    pub fn settings(&self) -> Value {
        json!({
            "judge": [self.judge.name, self.judge.identity],
            "nodes": self.nodes,
            "endgame_pieces": self.endgame.as_ref().map(Endgame::to_json),
            "tt_mib": self.table,
            "games": self.checksums,
        })
    }
}

/// Reads the games of the files, searches their quiet positions on these threads, and writes them with the scores; games that
/// cannot be read, and those that were set up more than once, are left out. A run that was interrupted goes on.
///
/// # Errors
/// A file that cannot be used; whole members that were written stay.
pub fn annotate(
    annotation: &Annotation,
    threads: usize,
    path: &Path,
    stop: &StopFlag,
    watch: &mut dyn FnMut(Notice),
) -> Result<Annotated, PlayError> {
    if annotation.nodes == 0 {
        return Err(PlayError::Settings("nodes is 0; a search needs 1 or more".into()));
    }
    let (mut store, cut) = Store::open(path, &annotation.settings())?;
    if let Some(cut) = &cut {
        watch(Notice::Cut(cut));
    }
    let before = store.games();
    let mut sum = Annotated { before, ..Annotated::default() };
    watch(Notice::Progress(&sum));
    let (sender, games) = mpsc::sync_channel(AHEAD);
    let (faults, left_out) = std::thread::scope(|scope| {
        // The reader ends when nobody takes games any more: the press drops what it has of the channel.
        let reader = scope.spawn(move || read(&annotation.files, before, &sender));
        let press = Press { threads, stop };
        let pressed =
            press.run(&mut store, games.into_iter(), || Judge::new(annotation), &mut |one| {
                sum.add(one);
                watch(Notice::Progress(&sum));
            });
        let faults = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        pressed.map(|()| faults)
    })?;
    faults.iter().for_each(|fault| watch(Notice::Fault(fault)));
    if store.games() == 0 && !stop.is_stopped() {
        store.discard()?;
        let text = "no game of the files can be read; `draughts-td inspect` says why";
        return Err(PlayError::Settings(text.into()));
    }
    Ok(Annotated { left_out, ..sum })
}

/// Sends every game but the first so many, and returns the faults of the files and the number of games that are left out.
fn read(files: &[PathBuf], skip: u64, games: &mpsc::SyncSender<GameSheet>) -> (Vec<PdnError>, u64) {
    let (mut faults, mut met, mut left_out) = (Vec::new(), 0, 0);
    let work = |sheets: &mut Vec<Option<GameSheet>>, text: &GameText<'_>, replay: Replay<'_>| {
        sheets.push(replay.whole().ok().and_then(|game| copied(text, game)));
    };
    fold_games(files, 1, Vec::new, work, |reading| match reading {
        Reading::Fault(fault) => {
            faults.push(fault);
            ControlFlow::Continue(())
        }
        Reading::Batch(batch) => {
            for sheet in batch.value {
                let Some(sheet) = sheet else {
                    left_out += 1;
                    continue;
                };
                met += 1;
                if met > skip && games.send(sheet).is_err() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        }
    });
    (faults, left_out)
}

/// Judges the positions of one game after another.
struct Judge<'a> {
    engine: Engine,
    annotation: &'a Annotation,
}

impl<'a> Judge<'a> {
    fn new(annotation: &'a Annotation) -> Result<Judge<'a>, PlayError> {
        let endgame = annotation.endgame.clone();
        let options = Options { table: annotation.table, endgame, ..Options::default() };
        Ok(Judge { engine: Engine::new(&annotation.judge.evaluation, &options)?, annotation })
    }

    /// The comment behind a move that was played where a search has something to choose; captures are compulsory and say nothing.
    fn comment(
        &mut self,
        game: &GameState,
        figures: &mut Annotated,
        stop: &StopFlag,
    ) -> Option<String> {
        if game.position().must_capture() || MoveList::legal(game.position()).len() < 2 {
            return None;
        }
        let budget = Budget::of_nodes(self.annotation.nodes);
        let choice = self.engine.think(game, &budget, stop, &mut |_| {})?;
        figures.searched += 1;
        figures.nodes += choice.nodes;
        Thought::from(&choice).note()
    }
}

impl Maker for Judge<'_> {
    type Job = GameSheet;
    type Figures = Annotated;

    fn make(&mut self, _: u64, mut sheet: GameSheet, stop: &StopFlag) -> Option<Made<Annotated>> {
        let mut figures = Annotated { games: 1, ..Annotated::default() };
        let mut game = GameState::new(sheet.start);
        self.engine.new_game();
        for (ply, &mv) in sheet.moves.iter().enumerate() {
            if let Some(comment) = self.comment(&game, &mut figures, stop) {
                sheet.comments.push((ply + 1, comment));
            }
            game.play(mv);
        }
        let made = Made { text: sheet.to_pdn(Terminator::Star), figures };
        (!stop.is_stopped()).then_some(made)
    }
}

impl Annotated {
    fn add(&mut self, other: &Annotated) {
        self.games += other.games;
        self.searched += other.searched;
        self.nodes += other.nodes;
    }
}
