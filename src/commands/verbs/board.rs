//! `board`: a page in the browser to play, to analyse, and to look inside an evaluation.

use std::fs::OpenOptions;
use std::io::Write;
use std::net::SocketAddr;
#[cfg(unix)]
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

use crate::commands::args::overwrite::Overwrite;
use crate::commands::args::threads::Threads;
use crate::commands::args::{attempts, database, inputs, tables};
use crate::commands::flags::encoding::EncodingFlag;
use crate::commands::flags::engine::book_config;
use crate::commands::flags::parsed::{read_address, read_hash, read_language};
use crate::commands::output::qr_code;
use crate::commands::{ExitStatus, signals, site};
use crate::pdn::is_database;
use crate::player::{Evaluation, Options};
use crate::run::WRITTEN;
use crate::web::http::Server;
use crate::web::{Api, Language, ServerConfig};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The page is served only to this machine, under an address that holds a secret: nobody without it \
can ask anything. Nothing is sent anywhere else. Ctrl-C ends the program.

--listen serves other machines too, such as a phone in your network, without encryption. The holder of the printed address \
reads the games of FILE, uses the engine, and changes the database; other files are out of reach.

Level 1 searches ten nodes a move, level 10 2.6 million: each level four times as many as the one below. \
Below 7 a share of the moves is any legal one. Elo above the level below, by 158 to 200 games each:
  level  2 to 6    7    8    9   10
  Elo       255  315  124   74   44
`match level:5 level:4 --nodes 1` measures it.

Examples:
  draughts-td board --open
  draughts-td board games.pdn.gz --net my.safetensors --endgame auto
  draughts-td board games.db
  draughts-td board games.db --listen 0.0.0.0
  draughts-td board --net new.safetensors --net old.safetensors
  draughts-td board --metrics run.jsonl
  draughts-td board --site site --engine draughts-td-web.wasm"
)]
pub(crate) struct Args {
    /// PDN files, plain or packed (.gz .zst .zip), folders of them, or a database made by `db build`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Port to listen on; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
    /// Serve a network too: on this address of this machine, or on all of them by `0.0.0.0` or `[::]`
    #[arg(long, value_name = "ADDRESS[:PORT]", value_parser = read_address)]
    listen: Option<SocketAddr>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Network file; may be given several times. `reference` and `material` are always there
    #[arg(long, value_name = "FILE")]
    net: Vec<String>,
    /// Size of the transposition table in MiB
    #[arg(long, alias = "tt", value_name = "MIB", default_value_t = 64, value_parser = read_hash)]
    hash: usize,
    /// Threads that search together; with more than one, the same search may answer differently
    #[arg(long, value_name = "N", default_value_t = Threads::ONE)]
    threads: Threads,
    /// A book of openings, made by `book make`: in games its moves are played without a search
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    #[arg(long, value_name = "DIR", help = tables::HELP)]
    endgame: Option<PathBuf>,
    /// Figures of a run of `learn --metrics`, drawn as they grow
    #[arg(long, value_name = "FILE")]
    metrics: Option<PathBuf>,
    /// File of your attempts at puzzles, a line of JSON each [default: attempts.jsonl in your data folder]
    #[arg(long, value_name = "FILE", value_hint = WRITTEN)]
    attempts: Option<PathBuf>,
    /// Language in which the page begins: en, nl, fr, de, pt or ru [default: the browser's]
    #[arg(long, value_name = "CODE", value_parser = read_language)]
    language: Option<Language>,
    /// Write the page as files for any web server, which need no program, instead of serving it
    #[arg(long, value_name = "DIR", requires = "engine", conflicts_with_all = ["files", "port", "listen", "open", "net", "hash", "threads", "book", "endgame", "metrics", "attempts", "language"])]
    site: Option<PathBuf>,
    /// With --site: the engine as WebAssembly, built from `draughts-td-web` (see docs/board.md)
    #[arg(long, value_name = "FILE", requires = "site")]
    engine: Option<PathBuf>,
    #[command(flatten)]
    encoding: EncodingFlag,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Between two checks of the stop flag.
const LOOK: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    args.encoding.apply()?;
    if let (Some(folder), Some(engine)) = (&args.site, &args.engine) {
        return site::write(folder, engine, args.overwrite).map(|()| ExitStatus::Done);
    }
    let (databases, files): (Vec<PathBuf>, Vec<PathBuf>) =
        args.files.iter().cloned().partition(|file| is_database(file));
    ensure!(databases.len() < 2, "give one database; `db add` puts the games of files into it");
    databases.iter().try_for_each(|path| database::open(path).map(drop))?;
    let files = inputs::listed(&files)?;
    inputs::check(&files)?;
    if let Some(stream) = files.iter().find(|file| inputs::is_stream(file)) {
        bail!("{} can be read only once; save the games to a file", stream.display());
    }
    let config = ServerConfig {
        nets: nets(&args.net)?,
        options: Options {
            hash_mb: args.hash,
            threads: args.threads.get(),
            endgame: args.endgame.as_deref().map(tables::open).transpose()?,
            book: args.book.as_deref().map(book_config).transpose()?,
            ..Options::default()
        },
        files,
        metrics: args.metrics.clone(),
        database: databases.into_iter().next(),
        attempts: args.attempts.clone().or_else(attempts::file_of_user),
        language: args.language,
    };
    let server = listen(args)?;
    let address = server.address();
    say!("{address}");
    if args.listen.is_some_and(|at| !at.ip().is_loopback()) {
        qr_code::show(&address)?;
    }
    let stop = signals::flag();
    server.serve(Api::new(config));
    // Its file is removed when the program ends.
    let _opened = args.open.then(|| open_page(&address)).transpose()?;
    while !stop.is_stopped() {
        thread::sleep(LOOK);
    }
    Ok(ExitStatus::Done)
}

