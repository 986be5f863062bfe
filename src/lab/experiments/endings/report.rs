//! The report: how many of the won endings were won, by material.

use std::collections::BTreeMap;

use super::game::Ending;
use super::run::EndingRow;
use super::settings::{EndingsSettings, Knowledge};
use crate::board::{Color, Position, fen};
use crate::experiments::lab::heading;
use crate::results::{Align, Document, Section, Table};

/// Positions of one kind.
#[derive(Clone, Copy, Default)]
struct Count {
    positions: u32,
    won: u32,
    /// Won in the fewest plies.
    shortest: u32,
    distance: u32,
    plies: u32,
    longest: u32,
}

impl Count {
    fn add(&mut self, row: &EndingRow) {
        let is_won = row.game.ending == Ending::Won;
        self.positions += 1;
        self.distance += row.distance;
        if is_won {
            self.won += 1;
            self.shortest += u32::from(row.game.plies <= row.distance);
            self.plies += row.game.plies;
            self.longest = self.longest.max(row.game.plies);
        }
    }

    fn cells(&self) -> [String; 6] {
        let mean =
            |sum: u32, count: u32| format!("{:.1}", f64::from(sum) / f64::from(count.max(1)));
        [
            self.positions.to_string(),
            self.won.to_string(),
            self.shortest.to_string(),
            mean(self.distance, self.positions),
            mean(self.plies, self.won),
            self.longest.to_string(),
        ]
    }
}

const COLUMNS: [(&str, Align); 7] = [
    ("winner v loser", Align::Left),
    ("positions", Align::Right),
    ("won", Align::Right),
    ("in the fewest plies", Align::Right),
    ("fewest plies, mean", Align::Right),
    ("plies played, mean", Align::Right),
    ("longest", Align::Right),
];

/// The report of a run.
#[must_use]
pub fn report(settings: &EndingsSettings, rows: &[EndingRow], command: &str) -> Document {
    let mut blocks = vec![Section::Text(how(settings)), Section::Table(overview(rows))];
    let unwon: Vec<String> =
        rows.iter().filter(|row| row.game.ending != Ending::Won).map(told).collect();
    if !unwon.is_empty() {
        blocks.extend([heading("Not won"), Section::List(unwon)]);
    }
    for knowledge in Knowledge::ALL {
        blocks.push(heading(&format!("By material, with {}", knowledge.name())));
        blocks.push(Section::Table(by_material(rows, knowledge)));
    }
    blocks.extend([
        heading("Files, and how to repeat them"),
        Section::Code(command.into()),
        Section::Text(
            "`settings.json` holds what the figures depend on. `figures.jsonl` holds one line for each position and kind of tables: the plies \
             of the shortest win, how the game ended, and its plies. The positions depend on the seed alone; where a move has a time \
             and the tables no distances, games may differ from run to run."
                .into(),
        ),
    ]);
    Document {
        title: "Won endings against perfect defence".into(),
        subtitle: "Whether the engine with endgame tables wins what can be won before the draw rules end the game".into(),
        command: command.into(),
        blocks,
    }
}

/// The main table, for a terminal.
#[must_use]
pub fn summary(rows: &[EndingRow]) -> String {
    overview(rows).to_markdown()
}

fn how(settings: &EndingsSettings) -> String {
    let least = match settings.least_plies {
        0 | 1 => String::new(),
        plies => format!(", in {plies} plies at the quickest"),
    };
    format!(
        "From {} won positions of 2 to {} pieces drawn by lot, quiet and won within the counts of 25, 16 and 5 moves{}, the engine \
         ({}, evaluation `{}`) played the winning side. Its opponent knows every distance and takes the move after which the win \
         takes longest, or a draw as soon as there is one. With distances the engine's tables tell the plies to the end, with verdicts only \
         who wins, as tables of five pieces do.",
        settings.positions,
        settings.pieces,
        least,
        settings.pace(),
        settings.net
    )
}

fn told(row: &EndingRow) -> String {
    let how = match row.game.ending {
        Ending::Won => "won",
        Ending::Lost => "lost",
        Ending::Repetition => "drawn by repetition",
        Ending::Count => "drawn by a count of moves",
    };
    format!(
        "`{}` with {}: {how} after {} plies; won in {}",
        row.fen,
        row.knowledge.name(),
        row.game.plies,
        row.distance
    )
}

fn overview(rows: &[EndingRow]) -> Table {
    let columns: Vec<(&str, Align)> =
        std::iter::once(("tables tell", Align::Left)).chain(COLUMNS.into_iter().skip(1)).collect();
    let mut table = Table::new("Won endings, all material", &columns);
    for knowledge in Knowledge::ALL {
        let mut count = Count::default();
        rows.iter().filter(|row| row.knowledge == knowledge).for_each(|row| count.add(row));
        table.row(std::iter::once(knowledge.name().to_owned()).chain(count.cells()));
    }
    table
}

fn by_material(rows: &[EndingRow], knowledge: Knowledge) -> Table {
    let mut counts: BTreeMap<(u32, String), Count> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.knowledge == knowledge) {
        let Ok(position) = fen::read(&row.fen) else { continue };
        let key = (position.occupied().len(), material(&position));
        counts.entry(key).or_default().add(row);
    }
    let mut table = Table::new(format!("Won endings, tables with {}", knowledge.name()), &COLUMNS);
    for ((_, material), count) in counts {
        table.row(std::iter::once(material).chain(count.cells()));
    }
    table
}

/// `2 K + man v K`, the side to move first.
fn material(position: &Position) -> String {
    let [own, other] = [position.turn(), !position.turn()].map(|color| pieces(position, color));
    format!("{own} v {other}")
}

fn pieces(position: &Position, color: Color) -> String {
    let kings = match position.kings(color).len() {
        0 => None,
        1 => Some("K".to_owned()),
        count => Some(format!("{count} K")),
    };
    let men = match position.men(color).len() {
        0 => None,
        1 => Some("man".to_owned()),
        count => Some(format!("{count} men")),
    };
    kings.into_iter().chain(men).collect::<Vec<_>>().join(" + ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_is_told_with_the_side_to_move_first() {
        let told = |text: &str| material(&fen::read(text).expect(text));
        assert_eq!(told("W:WK6,K16,41:BK50"), "2 K + man v K");
        assert_eq!(told("B:W31,32:BK50,12"), "K + man v 2 men");
    }
}
