//! Checksums of the evaluation and the book of a player.

use super::error::{At, RunError};
use crate::arena::tournament::spec::PlayerSpec;
use crate::checksum;
use crate::files;
use crate::models::file;
use crate::player::Evaluation;

/// The checksum of a network, so that another one under the same name is noticed.
///
/// # Errors
/// A file that cannot be read.
pub fn identity(player: &PlayerSpec) -> Result<String, RunError> {
    let (net, book) = match player {
        PlayerSpec::Own { net, book, .. } => (net.as_str(), book.as_ref()),
        PlayerSpec::Level(_) => (Evaluation::REFERENCE, None),
        PlayerSpec::Random | PlayerSpec::Hub(_) | PlayerSpec::Dxp(_) | PlayerSpec::Function(_) => {
            return Ok(String::new());
        }
    };
    let mut identity = String::new();
    if net != Evaluation::MATERIAL {
        identity = file::checksum(net.as_ref())
            .at(|| format!("cannot read the network {net}; train one with `learn`"))?;
    }
    if let Some(book) = book {
        let checksum = files::open_ordinary(book.as_ref()).and_then(checksum::of_reader);
        let checksum = checksum.at(|| format!("cannot read the book {book}"))?;
        identity = format!("{identity} {checksum}");
    }
    Ok(identity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_known_by_the_evaluation_that_it_plays_with() {
        let known = |player: &str| identity(&player.parse().expect("a player")).expect("there");
        assert_eq!(known("level:3"), known("reference"));
        assert!(!known("level:3").is_empty() && known("random").is_empty());
    }
}
