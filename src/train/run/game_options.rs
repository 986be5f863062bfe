//! Which games and positions teach.

use serde::{Deserialize, Serialize};

#[cfg(feature = "clap")]
use super::words::{RESULTS, one_of};
use crate::dataset::{Filter, Results, Selection};

/// Which positions are left out; in a file of settings, the table `[filter]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Filter"))]
pub struct FilterOptions {
    /// Keep positions in which the side to move must capture
    #[cfg_attr(feature = "clap", arg(long))]
    pub keep_captures: bool,
    /// Plies within which material must come back for an exchange to be left out; 0 keeps exchanges
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLIES", default_value_t = Filter::default().window))]
    pub window: u32,
    /// Leave out positions with a standing shot
    #[cfg_attr(feature = "clap", arg(long))]
    pub quiet_only: bool,
    /// Leave out the first plies of each game
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLIES", default_value_t = Filter::default().min_ply, hide_default_value = true))]
    pub min_ply: u32,
    /// Leave out positions with fewer pieces
    #[cfg_attr(feature = "clap", arg(long, value_name = "PIECES", default_value_t = Filter::default().min_pieces, hide_default_value = true))]
    pub min_pieces: u32,
    /// Leave out positions with more pieces
    #[cfg_attr(feature = "clap", arg(long, value_name = "PIECES", default_value_t = Filter::default().max_pieces, hide_default_value = true))]
    pub max_pieces: u32,
}

/// Which games are left out; in a file of settings, the table `[selection]`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Games"))]
pub struct GameOptions {
    /// Leave out games unless both players are rated this high
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "RATING", default_value_t = 0, hide_default_value = true)
    )]
    pub min_rating: u32,
    /// Only games with these results
    #[cfg_attr(feature = "clap", arg(long, value_name = "WHICH", default_value = "all", value_parser = one_of::<Results>(RESULTS)))]
    pub results: Results,
    /// Leave out games whose start and moves repeat an earlier game
    #[cfg_attr(feature = "clap", arg(long))]
    pub unique: bool,
}

impl Default for FilterOptions {
    fn default() -> FilterOptions {
        let Filter { forced_captures, window, unquiet, min_ply, min_pieces, max_pieces } =
            Filter::default();
        FilterOptions {
            keep_captures: !forced_captures,
            window,
            quiet_only: unquiet,
            min_ply,
            min_pieces,
            max_pieces,
        }
    }
}

impl GameOptions {
    /// The rules by which games are left out.
    #[must_use]
    pub fn selection(&self) -> Selection {
        let GameOptions { min_rating, results, unique } = *self;
        Selection { min_rating, results, unique }
    }
}

impl FilterOptions {
    /// The rules by which positions are left out.
    #[must_use]
    pub fn filter(&self) -> Filter {
        Filter {
            forced_captures: !self.keep_captures,
            window: self.window,
            unquiet: self.quiet_only,
            min_ply: self.min_ply,
            min_pieces: self.min_pieces,
            max_pieces: self.max_pieces,
        }
    }
}
