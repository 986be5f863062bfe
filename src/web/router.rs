//! Routes requests: questions to the API by POST, assets of the page by GET.

use std::sync::Arc;

use crate::api::Api;
use crate::assets::{asset, page};
use crate::error::WebError;
use crate::events::Events;
use crate::http::{Handler, Part, Server};

impl Server {
    /// Serves this API from now on, on a thread of its own; answers are worked out on others.
    pub fn serve(self, api: Api) {
        self.serve_by(Arc::new(Router(api)));
    }
}

struct Router(Api);

/// The page with the language in which it begins, unless its user has set another.
fn in_language(page: &str, language: Option<&str>) -> String {
    const ROOT: &str = "<html lang=\"en\"";
    match language {
        Some(code) => page.replacen(ROOT, &format!("{ROOT} data-language=\"{code}\""), 1),
        None => page.to_owned(),
    }
}

impl Handler for Router {
    fn max_body(&self, path: &str) -> usize {
        Api::max_body(path)
    }

    fn asset(&self, path: &str) -> Result<Part, WebError> {
        if path == "/" {
            let (text, style) = page();
            return Ok(Part::Page { text: in_language(text, self.0.language()), style });
        }
        if path.starts_with("/api/") {
            return Err(WebError::Method);
        }
        let (kind, content) = asset(path).ok_or(WebError::NotFound)?;
        Ok(Part::Asset(kind, content))
    }

    fn answer(&self, path: &str, body: &[u8], events: &dyn Events) -> Result<(), WebError> {
        if !path.starts_with("/api/") {
            return Err(WebError::Method);
        }
        self.0.answer(path, body, events)
    }
}
