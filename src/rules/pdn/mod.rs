//! PDN text: a liberal reader and a strict writer. Hands on [`GameText`], what the file says; whether the moves are
//! legal is the business of `game`.

#[cfg_attr(not(feature = "files"), allow(dead_code, reason = "only files are read in blocks"))]
mod block;
mod clock;
mod date;
mod edit;
#[cfg_attr(
    not(feature = "files"),
    allow(dead_code, reason = "only files are read in an encoding that is named")
)]
mod encoding;
mod error;
mod foreign;
mod glyph;
mod grammar;
mod note;
mod outcome;
mod reader;
mod result_tag;
mod retag;
mod route;
mod score;
mod signs;
#[cfg(feature = "files")]
mod source;
mod spans;
mod tags;
mod text;
mod token;
mod variant;
mod writer;

pub use block::{BLOCK_BYTES, TextBlock};
pub use clock::{Clocks, Command, commands};
pub use date::{date, whole_date};
pub(crate) use edit::{Edits, Joint};
#[cfg(feature = "files")]
pub use encoding::read_as;
pub use encoding::to_utf8;
pub use error::{Packing, PdnError, SourceLocation, Warning};
pub use glyph::glyph;
pub(crate) use grammar::{PlyText, Written};
pub use note::{EngineNote, engine_note, is_analysis_note};
pub use outcome::Outcome;
pub use reader::{Games, block_of};
pub use retag::with_tag;
pub use route::canonical;
pub(crate) use route::{names_every_jump, passes};
#[cfg(feature = "files")]
pub use source::{
    STANDARD_INPUT, Sink, is_database, is_pdn_name, named_encoding, passed_over, read_blocks,
    read_bytes, read_databases_by,
};
pub(crate) use spans::{Beside, BesideKind};
pub(crate) use text::{Element, path};
pub use text::{GameText, RATING_TAGS, Scan, decode, tag_text};
pub use variant::{Variant, variant};
pub(crate) use writer::line_text;
pub(crate) use writer::plain_comment;
pub use writer::{GameSheet, Terminator, Variation, spell, spell_line, write_tag};
