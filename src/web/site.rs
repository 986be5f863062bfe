//! The page as files for any web server: it asks nobody, can be installed, and is kept by the browser for times without a network.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::assets::{page, standalone};

/// The name of the engine.
pub const PROGRAM: &str = "engine.wasm";
/// The icon, in SVG.
pub const ICON: &str = include_str!("page/icon.svg");
/// The sizes of the icon in pixels: those that systems ask for where the page is installed.
pub const ICON_SIZES: [u32; 3] = [180, 192, 512];

const MANIFEST: &str = "manifest.json";
/// The service worker, with an empty list of files and no version.
const WORKER: (&str, &str) = ("offline.js", include_str!("page/alone/offline.js"));
const NO_FILES: &str = "const FILES = {};";
const NO_VERSION: &str = "const VERSION = \"\";";

/// A name and its content.
pub type File = (String, Vec<u8>);

/// The files of the page with this engine and these icons, one of each size, in the order in which they are written: the page follows what
/// it asks for, and the service worker follows the files whose checksums it has.
pub fn files(program: Vec<u8>, icons: [Vec<u8>; ICON_SIZES.len()]) -> Vec<File> {
    let assets = standalone()
        .map(|(name, _, content)| (name.trim_start_matches('/').to_owned(), content.to_vec()));
    let icons = ICON_SIZES.map(icon_name).into_iter().zip(icons);
    let mut files: Vec<File> = assets.chain(icons).collect();
    files.push((PROGRAM.into(), program));
    files.push((MANIFEST.into(), manifest().into_bytes()));
    files.push(("index.html".into(), index().into_bytes()));
    files.push((WORKER.0.into(), worker(&files).into_bytes()));
    files
}

fn icon_name(size: u32) -> String {
    format!("icon-{size}.png")
}

/// What a system wants to know of a page that it installs (Web Application Manifest).
fn manifest() -> String {
    let pictures = ICON_SIZES.iter().flat_map(|&size| {
        // The disc lies within the circle that systems cut out of an icon.
        ["any", "maskable"].map(|purpose| {
            json!({ "src": icon_name(size), "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": purpose })
        })
    });
    let drawing = json!({ "src": "icon.svg", "sizes": "any", "type": "image/svg+xml" });
    let icons: Vec<Value> = pictures.chain([drawing]).collect();
    let manifest = json!({
        "name": "draughts-td",
        "short_name": "Draughts",
        "description": "Play and analyse international draughts",
        "categories": ["games"],
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#7a5230",
        "theme_color": "#7a5230",
        "icons": icons,
    });
    format!("{manifest:#}\n")
}

/// The page with the rules that a server would send with it: it loads and asks nothing but what lies beside it.
fn index() -> String {
    const HEAD: &str = "<meta charset=\"utf-8\">\n";
    let (text, style) = page();
    let rules = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; manifest-src 'self'; style-src {style}; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'"
    );
    let more = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{rules}\">\n\
         <link rel=\"manifest\" href=\"{MANIFEST}\">\n\
         <link rel=\"apple-touch-icon\" href=\"{}\">\n",
        icon_name(ICON_SIZES[0])
    );
    text.replacen(HEAD, &format!("{HEAD}{more}"), 1)
}

/// The service worker with the checksum of each file (Subresource Integrity, 3.1), and with one of all files and of itself.
fn worker(files: &[File]) -> String {
    let list: Map<String, Value> =
        files.iter().map(|(name, content)| (name.clone(), checksum(content).into())).collect();
    let list = format!("const FILES = {:#};", Value::Object(list));
    let text = WORKER.1.replacen(NO_FILES, &list, 1);
    let version = format!("const VERSION = \"{}\";", checksum(text.as_bytes()));
    text.replacen(NO_VERSION, &version, 1)
}

fn checksum(content: &[u8]) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(content)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(program: &[u8]) -> Vec<File> {
        files(program.to_vec(), ICON_SIZES.map(|size| size.to_le_bytes().to_vec()))
    }

    fn text(files: &[File], name: &str) -> String {
        let found = files.iter().find(|file| file.0 == name).expect(name);
        String::from_utf8(found.1.clone()).expect("UTF-8")
    }

    #[test]
    fn the_page_has_its_rules_and_its_own_way_to_ask() {
        let files = made(b"engine");
        let page = text(&files, "index.html");
        assert!(page.contains("\"Content-Security-Policy\" content=\"default-src 'none'; "));
        let send = text(&files, "send.js");
        assert!(send.contains(PROGRAM) && !send.contains("X-Draughts-Token"));
        assert!(!page.contains("=\"/"), "it may lie in any folder");
    }

    #[test]
    fn all_files_are_kept_but_the_one_that_keeps_them_which_is_written_last() {
        let files = made(b"engine");
        let (worker, kept) = files.split_last().expect("files");
        assert_eq!(worker.0, "offline.js");
        let worker = text(&files, "offline.js");
        for (name, _) in kept {
            assert!(worker.contains(&format!("\"{name}\": \"sha256-")), "{name}");
        }
        assert_eq!(worker.matches("sha256-").count(), kept.len() + 1, "and the version");
        assert_ne!(
            worker,
            text(&made(b"another"), "offline.js"),
            "another engine is another version"
        );
        assert_eq!(worker, text(&made(b"engine"), "offline.js"));
    }

    #[test]
    fn every_icon_that_is_named_is_there() {
        let files = made(b"engine");
        let manifest: Value = serde_json::from_str(&text(&files, MANIFEST)).expect("JSON");
        let icons = manifest["icons"].as_array().expect("icons");
        for icon in icons {
            assert!(files.iter().any(|file| icon["src"] == file.0), "{icon}");
        }
        assert!(text(&files, "index.html").contains("href=\"icon-180.png\""));
        assert!(files.iter().any(|file| file.0 == "icon-180.png"));
    }
}
