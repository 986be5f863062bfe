//! The games of a database once more for people: values after the moves, glyphs at mistakes, better lines.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value, json};

use super::config::DatagenPlayer;
use super::members::{GeneratedGame, MemberWriter};
use super::rewrite::rewrite;
use super::store::Store;
use crate::engine::{Budget, Endgame, Engine, Options, StopFlag};
use crate::error::PlayError;
use crate::game::{Game, glyphs, variations};
use crate::jobs::Job;
use crate::pdn::{GameSheet, GameText, Terminator};
use crate::play::rewrite::{human_comments, rewritten};
use crate::review::{annotated, mistakes, views};

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
    pub games: u64,
    pub positions: u64,
    pub mistakes: u64,
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
    rewrite(&analysis.files, with_remarks, store, &writer, analysis, &mut |one| {
        sum.add(one);
        watch(&sum);
    })?;
    Ok(sum)
}

/// A game as it will be written again, with its comments, glyphs and variations.
fn with_remarks(text: &GameText<'_>, game: &Game) -> Option<GameSheet> {
    let comments = human_comments(text, game);
    let (glyphs, variations) = (glyphs(text, game), variations(text, game));
    rewritten(text, game).map(|sheet| GameSheet { comments, glyphs, variations, ..sheet })
}

/// A task is a game to be searched.
impl Job for Analysis {
    type Worker = Engine;
    type Task = GameSheet;
    type Out = GeneratedGame<Analysed>;
    type Error = PlayError;

    fn worker(&self) -> Result<Engine, PlayError> {
        Ok(Engine::new(&self.annotator.evaluation, &self.options)?)
    }

    fn run(
        &self,
        engine: &mut Engine,
        sheet: GameSheet,
        stop: &StopFlag,
    ) -> Result<Option<GeneratedGame<Analysed>>, PlayError> {
        let GameSheet { start, moves, .. } = &sheet;
        let views = views(engine, start, moves, &self.budget, stop, &mut |_, _| {});
        let Some(views) = views else { return Ok(None) };
        let found = mistakes(start, moves, &views);
        let stats =
            Analysed { games: 1, positions: views.len() as u64, mistakes: found.len() as u64 };
        let text = annotated(sheet, &views, &found).to_pdn(Terminator::Result);
        Ok(Some(GeneratedGame { text, stats }))
    }
}

impl Analysed {
    fn add(&mut self, other: &Analysed) {
        self.games += other.games;
        self.positions += other.positions;
        self.mistakes += other.mistakes;
    }
}
