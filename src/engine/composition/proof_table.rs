//! What a proof search knows of positions: proof and disproof numbers in a table of fixed size. A slot holds the whole position, so that
//! no other position is ever taken for it.

use crate::board::{Key, Position};

/// Slots of the table: 64 MiB.
const SLOTS: usize = 1 << 20;

/// Slots in which a position may be.
const WAYS: usize = 4;

/// Of a node: how many leaves must at least be decided for its side to move to reach its aim, and for the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) own: u32,
    pub(super) other: u32,
}

/// The number of what cannot be reached.
pub(super) const NEVER: u32 = u32::MAX;

impl Numbers {
    /// The side to move has reached its aim, or the other side has.
    pub(super) const fn decided(own: bool) -> Numbers {
        if own { Numbers { own: 0, other: NEVER } } else { Numbers { own: NEVER, other: 0 } }
    }

    /// Whether the side to move reaches its aim, where that is known.
    pub(super) const fn decision(self) -> Option<bool> {
        match self {
            Numbers { own: 0, .. } => Some(true),
            Numbers { other: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// A position with what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofEntry {
    pub(super) position: Position,
    pub(super) numbers: Numbers,
    /// Nodes that the numbers cost.
    pub(super) work: u32,
}

/// Positions with their numbers.
#[derive(Debug, Default)]
pub(super) struct ProofTable {
    slots: Vec<Option<ProofEntry>>,
}

impl ProofTable {
    fn first(position: &Position) -> usize {
        (Key::of(position).bits() as usize % SLOTS) & !(WAYS - 1)
    }

    pub(super) fn get(&self, position: &Position) -> Option<ProofEntry> {
        let first = Self::first(position);
        let ways = self.slots.get(first..first + WAYS)?;
        ways.iter().flatten().find(|known| known.position == *position).copied()
    }

    /// Keeps the numbers of a position, in the place of what cost least.
    pub(super) fn set(&mut self, known: ProofEntry) {
        // No memory for compositions that tables decide.
        if self.slots.is_empty() {
            self.slots = vec![None; SLOTS];
        }
        let first = Self::first(&known.position);
        let ways = &mut self.slots[first..first + WAYS];
        let own =
            ways.iter().position(|slot| slot.is_some_and(|old| old.position == known.position));
        let cheapest = || {
            let work = |place: &usize| ways[*place].map_or(0, |old| old.work.saturating_add(1));
            (0..WAYS).min_by_key(work).unwrap_or_default()
        };
        let place = own.unwrap_or_else(cheapest);
        ways[place] = Some(known);
    }

    pub(super) fn remove(&mut self, position: &Position) {
        let first = Self::first(position);
        let ways = self.slots.get_mut(first..first + WAYS).unwrap_or_default();
        for slot in ways.iter_mut().filter(|slot| slot.is_some_and(|old| old.position == *position))
        {
            *slot = None;
        }
    }
}
