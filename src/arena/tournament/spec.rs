//! Players as a user names them, and how they are made.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use crate::book::Book;
use crate::dxp::player::{DxpPlayer, DxpTerms};
use crate::error::PlayError;
use crate::hub::child::EngineCommand;
use crate::hub::player::HubPlayer;
use crate::hub::session::PeerLog;
use crate::play::level_player::LevelPlayer;
use crate::play::own_engine::OwnEngine;
use crate::play::player::Player;
use crate::play::random::RandomPlayer;
use crate::player::level::LEVELS;
use crate::player::{BookConfig, Evaluation, MoveFunction, Options, Parameters, Techniques};
use crate::protocol::dxp;

/// Begins the listed name of a DXP program that the user gives no name.
pub(super) const DXP: &str = "dxp:";

/// A player as written on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    Own {
        net: String,
        techniques: Techniques,
        book: Option<String>,
    },
    /// Our engine as `play` and `board` offer it to people: the built-in evaluation at this level.
    Level(u8),
    Random,
    /// A Hub engine: the command that starts it.
    Hub(String),
    /// A DXP program that listens: `HOST:PORT`.
    Dxp(String),
    /// A function of the program that embeds this one; it has no text that can be read back.
    Function(MoveFunction),
}

impl FromStr for PlayerSpec {
    type Err = PlayError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayError> {
        let unknown = || PlayError::Settings(format!("'{text}' is no player; {FORMS}"));
        match text.split_once(':') {
            None if text == "random" => Ok(PlayerSpec::Random),
            None => {
                let (text, book) = with_book(text);
                let (net, techniques) = without(text)?;
                if is_name(net) {
                    Ok(PlayerSpec::Own { net: net.into(), techniques, book })
                } else {
                    Err(unknown())
                }
            }
            Some(("net", rest)) if !rest.is_empty() => {
                let (rest, book) = with_book(rest);
                let (net, techniques) = without(rest)?;
                Ok(PlayerSpec::Own { net: net.into(), techniques, book })
            }
            Some(("level", number)) => {
                let number = number.parse().ok().filter(|number| LEVELS.contains(number));
                Ok(PlayerSpec::Level(number.ok_or_else(unknown)?))
            }
            Some(("hub", command)) if !command.trim().is_empty() => {
                Ok(PlayerSpec::Hub(command.trim().into()))
            }
            Some(("dxp", address)) => Ok(PlayerSpec::Dxp(with_port(address).ok_or_else(unknown)?)),
            _ => Err(unknown()),
        }
    }
}

const FORMS: &str = "write net:FILE, material, reference, level:1 to level:10, random, hub:COMMAND or dxp:HOST:PORT";

/// Between a player and its book.
const WITH_BOOK: &str = " with book ";

/// The text before ` with book`, and the file after it.
fn with_book(text: &str) -> (&str, Option<String>) {
    match text.split_once(WITH_BOOK) {
        Some((player, book)) if !book.trim().is_empty() => (player, Some(book.trim().into())),
        _ => (text, None),
    }
}

/// ` with book` and the file; nothing without one.
fn booked(book: Option<&String>) -> String {
    book.map(|book| format!("{WITH_BOOK}{book}")).unwrap_or_default()
}

/// Between a network and the techniques its search does without.
const WITHOUT: &str = " without ";

/// Between a player and numbers of its search that are not as tuned.
const WHERE: &str = " where ";

/// What comes before ` without` and ` where`, and the techniques that are left without those after the one and with the numbers
/// after the other.
pub fn without(text: &str) -> Result<(&str, Techniques), PlayError> {
    let (text, set) = text.split_once(WHERE).unwrap_or((text, ""));
    let parameters = set.split_whitespace().try_fold(Parameters::TUNED, with)?;
    let (net, gone) = text.split_once(WITHOUT).unwrap_or((text, ""));
    let less = |techniques: Techniques, name: &str| {
        techniques.without(name).ok_or_else(|| {
            let known = Techniques::names().collect::<Vec<_>>().join(", ");
            let text =
                format!("the search has no technique '{name}' to do without; it has {known}");
            PlayError::Settings(text)
        })
    };
    let techniques = gone.split_whitespace().try_fold(Techniques::ALL, less)?;
    Ok((net, Techniques { parameters, ..techniques }))
}

/// The numbers with one that is written as `NAME=VALUE`.
fn with(parameters: Parameters, text: &str) -> Result<Parameters, PlayError> {
    let set = || {
        let (name, value) = text.split_once('=')?;
        parameters.with(name, value.parse().ok()?)
    };
    set().ok_or_else(|| {
        let known = Parameters::names().filter_map(|name| {
            let range = Parameters::range(name)?;
            Some(format!("{name} ({} to {})", range.start(), range.end()))
        });
        let known = known.collect::<Vec<_>>().join(", ");
        let form = "each as NAME=VALUE in its range";
        PlayError::Settings(format!(
            "'{text}' sets no number of the search; it has {known}, {form}"
        ))
    })
}

