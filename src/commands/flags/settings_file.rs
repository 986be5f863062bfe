//! A settings file: every setting under the name of its flag, alone or in the table of its kind.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Deserializer};

use crate::files;

type Key<'i> = Spanned<DeString<'i>>;

/// The largest file in bytes; a real one has a few hundred.
const LARGEST: u64 = 1 << 20;
/// Names this alike are taken for slips of the pen, as clap does for flags.
const ALIKE: f64 = 0.8;

/// The names that a file may hold.
pub struct Names {
    /// Long names of all flags that are settings.
    flags: Vec<String>,
    /// Tables that some of them may stand in.
    tables: Vec<(&'static str, Vec<String>)>,
}

impl Names {
    /// The long names of these flags.
    #[must_use]
    pub fn of<A: clap::Args>() -> Names {
        Names { flags: long_names::<A>(), tables: Vec::new() }
    }

    /// These names, some of which may stand in a table, from which they are read.
    #[must_use]
    pub fn with_table<A: clap::Args>(mut self, name: &'static str) -> Names {
        self.tables.push((name, long_names::<A>()));
        self
    }

    /// Reads the file of `--config`: its settings, and its text.
    ///
    /// # Errors
    /// A file that cannot be read or holds something else, with the line.
    pub fn read_file<S: DeserializeOwned>(&self, path: &Path) -> Result<(S, String)> {
        let text = files::read_text_at_most(path, LARGEST)
            .with_context(|| format!("cannot read --config {}", path.display()))?;
        let settings = self.read(&text);
        Ok((settings.with_context(|| format!("in --config {}", path.display()))?, text))
    }

    /// Reads settings.
    ///
    /// # Errors
    /// A name that is none, or stands twice, with its line and the one that may be meant; a value of the wrong kind.
    pub fn read<S: DeserializeOwned>(&self, text: &str) -> Result<S> {
        let root = DeTable::parse(text)?;
        let span = root.span();
        let gathered = self.gather(root.into_inner(), text)?;
        S::deserialize(Deserializer::from(Spanned::new(span, gathered))).map_err(|mut error| {
            error.set_input(Some(text));
            error.into()
        })
    }

    /// Moves every setting that has a table into it.
    fn gather<'i>(&self, root: DeTable<'i>, text: &str) -> Result<DeTable<'i>> {
        let mut plain = DeTable::new();
        let mut tables: Vec<DeTable> = self.tables.iter().map(|_| DeTable::new()).collect();
        for (key, value) in root {
            let named = self.tables.iter().position(|(name, _)| key.get_ref() == name);
            let span = value.span();
            match (named, value.into_inner()) {
                (Some(table), DeValue::Table(entries)) => {
                    for (key, value) in entries {
                        let is_at_home = self.table_of(&key) == Some(table);
                        ensure!(is_at_home, "{}", self.unknown(&key, text));
                        put(&mut tables[table], key, value, text)?;
                    }
                }
                (_, value) => {
                    let is_known = self.flags.iter().any(|name| name == key.get_ref());
                    ensure!(is_known, "{}", self.unknown(&key, text));
                    let home = self.table_of(&key).map_or(&mut plain, |table| &mut tables[table]);
                    let value = Spanned::new(span, value);
                    put(home, key, value, text)?;
                }
            }
        }
        for ((name, _), table) in self.tables.iter().zip(tables) {
            let table = Spanned::new(0..0, DeValue::Table(table));
            plain.insert(Spanned::new(0..0, (*name).into()), table);
        }
        Ok(plain)
    }

    fn table_of(&self, key: &Key) -> Option<usize> {
        let holds = |names: &Vec<String>| names.iter().any(|name| name == key.get_ref());
        self.tables.iter().position(|(_, names)| holds(names))
    }

    /// What to say of a name that stands where none of its kind may.
    fn unknown(&self, key: &Key, text: &str) -> String {
        let (name, place) = (key.get_ref(), place(key, text));
        let likeness = |known: &String| strsim::jaro(name, known);
        let nearest = self.flags.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        match nearest.filter(|known| likeness(known) >= ALIKE) {
            Some(known) if known == name => format!("{place}: {name} belongs above the tables"),
            Some(known) => format!("{place}: there is no setting '{name}'; did you mean {known}?"),
            None => format!(
                "{place}: there is no setting '{name}'; settings have the long names of flags, see --help"
            ),
        }
    }
}

fn long_names<A: clap::Args>() -> Vec<String> {
    let command = A::augment_args(clap::Command::new("settings"));
    command.get_arguments().filter_map(|flag| flag.get_long()).map(String::from).collect()
}

fn put<'i>(
    table: &mut DeTable<'i>,
    key: Key<'i>,
    value: Spanned<DeValue<'i>>,
    text: &str,
) -> Result<()> {
    let (name, place) = (key.get_ref().to_string(), place(&key, text));
    let is_new = table.insert(key, value).is_none();
    ensure!(is_new, "{place}: {name} stands twice; leave one of them out");
    Ok(())
}

fn place(key: &Key, text: &str) -> String {
    format!("line {}", text[..key.span().start].matches('\n').count() + 1)
}
