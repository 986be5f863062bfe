//! Who plays whom in a study.

use toml::Spanned;

use super::super::from_play::BUILT_IN;
use super::super::lab::{ExperimentSize, Learner, Pairing, TrainingPlan};
use super::arms::Arms;
use super::fault::{Misprint, did_you_mean};
use super::file::{MatchEntry, StudyFile};
use crate::arena::tournament::spec::{PlayerSpec, without};

/// # Errors
/// A match without players, a player that nobody knows, or a time that is not one.
pub(super) fn check(file: &StudyFile, arms: &Arms) -> Result<(), Misprint> {
    if let Some(base) = &file.base {
        check_player(base.get_ref(), arms)
            .map_err(|what| Misprint::new(base.span().start, format!("base: {what}")))?;
    }
    for entry in &file.matches {
        let (at, entry) = (entry.span().start, entry.get_ref());
        if entry.round_robin.is_none() && entry.against.is_none() {
            return Err(Misprint::new(
                at,
                "a match without an opponent; add against = \"…\" or round-robin = […]",
            ));
        }
        if entry.time.is_some_and(|time| !(0.001..=3600.0).contains(&time)) {
            return Err(Misprint::new(at, "time is seconds a move, from 0.001 to 3600"));
        }
        let lists = [entry.arms.as_deref(), entry.round_robin.as_deref()];
        let players = lists.into_iter().flatten().flatten();
        let twice = entry
            .arms
            .iter()
            .flatten()
            .find(|arm| entry.against.iter().any(|against| against.list().contains(arm)));
        if let Some(arm) = twice {
            return Err(Misprint::new(
                at,
                format!("{arm} is to play itself; take it out of arms or of against"),
            ));
        }
        for player in players.chain(entry.against.iter().flat_map(|against| against.list())) {
            check_player(player, arms).map_err(|what| Misprint::new(at, what))?;
        }
    }
    check_kind(file)?;
    for group in &file.groups {
        if let Some(arm) = group.arms.iter().find(|arm| arm.get_ref() == group.base.get_ref()) {
            let what = format!("{} is to play itself; take it out of arms", arm.get_ref());
            return Err(Misprint::new(arm.span().start, what));
        }
        for name in group.arms.iter().chain([&group.base]) {
            check_player(name.get_ref(), arms)
                .map_err(|what| Misprint::new(name.span().start, what))?;
        }
    }
    let comparisons = file.comparisons.iter().flat_map(|comparison| {
        let groups = comparison.groups.iter().flat_map(|group| &group.arms);
        groups.chain([&comparison.base])
    });
    for name in comparisons {
        arms.check_name(name.get_ref()).map_err(|what| {
            Misprint::new(name.span().start, format!("a comparison names {what}"))
        })?;
    }
    Ok(())
}

/// # Errors
/// A part of the file that only studies with play have, or only those without.
fn check_kind(file: &StudyFile) -> Result<(), Misprint> {
    let fault = |at: &Spanned<String>, what| Err(Misprint::new(at.span().start, what));
    match (&file.play, file.groups.first(), file.comparisons.first()) {
        (None, Some(group), _) => fault(
            &group.base,
            "[[group]] is for arms that play; write [[comparison]], or add [play]",
        ),
        (Some(_), _, Some(comparison)) => fault(
            &comparison.base,
            "[[comparison]] is for held-out errors, which arms that play do not have; write [[group]]",
        ),
        _ => Ok(()),
    }
}

