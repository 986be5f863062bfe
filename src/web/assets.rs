//! What the page is made of, by exact names; nothing that a client says is ever a path on the disk.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

/// A part of the page: its name, its type, its content.
type Asset = (&'static str, &'static str, &'static [u8]);

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! script {
    ($name:literal) => {
        (concat!("/", $name), SCRIPT, include_bytes!(concat!("page/", $name)))
    };
}

const ASSETS: &[Asset] = &[
    ("/icon.svg", "image/svg+xml", include_bytes!("page/icon.svg")),
    script!("app.js"),
    script!("api.js"),
    script!("board.js"),
    script!("dom.js"),
    script!("play.js"),
    script!("analyse.js"),
    script!("tree.js"),
    script!("graph.js"),
    script!("inside.js"),
    script!("curves.js"),
    script!("keys.js"),
];

const TEXT: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/style.css");
/// Where the text asks for the style.
const LINK: &str = "<link rel=\"stylesheet\" href=\"/style.css\">";

/// The page with its style inside, so that a browser paints it before it has asked for anything else.
static PAGE: LazyLock<(String, String)> = LazyLock::new(|| {
    let hash = base64(&Sha256::digest(STYLE));
    (TEXT.replace(LINK, &format!("<style>{STYLE}</style>")), format!("'sha256-{hash}'"))
});

/// The text of the page, and its style as a source of a Content-Security-Policy (CSP 3, 2.3.1).
#[must_use]
pub(super) fn page() -> (&'static str, &'static str) {
    (&PAGE.0, &PAGE.1)
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let at = |place: usize| u32::from(three.get(place).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize % 64];
            text.push(if place <= three.len() { letter.into() } else { '=' });
        }
    }
    text
}

/// The part of the page with this name.
#[must_use]
pub(super) fn asset(path: &str) -> Option<(&'static str, &'static [u8])> {
    ASSETS.iter().find(|(name, ..)| *name == path).map(|(_, kind, content)| (*kind, *content))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_rfc_4648_section_10() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn the_page_has_its_style_inside_and_nothing_of_it_ends_the_style() {
        let (text, _) = page();
        assert!(!text.contains("style.css") && !STYLE.contains("</"));
        assert_eq!(text.len(), TEXT.len() - LINK.len() + STYLE.len() + "<style></style>".len());
    }

    #[test]
    fn only_the_parts_of_the_page_have_names() {
        for path in
            ["", "//", "/app.js/", "/../Cargo.toml", "/%2e%2e/app.js", "/app.js?x", "app.js"]
        {
            assert!(asset(path).is_none(), "{path}");
        }
        assert!(ASSETS.iter().all(|(name, ..)| asset(name).is_some()));
    }

    #[test]
    fn every_module_that_is_imported_is_served() {
        for (name, _, content) in ASSETS.iter().filter(|(_, kind, _)| *kind == SCRIPT) {
            let text = std::str::from_utf8(content).expect("UTF-8");
            for line in text.lines().filter(|line| line.starts_with("import ")) {
                let file = line.rsplit('"').nth(1).expect("a file").trim_start_matches('.');
                assert!(asset(file).is_some(), "{name} imports {file}");
            }
        }
    }

    #[test]
    fn the_page_runs_nothing_inline_and_asks_nobody_else() {
        let is_inline =
            |word: &str| word.starts_with("style=") || word.starts_with("on") && word.contains('=');
        assert!(!TEXT.split_whitespace().any(is_inline) && !TEXT.contains("<style"));
        let scripts = ASSETS
            .iter()
            .map(|(name, _, content)| (*name, std::str::from_utf8(content).expect("UTF-8")));
        for (name, text) in scripts.chain([("/", TEXT), ("the style", STYLE)]) {
            let foreign = text.replace("http://www.w3.org/2000/svg", "").contains("://");
            assert!(!foreign, "{name} names another server");
            for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("]
            {
                assert!(!text.contains(word), "{name} uses {word}");
            }
        }
    }
}
