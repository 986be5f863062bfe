//! A database in place of PDN files, for every reader of these: blocks of the text that an export writes.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::database::Database;
use crate::error::Result;
use crate::files;
use crate::pdn::{BLOCK_BYTES, PdnError, Sink, TextBlock};

/// Reads all games of a database, broken ones and duplicates included, as [`read_blocks`](crate::pdn::read_blocks) reads a file.
pub fn read_blocks(
    path: &Path,
    spare: &mut dyn FnMut() -> Vec<u8>,
    sink: Sink<'_>,
) -> ControlFlow<()> {
    let file: Arc<str> = Arc::from(files::name_text(path));
    read(path, &file, spare, sink)
        .unwrap_or_else(|error| sink(Err(PdnError::Open { file, source: io::Error::other(error) })))
}

fn read(
    path: &Path,
    file: &Arc<str>,
    spare: &mut dyn FnMut() -> Vec<u8>,
    sink: Sink<'_>,
) -> Result<ControlFlow<()>> {
    let database = Database::open(path)?;
    let removed = database.removed_games()?;
    let (last, size) = (database.last_game()?, std::fs::metadata(path)?.len());
    let (mut byte, mut line, mut number) = (0, 1, 0);
    while number < last {
        let mut text = spare();
        text.clear();
        database.under_lock(|| {
            while number < last && text.len() < BLOCK_BYTES {
                number += 1;
                if !removed.contains(&number) {
                    text.extend(database.pdn(number)?.unwrap_or_default());
                }
            }
            Ok(())
        })?;
        let (bytes, lines) = (text.len() as u64, memchr::memchr_iter(b'\n', &text).count() as u64);
        let packed_bytes = size * u64::from(number) / u64::from(last);
        let file = Arc::clone(file);
        if sink(Ok(TextBlock { file, text, byte, line, packed_bytes, cut: false })).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        (byte, line) = (byte + bytes, line + lines);
    }
    Ok(ControlFlow::Continue(()))
}
