//! The endgame tables: opened, made while the engine plays, and limited to a number of pieces.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::params::TABLE_PIECES;
use super::{Event, HubLoop};
use crate::error::PlayError;
use crate::player::{Endgame, StopFlag};
use crate::tablebase::{self, AUTO, FIRST_PIECES, TablesError};

impl<W: Write + Send + 'static> HubLoop<W> {
    /// Opens the tables of a folder; the present ones stay if it cannot be used. An empty name closes them. Only `auto` makes tables: a
    /// mistyped name would leave them anywhere.
    pub(super) fn set_endgame(&mut self, folder: &str) -> Result<(), PlayError> {
        if folder == self.settings.endgame {
            return Ok(());
        }
        self.most_pieces = u32::MAX;
        match folder {
            "" => {
                self.stop_making();
                self.settings.endgame.clear();
                self.settings.options.endgame = None;
                Ok(())
            }
            AUTO => self.open_auto(),
            folder => self.open_tables(folder),
        }
    }

    /// Opens the tables of a folder.
    fn open_tables(&mut self, folder: &str) -> Result<(), PlayError> {
        match Endgame::open(&place(folder)) {
            Ok((endgame, notes)) => {
                self.stop_making();
                notes.iter().for_each(|text| (self.settings.note)(text));
                self.settings.options.endgame = Some(endgame.limited(self.most_pieces));
                self.settings.endgame = folder.into();
                Ok(())
            }
            Err(error) => self.report_error(&error),
        }
    }

    /// Opens the tables of `auto`. Where there are none they are made on a thread of their own, and the engine plays without them until
    /// they are there: no answer waits for them.
    pub(super) fn open_auto(&mut self) -> Result<(), PlayError> {
        match Endgame::is_made(Path::new(AUTO)) {
            Ok(true) => return self.open_tables(AUTO),
            Ok(false) => {}
            Err(error) => return self.report_error(&error),
        }
        self.stop_making();
        self.settings.options.endgame = None;
        self.settings.endgame = AUTO.into();
        let (note, sender, stop) = (self.settings.note, self.sender.clone(), StopFlag::new());
        self.making = Some(stop.clone());
        std::thread::spawn(move || {
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            let mut watch = |event: &tablebase::Event<'_>| {
                event.message().as_deref().into_iter().for_each(note);
            };
            let is_stopped = || stop.is_stopped();
            let made = Endgame::open_or_make(Path::new(AUTO), threads, &mut watch, &is_stopped);
            if !stop.is_stopped() {
                // The loop may have ended meanwhile.
                let _ = sender.send(Event::Tables(made.map(|(endgame, _)| endgame)));
            }
        });
        Ok(())
    }

    pub(super) fn stop_making(&mut self) {
        self.making.take().iter().for_each(StopFlag::stop);
        self.made = None;
    }

    fn is_awaiting_tables(&self) -> bool {
        self.making.is_some() || self.made.is_some()
    }

    /// The tables of `auto` are there; the next game uses them.
    pub(super) fn take_tables(&mut self, made: Result<Endgame, TablesError>) {
        if self.making.take().is_none() {
            return;
        }
        match made {
            Ok(endgame) => {
                self.made = Some(endgame);
                (self.settings.note)("the endgame tables are made; the next game has them");
            }
            Err(error) => {
                self.settings.endgame.clear();
                (self.settings.note)(&format!("there are no endgame tables: {error}"));
            }
        }
    }

    pub(super) fn use_made_tables(&mut self) {
        if let Some(endgame) = self.made.take() {
            self.settings.options.endgame = Some(endgame.limited(self.most_pieces));
        }
    }

    /// The pieces of the largest tables that are used, or being made; 0 without tables.
    pub(super) fn table_pieces(&self) -> u32 {
        match &self.settings.options.endgame {
            Some(endgame) => endgame.pieces(),
            None if self.is_awaiting_tables() => FIRST_PIECES.min(self.most_pieces),
            None => 0,
        }
    }

    /// The pieces of the largest tables that there are, or of those in the cache.
    pub(super) fn largest_tables(&self) -> u32 {
        let tables = self.settings.options.endgame.as_ref();
        tables.map_or(0, |endgame| endgame.tables().pieces()).max(FIRST_PIECES)
    }

    /// Limits the tables to this number of pieces; without tables those of the cache are opened, and 0 closes them.
    pub(super) fn set_table_pieces(&mut self, pieces: u32) -> Result<(), PlayError> {
        if pieces == self.table_pieces() {
            return Ok(());
        }
        if pieces == 0 {
            return self.set_endgame("");
        }
        let most = self.largest_tables();
        if pieces > most {
            (self.settings.note)(&format!(
                "{TABLE_PIECES}={pieces}: the tables have {most} pieces at most"
            ));
        }
        self.most_pieces = pieces;
        match self.settings.options.endgame.take() {
            Some(endgame) => self.settings.options.endgame = Some(endgame.limited(pieces)),
            None if self.is_awaiting_tables() => {}
            None => self.open_auto()?,
        }
        Ok(())
    }
}

/// The folder of a name; one that cannot be found keeps its name, for the error.
fn place(folder: &str) -> PathBuf {
    tablebase::folder(Path::new(folder)).unwrap_or_else(|_| folder.into())
}
