//! Diagrams side by side: the patterns of an evaluation, each with its men.

use crate::board::{Bitboard, Color, Position, Square};
use crate::models::Part;

/// Columns of a board: ten fields and its edges.
const BOARD: usize = 12;

const GAP: usize = 3;

/// A part and the squares it looks at.
type Window<'a> = (&'a Part, Bitboard);

/// The parts that look at squares, in their order, drawn with name and contribution in as many rows as the columns ask for; without
/// `all`, only the first row.
pub(crate) fn windows(parts: &[Part], position: &Position, columns: usize, all: bool) -> String {
    let windows = parts.iter().filter_map(|part| Some((part, part.squares?)));
    let rows = rows(&windows.collect::<Vec<_>>(), columns);
    let shown = if all { rows.len() } else { 1 };
    rows.iter().take(shown).map(|row| draw(row, position)).collect::<Vec<_>>().join("\n")
}

/// As many in each row as fit; one at least.
fn rows<'a>(windows: &[Window<'a>], columns: usize) -> Vec<Vec<Window<'a>>> {
    let mut rows: Vec<Vec<Window<'a>>> = Vec::new();
    let mut used = usize::MAX / 2;
    for window in windows {
        used += GAP + width(window.0);
        if used > columns {
            rows.push(Vec::new());
            used = width(window.0);
        }
        rows.last_mut().expect("one was made for the first").push(*window);
    }
    rows
}

fn width(part: &Part) -> usize {
    let words = part.name.split(' ').map(|word| word.chars().count());
    words.max().unwrap_or(0).max(BOARD)
}

/// One row of boards, each with its name, a word a line, above it.
fn draw(row: &[Window<'_>], position: &Position) -> String {
    let words = |part: &Part| part.name.split(' ').count();
    let most = row.iter().map(|(part, _)| words(part)).max().unwrap_or(0);
    let drawn: Vec<Vec<String>> = row
        .iter()
        .map(|(part, squares)| {
            let blanks = std::iter::repeat_n(String::new(), most - words(part));
            let name = part.name.split(' ').map(String::from);
            let contribution = format!("{:+.3}", part.contribution);
            blanks.chain(name).chain([contribution]).chain(board(*squares, position)).collect()
        })
        .collect();
    let line = |number: usize| {
        let cells = row.iter().zip(&drawn).map(|((part, _), lines)| {
            format!("{:<width$}", lines[number], width = width(part) + GAP)
        });
        cells.collect::<String>().trim_end().to_owned() + "\n"
    };
    (0..most + 1 + 10).map(line).collect()
}

/// The rows of a board of which only a window is seen.
fn board(squares: Bitboard, position: &Position) -> impl Iterator<Item = String> {
    (0..10).map(move |row| {
        let field = |column: u8| {
            let is_dark = column % 2 != row % 2;
            let square = Square::new(5 * row + column / 2 + 1).filter(|_| is_dark);
            square.filter(|square| squares.contains(*square)).map_or(' ', |s| sign(s, position))
        };
        format!("|{}|", (0..10).map(field).collect::<String>())
    })
}

fn sign(square: Square, position: &Position) -> char {
    let holds = |color| position.men(color).contains(square);
    match (holds(Color::White), holds(Color::Black)) {
        (true, _) => 'o',
        (_, true) => 'x',
        _ => '.',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    fn part(name: &str, contribution: f32, squares: &[u8]) -> Part {
        let squares = squares.iter().filter_map(|&number| Square::new(number));
        Part {
            index: 0,
            name: name.into(),
            group: "windows",
            input: 1.0,
            contribution,
            squares: Some(squares.fold(Bitboard::EMPTY, Bitboard::with)),
        }
    }

    fn position() -> Position {
        fen::read("W:W27,28,K50:B2,7,K46").expect("fen")
    }

    #[test]
    fn a_window_shows_its_men_and_its_empty_squares_where_they_are() {
        let parts = [part("left", 0.25, &[1, 2, 6, 7, 27]), part("a turned", -1.0, &[46, 50, 28])];
        let drawn = windows(&parts, &position(), 80, false);
        let expected = "               a
left           turned
+0.250         -1.000
| . x      |   |          |
|. x       |   |          |
|          |   |          |
|          |   |          |
|          |   |          |
|  o       |   |    o     |
|          |   |          |
|          |   |          |
|          |   |          |
|          |   |.       . |
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn boards_keep_within_the_columns_and_none_is_lost_where_all_are_asked_for() {
        let long = "a_name_longer_than_a_board";
        let names = ["left", long, "right", "left turned", long, "right turned", "b", "c"];
        let parts = names.map(|name| part(name, 0.1, &[28]));
        for columns in [1, 40, 80, 200] {
            let all = windows(&parts, &position(), columns, true);
            assert_eq!(all.matches("+0.100").count(), parts.len());
            let widest = all.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(columns.max(long.len())), "{all}");
            let first = windows(&parts, &position(), columns, false);
            assert!(all.starts_with(&first) && first.contains("left"), "{first}");
        }
        assert_eq!(windows(&[], &position(), 80, true), "");
    }
}
