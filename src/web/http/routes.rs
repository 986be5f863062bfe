//! Requests: the guard checks each, and then an asset or an answer is the response.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::answer::answer;
use super::connections::Unauthenticated;
use super::guard::{Guard, single_header};
use super::response::{Part, add_rules};
use crate::error::WebError;
use crate::events::Events;

/// The most questions that are answered at a time.
pub(super) const MAX_REQUESTS: usize = 32;
/// The time limit of a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// Limits of reading the body of a refused request, so that the client, which is still sending, receives the reason.
const MAX_UNREAD: usize = 1 << 20;
const UNREAD_TIMEOUT: Duration = Duration::from_millis(300);

/// Answers requests that have passed the guard.
pub(crate) trait Handler: Send + Sync + 'static {
    /// The most bytes that a question to this path may have.
    fn max_body(&self, path: &str) -> usize;

    fn asset(&self, path: &str) -> Result<Part, WebError>;

    /// Answers a question, in lines.
    fn answer(&self, path: &str, body: &[u8], events: &dyn Events) -> Result<(), WebError>;
}

/// What all requests share.
pub(super) struct Shared {
    pub(super) handler: Arc<dyn Handler>,
    pub(super) unauthenticated: Unauthenticated,
    slots: Arc<Semaphore>,
}

impl Shared {
    pub(super) fn new(handler: Arc<dyn Handler>) -> Shared {
        let slots = Arc::new(Semaphore::new(MAX_REQUESTS));
        Shared { handler, unauthenticated: Unauthenticated::default(), slots }
    }

    /// The token was shown: takes one of the slots for questions.
    fn take_slot(&self) -> Result<OwnedSemaphorePermit, WebError> {
        let slot = self.slots.clone().try_acquire_owned().map_err(|_| WebError::Busy)?;
        // A connection is served by its own task.
        self.unauthenticated.remove(tokio::task::id());
        Ok(slot)
    }
}

/// The service of all connections; each adds its guard as an extension.
pub(super) fn routes(shared: Arc<Shared>) -> Router {
    let methods = get(asset).post(question);
    Router::new().fallback(methods).layer(from_fn(guarded)).with_state(shared)
}

async fn guarded(guard: Extension<Arc<Guard>>, request: Request, next: Next) -> Response {
    let checked = guard.check(request.method(), request.uri(), request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(error) => refuse(request.into_body(), error).await.into_response(),
    };
    add_rules(response.headers_mut());
    response
}

async fn asset(
    State(shared): State<Arc<Shared>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Part, WebError> {
    match body_length(&Method::GET, &headers, 0) {
        Ok(_) => shared.handler.asset(&uri.to_string()),
        Err(error) => Err(refuse(body, error).await),
    }
}

async fn question(
    State(shared): State<Arc<Shared>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, WebError> {
    let path = uri.to_string();
    let length = body_length(&Method::POST, &headers, shared.handler.max_body(&path));
    let (length, slot) = match length.and_then(|length| Ok((length, shared.take_slot()?))) {
        Ok(admitted) => admitted,
        Err(error) => return Err(refuse(body, error).await),
    };
    let body = timeout(BODY_TIMEOUT, to_bytes(body, length)).await;
    let body = body.map_err(|_| WebError::Timeout)?;
    let body = body.map_err(|_| WebError::Bad("the body breaks off".into()))?;
    let handler = shared.handler.clone();
    answer(move |events| {
        // Given back when the work ends, and not when the client leaves.
        let _slot = slot;
        handler.answer(&path, &body, events)
    })
    .await
}

/// The bytes of the body, at most `max`.
fn body_length(method: &Method, headers: &HeaderMap, max: usize) -> Result<usize, WebError> {
    if single_header(headers, TRANSFER_ENCODING.as_str())?.is_some() {
        return Err(WebError::Length);
    }
    let Some(header) = single_header(headers, CONTENT_LENGTH.as_str())? else {
        return if method == Method::POST { Err(WebError::Length) } else { Ok(0) };
    };
    let digits = !header.is_empty() && header.bytes().all(|byte| byte.is_ascii_digit());
    let length = digits.then(|| header.parse().unwrap_or(usize::MAX)).ok_or(WebError::Length)?;
    if length > max { Err(WebError::TooLarge(max)) } else { Ok(length) }
}

/// Reads some of the body of a refused request: closing with unread bytes would discard the response.
async fn refuse(body: Body, error: WebError) -> WebError {
    // It may be longer, or slower.
    let _ = timeout(UNREAD_TIMEOUT, to_bytes(body, MAX_UNREAD)).await;
    error
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn length(lines: &[(&str, &str)]) -> Result<usize, &'static str> {
        let headers = lines.iter().map(|(name, value)| {
            let name: HeaderName = name.parse().expect("a name");
            (name, HeaderValue::from_str(value).expect("a value"))
        });
        let mut all = HeaderMap::new();
        headers.for_each(|(name, value)| _ = all.append(name, value));
        body_length(&Method::POST, &all, 100).map_err(|error| error.status())
    }

    #[test]
    fn a_body_has_one_length_within_the_limit() {
        let of = |value| length(&[("Content-Length", value)]);
        assert_eq!(of("100"), Ok(100));
        assert_eq!(of("101"), Err("413 Content Too Large"));
        assert_eq!(of("99999999999999999999999"), Err("413 Content Too Large"));
        for odd in ["-1", "+1", "0x10", "", "1 2", "1,1"] {
            assert_eq!(of(odd), Err("411 Length Required"), "{odd}");
        }
        let twice = [("Content-Length", "1"), ("Content-Length", "2")];
        assert_eq!(length(&twice), Err("400 Bad Request"));
        let chunked = [("Transfer-Encoding", "chunked"), ("Content-Length", "1")];
        assert_eq!(length(&chunked), Err("411 Length Required"));
        assert_eq!(length(&[("Host", "x")]), Err("411 Length Required"));
    }
}
