//! `match`: two players, or all pairs of more, from every opening with both colours.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::arena::tournament::Tournament;
use crate::arena::tournament::roster::Entrant;
use crate::arena::tournament::schedule::MOST_PLAYERS;
use crate::arena::tournament::scoreboard::ScoreBoard;
use crate::arena::tournament::sprt::{EloModel, Sprt};
use crate::commands::ExitStatus;
use crate::commands::flags::tournament::{self, ScoreReport};
use crate::run::{Word, one_of};

const ELO_MODELS: &[Word] = &[
    (
        "normalized",
        "Normalised Elo, as fastchess has it: the same number of games whatever the share of draws",
    ),
    ("logistic", "Ordinary Elo"),
];

#[derive(Debug, clap::Args)]
#[command(after_help = "Players:
  net:FILE         our engine with a network
  material         our engine with the plain man count
  reference        our engine with the built-in evaluation
  level:N          our engine as `play` and `board` offer it to people, 1 to 10
  random           any legal move
  hub:COMMAND      a Hub engine, version 2 or 1, started as a child process
  dxp:HOST:PORT    a DXP program that listens
  'net:FILE without NAME …'
                   our engine without techniques of its search, also with
                   material: null-windows, aspiration, table, killers, history,
                   continuation-history, mate-distance, deeper-results, lmr,
                   lmr-offers, prob-cut, single-reply-extension, exchanges,
                   threat-extension, lazy-evaluation
  'net:FILE where NAME=VALUE …'
                   with other numbers of its search, such as prob-cut-margin=8
  'net:FILE with book FILE'
                   playing from a book
  NAME=PLAYER      any of these under a name of yours
  'PLAYER with WORD …'
                   a player with limits of its own in place of those of the
                   match: tc=60+0.6, st=0.5 (seconds a move), nodes=20000,
                   depth=9; dir=FOLDER, in which a hub: program runs;
                   restart=on, which starts the player for every game

A Hub engine is called by the name it gives itself: it is started once before the first game and asked for it. \
A resumed match keeps its names. When standard error is redirected, it gets one line per game.

Without --time, --nodes, --depth and --tc a move may cost 0.1 seconds.

Examples:
  draughts-td match net:nn4.safetensors material --time 0.1 --pdn games.pdn
  draughts-td match net:new.safetensors net:old.safetensors --nodes 20000 \\
    --sprt 0 10 --concurrency 2
  draughts-td match net:nn4.safetensors 'hub:./scan hub' --tc 60+0.6
  draughts-td match reference 'hub:./scan hub with tc=9 dir=scan' --tc 5
  draughts-td match old='hub:./engine-1 hub' new='hub:./engine-2 hub' \\
    --hub-param new:threads=2 --trace lines.txt
  draughts-td match level:5 level:4 --games 100 --nodes 1
  draughts-td match reference net:a.safetensors net:b.safetensors --gauntlet \\
    --nodes 5000 --random-plies 8
  draughts-td match --from games.pdn
  draughts-td match net:nn1.safetensors net:nn2.safetensors material \\
    --nodes 5000
  draughts-td match net:nn4.safetensors dxp:localhost:27531 --time 0.1 \\
    --dxp-minutes 1
  draughts-td match net:new.safetensors net:old.safetensors \\
    --nodes 80000 --ballots 3 --folder test --shard 0/16
  draughts-td merge test -o games.pdn
  mpirun -n 16 draughts-td match net:a.safetensors net:b.safetensors \\
    --nodes 80000 --sprt 0 5 --mpi")]
pub(crate) struct Args {
    /// Two players, whose first one the results are for; or more, who all play each other
    #[arg(required_unless_present = "from", num_args = 2.., value_name = "PLAYER")]
    players: Vec<Entrant>,
    /// Play nothing: print the result of the games of these PDN files, by the names of their players
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["players", "pdn", "folder", "mpi"])]
    from: Vec<PathBuf>,
    #[command(flatten)]
    flags: tournament::TournamentFlags,
    /// Stop early by a sequential test (SPRT): H0 is ELO0, H1 is ELO1
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// False-positive rate of --sprt: H1 accepted where H0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, hide_short_help = true)]
    alpha: f64,
    /// False-negative rate of --sprt: H0 accepted where H1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, hide_short_help = true)]
    beta: f64,
    /// What ELO0 and ELO1 are measured in
    #[arg(long, value_name = "SCALE", default_value = "normalized", value_parser = one_of::<EloModel>(ELO_MODELS), hide_short_help = true)]
    model: EloModel,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    match args.players.len() {
        2 => args.play(MATCH),
        _ => run_tournament(args),
    }
}

const MATCH: ScoreReport =
    ScoreReport { json: ScoreBoard::match_json, text: ScoreBoard::match_text };
const TOURNAMENT: ScoreReport =
    ScoreReport { json: ScoreBoard::tournament_json, text: ScoreBoard::tournament_text };

/// Runs `tournament`, an earlier name: two players get a cross-table too.
pub(crate) fn run_tournament(args: &Args) -> Result<ExitStatus> {
    args.play(TOURNAMENT)
}

impl Args {
    fn play(&self, report: ScoreReport) -> Result<ExitStatus> {
        if !self.from.is_empty() {
            return tournament::print_played(&self.flags, &self.from, self.sprt()?, |scoreboard| {
                if scoreboard.names().len() == 2 { MATCH } else { TOURNAMENT }
            });
        }
        self.check()?;
        tournament::play(&self.flags, &self.players, self.sprt()?, report)
    }

    fn check(&self) -> Result<()> {
        let players = self.players.len();
        ensure!(players <= MOST_PLAYERS, "{players} players; at most {MOST_PLAYERS} can play");
        ensure!(players == 2 || self.sprt.is_none(), "--sprt compares two players, not {players}");
        Ok(())
    }

    /// The tournament with which `merge` replays a block.
    pub(crate) fn for_replay(&self) -> Result<Tournament> {
        self.check()?;
        self.flags.for_replay(&self.players, self.sprt()?)
    }

    /// The files and folders that a replay opens.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        self.flags.files(&self.players)
    }

    fn sprt(&self) -> Result<Option<Sprt>> {
        let Some(&[elo0, elo1]) = self.sprt.as_deref() else { return Ok(None) };
        let open = |p: f64| p > 0.0 && p < 1.0;
        ensure!(
            elo0.is_finite() && elo1.is_finite(),
            "--sprt {elo0} {elo1}: give two finite numbers of Elo"
        );
        ensure!(elo0 < elo1, "--sprt {elo0} {elo1}: the first must be the smaller one");
        ensure!(
            open(self.alpha) && open(self.beta),
            "--alpha and --beta are probabilities between 0 and 1"
        );
        ensure!(self.alpha + self.beta < 1.0, "--alpha and --beta together must be below 1");
        Ok(Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta, scale: self.model }))
    }
}
