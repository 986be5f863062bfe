//! Errors name settings as their flags are spelled: every flag that takes a number is given values out of its range.

use anyhow::{Error, Result};
use clap::{Args, Command, ValueEnum};

use super::config;
use super::learn::LearnFlags;
use super::model::Net;
use super::train::TrainFlags;
use crate::models::{KINDS, SettingError};
use crate::selfplay::SelfPlayError;

/// Values that some setting or other does not take.
const WRONG: [&str; 4] = ["-1", "0", "nan", "5000000"];
/// The kind of model is set apart; a folder of tables would be made.
const NOT_TRIED: [&str; 2] = ["net", "endgame"];
const NETS: [&str; 4] = ["nn4", "patterns", "nnue", "separated"];

/// The long names of the flags of these settings.
fn flags<S: Args>() -> Vec<String> {
    let command = S::augment_args(Command::new("settings"));
    command.get_arguments().filter_map(|arg| arg.get_long().map(str::to_owned)).collect()
}

fn learn(text: &str, net: &str) -> Result<()> {
    let flags: LearnFlags = config::parse(text)?;
    match net {
        "patterns" => flags.patterns().and_then(|model| flags.check(model).map(drop)),
        "nnue" => flags.nnue().and_then(|model| flags.check(model).map(drop)),
        "separated" => flags.separated().and_then(|model| flags.check(model).map(drop)),
        _ => flags.network().and_then(|model| flags.check(model).map(drop)),
    }
}

fn train(text: &str, _net: &str) -> Result<()> {
    let flags: TrainFlags = config::parse(text)?;
    flags.self_play(&flags.job()?).map(drop)
}

/// The setting that an error names.
fn named(error: &Error) -> Option<&'static str> {
    let of_self_play = error.downcast_ref::<SelfPlayError>().and_then(|error| match error {
        SelfPlayError::Setting(error) => Some(error),
        _ => None,
    });
    error.downcast_ref::<SettingError>().or(of_self_play).map(|error| error.name)
}

/// All settings that errors name when each flag is given wrong values.
fn named_by<S: Args>(nets: &[&str], check: fn(&str, &str) -> Result<()>) -> Vec<&'static str> {
    let mut names = Vec::new();
    for flag in flags::<S>().iter().filter(|flag| !NOT_TRIED.contains(&flag.as_str())) {
        for (net, wrong) in nets.iter().flat_map(|net| WRONG.map(|wrong| (net, wrong))) {
            let error = check(&format!("net = \"{net}\"\n{flag} = {wrong}"), net).err();
            names.extend(error.as_ref().and_then(named));
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn the_kinds_that_an_error_knows_are_those_of_net() {
    let names = Net::value_variants().iter().filter_map(Net::to_possible_value);
    assert!(names.map(|name| name.get_name().to_owned()).eq(KINDS), "{KINDS:?}");
}

#[test]
fn every_setting_that_an_error_names_is_a_flag() {
    let (of_learn, of_train) =
        (named_by::<LearnFlags>(&NETS, learn), named_by::<TrainFlags>(&NETS[1..2], train));
    for name in &of_learn {
        assert!(flags::<LearnFlags>().iter().any(|flag| flag == name), "learn has no --{name}");
    }
    for name in &of_train {
        assert!(flags::<TrainFlags>().iter().any(|flag| flag == name), "train has no --{name}");
    }
    // The test reaches the checks: settings that were once called rate, beta-rate, fall, apart, update.
    let expected = ["beta-lr", "feature-layers", "hidden-lr", "lr", "lr-final", "rest-lr"];
    assert!(expected.iter().all(|name| of_learn.contains(name)), "{of_learn:?}");
    let expected = ["batch-games", "lr-final", "max-plies", "past-every"];
    assert!(expected.iter().all(|name| of_train.contains(name)), "{of_train:?}");
}
