//! From the settings of an arm to what is trained.

use std::path::Path;

use toml::{Spanned, Value};

use super::super::lab::{ExperimentSize, Learner, StudyFolder};
use super::fault::Misprint;
use crate::run::{HyperparamOptions, ModelKind, RunError, Settings, set};

/// What is trained at this size by these settings; files are looked up from this folder.
///
/// # Errors
/// A setting that the kind of model does not have, or a file that cannot be read.
pub(super) fn learner(
    mut options: HyperparamOptions,
    size: &ExperimentSize,
    folder: &StudyFolder,
) -> Result<Learner, RunError> {
    let read = |path: &Path| folder.pattern_file(path);
    options.games = Some(at_most(options.games.unwrap_or(0), size.games));
    options.network.features = options
        .network
        .features
        .filter(|_| !folder.is_stored())
        .map(|features| folder.file(features));
    Ok(match options.kind() {
        ModelKind::Patterns => Learner::Patterns(options.around(options.patterns(&read)?)),
        ModelKind::Nnue => Learner::Nnue(options.around(options.nnue(&read)?)),
        ModelKind::Separated => Learner::Separated(options.around(options.separated()?)),
        ModelKind::Nn1 | ModelKind::Nn2 | ModelKind::Nn3 | ModelKind::Nn4 | ModelKind::Nn5 => {
            options.model.hidden.get_or_insert(size.hidden);
            Learner::Network(options.around(options.network()?))
        }
    })
}

/// The games of an arm, and no more than the size has; 0 is all.
fn at_most(games: u64, most: u64) -> u64 {
    match (games, most) {
        (0, games) | (games, 0) => games,
        (own, most) => own.min(most),
    }
}

/// Sets the setting of this name.
pub(super) fn set_from<S: Settings>(
    options: &mut S,
    name: &str,
    value: &Spanned<Value>,
) -> Result<(), Misprint> {
    let at = |what: String| Misprint::new(value.span().start, what.replace('`', "'"));
    match serde_json::to_value(value.get_ref()) {
        // JSON has no number that is infinite.
        Ok(serde_json::Value::Null) | Err(_) => Err(at(format!("{name}: not a finite number"))),
        Ok(json) => set(options, name, json).map_err(|error| at(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Square};
    use crate::models::patterns::{Pattern, PatternSet};

    fn windows(name: &str) -> PatternSet {
        let path = format!("features/windows/{name}.toml");
        let text = StudyFolder::new(Path::new("none")).pattern_file(Path::new(&path)).expect(name);
        PatternSet::read(&text).expect(name)
    }

    /// The squares of some rows and columns of the board, both counted from 0 at the upper left corner.
    fn rectangle(rows: std::ops::Range<u8>, columns: std::ops::Range<u8>) -> Bitboard {
        let dark = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
        let dark = dark.filter(|(row, column)| (row + column) % 2 == 1);
        let numbers = dark.map(|(row, column)| 5 * row + column / 2 + 1);
        numbers.filter_map(Square::new).fold(Bitboard::EMPTY, Bitboard::with)
    }

    fn sets(pattern_set: &PatternSet) -> Vec<Bitboard> {
        pattern_set.patterns().iter().map(|pattern| pattern.squares(false)).collect()
    }

    /// Windows of four rows, the upper ones first.
    fn four_rows(width: u8) -> Vec<Bitboard> {
        let starts = [0, 2].into_iter().flat_map(|row| {
            let last = 10 - width;
            (0..=last).step_by(2).map(move |column| (row, column))
        });
        starts.map(|(row, column)| rectangle(row..row + 4, column..column + width)).collect()
    }

    #[test]
    fn small_windows_and_their_turned_twins_are_all_sixteen_squares_of_the_board() {
        let pattern_set = windows("squares");
        assert_eq!(sets(&pattern_set), four_rows(4));
        let turned = pattern_set.patterns().iter().map(|pattern: &Pattern| pattern.squares(true));
        let mut all: Vec<Bitboard> = sets(&pattern_set).into_iter().chain(turned).collect();
        all.sort_by_key(|set| set.bits());
        all.dedup();
        assert_eq!(all.len(), 16);
    }

    #[test]
    fn wide_windows_have_four_rows_and_six_columns() {
        assert_eq!(sets(&windows("wide")), four_rows(6));
    }

    #[test]
    fn tall_and_wide_windows_are_those_of_the_program_and_the_wide_ones() {
        let both = [PatternSet::embedded().patterns(), windows("wide").patterns()].concat();
        assert_eq!(windows("tall_and_wide").patterns(), both);
    }
}
