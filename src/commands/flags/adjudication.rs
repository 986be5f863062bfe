//! Flags that end games early.

use anyhow::Result;

use crate::arena::play::adjudication::{Adjudication, DrawByScore, WinByScore};

/// When games are ended early.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AdjudicationFlags {
    /// Draw when both scores stay near zero: movenumber=40 movecount=8 score=5
    #[arg(long, num_args = 1..=3, value_name = "WORD", hide_short_help = true)]
    draw: Option<Vec<String>>,
    /// Win when both scores agree: movecount=4 score=300 twosided=true
    #[arg(long, num_args = 1..=3, value_name = "WORD", hide_short_help = true)]
    resign: Option<Vec<String>>,
    /// Draw after N moves of each side
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), hide_short_help = true)]
    maxmoves: Option<u32>,
}

impl AdjudicationFlags {
    /// The rules of these flags; none where none is given.
    pub(crate) fn rules(&self) -> Result<Adjudication> {
        let draw = self.draw.as_deref().map(DrawByScore::from_words).transpose()?;
        let resign = self.resign.as_deref().map(WinByScore::from_words).transpose()?;
        Ok(Adjudication { draw, resign, max_moves: self.maxmoves })
    }
}
