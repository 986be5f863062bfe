//! The flags that choose which games teach and which of their positions are kept.

use clap::ValueEnum;
use serde::Deserialize;

use crate::dataset::{Filter, Results, Selection};

/// Which positions go; in a configuration file, the table `[filter]`.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize)]
#[command(next_help_heading = "Filter")]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct FilterFlags {
    /// Keep positions in which the side to move must capture
    #[arg(long, num_args = 0, default_missing_value = "true")]
    keep_captures: Option<bool>,
    /// Plies within which material must come back for an exchange to be left out; 0 keeps exchanges [default: 8]
    #[arg(long, value_name = "PLIES")]
    window: Option<u32>,
    /// Leave out positions with a standing shot
    #[arg(long, num_args = 0, default_missing_value = "true")]
    quiet_only: Option<bool>,
    /// Leave out the first plies of each game
    #[arg(long, value_name = "PLIES")]
    min_ply: Option<u32>,
    /// Leave out positions with fewer pieces
    #[arg(long, value_name = "PIECES")]
    min_pieces: Option<u32>,
    /// Leave out positions with more pieces
    #[arg(long, value_name = "PIECES")]
    max_pieces: Option<u32>,
}

/// Which games teach; in a configuration file, the table `[selection]`.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize)]
#[command(next_help_heading = "Games")]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct GameFlags {
    /// Leave out games unless both players are rated this high
    #[arg(long, value_name = "RATING")]
    min_rating: Option<u32>,
    /// Which results teach [default: all]
    #[arg(long, value_enum, value_name = "WHICH")]
    results: Option<ResultsFlag>,
    /// Leave out games whose start and moves were met before
    #[arg(long, num_args = 0, default_missing_value = "true")]
    unique: Option<bool>,
}

/// Which results teach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResultsFlag {
    /// Every known result
    All,
    /// Games that somebody won
    Decided,
    /// Draws
    Draws,
}

impl GameFlags {
    /// The selection they describe.
    #[must_use]
    pub fn selection(&self) -> Selection {
        let results = match self.results {
            None | Some(ResultsFlag::All) => Results::All,
            Some(ResultsFlag::Decided) => Results::Decided,
            Some(ResultsFlag::Draws) => Results::Draws,
        };
        Selection {
            min_rating: self.min_rating.unwrap_or(0),
            results,
            unique: self.unique.unwrap_or(false),
        }
    }

    /// These flags, and those of `other` where these are silent.
    #[must_use]
    pub fn or(self, other: GameFlags) -> GameFlags {
        GameFlags {
            min_rating: self.min_rating.or(other.min_rating),
            results: self.results.or(other.results),
            unique: self.unique.or(other.unique),
        }
    }
}

impl FilterFlags {
    /// The filter they describe.
    #[must_use]
    pub fn filter(&self) -> Filter {
        let default = Filter::default();
        Filter {
            forced_captures: !self.keep_captures.unwrap_or(!default.forced_captures),
            window: self.window.unwrap_or(default.window),
            unquiet: self.quiet_only.unwrap_or(default.unquiet),
            min_ply: self.min_ply.unwrap_or(default.min_ply),
            min_pieces: self.min_pieces.unwrap_or(default.min_pieces),
            max_pieces: self.max_pieces.unwrap_or(default.max_pieces),
        }
    }

    /// These flags, and those of `other` where these are silent.
    #[must_use]
    pub fn or(self, other: FilterFlags) -> FilterFlags {
        FilterFlags {
            keep_captures: self.keep_captures.or(other.keep_captures),
            window: self.window.or(other.window),
            quiet_only: self.quiet_only.or(other.quiet_only),
            min_ply: self.min_ply.or(other.min_ply),
            min_pieces: self.min_pieces.or(other.min_pieces),
            max_pieces: self.max_pieces.or(other.max_pieces),
        }
    }
}
