//! The games of a database, and whether a new game is one of them: the same game, perhaps with other tags, comments or variations.

use std::collections::BTreeSet;
use std::collections::hash_map::{Entry, HashMap};

use super::database::Database;
use super::group::EqualGames;
use super::version::{Texts, Version};
use crate::error::Result;

/// Groups of games that are kept in memory.
const KEPT: usize = 1 << 16;

/// What two games must have in common to be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Basis {
    /// Start and moves, by their hash.
    Moves(i64),
    /// The whole header: neither has moves.
    Header,
}

impl Basis {
    /// That of a game. A position without moves is never the same game as another.
    pub(super) fn of(hash: Option<i64>, start: Option<&str>) -> Option<Basis> {
        match (hash, start) {
            (Some(hash), _) => Some(Basis::Moves(hash)),
            (None, None) => Some(Basis::Header),
            (None, Some(_)) => None,
        }
    }

    pub(super) fn has_moves(self) -> bool {
        matches!(self, Basis::Moves(_))
    }
}

/// How a game is related to those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    /// The first game that this one repeats.
    pub version_of: Option<u32>,
    /// See the column of `game`.
    pub rank: u32,
    /// A removed game that says all that this one does.
    pub removed: Option<u32>,
}

/// The games of a database by their moves.
pub(super) struct KnownGames {
    /// The first game of each hash.
    first: HashMap<i64, u32>,
    /// The other games of the same hash that repeat none.
    others: HashMap<i64, Vec<u32>>,
    /// The groups that were looked up.
    groups: HashMap<Basis, EqualGames>,
    /// The games that were removed or replaced.
    removed: BTreeSet<u32>,
    texts: Texts,
}

impl KnownGames {
    pub(super) fn of(database: &Database) -> Result<KnownGames> {
        let mut select = database.connection().prepare(
            "SELECT hash, id FROM game WHERE hash IS NOT NULL AND version_of IS NULL ORDER BY id",
        )?;
        let mut games = KnownGames {
            first: HashMap::new(),
            others: HashMap::new(),
            groups: HashMap::new(),
            removed: database.removed_games()?,
            texts: Texts::default(),
        };
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            games.add(row.get(0)?, row.get(1)?);
        }
        Ok(games)
    }

    fn add(&mut self, hash: i64, number: u32) {
        match self.first.entry(hash) {
            Entry::Vacant(free) => drop(free.insert(number)),
            Entry::Occupied(_) => self.others.entry(hash).or_default().push(number),
        }
    }

    /// How a game is related to those before it, of which it is one from now on.
    pub(super) fn place(
        &mut self,
        database: &Database,
        number: u32,
        basis: Option<Basis>,
        rank: u32,
        version: impl FnOnce(&mut Texts) -> Result<Option<Version>>,
    ) -> Result<Standing> {
        let new = Standing { version_of: None, rank, removed: None };
        let Some(basis) = basis else { return Ok(new) };
        if let Basis::Moves(hash) = basis
            && !self.first.contains_key(&hash)
        {
            self.first.insert(hash, number);
            return Ok(new);
        }
        self.load(database, basis)?;
        let Some(version) = version(&mut self.texts)? else { return Ok(new) };
        let group = self.groups.entry(basis).or_default();
        let Some((first, original)) = group.place(number, version) else {
            if let Basis::Moves(hash) = basis {
                self.add(hash, number);
            }
            return Ok(new);
        };
        let rank = if original.is_some() { 0 } else { rank };
        let removed = original.filter(|original| self.removed.contains(original));
        Ok(Standing { version_of: Some(first), rank, removed })
    }

    /// Reads the games with this basis, unless they are in memory.
    fn load(&mut self, database: &Database, basis: Basis) -> Result<()> {
        if self.groups.contains_key(&basis) {
            return Ok(());
        }
        if self.groups.len() > KEPT {
            self.groups.clear();
            self.texts = Texts::default();
        }
        let mut group = EqualGames::default();
        let mut later = database
            .connection()
            .prepare("SELECT id FROM game WHERE version_of = ?1 AND rank > 0 ORDER BY id")?;
        for first in self.firsts(database, basis)? {
            let versions = later.query_map([first], |row| row.get(0))?;
            let versions = [Ok(first)].into_iter().chain(versions);
            let mut versions: Vec<u32> = versions.collect::<rusqlite::Result<_>>()?;
            // A copy of two versions is that of the one that was added first: a removed one hides it.
            versions.sort_by_key(|number| !self.removed.contains(number));
            for number in versions {
                let has_moves = basis.has_moves();
                let version = Version::stored(database, number, has_moves, &mut self.texts)?;
                version.into_iter().for_each(|version| group.add(first, number, version));
            }
        }
        self.groups.insert(basis, group);
        Ok(())
    }

    /// The games with this basis that repeat none, in order.
    fn firsts(&self, database: &Database, basis: Basis) -> Result<Vec<u32>> {
        if let Basis::Moves(hash) = basis {
            let others = self.others.get(&hash).into_iter().flatten();
            return Ok(self.first.get(&hash).into_iter().chain(others).copied().collect());
        }
        let mut select = database.connection().prepare(
            "SELECT id FROM game JOIN moves ON moves.game = id
            WHERE hash IS NULL AND version_of IS NULL AND start IS NULL ORDER BY id",
        )?;
        let firsts = select.query_map([], |row| row.get(0))?;
        Ok(firsts.collect::<rusqlite::Result<_>>()?)
    }
}
