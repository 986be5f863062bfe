//! The names of the players, settled once before the first game, and the parameters of one Hub engine alone.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde_json::Value;

use super::journal::state_path;
use super::matches::Contest;
use super::spec::PlayerSpec;
use super::state::read_settings;
use crate::blocks::BlockFolder;
use crate::engine::StopFlag;
use crate::harmless::Harmless;
use crate::play::error::PlayError;
use crate::play::game::player::{Fault, Player};
use crate::play::hub::process::{HubProcess, Introduction};

/// A player, and the name that the user gives it: `NAME=PLAYER`, or `PLAYER` alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The name, if one is given.
    pub name: Option<String>,
    /// The player.
    pub player: PlayerSpec,
}

/// The characters of a name.
const LONGEST: usize = 60;

impl FromStr for Entrant {
    type Err = PlayError;

    /// What is a player as it stands has no name: commands and settings of a search hold `=` too.
    fn from_str(text: &str) -> Result<Entrant, PlayError> {
        let whole = match text.parse() {
            Ok(player) => return Ok(Entrant { name: None, player }),
            Err(error) => error,
        };
        match text.split_once('=') {
            Some((name, player)) if is_name(name.trim()) => {
                Ok(Entrant { name: Some(name.trim().into()), player: player.trim().parse()? })
            }
            _ => Err(whole),
        }
    }
}

/// As it is written.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.iter().try_for_each(|name| write!(f, "{name}="))?;
        self.player.fmt(f)
    }
}

fn is_name(name: &str) -> bool {
    let is_plain = |c: char| !c.is_control() && !":=\"".contains(c);
    let is_setting = name.contains(" where ");
    (1..=LONGEST).contains(&name.chars().count()) && name.chars().all(is_plain) && !is_setting
}

/// A parameter for Hub engines: `PARAM=VALUE` for all, `NAME:PARAM=VALUE` for the player of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubParam {
    /// The player's name.
    pub player: Option<String>,
    /// The parameter.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl FromStr for HubParam {
    type Err = String;

    fn from_str(text: &str) -> Result<HubParam, String> {
        let form = || format!("'{text}' is not PARAM=VALUE or NAME:PARAM=VALUE");
        let (name, value) = text.split_once('=').ok_or_else(form)?;
        let (player, name) = match name.rsplit_once(':') {
            Some((player, name)) => (Some(player.trim().to_owned()), name),
            None => (None, name),
        };
        if name.trim().is_empty() {
            return Err(form());
        }
        Ok(HubParam { player, name: name.trim().into(), value: value.into() })
    }
}

/// What the players are called, and what is for one of them alone.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    /// A name for each player; `None` if all go by what stands on the command line.
    pub(super) names: Option<Vec<String>>,
    /// Parameters of Hub engines by the name of the player.
    pub(super) params: Vec<HubParam>,
}

impl Roster {
    /// The names that the user gives, and what is for one player alone.
    ///
    /// # Errors
    /// The same name twice.
    pub fn of(entrants: &[Entrant], params: Vec<HubParam>) -> Result<Roster, PlayError> {
        let given: Vec<&String> =
            entrants.iter().filter_map(|entrant| entrant.name.as_ref()).collect();
        if let Some(name) = given.iter().enumerate().find(|(at, name)| given[..*at].contains(name))
        {
            let text = format!("two players are called '{}'; give each a name of its own", name.1);
            return Err(PlayError::Settings(text));
        }
        let short = || entrants.iter().map(|entrant| entrant.player.short()).collect();
        let names = (!given.is_empty()).then(|| distinct(entrants, short()));
        Ok(Roster { names, params })
    }
}

impl Contest {
    /// Settles what the players are called. Names that the user gives come first. A contest that has begun keeps the names it began
    /// with, which its files hold. Otherwise a Hub engine is started once and asked for its name, and its parameters are
    /// compared with those that it is to get. `None` if the user interrupts that.
    ///
    /// # Errors
    /// An engine that cannot be started, and a parameter that no engine has.
    pub fn settle(
        mut self,
        entrants: &[Entrant],
        folder: Option<&Path>,
        stop: &StopFlag,
    ) -> Result<Option<Contest>, PlayError> {
        if !self.players.iter().any(|player| matches!(player, PlayerSpec::Hub(_))) {
            return self.checked(None).map(Some);
        }
        if let Some(begun) = self.begun(folder)? {
            if let Some(names) = begun {
                self.roster.names = Some(distinct(entrants, names));
            }
            return self.checked(None).map(Some);
        }
        let Some(known) = self.introductions(stop)? else { return Ok(None) };
        self.roster.names = Some(distinct(entrants, own_names(entrants, &known)));
        self.checked(Some(&known)).map(Some)
    }

