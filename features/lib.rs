//! The files of this folder as text; `draughts-td-engine` reads and checks them.
//!
//! ```
//! assert!(draughts_td_features::STRUCTURES.contains("[[structure]]"));
//! ```

/// Inputs 0 to 22: numbers about the whole board.
pub const GLOBALS: &str = include_str!("globals.toml");
/// Inputs 23 to 86: three men of one colour on a diagonal.
pub const TRIPLES: &str = include_str!("triples.toml");
/// Inputs 87 to 121: structures with a name.
pub const STRUCTURES: &str = include_str!("structures.toml");
/// Inputs 122 to 221: where the men are.
pub const RAW: &str = include_str!("raw.toml");
/// The themes of puzzles.
pub const THEMES: &str = include_str!("themes.toml");
/// The windows of the model `patterns`.
pub const PATTERNS: &str = include_str!("patterns.toml");

/// Puzzles that come with the program, a line of JSON each.
pub const PUZZLES: &str = include_str!("puzzles.jsonl");

/// Other windows, for `learn --pattern-file` and `reproduce patterns`.
pub mod windows {
    /// 4 rows by 4 columns.
    pub const SQUARES: &str = include_str!("windows/squares.toml");
    /// 4 rows by 6 columns.
    pub const WIDE: &str = include_str!("windows/wide.toml");
    /// Those of [`PATTERNS`](super::PATTERNS) and of [`WIDE`].
    pub const TALL_AND_WIDE: &str = include_str!("windows/tall_and_wide.toml");
    /// Those of [`PATTERNS`](super::PATTERNS) and four of 4 rows by 6 columns.
    pub const EIGHT: &str = include_str!("windows/eight.toml");
}
