//! The transposition table: results of earlier searches by position.
//!
//! Shared between threads without locks: an entry is two words, and the first is the key folded with the second. So a
//! half-written entry does not match (Hyatt and Mann, A lock-less transposition-table implementation, 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use hugealloc::HugeAlloc;
use prefetch_index::prefetch_index;
use thiserror::Error;

use super::depth::{Depth, Ply};
use super::ordering::HashMove;
use super::score::{Score, Window};
use crate::board::Key;
use crate::huge_pages::HugeVec;

/// Why a table cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// No table at all, or more than a machine has.
    #[error("a transposition table has 1 to {max} MiB, not {0}; set --hash", max = TranspositionTable::MAX_MEBIBYTES)]
    Size(usize),
    /// More than the system gives.
    #[error("there is no memory for a transposition table of {0} MiB; ask for a smaller one")]
    Memory(usize),
}

/// How a stored score relates to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
    /// The value is the score.
    Exact,
}

impl Bound {
    /// The bound of a fail-soft score after a search in this window.
    #[inline]
    pub(super) fn of(score: Score, window: Window) -> Bound {
        if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    const fn code(self) -> u64 {
        match self {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        }
    }

    const fn from_code(code: u64) -> Option<Bound> {
        match code {
            1 => Some(Bound::Lower),
            2 => Some(Bound::Upper),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }
}

/// The result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(crate) hash_move: Option<HashMove>,
    pub score: Score,
    pub(crate) bound: Bound,
    pub depth: Depth,
}

impl Entry {
    /// Whether the score is a cutoff in this window: exact, a lower bound that fails high, or an upper bound that fails low.
    #[inline]
    pub(super) fn cuts(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }

    /// Whether the score is a proven win or loss that answers a search in this window, at whatever depth it was found. A
    /// deeper search may find a quicker win, so that even an exact one is only a bound.
    #[inline]
    pub(super) fn proves_win_or_loss(&self, window: Window) -> bool {
        self.score.is_decided()
            && match self.score > Score::DRAW {
                true => self.bound != Bound::Upper && self.score >= window.beta,
                false => self.bound != Bound::Lower && self.score <= window.alpha,
            }
    }
}

/// Bits 0–15 move, 16–31 score, 32–39 depth, 40–41 bound, 48–55 age, 56–63 game. No bound: never written.
#[derive(Debug, Default)]
struct Slot {
    folded: AtomicU64,
    data: AtomicU64,
}

const SLOTS: usize = 4;

/// The slots that compete for a position: one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; SLOTS]);

/// A table of fixed size. Deep results of the current search stay longest.
#[derive(Debug)]
pub struct TranspositionTable {
    clusters: HugeVec<Cluster>,
    age: AtomicU8,
    /// The number of the game: entries of other games count as empty, so that forgetting them costs nothing.
    game: AtomicU8,
}

const GAME_SHIFT: u32 = 56;

const fn depth_of(data: u64) -> u8 {
    (data >> 32) as u8
}

const fn age_of(data: u64) -> u8 {
    (data >> 48) as u8
}

const fn game_of(data: u64) -> u8 {
    (data >> GAME_SHIFT) as u8
}

fn pack(entry: Entry, ply: Ply, age: u8, game: u8) -> u64 {
    let hash_move = entry.hash_move.map_or(0, HashMove::bits);
    u64::from(hash_move)
        | u64::from(entry.score.relative_to(ply) as u16) << 16
        | u64::from(entry.depth.plies()) << 32
        | entry.bound.code() << 40
        | u64::from(age) << 48
        | u64::from(game) << GAME_SHIFT
}

fn unpack(data: u64, ply: Ply) -> Option<Entry> {
    Some(Entry {
        bound: Bound::from_code(data >> 40 & 3)?,
        hash_move: HashMove::from_bits(data as u16),
        score: Score::from_relative((data >> 16) as u16 as i16, ply),
        depth: Depth::new(depth_of(data)),
    })
}

impl TranspositionTable {
    /// The largest size, in MiB.
    pub const MAX_MEBIBYTES: usize = 1 << 17;

    /// The entries of a MiB.
    pub(crate) const ENTRIES_PER_MEBIBYTE: usize = (1 << 20) / size_of::<Slot>();

    /// An empty table of this size.
    ///
    /// # Errors
    /// A size of nothing or beyond [`TranspositionTable::MAX_MEBIBYTES`], or more memory than the system gives.
    pub fn new(mebibytes: usize) -> Result<TranspositionTable, TableError> {
        if !(1..=TranspositionTable::MAX_MEBIBYTES).contains(&mebibytes) {
            return Err(TableError::Size(mebibytes));
        }
        let count = (mebibytes << 20) / size_of::<Cluster>();
        let mut clusters = HugeVec::new_in(HugeAlloc);
        clusters.try_reserve_exact(count).map_err(|_| TableError::Memory(mebibytes))?;
        clusters.resize_with(count, Cluster::default);
        Ok(TranspositionTable { clusters, age: AtomicU8::new(0), game: AtomicU8::new(0) })
    }

