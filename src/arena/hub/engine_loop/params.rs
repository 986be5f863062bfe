//! The parameters that the engine declares, and that a driver sets. The engine is made anew for them before it is ready.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;

use super::hash_size::{ENTRIES, HashSize};
use super::{HubLoop, HubSettings};
use crate::book::Book;
use crate::error::PlayError;
use crate::play::strength::fresh_seed;
use crate::player::level::LEVELS;
use crate::player::{BookConfig, Options};
use crate::protocol::hub::{Param, ParamKind, Reply};

/// Largest transposition table that may be asked for, in MiB.
const MAX_TABLE: i64 = Options::MAX_TABLE as i64;
const VARIANT: &str = "variant";
/// International draughts as its variant is called, the only one that is played.
const NORMAL: &str = "normal";
const HASH: &str = "hash";
const TABLE: &str = "tt-size";
const THREADS: &str = "threads";
/// Most threads that may be asked for.
const MAX_THREADS: i64 = Options::MAX_THREADS as i64;
const NET: &str = "net";
const ENDGAME: &str = "endgame";
/// The most pieces of endgame tables, as Scan has it.
pub(super) const TABLE_PIECES: &str = "bb-size";
const BOOK: &str = "book";
const LEVEL: &str = "level";
/// Every parameter, in the order in which they are declared.
const PARAMS: [&str; 10] =
    [VARIANT, TABLE, HASH, THREADS, NET, ENDGAME, TABLE_PIECES, BOOK, LEVEL, "ponder"];
/// Those of a function, which does not search.
const FUNCTION_PARAMS: [&str; 2] = [VARIANT, "ponder"];

impl HubSettings {
    /// The parameters that are declared.
    fn params(&self) -> &'static [&'static str] {
        if self.function.is_some() { &FUNCTION_PARAMS } else { &PARAMS }
    }
}

