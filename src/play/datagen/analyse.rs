//! The games of a database once more for people: values behind the moves, glyphs at mistakes, better lines.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value, json};

use super::config::DatagenPlayer;
use super::ordered_pool::{GameProducer, Made, OrderedPool};
use super::rewrite::rewrite;
use super::store::Store;
use crate::engine::{Budget, Endgame, Engine, Options, StopFlag};
use crate::game::{Game, glyphs, variations};
use crate::pdn::{GameSheet, GameText, Terminator};
use crate::play::error::PlayError;
use crate::play::game::rewrite::{human_comments, rewritten};
use crate::review::{annotated, mistakes, views};

/// What finds the mistakes.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Who judges.
    pub judge: DatagenPlayer,
    /// The budget of a position.
    pub budget: Budget,
    /// How it searches.
    pub options: Options,
    /// The files of games, in this order.
    pub files: Vec<PathBuf>,
    /// What stands for the content of each file.
    pub checksums: Vec<String>,
}

/// What was found in games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Analysed {
    /// Games written.
    pub games: u64,
    /// Positions that were searched.
    pub positions: u64,
    /// Mistakes that were marked.
    pub mistakes: u64,
}

impl Analysis {
    /// Everything that the analysis depends on, besides chance where a search has a time or several threads.
    #[must_use]
    pub fn settings(&self) -> Value {
        let Budget { time, nodes, depth, .. } = self.budget;
        json!({
            "analyst": [self.judge.name, self.judge.identity],
            "seconds": time.map(|time| time.as_secs_f64()),
            "nodes": nodes,
            "depth": depth.map(|depth| depth.plies()),
            "endgame_pieces": self.options.endgame.as_ref().map(Endgame::to_json),
            "tt_mib": self.options.table,
            "threads": self.options.threads,
            "games": self.checksums,
        })
    }
}

/// Searches every position of the games that are not in the store yet, and writes each game with what is found once it is done.
///
/// # Errors
/// A file that cannot be used; games that were written stay.
pub fn analyse(
    analysis: &Analysis,
    store: &mut Store,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&Analysed),
) -> Result<Analysed, PlayError> {
    let mut sum = Analysed::default();
    // The threads of the options search one position together.
    let press = OrderedPool { threads: 1, member: 1, stop };
    let maker = || Analyst::new(analysis);
    rewrite(&analysis.files, with_remarks, store, &press, maker, &mut |one: &Analysed| {
        sum.add(one);
        watch(&sum);
    })?;
    Ok(sum)
}

/// A game as it will be written again, with what people wrote beside its moves.
fn with_remarks(text: &GameText<'_>, game: &Game) -> Option<GameSheet> {
    let comments = human_comments(text, game);
    let (glyphs, variations) = (glyphs(text, game), variations(text, game));
    rewritten(text, game).map(|sheet| GameSheet { comments, glyphs, variations, ..sheet })
}

/// Looks at one game after another.
struct Analyst<'a> {
    engine: Engine,
    budget: &'a Budget,
}

impl<'a> Analyst<'a> {
    fn new(analysis: &'a Analysis) -> Result<Analyst<'a>, PlayError> {
        let engine = Engine::new(&analysis.judge.evaluation, &analysis.options)?;
        Ok(Analyst { engine, budget: &analysis.budget })
    }
}

impl GameProducer for Analyst<'_> {
    type Job = GameSheet;
    type Figures = Analysed;

    fn make(&mut self, _: u64, sheet: GameSheet, stop: &StopFlag) -> Option<Made<Analysed>> {
        let GameSheet { start, moves, .. } = &sheet;
        let views = views(&mut self.engine, start, moves, self.budget, stop, &mut |_, _| {})?;
        let found = mistakes(start, moves, &views);
        let (positions, mistakes) = (views.len() as u64, found.len() as u64);
        let text = annotated(sheet, &views, &found).to_pdn(Terminator::Result);
        Some(Made { text, figures: Analysed { games: 1, positions, mistakes } })
    }
}

impl Analysed {
    fn add(&mut self, other: &Analysed) {
        self.games += other.games;
        self.positions += other.positions;
        self.mistakes += other.mistakes;
    }
}
