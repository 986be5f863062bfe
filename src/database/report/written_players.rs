//! A report of a player or two as text and as a page of HTML.

use std::fmt::Display;

use super::choices::{Choice, mean_loss};
use super::compare::{Compared, Comparison};
use super::game::EventGame;
use super::table::Table;
use super::written::{figure, games_table, html, numbers, openings, written};
use crate::board::{Position, fen};
use crate::diagram::PageWords;
use crate::pdn::spell_line;
use crate::query::ResultCounts;

const SIDES: [&str; 2] = ["White", "Black"];

impl Comparison {
    /// The comparison as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        written(&self.title(), &self.summary(&PageWords::default()), &self.tables())
    }

    /// The comparison as a page of HTML in a language, with a diagram of the position that was asked for and of the end of each decided game between two.
    #[must_use]
    pub fn to_html(&self, words: &PageWords) -> String {
        let decided = self.games.iter().filter(|game| matches!(game.winner(), Some(Some(_))));
        let figures = decided.map(|game| figure(game.last(), &[], &game.title()));
        let asked = self.position.map(|position| figure(position, &[], &fen::write(&position)));
        let figures: String = asked.into_iter().chain(figures).collect();
        let head = [&*self.title(), &self.summary(words)];
        html(words, head, &self.tables(), &figures)
    }

    pub(super) fn title(&self) -> String {
        let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        names.join(" and ")
    }

    fn summary(&self, words: &PageWords) -> String {
        let ResultCounts { games, wins, draws, losses } = self.between;
        let counts: [(&str, &dyn Display); 4] =
            [("games", &games), ("wins", &wins), ("draws", &draws), ("losses", &losses)];
        let counts = match self.players.as_slice() {
            [first, second] => words.fill(
                "{games} {games|game|games} between them: {one} won {wins}, {draws} drawn, {other} won {losses}.",
                &[&counts[..], &[("one", &first.name), ("other", &second.name)]].concat(),
            ),
            _ => words.fill(
                "{games} {games|game|games}: won {wins}, drawn {draws}, lost {losses}.",
                &counts,
            ),
        };
        match self.has_scores() {
            true => counts,
            false => counts + " " + words.say("No game has scores: what a move lost is not known."),
        }
    }

    fn has_scores(&self) -> bool {
        self.players.iter().flat_map(|player| player.losses).any(|loss| loss.is_some())
    }

    pub(super) fn tables(&self) -> Vec<Table> {
        let plies = |game: &EventGame| game.moves.len().to_string();
        let between = games_table("Games between them", self.games.iter(), "plies", &plies);
        let mut tables = vec![self.results(), between];
        for player in &self.players {
            for (side, name) in SIDES.into_iter().enumerate() {
                let title = format!("{} as {name}", player.name);
                match &self.position {
                    Some(position) => {
                        tables.push(choices_table(&title, position, &player.choices[side]));
                    }
                    None => tables.push(openings(&title, &player.openings[side])),
                }
            }
        }
        tables.retain(|table| !table.is_empty());
        tables
    }

    fn results(&self) -> Table {
        let columns = ["player", "side", "games", "won", "drawn", "lost", "score", "lost a move"];
        let shown = if self.has_scores() { &columns[..] } else { &columns[..7] };
        let mut results = Table::new("Results against everybody", 2, shown);
        for Compared { name, counts, sides, losses, .. } in &self.players {
            for (side, counts, loss) in [
                ("both", *counts, None),
                (SIDES[0], sides[0], losses[0]),
                (SIDES[1], sides[1], losses[1]),
            ] {
                let mut row = vec![name.clone(), side.to_owned()];
                row.extend(numbers(counts));
                row.extend(self.has_scores().then(|| share(loss)));
                results.row(row);
            }
        }
        results
    }
}

/// A loss in percent of a game.
fn share(loss: Option<f32>) -> String {
    loss.map_or("-".into(), |loss| format!("{:.2} %", 100.0 * loss))
}

fn choices_table(title: &str, position: &Position, choices: &[Choice]) -> Table {
    let columns = ["moves", "games", "won", "drawn", "lost", "score", "loses"];
    let mean = mean_loss(choices);
    let shown = if mean.is_some() { &columns[..] } else { &columns[..6] };
    let mut table = Table::new(title, 1, shown);
    for Choice { line, counts, loss } in choices {
        let mut row = vec![spell_line(position, line).join(" ")];
        row.extend(numbers(*counts));
        row.extend(mean.map(|_| share(*loss)));
        table.row(row);
    }
    if mean.is_some() && choices.len() > 1 {
        let mut row = vec!["on average".to_owned()];
        row.resize(6, String::new());
        row.push(share(mean));
        table.row(row);
    }
    table
}
