//! Books: what is read is written and read back the same.

use std::path::Path;

use draughts_td::book::BookEntries;

/// Reads a book.
pub fn run(data: &[u8]) {
    let read = |text: &str| BookEntries::parse(Path::new("own.book"), text);
    match read(&String::from_utf8_lossy(data)) {
        Ok(pages) => {
            let written = pages.text();
            assert_eq!(read(&written).expect("what was written").text(), written);
        }
        Err(error) => assert!(error.to_string().contains("own.book"), "{error}"),
    }
}
