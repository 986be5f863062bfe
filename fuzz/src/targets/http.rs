//! Heads of requests: what passes the guard is a request of the page itself.

use std::sync::LazyLock;

use draughts_td::web::http::{Guard, Token};
use http::request::Parts;

static TOKEN: LazyLock<Token> = LazyLock::new(|| Token::random().expect("random numbers"));

/// Checks a head, in which `TOKEN` means the secret: a line with method and target, and a line for each header.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data).replace("TOKEN", &TOKEN.to_string());
    let Some(head) = head_of(&text) else { return };
    let guard = Guard::new(([127, 0, 0, 1], 8110).into(), TOKEN.clone());
    match guard.check(&head.method, &head.uri, &head.headers) {
        Ok(()) => assert!(is_of_the_page(&head), "{head:?}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn head_of(text: &str) -> Option<Parts> {
    let mut lines = text.lines();
    let (method, target) = lines.next()?.split_once(' ')?;
    let mut request = http::Request::builder().method(method).uri(target);
    for line in lines {
        let (name, value) = line.split_once(':')?;
        request = request.header(name, value.trim());
    }
    Some(request.body(()).ok()?.into_parts().0)
}

/// The rules written from the other end: the only values that are allowed.
fn is_of_the_page(head: &Parts) -> bool {
    let all = |name| -> Vec<String> {
        let values = head.headers.get_all(name).iter();
        values.map(|value| String::from_utf8_lossy(value.as_bytes()).to_lowercase()).collect()
    };
    let hosts = ["127.0.0.1:8110", "localhost:8110", "[::1]:8110"];
    let is_host = matches!(&all("host")[..], [host] if hosts.contains(&host.as_str()));
    let is_origin = match &all("origin")[..] {
        [] => true,
        [origin] => hosts.iter().any(|host| *origin == format!("http://{host}")),
        _ => false,
    };
    let is_read = head.method == "GET";
    let is_link = is_read && head.uri == "/" && all("sec-fetch-dest") == ["document"];
    let is_same_site = match &all("sec-fetch-site")[..] {
        [] => true,
        [site] => ["same-origin", "none"].contains(&site.as_str()) || is_link,
        _ => false,
    };
    let has_token = all("x-draughts-token") == [TOKEN.to_string()];
    let is_json =
        matches!(&all("content-type")[..], [kind] if kind.starts_with("application/json"));
    let may_ask = head.method == "POST" && has_token && is_json;
    is_host && is_origin && is_same_site && (is_read || may_ask)
}
