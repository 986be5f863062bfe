//! Questions as they come: JSON.

use serde::de::DeserializeOwned;

use crate::error::WebError;

pub(super) fn read<T: DeserializeOwned>(question: &[u8]) -> Result<T, WebError> {
    serde_json::from_slice(question)
        .map_err(|error| WebError::Bad(format!("this is no question: {error}")))
}
