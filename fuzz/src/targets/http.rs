//! Requests of HTTP: what becomes of them does not depend on the pieces they arrive in.

use std::sync::LazyLock;

use draughts_td::web::http::{Guard, Method, RequestReader, Token};

/// The most bytes of a question.
const LONGEST: usize = 1000;

static TOKEN: LazyLock<Token> = LazyLock::new(|| Token::random().expect("random numbers"));

/// A request, a refusal by its status and reason, or nothing yet; and the bytes that were taken for it.
type Received = (Result<Option<(Method, String, Vec<u8>)>, String>, usize);

/// Reads a request, in which `TOKEN` stands for the secret; the first byte says in what pieces it arrives.
pub fn run(data: &[u8]) {
    let (piece, text) = data.split_first().map_or((1, data), |(&n, rest)| (n.max(1).into(), rest));
    let text = with_token(text);
    let (received, taken) = receive(text.chunks(1));
    if let Ok(Some((method, path, body))) = &received {
        assert!(*method != Method::Other && !path.is_empty() && body.len() <= LONGEST);
    }
    assert_eq!(receive(text[..taken].chunks(piece)), (received, taken));
    // In one piece with more behind it, it is the same or refused.
    let _ = receive([text.as_slice()].into_iter());
}

fn receive<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Received {
    let guard = Guard::new(8110, TOKEN.clone());
    let mut incoming = RequestReader::new(&guard, &|_| LONGEST);
    let mut taken = 0;
    for piece in pieces {
        taken += piece.len();
        match incoming.push(piece) {
            Ok(None) => {}
            Ok(Some(request)) => {
                return (Ok(Some((request.method, request.path, request.body))), taken);
            }
            Err(error) => return (Err(format!("{}: {error}", error.status())), taken),
        }
    }
    (Ok(None), taken)
}

fn with_token(text: &[u8]) -> Vec<u8> {
    const NAME: &[u8] = b"TOKEN";
    let (mut filled, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.windows(NAME.len()).position(|window| window == NAME) {
        filled.extend_from_slice(&rest[..at]);
        filled.extend_from_slice(TOKEN.to_string().as_bytes());
        rest = &rest[at + NAME.len()..];
    }
    filled.extend_from_slice(rest);
    filled
}
