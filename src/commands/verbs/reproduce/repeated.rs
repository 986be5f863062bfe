//! The command that repeats an experiment: what changes no figure is left out of it, and so are folders.

use std::path::{Path, PathBuf};

use crate::commands::run_folder::{RunFolderFlags, shell_word};

/// A command that grows by what is given.
#[derive(Clone, Debug)]
pub(super) struct Repeated(String);

impl Repeated {
    /// Of an experiment by its name.
    pub(super) fn of(experiment: &str) -> Repeated {
        Repeated(format!("draughts-td reproduce {experiment}"))
    }

    /// With these files; of many the first and the last are named.
    pub(super) fn files(self, files: &[PathBuf]) -> Repeated {
        let name = |file: &PathBuf| shell_word(&name(file));
        if files.is_empty() {
            return self;
        }
        self.then(match files {
            [first, _, _, .., last] => format!("{} … {}", name(first), name(last)),
            _ => files.iter().map(name).collect::<Vec<_>>().join(" "),
        })
    }

    /// With a flag and its value, if there is one.
    pub(super) fn flag(self, flag: &str, value: Option<impl ToString>) -> Repeated {
        match value {
            Some(value) => self.then(format!("--{flag} {}", shell_word(&value.to_string()))),
            None => self,
        }
    }

    /// With these flags, as they are written.
    pub(super) fn flags(self, flags: impl ToString) -> Repeated {
        let flags = flags.to_string();
        if flags.is_empty() { self } else { self.then(flags) }
    }

    /// With a flag and the name of a file or folder, if there is one.
    pub(super) fn path(self, flag: &str, path: Option<&Path>) -> Repeated {
        self.flag(flag, path.map(name))
    }

    /// With a seed of its own, if it is not the first.
    pub(super) fn seed(self, place: &RunFolderFlags) -> Repeated {
        self.flag("seed", (place.seed != 1).then_some(place.seed))
    }

    /// The command, in its small size if that was asked for.
    pub(super) fn sized(self, place: &RunFolderFlags) -> String {
        if place.quick { self.then("--quick".into()).0 } else { self.0 }
    }

    fn then(self, words: String) -> Repeated {
        Repeated(format!("{} {words}", self.0))
    }
}

/// A file or folder without the folders around it.
pub(super) fn name(path: &(impl AsRef<Path> + ?Sized)) -> String {
    let path = path.as_ref();
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_what_is_not_given_are_left_out_and_words_are_quoted() {
        let files = ["a/1.pdn", "b/2.pdn", "3.pdn", "4.pdn"].map(PathBuf::from);
        let command = Repeated::of("knightcap").files(&files).flag("games", None::<u64>);
        let command = command.path("suite", Some(Path::new("x y/s t.epd"))).flag("nodes", Some(5));
        assert_eq!(
            command.0,
            "draughts-td reproduce knightcap 1.pdn … 4.pdn --suite 's t.epd' --nodes 5"
        );
        assert!(Repeated::of("x").files(&files[..2]).0.ends_with("x 1.pdn 2.pdn"));
    }
}