/// The server of this machine, or of a network after a warning.
fn listen(args: &Args) -> Result<Server> {
    let Some(mut at) = args.listen else { return Ok(Server::local(args.port)?) };
    ensure!(args.port == 0 || at.port() == 0, "give the port once, in --listen or in --port");
    at.set_port(at.port().max(args.port));
    let server = Server::listen(at)?;
    if !at.ip().is_loopback() {
        let place = server.place();
        note!(
            "warning: every machine that reaches {place} can call this server; only the secret in the address keeps it out"
        );
        note!(
            "warning: nothing is encrypted: others in the network can read what is sent, the secret too"
        );
        note!(
            "warning: the holder of the address reads your files of games, uses the engine and saves games in your database"
        );
    }
    Ok(server)
}

/// The evaluations of `--net`, and the built-in ones.
fn nets(asked: &[String]) -> Result<Vec<(String, Evaluation)>> {
    let mut names: Vec<&str> = Vec::new();
    let always = [Evaluation::REFERENCE, Evaluation::MATERIAL];
    for name in asked.iter().map(String::as_str).chain(always) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let open = |name: &str| Ok((name.to_owned(), Evaluation::open(name).context("--net")?));
    names.into_iter().map(open).collect()
}

/// Opens the address in the browser. The address holds a secret, and all users of the machine can read the arguments of a program: the
/// browser gets a file that only this user can read and that redirects to the address.
fn open_page(address: &str) -> Result<TempDir> {
    let (mut folder, mut file) = (tempfile::Builder::new(), OpenOptions::new());
    #[cfg(unix)]
    {
        folder.permissions(PermissionsExt::from_mode(0o700));
        OpenOptionsExt::mode(&mut file, 0o600);
    }
    let folder = folder.prefix("draughts-td-").tempdir()?;
    let path = folder.path().join("board.html");
    let page = format!(
        "<!doctype html><meta charset=\"utf-8\"><title>draughts-td</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\"><a href=\"{address}\">The board</a>\n"
    );
    file.write(true).create_new(true).open(&path)?.write_all(page.as_bytes())?;
    if let Err(error) = open::that_detached(&path) {
        note!("warning: no browser can be started ({error}); open the address above");
    }
    Ok(folder)
}
