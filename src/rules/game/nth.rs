//! One game of a file, by its number.

use std::ops::ControlFlow;
use std::path::Path;

use super::replay::{Replay, Replayer, each_game};
use crate::pdn::{GameText, PdnError, Scan, decode, read_blocks};

/// The text of a game of a PDN file in UTF-8, by its number from 1; `None` where the file has fewer games. Games that cannot be read
/// count.
///
/// # Errors
/// A file that cannot be read up to that game.
pub fn nth_game(path: &Path, number: u64) -> Result<Option<String>, PdnError> {
    nth_game_with(path, number, |text, _| decode(text.bytes()).into_owned())
}

/// What is made of the text and the moves of a game of a PDN file; otherwise as [`nth_game`].
///
/// # Errors
/// As [`nth_game`].
pub fn nth_game_with<T>(
    path: &Path,
    number: u64,
    make: impl Fn(&GameText<'_>, Replay<'_>) -> T,
) -> Result<Option<T>, PdnError> {
    let (mut found, mut fault, mut before) = (None, None, 0);
    let (mut scan, mut replayer) = (Scan::default(), Replayer::default());
    let _ = read_blocks(path, &mut Vec::new, &mut |read| {
        let block = match read {
            Ok(block) => block,
            Err(error) => {
                fault = Some(error);
                return ControlFlow::Break(());
            }
        };
        each_game(&block, &mut scan, &mut replayer, |text, replay| {
            before += 1;
            if before == number {
                found = Some(make(text, replay));
            }
        });
        if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match (found, fault) {
        (None, Some(fault)) => Err(fault),
        (found, _) => Ok(found),
    }
}
