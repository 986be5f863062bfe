//! The languages of the page: a table with every text in every language, and the one that is spoken.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::json;

use crate::browser::Browser;

/// The languages of the page but English, whose texts are in the page and its scripts.
pub(crate) const LANGUAGES: [&str; 5] = ["nl", "fr", "de", "pt", "ru"];

type Texts = BTreeMap<String, String>;

/// The lines of a language's file that have texts.
fn lines(language: &str) -> Vec<(String, String)> {
    let file = Path::new("src/web/page/languages").join(format!("{language}.js"));
    let text = fs::read_to_string(file).expect("a language");
    let lines = text.lines().filter_map(|line| line.strip_prefix("  "));
    lines.map(|line| line.trim_end_matches(',')).map(pair).collect()
}

/// The English text and its translation, from a line of a JavaScript object with both in quotes.
fn pair(line: &str) -> (String, String) {
    let found: Texts = serde_json::from_str(&format!("{{{line}}}")).expect(line);
    found.into_iter().next().expect("a pair")
}

fn texts(language: &str) -> Texts {
    lines(language).into_iter().collect()
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
fn every_text_is_in_every_language_once_with_the_same_values() {
    let expected: BTreeSet<String> = texts("nl").into_keys().collect();
    assert!(expected.len() > 200);
    for language in LANGUAGES {
        let lines = lines(language);
        let keys: Vec<&String> = lines.iter().map(|(key, _)| key).collect();
        assert!(keys.is_sorted_by(|a, b| a < b), "{language}: a line is not in order, or twice");
        let keys: BTreeSet<String> = keys.into_iter().cloned().collect();
        let differ: Vec<_> = keys.symmetric_difference(&expected).collect();
        assert!(differ.is_empty(), "only in nl or only in {language}: {differ:?}");
        for (key, text) in &lines {
            assert!(!text.trim().is_empty(), "{key} in {language}");
            assert_eq!(names(text), names(key), "{key} in {language}");
        }
    }
    let missing: Vec<String> = asked().into_iter().filter(|key| !expected.contains(key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_texts_of_the_page_itself_are_translated() {
    let (known, page) = (texts("nl"), include_str!("../../src/web/page/index.html"));
    let texts = page.split('>').skip(1).filter_map(|part| part.split('<').next());
    let labels = page.split("aria-label=\"").skip(1).filter_map(|part| part.split('"').next());
    for text in texts.chain(labels).map(str::trim) {
        let is_word = text.chars().filter(|c| c.is_alphabetic()).count() > 1;
        assert!(!is_word || text == "draughts-td" || known.contains_key(text), "{text}");
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
        "de" => ["Steine gezählt, eine Dame zählt drei", "Material", "weiße Steine", "Rest"],
        "pt" => ["contagem de pedras, uma dama vale três", "material", "pedras brancas", "resto"],
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
