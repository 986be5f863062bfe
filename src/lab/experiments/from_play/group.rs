//! Arms that are compared.

/// Arms that are compared with one of them, or with a player.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub heading: &'static str,
    pub base: &'static str,
    pub arms: &'static [&'static str],
}
