//! The flags that `match` and `tournament` share, and the tournament that they describe.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use indicatif::ProgressBar;
use serde_json::Value;

use super::adjudication::AdjudicationFlags;
use super::engine::BudgetFlags;
use super::parsed::{minutes, read_hash, read_seconds};
use super::random_openings::{RandomOpeningFlags, draw};
use super::share::{ShareFlags, report};
use crate::arena::PlayError;
use crate::arena::dxp::player::DxpTerms;
use crate::arena::play::opening_file::{self, OpeningList};
use crate::arena::play::openings::{BallotLength, Opening, ballots};
use crate::arena::play::random_openings::RandomOpenings;
use crate::arena::play::record::PdnFields;
use crate::arena::play::referee::Conditions;
use crate::arena::play::time_control::{MoveLimits, TimeControl};
use crate::arena::protocol_log::ProtocolLog;
use crate::arena::tournament::final_positions::final_positions;
use crate::arena::tournament::match_log;
use crate::arena::tournament::played_games::{self, LeftOut};
use crate::arena::tournament::roster::{Entrant, HubParam, Roster};
use crate::arena::tournament::scoreboard::ScoreBoard;
use crate::arena::tournament::spec::{PlayerConfig, PlayerSpec};
use crate::arena::tournament::sprt::Sprt;
use crate::arena::tournament::{Event, Tournament, TournamentOptions};
use crate::board::Position;
use crate::commands::args::inputs::check_unpacked;
use crate::commands::args::overwrite::Overwrite;
use crate::commands::args::tables;
use crate::commands::args::threads::{self, Threads};
use crate::commands::output::progress::drawn;
use crate::commands::processes::{Processes, agree};
use crate::commands::{ExitStatus, PROGRAM, signals};
use crate::escape::Escaped;
use crate::files;
use crate::player::{Budget, Depth, Endgame, Engine, Evaluation, GameState, Options, StopFlag};
use crate::protocol::dxp::Minutes;
use crate::run::{WRITTEN, identity};

/// The most plies of an opening that needs no --opening-plies.
const LONGEST_OPENING: usize = 40;

/// The order of the openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum OpeningOrder {
    Sequential,
    Random,
}

