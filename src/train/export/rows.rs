//! Sampled positions in memory, each with its labels and, if asked for, its inputs.

use std::ops::Range;

use super::buffer::{GameRows, RowBuffer};
use super::plan::Content;
use crate::board::Position;
use crate::dataset::Episode;
use crate::features::{self, Catalogue};
use crate::learning::Played;

/// A sampled position and its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ExportRow {
    /// The position.
    pub position: Position,
    /// Half-moves before it.
    pub ply: u32,
    /// White's result, +1, 0 or −1: that of the game, or the exact one where endgame tables know it.
    pub result: i8,
    /// White's expected result by a search, from −1 to 1, where a comment has one.
    pub score: Option<f32>,
    /// The index of its file.
    pub file: u32,
    /// The game in the file, from 1.
    pub game: u64,
    /// The line of the file on which the game starts, from 1; 0 for games in memory.
    pub line: u64,
}

/// The inputs of positions.
#[derive(Clone, Debug, PartialEq)]
pub enum Inputs {
    /// No inputs.
    None,
    /// Non-zero inputs.
    Sparse {
        /// The end of the inputs of each position.
        ends: Vec<usize>,
        /// Input indices.
        indices: Vec<u16>,
        /// Input values.
        values: Vec<f32>,
    },
    /// All inputs.
    Dense {
        /// Inputs of a position.
        width: usize,
        /// Their values, position by position.
        values: Vec<f32>,
    },
}

impl Inputs {
    fn of(content: &Content) -> Inputs {
        match content {
            Content::Boards => Inputs::None,
            Content::Sparse(_) => {
                Inputs::Sparse { ends: Vec::new(), indices: Vec::new(), values: Vec::new() }
            }
            Content::Dense(catalogue) => {
                Inputs::Dense { width: catalogue.layout().count(), values: Vec::new() }
            }
        }
    }

    fn push(&mut self, catalogue: &Catalogue, position: &Position) {
        let inputs = features::Inputs::by(catalogue, position);
        match self {
            Inputs::None => {}
            Inputs::Sparse { ends, indices, values } => {
                inputs.for_each_in(catalogue.layout(), |index, value| {
                    indices.push(index as u16);
                    values.push(value);
                });
                ends.push(values.len());
            }
            Inputs::Dense { values, .. } => {
                values.extend(inputs.dense_in(catalogue.layout()));
            }
        }
    }

    fn append(&mut self, other: &Inputs, rows: Range<usize>) {
        match (self, other) {
            (
                Inputs::Sparse { ends, indices, values },
                Inputs::Sparse { ends: more, indices: which, values: what },
            ) => {
                let start = rows.start.checked_sub(1).map_or(0, |before| more[before]);
                let before = values.len();
                ends.extend(more[rows.clone()].iter().map(|end| end - start + before));
                let end = rows.end.checked_sub(1).map_or(0, |last| more[last]).max(start);
                indices.extend_from_slice(&which[start..end]);
                values.extend_from_slice(&what[start..end]);
            }
            (Inputs::Dense { width, values }, Inputs::Dense { values: more, .. }) => {
                values.extend_from_slice(&more[rows.start * *width..rows.end * *width]);
            }
            (_, _) => {}
        }
    }

    fn clear(&mut self) {
        match self {
            Inputs::None => {}
            Inputs::Sparse { ends, indices, values } => {
                ends.clear();
                indices.clear();
                values.clear();
            }
            Inputs::Dense { values, .. } => values.clear(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Inputs::None => 0,
            Inputs::Sparse { ends, values, .. } => 8 * ends.len() + 6 * values.len(),
            Inputs::Dense { values, .. } => 4 * values.len(),
        }
    }
}

/// Rows of sampled positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    content: Content,
    rows: Vec<ExportRow>,
    inputs: Inputs,
}

impl Rows {
    /// No row yet.
    pub(crate) fn new(content: &Content) -> Rows {
        Rows { content: content.clone(), rows: Vec::new(), inputs: Inputs::of(content) }
    }

    /// The content of each row.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// The rows.
    pub(crate) fn rows(&self) -> &[ExportRow] {
        &self.rows
    }

    /// The inputs of the rows.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// The bytes they take in memory.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<ExportRow>() * self.rows.len() + self.inputs.bytes()
    }

    /// Adds a row, and works its inputs out.
    pub(crate) fn push(&mut self, row: ExportRow) {
        if let Some(catalogue) = self.content.catalogue() {
            self.inputs.push(catalogue, &row.position);
        }
        self.rows.push(row);
    }

    /// Adds the rows of a game with the same content, and the game's place.
    pub(crate) fn append(&mut self, game: &GameRows<'_, Rows>) {
        let (file, range) = (game.file(), game.range.clone());
        let located = |row: &ExportRow| ExportRow { file, game: game.number, ..*row };
        self.rows.extend(game.rows.rows[range.clone()].iter().map(located));
        self.inputs.append(&game.rows.inputs, range);
    }
}

impl RowBuffer for Rows {
    fn new(content: &Content) -> Rows {
        Rows::new(content)
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn push_game(&mut self, game: &Played<'_>, episode: &Episode) {
        for (&position, &ply) in episode.positions.iter().zip(&episode.plies) {
            self.push(ExportRow {
                position,
                ply,
                // The result of a game is −1, 0 or 1.
                result: episode.outcome as i8,
                score: game.notes.get(ply as usize).and_then(|note| note.result),
                file: 0,
                game: 0,
                line: game.line.unwrap_or(0),
            });
        }
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.inputs.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::buffer::Subset;
    use super::*;
    use crate::board::fen;

    fn row(text: &str) -> ExportRow {
        let position = fen::read(text).expect(text);
        ExportRow { position, ply: 0, result: 0, score: None, file: 0, game: 1, line: 1 }
    }

    const FENS: [&str; 4] =
        ["W:W28,32:B19,23", "B:W31-50:B1-20", "W:WK5:BK46", "B:W6,11,27:B35,K40"];

    #[test]
    fn rows_appended_in_pieces_are_the_rows_pushed() {
        let catalogue = Catalogue::embedded().clone();
        for content in
            [Content::Boards, Content::Sparse(catalogue.clone()), Content::Dense(catalogue)]
        {
            let mut all = Rows::new(&content);
            FENS.iter().for_each(|text| all.push(row(text)));
            let mut pieces = Rows::new(&content);
            for range in [0..0, 0..1, 1..3, 3..3, 3..4] {
                let (rows, files) = (&all, &["file".into()]);
                pieces.append(&GameRows { subset: Subset::Train, number: 1, rows, range, files });
            }
            assert_eq!(pieces, all);
            pieces.clear();
            assert_eq!((pieces.len(), pieces.bytes()), (0, 0));
        }
    }

    #[test]
    fn sparse_and_dense_inputs_say_the_same() {
        let catalogue = Catalogue::embedded();
        let (mut sparse, mut dense) = (
            Rows::new(&Content::Sparse(catalogue.clone())),
            Rows::new(&Content::Dense(catalogue.clone())),
        );
        FENS.iter().for_each(|text| {
            sparse.push(row(text));
            dense.push(row(text));
        });
        let (Inputs::Sparse { ends, indices, values }, Inputs::Dense { width, values: all }) =
            (sparse.inputs(), dense.inputs())
        else {
            panic!("they are what was asked for");
        };
        let mut found = vec![0.0; all.len()];
        let mut start = 0;
        for (locate, &end) in ends.iter().enumerate() {
            for at in start..end {
                found[locate * width + usize::from(indices[at])] = values[at];
            }
            start = end;
        }
        assert_eq!((found, *width), (all.clone(), 222));
    }
}
