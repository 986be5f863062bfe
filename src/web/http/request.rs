//! A request: its head, read by a parser that many have attacked, and its body.

use crate::error::WebError;

/// The methods that are served, and the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Other,
}

/// The most lines of a head.
const MAX_HEADERS: usize = 64;

/// A head as it was sent.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) method: Method,
    pub(super) path: String,
    headers: Vec<(String, String)>,
}

impl Head {
    /// Reads a head, up to and with its empty line.
    pub(super) fn read(text: &[u8]) -> Result<Head, WebError> {
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        let bad = |reason: &str| WebError::Bad(format!("this is no HTTP: {reason}"));
        match request.parse(text) {
            Ok(httparse::Status::Complete(length)) if length == text.len() => {}
            Ok(_) => return Err(bad("the head does not end where it should")),
            Err(httparse::Error::TooManyHeaders) => return Err(WebError::HeadTooLarge),
            Err(error) => return Err(bad(&error.to_string())),
        }
        let header = |header: &httparse::Header<'_>| {
            let value = std::str::from_utf8(header.value).ok()?;
            Some((header.name.to_ascii_lowercase(), value.to_owned()))
        };
        let headers: Option<Vec<_>> = request.headers.iter().map(header).collect();
        Ok(Head {
            method: match request.method {
                Some("GET") => Method::Get,
                Some("POST") => Method::Post,
                _ => Method::Other,
            },
            path: request.path.unwrap_or_default().to_owned(),
            headers: headers.ok_or_else(|| bad("a header is no text"))?,
        })
    }

    /// A header that may stand only once, by its name in small letters.
    pub(super) fn single_header(&self, name: &str) -> Result<Option<&str>, WebError> {
        let mut found = self.headers.iter().filter(|(other, _)| other == name);
        let first = found.next().map(|(_, value)| value.as_str());
        match found.next() {
            None => Ok(first),
            Some(_) => Err(WebError::Bad(format!("the header {name} stands twice"))),
        }
    }

    /// The bytes of the body, at most so many.
    pub(super) fn body_length(&self, max: usize) -> Result<usize, WebError> {
        if self.single_header("transfer-encoding")?.is_some() {
            return Err(WebError::Length);
        }
        let Some(header) = self.single_header("content-length")? else {
            return if self.method == Method::Post { Err(WebError::Length) } else { Ok(0) };
        };
        let digits = !header.is_empty() && header.bytes().all(|byte| byte.is_ascii_digit());
        let length =
            digits.then(|| header.parse().unwrap_or(usize::MAX)).ok_or(WebError::Length)?;
        if length > max { Err(WebError::TooLarge(max)) } else { Ok(length) }
    }
}

/// A request that may be answered.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: Method,
    /// The path, as it was sent.
    pub path: String,
    pub body: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(lines: &str) -> Result<usize, &'static str> {
        let text = format!("POST / HTTP/1.1\r\n{lines}\r\n\r\n");
        let head = Head::read(text.as_bytes()).map_err(|error| error.status())?;
        head.body_length(100).map_err(|error| error.status())
    }

    #[test]
    fn a_body_has_one_length_within_the_limit() {
        assert_eq!(length("Content-Length: 100"), Ok(100));
        assert_eq!(length("Content-Length: 101"), Err("413 Content Too Large"));
        assert_eq!(length("Content-Length: 99999999999999999999999"), Err("413 Content Too Large"));
        for odd in ["-1", "+1", "0x10", "", "1 2", "1,1"] {
            assert_eq!(
                length(&format!("Content-Length: {odd}")),
                Err("411 Length Required"),
                "{odd}"
            );
        }
        let twice = "Content-Length: 1\r\nContent-Length: 2";
        assert_eq!(length(twice), Err("400 Bad Request"));
        let chunked = "Transfer-Encoding: chunked\r\nContent-Length: 1";
        assert_eq!(length(chunked), Err("411 Length Required"));
        assert_eq!(length("Host: x"), Err("411 Length Required"));
    }

    #[test]
    fn what_is_no_http_is_refused() {
        for text in
            ["\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "\0\u{1}\r\n\r\n"]
        {
            let refused = Head::read(text.as_bytes()).expect_err(text);
            assert_eq!(refused.status(), "400 Bad Request", "{text:?}");
        }
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(65));
        let refused = Head::read(many.as_bytes()).expect_err("too many");
        assert_eq!(refused.status(), "431 Request Header Fields Too Large");
    }
}