/// ` without` and the names of the techniques that are off, ` where` and the numbers that are not as tuned; nothing if all are.
fn less(techniques: Techniques) -> String {
    let off: Vec<&str> = techniques.off().collect();
    let set = techniques.parameters.changed().map(|(name, value)| format!("{name}={value}"));
    let set: Vec<String> = set.collect();
    let mut text = String::new();
    if !off.is_empty() {
        text += &format!("{WITHOUT}{}", off.join(" "));
    }
    if !set.is_empty() {
        text += &format!("{WHERE}{}", set.join(" "));
    }
    text
}

/// The address of a DXP program, given as `HOST:PORT`, `[V6]:PORT`, or `HOST` or `[V6]` for the customary port; `None` if
/// it is not one of these.
pub fn with_port(address: &str) -> Option<String> {
    let address = address.trim();
    let has_port = address.rsplit_once(':').is_some_and(|(host, port)| {
        !host.is_empty()
            && (!host.contains(':') || host.ends_with(']'))
            && port.parse::<u16>().is_ok()
    });
    if has_port {
        return Some(address.into());
    }
    let bare = !address.is_empty() && (!address.contains(':') || address.ends_with(']'));
    bare.then(|| format!("{address}:{}", dxp::DEFAULT_PORT))
}

/// Whether an evaluation is named rather than read from a file.
fn is_name(net: &str) -> bool {
    [Evaluation::MATERIAL, Evaluation::REFERENCE].contains(&net)
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Own { net, techniques, book } => {
                let kind = if is_name(net) { "" } else { "net:" };
                write!(f, "{kind}{net}{}{}", less(*techniques), booked(book.as_ref()))
            }
            PlayerSpec::Level(number) => write!(f, "level:{number}"),
            PlayerSpec::Random => f.write_str("random"),
            PlayerSpec::Hub(command) => write!(f, "hub:{command}"),
            PlayerSpec::Dxp(address) => write!(f, "dxp:{address}"),
            PlayerSpec::Function(function) => write!(f, "function:{}", function.name()),
        }
    }
}

/// The settings of players besides their names.
#[derive(Clone, Debug)]
pub struct PlayerConfig {
    pub options: Options,
    /// Parameters for Hub engines: `name`, `value`.
    pub hub_params: Vec<(String, String)>,
    /// The time in which a program must start and answer messages that need no search.
    pub start_timeout: Duration,
    /// The folder in which Hub engines run; ours without one.
    pub dir: Option<PathBuf>,
    /// The terms of DXP programs; their trace is that of Hub engines too.
    pub dxp: DxpTerms,
}

impl PlayerConfig {
    /// Without parameters for Hub engines; programs have half a minute to start.
    pub fn new(options: Options, dxp: DxpTerms) -> PlayerConfig {
        let start_timeout = Duration::from_secs(30);
        PlayerConfig { options, hub_params: Vec::new(), start_timeout, dir: None, dxp }
    }
}

impl PlayerSpec {
    /// Our engine with this evaluation and its whole search.
    pub fn own(net: &str) -> PlayerSpec {
        PlayerSpec::Own { net: net.into(), techniques: Techniques::ALL, book: None }
    }

    /// The files that it is made of; evaluations that have a name are no files.
    pub fn files(&self) -> Vec<PathBuf> {
        let PlayerSpec::Own { net, book, .. } = self else { return Vec::new() };
        let net = Some(net).filter(|net| !is_name(net));
        net.into_iter().chain(book).map(PathBuf::from).collect()
    }

    /// Fails if a file that it is made of cannot be used.
    ///
    /// # Errors
    /// The file.
    pub fn check(&self) -> Result<(), PlayError> {
        let PlayerSpec::Own { net, book, .. } = self else { return Ok(()) };
        Evaluation::open(net)?;
        book.iter().try_for_each(|file| Book::open(Path::new(file)).map(drop))?;
        Ok(())
    }

    /// Makes the player; programs are started and reached at their first game.
    ///
    /// # Errors
    /// A network file that cannot be read, or a transposition table that cannot be had.
    pub fn open(&self, player_config: &PlayerConfig) -> Result<Box<dyn Player>, PlayError> {
        self.open_as(&self.short(), player_config)
    }

