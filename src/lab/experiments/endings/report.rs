//! The report: how many of the won endings were won, by material.

use std::collections::BTreeMap;

use draughts_td_results::notes;

use super::run::{Ending, EndingRow};
use super::settings::{EndingsSettings, Knowledge};
use crate::board::{Color, Position, fen};
use crate::results::Report;

#[derive(Clone, Copy, Default)]
struct Count {
    positions: u32,
    won: u32,
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

    fn row(&self, name: String) -> [String; 7] {
        let mean =
            |sum: u32, count: u32| format!("{:.1}", f64::from(sum) / f64::from(count.max(1)));
        [
            name,
            self.positions.to_string(),
            self.won.to_string(),
            self.shortest.to_string(),
            mean(self.distance, self.positions),
            mean(self.plies, self.won),
            self.longest.to_string(),
        ]
    }
}

/// How the captions of tables begin that are shown at a terminal.
pub const SUMMARY: &[&str] = &["Won endings, all material"];

pub fn report(settings: &EndingsSettings, rows: &[EndingRow], command: &str) -> Report {
    let least = match settings.least_plies {
        0 | 1 => String::new(),
        plies => format!(", in {plies} plies at the quickest"),
    };
    let overview = Knowledge::ALL.map(|knowledge| {
        let mut count = Count::default();
        rows.iter().filter(|row| row.knowledge == knowledge).for_each(|row| count.add(row));
        count.row(knowledge.name().to_owned())
    });
    Report::new(notes::ENDINGS, command)
        .settings(settings)
        .text("least", least)
        .text("limit", settings.pace())
        .rows("overview", overview)
        .list("not-won", rows.iter().filter(|row| row.game.ending != Ending::Won).map(not_won))
        .rows("distances", by_material(rows, Knowledge::Distances))
        .rows("verdicts", by_material(rows, Knowledge::Verdicts))
}

fn not_won(row: &EndingRow) -> String {
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

fn by_material(rows: &[EndingRow], knowledge: Knowledge) -> Vec<[String; 7]> {
    let mut counts: BTreeMap<(u32, String), Count> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.knowledge == knowledge) {
        let Ok(position) = fen::read(&row.fen) else { continue };
        let key = (position.occupied().len(), material(&position));
        counts.entry(key).or_default().add(row);
    }
    counts.into_iter().map(|((_, material), count)| count.row(material)).collect()
}

/// `2 K + man v K`, the side to move first.
fn material(position: &Position) -> String {
    let [own, other] = [position.turn(), !position.turn()].map(|color| pieces(position, color));
    format!("{own} v {other}")
}

fn pieces(position: &Position, color: Color) -> String {
    let some = |count: u32, one: &str, more: &str| match count {
        0 => None,
        1 => Some(one.to_owned()),
        count => Some(format!("{count} {more}")),
    };
    let kings = some(position.kings(color).len(), "K", "K");
    let men = some(position.men(color).len(), "man", "men");
    kings.into_iter().chain(men).collect::<Vec<_>>().join(" + ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_is_written_with_the_side_to_move_first() {
        let written = |text: &str| material(&fen::read(text).expect(text));
        assert_eq!(written("W:WK6,K16,41:BK50"), "2 K + man v K");
        assert_eq!(written("B:W31,32:BK50,12"), "K + man v 2 men");
    }
}
