//! The desk behind the server: what is asked by POST, and the parts of the page by GET.

use crate::api::Desk;
use crate::assets::{asset, page};
use crate::error::WebError;
use crate::http::{Answers, Method, Reply, Request};

/// A desk that a server may ask.
#[derive(Debug)]
pub struct Served(pub Desk);

impl Answers for Served {
    fn longest(&self, path: &str) -> usize {
        Desk::longest(path)
    }

    fn answer(&self, request: &Request) -> Result<Reply<'_>, WebError> {
        let is_question = request.path.starts_with("/api/");
        match request.method {
            Method::Post if is_question => {
                self.0.answer(&request.path, &request.body).map(Reply::Answer)
            }
            Method::Get if request.path == "/" => {
                let (text, style) = page();
                Ok(Reply::Page { text, style })
            }
            Method::Get if !is_question => {
                let (kind, content) = asset(&request.path).ok_or(WebError::NotFound)?;
                Ok(Reply::Asset(kind, content))
            }
            _ => Err(WebError::Method),
        }
    }
}
