//! Files cut into pieces, each a game with the text before it, so that all pieces together are the text of the files.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;

use crate::game::{Replayer, each_game};
use crate::pdn::{Scan, TextBlock, read_blocks};

/// A game with the text between the game before and it.
#[derive(Debug)]
pub(crate) struct Piece {
    /// Its text as UTF-8.
    pub text: String,
    /// Whether the game can be read and is set up once.
    pub is_searchable: bool,
    /// Whether a result, or `*`, ends it.
    is_ended: bool,
}

/// Sends every piece after the first ones.
pub(super) fn read(files: &[PathBuf], skip: u64, sender: &SyncSender<Piece>) {
    let mut cutter = Cutter {
        skip,
        sender,
        held: None,
        between: String::new(),
        scan: Scan::default(),
        replayer: Replayer::default(),
    };
    let is_open = files.iter().try_for_each(|file| {
        read_blocks(file, &mut Vec::new, &mut |next| match next {
            Ok(block) => cutter.block(&block),
            // The count of the games has named it.
            Err(_) => ControlFlow::Continue(()),
        })
    });
    if is_open.is_continue() {
        cutter.end();
    }
}

/// Cuts blocks; the last piece is held back, for what follows it may be the end of the files.
struct Cutter<'a> {
    skip: u64,
    sender: &'a SyncSender<Piece>,
    held: Option<Piece>,
    /// The text after the held piece.
    between: String,
    scan: Scan,
    replayer: Replayer,
}

impl Cutter<'_> {
    fn block(&mut self, block: &TextBlock) -> ControlFlow<()> {
        if block.byte == 0 {
            self.separate();
        }
        let (mut pieces, mut at) = (Vec::new(), 0);
        each_game(block, &mut self.scan, &mut self.replayer, |text, replay| {
            let is_ended = text.terminator().is_some();
            let is_searchable = replay.whole().is_ok_and(|game| game.segments().count() == 1);
            let end = text.range().end;
            let text = String::from_utf8_lossy(&block.text[at..end]).into_owned();
            at = end;
            pieces.push(Piece { text, is_searchable, is_ended });
        });
        pieces.into_iter().try_for_each(|piece| self.push(piece))?;
        self.between += &String::from_utf8_lossy(&block.text[at..]);
        ControlFlow::Continue(())
    }

    fn push(&mut self, mut piece: Piece) -> ControlFlow<()> {
        piece.text.insert_str(0, &std::mem::take(&mut self.between));
        match self.held.replace(piece) {
            Some(held) => self.send(held),
            None => ControlFlow::Continue(()),
        }
    }

    fn send(&mut self, piece: Piece) -> ControlFlow<()> {
        if self.skip > 0 {
            self.skip -= 1;
            return ControlFlow::Continue(());
        }
        let sent = self.sender.send(piece);
        if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Keeps the last game of a file apart from the first of the next one: a star ends a game without a result.
    fn separate(&mut self) {
        let Some(held) = &self.held else { return };
        if !held.is_ended {
            self.between += "\n*";
        }
        let last = if self.between.is_empty() { &held.text } else { &self.between };
        let blank = &last[last.trim_end().len()..];
        let missing = 2 - blank.matches('\n').count().min(2);
        self.between += &"\n".repeat(missing);
    }

    fn end(&mut self) {
        if let Some(mut piece) = self.held.take() {
            piece.text += &self.between;
            let _ = self.send(piece);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of files with these contents.
    fn pieces(contents: &[&[u8]]) -> Vec<(String, bool)> {
        let folder = tempfile::tempdir().expect("a folder");
        let files: Vec<PathBuf> =
            (0..contents.len()).map(|number| folder.path().join(format!("{number}.pdn"))).collect();
        for (file, content) in files.iter().zip(contents) {
            std::fs::write(file, content).expect("written");
        }
        let (sender, pieces) = std::sync::mpsc::sync_channel(100);
        read(&files, 0, &sender);
        drop(sender);
        pieces.iter().map(|piece| (piece.text, piece.is_searchable)).collect()
    }

    #[test]
    fn the_pieces_of_a_file_are_its_text() {
        let text = "{a head} [White \"A\"]\r\n1. 32-28 *\n{between}\n\n1. 1-1 *\n12. an end";
        let found = pieces(&[text.as_bytes()]);
        let whole: String = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(whole, text);
        let searchable: Vec<bool> = found.iter().map(|(_, is_searchable)| *is_searchable).collect();
        assert!(searchable.contains(&true) && searchable.contains(&false), "{found:?}");
    }

    #[test]
    fn files_are_kept_apart_and_a_game_without_a_result_is_ended() {
        let found = pieces(&[b"1. 32-28 19-23", b"1. 33-28 *", b"[White \"A\"] 1. 31-27"]);
        let texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        let expected = ["1. 32-28 19-23", "\n*\n\n1. 33-28 *", "\n\n[White \"A\"] 1. 31-27"];
        assert_eq!(texts, expected);
    }

    #[test]
    fn old_encodings_become_utf_8() {
        let found = pieces(&[b"[White \"M\xfcller\"]\n[Black \"B\xc3\xa9\"]\n1. 32-28 *"]);
        assert!(found[0].0.starts_with("[White \"Müller\"]\n[Black \"Bé\"]"), "{found:?}");
    }
}
