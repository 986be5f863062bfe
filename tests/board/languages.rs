//! The languages of the page: a table with every text in every language, and the one that is spoken.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::browser::Browser;
use crate::run::draughts;

/// The languages of the page but English, whose texts are in the page and its scripts.
pub(crate) const LANGUAGES: [&str; 5] = ["nl", "fr", "de", "pt", "ru"];

type Texts = BTreeMap<String, String>;

/// The lines of a language's file that have texts.
fn lines(language: &str) -> Vec<String> {
    let file = Path::new("src/web/page/languages").join(format!("{language}.js"));
    let text = fs::read_to_string(file).expect("a language");
    let lines = text.lines().filter_map(|line| line.strip_prefix("  "));
    lines.map(|line| line.trim_end_matches(',').to_owned()).collect()
}

/// The English text and its translation, from a line of a JavaScript object with both in quotes.
fn pair(line: &str) -> (String, String) {
    let found: Texts = serde_json::from_str(&format!("{{{line}}}")).expect(line);
    found.into_iter().next().expect("a pair")
}

fn texts(language: &str) -> Texts {
    lines(language).iter().map(|line| pair(line)).collect()
}

/// What is in braces: the name of a value, and the forms of a noun that follows it.
fn places(text: &str) -> Vec<(&str, Vec<&str>)> {
    let insides = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    insides
        .map(|(inside, _)| {
            let mut parts = inside.split('|');
            (parts.next().expect("a name"), parts.collect())
        })
        .collect()
}

fn names(text: &str) -> BTreeSet<&str> {
    places(text).into_iter().map(|(name, _)| name).collect()
}

/// How many forms a noun has after whole numbers (Unicode's plural rules, without those for millions).
fn forms(language: &str) -> usize {
    if language == "ru" { 3 } else { 2 }
}

fn has_its_forms(text: &str, language: &str) -> bool {
    let has_all = |nouns: &[&str]| nouns.is_empty() || nouns.len() == forms(language);
    places(text).iter().all(|(_, nouns)| has_all(nouns))
}

/// The files of a folder and of those in it that are read as text.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()) {
        let is_text =
            ["js", "html", "rs", "toml"].iter().any(|kind| path.extension() == Some(kind.as_ref()));
        if path.is_dir() && !path.ends_with("languages") {
            files(&path, found);
        } else if is_text {
            found.push(path);
        }
    }
}

/// Everything that may show a text: the page, what answers it, and the names of the inputs.
fn sources() -> String {
    let mut found = Vec::new();
    ["src", "features"].iter().for_each(|folder| files(Path::new(folder), &mut found));
    found.iter().map(|path| fs::read_to_string(path).expect("text")).collect()
}

/// Whether some source has the text, a name with its words joined, or the end of a sentence about a side.
fn is_used(text: &str, sources: &str) -> bool {
    let about = text.strip_prefix("White").or(text.strip_prefix("Black"));
    let ends = about.map(|rest| format!("}}{rest}\""));
    let mut ways = [format!("\"{text}\""), format!(">{text}<"), text.replace(' ', "_")]
        .into_iter()
        .chain(ends);
    ways.any(|way| sources.contains(&way))
}

