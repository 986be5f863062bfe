//! The desk behind the server: what is asked by POST, and the parts of the page by GET.

use crate::api::Api;
use crate::assets::{asset, page};
use crate::error::WebError;
use crate::events::Events;
use crate::http::{Handler, Part, Request};

/// A desk that a server may ask.
#[derive(Debug)]
pub struct Router(pub Api);

impl Handler for Router {
    fn longest(&self, path: &str) -> usize {
        Api::longest(path)
    }

    fn part(&self, path: &str) -> Result<Part, WebError> {
        if path == "/" {
            let (text, style) = page();
            return Ok(Part::Page { text, style });
        }
        if path.starts_with("/api/") {
            return Err(WebError::Method);
        }
        let (kind, content) = asset(path).ok_or(WebError::NotFound)?;
        Ok(Part::Asset(kind, content))
    }

    fn answer(&self, request: &Request, events: &dyn Events) -> Result<(), WebError> {
        if !request.path.starts_with("/api/") {
            return Err(WebError::Method);
        }
        self.0.answer(&request.path, &request.body, events)
    }
}
