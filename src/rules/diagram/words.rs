//! The words of a page in a language: each text by its English one, with values in braces, and nouns in the form that a number asks for.

use std::collections::BTreeMap;
use std::fmt::Display;

/// The language of a page. The default is English, which needs no texts.
#[derive(Clone, Debug)]
pub struct PageWords {
    code: String,
    texts: BTreeMap<String, String>,
}

impl Default for PageWords {
    fn default() -> PageWords {
        PageWords { code: "en".into(), texts: BTreeMap::new() }
    }
}

impl PageWords {
    /// A language by its code of ISO 639-1, with its texts by the English ones.
    #[must_use]
    pub fn new(code: &str, texts: BTreeMap<String, String>) -> PageWords {
        PageWords { code: code.into(), texts }
    }

    pub(super) fn code(&self) -> &str {
        &self.code
    }

    /// A text; the English one where the language has none.
    #[must_use]
    pub fn say<'a>(&'a self, text: &'a str) -> &'a str {
        self.texts.get(text).map_or(text, String::as_str)
    }

    /// A text with values for the names in braces. A noun after a number has its forms: `{n} {n|game|games}`.
    ///
    /// ```
    /// let english = draughts_td_rules::diagram::PageWords::default();
    /// assert_eq!(english.fill("{n} {n|game|games}", &[("n", &1)]), "1 game");
    /// ```
    #[must_use]
    pub fn fill(&self, text: &str, values: &[(&str, &dyn Display)]) -> String {
        let mut parts = self.say(text).split('{');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (inside, rest) = part.split_once('}').unwrap_or((part, ""));
            let mut forms = inside.split('|');
            let name = forms.next().unwrap_or_default();
            let value =
                values.iter().find(|(own, _)| *own == name).map(|(_, value)| value.to_string());
            let value = value.unwrap_or_default();
            let forms: Vec<&str> = forms.collect();
            filled += match forms.is_empty() {
                true => &value,
                false => forms[self.form(value.parse().unwrap_or(0)).min(forms.len() - 1)],
            };
            filled += rest;
        }
        filled
    }

    /// Which form a noun has after a whole number, by the plural rules of Unicode; the last where it has fewer.
    fn form(&self, number: u64) -> usize {
        match (self.code.as_str(), number, number % 10, number % 100) {
            ("ru", _, 1, 0..=10 | 12..) | ("fr" | "pt", 0 | 1, ..) => 0,
            ("ru", _, 2..=4, 0..=11 | 15..) => 1,
            ("en" | "nl" | "de", 1, ..) => 0,
            _ => usize::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noun_has_the_form_that_its_number_asks_for() {
        let texts =
            BTreeMap::from([("{n} {n|game|games}".into(), "{n} {n|партия|партии|партий}".into())]);
        let russian = PageWords::new("ru", texts);
        let shown = [0u64, 1, 2, 5, 11, 12, 21, 22, 111, 112]
            .map(|n| russian.fill("{n} {n|game|games}", &[("n", &n)]));
        let forms = [
            "партий",
            "партия",
            "партии",
            "партий",
            "партий",
            "партий",
            "партия",
            "партии",
            "партий",
            "партий",
        ];
        for (shown, form) in shown.iter().zip(forms) {
            assert_eq!(shown.split_once(' ').map(|(_, noun)| noun), Some(form), "{shown}");
        }
        let english = PageWords::default();
        assert_eq!(english.fill("{n} {n|game|games}{x}", &[("n", &0)]), "0 games");
        assert_eq!(english.say("{open"), "{open");
    }
}