/// Flags of tournaments; the names of cutechess and fastchess where they have one.
#[derive(Debug, clap::Args)]
pub(crate) struct TournamentFlags {
    /// Games of each pair of players; two from every opening, colours swapped [default: all openings once]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    #[command(flatten)]
    budget: BudgetFlags,
    /// A clock: moves/seconds+increment, for example 60+0.6 or 75/300; 10+0.1@100000 counts 100,000 nodes as a second
    #[arg(long, value_name = "TC", conflicts_with = "time")]
    tc: Option<TimeControl>,
    /// Milliseconds a move may take longer than allowed, or all moves of a DXP program in a game
    #[arg(long, value_name = "MS", default_value_t = 500, hide_short_help = true)]
    timemargin: u64,
    /// Seconds a player may be silent beyond its time before it loses
    #[arg(long, alias = "patience", value_name = "S", default_value = "60", value_parser = read_seconds, hide_short_help = true)]
    timeout: Duration,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = Threads::ONE)]
    concurrency: Threads,
    /// Only the first player plays all others
    #[arg(long)]
    gauntlet: bool,
    /// Let players think in the time of their opponent: Hub engines of version 2 and our own
    #[arg(long)]
    ponder: bool,
    /// Moves of the ballots made from the rules: 2 (79 openings) or 3 (332)
    #[arg(long, value_name = "N", default_value_t = BallotLength::Two)]
    ballots: BallotLength,
    /// Openings from a file instead: a FEN or the moves of an opening on every line, or the games of a PDN file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ballots", "random_plies"])]
    openings: Option<PathBuf>,
    /// Play only the first plies of each opening of --openings, so that whole games are openings too
    #[arg(long, value_name = "N", requires = "openings", value_parser = clap::value_parser!(u32).range(1..))]
    opening_plies: Option<u32>,
    /// Begin with the opening of this number, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), hide_short_help = true)]
    opening_start: u32,
    #[command(flatten)]
    random: RandomOpeningFlags,
    /// The order of the openings
    #[arg(long, value_enum, default_value = "sequential", hide_short_help = true)]
    order: OpeningOrder,
    /// Seed of everything random
    #[arg(long, alias = "srand", value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write every game here; the same command resumes an interrupted one
    #[arg(long, alias = "pgnout", value_name = "FILE", value_hint = WRITTEN, conflicts_with = "folder")]
    pdn: Option<PathBuf>,
    /// What the comments of the games have besides score, depth and time: nodes, nps (nodes a second), timeleft (on the clock)
    #[arg(
        long,
        value_name = "FIELD",
        value_enum,
        value_delimiter = ',',
        requires = "pdn",
        hide_short_help = true
    )]
    pdn_fields: Vec<PdnField>,
    /// Write the last position of every game of --pdn here, one FEN a line
    #[arg(long, alias = "epdout", value_name = "FILE", value_hint = WRITTEN, requires = "pdn", hide_short_help = true)]
    epd: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// The name of the event in the file of games
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    event: Option<String>,
    #[command(flatten)]
    adjudication: AdjudicationFlags,
    #[command(flatten)]
    share: ShareFlags,
    /// Play with the processes that `mpirun` started, each --concurrency games at a time; the first one writes. The games of a
    /// process that is silent for --silence are played again by others. Needs a program built with `--features mpi`
    #[arg(long, conflicts_with_all = ["folder", "trace"], hide_short_help = true)]
    mpi: bool,
    /// Transposition table of each of our engines in MiB
    #[arg(long, alias = "tt", value_name = "MIB", default_value_t = 64, value_parser = read_hash)]
    hash: usize,
    /// Threads of each of our engines
    #[arg(long, value_name = "N", default_value_t = Threads::ONE)]
    threads: Threads,
    /// Endgame tables of our engines, as for `play`; `auto` is a folder in your cache
    #[arg(long, value_name = "DIR")]
    endgame: Option<PathBuf>,
    /// End games early that the tables of --endgame know
    #[arg(long, requires = "endgame", hide_short_help = true)]
    adjudicate_endgames: bool,
    /// A parameter for all Hub engines, or for the one of this name: PARAM=VALUE or NAME:PARAM=VALUE; may be repeated
    #[arg(long = "hub-param", value_name = "[NAME:]PARAM=VALUE", hide_short_help = true)]
    hub_params: Vec<HubParam>,
    /// Seconds a program may take to start
    #[arg(long, value_name = "S", default_value = "30", value_parser = read_seconds, hide_short_help = true)]
    startup: Duration,
    /// Minutes of a game for DXP programs, which know no time for a move and lose beyond these [default: what --time or
    /// --tc gives for --dxp-moves or 75 moves, rounded up]
    #[arg(long, value_name = "MIN", value_parser = minutes, hide_short_help = true)]
    dxp_minutes: Option<Minutes>,
    /// Moves of a game for DXP programs [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=999), hide_short_help = true)]
    dxp_moves: Option<u16>,
    /// Write every line of Hub engines and every message of DXP programs with its time here
    #[arg(long, value_name = "FILE", value_hint = WRITTEN, hide_short_help = true)]
    trace: Option<PathBuf>,
    /// Print the result so far to standard error after every N games
    #[arg(long, alias = "ratinginterval", value_name = "N", value_parser = clap::value_parser!(u32).range(1..), hide_short_help = true)]
    report_every: Option<u32>,
    /// How results are printed: for people, or with a line for every game in the words of cutechess-cli, for scripts
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "plain", conflicts_with_all = ["json", "folder", "mpi"], hide_short_help = true)]
    format: ReportFormat,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Something in the comment after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PdnField {
    Nodes,
    Nps,
    Timeleft,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ReportFormat {
    Plain,
    Cutechess,
}

impl TournamentFlags {
    /// The tournament of these flags and players; Hub engines are asked for their names. `None` if the user interrupts that.
    fn tournament(&self, players: &[Entrant], sprt: Option<Sprt>) -> Result<Option<Tournament>> {
        if let Some(pdn) = &self.pdn {
            check_unpacked(pdn, "--pdn")?;
        }
        let endgame = self.endgame.as_deref().map(tables::open).transpose()?;
        let list = self.read_openings()?;
        self.note_openings(&list);
        let mut tournament = self.build(players, sprt, endgame, list.openings)?;
        if let Some(file) = &self.trace {
            tournament.player_config.dxp.trace = ProtocolLog::to_file(file)?;
        }
        Ok(tournament.settle(players, self.share.folder(), &signals::flag())?)
    }

    /// The same tournament for a replay: it begins no file, makes no tables and starts no engine.
    pub(crate) fn for_replay(&self, players: &[Entrant], sprt: Option<Sprt>) -> Result<Tournament> {
        let endgame = self.endgame.as_deref().map(tables::open_made).transpose()?;
        self.build(players, sprt, endgame, self.read_openings()?.openings)
    }

    /// The files and folders that these flags and players name, to be read.
    pub(crate) fn files(&self, players: &[Entrant]) -> Vec<PathBuf> {
        let tables = self.endgame.as_deref().and_then(tables::folder_named);
        let paths = self.openings.clone().into_iter().chain(tables);
        players.iter().flat_map(|entrant| entrant.player.files()).chain(paths).collect()
    }

    /// The openings. One as long as a game is refused: every game would begin where that one ended.
    fn read_openings(&self) -> Result<OpeningList> {
        let Some(file) = &self.openings else {
            let openings = match self.random_openings() {
                Some(set) => draw(&set, self.games, self.concurrency.number())?,
                None => ballots(self.ballots),
            };
            return Ok(OpeningList { openings, ..OpeningList::default() });
        };
        let list = opening_file::read_plies(file, self.opening_plies.map(|plies| plies as usize))?;
        let plies = list.openings.iter().map(|opening| opening.moves().len()).max().unwrap_or(0);
        ensure!(
            self.opening_plies.is_some() || plies <= LONGEST_OPENING,
            "{}: an opening of {plies} plies is a whole game; --opening-plies 12 plays the first 12 plies of each, \
             --opening-plies {plies} all of them",
            file.display()
        );
        Ok(list)
    }

    fn random_openings(&self) -> Option<RandomOpenings> {
        self.random.set(self.seed)
    }

    /// Games of the file that are no openings.
    fn note_openings(&self, list: &OpeningList) {
        let Some(file) = self.openings.as_ref().map(|file| file.display()) else { return };
        if list.left_out > 0 {
            let count = list.left_out;
            note!("{file}: {count} games without a move, or over after it, are left out");
        }
        if list.repeated > 0 {
            let (count, plies) = (list.repeated, self.opening_plies.unwrap_or_default());
            note!(
                "{file}: {count} games begin as an earlier one for {plies} plies; each opening is played once"
            );
        }
    }

    fn build(
        &self,
        entrants: &[Entrant],
        sprt: Option<Sprt>,
        endgame: Option<Endgame>,
        openings: Vec<Opening>,
    ) -> Result<Tournament> {
        let players: Vec<PlayerSpec> = entrants.iter().map(|one| one.player.clone()).collect();
        let (own, common): (Vec<_>, Vec<_>) =
            self.hub_params.iter().cloned().partition(|param| param.player.is_some());
        threads::warn(
            self.concurrency.number() * self.threads.number() * if self.ponder { 2 } else { 1 },
            "threads of games at the same time",
        );
        let games = self.games.map_or(2 * openings.len(), |games| games as usize);
        let start = self.opening_start as usize - 1;
        ensure!(
            start < openings.len(),
            "--opening-start {}: there are {} openings",
            self.opening_start,
            openings.len()
        );
        let identities = players.iter().map(identity).collect::<Result<_, _>>()?;
        Ok(Tournament {
            event: self.event.clone().unwrap_or_else(|| "draughts-td match".into()),
            roster: Roster::of(entrants, own)?,
            games,
            players,
            identities,
            openings,
            conditions: Conditions {
                limits: self.limits(),
                margin: Duration::from_millis(self.timemargin),
                silence_timeout: self.timeout,
                adjudication: self.adjudication.rules()?,
                ponder: self.ponder,
                endgame: endgame.clone().filter(|_| self.adjudicate_endgames),
            },
            player_config: PlayerConfig {
                options: Options {
                    hash_mb: self.hash,
                    threads: self.threads.get(),
                    endgame,
                    ..Options::default()
                },
                hub_params: common.into_iter().map(|param| (param.name, param.value)).collect(),
                start_timeout: self.startup,
                dir: None,
                dxp: DxpTerms {
                    minutes: self.dxp_minutes,
                    moves: self.dxp_moves,
                    ..DxpTerms::new(PROGRAM)
                },
            },
            seed: self.seed,
            shuffle: self.order == OpeningOrder::Random,
            concurrency: self.concurrency.get().get(),
            sprt,
            pdn: self.pdn.clone(),
            options: TournamentOptions {
                gauntlet: self.gauntlet,
                opening_start: start,
                random_openings: self.random_openings(),
                pdn_fields: PdnFields {
                    nodes: self.pdn_fields.contains(&PdnField::Nodes),
                    nps: self.pdn_fields.contains(&PdnField::Nps),
                    timeleft: self.pdn_fields.contains(&PdnField::Timeleft),
                },
                on_start: (self.format == ReportFormat::Cutechess).then_some(say_start),
            },
        })
    }

    /// Prints a result in the form that is asked for.
    fn print(&self, scoreboard: &ScoreBoard, report: ScoreReport) {
        if self.json {
            say!("{}", (report.json)(scoreboard));
        } else if self.format == ReportFormat::Cutechess {
            say!("{}\nFinished match", scoreboard.cutechess_report());
        } else {
            say!("{}", (report.text)(scoreboard).trim_end());
        }
    }

    /// Fails if --epd would replace a file that is not of this match.
    fn check_epd(&self) -> Result<()> {
        let (Some(epd), Some(pdn)) = (&self.epd, &self.pdn) else { return Ok(()) };
        let is_own = || {
            let written = std::fs::read_to_string(epd);
            let positions = final_positions(pdn).unwrap_or_default();
            written.is_ok_and(|written| positions.starts_with(&written))
        };
        self.overwrite.check("--epd", epd, is_own)
    }

    /// Writes the last positions of the games.
    fn write_epd(&self) -> Result<()> {
        let (Some(epd), Some(pdn)) = (&self.epd, &self.pdn) else { return Ok(()) };
        let positions = final_positions(pdn)?;
        let written = files::write_atomically(epd, positions.as_bytes());
        written.with_context(|| format!("--epd {}", epd.display()))
    }

    fn limits(&self) -> MoveLimits {
        let BudgetFlags { time, nodes, depth } = self.budget;
        let depth = depth.map(Depth::plies);
        let mut limits = MoveLimits { move_time: time, nodes, depth, control: self.tc };
        if limits == MoveLimits::default() {
            limits.move_time = Some(Duration::from_millis(100));
        }
        limits
    }
}

/// One line a game where no bar is shown, for a log.
fn log(bar: &ProgressBar, line: &str) {
    if bar.is_hidden() {
        note!("{line}");
    }
}

/// Empties the files of a tournament that is to begin anew, once its players can be made.
fn clear(tournament: &Tournament) -> Result<(), PlayError> {
    tournament.players.iter().try_for_each(PlayerSpec::check)?;
    tournament.pdn.as_deref().map_or(Ok(()), match_log::clear)
}

/// What the user must know to set a DXP program up for a fair match.
fn dxp_terms_text(tournament: &Tournament) -> String {
    let program = tournament.players.iter().position(PlayerSpec::is_single).unwrap_or_default();
    let (limits, terms) = (tournament.limits_of(program), &tournament.player_config.dxp);
    let minutes = terms.minutes(&limits).duration().as_secs_f64() / 60.0;
    let moves = terms.moves.map_or("any number of".into(), |moves| moves.to_string());
    format!(
        "DXP programs are asked for games of {minutes} min (--dxp-minutes) and {moves} moves (--dxp-moves), and lose beyond that time. \
         DXP has no word for the time of a single move: set the program itself to that of our side (TimeControl {limits})."
    )
}

/// The result of a tournament, as JSON and as text.
#[derive(Clone, Copy)]
pub(crate) struct ScoreReport {
    pub(crate) json: fn(&ScoreBoard) -> Value,
    pub(crate) text: fn(&ScoreBoard) -> String,
}

fn say_start(line: &str) {
    say!("{line}");
}

/// Plays the tournament of these flags and players, or a share of it, and prints its results, as JSON or as text.
pub(crate) fn play(
    flags: &TournamentFlags,
    players: &[Entrant],
    sprt: Option<Sprt>,
    report: ScoreReport,
) -> Result<ExitStatus> {
    flags.check_epd()?;
    let Some(tournament) = flags.tournament(players, sprt)? else {
        return Ok(ExitStatus::Interrupted);
    };
    if let Some(status) = run_share(&tournament, flags)? {
        return Ok(status);
    }
    let Some((scoreboard, status)) = run(&tournament, flags, report)? else {
        return Ok(ExitStatus::Done);
    };
    flags.print(&scoreboard, report);
    flags.write_epd()?;
    Ok(status)
}

/// Prints the results of games that were played already.
pub(crate) fn print_played(
    flags: &TournamentFlags,
    files: &[PathBuf],
    sprt: Option<Sprt>,
    report: impl Fn(&ScoreBoard) -> ScoreReport,
) -> Result<ExitStatus> {
    let (scoreboard, LeftOut { without_result, unreadable }) = played_games::results(files, sprt)?;
    if without_result > 0 {
        note!("{without_result} games without a result are left out");
    }
    if unreadable > 0 {
        note!(
            "warning: {unreadable} games of another variant, or with a move that is not legal or cannot be read, are left out; `inspect` lists them"
        );
    }
    flags.print(&scoreboard, report(&scoreboard));
    Ok(ExitStatus::Done)
}

/// Plays a worker's share of a tournament, if the flags ask for that.
fn run_share(tournament: &Tournament, flags: &TournamentFlags) -> Result<Option<ExitStatus>> {
    if flags.mpi {
        return Ok(None);
    }
    let Some(worker) = flags.share.worker()? else { return Ok(None) };
    flags.overwrite.refuse_folder()?;
    let stop = signals::flag();
    let bar = drawn(0, "{msg}");
    let mut played = 0;
    let summary = tournament.run_share(&worker, &stop, &mut |game| {
        played += 1;
        bar.set_message(format!("{played} games played"));
        log(&bar, &format!("game {}: {game}", game.game + 1));
    });
    bar.finish_and_clear();
    let status = report(&summary?, &worker.folder, flags.json);
    if tournament.sprt.is_some() {
        note!("`merge` prints the result of the sequential test.");
    }
    Ok(Some(status))
}

/// Plays a tournament with a live line on a terminal, together with other processes if the flags ask for that; `None` in workers,
/// which have no scoreboard. Ctrl-C ends it after saving the finished games.
fn run(
    tournament: &Tournament,
    flags: &TournamentFlags,
    report: ScoreReport,
) -> Result<Option<(ScoreBoard, ExitStatus)>> {
    let processes = Processes::join(flags.mpi, flags.share.silence())?;
    agree(processes.communicator(), || tournament.shared_settings())?;
    let stop = signals::flag();
    let bar = drawn(tournament.scheduled() as u64, "{bar:20} {msg}  {eta} left");
    if processes.leads() {
        warn_before(tournament, &bar);
    }
    let mut is_estimated = !processes.leads() || flags.mpi;
    let mut watch = |event: Event| match event {
        Event::ScoreBoard(scoreboard) => {
            if !is_estimated {
                note_duration(tournament, scoreboard, &bar);
                is_estimated = true;
            }
            bar.set_position(scoreboard.played() as u64);
            bar.set_message(Escaped(scoreboard.live_line()).to_string());
        }
        Event::Game(game, scoreboard) => {
            let is_due = |every: u32| scoreboard.played().is_multiple_of(every as usize);
            let is_due = flags.report_every.is_some_and(is_due) && !scoreboard.is_over();
            if flags.format == ReportFormat::Cutechess {
                say!("{}", scoreboard.cutechess_game(game));
                if is_due {
                    say!("{}", scoreboard.cutechess_report());
                }
                return;
            }
            log(&bar, &scoreboard.game_line(game));
            if is_due {
                bar.suspend(|| note!("{}", (report.text)(scoreboard).trim_end()));
            }
        }
        Event::Cut(cut) => bar.suspend(|| note!("warning: {cut}")),
        Event::Lost { rank, seconds } => bar.suspend(|| {
            let silent = format!("nothing was heard of process {rank} for {seconds} s");
            note!("warning: {silent}; its games are played again");
        }),
    };
    let (scoreboard, is_complete) = match processes.transport() {
        Some(transport) => {
            if processes.leads() && flags.overwrite.force {
                clear(tournament)?;
            }
            tournament.run_together(&transport, flags.share.silence(), &stop, &mut watch)?
        }
        None => {
            let out = tournament.pdn.as_deref().unwrap_or(Path::new(""));
            let scoreboard = flags.overwrite.or_anew(out, |replace| {
                if replace {
                    clear(tournament)?;
                }
                tournament.run(&stop, &mut watch)
            })?;
            (Some(scoreboard), true)
        }
    };
    bar.finish_and_clear();
    let result = |scoreboard| ended_with(tournament, flags.overwrite, scoreboard, &stop);
    let result = scoreboard.map(result).transpose()?;
    // Leaving waits for the other processes, which an interrupted run must not.
    if is_complete && !stop.is_stopped() {
        processes.leave();
    } else {
        processes.abandon();
    }
    Ok(result)
}

/// About how long the games take that are left, from two minutes on.
fn note_duration(tournament: &Tournament, scoreboard: &ScoreBoard, bar: &ProgressBar) {
    let left = if scoreboard.is_over() { 0 } else { scoreboard.scheduled() - scoreboard.played() };
    let expected = speed(tournament).and_then(|speed| tournament.expected_time(left, speed));
    let Some(expected) = expected.filter(|time| *time >= Duration::from_secs(90)) else { return };
    let minutes = (expected.as_secs_f64() / 60.0).round() as u64;
    let time = if minutes < 120 {
        format!("{minutes} minutes")
    } else {
        format!("{} hours", (minutes + 30) / 60)
    };
    let most = if tournament.sprt.is_some() { "at most about" } else { "about" };
    bar.suspend(|| note!("{left} games take {most} {time}"));
}

/// The nodes that our engine visits in a second on this machine, from a short search.
fn speed(tournament: &Tournament) -> Option<f64> {
    let options = Options { hash_mb: 1, ..Options::default() };
    let is_needed =
        (0..tournament.players.len()).any(|player| tournament.limits_of(player).nodes.is_some());
    if !is_needed {
        return Some(1.0);
    }
    let evaluation = Evaluation::open(Evaluation::REFERENCE).ok()?;
    let mut engine = Engine::new(&evaluation, &options).ok()?;
    let (game, budget) = (GameState::new(Position::start()), Budget::of_nodes(50_000));
    let choice = engine.think(&game, &budget, &StopFlag::new(), &mut |_| {})?;
    Some(choice.nodes as f64 / choice.time.as_secs_f64().max(1e-6))
}

/// Warnings before the first game.
fn warn_before(tournament: &Tournament, bar: &ProgressBar) {
    if tournament.repeats_openings() {
        bar.suspend(|| {
            note!(
                "warning: the {} openings are played more than once, and the same games may come again; give {}",
                tournament.openings.len(),
                tournament.more_openings()
            );
        });
    }
    if tournament.players.iter().any(PlayerSpec::is_single) {
        bar.suspend(|| note!("{}", dxp_terms_text(tournament)));
    }
}

/// The scoreboard and the exit status of a tournament.
fn ended_with(
    tournament: &Tournament,
    overwrite: Overwrite,
    scoreboard: ScoreBoard,
    stop: &StopFlag,
) -> Result<(ScoreBoard, ExitStatus)> {
    let is_whole = !stop.is_stopped() || scoreboard.is_over();
    if let Some(pdn) = &tournament.pdn {
        Overwrite::end_replacing(pdn, is_whole)?;
    }
    if !is_whole {
        let hint = match tournament.pdn {
            Some(_) => format!("{} resumes from there", overwrite.same_command()),
            None => "nothing was saved".into(),
        };
        note!(
            "Interrupted after {} of {} games; {hint}.",
            scoreboard.played(),
            scoreboard.scheduled()
        );
        return Ok((scoreboard, ExitStatus::Interrupted));
    }
    ensure!(scoreboard.played() > 0, "no game was finished");
    Ok((scoreboard, ExitStatus::Done))
}