/// # Errors
/// A name in `init`, `against` or `positions-of` of an arm that plays which nobody has, or arms that need each other.
pub(super) fn check_needs(plan: &TrainingPlan, arms: &Arms) -> Result<(), Misprint> {
    for recipe in &plan.recipes {
        let Learner::Play(arm) = &recipe.settings else { continue };
        let at = |setting, what| Misprint::new(arms.place(&recipe.name, setting), what);
        let settings = &arm.settings;
        let init = ("init", &settings.init);
        let players = settings.against.iter().map(|name| ("against", name)).chain([init]);
        let is_known = |setting: &str, name: &str| {
            BUILT_IN.contains(&name) || setting == "init" && arms.folder.has(name)
        };
        for (setting, name) in players.filter(|(setting, name)| !is_known(setting, name)) {
            check_player(name, arms).map_err(|what| at(setting, what))?;
        }
        if let Some((of, _)) = &arm.positions {
            arms.check_name(of)
                .map_err(|what| at("positions-of", format!("positions-of names {what}")))?;
        }
    }
    plan.stages().map(drop).map_err(|name| {
        let what = format!("arm {name} needs an arm that needs it in turn; take one name away");
        Misprint::new(arms.place(name, "init"), what)
    })
}

/// Whether an arm, a built-in evaluation, a file of weights or another program has this name.
pub(super) fn check_player(player: &str, arms: &Arms) -> Result<(), String> {
    let (net, _) = without(player).map_err(|error| error.to_string())?;
    if arms.names().any(|arm| arm == net) {
        return Ok(());
    }
    let unknown = || {
        let near = did_you_mean(net, arms.names());
        format!("'{net}' is no arm of this study, and no file of weights{near}")
    };
    match player.parse::<PlayerSpec>() {
        Ok(PlayerSpec::Own { net, .. }) if !arms.folder.has(&net) => Err(unknown()),
        Ok(_) => Ok(()),
        Err(error) if net.contains(':') => Err(error.to_string()),
        Err(_) => Err(unknown()),
    }
}

/// All pairings at this size. Without a match in the file every arm plays against the base.
pub(super) fn of(file: &StudyFile, arms: &Arms, base: &str, size: &ExperimentSize) -> Vec<Pairing> {
    let own = file.matches.iter().map(Spanned::get_ref).flat_map(|entry| pairs(entry, arms));
    let groups = file.groups.iter().flat_map(|group| {
        group.arms.iter().map(|arm| Pairing::new(arm.get_ref(), group.base.get_ref()))
    });
    let mut pairings: Vec<Pairing> = groups.chain(own).collect();
    if file.matches.is_empty() && file.groups.is_empty() {
        pairings.extend(others(arms, base).map(|arm| Pairing::new(arm, base)));
    }
    let outside = size.against.iter().flat_map(|program| {
        arms.names().map(move |arm| Pairing::new(arm, program).timed(size.seconds))
    });
    pairings.extend(outside);
    without_repeats(pairings)
}

/// Each match once, whichever player is named first.
fn without_repeats(pairings: Vec<Pairing>) -> Vec<Pairing> {
    let mut kept: Vec<Pairing> = Vec::new();
    for pairing in pairings {
        let Pairing { a, b, seconds } = pairing.clone();
        let reversed = Pairing { a: b, b: a, seconds };
        if !kept.contains(&pairing) && !kept.contains(&reversed) {
            kept.push(pairing);
        }
    }
    kept
}

fn others<'a>(arms: &'a Arms, base: &'a str) -> impl Iterator<Item = &'a str> {
    arms.names().filter(move |name| *name != base)
}

fn pairs(entry: &MatchEntry, arms: &Arms) -> Vec<Pairing> {
    let mut pairs: Vec<Pairing> = Vec::new();
    for opponent in entry.against.iter().flat_map(|against| against.list()) {
        let all = || others(arms, opponent).map(str::to_owned).collect();
        let players: Vec<String> = entry.arms.clone().unwrap_or_else(all);
        pairs.extend(players.iter().map(|player| Pairing::new(player, opponent)));
    }
    let robin = entry.round_robin.iter().flat_map(|players| {
        let places = players.iter().enumerate();
        places.flat_map(|(place, a)| players[..place].iter().map(|b| Pairing::new(a, b)))
    });
    pairs.extend(robin);
    match entry.time {
        Some(seconds) => pairs.into_iter().map(|pair| pair.timed(seconds)).collect(),
        None => pairs,
    }
}
