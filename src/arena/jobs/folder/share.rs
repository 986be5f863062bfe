//! Which blocks a worker does.

use std::fmt;
use std::str::FromStr;

/// A worker's share of the blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Share {
    /// Blocks as they come free: workers lease them.
    #[default]
    Free,
    /// Every block whose number leaves `index` when divided by `of`.
    Part { index: u64, of: u64 },
}

impl Share {
    /// Whether a block belongs to the share.
    pub(crate) fn holds(self, block: u64) -> bool {
        match self {
            Share::Free => true,
            Share::Part { index, of } => block % of == index,
        }
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Share, String> {
        let parts = text
            .split_once('/')
            .and_then(|(index, of)| Some((index.parse::<u64>().ok()?, of.parse::<u64>().ok()?)));
        match parts {
            Some((index, of)) if index < of => Ok(Share::Part { index, of }),
            Some((index, of)) if of > 0 => {
                Err(format!("share {index} of {of}: shares are counted from 0 to {}", of - 1))
            }
            _ => Err("write i/N, the number of the share from 0 and how many there are".into()),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Share::Free => f.write_str("free"),
            Share::Part { index, of } => write!(f, "{index}/{of}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_counted_from_0() {
        assert_eq!("0/3".parse(), Ok(Share::Part { index: 0, of: 3 }));
        for wrong in ["", "3", "3/3", "4/3", "0/0", "-1/3", "1/", "a/b", "1/2/3"] {
            assert!(wrong.parse::<Share>().is_err(), "{wrong}");
        }
        assert!("3/3".parse::<Share>().is_err_and(|message| message.contains("0 to 2")));
    }

    #[test]
    fn every_block_is_in_one_share() {
        for block in 0..20 {
            let holders = (0..3).filter(|&index| Share::Part { index, of: 3 }.holds(block));
            assert_eq!(holders.count(), 1);
            assert!(Share::Free.holds(block));
        }
    }
}
