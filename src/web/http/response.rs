//! Responses: assets of the page, errors, and the headers that every response has.

use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::error::WebError;

/// Nothing is framed, cached, or taken for another type.
const RULES: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
    ("cross-origin-resource-policy", "same-origin"),
];

#[derive(Clone, Debug)]
pub(crate) enum Part {
    Page {
        text: String,
        /// The styles it may use, as sources of a Content-Security-Policy: `'sha256-…'`.
        style: &'static str,
    },
    /// Another asset: its media type and content.
    Asset(&'static str, &'static [u8]),
}

impl IntoResponse for Part {
    fn into_response(self) -> Response {
        match self {
            Part::Asset(media, bytes) => ([(CONTENT_TYPE, media)], bytes).into_response(),
            Part::Page { text, style } => {
                let media = "text/html; charset=utf-8".to_owned();
                let headers = [(CONTENT_TYPE, media), (CONTENT_SECURITY_POLICY, policy(style))];
                (headers, text).into_response()
            }
        }
    }
}

impl IntoResponse for WebError {
    fn into_response(self) -> Response {
        let code = self.status().as_bytes().get(..3).unwrap_or_default();
        let code = StatusCode::from_bytes(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let text = json!({ "error": self.to_string() }).to_string();
        (code, [(CONTENT_TYPE, "application/json")], text).into_response()
    }
}

/// Adds the headers that every response has.
pub(super) fn add_rules(headers: &mut HeaderMap) {
    for (name, value) in RULES {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(policy) = HeaderValue::try_from(policy("'none'")) {
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(policy);
    }
}

/// The page may load from and ask this server only, and may not be framed.
fn policy(style: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src {style}; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}
