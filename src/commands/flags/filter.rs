//! The flags that choose games and positions for training.

use super::words::{RESULTS, one_of};
use crate::dataset::{Filter, Results, Selection};

/// Which positions go; in a configuration file, the table `[filter]`.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Filter")]
pub(crate) struct FilterFlags {
    /// Keep positions in which the side to move must capture
    #[arg(long)]
    keep_captures: bool,
    /// Plies within which material must come back for an exchange to be left out; 0 keeps exchanges
    #[arg(long, value_name = "PLIES", default_value_t = Filter::default().window)]
    window: u32,
    /// Leave out positions with a standing shot
    #[arg(long)]
    quiet_only: bool,
    /// Leave out the first plies of each game
    #[arg(long, value_name = "PLIES", default_value_t = Filter::default().min_ply, hide_default_value = true)]
    min_ply: u32,
    /// Leave out positions with fewer pieces
    #[arg(long, value_name = "PIECES", default_value_t = Filter::default().min_pieces, hide_default_value = true)]
    min_pieces: u32,
    /// Leave out positions with more pieces
    #[arg(long, value_name = "PIECES", default_value_t = Filter::default().max_pieces, hide_default_value = true)]
    max_pieces: u32,
}

/// Which games go; in a configuration file, the table `[selection]`.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Games")]
pub(crate) struct GameFlags {
    /// Leave out games unless both players are rated this high
    #[arg(long, value_name = "RATING", default_value_t = 0, hide_default_value = true)]
    min_rating: u32,
    /// Only games with these results
    #[arg(long, value_name = "WHICH", default_value = "all", value_parser = one_of::<Results>(RESULTS))]
    results: Results,
    /// Leave out games whose start and moves repeat an earlier game
    #[arg(long)]
    unique: bool,
}

impl GameFlags {
    /// The rules by which games are left out.
    pub(crate) fn selection(&self) -> Selection {
        let GameFlags { min_rating, results, unique } = *self;
        Selection { min_rating, results, unique }
    }
}

impl FilterFlags {
    /// The rules by which positions are left out.
    pub(crate) fn filter(&self) -> Filter {
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
