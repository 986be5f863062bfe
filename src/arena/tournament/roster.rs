//! The names of the players, and the parameters of one of them only.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::own_settings::OwnSettings;
use super::spec::PlayerSpec;
use crate::error::PlayError;

/// A player, the name that the user gives it, and its settings: `NAME=PLAYER with nodes=5000`, or only `PLAYER`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The name, if one is given.
    pub name: Option<String>,
    pub player: PlayerSpec,
    pub own: OwnSettings,
}

impl From<PlayerSpec> for Entrant {
    fn from(player: PlayerSpec) -> Entrant {
        Entrant { name: None, player, own: OwnSettings::default() }
    }
}

pub(super) const LONGEST: usize = 60;

impl FromStr for Entrant {
    type Err = PlayError;

    fn from_str(text: &str) -> Result<Entrant, PlayError> {
        let split = OwnSettings::split(text);
        let split = split.and_then(|(player, words)| Some((named(player).ok()?, words)));
        let Some((entrant, words)) = split else { return named(text) };
        let own = OwnSettings::of(&words)?;
        if own.dir.is_some() && !matches!(entrant.player, PlayerSpec::Hub(_)) {
            let text = format!("dir= is the folder of a hub: program, and {entrant} is no program");
            return Err(PlayError::Settings(text));
        }
        Ok(Entrant { own, ..entrant })
    }
}

/// A player with its name. A text that is a player has no name: commands and settings of a search contain `=` too.
fn named(text: &str) -> Result<Entrant, PlayError> {
    let whole = match text.parse::<PlayerSpec>() {
        Ok(player) => return Ok(player.into()),
        Err(error) => error,
    };
    match text.split_once('=') {
        Some((name, player)) if is_name(name.trim()) => {
            let player: PlayerSpec = player.trim().parse()?;
            Ok(Entrant { name: Some(name.trim().into()), ..player.into() })
        }
        _ => Err(whole),
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.iter().try_for_each(|name| write!(f, "{name}="))?;
        write!(f, "{}{}", self.player, self.own)
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
    pub player: Option<String>,
    pub name: String,
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

/// The names of the players, and the parameters of one of them only.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    /// A name for each player; `None` if all are named as on the command line.
    pub(super) names: Option<Vec<String>>,
    /// The players as the files of a tournament that has begun spell them; empty if it begins.
    pub(super) stored: Vec<String>,
    /// Parameters of Hub engines by the name of the player.
    pub(super) params: Vec<HubParam>,
    /// The settings of each player; empty if they have none.
    pub(super) own: Vec<OwnSettings>,
}

impl Roster {
    /// The names that the user gives, and the parameters of one player only.
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
        let own = entrants.iter().map(|entrant| entrant.own.clone()).collect();
        Ok(Roster { names, params, own, ..Roster::default() })
    }
}

impl Roster {
    /// The names, with the limits of the player after those that several have.
    pub(super) fn with_limits(&self, names: Vec<String>) -> Vec<String> {
        if self.own.is_empty() { names } else { with_limits(&names, self.own.iter()) }
    }

    /// The folder in which a player runs, if it has one.
    pub(super) fn dir(&self, player: usize) -> Option<&PathBuf> {
        self.own.get(player).and_then(|own| own.dir.as_ref())
    }

    /// Whether a player is started for every game.
    pub(super) fn restarts(&self, player: usize) -> bool {
        self.own.get(player).is_some_and(|own| own.restart)
    }
}

fn with_limits<'a>(names: &[String], own: impl Iterator<Item = &'a OwnSettings>) -> Vec<String> {
    let is_unique = |name: &String| names.iter().filter(|other| *other == name).count() == 1;
    let longer = names.iter().zip(own).map(|(name, own)| match own.limit_words() {
        words if words.is_empty() || is_unique(name) => name.clone(),
        words => format!("{name} with {words}"),
    });
    longer.collect()
}

/// The names that the user gives, and the others, with a number after names that are taken.
pub(super) fn distinct(entrants: &[Entrant], names: Vec<String>) -> Vec<String> {
    let names = with_limits(&names, entrants.iter().map(|entrant| &entrant.own));
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
    fn a_name_comes_before_a_player_and_a_plain_player_has_no_name() {
        for (text, name, player) in [
            ("old=hub:./engine --hash=64", Some("old"), "hub:./engine --hash=64"),
            ("hub:./engine --hash=64", None, "hub:./engine --hash=64"),
            ("My engine 2=net:a=b.safetensors", Some("My engine 2"), "net:a=b.safetensors"),
            ("m=material", Some("m"), "material"),
            ("material where prob-cut-margin=8", None, "material where prob-cut-margin=8"),
            ("x=material where prob-cut-margin=8", Some("x"), "material where prob-cut-margin=8"),
            ("a with b=material", Some("a with b"), "material"),
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
    fn a_player_has_settings_after_it() {
        for (text, player, own) in [
            ("x=material with nodes=50", "material", " with nodes=50"),
            ("hub:./e --a=b with c with dir=d", "hub:./e --a=b with c", " with dir=d"),
            ("reference with book a.book with st=1", "reference with book a.book", " with st=1"),
            ("reference with book a=b.book", "reference with book a=b.book", ""),
        ] {
            let found = entrant(text);
            let parts = (found.player.to_string(), found.own.to_string());
            assert_eq!(parts, (player.to_owned(), own.to_owned()));
            assert_eq!(found.to_string(), text);
        }
        for text in ["material with luck=1", "hub:x with luck=1", "material with dir=x"] {
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
