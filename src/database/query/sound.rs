//! How a name sounds, whatever language it was written in: Чижов, Chizhov, Tchijov, Tsjizjow and Tschischow are one.

/// Letters that sound alike, the longest first. What is not here sounds as it is written, and `h` not at all.
const SOUNDS: [(&str, &str); 49] = [
    ("schtsch", "s"),
    ("sjtsj", "s"),
    ("chtch", "s"),
    ("shch", "s"),
    ("tsch", "s"),
    ("stsj", "s"),
    ("sch", "s"),
    ("tsj", "s"),
    ("tch", "s"),
    ("tsh", "s"),
    ("tsz", "s"),
    ("gue", "ge"),
    ("gui", "gi"),
    ("sh", "s"),
    ("sj", "s"),
    ("sz", "s"),
    ("zh", "s"),
    ("zj", "s"),
    ("ch", "s"),
    ("cz", "s"),
    ("ts", "s"),
    ("tz", "s"),
    ("ce", "se"),
    ("ci", "si"),
    ("cy", "si"),
    ("kh", "k"),
    ("gh", "g"),
    ("ph", "v"),
    ("ck", "k"),
    ("oe", "u"),
    ("ou", "u"),
    ("oo", "o"),
    ("aa", "a"),
    ("ae", "e"),
    ("ue", "u"),
    ("iev", "iev"),
    ("iew", "iev"),
    ("ie", "i"),
    ("dt", "t"),
    ("th", "t"),
    ("c", "k"),
    ("q", "k"),
    ("x", "ks"),
    ("z", "s"),
    ("w", "v"),
    ("f", "v"),
    ("j", "i"),
    ("y", "i"),
    ("h", ""),
];

/// Cyrillic letters as English writes them.
fn romanized(c: char) -> Option<&'static str> {
    Some(match c {
        'а' => "a",
        'б' => "b",
        'в' => "v",
        'г' | 'ґ' => "g",
        'д' => "d",
        'е' | 'э' | 'є' => "e",
        'ж' => "zh",
        'з' => "z",
        'и' | 'і' | 'ї' | 'й' | 'ы' => "i",
        'к' => "k",
        'л' => "l",
        'м' => "m",
        'н' => "n",
        'о' => "o",
        'п' => "p",
        'р' => "r",
        'с' => "s",
        'т' => "t",
        'у' | 'ў' => "u",
        'ф' => "f",
        'х' => "kh",
        'ц' => "ts",
        'ч' => "ch",
        'ш' => "sh",
        'щ' => "shch",
        'ъ' | 'ь' => "",
        'ю' => "iu",
        'я' => "ia",
        _ => return None,
    })
}

/// A key that is the same for words that sound alike. The word is in small letters without accents.
pub(super) fn sound(word: &str) -> String {
    let mut latin = String::with_capacity(word.len());
    for c in word.chars() {
        match romanized(c) {
            Some(letters) => latin.push_str(letters),
            None => latin.push(c),
        }
    }
    let (mut key, mut rest) = (String::with_capacity(latin.len()), latin.as_str());
    while let Some(c) = rest.chars().next() {
        let alike = SOUNDS.iter().find(|(letters, _)| rest.starts_with(letters));
        let own = &rest[..c.len_utf8()];
        let (letters, sounds) = alike.copied().unwrap_or((own, own));
        sounds.chars().for_each(|sound| push(&mut key, sound));
        rest = &rest[letters.len()..];
    }
    key
}

/// Twice the same letter sounds once.
fn push(key: &mut String, sound: char) {
    if !key.ends_with(sound) {
        key.push(sound);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transliterations_of_a_name_sound_alike() {
        for names in [
            &["chizhov", "tsjizjow", "chizjov", "tschischow", "tschizow", "чижов"][..],
            &["shvartsman", "schwarzman", "schwartzman", "шварцман"],
            &["milsjin", "milshin", "мильшин"],
            &["weitsman", "veytsman", "vejtsman", "вейцман"],
            &["boezjinski", "buzhinsky", "bouzhinskiy", "бужинский"],
            &["baljakin", "balyakin", "baliakin", "балякин"],
            &["georgiew", "georgiev", "gueorguiev", "георгиев"],
            &["koeperman", "kuperman", "kouperman", "куперман"],
            &["sjtsjogolev", "shchogolev", "schtschogolew"],
        ] {
            for name in names {
                assert_eq!(sound(name), sound(names[0]), "{name} {}", names[0]);
            }
        }
    }

    #[test]
    fn other_names_sound_otherwise() {
        for (one, other) in
            [("jansen", "hansen"), ("bos", "bas"), ("clerc", "klein"), ("brands", "brons")]
        {
            assert_ne!(sound(one), sound(other));
        }
    }
}
