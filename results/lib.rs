//! What the programs embed of this folder.

/// The reference evaluation, packed with zstd; `reference/README.md` tells how it was made.
pub const REFERENCE: &[u8] = include_bytes!("reference/reference.safetensors.zst");

/// The prose of the reports: `NAME/notes.md` of an experiment, and `common/` for experiments of its kind.
pub mod notes {
    /// The words of an experiment, and those that experiments of its kind share.
    macro_rules! notes {
        ($name:literal $(, $common:literal)?) => {
            concat!(
                include_str!(concat!($name, "/notes.md"))
                $(, "\n", include_str!(concat!("common/", $common, ".md")))?
            )
        };
    }

    pub const ABLATION: &str = notes!("ablation", "training");
    pub const BACKGAMMON: &str = notes!("backgammon");
    pub const ENDINGS: &str = notes!("endings");
    pub const FILTERS: &str = notes!("filters", "training");
    pub const GIRAFFE: &str = notes!("giraffe", "play");
    pub const KNIGHTCAP: &str = notes!("knightcap", "play");
    pub const LAMBDA: &str = notes!("lambda", "training");
    pub const NETWORKS: &str = notes!("networks", "training");
    pub const OPPONENTS: &str = notes!("opponents");
    pub const PATTERNS: &str = notes!("patterns", "training");
    pub const PHASES: &str = notes!("phases", "training");
    pub const STRENGTH: &str = notes!("strength");
    pub const TECHNIQUES: &str = notes!("techniques", "training");
    pub const TICTACTOE: &str = notes!("tictactoe");
    pub const TUNING: &str = notes!("tuning");
}
