//! Which evaluation plays, by the name a user gives it.

use thiserror::Error;

/// What judges quiet positions.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// The count of men and kings.
    Material,
}

/// Why a name is no evaluation.
#[derive(Debug, Error)]
pub enum OpenError {
    /// Neither the plain man count nor a file that can be read.
    #[error("'{0}' is no evaluation; give a network file or 'material'")]
    Unknown(String),
}

impl Evaluation {
    /// The name of the plain man count wherever a network is asked for.
    pub const MATERIAL: &str = "material";

    /// The evaluation a user asked for: `material` or a network file.
    ///
    /// # Errors
    /// A file that cannot be read or holds no network.
    pub fn open(name: &str) -> Result<Evaluation, OpenError> {
        match name {
            Evaluation::MATERIAL => Ok(Evaluation::Material),
            other => Err(OpenError::Unknown(other.to_owned())),
        }
    }
}
