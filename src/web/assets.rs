//! The assets of the page by exact names; no text of a client is ever a path on the disk.

use std::sync::LazyLock;

use base64::Engine;
use base64::prelude::BASE64_STANDARD as STANDARD;
use sha2::{Digest, Sha256};

use crate::diagram;

/// An asset: its name, its media type, its content.
pub(super) type Asset = (&'static str, &'static str, &'static [u8]);

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! script {
    ($name:literal) => {
        script!($name, "page/", $name)
    };
    ($name:literal, $folder:literal, $file:literal) => {
        (concat!("/", $name), SCRIPT, include_bytes!(concat!($folder, $file)))
    };
}

/// Assets of both pages, the served and the standalone one.
const COMMON: &[Asset] = &[
    ("/icon.svg", "image/svg+xml", include_bytes!("page/icon.svg")),
    script!("advice.js"),
    script!("agree.js"),
    script!("app.js"),
    script!("api.js"),
    script!("attempts.js"),
    script!("exercise.js"),
    script!("train.js"),
    script!("board.js"),
    script!("dom.js"),
    script!("play.js"),
    script!("analyse.js"),
    script!("tree.js"),
    script!("changes.js"),
    script!("keeper.js"),
    script!("explorer.js"),
    script!("game_table.js"),
    script!("review.js"),
    script!("retry.js"),
    script!("setup.js"),
    script!("address.js"),
    script!("names_form.js"),
    script!("nags.js"),
    script!("move_list.js"),
    script!("diagram_dialog.js"),
    script!("drawer_dialog.js"),
    script!("drawer.js"),
    script!("edit.js"),
    script!("history.js"),
    script!("graph.js"),
    script!("inside.js"),
    script!("curves.js"),
    script!("database.js"),
    script!("person_names.js"),
    script!("player_mistakes.js"),
    script!("print.js"),
    script!("removed_games.js"),
    script!("reports.js"),
    script!("upkeep.js"),
    script!("endgame.js"),
    script!("files.js"),
    script!("formation.js"),
    script!("games.js"),
    script!("gauge.js"),
    script!("keys.js"),
    script!("known_field.js"),
    script!("language.js"),
    script!("lines.js"),
    script!("remarks.js"),
    script!("settings.js"),
    script!("settings_dialog.js"),
    script!("sides.js"),
    script!("sound.js"),
    script!("tabs.js"),
    script!("languages/de.js"),
    script!("languages/fr.js"),
    script!("languages/nl.js"),
    script!("languages/pt.js"),
    script!("languages/ru.js"),
];

/// Assets of the served page.
const SERVED: &[Asset] = &[script!("send.js")];

const STANDALONE: &[Asset] = &[
    script!("send.js", "page/alone/", "send.js"),
    script!("install.js", "page/alone/", "install.js"),
    script!("worker.js", "page/alone/", "worker.js"),
    script!("wasi.js", "page/alone/", "wasi.js"),
];

const TEXT: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/style.css");
/// The link to the style, which is replaced by the style.
const LINK: &str = "<link rel=\"stylesheet\" href=\"style.css\">";

/// The page with its style inside, so that a browser paints it before it has asked for anything else.
static PAGE: LazyLock<(String, String)> = LazyLock::new(|| {
    // Pages to print, which this page opens, obey its policy.
    let sources = [STYLE, diagram::STYLE].map(source);
    (TEXT.replace(LINK, &format!("<style>{STYLE}</style>")), sources.join(" "))
});

fn source(style: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(style)))
}

/// The text of the page, and its styles as sources of a Content-Security-Policy (CSP 3, 2.3.1).
pub(super) fn page() -> (&'static str, &'static str) {
    (&PAGE.0, &PAGE.1)
}

pub(super) fn asset(path: &str) -> Option<(&'static str, &'static [u8])> {
    let mut parts = COMMON.iter().chain(SERVED);
    parts.find(|(name, ..)| *name == path).map(|(_, kind, content)| (*kind, *content))
}

/// The assets of the standalone page.
pub(super) fn standalone() -> impl Iterator<Item = &'static Asset> {
    COMMON.iter().chain(STANDALONE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Language;

    #[test]
    fn the_style_is_named_by_its_checksum_as_browsers_work_it_out() {
        // A browser compares base64 of RFC 4648, section 4, with padding (CSP 3, 6.7.3.3).
        assert_eq!(STANDARD.encode("foob"), "Zm9vYg==");
        let sources: Vec<&str> = page().1.split(' ').collect();
        assert_eq!(sources.len(), 2);
        for source in sources {
            assert!(source.starts_with("'sha256-") && source.ends_with("='") && source.len() == 53);
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
        assert!(COMMON.iter().chain(SERVED).all(|(name, ..)| asset(name).is_some()));
    }

    #[test]
    fn every_module_that_is_imported_is_there() {
        for own in [SERVED, STANDALONE] {
            let parts: Vec<&Asset> = COMMON.iter().chain(own).collect();
            for (name, _, content) in parts.iter().filter(|(_, kind, _)| *kind == SCRIPT) {
                let text = std::str::from_utf8(content).expect("UTF-8");
                for line in text.lines().filter(|line| line.starts_with("import ")) {
                    let file = line.rsplit('"').nth(1).expect("a file").trim_start_matches('.');
                    assert!(parts.iter().any(|part| part.0 == file), "{name} imports {file}");
                }
            }
        }
    }

    #[test]
    fn every_language_but_english_has_its_texts() {
        for code in Language::ALL.map(Language::code).into_iter().filter(|code| *code != "en") {
            assert!(asset(&format!("/languages/{code}.js")).is_some(), "{code}");
        }
    }

    #[test]
    fn the_page_runs_nothing_inline_and_asks_nobody_else() {
        let is_inline =
            |word: &str| word.starts_with("style=") || word.starts_with("on") && word.contains('=');
        assert!(!TEXT.split_whitespace().any(is_inline) && !TEXT.contains("<style"));
        let scripts = COMMON
            .iter()
            .chain(SERVED)
            .chain(STANDALONE)
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
