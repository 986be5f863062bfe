//! The flags that choose which positions are kept, for every verb that reads games.

use crate::samples::Filter;

/// Which positions go.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Filter")]
pub struct FilterFlags {
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
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    min_ply: u32,
    /// Leave out positions with fewer pieces
    #[arg(long, value_name = "PIECES", default_value_t = 0)]
    min_pieces: u32,
    /// Leave out positions with more pieces
    #[arg(long, value_name = "PIECES", default_value_t = 40)]
    max_pieces: u32,
}

impl FilterFlags {
    /// The filter they describe.
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
