//! The games of a database once more for people: values after the moves, glyphs at mistakes, better lines.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value, json};

use super::config::DatagenPlayer;
use super::members::{GeneratedGame, MemberWriter};
use super::pieces::Piece;
use super::rewrite::{TEXT, rewrite};
use super::store::Store;
use crate::error::PlayError;
use crate::jobs::Job;
use crate::player::{Budget, Endgame, Engine, Options, StopFlag};
use crate::review::{annotate, mistakes, views};

#[derive(Clone, Debug)]
pub struct Analysis {
    pub annotator: DatagenPlayer,
    pub budget: Budget,
    pub options: Options,
    /// The files of games, in this order.
    pub files: Vec<PathBuf>,
    pub checksums: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Analysed {
    /// Games that were searched.
    pub games: u64,
    /// Games that cannot be searched and are written as they are.
    pub unreadable: u64,
    pub positions: u64,
    pub mistakes: u64,
    /// Mistakes that have the glyph of another judge, which stays.
    pub kept_glyphs: u64,
}

impl Analysis {
    /// Everything that the analysis depends on, besides chance where a search has a time or several threads.
    pub fn settings(&self) -> Value {
        let Budget { time, nodes, depth, .. } = self.budget;
        json!({
            "analyst": [self.annotator.name, self.annotator.identity],
            "seconds": time.map(|time| time.as_secs_f64()),
            "nodes": nodes,
            "depth": depth.map(|depth| depth.plies()),
            "endgame_pieces": self.options.endgame.as_ref().map(Endgame::to_json),
            "tt_mib": self.options.hash_mb,
            "threads": self.options.threads,
            "text": TEXT,
            "games": self.checksums,
        })
    }
}

/// Searches every position of the games that are not in the store yet, and writes each game with what is found once it is done.
pub fn analyse(
    analysis: &Analysis,
    store: &mut Store,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&Analysed),
) -> Result<Analysed, PlayError> {
    let mut sum = Analysed::default();
    // The threads of the options search one position together.
    let writer = MemberWriter { threads: 1, member: 1, stop };
    rewrite(&analysis.files, store, &writer, analysis, &mut |one| {
        sum.add(one);
        watch(&sum);
    })?;
    Ok(sum)
}

/// A task is a game to be searched.
impl Job for Analysis {
    type Worker = Engine;
    type Task = Piece;
    type Out = GeneratedGame<Analysed>;
    type Error = PlayError;

    fn worker(&self) -> Result<Engine, PlayError> {
        Ok(Engine::new(&self.annotator.evaluation, &self.options)?)
    }

    fn run(
        &self,
        engine: &mut Engine,
        piece: Piece,
        stop: &StopFlag,
    ) -> Result<Option<GeneratedGame<Analysed>>, PlayError> {
        let mut editor = match piece.editor() {
            Ok(editor) => editor,
            Err(text) => {
                let stats = Analysed { unreadable: 1, ..Analysed::default() };
                return Ok(Some(GeneratedGame { text, stats }));
            }
        };
        let (start, moves) = (editor.start(), editor.moves());
        let views = views(engine, &start, &moves, &self.budget, stop, &mut |_, _| {});
        let Some(views) = views else { return Ok(None) };
        let found = mistakes(&start, &moves, &views);
        let kept_glyphs = annotate(&mut editor, &views, &found) as u64;
        let (positions, mistakes) = (views.len() as u64, found.len() as u64);
        let stats = Analysed { games: 1, positions, mistakes, kept_glyphs, unreadable: 0 };
        Ok(Some(GeneratedGame { text: editor.text(), stats }))
    }
}

impl Analysed {
    fn add(&mut self, other: &Analysed) {
        self.games += other.games;
        self.unreadable += other.unreadable;
        self.positions += other.positions;
        self.mistakes += other.mistakes;
        self.kept_glyphs += other.kept_glyphs;
    }
}
