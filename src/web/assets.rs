//! What the page is made of, by exact names; nothing that a client says is ever a path on the disk.

/// A part of the page: its name, its type, its content.
type Asset = (&'static str, &'static str, &'static [u8]);

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! script {
    ($name:literal) => {
        (concat!("/", $name), SCRIPT, include_bytes!(concat!("page/", $name)))
    };
}

const ASSETS: &[Asset] = &[
    ("/", "text/html; charset=utf-8", include_bytes!("page/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_bytes!("page/style.css")),
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

/// The part of the page with this name.
#[must_use]
pub(super) fn asset(path: &str) -> Option<(&'static str, &'static [u8])> {
    ASSETS.iter().find(|(name, ..)| *name == path).map(|(_, kind, content)| (*kind, *content))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_parts_of_the_page_have_names() {
        for path in
            ["", "//", "/app.js/", "/../Cargo.toml", "/%2e%2e/app.js", "/style.css?x", "app.js"]
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
        for (name, kind, content) in ASSETS {
            let text = std::str::from_utf8(content).expect("UTF-8");
            let foreign = text.replace("http://www.w3.org/2000/svg", "").contains("://");
            assert!(!foreign, "{name} names another server");
            if kind.starts_with("text/html") {
                let is_inline = |word: &str| {
                    word.starts_with("style=") || word.starts_with("on") && word.contains('=')
                };
                assert!(!text.split_whitespace().any(is_inline), "{name}");
                assert!(!text.contains("<style"), "{name}");
            }
            for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("]
            {
                assert!(!text.contains(word), "{name} uses {word}");
            }
        }
    }
}