    /// The names of a contest that has begun, if it was one with names.
    fn begun(&self, folder: Option<&Path>) -> Result<Option<Option<Vec<String>>>, PlayError> {
        let settings = match (&self.pdn, folder) {
            (Some(pdn), _) => read_settings(&state_path(pdn))?,
            (None, Some(folder)) => {
                let folder = BlockFolder::read(folder).ok();
                folder.map(|folder| folder.manifest().settings["match"].clone())
            }
            (None, None) => None,
        };
        let names = |settings: Value| serde_json::from_value(settings["names"].clone()).ok();
        Ok(settings.map(|settings| {
            names(settings).filter(|names: &Vec<String>| names.len() == self.players.len())
        }))
    }

    /// What each Hub engine says of itself; `None` if the user interrupts.
    fn introductions(
        &self,
        stop: &StopFlag,
    ) -> Result<Option<Vec<Option<Introduction>>>, PlayError> {
        let mut asked: HashMap<&str, Introduction> = HashMap::new();
        let mut known = Vec::new();
        for player in &self.players {
            let PlayerSpec::Hub(command) = player else {
                known.push(None);
                continue;
            };
            if !asked.contains_key(command.as_str()) {
                match HubProcess::identify(command, self.equipment.start_timeout, stop) {
                    Ok(introduction) => drop(asked.insert(command, introduction)),
                    Err(Fault::Interrupted) => return Ok(None),
                    Err(fault) => {
                        let (player, reason) = (player.to_string(), fault.to_string());
                        return Err(PlayError::Unintroduced { player, reason });
                    }
                }
            }
            known.push(asked.get(command.as_str()).cloned());
        }
        Ok(Some(known))
    }

    /// Fails if a parameter is for nobody, as far as engines have told theirs.
    fn checked(self, known: Option<&[Option<Introduction>]>) -> Result<Contest, PlayError> {
        let fault = |param: &str, reason: String| {
            PlayError::Settings(format!("--hub-param {param}: {reason}"))
        };
        for HubParam { player, name, .. } in &self.roster.params {
            let player = player.as_deref().unwrap_or_default();
            let checked = self.check_own(player, name, known);
            checked.map_err(|reason| fault(&format!("{player}:{name}"), reason))?;
        }
        let engines: Vec<&Introduction> = known.into_iter().flatten().flatten().collect();
        for (name, _) in &self.equipment.hub_params {
            check_common(name, &engines).map_err(|reason| fault(name, reason))?;
        }
        Ok(self)
    }

    fn check_own(
        &self,
        player: &str,
        param: &str,
        known: Option<&[Option<Introduction>]>,
    ) -> Result<(), String> {
        let names = self.names();
        let place = names.iter().position(|name| name == player).ok_or_else(|| {
            format!("no player is called '{player}'; the players are '{}'", names.join("', '"))
        })?;
        if !matches!(self.players[place], PlayerSpec::Hub(_)) {
            return Err(format!("'{player}' is no Hub engine, and only these have parameters"));
        }
        let engine = known.and_then(|known| known[place].as_ref());
        match engine.and_then(declared) {
            Some(there) if !there.contains(&param) => {
                Err(format!("'{player}' has no parameter '{param}'; it has {}", listed(&there)))
            }
            _ => Ok(()),
        }
    }

    /// A player of this contest, ready for its first game.
    pub(super) fn open(&self, player: usize) -> Result<Box<dyn Player>, PlayError> {
        let name = &self.names()[player];
        let own = self.roster.params.iter().filter(|param| param.player.as_ref() == Some(name));
        let mut equipment = self.equipment.clone();
        equipment.hub_params.extend(own.map(|param| (param.name.clone(), param.value.clone())));
        self.players[player].open_as(name, &equipment)
    }
}

/// Fails if none of these engines declares the parameter; those of version 1, which declare none, may have it.
fn check_common(param: &str, engines: &[&Introduction]) -> Result<(), String> {
    let all: Option<Vec<Vec<&str>>> = engines.iter().map(|engine| declared(engine)).collect();
    let all = all.filter(|all| !all.is_empty() && !all.concat().contains(&param));
    let Some(all) = all else { return Ok(()) };
    let each = engines
        .iter()
        .zip(&all)
        .map(|(engine, there)| format!("'{}' has {}", named(&engine.name), listed(there)));
    let each: Vec<String> = each.collect();
    Err(format!("no Hub engine has a parameter '{param}'; {}", each.join("; ")))
}

