//! Access control: refuses pages of other sites, other host names, and questions without the token.

use std::net::SocketAddr;

use axum::http::{HeaderMap, Method, Uri};

use super::token::Token;
use crate::error::WebError;

/// The header that carries the token: one that no other site's page can send without asking first.
const TOKEN: &str = "x-draughts-token";

/// The port of an address without one (RFC 9110, section 4.2.1).
const HTTP_PORT: u16 = 80;

/// What the requests of a connection are checked for.
#[derive(Debug)]
pub struct Guard {
    /// The names of this server, each with its port, as browsers write them.
    hosts: Vec<String>,
    token: Token,
}

impl Guard {
    /// The guard of a connection to this address. To a loopback address, the machine may be called by all its own names.
    pub fn new(reached: SocketAddr, token: Token) -> Guard {
        let (ip, port) = (reached.ip().to_canonical(), reached.port());
        let mut hosts = vec![SocketAddr::new(ip, port).to_string()];
        if ip.is_loopback() {
            hosts.extend(["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}")));
        }
        if port == HTTP_PORT {
            let end = format!(":{port}");
            hosts = hosts.iter().map(|host| host.trim_end_matches(&end).to_owned()).collect();
        }
        Guard { hosts, token }
    }

    /// Checks a request. Assets need no token: they are no secret.
    pub fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), WebError> {
        // A name that another site has made point here is still that site's name.
        if !single_header(headers, "host")?.is_some_and(|host| self.is_ours(host)) {
            return Err(WebError::Misdirected);
        }
        if single_header(headers, "origin")?.is_some_and(|origin| !self.is_our_origin(origin)) {
            return Err(WebError::Forbidden("another site's page may not ask"));
        }
        let site = single_header(headers, "sec-fetch-site")?;
        let is_own = site.is_none_or(|site| matches!(site, "same-origin" | "none"));
        if !is_own && !is_link(method, uri, headers)? {
            return Err(WebError::Forbidden("another site's page may not ask"));
        }
        match *method {
            Method::GET => Ok(()),
            Method::POST => self.check_post(headers),
            _ => Err(WebError::Method),
        }
    }

    fn check_post(&self, headers: &HeaderMap) -> Result<(), WebError> {
        if !single_header(headers, TOKEN)?.is_some_and(|token| self.token.matches(token)) {
            return Err(WebError::Forbidden(
                "the token is missing or wrong; open the address that the program printed",
            ));
        }
        let kind = single_header(headers, "content-type")?.unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if kind.eq_ignore_ascii_case("application/json") { Ok(()) } else { Err(WebError::Type) }
    }

    fn is_ours(&self, host: &str) -> bool {
        self.hosts.iter().any(|ours| ours.eq_ignore_ascii_case(host))
    }

    fn is_our_origin(&self, origin: &str) -> bool {
        origin.strip_prefix("http://").is_some_and(|host| self.is_ours(host))
    }
}

