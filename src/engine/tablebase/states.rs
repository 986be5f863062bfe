//! The state of each place of a slice while it is solved: one byte each, changed by many threads at once.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::value::Code;

/// The state of a place.
///
/// | byte | means |
/// | --- | --- |
/// | 0 | a draw, or a hole: final |
/// | 1–69 | open, this many moves from lost: quiet moves inside the slice whose value is open, and one more if a promotion draws |
/// | 70–127 | open, but a promotion wins in 1, 3, 5 … plies: final when that is the shortest win |
/// | 128–255 | decided in 0, 1, 2 … plies: final |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State(u8);

/// Four kings have at most 68 moves, and a drawing promotion counts one.
const FIRST_PROMISE: u8 = 70;
const FIRST_FINAL: u8 = 128;

/// The longest distance that fits.
pub(super) const MAX_PLIES: u8 = u8::MAX - FIRST_FINAL;

/// The longest distance that a table may hold: by a promotion it is the longest promise of the slices that lead to it.
pub(super) const MAX_KNOWN_PLIES: u8 = 2 * (FIRST_FINAL - 1 - FIRST_PROMISE);

impl State {
    pub(super) const DRAWN: State = State(0);

    /// Not decided, and `moves` moves from lost.
    pub(super) fn open(moves: u32) -> State {
        assert!(moves < u32::from(FIRST_PROMISE), "five pieces have no {moves} moves");
        State(moves as u8)
    }

    /// Won in this many plies at the latest.
    pub(super) fn promised(plies: u8) -> State {
        let code = FIRST_PROMISE + plies / 2;
        assert!(plies % 2 == 1 && code < FIRST_FINAL, "no win by promotion is longer than 115");
        State(code)
    }

    /// Decided in this many plies.
    pub(super) fn decided(plies: u8) -> State {
        assert!(plies <= MAX_PLIES, "no ending of five pieces is longer than 127 plies");
        State(FIRST_FINAL + plies)
    }

    /// A value that nothing can change.
    pub(super) fn known(code: Code) -> State {
        code.plies().map_or(State::DRAWN, State::decided)
    }

    /// The value when nothing more will be found.
    pub(super) fn code(self) -> Code {
        match self.0 {
            ..FIRST_PROMISE => Code::DRAW,
            promise @ FIRST_PROMISE..FIRST_FINAL => {
                Code::ending_in(2 * (promise - FIRST_PROMISE) + 1)
            }
            decided => Code::ending_in(decided - FIRST_FINAL),
        }
    }

    /// The latest level at which the state is looked at.
    pub(super) fn level(self) -> u8 {
        self.code().plies().unwrap_or(0)
    }

    /// The state after a move to a lost position was found, which wins in this many plies; `None` if the state stays.
    fn won(self, plies: u8) -> Option<State> {
        let is_new = match self.0 {
            0 | FIRST_FINAL.. => false,
            open => open < FIRST_PROMISE || self.level() > plies,
        };
        is_new.then(|| State::decided(plies))
    }

    /// The state after one more move was found to lose; lost in `plies` if it was the last.
    fn weakened(self, plies: impl FnOnce() -> u8) -> Option<State> {
        match self.0 {
            1 => Some(State::decided(plies())),
            moves @ 2..FIRST_PROMISE => Some(State(moves - 1)),
            _ => None,
        }
    }
}

/// Places in a word.
const LANES: usize = 8;
const ONES: u64 = 0x0101_0101_0101_0101;

pub(super) struct States(Vec<AtomicU64>);

impl States {
    pub(super) fn new(len: usize) -> States {
        States((0..len.div_ceil(LANES)).map(|_| AtomicU64::new(0)).collect())
    }

    /// Sets a place that is still 0.
    pub(super) fn set(&self, place: usize, state: State) {
        self.0[place / LANES].fetch_or(u64::from(state.0) << shift(place), Relaxed);
    }

    pub(super) fn get(&self, place: usize) -> State {
        State((self.0[place / LANES].load(Relaxed) >> shift(place)) as u8)
    }

