//! `diagram`: a position as a picture, or a game as a page with diagrams.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::board::{Position, Square};
use crate::commands::ExitStatus;
use crate::commands::args::overwrite::Overwrite;
use crate::commands::args::positions::position_after;
use crate::commands::args::{database, inputs};
use crate::commands::flags::parsed::{read_language, words};
use crate::commands::output::console::written;
use crate::diagram::{Arrow, Diagram, PageOptions, Palette, game_page};
use crate::files;
use crate::game::{Replayer, each_game, nth_game};
use crate::pdn::{Scan, block_of, is_database, is_pdn_name};
use crate::run::WRITTEN;
use crate::web::Language;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The name of the output says what is drawn: .svg or .png a position, .html a game with its comments and variations, and a diagram after \
each move that has a glyph or a comment. Without -o, the SVG is written to standard output.

Examples:
  draughts-td diagram 'W:W27,28,32:B14,18,K46' -o combination.png --size 800
  draughts-td diagram 32-28 19-23 28x19 --arrow 14-23 --numbers > opening.svg
  draughts-td diagram games.pdn --game 3 --ply 40 --print --coordinates -o d.svg
  draughts-td diagram games.db --game 17 --every 20 -o game.html"
)]
pub(crate) struct Args {
    /// A FEN, `start`, moves from the start, a PDN file or a database
    #[arg(required = true, value_name = "POSITION|FILE")]
    source: Vec<OsString>,
    /// Where to write: a name that ends in .svg, .png or .html [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = WRITTEN)]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Which game of the file, from 1; of a database, as a search shows it
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    /// The position after this many plies of the game [default: the last]
    #[arg(long, value_name = "PLIES")]
    ply: Option<usize>,
    /// In a page: a diagram after every N plies too
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,
    /// In a page: its language, en, nl, fr, de, pt or ru [default: en]
    #[arg(long, value_name = "CODE", value_parser = read_language)]
    language: Option<Language>,
    #[command(flatten)]
    look: Look,
}

/// How a board is drawn.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Look")]
struct Look {
    /// Width and height in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = Diagram::SIZE, value_parser = clap::value_parser!(u32).range(
        *Diagram::SIZES.start() as i64..=*Diagram::SIZES.end() as i64))]
    size: u32,
    /// Black, white and grey, for paper
    #[arg(long)]
    print: bool,
    /// The number of each square
    #[arg(long)]
    numbers: bool,
    /// The numbers of the squares at the edge, beside the board
    #[arg(long)]
    coordinates: bool,
    /// Black below
    #[arg(long)]
    flip: bool,
    /// Arrows from square to square, as in 34-29
    #[arg(long = "arrow", value_name = "FROM-TO", value_delimiter = ',')]
    arrows: Vec<Arrow>,
    /// Squares to mark
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', value_parser = read_square)]
    mark: Vec<Square>,
}

fn read_square(text: &str) -> Result<Square, String> {
    let square = text.trim().parse().ok().and_then(Square::new);
    square.ok_or_else(|| "a square is a number from 1 to 50".into())
}

/// What an output is, by the ending of its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Svg,
    Png,
    Page,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    let form = args.out.as_deref().map_or(Ok(Form::Svg), form_of)?;
    if let Some(out) = &args.out {
        inputs::check_writable(out, "-o")?;
        args.overwrite.check("-o", out, || false)?;
    }
    let drawn = match form {
        Form::Page => args.page()?.into_bytes(),
        Form::Svg => (args.diagram()?.svg() + "\n").into_bytes(),
        Form::Png => args.diagram()?.png()?,
    };
    let Some(out) = &args.out else {
        return written(io::stdout().write_all(&drawn)).map(|()| ExitStatus::Done);
    };
    let context = || format!("cannot write {}", out.display());
    files::write_atomically(out, &drawn).with_context(context)?;
    if io::stderr().is_terminal() {
        note!("written to {}", out.display());
    }
    Ok(ExitStatus::Done)
}

