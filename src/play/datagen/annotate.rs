//! The games of a database once more, with what a search says of every quiet position: for games whose players left no scores.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value, json};

use super::config::DatagenPlayer;
use super::ordered_pool::{GameProducer, MEMBER, Made, OrderedPool};
use super::rewrite::rewrite;
use super::store::Store;
use crate::board::MoveList;
use crate::engine::{Budget, Endgame, Engine, GameState, Options, StopFlag};
use crate::pdn::{GameSheet, Terminator};
use crate::play::error::PlayError;
use crate::play::game::move_info::MoveInfo;
use crate::play::game::rewrite::rewritten;

/// What makes the scores.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// Who judges.
    pub judge: DatagenPlayer,
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

/// What was done to games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Annotated {
    /// Games written.
    pub games: u64,
    /// Positions that were searched.
    pub searched: u64,
    /// Nodes of these searches.
    pub nodes: u64,
}

impl Annotation {
    /// Everything that the scores depend on.
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

/// Searches the quiet positions of the games on these threads, and writes the games that are not in the store yet with the scores.
///
/// # Errors
/// A file that cannot be used; whole members that were written stay.
pub fn annotate(
    annotation: &Annotation,
    threads: usize,
    store: &mut Store,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&Annotated),
) -> Result<Annotated, PlayError> {
    if annotation.nodes == 0 {
        return Err(PlayError::Settings("nodes is 0; a search needs 1 or more".into()));
    }
    let mut sum = Annotated::default();
    let press = OrderedPool { threads, member: MEMBER, stop };
    let maker = || Rescorer::new(annotation);
    rewrite(&annotation.files, rewritten, store, &press, maker, &mut |one: &Annotated| {
        sum.add(one);
        watch(&sum);
    })?;
    Ok(sum)
}

/// Judges the positions of one game after another.
struct Rescorer<'a> {
    engine: Engine,
    annotation: &'a Annotation,
}

impl<'a> Rescorer<'a> {
    fn new(annotation: &'a Annotation) -> Result<Rescorer<'a>, PlayError> {
        let endgame = annotation.endgame.clone();
        let options = Options { table: annotation.table, endgame, ..Options::default() };
        Ok(Rescorer { engine: Engine::new(&annotation.judge.evaluation, &options)?, annotation })
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
        MoveInfo::from(&choice).score_text()
    }
}

impl GameProducer for Rescorer<'_> {
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
