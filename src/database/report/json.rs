//! Reports as JSON, for scripts, the page and Python.

use serde_json::{Value, json};

use super::analysis::AnalysedGame;
use super::choices::{Choice, mean_loss};
use super::compare::{Compared, Comparison};
use super::event::{EventReport, Standing};
use super::game::EventGame;
use super::table::Table;
use crate::board::{MoveList, Position, fen};
use crate::diagram::PageWords;
use crate::pdn::{spell, spell_line};
use crate::query::{Group, ResultCounts};

impl EventReport {
    /// One object: the events, the counts, `standings` with the points against each other, `openings`, `games`, and `analysed` if they were
    /// searched.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut object = counts(self.counts);
        object["events"] = json!(self.events);
        object["duplicates"] = self.left_out.into();
        object["standings"] = self.standings.iter().map(standing).collect();
        object["openings"] = self.openings.iter().map(group).collect();
        object["list"] = self.games.iter().map(game).collect();
        if !self.analysed.is_empty() {
            object["analysed"] = self.analysed.iter().map(analysed).collect();
        }
        object
    }

    /// For the page: a title, the counts, and tables whose rows may be about a game.
    #[must_use]
    pub fn page_json(&self) -> Value {
        let mut object = page_json(self.title(&PageWords::default()), self.counts, &self.tables());
        object["events"] = json!(self.events);
        object["duplicates"] = self.left_out.into();
        object["scores"] = self.analysed.len().into();
        object
    }
}

impl Comparison {
    /// One object: `players` with their counts, losses, openings and moves in the position as White and Black, `between` with the counts of
    /// the first, and the games.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "players": self.players.iter().map(|player| self.compared(player)).collect::<Vec<_>>(),
            "between": counts(self.between),
            "list": self.games.iter().map(game).collect::<Vec<_>>(),
            "position": self.position.as_ref().map(fen::write),
        })
    }

    fn compared(&self, player: &Compared) -> Value {
        let mut object = counts(player.counts);
        object["name"] = player.name.clone().into();
        for (place, side) in ["white", "black"].into_iter().enumerate() {
            object[side] = counts(player.sides[place]);
            object[side]["loss"] = player.losses[place].into();
            object[side]["openings"] = player.openings[place].iter().map(group).collect();
            if let Some(position) = &self.position {
                let choices = &player.choices[place];
                object[side]["moves"] = choices.iter().map(|one| choice(position, one)).collect();
                object[side]["mean_loss"] = mean_loss(choices).into();
            }
        }
        object
    }

    /// For the page: a title, the results of the first player, and tables whose rows may be about a game.
    #[must_use]
    pub fn page_json(&self) -> Value {
        page_json(self.title(), self.between, &self.tables())
    }
}

fn page_json(title: String, results: ResultCounts, tables: &[Table]) -> Value {
    let mut object = counts(results);
    object["title"] = title.into();
    object["tables"] = tables.iter().map(Table::to_json).collect();
    object
}

fn counts(counts: ResultCounts) -> Value {
    let ResultCounts { games, wins, draws, losses } = counts;
    json!({ "games": games, "wins": wins, "draws": draws, "losses": losses })
}

fn group(group: &Group) -> Value {
    let mut object = counts(group.counts);
    object["name"] = group.name.clone().into();
    object
}

fn standing(player: &Standing) -> Value {
    let mut object = counts(player.counts);
    object["name"] = player.name.clone().into();
    object["points"] = player.points.into();
    object["against"] = json!(player.against);
    object
}

fn game(game: &EventGame) -> Value {
    json!({
        "game": game.game, "date": game.date, "round": game.round, "white": game.white, "black": game.black,
        "result": game.result, "plies": game.moves.len(), "fen": fen::write(&game.last()),
    })
}

fn analysed(game: &AnalysedGame) -> Value {
    let missed = game.missed.iter().map(|missed| {
        json!({
            "ply": missed.before, "fen": fen::write(&missed.position),
            "move": spell(&missed.position, missed.mv, &mut MoveList::new()),
            "better": missed.better_line(),
        })
    });
    json!({
        "game": game.game, "moves": game.moves, "loss": game.loss, "missed": missed.collect::<Vec<_>>(),
    })
}

fn choice(position: &Position, choice: &Choice) -> Value {
    let mut object = counts(choice.counts);
    object["moves"] = spell_line(position, &choice.line).into();
    object["loss"] = choice.loss.into();
    object
}
