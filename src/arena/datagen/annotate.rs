//! The games of a database once more, with the score of a search for every quiet position: for games without scores.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value, json};

use super::config::DatagenPlayer;
use super::members::{GeneratedGame, MEMBER, MemberWriter};
use super::pieces::Piece;
use super::rewrite::{TEXT, rewrite};
use super::store::Store;
use crate::board::MoveList;
use crate::error::PlayError;
use crate::jobs::Job;
use crate::play::move_info::MoveInfo;
use crate::player::{Budget, Choice, Depth, Endgame, Engine, GameState, Options, StopFlag};

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
    /// Games that were searched.
    pub games: u64,
    /// Games that cannot be searched and are written as they are.
    pub unreadable: u64,
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
            "text": TEXT,
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
    rewrite(&annotation.files, store, &writer, annotation, &mut |one| {
        sum.add(one);
        watch(&sum);
    })?;
    Ok(sum)
}

/// A task is a game to be searched.
impl Job for Annotation {
    type Worker = Engine;
    type Task = Piece;
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
        piece: Piece,
        stop: &StopFlag,
    ) -> Result<Option<GeneratedGame<Annotated>>, PlayError> {
        let mut editor = match piece.editor() {
            Ok(editor) => editor,
            Err(text) => {
                let stats = Annotated { unreadable: 1, ..Annotated::default() };
                return Ok(Some(GeneratedGame { text, stats }));
            }
        };
        let mut stats = Annotated { games: 1, ..Annotated::default() };
        let mut game = GameState::new(editor.start());
        engine.new_game();
        for (ply, mv) in editor.moves().into_iter().enumerate() {
            let choice = self.search(engine, &game, stop);
            if let Some(choice) = &choice {
                stats.searched += 1;
                stats.nodes += choice.nodes;
            }
            let searched = choice.filter(|choice| choice.depth > Depth::ZERO);
            let note = searched.and_then(|choice| MoveInfo::from(&choice).score_text());
            editor.note(ply, note.as_deref());
            game.play(mv);
        }
        let game = GeneratedGame { text: editor.text(), stats };
        Ok((!stop.is_stopped()).then_some(game))
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
        self.unreadable += other.unreadable;
        self.searched += other.searched;
        self.nodes += other.nodes;
    }
}
