//! `--config FILE`: a TOML file whose settings become arguments before those of the command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::error::{ErrorKind, Result as ClapResult};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::commands::output::console;
use crate::files;

type Key<'i> = Spanned<DeString<'i>>;
type Value<'i> = Spanned<DeValue<'i>>;

/// The largest file in bytes; a real one has a few hundred.
const LARGEST: u64 = 1 << 20;
/// Jaro similarity from which an unknown name counts as a misspelt one; clap's own bound is 0.7.
const SIMILAR: f64 = 0.8;

/// The tables that a file may hold, with the clap group of the flags in each.
const TABLES: [(&str, &str); 4] = [
    ("filter", "FilterFlags"),
    ("selection", "GameFlags"),
    ("patterns", "PatternFlags"),
    ("separated", "SeparatedFlags"),
];

/// Settings from the command line and from the file of `--config`; the command line has precedence.
#[derive(Clone, Debug)]
pub(crate) struct Configured<S> {
    pub settings: S,
    pub config: Option<String>,
}

impl<S: Args> Configured<S> {
    /// The settings of the text of a file.
    pub(crate) fn parse(text: &str) -> Result<Configured<S>> {
        Ok(Configured { settings: parse(text)?, config: Some(text.to_owned()) })
    }
}

impl<S: Args> Args for Configured<S> {
    fn augment_args(command: Command) -> Command {
        let help = "Settings in a TOML file; flags have precedence";
        let config = Arg::new("config").long("config").value_name("FILE").help(help);
        S::augment_args(command.arg(config.value_parser(clap::value_parser!(PathBuf))))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<S: Args> FromArgMatches for Configured<S> {
    fn from_arg_matches(matches: &ArgMatches) -> ClapResult<Self> {
        let Some(path) = matches.get_one::<PathBuf>("config") else {
            return Ok(Configured { settings: S::from_arg_matches(matches)?, config: None });
        };
        let failed =
            |error| clap::Error::raw(ErrorKind::InvalidValue, console::causes(&error) + "\n");
        let (file, text) = File::read::<S>(path).map_err(failed)?;
        let command = settings::<S>();
        let given = |arg: &&Arg| {
            matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
        };
        let (user, silent): (Vec<&Arg>, Vec<&Arg>) = command.get_arguments().partition(given);
        let of_file =
            file.0.into_iter().filter(|(id, _)| silent.iter().any(|arg| arg.get_id() == id));
        let of_user = user.iter().flat_map(|arg| typed(arg, matches));
        let arguments: Vec<_> =
            of_file.flat_map(|(_, arguments)| arguments).chain(of_user).collect();
        let settings = S::from_arg_matches(&settings::<S>().try_get_matches_from(arguments)?)?;
        Ok(Configured { settings, config: Some(text) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> ClapResult<()> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Reads a file of settings alone; its settings, and its text.
pub(crate) fn read<S: Args>(path: &Path) -> Result<(S, String)> {
    let (file, text) = File::read::<S>(path)?;
    Ok((file.settings()?, text))
}

/// Reads the settings of a text.
pub(crate) fn parse<S: Args>(text: &str) -> Result<S> {
    File::parse::<S>(text)?.settings()
}

/// The arguments of each setting of a file, by the id of its flag.
struct File(Vec<(clap::Id, Vec<OsString>)>);

impl File {
    fn read<S: Args>(path: &Path) -> Result<(File, String)> {
        let text = files::read_text_at_most(path, LARGEST)
            .with_context(|| format!("cannot read --config {}", path.display()))?;
        let file = File::parse::<S>(&text);
        Ok((file.with_context(|| format!("in --config {}", path.display()))?, text))
    }

    fn parse<S: Args>(text: &str) -> Result<File> {
        let mut reader = Reader { command: settings::<S>(), text, file: File(Vec::new()) };
        let table = DeTable::parse(text)
            .map_err(|error| anyhow!("{error}Write text values in quotes: net = \"nn4\""))?;
        for (key, value) in table.into_inner() {
            let table = TABLES.iter().find(|(name, _)| key.get_ref() == name);
            match (table, value.get_ref()) {
                (Some((_, group)), DeValue::Table(entries)) => {
                    entries.iter().try_for_each(|(key, value)| reader.add(key, value, Some(group)))
                }
                _ => reader.add(&key, &value, None),
            }?;
        }
        Ok(reader.file)
    }

    fn settings<S: Args>(self) -> Result<S> {
        let arguments = self.0.into_iter().flat_map(|(_, arguments)| arguments);
        Ok(S::from_arg_matches(&settings::<S>().try_get_matches_from(arguments)?)?)
    }
}

/// Turns the settings of a text into arguments.
struct Reader<'a> {
    command: Command,
    text: &'a str,
    file: File,
}

impl Reader<'_> {
    /// Adds a setting, which stands alone or in the table of a group.
    fn add(&mut self, key: &Key, value: &Value, group: Option<&str>) -> Result<()> {
        let place = format!("line {}", line(self.text, key.span().start));
        let Some(arg) = self.flag(key.get_ref(), group) else {
            bail!("{place}: {}", self.unknown(key.get_ref()));
        };
        let id = arg.get_id().clone();
        let is_new = self.file.0.iter().all(|(other, _)| *other != id);
        ensure!(is_new, "{place}: {} stands twice; leave one of them out", key.get_ref());
        let arguments = arguments(arg, value.get_ref());
        let arguments = arguments.and_then(|arguments| self.check(arguments));
        let arguments =
            arguments.map_err(|error| anyhow!("{}: {error:#}", self.place(value.span().start)))?;
        self.file.0.push((id, arguments));
        Ok(())
    }

    fn flag(&self, name: &str, group: Option<&str>) -> Option<&Arg> {
        let group = group.map(|id| self.command.get_groups().find(|group| group.get_id() == id));
        let arg = self.command.get_arguments().find(|arg| names(arg).any(|known| known == name))?;
        let is_member = |group: Option<&clap::ArgGroup>| {
            group.is_some_and(|group| group.get_args().any(|id| id == arg.get_id()))
        };
        group.is_none_or(is_member).then_some(arg)
    }

    /// Fails unless the flag takes these arguments.
    fn check(&self, arguments: Vec<OsString>) -> Result<Vec<OsString>> {
        match self.command.clone().try_get_matches_from(&arguments) {
            Ok(_) => Ok(arguments),
            Err(error) => {
                let text = error.to_string();
                let text = text.split("\n\n").next().unwrap_or_default();
                let words = text.trim_start_matches("error: ").split_whitespace();
                bail!("{}", words.collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// The error text for a name that no setting has at its place.
    fn unknown(&self, name: &str) -> String {
        let known = self.command.get_arguments().flat_map(names);
        let likeness = |known: &str| strsim::jaro(name, known);
        let nearest = known.max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        match nearest.filter(|known| likeness(known) >= SIMILAR) {
            Some(known) if known == name => format!("{name} belongs above the tables"),
            Some(known) => format!("there is no setting '{name}'; did you mean {known}?"),
            None => format!(
                "there is no setting '{name}'; settings have the long names of flags, see --help"
            ),
        }
    }

    fn place(&self, offset: usize) -> String {
        let start = self.text[..offset].rfind('\n').map_or(0, |end| end + 1);
        let column = self.text[start..offset].chars().count() + 1;
        format!("line {}, column {column}", line(self.text, offset))
    }
}

/// The command that takes settings and nothing else.
fn settings<S: Args>() -> Command {
    S::augment_args(Command::new("settings").no_binary_name(true).disable_help_flag(true))
}

/// The long name of a flag and its aliases.
fn names(arg: &Arg) -> impl Iterator<Item = &str> {
    arg.get_long().into_iter().chain(arg.get_all_aliases().unwrap_or_default())
}

/// The arguments that give a flag this value.
fn arguments(arg: &Arg, value: &DeValue) -> Result<Vec<OsString>> {
    let name = arg.get_long().context("a setting without a name")?;
    let is_switch = !arg.get_action().takes_values();
    Ok(match value {
        DeValue::Boolean(is_on) if is_switch => {
            is_on.then(|| format!("--{name}").into()).into_iter().collect()
        }
        _ if is_switch => bail!("{name} is true or false"),
        DeValue::Array(values) if values.is_empty() => {
            ensure!(arg.get_default_values().is_empty(), "an empty list is no value of {name}");
            Vec::new()
        }
        DeValue::Array(values) => values
            .iter()
            .map(|value| Ok(format!("--{name}={}", text_of(value.get_ref())?).into()))
            .collect::<Result<_>>()?,
        value => vec![format!("--{name}={}", text_of(value)?).into()],
    })
}

/// A value as the command line has it.
fn text_of(value: &DeValue) -> Result<String> {
    Ok(match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix())?.to_string()
        }
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Boolean(is_on) => is_on.to_string(),
        DeValue::Datetime(time) => time.to_string(),
        DeValue::Array(_) | DeValue::Table(_) => bail!("a list or a table is no value here"),
    })
}

/// The arguments that the user typed for a flag.
fn typed(arg: &Arg, matches: &ArgMatches) -> Vec<OsString> {
    let name = arg.get_long().unwrap_or_default();
    if !arg.get_action().takes_values() {
        return vec![format!("--{name}").into()];
    }
    let values = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
    let prefix = OsString::from(format!("--{name}="));
    values.map(|value| [prefix.as_os_str(), value].into_iter().collect()).collect()
}

fn line(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::super::learn::LearnFlags;
    use super::super::train::TrainFlags;
    use super::*;

    #[test]
    fn a_text_without_quotes_is_answered_by_the_remedy() {
        let refused = parse::<LearnFlags>("net = nn4\n").expect_err("no quotes").to_string();
        assert!(refused.contains("line 1") && refused.ends_with("net = \"nn4\""), "{refused}");
    }

    #[test]
    fn settings_of_earlier_releases_mean_the_same() {
        let learn = |text: &str| format!("{:?}", parse::<LearnFlags>(text).expect("settings"));
        let old =
            "rate = 0.25\nbeta-rate = 0.5\ndecay = 0.5\nfall = 1\nwithout = [\"raw\", \"kings\"]
targets = \"scores\"\nhidden-method = \"plain\"\nhidden-rate = 0.1\npatience = 3.5
[patterns]\nwindows = \"own.toml\"\nsquash = \"linear\"\nrest-rate = 0.01
[separated]\napart = [1, 2, 3]\n[filter]\nwindow = 4\n[selection]\nunique = true\n";
        let new = "lr = 0.25\nbeta-lr = 0.5\nlr-decay = 0.5\nlr-final = 1.0
drop-inputs = [\"raw\", \"kings\"]\ntarget-source = \"scores\"\nhidden-optimizer = \"sgd\"
hidden-lr = 0.1\nsilence = 3.5\npattern-file = \"own.toml\"\noutput-activation = \"linear\"
rest-lr = 0.01\nfeature-layers = [1, 2, 3]\nwindow = 4\nunique = true\n";
        assert_eq!(learn(old), learn(new));
        assert_ne!(learn(old), learn(""));
        let train = |text: &str| format!("{:?}", parse::<TrainFlags>(text).expect("settings"));
        let old =
            "rule = \"td\"\nstart = \"random\"\nblunders = \"rule\"\nlast = \"losses\"\ntt = 8
optimiser = \"plain\"\nupdate = 4\nplies = 12\nmeasure = 0\nmeasure-games = 20\nfall = 0.1\n";
        let new = "algorithm = \"td\"\ninit = \"random\"\nunearned-gains = \"rule\"\nhash = 8
terminal-update = \"losses\"\noptimizer = \"sgd\"\nbatch-games = 4\nmax-plies = 12
eval-every = 0\neval-games = 20\nlr-final = 0.1\n";
        assert_eq!(train(old), train(new));
        assert_ne!(train(old), train(""));
    }
}