impl<W: Write + Send + 'static> HubLoop<W> {
    pub(super) fn identify(&self) -> Result<(), PlayError> {
        let text = |text: &str| Some(text.to_owned());
        self.writer.say(&Reply::Id {
            name: self.settings.name.clone(),
            version: text(&self.settings.version),
            author: self.settings.author.clone(),
            country: self.settings.country.clone(),
        })?;
        for &name in self.settings.params() {
            let (value, kind) = self.param(name);
            self.writer.say(&Reply::Param(Param { name: name.into(), value, kind }))?;
        }
        self.writer.say(&Reply::Wait)
    }

    fn param(&self, name: &str) -> (String, ParamKind) {
        let int = |min, max| ParamKind::Int { min, max };
        let settings = &self.settings;
        match name {
            VARIANT => (NORMAL.into(), ParamKind::Enum(vec![NORMAL.into()])),
            TABLE => {
                let (min, max) = (*ENTRIES.start(), *ENTRIES.end());
                (self.hash.entries().to_string(), int(min.into(), max.into()))
            }
            HASH => (self.hash.mebibytes().to_string(), int(1, MAX_TABLE)),
            THREADS => (settings.options.threads.to_string(), int(1, MAX_THREADS)),
            NET => (settings.net.clone(), ParamKind::Text),
            ENDGAME => (settings.endgame.clone(), ParamKind::Text),
            TABLE_PIECES => (self.table_pieces().to_string(), int(0, self.largest_tables().into())),
            BOOK => (settings.book.clone(), ParamKind::Text),
            LEVEL => (settings.level.unwrap_or(0).to_string(), int(0, (*LEVELS.end()).into())),
            _ => ("false".into(), ParamKind::Bool),
        }
    }

    /// Sets a parameter; unknown ones are passed over with a note to the user.
    pub(super) fn set_param(&mut self, name: &str, value: &str) -> Result<(), PlayError> {
        let params = self.settings.params();
        match name {
            name if !params.contains(&name) => (self.settings.note)(&format!(
                "the driver sets '{name}', which is no parameter here, and it is passed over; there are {}",
                params.join(", ")
            )),
            TABLE => match value.parse().ok().filter(|number| ENTRIES.contains(number)) {
                Some(logarithm) => self.hash.set_entries(logarithm),
                None => self.report_error(&format!(
                    "'{value}' is no {TABLE}; it is N of 2^N entries, from {} to {}; {HASH} gives MiB",
                    ENTRIES.start(),
                    ENTRIES.end()
                ))?,
            },
            HASH => match number(value, MAX_TABLE) {
                Some(mib) => self.hash.set_hash(mib.get()),
                None => self.report_bad_number(HASH, value, MAX_TABLE)?,
            },
            LEVEL => match value.parse::<u8>().ok().filter(|level| level <= LEVELS.end()) {
                Some(level) => self.settings.level = Some(level).filter(|&level| level > 0),
                None => self.report_error(&format!(
                    "'{value}' is no {LEVEL}; it is a number from 1 to {}, or 0 for full strength",
                    LEVELS.end()
                ))?,
            },
            BOOK => self.set_book(value)?,
            THREADS => match number(value, MAX_THREADS) {
                Some(threads) => self.settings.options.threads = threads,
                None => self.report_bad_number(THREADS, value, MAX_THREADS)?,
            },
            NET => self.settings.net = value.into(),
            ENDGAME => self.set_endgame(value)?,
            TABLE_PIECES => match value.parse().ok() {
                Some(pieces) => self.set_table_pieces(pieces)?,
                None => self.report_error(&format!(
                    "'{value}' is no {TABLE_PIECES}; it is the most pieces of endgame tables, or 0 for none"
                ))?,
            },
            VARIANT => {
                self.variant = Some(value.to_owned()).filter(|value| value != NORMAL);
                self.check_variant()?;
            }
            _ => {}
        }
        self.settings.options.hash_mb = self.hash.mebibytes();
        Ok(())
    }

    /// Whether the variant is played; another one is reported.
    pub(super) fn check_variant(&self) -> Result<bool, PlayError> {
        let Some(variant) = &self.variant else { return Ok(true) };
        self.report_error(&format!(
            "the variant '{variant}' is not played here; until variant is {NORMAL}, go is answered without a move"
        ))?;
        Ok(false)
    }

    /// Opens a book; the present one stays if it cannot be used. An empty name closes the book, and so does `false`, as the book of
    /// Scan is on or off.
    fn set_book(&mut self, file: &str) -> Result<(), PlayError> {
        let is_on = self.settings.options.book.is_some();
        if file == self.settings.book || (file == "true" && is_on) {
            return Ok(());
        }
        if file == "true" {
            (self.settings.note)("the driver sets book=true, and there is no book: give its file");
            return Ok(());
        }
        if matches!(file, "" | "false") {
            self.settings.book.clear();
            self.settings.options.book = None;
            return Ok(());
        }
        match Book::open(Path::new(file)) {
            Ok(book) => {
                self.settings.options.book = Some(BookConfig { book, seed: fresh_seed() });
                self.settings.book = file.into();
                Ok(())
            }
            Err(error) => self.report_error(&error),
        }
    }

    fn report_bad_number(&self, name: &str, value: &str, max: i64) -> Result<(), PlayError> {
        self.report_error(&format!("'{value}' is no {name}; it is a number from 1 to {max}"))
    }

    /// Makes the engine anew if parameters have changed. If that fails, the error is reported and the present engine stays with its
    /// parameters; tables that could be opened are kept for the next attempt.
    pub(super) fn rebuild_engine(&mut self) -> Result<(), PlayError> {
        let wanted = (self.settings.net.clone(), self.settings.options.clone());
        if wanted == self.engine_config {
            return Ok(());
        }
        match self.settings.engine() {
            Ok(engine) => {
                self.engine = Some(Box::new(engine));
                self.engine_config = wanted;
            }
            Err(error) => {
                let endgame = self.settings.options.endgame.take();
                let book = self.settings.options.book.take();
                let (net, options) = self.engine_config.clone();
                self.settings.net = net;
                self.hash = HashSize::of(options.hash_mb);
                self.settings.options = Options { endgame, book, ..options };
                self.report_error(&error)?;
            }
        }
        Ok(())
    }
}

fn number(text: &str, max: i64) -> Option<NonZeroUsize> {
    text.parse::<NonZeroUsize>().ok().filter(|number| number.get() <= max as usize)
}
