//! The languages of the page, and what pages to print say in them.

use std::collections::BTreeMap;

use crate::diagram::PageWords;

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    Dutch,
    French,
    German,
    Portuguese,
    Russian,
}

impl Language {
    pub const ALL: [Language; 6] = [
        Language::English,
        Language::Dutch,
        Language::French,
        Language::German,
        Language::Portuguese,
        Language::Russian,
    ];

    /// The code of ISO 639-1.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Dutch => "nl",
            Language::French => "fr",
            Language::German => "de",
            Language::Portuguese => "pt",
            Language::Russian => "ru",
        }
    }

    /// What a page to print says in the language: the texts of the page itself.
    #[must_use]
    pub fn words(self) -> PageWords {
        let lines = match self {
            Language::English => return PageWords::default(),
            Language::Dutch => include_str!("../page/languages/nl.js"),
            Language::French => include_str!("../page/languages/fr.js"),
            Language::German => include_str!("../page/languages/de.js"),
            Language::Portuguese => include_str!("../page/languages/pt.js"),
            Language::Russian => include_str!("../page/languages/ru.js"),
        };
        let lines = lines.lines().filter_map(|line| line.strip_prefix("  "));
        let pair = |line: &str| {
            serde_json::from_str::<BTreeMap<String, String>>(&format!(
                "{{{}}}",
                line.trim_end_matches(',')
            ))
        };
        PageWords::new(self.code(), lines.flat_map(pair).flatten().collect())
    }

    /// The language of this code; English for any other.
    pub(super) fn of(code: Option<&str>) -> Language {
        let known = Language::ALL.into_iter().find(|language| Some(language.code()) == code);
        known.unwrap_or(Language::English)
    }
}