    /// A win in this many plies was found. Says whether that was is_new.
    #[inline]
    pub(super) fn win(&self, place: usize, plies: u8) -> bool {
        self.change(place, |state| state.won(plies)).is_some()
    }

    /// A move was found to lose. Gives the plies if it was the last one.
    #[inline]
    pub(super) fn weaken(&self, place: usize, plies: impl Fn() -> u8) -> Option<u8> {
        let state = self.change(place, |state| state.weakened(&plies))?;
        (state.0 >= FIRST_FINAL).then(|| state.level())
    }

    /// Changes one byte of a word, however many others change theirs; gives the new state.
    #[inline]
    fn change(&self, place: usize, next: impl Fn(State) -> Option<State>) -> Option<State> {
        let (word, shift) = (&self.0[place / LANES], shift(place));
        let mut old = word.load(Relaxed);
        loop {
            let state = next(State((old >> shift) as u8))?;
            let new = old & !(0xff << shift) | u64::from(state.0) << shift;
            match word.compare_exchange_weak(old, new, Relaxed, Relaxed) {
                Ok(_) => return Some(state),
                Err(found) => old = found,
            }
        }
    }

    /// Hands on the places between two that are decided in, or promised, exactly this many plies. Eight at a look, because most
    /// words hold none.
    pub(super) fn for_each_at_level(
        &self,
        from: usize,
        to: usize,
        plies: u8,
        mut visit: impl FnMut(usize),
    ) {
        let decided = State::decided(plies);
        let promised = if plies % 2 == 1 && plies < 115 { State::promised(plies) } else { decided };
        let [first, second] = [decided, promised].map(|state| ONES * u64::from(state.0));
        for number in from / LANES..to.div_ceil(LANES) {
            let word = self.0[number].load(Relaxed);
            if !(has_zero(word ^ first) || has_zero(word ^ second)) {
                continue;
            }
            for lane in 0..LANES {
                let state = State((word >> (8 * lane)) as u8);
                if state == decided || state == promised {
                    visit(LANES * number + lane);
                }
            }
        }
    }
}

#[inline]
const fn shift(place: usize) -> u32 {
    8 * (place % LANES) as u32
}

/// Whether one of the eight bytes is 0.
#[inline]
const fn has_zero(word: u64) -> bool {
    word.wrapping_sub(ONES) & !word & (ONES << 7) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shorter_win_takes_the_place_of_a_promised_one_only() {
        let shorter = State::promised(7).won(5);
        assert_eq!(shorter, Some(State::decided(5)));
        assert_eq!(State::promised(7).won(7), None);
        assert_eq!(State::decided(7).won(5), None, "a capture that wins is compulsory");
        assert_eq!(State::open(3).won(9), Some(State::decided(9)));
        assert_eq!(State::DRAWN.won(1), None);
    }

    #[test]
    fn the_last_losing_move_loses() {
        assert_eq!(State::open(2).weakened(|| 8), Some(State::open(1)));
        assert_eq!(State::open(1).weakened(|| 8), Some(State::decided(8)));
        assert_eq!(State::promised(1).weakened(|| 8), None);
        assert_eq!(State::decided(0).weakened(|| 8), None);
    }

    #[test]
    fn bytes_of_a_word_do_not_disturb_each_other() {
        let states = States::new(20);
        for place in 0..20 {
            states.set(place, State::open(place as u32 + 1));
        }
        assert_eq!(states.weaken(0, || 4), Some(4));
        assert_eq!(states.weaken(9, || 4), None);
        assert!(states.win(19, 3));
        let expected = (0..20).map(|place| match place {
            0 => State::decided(4),
            9 => State::open(9),
            19 => State::decided(3),
            _ => State::open(place + 1),
        });
        assert!((0..20).map(|place| states.get(place)).eq(expected));
    }

    #[test]
    fn a_level_is_found_whether_decided_or_promised() {
        let states = States::new(30);
        states.set(3, State::decided(5));
        states.set(17, State::promised(5));
        states.set(18, State::decided(4));
        let mut found = Vec::new();
        states.for_each_at_level(0, 30, 5, |place| found.push(place));
        assert_eq!(found, [3, 17]);
    }
}
