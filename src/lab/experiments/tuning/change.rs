//! A change of the search that is tried.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::super::techniques::ProbabilityDepth;
use crate::arena::PlayError;
use crate::arena::tournament::spec::PlayerSpec;
use crate::engine::Techniques;

/// What stands behind the evaluation in the name of the player that is tried: `where prob-cut-margin=8`, `without aspiration`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change(String);

#[derive(Debug, Error)]
pub enum ChangeError {
    /// It changes nothing, or more than the search.
    #[error(
        "'{0}' is no change of the search; write 'where NAME=VALUE …' or 'without TECHNIQUE …'"
    )]
    Nothing(String),
    /// A technique or number that the search has not.
    #[error(transparent)]
    Unknown(#[from] PlayError),
}

impl FromStr for Change {
    type Err = ChangeError;

    fn from_str(text: &str) -> Result<Change, ChangeError> {
        let change = Change(text.split_whitespace().collect::<Vec<_>>().join(" "));
        match change.player("material")? {
            PlayerSpec::Own { net, techniques, book: None }
                if net == "material" && techniques != Techniques::ALL =>
            {
                Ok(change)
            }
            _ => Err(ChangeError::Nothing(text.into())),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Change {
    /// The engine with this evaluation and the change.
    pub fn player(&self, net: &str) -> Result<PlayerSpec, PlayError> {
        if self.0 == WITHOUT_PLIES {
            let techniques = ProbabilityDepth::of(Techniques::ALL);
            return Ok(PlayerSpec::Own { net: net.into(), techniques, book: None });
        }
        format!("net:{net} {}", self.0).parse()
    }

    pub fn file(&self) -> String {
        format!("{}.pdn", self.0)
    }

    /// Both sides of every number of the search, and the search without what it need not have.
    pub fn usual() -> Vec<Change> {
        USUAL.iter().map(|text| text.parse().expect("a change")).collect()
    }
}

/// The search with depth by likelihood.
const WITHOUT_PLIES: &str = "without plies";

const USUAL: [&str; 14] = [
    "where prob-cut-margin=7",
    "where prob-cut-margin=14",
    "where prob-cut-share=30",
    "where prob-cut-share=50",
    "where prob-cut-depth=5",
    "where prob-cut-near=0",
    "where prob-cut-near=60",
    "where reduction-base=0",
    "where reduction-base=60",
    "where reduction-divisor=110",
    "where reduction-divisor=160",
    "where aspiration=5",
    "where aspiration=25",
    "without aspiration",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_read_and_written_and_those_that_are_none_refused() {
        for text in USUAL.into_iter().chain([WITHOUT_PLIES]) {
            assert_eq!(text.parse::<Change>().expect(text).to_string(), text);
        }
        for text in
            ["", "where", "where luck=1", "without", "with book a.book", "x where aspiration=5"]
        {
            assert!(text.parse::<Change>().is_err(), "{text}");
        }
        assert_eq!(
            "without  history".parse::<Change>().expect("one").file(),
            "without history.pdn"
        );
    }
}
