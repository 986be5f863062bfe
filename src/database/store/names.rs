//! Names of people and events without accents and signs.

/// The words of a name in small letters without accents, with one blank between them.
///
/// ```
/// assert_eq!(draughts_td_database::store::words("Ndjofang, J.M."), "ndjofang j m");
/// assert_eq!(draughts_td_database::store::words("Gérard Jansen"), "gerard jansen");
/// ```
pub fn words(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        match folded(c) {
            Some(letters) => plain.push_str(letters),
            None if c.is_alphanumeric() => plain.push(c),
            None if is_joined(c) => {}
            None => plain.push(' '),
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a name has a word: `?` has none.
pub(super) fn has_words(name: &str) -> bool {
    // All letters and digits are kept, perhaps in another form.
    name.chars().any(char::is_alphanumeric)
}

/// Signs within a word, and accents without a letter.
fn is_joined(c: char) -> bool {
    matches!(c, '\'' | '’' | '`' | '´' | '\u{300}'..='\u{36f}')
}

/// A small letter of the Latin scripts without its accent.
#[rustfmt::skip]
fn folded(c: char) -> Option<&'static str> {
    Some(match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' => "a", 'æ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c", 'ď' | 'đ' | 'ð' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g", 'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i", 'ĳ' => "ij",
        'ĵ' => "j", 'ķ' => "k", 'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o", 'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r", 'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s", 'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t", 'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w", 'ý' | 'ÿ' | 'ŷ' => "y", 'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_apostrophes_make_no_difference() {
        assert_eq!(words("Łukasz Kołodziej-Łoś"), "lukasz kolodziej los");
        assert_eq!(words("van 't Hof"), words("Van t Hof"));
        assert_eq!(words("Thijssen, Kees"), "thijssen kees");
        assert_eq!(words("Чижов, Алексей"), "чижов алексей");
        assert_eq!(words("?"), "");
    }

    #[test]
    fn a_name_has_words_where_its_words_are_not_empty() {
        let letters = (0..=u32::from(char::MAX)).filter_map(char::from_u32);
        for name in letters.map(String::from).chain([String::new(), " ?".into(), "? a".into()]) {
            assert_eq!(has_words(&name), !words(&name).is_empty(), "{name:?}");
        }
    }
}
