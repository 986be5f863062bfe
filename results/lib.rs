//! What the programs embed of this folder.

/// The reference evaluation, packed with zstd; `reference/README.md` says how it was made.
pub const REFERENCE: &[u8] = include_bytes!("reference/reference.safetensors.zst");

/// The files from which the reports were made, in the form of `sha256sum`: games by name, and the suite.
pub const SHA256SUMS: &str = include_str!("SHA256SUMS");

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

    pub const BACKGAMMON: &str = notes!("backgammon");
    pub const OPPONENTS: &str = notes!("opponents");
    pub const SPSA: &str = notes!("spsa");
    pub const STRENGTH: &str = notes!("strength");
    /// Of a study with play without notes of its own.
    pub const PLAY_STUDY: &str = include_str!("common/play-study.md");
    /// Of a study without notes of its own.
    pub const STUDY: &str =
        concat!(include_str!("common/study.md"), "\n", include_str!("common/training.md"));
    pub const TICTACTOE: &str = notes!("tictactoe");
    /// What the reports of studies share.
    pub const TRAINING: &str = include_str!("common/training.md");
    pub const TUNING: &str = notes!("tuning");
}

/// The studies of this folder: name, `study.toml` and notes.
pub mod studies {
    macro_rules! study {
        ($name:literal) => {
            study!($name, "training")
        };
        ($name:literal, $common:literal) => {
            (
                $name,
                include_str!(concat!($name, "/study.toml")),
                concat!(
                    include_str!(concat!($name, "/notes.md")),
                    "\n",
                    include_str!(concat!("common/", $common, ".md"))
                ),
            )
        };
    }

    pub const ALL: [(&str, &str, &str); 9] = [
        study!("ablation"),
        study!("filters"),
        study!("giraffe", "play"),
        study!("knightcap", "play"),
        study!("lambda"),
        study!("networks"),
        study!("patterns"),
        study!("phases"),
        study!("techniques"),
    ];
}
