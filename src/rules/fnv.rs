//! FNV-1a with 64 bits: a hash that distinguishes texts and stays the same forever; it does not resist forgery.

/// The hash of nothing.
pub const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of bytes.
#[must_use]
pub fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    extended(EMPTY, bytes)
}

/// The hash of data whose hash is `before`, followed by these bytes.
#[must_use]
pub fn extended(before: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.into_iter().fold(before, mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a_in_one_piece_or_several() {
        // From the test vectors of the FNV authors.
        assert_eq!(hash([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(*b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(extended(hash(*b"foo"), *b"bar"), hash(*b"foobar"));
    }
}
