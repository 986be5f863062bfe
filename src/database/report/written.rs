//! A report of an event as text and as a page of HTML, and what all reports are written with.

use super::event::EventReport;
use super::game::EventGame;
use super::table::Table;
use crate::board::{MoveList, Position};
use crate::diagram::{Arrow, Diagram, PageWords, Palette, escape, page};
use crate::pdn::spell;
use crate::query::{Group, ResultCounts};

/// The most rows of openings, of the longest and of the most accurate games.
const OPENINGS: usize = 12;
const LISTED: usize = 5;

/// The most players of a cross-table: more do not fit on a page.
const CROSS: usize = 40;

/// The most games of two players whose points are listed one by one.
const MEETINGS: usize = 4;

/// The fewest half-moves of a game among the most accurate ones.
const ACCURATE_PLIES: usize = 40;

impl EventReport {
    /// The report as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let words = PageWords::default();
        written(&self.title(&words), &self.summary(&words), &self.tables())
    }

    /// The report as a page of HTML in a language, with a diagram of the end of each decided game and of each missed win.
    #[must_use]
    pub fn to_html(&self, words: &PageWords) -> String {
        let mut figures = String::new();
        if self.decided().next().is_some() {
            let head = words.say("The end of the decided games");
            figures += &format!("<h2>{}</h2>\n", escape(head));
            figures.extend(self.decided().map(|game| figure(game.last(), &[], &game.title())));
        }
        for game in &self.analysed {
            let Some(of) = self.game(game.game).filter(|_| !game.missed.is_empty()) else {
                continue;
            };
            let head = words.say("Missed wins");
            figures += &format!("<h2>{}: {}</h2>\n", escape(head), escape(&of.title()));
            for missed in &game.missed {
                let best = missed.better.first();
                let arrow = best.map(|mv| Arrow { from: mv.from(), to: mv.to() });
                let arrow = arrow.filter(|arrow| arrow.from != arrow.to);
                let caption = format!("{} – {}", played(of, missed.before), missed.better_line());
                figures += &figure(missed.position, arrow.as_slice(), &caption);
            }
        }
        html(words, [&self.title(words), &self.summary(words)], &self.tables(), &figures)
    }

    pub(super) fn title(&self, words: &PageWords) -> String {
        match self.events.as_slice() {
            [] => words.say("No game.").trim_end_matches('.').to_owned(),
            [one] => one.clone(),
            [one, others @ ..] => words.fill(
                "{event} and {n} other {n|event|events}",
                &[("event", one), ("n", &others.len())],
            ),
        }
    }

    fn summary(&self, words: &PageWords) -> String {
        let ResultCounts { games, wins, draws, losses } = self.counts;
        let mut summary = words.fill(
            "{games} {games|game|games}: White won {wins}, {draws} drawn, Black won {losses}.",
            &[("games", &games), ("wins", &wins), ("draws", &draws), ("losses", &losses)],
        );
        if self.left_out > 0 {
            summary += " ";
            summary += &words.fill("Duplicates left out: {count}.", &[("count", &self.left_out)]);
        }
        summary += " ";
        summary += &match self.analysed.len() {
            0 => {
                words.say("No game has scores: missed wins and accuracy are not known.").to_owned()
            }
            count => words.fill("Games with scores: {n}.", &[("n", &count)]),
        };
        summary
    }

    pub(super) fn tables(&self) -> Vec<Table> {
        let plies = |game: &EventGame| game.moves.len().to_string();
        let mut tables = vec![self.standings_table()];
        tables.extend(self.cross_table());
        tables.push(openings("Openings", &self.openings));
        tables.push(games_table("Decided games", self.decided(), "plies", &plies));
        tables.push(games_table(
            "Longest games",
            self.longest(LISTED).into_iter(),
            "plies",
            &plies,
        ));
        if !self.analysed.is_empty() {
            tables.push(self.accurate_table());
            tables.push(self.missed_table());
        }
        tables.retain(|table| !table.is_empty());
        tables
    }

    fn standings_table(&self) -> Table {
        let columns = ["", "player", "games", "won", "drawn", "lost", "points", "score"];
        let mut table = Table::new("Standings", 2, &columns);
        for (place, player) in self.standings.iter().enumerate() {
            let mut row = vec![(place + 1).to_string(), player.name.clone()];
            row.extend(numbers(player.counts));
            row.insert(6, player.points.to_string());
            table.row(row);
        }
        table
    }

    /// The points of each player against each other. A few games are one digit each, more are their points and their number.
    fn cross_table(&self) -> Option<Table> {
        if self.standings.is_empty() || self.standings.len() > CROSS {
            return None;
        }
        let mut table = Table::new("Cross-table", 2, &[]);
        let places = (1..=self.standings.len()).map(|place| place.to_string());
        table.row([String::new(), String::new()].into_iter().chain(places).collect());
        for (place, player) in self.standings.iter().enumerate() {
            let mut row = vec![(place + 1).to_string(), player.name.clone()];
            row.extend(player.against.iter().enumerate().map(|(other, points)| {
                match points.as_slice() {
                    [] if other == place => "×".into(),
                    [] => "·".into(),
                    points if points.len() <= MEETINGS => {
                        points.iter().map(ToString::to_string).collect()
                    }
                    points => format!("{}/{}", points.iter().sum::<u32>(), points.len()),
                }
            }));
            table.row(row);
        }
        Some(table)
    }

    fn accurate_table(&self) -> Table {
        let is_long = |game: &&super::AnalysedGame| {
            self.game(game.game).is_some_and(|game| game.moves.len() >= ACCURATE_PLIES)
        };
        let mut games: Vec<_> = self.analysed.iter().filter(is_long).collect();
        games.sort_by(|one, other| one.loss_per_move().total_cmp(&other.loss_per_move()));
        let loss = |game: &EventGame| {
            let found = self.analysed.iter().find(|one| one.game == game.game);
            found.map_or(String::new(), |found| format!("{:.2} %", found.loss_per_move()))
        };
        let games = games.into_iter().take(LISTED).filter_map(|one| self.game(one.game));
        games_table("Most accurate games", games, "lost a move", &loss)
    }

    fn missed_table(&self) -> Table {
        let mut table = Table::new("Missed wins", 4, &["game", "players", "played", "better"]);
        for found in &self.analysed {
            let Some(game) = self.game(found.game) else { continue };
            for missed in &found.missed {
                let cells = vec![game.title(), played(game, missed.before), missed.better_line()];
                table.game_row(game.game, missed.before, cells);
            }
        }
        table
    }
}

