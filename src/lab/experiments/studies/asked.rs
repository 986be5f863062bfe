//! Whether the notes of a study ask for what there is.

use super::super::lab::Pairing;
use super::arms::Arms;
use super::claims::meet;
use super::fault::did_you_mean;
use super::file::StudyFile;
use super::pairings::check_player;
use super::plots::is_cell;

/// The parts that every report has.
const PARTS: &str = "title about base command repeat made-with trial seed-count deep-errors set-up columns rules recipes intervals model Models \
                     kept-games claims-head claims false-discovery most-used structures changes changes-tried winning losing undecided \
                     timed timed-rules curves groups";

/// # Errors
/// Words that ask for something unknown, or a claim that no match decides.
pub(super) fn check(
    words: &str,
    file: &StudyFile,
    arms: &Arms,
    pairs: &[Pairing],
) -> Result<(), String> {
    let list: Vec<&str> = words.split(' ').collect();
    match list.as_slice() {
        ["elo", a, b] | ["parity", a, b, _] => {
            for player in [a, b] {
                check_player(player, arms)?;
            }
            meet(pairs, [a, b])
        }
        ["follows", base, others @ ..] => {
            others.iter().try_for_each(|arm| meet(pairs, [arm, base]))
        }
        ["error" | "error-on-all" | "error-early", a, b] => {
            let unknown = [a, b].into_iter().find(|name| !arms.names().any(|arm| arm == **name));
            unknown.map_or(Ok(()), |name| {
                Err(format!("'{name}' is no arm{}", did_you_mean(name, arms.names())))
            })
        }
        [name] => check_part(name, file),
        _ if is_cell(words) => Ok(()),
        _ => Err(format!("{{{{{words}}}}} asks for something unknown")),
    }
}

fn check_part(name: &str, file: &StudyFile) -> Result<(), String> {
    let tables = file.tables.iter().map(|table| table.name.as_str());
    let comparisons = file.comparisons.iter().map(|comparison| comparison.name.as_str());
    let known = || PARTS.split_whitespace().chain(tables.clone()).chain(comparisons.clone());
    if name.starts_with('/') || name.starts_with("figure-") || known().any(|part| part == name) {
        return Ok(());
    }
    Err(format!("{{{{{name}}}}} is no part of the report{}", did_you_mean(name, known())))
}
