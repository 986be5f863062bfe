//! A request as it comes in, piece by piece: what becomes of it does not depend on the pieces.

use super::guard::Guard;
use super::request::{Head, Method, Request};
use crate::error::WebError;

/// The most bytes of a head.
const HEAD_BYTES: usize = 16 << 10;
const END: &[u8; 4] = b"\r\n\r\n";

/// The bytes so far, and the head once it has passed the guard.
pub struct RequestReader<'a> {
    guard: &'a Guard,
    max_body: &'a dyn Fn(&str) -> usize,
    /// The head and what was received of the body.
    bytes: Vec<u8>,
    head: Option<(Head, usize)>,
}

impl<'a> RequestReader<'a> {
    /// Nothing yet. `max_body` says how many bytes a question to a path may have.
    pub fn new(guard: &'a Guard, max_body: &'a dyn Fn(&str) -> usize) -> RequestReader<'a> {
        RequestReader { guard, max_body, bytes: Vec::new(), head: None }
    }

    /// Takes the next chunk; returns the request once it is complete. A refused request is never returned.
    pub fn push(&mut self, chunk: &[u8]) -> Result<Option<Request>, WebError> {
        // A piece may end amid what ends the head.
        let seen = self.bytes.len().saturating_sub(END.len() - 1);
        self.bytes.extend_from_slice(chunk);
        if self.head.is_none() && !self.read_head(seen)? {
            return Ok(None);
        }
        let Some((head, length)) = &self.head else { return Ok(None) };
        if self.bytes.len() > *length {
            return Err(WebError::Bad("more came than one request".into()));
        }
        Ok((self.bytes.len() == *length).then(|| Request {
            method: head.method,
            path: head.path.clone(),
            body: std::mem::take(&mut self.bytes),
        }))
    }

    /// The method, once the head has passed.
    pub fn method(&self) -> Option<Method> {
        self.head.as_ref().map(|(head, _)| head.method)
    }

    /// Looks for the end of the head in the new bytes; `true` if the head is complete and has passed.
    fn read_head(&mut self, seen: usize) -> Result<bool, WebError> {
        let upto = self.bytes.len().min(HEAD_BYTES);
        let found = self.bytes[seen..upto].windows(END.len()).position(|window| window == END);
        let Some(at) = found else {
            return if upto == HEAD_BYTES { Err(WebError::HeadTooLarge) } else { Ok(false) };
        };
        let body = self.bytes.split_off(seen + at + END.len());
        let head = Head::read(&std::mem::replace(&mut self.bytes, body))?;
        self.guard.check(&head)?;
        let is_question = head.method == Method::Post;
        let length = head.body_length(if is_question { (self.max_body)(&head.path) } else { 0 })?;
        self.head = Some((head, length));
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Token;

    /// The body of a request that comes in chunks of so many bytes.
    fn body_of(text: &[u8], size: usize) -> Result<Option<Vec<u8>>, &'static str> {
        let token = Token::random().expect("random numbers");
        let text = String::from_utf8_lossy(text).replace("TOKEN", &token.to_string());
        let guard = Guard::new(8110, token);
        let mut reader = RequestReader::new(&guard, &|_| 10);
        for chunk in text.as_bytes().chunks(size) {
            match reader.push(chunk) {
                Ok(None) => {}
                Ok(Some(request)) => return Ok(Some(request.body)),
                Err(error) => return Err(error.status()),
            }
        }
        Ok(None)
    }

    #[test]
    fn a_request_is_the_same_in_whatever_pieces_it_comes() {
        let post = "POST /api/state HTTP/1.1\r\nHost: localhost:8110\r\nX-Draughts-Token: TOKEN\r\n\
                    Content-Type: application/json\r\nContent-Length: 3\r\n\r\n";
        let long =
            format!("GET / HTTP/1.1\r\nHost: localhost:8110\r\nX: {}\r\n\r\n", "a".repeat(20_000));
        for (text, expected) in [
            (format!("{post}abc"), Ok(Some(b"abc".to_vec()))),
            (format!("{post}ab"), Ok(None)),
            (post.replace("TOKEN", "0"), Err("403 Forbidden")),
            (post.replace(": 3", ": 11"), Err("413 Content Too Large")),
            (long, Err("431 Request Header Fields Too Large")),
            ("GET /\r\n\r\n".into(), Err("400 Bad Request")),
            ("GET / HTTP/1.1\r\nHost: localhost:8110\r\n\r\n".into(), Ok(Some(Vec::new()))),
        ] {
            for size in [1, 2, 3, 7, 4096, 1 << 20] {
                assert_eq!(body_of(text.as_bytes(), size), expected, "{text:.60} by {size}");
            }
        }
        assert_eq!(body_of(format!("{post}abcd").as_bytes(), 1 << 20), Err("400 Bad Request"));
    }
}
