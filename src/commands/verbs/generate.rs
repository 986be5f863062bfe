//! `generate`: games of our own, to be learned from.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::json;

use crate::arena::datagen::{
    DatagenConfig, DatagenPlayer, ENDING_SCORES, Event, Exploration, Summary, clear,
    run as generate, run_share,
};
use crate::arena::jobs::folder::Worker;
use crate::arena::play::adjudication::Adjudication;
use crate::arena::play::opening_file;
use crate::arena::play::openings::BallotLength;
use crate::arena::tournament::spec::PlayerSpec;
use crate::commands::args::overwrite::Overwrite;
use crate::commands::args::tables;
use crate::commands::flags::adjudication::AdjudicationFlags;
use crate::commands::flags::datagen::DatagenFlags;
use crate::commands::flags::share::{ShareFlags, report};
use crate::commands::output::progress;
use crate::commands::{ExitStatus, signals};
use crate::player::{Endgame, Evaluation, StopFlag};
use crate::run::{WRITTEN, identity};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A game begins with an opening and up to --random-plies random moves, drawn until a search finds neither side ahead by more \
than --balance. A comment after each move has its score, in men for the side that made it, and the depth of the search: {+0.35/12}. A \
random move also has the word `random`, a second best one `second`; moves of the opening have `book`. The games depend only on these flags, \
whatever the threads. The same command resumes an interrupted run, and extends a finished one with more --games.

Examples:
  draughts-td generate --games 20000 --nodes 3000 -o own.pdn.zst
  draughts-td generate --net new.safetensors --against old.safetensors \\
    --games 1000 --nodes 20000 --seed 7 --endgame tables -o games.pdn.gz
  draughts-td learn own.pdn.zst --model patterns --target-source scores

Many machines, one folder (`merge` joins the blocks to the file that one machine would write):
  draughts-td generate --games 1000000 --folder run --shard 3/16
  seq 0 15 | parallel draughts-td generate --games 1000000 --threads 1 \\
    --folder run --shard {}/16
  draughts-td merge run -o own.pdn.zst"
)]
pub(crate) struct Args {
    /// Games that the file is to hold
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 5000)]
    nodes: u64,
    /// Seed of openings and random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Where to write the games; packed if the name ends in .gz or .zst
    #[arg(
        long,
        short,
        value_name = "FILE", value_hint = WRITTEN,
        default_value = "games.pdn.zst",
        conflicts_with = "folder"
    )]
    out: PathBuf,
    /// Network file, or `material` [default: reference, the built-in one]
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    /// The network of the other side; colours change from game to game [default: the same]
    #[arg(long, value_name = "FILE")]
    against: Option<String>,
    /// Moves of the ballots made from the rules: 2 (79 openings) or 3 (332)
    #[arg(long, value_name = "N", default_value_t = BallotLength::Three)]
    ballots: BallotLength,
    /// Openings from a file instead: a FEN or the moves of an opening on every line, or the games of a PDN file
    #[arg(long, value_name = "FILE", conflicts_with = "ballots")]
    openings: Option<PathBuf>,
    /// The most random moves after an opening
    #[arg(long, value_name = "N", default_value_t = 6, hide_short_help = true)]
    random_plies: u32,
    /// The largest score of the first search with which a game begins, in hundredths of a man
    #[arg(long, value_name = "POINTS", default_value_t = 50, hide_short_help = true)]
    balance: i32,
    /// The share of later moves that are left to chance
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, hide_short_help = true)]
    random_moves: f64,
    /// The share of later moves that are the second best, found by searches of the others
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, hide_short_help = true)]
    second_best: f64,
    #[command(flatten)]
    adjudication: AdjudicationFlags,
    /// Play every game to its end by the rules, unless --draw, --resign, --maxmoves or tables end it; else they end as with
    /// `--draw movenumber=60 movecount=10 score=10 --resign movecount=4 score=300 twosided=true`
    #[arg(long, alias = "to-the-end", hide_short_help = true)]
    no_adjudication: bool,
    #[command(flatten)]
    datagen: DatagenFlags,
    #[command(flatten)]
    share: ShareFlags,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    let config = args.config(args.datagen.endgame()?)?;
    let (stop, started) = (signals::flag(), Instant::now());
    let bar = progress::counter(args.games, "games");
    let threads = args.datagen.threads();
    if let Some(worker) = args.share.worker()? {
        args.datagen.overwrite.refuse_folder()?;
        return args.work(&config, &worker, &stop);
    }
    let watch = &mut |event: Event| match event {
        Event::Cut(cut) => bar.suspend(|| note!("warning: {cut}")),
        Event::Progress(summary) => {
            bar.set_position(summary.before + summary.games);
            bar.set_message(live(summary, started));
        }
    };
    let summary = args.datagen.overwrite.or_anew(&args.out, |replace| {
        if replace {
            clear(&args.out)?;
        }
        generate(&config, args.games, threads, &args.out, &stop, watch)
    });
    bar.finish_and_clear();
    let summary = summary?;
    args.print(&summary, started.elapsed().as_secs_f64());
    let is_whole = summary.before + summary.games >= args.games;
    Overwrite::end_replacing(&args.out, is_whole)?;
    if !is_whole {
        let (games, all) = (summary.before + summary.games, args.games);
        let again = args.datagen.overwrite.same_command();
        note!("Interrupted after {games} of {all} games; {again} resumes from there.");
        return Ok(ExitStatus::Interrupted);
    }
    Ok(ExitStatus::Done)
}

