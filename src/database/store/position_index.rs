//! The index of positions: which games may have a position, in buckets of a segment of games.
//!
//! A bucket holds the games of all positions whose keys begin with the same bits; the game itself shows which of them has the position
//! asked for. Two bytes a position are enough for that, where a row of a table would take twenty.

use rayon::slice::ParallelSliceMut;
use rusqlite::{Connection, OptionalExtension, params};

use super::database::Database;
use super::record::first_bits;
use crate::board::{Key, Position};
use crate::error::{DatabaseError, Result};

/// Positions of a bucket on average.
const BUCKET: usize = 128;

/// The most bits of a key that choose a bucket.
const MOST_BITS: u32 = 24;

/// The positions of the games that are being read: the first bits of each key, and the game.
#[derive(Debug, Default)]
pub(super) struct Segment {
    entries: Vec<u64>,
    games: u64,
}

impl Segment {
    pub(super) fn add(&mut self, game: u32, keys: &[u32]) {
        let entry = |key: &u32| u64::from(*key) << 32 | u64::from(game);
        self.entries.extend(keys.iter().map(entry));
        self.games += 1;
    }

    pub(super) fn append(&mut self, mut other: Segment) {
        self.entries.append(&mut other.entries);
        self.games += other.games;
    }

    pub(super) fn games(&self) -> u64 {
        self.games
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Writes the segment of these games and forgets it.
    pub(super) fn write(&mut self, connection: &Connection, first: u32, last: u32) -> Result<()> {
        if self.entries.is_empty() {
            return Ok(());
        }
        let bits = self.sort();
        connection.execute(
            "INSERT INTO segment (first_game, last_game, bits) VALUES (?1, ?2, ?3)",
            params![first, last, bits],
        )?;
        let segment = connection.last_insert_rowid();
        let mut insert = connection
            .prepare("INSERT INTO bucket (segment, bucket, games) VALUES (?1, ?2, ?3)")?;
        self.each_bucket(bits, first, |bucket, games| {
            insert.execute(params![segment, bucket, games])?;
            Ok(())
        })?;
        self.entries.clear();
        self.games = 0;
        Ok(())
    }

    /// Whether a segment of the file has these positions and no others.
    pub(super) fn is_written(
        &mut self,
        connection: &Connection,
        segment: i64,
        first: u32,
    ) -> Result<bool> {
        let bits = self.sort();
        let mut select = connection
            .prepare("SELECT bucket, games FROM bucket WHERE segment = ?1 ORDER BY bucket")?;
        let mut rows = select.query([segment])?;
        let mut is_same = true;
        self.each_bucket(bits, first, |bucket, games| {
            is_same &= match rows.next()? {
                Some(row) => {
                    row.get::<_, u32>(0)? == bucket && row.get_ref(1)?.as_blob() == Ok(games)
                }
                None => false,
            };
            Ok(())
        })?;
        Ok(is_same && rows.next()?.is_none())
    }

    /// Puts the entries in order and returns the bits that choose a bucket.
    fn sort(&mut self) -> u32 {
        self.entries.par_sort_unstable();
        self.entries.dedup();
        (self.entries.len() / BUCKET).max(1).ilog2().min(MOST_BITS)
    }

    /// Hands on each bucket that has a game, in order, with its games as they are written.
    fn each_bucket(
        &self,
        bits: u32,
        first: u32,
        mut visit: impl FnMut(u32, &[u8]) -> Result<()>,
    ) -> Result<()> {
        let (mut games, mut bytes) = (Vec::new(), Vec::new());
        for run in self.entries.chunk_by(|a, b| bucket(*a, bits) == bucket(*b, bits)) {
            games.clear();
            games.extend(run.iter().map(|&entry| entry as u32));
            games.sort_unstable();
            games.dedup();
            encode(&games, first, &mut bytes);
            visit(bucket(run[0], bits), &bytes)?;
        }
        Ok(())
    }
}

fn bucket(entry: u64, bits: u32) -> u32 {
    (entry >> 32).checked_shr(32 - bits).unwrap_or(0) as u32
}

/// Numbers in order as differences in base 128: seven bits a byte from the lowest on, the eighth set where more follow.
fn encode(games: &[u32], first: u32, bytes: &mut Vec<u8>) {
    bytes.clear();
    let mut before = first;
    for &game in games {
        let mut rest = game - before;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
        before = game;
    }
}

/// Appends the numbers of a bucket; says whether the bytes are such.
fn decode(bytes: &[u8], first: u32, games: &mut Vec<u32>) -> bool {
    let (mut before, mut rest, mut shift) = (first, 0u32, 0);
    for &byte in bytes {
        if shift > 28 {
            return false;
        }
        rest |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            let Some(game) = before.checked_add(rest) else { return false };
            before = game;
            games.push(before);
            (rest, shift) = (0, 0);
        }
    }
    shift == 0
}

impl Database {
    /// The games that may have a position, in order: all that have it are among them, with every version and duplicate.
    ///
    /// # Errors
    /// A damaged file.
    pub(crate) fn candidates(&self, position: &Position) -> Result<Vec<u32>> {
        let entry = u64::from(first_bits(Key::of(position))) << 32;
        let connection = self.connection();
        let mut segments =
            connection.prepare("SELECT id, first_game, bits FROM segment ORDER BY first_game")?;
        let mut select =
            connection.prepare("SELECT games FROM bucket WHERE segment = ?1 AND bucket = ?2")?;
        let mut games = Vec::new();
        let mut rows = segments.query([])?;
        while let Some(row) = rows.next()? {
            let (segment, first, bits): (i64, u32, u32) = (row.get(0)?, row.get(1)?, row.get(2)?);
            if bits > MOST_BITS {
                return Err(DatabaseError::damaged("the index of positions"));
            }
            let found = select
                .query_row(params![segment, bucket(entry, bits)], |row| row.get::<_, Vec<u8>>(0));
            let bytes = found.optional()?.unwrap_or_default();
            // A game takes a byte at least.
            games.reserve(bytes.len());
            if !decode(&bytes, first, &mut games) {
                return Err(DatabaseError::damaged("a bucket of the index of positions"));
            }
        }
        match games.is_sorted_by(|one, next| one < next) {
            true => self.with_versions(games),
            false => Err(DatabaseError::damaged("a bucket of the index of positions")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_its_games_back() {
        let games = [7, 8, 300, 301, 70_000, 5_000_000, u32::MAX];
        let (mut bytes, mut back) = (Vec::new(), Vec::new());
        encode(&games, 7, &mut bytes);
        assert!(decode(&bytes, 7, &mut back));
        assert_eq!(back, games);
        bytes.truncate(bytes.len() - 1);
        assert!(!decode(&bytes, 7, &mut back));
        assert!(!decode(&[0xff; 9], 7, &mut back));
    }

    #[test]
    fn one_bucket_takes_all_keys_without_a_bit() {
        assert_eq!([0, 1, 8].map(|bits| bucket(0xabcd_ef01 << 32, bits)), [0, 1, 0xab]);
    }
}
