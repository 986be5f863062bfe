//! The names of the players, fixed once before the first game, and the parameters that are for them.

use std::path::Path;

use serde_json::Value;

use super::match_log::state_path;
use super::roster::{Entrant, HubParam, LONGEST, distinct};
use super::settings::Tournament;
use super::spec::PlayerSpec;
use super::state::read_settings;
use crate::error::PlayError;
use crate::escape::Escaped;
use crate::hub::child::EngineCommand;
use crate::hub::process::{EngineIdentity, HubProcess, PONDER};
use crate::jobs::folder::BlockFolder;
use crate::play::player::{Fault, Player};
use crate::player::StopFlag;

impl Tournament {
    /// Fixes the names of the players. Names that the user gives come first. A tournament that has begun keeps the names it began
    /// with, which its files hold. Otherwise a Hub engine is started once and asked for its name, and its parameters are
    /// compared with those that it is to get. `None` if the user interrupts that.
    pub fn settle(
        mut self,
        entrants: &[Entrant],
        folder: Option<&Path>,
        stop: &StopFlag,
    ) -> Result<Option<Tournament>, PlayError> {
        let has_hub = self.players.iter().any(|player| matches!(player, PlayerSpec::Hub(_)));
        let begun = self.begun(folder)?;
        if let Some(settings) = &begun {
            self.roster.stored = stored(settings, "players").unwrap_or_default();
            // Without Hub engines only the user gives names; leaving them out is a difference.
            let names =
                stored(settings, "names").filter(|_| has_hub || self.roster.names.is_some());
            if let Some(names) = names.filter(|names| names.len() == self.players.len()) {
                self.roster.names = Some(distinct(entrants, names));
            }
        }
        if !has_hub || begun.is_some() {
            return self.checked(None).map(Some);
        }
        let Some(known) = self.introductions(stop)? else { return Ok(None) };
        self.roster.names = Some(distinct(entrants, own_names(entrants, &known)));
        self.checked(Some(&known)).map(Some)
    }

    /// The settings of a tournament that has begun.
    fn begun(&self, folder: Option<&Path>) -> Result<Option<Value>, PlayError> {
        Ok(match (&self.pdn, folder) {
            (Some(pdn), _) => read_settings(&state_path(pdn))?,
            (None, Some(folder)) => {
                let folder = BlockFolder::read(folder).ok();
                folder.map(|folder| folder.manifest().settings["match"].clone())
            }
            (None, None) => None,
        })
    }

    /// The introduction of each Hub engine; `None` if the user interrupts.
    fn introductions(
        &self,
        stop: &StopFlag,
    ) -> Result<Option<Vec<Option<EngineIdentity>>>, PlayError> {
        let mut known: Vec<Option<EngineIdentity>> = Vec::new();
        for player in &self.players {
            let dir = self.roster.dir(known.len());
            let is_same =
                |&other: &usize| self.players[other] == *player && self.roster.dir(other) == dir;
            let earlier = (0..known.len()).find(is_same);
            let introduction = match (player, earlier) {
                (_, Some(earlier)) => known[earlier].clone(),
                (PlayerSpec::Hub(command), None) => {
                    let command = EngineCommand { line: command.clone(), dir: dir.cloned() };
                    match HubProcess::identify(&command, self.player_config.start_timeout, stop) {
                        Ok(introduction) => Some(introduction),
                        Err(Fault::Interrupted) => return Ok(None),
                        Err(fault) => {
                            let (player, reason) = (player.to_string(), fault.to_string());
                            return Err(PlayError::Unintroduced { player, reason });
                        }
                    }
                }
                _ => None,
            };
            known.push(introduction);
        }
        Ok(Some(known))
    }

    /// Fails if a parameter is for no player, as far as engines declare theirs.
    fn checked(self, known: Option<&[Option<EngineIdentity>]>) -> Result<Tournament, PlayError> {
        let fault = |param: &str, reason: String| {
            PlayError::Settings(format!("--hub-param {param}: {reason}"))
        };
        for HubParam { player, name, .. } in &self.roster.params {
            let player = player.as_deref().unwrap_or_default();
            let checked = self.check_own(player, name, known);
            checked.map_err(|reason| fault(&format!("{player}:{name}"), reason))?;
        }
        let engines: Vec<&EngineIdentity> = known.into_iter().flatten().flatten().collect();
        for (name, _) in &self.player_config.hub_params {
            check_common(name, &engines).map_err(|reason| fault(name, reason))?;
        }
        Ok(self)
    }

    fn check_own(
        &self,
        player: &str,
        param: &str,
        known: Option<&[Option<EngineIdentity>]>,
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

    /// A player of this tournament, ready for its first game.
    pub(super) fn open(&self, player: usize) -> Result<Box<dyn Player>, PlayError> {
        let name = &self.names()[player];
        let own = self.roster.params.iter().filter(|param| param.player.as_ref() == Some(name));
        let mut player_config = self.player_config.clone();
        player_config.dir = self.roster.dir(player).cloned();
        if self.conditions.ponder {
            player_config.hub_params.push((PONDER.into(), "true".into()));
        }
        player_config.hub_params.extend(own.map(|param| (param.name.clone(), param.value.clone())));
        self.players[player].open_as(name, &player_config)
    }
}

/// A list of texts among stored settings.
fn stored(settings: &Value, name: &str) -> Option<Vec<String>> {
    serde_json::from_value(settings[name].clone()).ok()
}

/// Fails if none of these engines declares the parameter; those of version 1, which declare none, may have it.
fn check_common(param: &str, engines: &[&EngineIdentity]) -> Result<(), String> {
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

fn declared(engine: &EngineIdentity) -> Option<Vec<&str>> {
    let params = engine.params.as_ref()?;
    Some(params.iter().map(|param| param.name.as_str()).collect())
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// A name of an engine as one of a player: on one line, harmless, and not too long.
fn named(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    Escaped(words.join(" ")).to_string().chars().take(LONGEST).collect()
}

/// The name that each engine gives itself, with its version where another one has the same name; others as they are written.
fn own_names(entrants: &[Entrant], known: &[Option<EngineIdentity>]) -> Vec<String> {
    let name = |(entrant, engine): (&Entrant, &Option<EngineIdentity>)| match engine {
        Some(engine) if !engine.name.trim().is_empty() => {
            let is_alike = |other: &EngineIdentity| {
                other.name == engine.name && other.version != engine.version
            };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_named_where_engines_have_one_name() {
        let engine = |version: &str| {
            let version = Some(version.to_owned());
            Some(EngineIdentity { name: "rnd".into(), version, params: None })
        };
        let entrants: [Entrant; 2] = ["hub:a", "hub:b"].map(|text| text.parse().expect("a player"));
        assert_eq!(own_names(&entrants, &[engine("1"), engine("2")]), ["rnd 1", "rnd 2"]);
        assert_eq!(own_names(&entrants, &[engine("1"), engine("1")]), ["rnd", "rnd"]);
        assert_eq!(own_names(&entrants, &[engine("1"), None]), ["rnd", "b"]);
    }
}
