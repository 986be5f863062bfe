//! The games of a database once more, with the score of a search for every quiet position: for games without scores.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value, json};

use super::config::DatagenPlayer;
use super::members::{GeneratedGame, MEMBER, MemberWriter};
use super::rewrite::rewrite;
use super::store::Store;
use crate::board::MoveList;
use crate::engine::{Budget, Choice, Depth, Endgame, Engine, GameState, Options, StopFlag};
use crate::error::PlayError;
use crate::jobs::Job;
use crate::pdn::{GameSheet, Terminator};
use crate::play::move_info::MoveInfo;
use crate::play::rewrite::rewritten;

#[derive(Clone, Debug)]
pub struct Annotation {
    pub annotator: DatagenPlayer,
    pub nodes: u64,
    pub endgame: Option<Endgame>,
    pub table: usize,
    /// The files of games, in this order.
    pub files: Vec<PathBuf>,
    pub checksums: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Annotated {
    pub games: u64,
    pub searched: u64,
    pub nodes: u64,
}

impl Annotation {
    /// Everything that the scores depend on.
    pub fn settings(&self) -> Value {
        json!({
            "judge": [self.annotator.name, self.annotator.identity],
            "nodes": self.nodes,
            "endgame_pieces": self.endgame.as_ref().map(Endgame::to_json),
            "tt_mib": self.table,
            "games": self.checksums,
        })
    }
}

/// Searches the quiet positions of the games on these threads, and writes the games that are not in the store yet with the scores.
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
    let writer = MemberWriter { threads, member: MEMBER, stop };
    rewrite(&annotation.files, rewritten, store, &writer, annotation, &mut |one| {
        sum.add(one);
        watch(&sum);
    })?;
    Ok(sum)
}

/// A task is a game to be searched.
impl Job for Annotation {
    type Worker = Engine;
    type Task = GameSheet;
    type Out = GeneratedGame<Annotated>;
    type Error = PlayError;

    fn worker(&self) -> Result<Engine, PlayError> {
        let endgame = self.endgame.clone();
        let options = Options { hash_mb: self.table, endgame, ..Options::default() };
        Ok(Engine::new(&self.annotator.evaluation, &options)?)
    }

    fn run(
        &self,
        engine: &mut Engine,
        mut sheet: GameSheet,
        stop: &StopFlag,
    ) -> Result<Option<GeneratedGame<Annotated>>, PlayError> {
        let mut stats = Annotated { games: 1, ..Annotated::default() };
        let mut game = GameState::new(sheet.start);
        engine.new_game();
        for (ply, &mv) in sheet.moves.iter().enumerate() {
            if let Some(choice) = self.search(engine, &game, stop) {
                stats.searched += 1;
                stats.nodes += choice.nodes;
                if choice.depth > Depth::ZERO {
                    let comment = MoveInfo::from(&choice).score_text();
                    sheet.comments.extend(comment.map(|comment| (ply + 1, comment)));
                }
            }
            game.play(mv);
        }
        let text = sheet.to_pdn(Terminator::Star);
        Ok((!stop.is_stopped()).then_some(GeneratedGame { text, stats }))
    }
}

impl Annotation {
    /// The result of a search where there is a choice; captures are compulsory and say nothing.
    fn search(&self, engine: &mut Engine, game: &GameState, stop: &StopFlag) -> Option<Choice> {
        if game.position().must_capture() || MoveList::legal(game.position()).len() < 2 {
            return None;
        }
        engine.think(game, &Budget::of_nodes(self.nodes), stop, &mut |_| {})
    }
}

impl Annotated {
    fn add(&mut self, other: &Annotated) {
        self.games += other.games;
        self.searched += other.searched;
        self.nodes += other.nodes;
    }
}
