//! First weights, drawn alike wherever the program runs.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

/// A number in [−1, 1) from the top 24 bits, the same on every platform and for every version of `rand`.
pub fn symmetric(random: &mut Xoshiro256PlusPlus) -> f32 {
    let unit = (random.next_u64() >> 40) as f32 / (1u32 << 24) as f32;
    2.0 * unit - 1.0
}