/// The texts that the scripts ask for by name.
fn asked() -> BTreeSet<String> {
    let mut scripts = Vec::new();
    files(Path::new("src/web/page"), &mut scripts);
    let mut asked = BTreeSet::new();
    for path in scripts.iter().filter(|path| path.extension() == Some("js".as_ref())) {
        let text = fs::read_to_string(path).expect("a script");
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
        assert!(lines.is_sorted(), "{language}: a line is not in the order of `LC_ALL=C sort`");
        let texts = texts(language);
        assert_eq!(texts.len(), lines.len(), "{language}: a text is there twice");
        let keys: BTreeSet<String> = texts.keys().cloned().collect();
        let differ: Vec<_> = keys.symmetric_difference(&expected).collect();
        assert!(differ.is_empty(), "only in nl or only in {language}: {differ:?}");
        for (key, text) in &texts {
            assert!(!text.trim().is_empty(), "{key} in {language}");
            assert_eq!(names(text), names(key), "{key} in {language}");
            assert!(has_its_forms(text, language) && has_its_forms(key, "en"), "{key}: {text}");
        }
    }
    let missing: Vec<String> = asked().into_iter().filter(|key| !expected.contains(key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_text_is_used() {
    let sources = sources();
    let left: Vec<String> =
        texts("nl").into_keys().filter(|text| !is_used(text, &sources)).collect();
    assert!(left.is_empty(), "{left:?}");
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
fn every_fault_of_a_position_is_said_in_the_language_of_the_page() {
    let Some(browser) = Browser::open(&["--net", "material", "--language", "ru"]) else { return };
    let many: Vec<String> = (1..=21).map(|square| square.to_string()).collect();
    let many = format!("W:W50:B{}", many.join(","));
    for fen in [
        "Q:W31:B1",
        "W:Q12:B1",
        "W:W99:B1",
        "W:W31,31:B1",
        "W:W31:B31",
        "W:W31:W32",
        "W:W3:B10",
        "B:W31:B50",
        &many,
    ] {
        browser.value("document.querySelector('#refusal').textContent = ''");
        browser.paste(fen);
        browser.wait("document.querySelector('#refusal').textContent");
        let said = browser.text("#refusal");
        assert!(said.chars().any(|c| ('а'..='я').contains(&c)), "{fen}: {said}");
    }
}

/// Labels that show less than their text: cut off, or beyond the edge of the page.
const CUT: &str = "(() => {
  const pen = document.createElement('canvas').getContext('2d');
  const wide = (one) => {
    if (one.tagName !== 'SELECT') return one.clientWidth && one.scrollWidth > one.clientWidth + 1;
    const style = getComputedStyle(one);
    pen.font = style.font;
    return pen.measureText(one.selectedOptions[0]?.text ?? '').width + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) > one.clientWidth;
  };
  const beyond = (one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.scroll');
  const labels = [...document.querySelectorAll('button, th, label, summary, select, #panels h2, #panels h3')];
  return labels.filter((one) => one.checkVisibility() && !one.closest('.unseen, #mistakes') && (wide(one) || beyond(one))).map((one) => one.id + ' ' + one.textContent.slice(0, 40)).join('; ');
})()";

/// The Latin words of the page, shown or read aloud.
const LATIN: &str = "(() => {
  const said = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((one) => ['aria-label', 'placeholder', 'title'].map((name) => one.getAttribute(name) ?? ''));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) said.push(walker.currentNode.data);
  return [...new Set(said.join(' ').replace(/\\{\\w+\\}/g, '').match(/[A-Za-zÀ-ž]{2,}/g))].sort().join(' ');
})()";

/// Opens every tab and dialog; what the labels of each say that is cut.
fn walk(browser: &Browser, language: &str) {
    let look = |place: &str| {
        assert_eq!(browser.value(CUT), "", "{place} in {language}");
        browser.picture(&format!("{place}-390-{language}.png"));
    };
    browser.click("#tab-database");
    browser.wait("document.querySelectorAll('#db-games tbody tr').length > 0");
    browser.wait("document.querySelectorAll('#db-moves tbody tr').length > 0");
    look("database");
    browser.value("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    look("filters");
    for tab in ["analyse", "inside", "play"] {
        browser.click(&format!("#tab-{tab}"));
        if tab == "inside" {
            browser.wait("document.querySelectorAll('#parts tbody tr').length > 0");
        }
        look(tab);
    }
    for dialog in ["settings", "help", "names", "drawer"] {
        browser.value(&format!("document.querySelector('#{dialog}-button').click()"));
        look(dialog);
        browser.value(&format!("document.querySelector('#{dialog}').close()"));
    }
    browser.value("document.querySelector('#setup-button').click()");
    look("setup");
}

#[test]
fn no_label_is_cut_on_a_phone_and_no_word_is_left_in_english() {
    let games = tempfile::tempdir().expect("a folder");
    let pdn = games.path().join("games.pdn");
    fs::write(
        &pdn,
        "[White \"Анна\"]\n[Black \"Борис\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2-0\n",
    )
    .expect("written");
    let database = games.path().join("games.db");
    let built = draughts().args(["db", "build"]).arg(&pdn).arg("-o").arg(&database).output();
    assert!(built.expect("the program runs").status.success());
    let path = database.display().to_string();
    let Some(browser) = Browser::open(&[&path, "--net", "material"]) else { return };
    browser.size(390, 844);
    for language in LANGUAGES {
        browser.value(&format!(
            "localStorage.setItem('draughts-td-settings', JSON.stringify({{ language: '{language}' }}))"
        ));
        browser.go(&format!("http://127.0.0.1:{}/", browser.server.port));
        walk(&browser, language);
        if language == "ru" {
            let names = "Ctrl Delete Deutsch End English Enter Esc FEN Français Home Nederlands PDN Português Shift draughts material reference td";
            assert_eq!(browser.value(LATIN), names);
        }
    }
}

#[test]
fn the_page_begins_in_the_language_of_the_program_and_keeps_that_of_its_user() {
    let Some(browser) = Browser::open(&["--language", "de"]) else { return };
    assert_eq!(browser.value("document.documentElement.lang"), "de");
    status(&browser, "Weiß am Zug.");
    browser.value("import('./settings.js').then((kept) => kept.set('language', 'fr'))");
    browser.value("location.reload()");
    browser.wait("document.documentElement.lang === 'fr'");
}
