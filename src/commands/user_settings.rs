//! The user's settings file: other defaults for the flags of the engine that plays, analyses and answers.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{env, fs, io};

use anyhow::{Context, Error, Result, anyhow};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use etcetera::base_strategy::{BaseStrategy, choose_base_strategy};
use serde::Deserialize;

use super::flags::parsed::{read_hash, read_language};
use super::output::console;
use crate::arena::tournament::spec::PlayerSpec;
use crate::commands::args::threads::Threads;
use crate::files;

/// Names another file; empty for no file.
const VARIABLE: &str = "DRAUGHTS_TD_CONFIG";

/// The largest file in bytes; a real one has some hundred.
const LARGEST: u64 = 1 << 20;

/// The verbs whose defaults the file sets, with the flags of each: never a verb that measures or learns.
const VERBS: [(&str, &[&str]); 9] = [
    ("play", &["hash", "threads", "endgame", "net"]),
    ("board", &["hash", "threads", "endgame", "net", "language"]),
    ("analyse", &["hash", "threads", "endgame", "net"]),
    ("eval", &["endgame", "net"]),
    ("hub", &["hash", "threads", "endgame", "net"]),
    ("dxp", &["hash", "threads", "endgame", "net"]),
    ("diagram", &["language"]),
    ("report", &["language"]),
    ("compare", &["language"]),
];

/// The settings, by the names of the flags.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct UserSettings {
    hash: Option<u64>,
    threads: Option<u64>,
    endgame: Option<String>,
    net: Option<String>,
    language: Option<String>,
    #[serde(skip)]
    file: Option<PathBuf>,
}

static SETTINGS: Mutex<Option<UserSettings>> = Mutex::new(None);

fn settings() -> MutexGuard<'static, Option<UserSettings>> {
    SETTINGS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads the file of the user, if there is one.
///
/// # Errors
/// A file that cannot be read, with its place.
pub(crate) fn load() -> Result<()> {
    *settings() = None;
    let Some(file) = path() else { return Ok(()) };
    let text = match files::read_text_at_most(&file, LARGEST) {
        Err(error)
            if error.kind() == io::ErrorKind::NotFound && env::var_os(VARIABLE).is_none() =>
        {
            return Ok(());
        }
        text => {
            text.with_context(|| format!("cannot read the settings file {}", file.display()))?
        }
    };
    let read = UserSettings::read(&text).with_context(|| format!("in {}", file.display()))?;
    *settings() = Some(UserSettings { file: Some(file), ..read });
    Ok(())
}

fn path() -> Option<PathBuf> {
    if let Some(named) = env::var_os(VARIABLE) {
        return Some(PathBuf::from(named)).filter(|path| !path.as_os_str().is_empty());
    }
    let user = choose_base_strategy().ok()?;
    Some(user.config_dir().join("draughts-td").join("config.toml"))
}

/// With `--verbose`, names the file whose settings are in force.
pub(crate) fn name() {
    if let Some(file) = settings().as_ref().and_then(|settings| settings.file.as_ref()) {
        console::detail(format_args!("settings of {}", file.display()));
    }
}

/// Fails if the network that the file names is in force and cannot be read.
pub(crate) fn check(matches: &ArgMatches) -> Result<()> {
    let settings = settings();
    let Some(UserSettings { net: Some(net), file: Some(file), .. }) = &*settings else {
        return Ok(());
    };
    let value = matches.try_get_raw("net").ok().flatten().and_then(|mut values| values.next());
    let is_default = || matches.value_source("net") == Some(ValueSource::DefaultValue);
    if value != Some(OsStr::new(net)) || !is_default() {
        return Ok(());
    }
    let context =
        |path: &Path| format!("in {}: net: cannot read {}", file.display(), path.display());
    let files = PlayerSpec::own(net).files();
    files.iter().try_for_each(|path| fs::metadata(path).map(drop).with_context(|| context(path)))
}

/// The command with the defaults of the file.
pub(crate) fn applied(command: Command) -> Command {
    let settings = settings();
    let Some(settings) = &*settings else { return command };
    let Some((_, flags)) = VERBS.iter().find(|(verb, _)| *verb == command.get_name()) else {
        return command;
    };
    flags.iter().fold(command, |command, flag| match settings.value(flag) {
        Some(value) => with_default(command, flag, &value),
        None => command,
    })
}

/// The command and those below it, with this default of a flag.
fn with_default(command: Command, flag: &str, value: &str) -> Command {
    let has_it = command.get_arguments().any(|arg| arg.get_id() == flag);
    let value_of = value.to_owned();
    let command = match has_it {
        true => command.mut_arg(flag, |arg| arg.default_value(value_of)),
        false => command,
    };
    command.mut_subcommands(|below| with_default(below, flag, value))
}

impl UserSettings {
    fn read(text: &str) -> Result<UserSettings> {
        let read: UserSettings = toml::from_str(text).map_err(|error| {
            anyhow!("{error}The settings are hash, threads, endgame, net and language; text is in quotes")
        })?;
        read.check().map(|()| read)
    }

    /// Fails with the name of the first setting that its flag would refuse.
    fn check(&self) -> Result<()> {
        let refused =
            |name: &'static str| move |fault: String| Error::msg(format!("{name}: {fault}"));
        if let Some(hash) = self.hash {
            read_hash(&hash.to_string()).map_err(refused("hash"))?;
        }
        if let Some(threads) = self.threads {
            Threads::try_from(threads).map_err(refused("threads"))?;
        }
        for (name, text) in [("endgame", &self.endgame), ("net", &self.net)] {
            if text.as_deref() == Some("") {
                return Err(refused(name)("the text is empty; leave the setting out".into()));
            }
        }
        if let Some(language) = &self.language {
            read_language(language).map_err(refused("language"))?;
        }
        Ok(())
    }

    fn value(&self, flag: &str) -> Option<String> {
        match flag {
            "hash" => self.hash.map(|hash| hash.to_string()),
            "threads" => self.threads.map(|threads| threads.to_string()),
            "endgame" => self.endgame.clone(),
            "net" => self.net.clone(),
            "language" => self.language.clone(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_the_setting_and_its_range() {
        let fault = |text: &str| format!("{:#}", UserSettings::read(text).expect_err(text));
        assert!(fault("hash = 0").contains("hash: give MiB from 1"));
        assert!(fault("threads = 0").contains("threads: "));
        assert!(fault("language = \"it\"").contains("en, nl, fr, de, pt, ru"));
        let unknown = fault("hash = 64\nthread = 2");
        assert!(unknown.contains("line 2") && unknown.contains("thread"), "{unknown}");
        assert!(fault("net = nn4").contains("text is in quotes"));
        let read = UserSettings::read("hash = 128\nendgame = \"auto\"").expect("settings");
        assert_eq!(
            (read.value("hash"), read.value("endgame")),
            (Some("128".into()), Some("auto".into()))
        );
        assert_eq!(read.value("net"), None);
    }
}
