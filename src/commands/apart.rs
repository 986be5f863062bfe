//! A file that a command writes is no other file of its command line: one of two outputs would be lost, or an input.

use std::any::TypeId;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use super::args::inputs::is_stream;
use crate::arena::tournament::roster::Entrant;
use crate::files;
use crate::run::WRITTEN;

/// What verbs write beside an output ends with these after its name.
const BESIDE: [&str; 3] = [".state.jsonl", ".state.json", ".checkpoint"];

/// With these flags the default of an output is not what is written.
const INSTEAD: [&str; 2] = ["folder", "config"];

/// A file that the command line names.
struct Named {
    flag: String,
    path: PathBuf,
    is_written: bool,
}

/// Fails if a flag of a verb names a file that another one writes.
pub(crate) fn check(command: &Command, matches: &ArgMatches) -> Result<()> {
    let named: Vec<Named> =
        command.get_arguments().flat_map(|arg| files_of(arg, matches)).collect();
    for (index, written) in named.iter().enumerate().filter(|(_, file)| file.is_written) {
        let files = written.files();
        let mut others = named.iter().enumerate().filter(|(other, _)| *other != index);
        let Some((_, lost)) = others.find(|(_, other)| files.contains(&files::real(&other.path)))
        else {
            continue;
        };
        let (flag, path) = (&lost.flag, lost.path.display());
        if lost.is_written {
            bail!("{flag} {path} is a file of {} too; name another", written.flag);
        }
        bail!("{} would overwrite {path}, which is to be read; name another", written.flag);
    }
    Ok(())
}

impl Named {
    /// The file, and those beside it.
    fn files(&self) -> Vec<PathBuf> {
        let real = files::real(&self.path);
        let beside = BESIDE.map(|ending| {
            let mut name = real.clone().into_os_string();
            name.push(ending);
            name.into()
        });
        beside.into_iter().chain([real]).collect()
    }
}

/// The files that the values of a flag name. Pipes, devices and folders lose nothing.
fn files_of(arg: &Arg, matches: &ArgMatches) -> Vec<Named> {
    let id = arg.get_id().as_str();
    let is_written = arg.get_value_hint() == WRITTEN;
    let is_given = |id: &&str| {
        let source = matches.try_contains_id(id).is_ok().then(|| matches.value_source(id));
        source.flatten().is_some_and(|source| source != ValueSource::DefaultValue)
    };
    if is_written && !is_given(&id) && INSTEAD.iter().any(is_given) {
        return Vec::new();
    }
    let values = matches.try_get_raw(id).ok().flatten().into_iter().flatten();
    let paths = values.flat_map(|value| paths_in(arg, value));
    let paths = paths.filter(|path| !is_stream(path));
    paths.map(|path| Named { flag: name(arg), path, is_written }).collect()
}

fn paths_in(arg: &Arg, value: &OsStr) -> Vec<PathBuf> {
    let is_named = |word| {
        arg.get_value_names().is_some_and(|names| names.iter().any(|name| name.contains(word)))
    };
    if arg.get_value_parser().type_id() == TypeId::of::<PathBuf>() || is_named("FILE") {
        return vec![Path::new(value).into()];
    }
    let player = || value.to_str()?.parse::<Entrant>().ok();
    if is_named("PLAYER") {
        return player().map(|entrant| entrant.player.files()).unwrap_or_default();
    }
    Vec::new()
}

fn name(arg: &Arg) -> String {
    match (arg.get_short(), arg.get_long()) {
        (Some(short), _) => format!("-{short}"),
        (None, Some(long)) => format!("--{long}"),
        (None, None) => arg.get_id().to_string(),
    }
}
