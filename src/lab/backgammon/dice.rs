//! Two dice.

use rand_xoshiro::rand_core::Rng;

/// What two dice show, the larger one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    high: u8,
    low: u8,
}

impl Roll {
    pub(crate) fn all() -> impl Iterator<Item = Roll> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Roll { high, low }))
    }

    /// The roll of two dice; `None` unless both show 1 to 6.
    pub(crate) fn of(one: u32, other: u32) -> Option<Roll> {
        let is_die = |die: u32| (1..=6).contains(&die);
        let roll = Roll { high: one.max(other) as u8, low: one.min(other) as u8 };
        (is_die(one) && is_die(other)).then_some(roll)
    }

    pub fn thrown(random: &mut impl Rng) -> Roll {
        let (one, other) = (die(random), die(random));
        Roll { high: one.max(other), low: one.min(other) }
    }

    /// The dice of the first move, one of each side and never the same, and whether the first side's is the larger.
    pub fn opening(random: &mut impl Rng) -> (Roll, bool) {
        loop {
            let (one, other) = (die(random), die(random));
            if one != other {
                return (Roll { high: one.max(other), low: one.min(other) }, one > other);
            }
        }
    }

    #[inline]
    pub(crate) fn high(self) -> u32 {
        u32::from(self.high)
    }

    #[inline]
    pub(crate) fn low(self) -> u32 {
        u32::from(self.low)
    }

    /// Whether both show the same, which is played four times.
    #[inline]
    pub(crate) fn is_double(self) -> bool {
        self.high == self.low
    }

    /// In how many of the 36 ways the dice can show this.
    pub(crate) fn ways(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }
}

/// One die: 1 to 6, each as likely as the others.
fn die(random: &mut impl Rng) -> u8 {
    loop {
        // The bits are taken three at a time until they show a die: no remainder favours one.
        let bits = random.next_u64() >> 61;
        if let 1..=6 = bits {
            return bits as u8;
        }
    }
}

impl std::fmt::Display for Roll {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}
