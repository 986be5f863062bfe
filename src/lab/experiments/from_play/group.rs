//! Arms that are compared.

/// Arms that are compared with one of them, or with a player.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What they vary.
    pub heading: &'static str,
    /// What they are compared with.
    pub base: &'static str,
    /// The arms.
    pub arms: &'static [&'static str],
}