    /// Forgets everything. Only every 256th time the entries are overwritten: a search of a few thousand nodes takes less time than
    /// that.
    pub fn clear(&self) {
        self.age.store(0, Relaxed);
        let game = self.game.load(Relaxed).wrapping_add(1);
        if game == 0 {
            self.overwrite();
        }
        self.game.store(game, Relaxed);
    }

    fn overwrite(&self) {
        for slot in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            slot.folded.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    }

    /// A new search begins: older entries are the first to be replaced.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    #[inline]
    fn index(&self, key: Key) -> usize {
        // Multiply and shift instead of a modulo (Lemire 2016): any size of table, and no division.
        ((u128::from(key.bits()) * self.clusters.len() as u128) >> 64) as usize
    }

    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        &self.clusters[self.index(key)]
    }

    /// What the two words of an entry of this game fold to. Its top bits lose nothing: the clusters are ordered by those of the key.
    #[inline]
    fn tag(&self, key: Key) -> u64 {
        key.bits() ^ u64::from(self.game.load(Relaxed)) << GAME_SHIFT
    }

    /// Asks the memory for the slots of a position that will be probed soon.
    #[inline]
    pub(super) fn prefetch(&self, key: Key) {
        prefetch_index(&self.clusters, self.index(key));
    }

    /// The entry of the position with this key, its score as seen from the root.
    #[inline]
    pub(super) fn probe(&self, key: Key, ply: Ply) -> Option<Entry> {
        let tag = self.tag(key);
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.folded.load(Relaxed) ^ data == tag).then(|| unpack(data, ply)).flatten()
        })
    }

    /// Stores a result in the slot of its position, else in that of the oldest and shallowest entry.
    #[inline]
    pub(super) fn store(&self, key: Key, ply: Ply, entry: Entry) {
        let (age, game, tag) = (self.age.load(Relaxed), self.game.load(Relaxed), self.tag(key));
        let mut data = pack(entry, ply, age, game);
        let mut least = u32::MAX;
        let slots = &self.cluster(key).0;
        let mut victim = &slots[0];
        for slot in slots {
            let old = slot.data.load(Relaxed);
            if slot.folded.load(Relaxed) ^ old == tag {
                // A search that failed low has no best move: the one stored before still helps the ordering.
                if entry.hash_move.is_none() {
                    data |= old & 0xffff;
                }
                victim = slot;
                break;
            }
            let replacement_value = replacement_value(old, age, game);
            if replacement_value < least {
                least = replacement_value;
                victim = slot;
            }
        }
        victim.folded.store(tag ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }
}

