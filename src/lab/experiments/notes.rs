//! The words of every report, from the folders of the results.

/// The words of an experiment, and those that experiments of its kind share.
macro_rules! notes {
    ($name:literal $(, $common:literal)?) => {
        concat!(
            include_str!(concat!("../../../results/", $name, "/notes.md"))
            $(, "\n", include_str!(concat!("../../../results/common/", $common, ".md")))?
        )
    };
}

pub(super) const ABLATION: &str = notes!("ablation", "training");
pub(super) const BACKGAMMON: &str = notes!("backgammon");
pub(super) const ENDINGS: &str = notes!("endings");
pub(super) const FILTERS: &str = notes!("filters", "training");
pub(super) const GIRAFFE: &str = notes!("giraffe", "play");
pub(super) const KNIGHTCAP: &str = notes!("knightcap", "play");
pub(super) const LAMBDA: &str = notes!("lambda", "training");
pub(super) const MOVER: &str = notes!("mover");
pub(super) const NETWORKS: &str = notes!("networks", "training");
pub(super) const OPPONENTS: &str = notes!("opponents");
pub(super) const PATTERNS: &str = notes!("patterns", "training");
pub(super) const PHASES: &str = notes!("phases", "training");
pub(super) const STRENGTH: &str = notes!("strength");
pub(super) const TECHNIQUES: &str = notes!("techniques", "training");
pub(super) const TICTACTOE: &str = notes!("tictactoe");
pub(super) const TUNING: &str = notes!("tuning");