pub(super) fn written(title: &str, summary: &str, tables: &[Table]) -> String {
    let tables: String = tables.iter().map(|table| format!("\n{}", table.text())).collect();
    format!("{title}\n{summary}\n{tables}")
}

pub(super) fn html(
    words: &PageWords,
    [title, summary]: [&str; 2],
    tables: &[Table],
    figures: &str,
) -> String {
    let tables: String = tables.iter().map(|table| table.html(words)).collect();
    let head = format!("<h1>{}</h1>\n<p class=\"about\">{}</p>\n", escape(title), escape(summary));
    page(words, title, &(head + &tables + figures))
}

pub(super) fn figure(position: Position, arrows: &[Arrow], caption: &str) -> String {
    let diagram =
        Diagram { palette: Palette::Print, arrows: arrows.to_vec(), ..Diagram::of(position) };
    format!("<figure>{}<figcaption>{}</figcaption></figure>\n", diagram.svg(), escape(caption))
}

/// Games, wins, draws, losses and the score.
pub(super) fn numbers(counts: ResultCounts) -> Vec<String> {
    let ResultCounts { games, wins, draws, losses } = counts;
    let score = counts.score().map_or("-".into(), |score| format!("{score:.1} %"));
    let numbers = [games, wins, draws, losses].map(|number| number.to_string());
    numbers.into_iter().chain([score]).collect()
}

pub(super) fn openings(title: &str, groups: &[Group]) -> Table {
    let columns = ["moves", "games", "won", "drawn", "lost", "score"];
    let mut table = Table::new(title, 1, &columns);
    for group in groups.iter().take(OPENINGS) {
        let moves = if group.name.is_empty() { "no moves" } else { &group.name };
        let mut row = vec![moves.to_owned()];
        row.extend(numbers(group.counts));
        table.row(row);
    }
    table
}

pub(super) fn games_table<'g>(
    title: &str,
    games: impl Iterator<Item = &'g EventGame>,
    last: &'static str,
    number: &dyn Fn(&EventGame) -> String,
) -> Table {
    let mut table = Table::new(title, 5, &["game", "date", "round", "players", "result", last]);
    for game in games {
        let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".into());
        let cells = vec![
            known(&game.date),
            known(&game.round),
            format!("{} – {}", game.white, game.black),
            game.result.clone(),
            number(game),
        ];
        table.game_row(game.game, 0, cells);
    }
    table
}

/// A move of a game with its number.
fn played(game: &EventGame, before: usize) -> String {
    let position = game.moves[..before].iter().fold(game.start, |position, &mv| position.succ(mv));
    let number = before + usize::from(game.start.turn() == crate::board::Color::Black);
    let points = if number.is_multiple_of(2) { "." } else { "..." };
    format!(
        "{}{points} {}",
        number / 2 + 1,
        spell(&position, game.moves[before], &mut MoveList::new())
    )
}