/// The value of a slot for replacement, the lowest goes first: 0 when empty or of another game, else by age, then by
/// depth.
fn replacement_value(data: u64, age: u8, game: u8) -> u32 {
    if data >> 40 & 3 == 0 || game_of(data) != game {
        return 0;
    }
    // A generation outweighs any depth: entries of earlier searches are rarely on the path of this one.
    let generations = age.wrapping_sub(age_of(data));
    (u32::from(255 - generations) << 8) + u32::from(depth_of(data)) + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{MoveList, Position};

    fn table() -> TranspositionTable {
        TranspositionTable::new(1).expect("1 MiB")
    }

    fn entry(points: i32, depth: u8) -> Entry {
        let mv = MoveList::legal(&Position::start())[0];
        Entry {
            hash_move: Some(HashMove::of(mv)),
            score: Score::from_points(points),
            bound: Bound::Lower,
            depth: Depth::new(depth),
        }
    }

    /// Keys of distinct positions.
    fn keys(count: usize) -> Vec<Key> {
        let mut keys = Vec::new();
        let mut layer = vec![Position::start()];
        while keys.len() < count {
            let moves =
                |p: &Position| MoveList::legal(p).into_iter().map(|mv| p.succ(mv)).collect();
            layer = layer.iter().flat_map::<Vec<Position>, _>(moves).collect();
            keys.extend(layer.iter().map(Key::of));
        }
        keys.sort_by_key(|key| key.bits());
        keys.dedup();
        keys
    }

    #[test]
    fn a_size_of_nothing_is_refused() {
        for size in [0, TranspositionTable::MAX_MEBIBYTES + 1, usize::MAX] {
            let error = TranspositionTable::new(size).expect_err("refused");
            assert!(error.to_string().contains("--hash"), "{error}");
        }
    }

    #[test]
    fn what_was_stored_is_found_until_it_is_cleared() {
        let (table, key) = (table(), Key::of(&Position::start()));
        assert_eq!(table.probe(key, Ply::ROOT), None);
        table.store(key, Ply::ROOT, entry(-35, 7));
        assert_eq!(table.probe(key, Ply::ROOT), Some(entry(-35, 7)));
        table.clear();
        assert_eq!(table.probe(key, Ply::ROOT), None);
    }

    #[test]
    fn after_any_number_of_games_a_table_does_what_a_new_one_does() {
        let (used, keys) = (table(), keys(20_000));
        let fill = |table: &TranspositionTable, points| {
            for (at, &key) in keys.iter().enumerate() {
                table.store(key, Ply::ROOT, entry(points, (at % 19) as u8));
            }
        };
        for game in 0..600 {
            used.clear();
            assert!(keys[..9].iter().all(|&key| used.probe(key, Ply::ROOT).is_none()), "{game}");
            if game % 50 < 2 || game == 599 {
                fill(&used, game);
            }
        }
        let new = table();
        fill(&new, 599);
        let found = |table: &TranspositionTable| -> Vec<Option<Entry>> {
            keys.iter().map(|&key| table.probe(key, Ply::ROOT)).collect()
        };
        assert!(found(&used) == found(&new), "entries of earlier games take room");
    }

    #[test]
    fn a_win_found_at_one_ply_is_read_from_another() {
        let (table, key) = (table(), Key::of(&Position::start()));
        let win = Entry { score: Score::win_at(Ply::new(12)), ..entry(0, 3) };
        table.store(key, Ply::new(9), win);
        let found = table.probe(key, Ply::new(2)).expect("stored");
        assert_eq!(found.score, Score::win_at(Ply::new(5)));
    }

    #[test]
    fn an_entry_without_a_move_keeps_the_move_known_before() {
        let (table, key) = (table(), Key::of(&Position::start()));
        table.store(key, Ply::ROOT, entry(0, 3));
        table.store(key, Ply::ROOT, Entry { hash_move: None, ..entry(5, 4) });
        assert_eq!(table.probe(key, Ply::ROOT), Some(entry(5, 4)));
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_and_new_ones_outlive_old_ones() {
        let table = table();
        let cluster = |key: &Key| std::ptr::from_ref(table.cluster(*key));
        let keys = keys(100_000);
        let rivals: Vec<Key> = {
            let runs = keys.chunk_by(|a, b| cluster(a) == cluster(b));
            runs.max_by_key(|run| run.len()).expect("keys")[..6].to_vec()
        };
        for (key, depth) in rivals.iter().zip([9, 2, 7, 8]) {
            table.store(*key, Ply::ROOT, entry(0, depth));
        }
        let is_stored = |i: usize| table.probe(rivals[i], Ply::ROOT).is_some();
        table.store(rivals[4], Ply::ROOT, entry(0, 1));
        assert_eq!([0, 1, 2, 3, 4].map(is_stored), [true, false, true, true, true]);
        table.grow_older();
        table.store(rivals[0], Ply::ROOT, entry(0, 1));
        table.store(rivals[4], Ply::ROOT, entry(0, 1));
        table.store(rivals[5], Ply::ROOT, entry(0, 1));
        assert_eq!([0, 2, 3, 4, 5].map(is_stored), [true, false, true, true, true]);
    }

    #[test]
    fn a_half_written_entry_is_not_found() {
        let (table, key) = (table(), Key::of(&Position::start()));
        table.store(key, Ply::ROOT, entry(0, 3));
        for slot in &table.cluster(key).0 {
            slot.data.fetch_xor(1 << 33, Relaxed);
        }
        assert_eq!(table.probe(key, Ply::ROOT), None);
    }

    #[test]
    fn a_proof_holds_at_any_depth_but_an_exact_win_is_only_a_lower_bound() {
        let win = |plies| Score::win_at(Ply::new(plies));
        let exact = Entry { score: win(9), bound: Bound::Exact, ..entry(0, 1) };
        assert!(exact.proves_win_or_loss(Window::null_below(Score::from_points(500))));
        assert!(!exact.proves_win_or_loss(Window::null_above(win(9))));
        let upper = Entry { bound: Bound::Upper, ..exact };
        assert!(!upper.proves_win_or_loss(Window::null_below(Score::DRAW)));
        assert!(!entry(20_000, 1).proves_win_or_loss(Window::null_below(Score::DRAW)));
    }

    #[test]
    fn an_entry_is_two_words() {
        assert_eq!(size_of::<Slot>(), 16);
        assert_eq!(size_of::<Cluster>(), 64);
    }
}
