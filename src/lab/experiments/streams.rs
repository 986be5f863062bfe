//! Random numbers of their own for each purpose: more tests, say, do not change what is learned.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::fnv;

pub(super) fn stream(seed: u64, simulation: u32, purpose: &str) -> Xoshiro256PlusPlus {
    // A hash of the words, so that neighbouring seeds share nothing.
    let words = format!("{seed}/{simulation}/{purpose}");
    Xoshiro256PlusPlus::seed_from_u64(fnv::hash(words.into_bytes()))
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::Rng;

    use super::*;

    #[test]
    fn streams_of_different_purposes_differ() {
        let draw = |seed, simulation, purpose| stream(seed, simulation, purpose).next_u64();
        let draws = [draw(1, 0, "a"), draw(1, 0, "b"), draw(1, 1, "a"), draw(2, 0, "a")];
        for (index, number) in draws.iter().enumerate() {
            assert!(!draws[..index].contains(number));
        }
        assert_eq!(draw(1, 0, "a"), draws[0]);
    }
}
