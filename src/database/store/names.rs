//! Names of people and events, compared without accents, signs and order.

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

/// Whether a name has all words of a question, in any order: a word may be the beginning of that in the name, and an initial stands for
/// every name that it begins. Both are given by [`words`].
pub(crate) fn matches(name: &str, question: &str) -> bool {
    let mut left: Vec<&str> = name.split(' ').collect();
    let mut asked: Vec<&str> = question.split(' ').filter(|word| !word.is_empty()).collect();
    // The longest first, so that an initial does not take the place of a whole word.
    asked.sort_by_key(|word| std::cmp::Reverse(word.len()));
    asked.iter().all(|word| {
        let fits = |other: &&str| other.starts_with(word) || is_initial(other, word);
        let found = left.iter().position(|other| other == word);
        let found = found.or_else(|| left.iter().position(fits));
        found.map(|place| left.remove(place)).is_some()
    })
}

fn is_initial(short: &str, word: &str) -> bool {
    short.chars().count() == 1 && word.starts_with(short)
}

/// Signs within a word, and accents that stand alone.
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
    fn a_name_is_found_in_either_order_and_by_initials() {
        let name = words("Sijbrands, Ton");
        for question in ["ton sijbrands", "Sijbrands", "T. Sijbrands", "sijb", "SIJBRANDS T"] {
            assert!(matches(&name, &words(question)), "{question}");
        }
        for question in ["Jan Sijbrands", "ijbrands", "Ton Ton Sijbrands"] {
            assert!(!matches(&name, &words(question)), "{question}");
        }
        assert!(matches(&words("Ndjofang, J.M."), &words("Jean Marc Ndjofang")));
        assert!(matches(&words("Sijbrands,T."), &words("Ton Sijbrands")));
    }

    #[test]
    fn accents_and_apostrophes_make_no_difference() {
        assert_eq!(words("Łukasz Kołodziej-Łoś"), "lukasz kolodziej los");
        assert_eq!(words("van 't Hof"), words("Van t Hof"));
        assert_eq!(words("Thijssen, Kees"), "thijssen kees");
        assert_eq!(words("Чижов, Алексей"), "чижов алексей");
        assert_eq!(words("?"), "");
    }
}
