//! The recipes by what they are for.

/// One network for the whole game.
pub(super) const ONE: &str = "nn4";

/// The paper's fifth: a network for each phase.
pub(super) const THREE: &str = "nn5";

/// Repairs: the recipes of NN5 with one thing done otherwise.
pub(super) const REPAIRS: [&str; 6] =
    ["nn5-mirrored", "nn5-shared", "nn5-grown", "nn5-late", "nn5-two", "nn5-all"];

/// What tells a repair from more of the same.
pub(super) const CONTROLS: [&str; 3] = ["nn4-mirrored", "nn4-two-passes", "nn5-two-passes"];

/// The fourth network after few games, where material is still to be learned.
pub(super) const ONE_FEW: &str = "nn4-few";

pub(super) const THREE_FEW: &str = "nn5-few";

/// What is done otherwise while games are few.
pub(super) const FEW: [&str; 4] =
    ["nn5-mirrored-few", "nn5-shared-few", "nn5-grown-few", "nn5-two-passes-few"];

/// Both networks after few games with other λ: how far a result reaches back along the game.
pub(super) const REACH: [[&str; 2]; 3] = [
    ["nn4-few-lambda-0.5", "nn5-few-lambda-0.5"],
    [ONE_FEW, THREE_FEW],
    ["nn4-few-lambda-1", "nn5-few-lambda-1"],
];
