//! Puzzles as text for others: PDN, CSV with the columns of the puzzle database of lichess, JSON for Lidraughts.

use serde_json::{Value, json};

use super::rows::StoredPuzzle;
use crate::board::{Color, fen};
use crate::pdn::{GameSheet, Outcome, Terminator, spell_line};

/// The first line of the CSV, as the puzzle database of lichess has it.
pub const CSV_HEAD: &str =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n";

/// The deviation of a rating that nobody has tried, as in Glicko-2.
const UNTRIED: u32 = 350;

impl StoredPuzzle {
    /// The name of a side with White as the solver.
    fn name(&self, side: Color) -> &str {
        match self.puzzle.solver == side {
            true => &self.white,
            false => &self.black,
        }
    }

    /// A game of PDN: the position as its FEN, the solution as its moves, a comment where what is to be found ends.
    #[must_use]
    pub fn to_pdn(&self) -> String {
        let puzzle = &self.puzzle;
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let comments = match puzzle.asked < puzzle.moves.len() {
            true => vec![(puzzle.asked, "found".to_owned())],
            false => Vec::new(),
        };
        GameSheet {
            event: self.event.clone(),
            date: self.date.clone(),
            white: self.name(Color::White).to_owned(),
            black: self.name(Color::Black).to_owned(),
            outcome: Outcome::Unknown,
            tags: vec![
                tag("Puzzle", self.id.to_string()),
                tag("Level", puzzle.level.to_string()),
                tag("Rating", self.rating.to_string()),
                tag("Themes", self.themes.join(" ")),
            ],
            start: puzzle.position,
            moves: puzzle.moves.clone(),
            comments,
            ..GameSheet::default()
        }
        .to_pdn(Terminator::Star)
    }

    /// A line of CSV with the columns of [`CSV_HEAD`]. As there, the FEN is the position before the error of the opponent, and the moves begin
    /// with this error; only the moves to be found follow.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let (last, _) = &self.puzzle.last;
        let (error, solution) = (self.error(), self.solution());
        let moves = [&[error], &solution[..self.puzzle.asked]].concat().join(" ");
        let game = format!("{}#{}", self.file, self.game);
        let fields = [fen::write(last), moves, self.rating.to_string(), UNTRIED.to_string()];
        let fields: Vec<String> = [self.id.to_string()]
            .into_iter()
            .chain(fields)
            .chain(["0".into(), "0".into(), self.themes.join(" "), game, String::new()])
            .map(|field| quoted(&field))
            .collect();
        fields.join(",") + "\n"
    }

    /// An object as the puzzle editor of Lidraughts reads it.
    #[must_use]
    pub fn to_lidraughts(&self) -> Value {
        let (last, _) = &self.puzzle.last;
        json!({
            "category": self.themes.first().map_or("puzzle", |theme| theme),
            "last_pos": fen::write(last),
            "last_move": self.error(),
            "move_list": &self.solution()[..self.puzzle.asked],
            "game_id": format!("{}#{}", self.file, self.game),
        })
    }

    /// The last move of the opponent as PDN spells it.
    fn error(&self) -> String {
        let (last, error) = &self.puzzle.last;
        spell_line(last, &[*error]).join(" ")
    }
}

/// A field of CSV (RFC 4180). A field that a spreadsheet would take for a formula has a quote before it.
fn quoted(field: &str) -> String {
    let is_formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let field = if is_formula { format!("'{field}") } else { field.to_owned() };
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_with_signs_of_csv_is_quoted_and_no_field_is_a_formula() {
        assert_eq!(quoted("W:W1,2:B3"), "\"W:W1,2:B3\"");
        assert_eq!(quoted("a \"b\""), "\"a \"\"b\"\"\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
        assert_eq!(quoted("plain"), "plain");
    }
}