    /// The same for a player of this name.
    pub(crate) fn open_as(
        &self,
        name: &str,
        player_config: &PlayerConfig,
    ) -> Result<Box<dyn Player>, PlayError> {
        Ok(match self {
            PlayerSpec::Own { net, techniques, book } => {
                let evaluation = Evaluation::open(net)?;
                let mut options =
                    Options { techniques: *techniques, ..player_config.options.clone() };
                if let Some(file) = book {
                    let book = Book::open(Path::new(file))?;
                    options.book = Some(BookConfig { book, seed: 0 });
                }
                Box::new(OwnEngine::new(&self.short(), &evaluation, &options)?)
            }
            PlayerSpec::Level(number) => {
                Box::new(LevelPlayer::new(*number, &player_config.options)?)
            }
            PlayerSpec::Random => Box::new(RandomPlayer::new()),
            PlayerSpec::Function(function) => Box::new(OwnEngine::choosing(function)?),
            PlayerSpec::Hub(command) => {
                let params = player_config.hub_params.clone();
                let dir = player_config.dir.clone();
                let command = EngineCommand { line: command.clone(), dir };
                let partner = PeerLog { name: name.into(), trace: player_config.dxp.trace.clone() };
                Box::new(HubPlayer::new(command, params, player_config.start_timeout, partner))
            }
            PlayerSpec::Dxp(address) => Box::new(DxpPlayer::new(
                address,
                player_config.dxp.clone(),
                player_config.start_timeout,
            )),
        })
    }

    /// A name for tables: the file's name for a network, the program's for a command.
    pub fn short(&self) -> String {
        self.short_as(&self.to_string())
    }

    /// The same, with the techniques as this text of the player spells them.
    pub(super) fn short_as(&self, text: &str) -> String {
        let stem = |path: &str| {
            let path = Path::new(path);
            path.file_stem()
                .map_or_else(|| path.display().to_string(), |s| s.to_string_lossy().into())
        };
        match self {
            PlayerSpec::Own { net, book, .. } => {
                let plain = PlayerSpec::own(net).to_string();
                let rest = text.strip_prefix(&plain).unwrap_or_default();
                let techniques = rest.strip_suffix(&booked(book.as_ref())).unwrap_or_default();
                let book = book.as_ref().map(|file| stem(file));
                format!("{}{techniques}{}", stem(net), booked(book.as_ref()))
            }
            PlayerSpec::Level(number) => format!("level {number}"),
            PlayerSpec::Random => "random".into(),
            PlayerSpec::Hub(command) => stem(command.split_whitespace().next().unwrap_or(command)),
            PlayerSpec::Dxp(address) => format!("{DXP}{address}"),
            PlayerSpec::Function(function) => function.name().into(),
        }
    }

    /// Whether its moves take no time that counts.
    pub(super) const fn is_quick(&self) -> bool {
        matches!(self, PlayerSpec::Random | PlayerSpec::Level(_))
    }

    /// Whether only one game at a time can be played with it.
    pub const fn is_single(&self) -> bool {
        matches!(self, PlayerSpec::Dxp(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> PlayerSpec {
        text.parse().expect(text)
    }

    #[test]
    fn players_read_and_write_themselves() {
        for text in [
            "material",
            "material without prob-cut",
            "random",
            "level:1",
            "level:10",
            "net:a/b.safetensors",
            "net:a/b.safetensors without lmr prob-cut",
            "reference with book a/own.book",
            "net:b.safetensors without prob-cut with book own.book.zst",
            "material where prob-cut-margin=8",
            "material without history where reduction-base=-50 aspiration=5 with book a.book",
            "hub:./scan hub",
            "dxp:localhost:27531",
            "dxp:[::1]:27531",
        ] {
            assert_eq!(spec(text).to_string(), text);
        }
        assert_eq!(spec("net:material"), spec("material"));
        assert_eq!(spec("dxp:localhost"), spec("dxp:localhost:27531"));
        assert_eq!(spec("dxp:[::1]"), spec("dxp:[::1]:27531"));
    }

    #[test]
    fn an_address_gets_the_customary_port_if_it_has_none() {
        let found = ["host", "[::1]", "10.0.0.1:5", "[::1]:5"].map(with_port);
        let full = ["host:27531", "[::1]:27531", "10.0.0.1:5", "[::1]:5"];
        assert_eq!(found, full.map(|text| Some(text.to_owned())));
        assert_eq!(["", "::1", ":5", "host:", "host:x"].map(with_port), [const { None }; 5]);
    }

    #[test]
    fn rubbish_is_no_player() {
        for text in [
            "",
            "net:",
            "hub: ",
            "dxp:",
            "dxp::5",
            "dxp:host:70000",
            "strong",
            "uci:x",
            "level:0",
            "level:11",
            "level:",
            "material without luck",
            "weak without history",
            "material where luck=1",
            "material where prob-cut-margin=201",
            "material where prob-cut-margin",
        ] {
            assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
        }
    }

    #[test]
    fn short_names_leave_folders_out() {
        let short = |text: &str| spec(text).short();
        assert_eq!(
            (short("net:runs/nn4.safetensors"), short("hub:bin/scan hub")),
            ("nn4".into(), "scan".into())
        );
        assert_eq!(short("net:nn4.safetensors without exchanges"), "nn4 without exchanges");
    }
}