fn live(summary: &Summary, started: Instant) -> String {
    let [white, draws, black] = summary.results;
    let speed = summary.games as f64 / started.elapsed().as_secs_f64().max(1e-9);
    format!("+{white} ={draws} -{black}  {speed:.1} games/s")
}

impl Args {
    /// Does a worker's share of the games.
    fn work(&self, config: &DatagenConfig, worker: &Worker, stop: &StopFlag) -> Result<ExitStatus> {
        let threads = self.datagen.threads();
        let started = Instant::now();
        let bar = progress::bar(0, "{msg}");
        let watch = &mut |summary: &Summary| {
            bar.set_message(format!("{} games  {}", summary.games, live(summary, started)));
        };
        let shared = run_share(config, self.games, threads, worker, stop, watch);
        bar.finish_and_clear();
        Ok(report(&shared?, &worker.folder, self.datagen.json))
    }

    /// The files and folders that these flags name.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let nets = [&self.net, &self.against].into_iter().flatten();
        let specs = nets.map(|net| PlayerSpec::own(net));
        let tables = self.datagen.endgame.as_deref().and_then(tables::folder_named);
        let paths = self.openings.clone().into_iter().chain(tables);
        specs.flat_map(|spec| spec.files()).chain(paths).collect()
    }

    /// The settings with which `merge` replays a block, and the number of games. No tables are made.
    pub(crate) fn for_replay(&self) -> Result<(DatagenConfig, u64)> {
        let endgame = self.datagen.endgame.as_deref().map(tables::open_made).transpose()?;
        Ok((self.config(endgame)?, self.games))
    }

    fn config(&self, endgame: Option<Endgame>) -> Result<DatagenConfig> {
        let net = self.net.as_deref().unwrap_or(Evaluation::REFERENCE);
        let other = self.against.as_deref().unwrap_or(net);
        let scores = match self.no_adjudication {
            true => Adjudication::default(),
            false => ENDING_SCORES,
        };
        Ok(DatagenConfig {
            players: [datagen_player(net, "--net")?, datagen_player(other, "--against")?],
            nodes: self.nodes,
            openings: opening_file::read_or_ballots(self.openings.as_deref(), self.ballots)?,
            random_plies: self.random_plies,
            balance: self.balance,
            exploration: Exploration { random: self.random_moves, second: self.second_best },
            adjudication: self.adjudication.rules()?.or_scores_of(scores),
            endgame,
            table: self.datagen.hash,
            seed: self.seed,
        })
    }

    fn print(&self, summary: &Summary, seconds: f64) {
        if self.datagen.json {
            let mut figures = summary.to_json();
            figures["out"] = json!(self.out);
            figures["seconds"] = seconds.into();
            say!("{figures}");
            return;
        }
        let Summary { before, games, results, plies, adjudicated, .. } = *summary;
        let [white, draws, black] = results;
        let out = self.out.display();
        say!("{games} games written to {out} in {seconds:.1} s, {before} were there before");
        if games > 0 {
            let share = |part: u64| 100.0 * part as f64 / games as f64;
            say!(
                "White won {:.1} %, drawn {:.1} %, Black won {:.1} %; {:.1} % ended by scores, tables or --maxmoves; {:.1} plies a game",
                share(white),
                share(draws),
                share(black),
                share(adjudicated),
                plies as f64 / games as f64
            );
        }
    }
}

pub(crate) fn datagen_player(net: &str, flag: &str) -> Result<DatagenPlayer> {
    let evaluation = Evaluation::open(net).with_context(|| flag.to_owned())?;
    let spec = PlayerSpec::own(net);
    Ok(DatagenPlayer { name: spec.short(), identity: identity(&spec)?, evaluation })
}
