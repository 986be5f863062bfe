//! The last position of every game of a file, one FEN a line.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;

use crate::board::fen;
use crate::error::PlayError;
use crate::game::{Replayer, each_game};
use crate::pdn::{PdnError, Scan, read_blocks};

/// The last positions of the games of a PDN file, in their order; nothing if there is no file.
///
/// # Errors
/// A file that cannot be read.
pub fn final_positions(pdn: &Path) -> Result<String, PlayError> {
    let mut lines = String::new();
    if !pdn.exists() {
        return Ok(lines);
    }
    let (mut scan, mut replayer, mut fault) = (Scan::default(), Replayer::default(), None);
    let _: ControlFlow<()> = read_blocks(pdn, &mut Vec::new, &mut |next| match next {
        Ok(block) => {
            each_game(&block, &mut scan, &mut replayer, |_, replay| {
                if let Some(last) = replay.game.main().positions.last() {
                    let _ = writeln!(lines, "{}", fen::write(last));
                }
            });
            ControlFlow::Continue(())
        }
        // A match of which no game is finished yet.
        Err(PdnError::Empty { .. } | PdnError::NoGames { .. }) => ControlFlow::Continue(()),
        Err(error) => {
            fault = Some(error);
            ControlFlow::Break(())
        }
    });
    fault.map_or(Ok(lines), |error| Err(error.into()))
}
