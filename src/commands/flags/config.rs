//! `--config FILE`: settings in a TOML file; those of the command line have precedence.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::error::{ErrorKind, Result as ClapResult};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use crate::commands::output::console;
use crate::files;
use crate::run::{LARGEST_SETTINGS, Settings, by_name, read_toml, set};

/// Settings from the command line and from the file of `--config`; the command line has precedence.
#[derive(Clone, Debug)]
pub(crate) struct Configured<S> {
    pub settings: S,
    /// The text of the file.
    pub config: Option<String>,
}

impl<S: Settings + Args> Args for Configured<S> {
    fn augment_args(command: Command) -> Command {
        let help = "Settings in a TOML file; flags have precedence";
        let config = Arg::new("config").long("config").value_name("FILE").help(help);
        let command =
            S::augment_args(command.arg(config.value_parser(clap::value_parser!(PathBuf))));
        command.mut_args(with_former_names::<S>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The flag with the names that it had.
fn with_former_names<S: Settings>(arg: Arg) -> Arg {
    let name = arg.get_long().unwrap_or_default().to_owned();
    let former = S::FORMER.iter().copied().flatten().filter(|(_, present)| *present == name);
    arg.aliases(former.map(|(former, _)| *former))
}

impl<S: Settings + Args> FromArgMatches for Configured<S> {
    fn from_arg_matches(matches: &ArgMatches) -> ClapResult<Self> {
        let of_flags = S::from_arg_matches(matches)?;
        let Some(path) = matches.get_one::<PathBuf>("config") else {
            return Ok(Configured { settings: of_flags, config: None });
        };
        let both = read(path).and_then(|(file, text)| {
            let settings = overlaid(file, &of_flags, matches)?;
            Ok(Configured { settings, config: Some(text) })
        });
        both.map_err(|error| {
            clap::Error::raw(ErrorKind::InvalidValue, console::causes(&error) + "\n")
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> ClapResult<()> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The settings of a file with those that the user typed as flags.
fn overlaid<S: Settings>(mut file: S, flags: &S, matches: &ArgMatches) -> Result<S> {
    let flags = by_name(flags);
    let typed = matches
        .ids()
        .map(clap::Id::as_str)
        .filter(|id| matches.value_source(id) == Some(ValueSource::CommandLine));
    for name in typed.map(|id| id.replace('_', "-")) {
        if let Some(value) = flags.get(&name) {
            set(&mut file, &name, value.clone())?;
        }
    }
    Ok(file)
}

/// Reads a file of settings; its settings, and its text.
pub(crate) fn read<S: Settings>(path: &Path) -> Result<(S, String)> {
    let text = files::read_text_at_most(path, LARGEST_SETTINGS)
        .with_context(|| format!("cannot read --config {}", path.display()))?;
    let settings = read_toml(&text);
    Ok((settings.with_context(|| format!("in --config {}", path.display()))?, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{LearnSettings, TrainSettings, names};

    fn read<S: Settings + Args>(words: &[&str]) -> Configured<S> {
        let command = Configured::<S>::augment_args(Command::new("verb").no_binary_name(true));
        let matches = command.try_get_matches_from(words).expect("arguments");
        Configured::from_arg_matches(&matches).expect("settings")
    }

    #[test]
    fn no_flag_means_the_defaults() {
        assert_eq!(read::<LearnSettings>(&[]).settings, LearnSettings::default());
        assert_eq!(read::<TrainSettings>(&[]).settings, TrainSettings::default());
    }

    #[test]
    fn every_setting_has_a_flag_of_its_name_and_every_flag_a_setting() {
        fn flags<S: Args>() -> Vec<String> {
            let command = S::augment_args(Command::new("verb"));
            let long = |arg: &Arg| arg.get_long().map(str::to_owned);
            let mut names: Vec<String> = command.get_arguments().filter_map(long).collect();
            names.sort_unstable();
            names
        }
        assert_eq!(flags::<LearnSettings>(), names::<LearnSettings>());
        assert_eq!(flags::<TrainSettings>(), names::<TrainSettings>());
    }

    #[test]
    fn the_command_line_has_precedence_over_the_file() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let text = "seed = 8\nhidden = 40\nrate = 0.25\nunique = true\nphases = [20]\nepochs = 3\n";
        std::fs::write(file.path(), text).expect("written");
        let path = file.path().to_str().expect("UTF-8");
        let words =
            ["--seed", "7", "--config", path, "--phases", "25,15", "--lr=0.5", "--epochs", "1"];
        let both = read::<LearnSettings>(&words);
        assert_eq!(both.config.as_deref(), Some(text));
        let network = both.settings.hyperparams.network().expect("a network");
        assert_eq!((network.hidden, network.lr), (40, 0.5));
        assert_eq!(network.borders, [25, 15]);
        let checked = both.settings.check(network).expect("in range");
        assert_eq!((checked.seed, checked.epochs, checked.selection.unique), (7, 1, true));
    }

    #[test]
    fn a_flag_may_have_its_former_name() {
        let old = ["--net", "nn1", "--rate", "0.25", "--fall", "0.5"];
        let new = ["--model", "nn1", "--lr", "0.25", "--lr-final", "0.5"];
        assert_eq!(read::<LearnSettings>(&old).settings, read::<LearnSettings>(&new).settings);
        let old = ["--tt", "8", "--measure", "0"];
        let new = ["--hash", "8", "--eval-every", "0"];
        assert_eq!(read::<TrainSettings>(&old).settings, read::<TrainSettings>(&new).settings);
    }
}