/// Whether the page is opened from elsewhere, such as the file that `board --open` opens. It shows nothing to the other page, and
/// it may not be framed.
fn is_link(method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<bool, WebError> {
    let is_opened = single_header(headers, "sec-fetch-mode")? == Some("navigate")
        && single_header(headers, "sec-fetch-dest")? == Some("document");
    Ok(is_opened && method == Method::GET && uri == "/")
}

/// A header that may occur only once.
pub(super) fn single_header<'a>(
    headers: &'a HeaderMap,
    name: &str,
) -> Result<Option<&'a str>, WebError> {
    let mut found = headers.get_all(name).iter();
    let (first, second) = (found.next(), found.next());
    if second.is_some() {
        return Err(WebError::Bad(format!("the header {name} is there twice")));
    }
    let text = first.map(|value| value.to_str()).transpose();
    text.map_err(|_| WebError::Bad(format!("the header {name} is no text")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first line has a method and a path, the others are headers.
    fn ask(lines: &str) -> Result<(), &'static str> {
        ask_at("127.0.0.1:8110", lines)
    }

    /// The same over a connection to this address.
    fn ask_at(reached: &str, lines: &str) -> Result<(), &'static str> {
        let token = Token::random().expect("random numbers");
        let text = lines.replace("TOKEN", &token.to_string());
        let mut lines = text.lines();
        let (method, path) = lines.next().expect("a line").split_once(' ').expect("a path");
        let mut request = axum::http::Request::builder().method(method).uri(path);
        for line in lines {
            let (name, value) = line.split_once(':').expect("a header");
            request = request.header(name, value.trim());
        }
        let (head, ()) = request.body(()).expect("a request").into_parts();
        let guard = Guard::new(reached.parse().expect("an address"), token);
        let checked = guard.check(&head.method, &head.uri, &head.headers);
        checked.map_err(|error| error.status())
    }

    const POST: &str = "POST /api/state\nHost: 127.0.0.1:8110\nContent-Type: application/json\nX-Draughts-Token: TOKEN";

    #[test]
    fn the_page_itself_may_ask_by_all_names_of_this_machine() {
        assert_eq!(ask(POST), Ok(()));
        for host in ["localhost:8110", "LOCALHOST:8110", "[::1]:8110"] {
            assert_eq!(ask(&format!("GET /\nHost: {host}")), Ok(()), "{host}");
            let origin = format!("{POST}\nOrigin: http://{host}\nSec-Fetch-Site: same-origin");
            assert_eq!(ask(&origin), Ok(()), "{host}");
        }
    }

    #[test]
    fn other_names_are_other_servers() {
        let misdirected = Err("421 Misdirected Request");
        assert_eq!(ask("GET /"), misdirected);
        for host in ["evil.example:8110", "127.0.0.1", "127.0.0.1:8111", "localhost.evil:8110", ""]
        {
            assert_eq!(ask(&format!("GET /\nHost: {host}")), misdirected, "{host}");
        }
        let twice = "GET /\nHost: localhost:8110\nHost: evil.example";
        assert_eq!(ask(twice), Err("400 Bad Request"));
    }

    #[test]
    fn in_a_network_the_server_has_the_one_name_that_was_reached() {
        for (reached, name) in [
            ("192.168.1.5:8110", "192.168.1.5:8110"),
            ("192.168.1.5:80", "192.168.1.5"),
            ("127.0.0.1:80", "localhost"),
            ("127.0.0.2:80", "127.0.0.2"),
            ("[2001:db8::5]:8110", "[2001:DB8::5]:8110"),
            ("[2001:db8::80]:80", "[2001:db8::80]"),
            ("[fe80::1%2]:8110", "[fe80::1]:8110"),
            // One socket listens on all addresses of both kinds.
            ("[::ffff:192.168.1.5]:8110", "192.168.1.5:8110"),
        ] {
            let post = POST.replace("127.0.0.1:8110", name);
            let origin = format!("Origin: http://{name}");
            assert_eq!(ask_at(reached, &format!("{post}\n{origin}")), Ok(()), "{reached} {name}");
            for other in [
                "localhost:8110",
                "127.0.0.1:8110",
                "192.168.1.6:8110",
                "laptop.local:8110",
                "192.168.1.5:81",
            ] {
                let misnamed = POST.replace("127.0.0.1:8110", other);
                assert_eq!(
                    ask_at(reached, &misnamed),
                    Err("421 Misdirected Request"),
                    "{reached} {other}"
                );
                let foreign = format!("{post}\nOrigin: http://{other}");
                assert_eq!(ask_at(reached, &foreign), Err("403 Forbidden"), "{reached} {other}");
            }
        }
    }

    #[test]
    fn pages_of_other_sites_may_not_ask() {
        for line in [
            "Origin: null",
            "Origin: http://evil.example",
            "Origin: https://127.0.0.1:8110",
            "Origin: http://127.0.0.1:8111",
            "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Site: same-site",
        ] {
            assert_eq!(ask(&format!("{POST}\n{line}")), Err("403 Forbidden"), "{line}");
            let get = format!("GET /\nHost: localhost:8110\n{line}");
            assert_eq!(ask(&get), Err("403 Forbidden"), "{line}");
        }
    }

    #[test]
    fn the_page_may_be_opened_from_elsewhere_but_not_framed_or_fetched() {
        let opened = "Host: localhost:8110\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate\nSec-Fetch-Dest: document";
        assert_eq!(ask(&format!("GET /\n{opened}")), Ok(()));
        for other in [
            format!("GET /app.js\n{opened}"),
            format!("GET /\n{}", opened.replace("document", "iframe")),
            format!("GET /\n{}", opened.replace("navigate", "no-cors")),
            POST.replace("Host: 127.0.0.1:8110", opened),
        ] {
            assert_eq!(ask(&other), Err("403 Forbidden"), "{other}");
        }
    }

    #[test]
    fn asking_needs_the_token_and_json() {
        assert_eq!(ask(&POST.replace("TOKEN", "0")), Err("403 Forbidden"));
        assert_eq!(ask(&POST.replace("X-Draughts-Token", "X-Other")), Err("403 Forbidden"));
        let plain = POST.replace("application/json", "text/plain");
        assert_eq!(ask(&plain), Err("415 Unsupported Media Type"));
        let form = POST.replace("Content-Type: application/json\n", "");
        assert_eq!(ask(&form), Err("415 Unsupported Media Type"));
    }

    #[test]
    fn a_question_before_the_question_is_refused() {
        let options = POST.replace("POST", "OPTIONS");
        assert_eq!(ask(&options), Err("405 Method Not Allowed"));
    }
}