/// The parameters that an engine declares.
fn declared(engine: &Introduction) -> Option<Vec<&str>> {
    let params = engine.params.as_ref()?;
    Some(params.iter().map(|param| param.name.as_str()).collect())
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// A name of an engine as one of a player: on one line, harmless, and not too long.
fn named(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    Harmless(words.join(" ")).to_string().chars().take(LONGEST).collect()
}

/// The name that each engine gives itself, with its version where another one has the same name; others as they are written.
fn own_names(entrants: &[Entrant], known: &[Option<Introduction>]) -> Vec<String> {
    let name = |(entrant, engine): (&Entrant, &Option<Introduction>)| match engine {
        Some(engine) if !engine.name.trim().is_empty() => {
            let is_alike =
                |other: &Introduction| other.name == engine.name && other.version != engine.version;
            if known.iter().flatten().any(is_alike) {
                named(&engine.full_name())
            } else {
                named(&engine.name)
            }
        }
        _ => entrant.player.short(),
    };
    entrants.iter().zip(known).map(name).collect()
}

/// Those that the user gives, and the others, with a number behind those that are taken.
fn distinct(entrants: &[Entrant], names: Vec<String>) -> Vec<String> {
    let mut taken: Vec<String> =
        entrants.iter().filter_map(|entrant| entrant.name.clone()).collect();
    let others = entrants.iter().zip(names).map(|(entrant, name)| {
        entrant.name.clone().unwrap_or_else(|| {
            let numbered = (2..).map(|number| format!("{name} ({number})"));
            let mut free =
                std::iter::once(name.clone()).chain(numbered).filter(|name| !taken.contains(name));
            let free = free.next().unwrap_or_default();
            taken.push(free.clone());
            free
        })
    });
    others.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(text: &str) -> Entrant {
        text.parse().expect(text)
    }

    #[test]
    fn a_name_stands_before_a_player_and_what_is_a_player_has_none() {
        for (text, name, player) in [
            ("old=hub:./engine --hash=64", Some("old"), "hub:./engine --hash=64"),
            ("hub:./engine --hash=64", None, "hub:./engine --hash=64"),
            ("My engine 2=net:a=b.safetensors", Some("My engine 2"), "net:a=b.safetensors"),
            ("m=material", Some("m"), "material"),
            ("material where prob-cut-margin=8", None, "material where prob-cut-margin=8"),
            ("x=material where prob-cut-margin=8", Some("x"), "material where prob-cut-margin=8"),
        ] {
            let found = entrant(text);
            assert_eq!((found.name.as_deref(), found.player.to_string().as_str()), (name, player));
            assert_eq!(found.to_string(), text);
        }
        for text in ["=material", "a:b=material", "strong", "a=strong", "material where luck=1"] {
            assert!(text.parse::<Entrant>().is_err(), "{text}");
        }
    }

    #[test]
    fn names_that_are_taken_get_a_number_and_given_ones_stay() {
        let entrants = ["hub:a", "hub:b", "rnd=hub:c", "random"].map(entrant);
        let names = ["rnd", "rnd", "-", "rnd (2)"].map(String::from).to_vec();
        assert_eq!(distinct(&entrants, names), ["rnd (2)", "rnd (3)", "rnd", "rnd (2) (2)"]);
        assert!(Roster::of(&["a=random", "a=material"].map(entrant), Vec::new()).is_err());
    }

    #[test]
    fn a_version_stands_where_it_tells_engines_of_one_name_apart() {
        let engine = |version: &str| {
            let version = Some(version.to_owned());
            Some(Introduction { name: "rnd".into(), version, params: None })
        };
        let entrants = ["hub:a", "hub:b"].map(entrant);
        assert_eq!(own_names(&entrants, &[engine("1"), engine("2")]), ["rnd 1", "rnd 2"]);
        assert_eq!(own_names(&entrants, &[engine("1"), engine("1")]), ["rnd", "rnd"]);
        assert_eq!(own_names(&entrants, &[engine("1"), None]), ["rnd", "b"]);
    }

    #[test]
    fn a_parameter_is_for_all_or_for_one() {
        let read = |text: &str| {
            text.parse::<HubParam>().map(|param| (param.player, param.name, param.value))
        };
        let own = |text: &str| text.to_owned();
        assert_eq!(read("book=a:b=c"), Ok((None, own("book"), own("a:b=c"))));
        assert_eq!(read("my rnd:seed=3"), Ok((Some(own("my rnd")), own("seed"), own("3"))));
        assert!(read("seed").is_err() && read("rnd:=3").is_err());
    }
}
