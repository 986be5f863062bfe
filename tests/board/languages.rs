//! The languages of the page: a table with every text in every language, and the one that is spoken.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::json;

use crate::browser::Browser;

const LANGUAGES: [&str; 3] = ["nl", "fr", "ru"];

type Texts = BTreeMap<String, BTreeMap<String, String>>;

/// The table, which is JSON but for the words around it and the last comma.
fn table() -> Texts {
    let text = include_str!("../../src/web/page/texts.js");
    let start = text.find('{').expect("an object");
    let object = text[start..].trim_end().trim_end_matches(';').trim_end_matches('}').trim_end();
    serde_json::from_str(&format!("{}}}", object.trim_end_matches(','))).expect("JSON")
}

/// The names in braces.
fn names(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

/// The texts that the scripts ask for by name.
fn asked() -> BTreeSet<String> {
    let folder = Path::new("src/web/page");
    let scripts =
        fs::read_dir(folder).expect("the page").map(|entry| entry.expect("a file").path());
    let mut asked = BTreeSet::new();
    for path in scripts.filter(|path| path.extension().is_some_and(|ending| ending == "js")) {
        let text = fs::read_to_string(&path).expect("a script");
        // A letter before it makes it the end of another name.
        let calls = text.match_indices("t(\"").filter(|(at, _)| {
            !text[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.')
        });
        for (at, call) in calls {
            let rest = &text[at + call.len()..];
            asked.insert(rest[..rest.find('"').expect("an end")].to_owned());
        }
    }
    asked
}

#[test]
fn every_text_stands_in_every_language_with_the_same_values() {
    let table = table();
    assert!(table.len() > 200);
    for (key, texts) in &table {
        let languages: Vec<&str> = texts.keys().map(String::as_str).collect();
        let mut expected = LANGUAGES;
        expected.sort_unstable();
        assert_eq!(languages, expected, "{key}");
        for (language, text) in texts {
            assert!(!text.trim().is_empty(), "{key} in {language}");
            assert_eq!(names(text), names(key), "{key} in {language}");
        }
    }
    let missing: Vec<String> = asked().into_iter().filter(|key| !table.contains_key(key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_texts_of_the_page_itself_are_in_the_table() {
    let (table, page) = (table(), include_str!("../../src/web/page/index.html"));
    let texts = page.split('>').skip(1).filter_map(|part| part.split('<').next());
    let labels = page.split("aria-label=\"").skip(1).filter_map(|part| part.split('"').next());
    for text in texts.chain(labels).map(str::trim) {
        let is_word = text.chars().filter(|c| c.is_alphabetic()).count() > 1;
        assert!(!is_word || text == "draughts-td" || table.contains_key(text), "{text}");
    }
}

fn status(browser: &Browser, expected: &str) {
    browser.wait(&format!("document.querySelector('#status').textContent === {expected:?}"));
}

#[test]
fn the_browsers_language_is_spoken_and_a_setting_goes_before_it() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    status(&browser, "White to move.");
    let origin = format!("http://127.0.0.1:{}/", browser.server.port);
    let french = json!({ "userAgent": "test", "acceptLanguage": "fr-BE,fr,en" });
    browser.devtools("Network.setUserAgentOverride", &french);
    browser.go(&origin);
    status(&browser, "Aux Blancs de jouer.");
    assert_eq!(browser.value("document.documentElement.lang"), "fr");
    assert_eq!(browser.text("#tab-play"), "Jouer");
    // A language that is set goes before the browser's, and stays.
    browser.click("#settings-button");
    browser.value("((list) => (list.value = 'nl', list.dispatchEvent(new Event('change'))))(document.querySelector('#set-language'))");
    browser.wait("document.documentElement.lang === 'nl' && document.body.dataset.ready");
    status(&browser, "Wit aan zet.");
    browser.go(&origin);
    status(&browser, "Wit aan zet.");
    // What the server says in English is said in the language of the page.
    browser.paste("W:W28,40,50:B22,12,3");
    browser.wait("document.querySelectorAll('.can').length === 1");
    browser.square(40);
    browser.wait("document.querySelector('#refusal').textContent === 'Slag van 2 is verplicht, meerslag gaat voor (28x8).'");
    browser.paste("W:WK1,K2,K3:BK50");
    browser.wait("document.querySelector('#status').textContent.includes('Remise over 16 zetten (drie stukken tegen één dam).')");
    browser.paste("W:W46:B41,37");
    status(&browser, "Zwart wint: Wit kan niet zetten.");
}

/// What an evaluation calls itself, its groups and its parts.
fn inside_is_translated(browser: &Browser, language: &str) {
    let expected = match language {
        "nl" => ["schijven geteld, een dam telt drie", "materiaal", "witte schijven", "rest"],
        "fr" => ["pions comptés, une dame compte trois", "matériel", "pions blancs", "reste"],
        _ => ["счёт шашек, дамка за три", "материал", "белые шашки", "остальное"],
    };
    let told = browser.text("#panel-inside") + &browser.text("#inside-value");
    for text in expected {
        assert!(told.contains(text), "{text} in {language}: {told}");
    }
}

#[test]
fn axe_finds_nothing_in_any_language_and_nothing_is_cut_off_on_a_phone() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    let axe = std::env::var_os("AXE_CORE").map(|path| fs::read_to_string(path).expect("axe"));
    let origin = format!("http://127.0.0.1:{}/", browser.server.port);
    browser.size(390, 844);
    for language in LANGUAGES {
        browser.value(&format!(
            "localStorage.setItem('draughts-td-settings', JSON.stringify({{ language: '{language}' }}))"
        ));
        browser.go(&origin);
        for tab in ["play", "analyse", "inside"] {
            browser.click(&format!("#tab-{tab}"));
            if tab == "inside" {
                browser.wait("document.querySelectorAll('#parts tbody tr').length > 0");
                inside_is_translated(&browser, language);
            }
            let beyond = browser.value("document.documentElement.scrollWidth - innerWidth");
            assert!(beyond.as_i64().expect("pixels") <= 0, "{tab} in {language}: {beyond} beyond");
            browser.picture(&format!("{tab}-390-{language}.png"));
            if let Some(axe) = &axe {
                crate::page::check(&browser, axe, &format!("{tab} in {language}"));
            }
        }
    }
}

#[test]
fn the_page_begins_in_the_language_of_the_program_and_keeps_that_of_its_user() {
    let Some(browser) = Browser::open(&["--language", "nl"]) else { return };
    assert_eq!(browser.value("document.documentElement.lang"), "nl");
    browser.value("import('./settings.js').then((kept) => kept.set('language', 'fr'))");
    browser.value("location.reload()");
    browser.wait("document.documentElement.lang === 'fr'");
}
