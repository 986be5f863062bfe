//! `tournament`: everybody against everybody, and a cross-table.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use super::ExitStatus;
use super::flags::tournament;
use crate::arena::tournament::Tournament;
use crate::arena::tournament::roster::Entrant;
use crate::arena::tournament::schedule::MOST_PLAYERS;
use crate::arena::tournament::scoreboard::ScoreBoard;

#[derive(Debug, clap::Args)]
#[command(after_help = "Players are named as for `match`.

Without --time, --nodes, --depth and --tc a move may cost 0.1 seconds.

Examples:
  draughts-td tournament net:nn1.safetensors net:nn2.safetensors \\
    net:nn3.safetensors net:nn4.safetensors --nodes 5000
  draughts-td tournament material random 'hub:./scan hub' --games 20 \\
    --time 0.1 --pdn games.pdn --json")]
pub(crate) struct Args {
    /// The players
    #[arg(required = true, num_args = 2..)]
    players: Vec<Entrant>,
    #[command(flatten)]
    flags: tournament::TournamentFlags,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    args.check()?;
    tournament::play(
        &args.flags,
        &args.players,
        None,
        ScoreBoard::tournament_json,
        ScoreBoard::tournament_text,
    )
}

impl Args {
    fn check(&self) -> Result<()> {
        let players = self.players.len();
        ensure!(players <= MOST_PLAYERS, "{players} players; at most {MOST_PLAYERS} can play");
        Ok(())
    }

    /// The tournament with which `merge` replays a block.
    pub(crate) fn for_replay(&self) -> Result<Tournament> {
        self.check()?;
        self.flags.for_replay(&self.players, None)
    }

    /// The files and folders that a replay opens.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        self.flags.files(&self.players)
    }
}
