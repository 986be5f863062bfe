//! Studies: experiments that are files. A file names arms with their settings, matches, claims, tables and plots; this room trains the
//! arms, plays the matches and writes the report.
//!
//! | file | what it is |
//! | --- | --- |
//! | `file`, `fault` | the text of a study, and what is wrong with it |
//! | `words` | settings with the names of the flags of `learn` or `train` |
//! | `settings`, `play`, `arms` | from settings to what is trained from games, from play; the arms |
//! | `pairings`, `claims` | who plays whom, and what is claimed |
//! | `borders` | arms with borders of phases of the user's own |
//! | `stored` | the claims of stored runs, and how many of all are false |
//! | `compared` | whether the figures of two runs agree |
//! | `rankings` | whether held-out errors rank the arms of stored runs as matches do |
//! | `study` | the whole, as the program runs it |
//! | `asked` | whether notes ask for what there is |
//! | `answers`, `plots`, `inputs`, `findings` | what notes, tables and plots can ask |

mod answers;
mod arms;
mod asked;
mod borders;
mod claims;
mod compared;
mod fault;
mod file;
mod findings;
mod inputs;
mod pairings;
mod play;
mod plots;
mod rankings;
mod settings;
mod stored;
mod study;
#[cfg(test)]
mod tests;
mod words;

pub use compared::{Agreement, FigureDifference, compare};
pub use fault::StudyError;
pub use rankings::{StoredPair, rankings, stored_pairs};
#[cfg(test)]
pub(crate) use stored::p_values_beside;
pub use stored::{StoredClaim, StoredError, over_all, stored_claims};
pub use study::{ReadError, Study};