fn form_of(out: &Path) -> Result<Form> {
    let ending = out.extension().map(|ending| ending.to_ascii_lowercase());
    match ending.as_deref().and_then(|ending| ending.to_str()) {
        Some("svg") => Ok(Form::Svg),
        Some("png") => Ok(Form::Png),
        Some("html" | "htm") => Ok(Form::Page),
        _ => bail!("-o {}: end the name in .svg, .png or .html", out.display()),
    }
}

impl Args {
    /// The file of games, if the argument names one.
    fn file(&self) -> Option<&Path> {
        let [name] = self.source.as_slice() else { return None };
        let is_file = |path: &&Path| path.exists() || is_pdn_name(&path.to_string_lossy());
        Some(Path::new(name)).filter(is_file)
    }

    /// The text of the game of a file.
    fn text(&self, file: &Path) -> Result<String> {
        let context = || file.display().to_string();
        let text = if is_database(file) {
            let text = database::open(file)?.pdn(self.game).with_context(context)?;
            text.map(|text| crate::pdn::decode(&text).into_owned())
        } else {
            nth_game(file, u64::from(self.game))?
        };
        text.with_context(|| {
            format!("{}: there is no game {}; --game chooses one", context(), self.game)
        })
    }

    fn diagram(&self) -> Result<Diagram> {
        ensure!(self.every.is_none(), "--every is for a page; end the name of -o in .html");
        let (position, last) = match self.file() {
            Some(file) => position_of_game(&self.text(file)?, self.ply)
                .with_context(|| format!("{}, game {}", file.display(), self.game))?,
            None => {
                ensure!(
                    self.ply.is_none() && self.game == 1,
                    "--game and --ply are for a file of games"
                );
                (position_after(&self.source.join(OsStr::new(" ")).to_string_lossy())?, Vec::new())
            }
        };
        let mut diagram = self.look.diagram(position);
        diagram.marked.extend(last);
        Ok(diagram)
    }

    fn page(&self) -> Result<String> {
        let Some(file) = self.file() else {
            bail!(
                "an .html page is that of a game: name a PDN file or a database, or end -o in .svg or .png"
            )
        };
        ensure!(self.ply.is_none(), "--ply is for a picture; --every N puts diagrams into a page");
        let look = &self.look;
        ensure!(
            look.arrows.is_empty() && look.mark.is_empty(),
            "--arrow and --mark are for a picture, not for the page of a game"
        );
        let every = self.every.map(|every| every as usize);
        let options = PageOptions {
            every,
            look: look.diagram(Position::start()),
            words: words(self.language),
        };
        game_page(&self.text(file)?, &options)
            .with_context(|| format!("{}: game {} has no position", file.display(), self.game))
    }
}

impl Look {
    fn diagram(&self, position: Position) -> Diagram {
        Diagram {
            size: self.size,
            palette: if self.print { Palette::Print } else { Palette::Wood },
            numbers: self.numbers,
            coordinates: self.coordinates,
            flipped: self.flip,
            marked: self.mark.clone(),
            arrows: self.arrows.clone(),
            ..Diagram::of(position)
        }
    }
}

/// The position of a game after a number of plies, and the squares of the move before it.
fn position_of_game(text: &str, ply: Option<usize>) -> Result<(Position, Vec<Square>)> {
    let mut found = None;
    each_game(
        &block_of("the game", text),
        &mut Scan::default(),
        &mut Replayer::default(),
        |_, replay| {
            let main = replay.game.main();
            let plies = ply.unwrap_or(main.moves.len());
            let error = replay
                .error
                .map(|error| error.fault.to_string())
                .filter(|_| ply.is_none_or(|ply| ply > main.moves.len()));
            let last = plies.checked_sub(1).and_then(|last| main.moves.get(last));
            let marked = last.map_or(Vec::new(), |mv| vec![mv.from(), mv.to()]);
            let position = main.positions.get(plies).map(|position| (*position, marked));
            found.get_or_insert((position, main.moves.len(), error));
        },
    );
    match found {
        Some((_, plies, Some(fault))) => {
            bail!("it can be read up to ply {plies}: {fault}; --ply names one before")
        }
        Some((Some(position), ..)) => Ok(position),
        Some((None, plies, None)) => bail!("it has {plies} plies; give --ply no more"),
        None => bail!("it has no position"),
    }
}
