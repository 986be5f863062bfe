//! An answer line by line, worked out on a thread of its own. It is stopped when the client leaves: hyper then drops the response.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::error::WebError;
use crate::events::Events;
use crate::player::StopFlag;

/// The most lines that wait to be sent.
const WAITING_LINES: usize = 16;

type Line = Result<Bytes, WebError>;

/// Starts the work. The response begins with its first line, so that an error before it has its own status. A later error cuts the
/// response, which the client sees at its end.
pub(super) async fn answer(
    work: impl FnOnce(&dyn Events) -> Result<(), WebError> + Send + 'static,
) -> Result<Response, WebError> {
    let (lines, mut rest) = channel(WAITING_LINES);
    let client = Client { lines, stop: StopFlag::new() };
    let gone = StopOnDrop(client.stop.clone());
    tokio::task::spawn_blocking(move || {
        let answered = catch_unwind(AssertUnwindSafe(|| work(&client)));
        match answered.unwrap_or(Err(WebError::Fault)) {
            Ok(()) | Err(WebError::Stopped) => {}
            // The client may be gone.
            Err(error) => _ = client.lines.blocking_send(Err(error)),
        }
    });
    let first = rest.recv().await.transpose()?;
    let body = Body::from_stream(Lines { first, rest, _gone: gone });
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], body).into_response())
}

#[derive(Debug)]
struct Client {
    lines: Sender<Line>,
    stop: StopFlag,
}

impl Events for Client {
    fn send(&self, line: &Value) {
        if self.lines.blocking_send(Ok(format!("{line}\n").into())).is_err() {
            self.stop.stop();
        }
    }

    fn stop(&self) -> &StopFlag {
        &self.stop
    }
}

/// Dropped with the response, or with the wait for its first line.
#[derive(Debug)]
struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[derive(Debug)]
struct Lines {
    first: Option<Bytes>,
    rest: Receiver<Line>,
    _gone: StopOnDrop,
}

impl Stream for Lines {
    type Item = Line;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Line>> {
        match self.first.take() {
            Some(first) => Poll::Ready(Some(Ok(first))),
            None => self.rest.poll_recv(context),
        }
    }
}
