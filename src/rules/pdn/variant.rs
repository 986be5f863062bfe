//! Which game a game is: the `GameType` and `Variant` tags.

use super::text::{GameText, decode};

/// What the tags say about the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Variant {
    /// International draughts, GameType 20, or 99 with a FEN (a custom start position on a web site).
    International,
    /// No GameType: taken as international draughts, and the moves decide.
    NotSaid,
    /// A GameType that is no registered number or a name of no known game: taken as not said, with a warning.
    Unknown,
    /// Another game, by its name.
    Other(String),
}

/// The registered numbers, and the private ones in use, with their names.
const NAMES: [(u32, &str); 17] = [
    (0, "chess"),
    (1, "Chinese chess"),
    (21, "English draughts"),
    (22, "Italian draughts"),
    (23, "American pool checkers"),
    (24, "Spanish draughts"),
    (25, "Russian draughts"),
    (26, "Brazilian draughts"),
    (27, "Canadian draughts"),
    (28, "Portuguese draughts"),
    (29, "Czech draughts"),
    (30, "Turkish draughts"),
    (31, "Thai draughts"),
    (40, "Frisian draughts"),
    (96, "Breakthrough"),
    (97, "Frysk!"),
    (98, "Antidraughts"),
];

/// Words of the names of other games, in small letters.
const OTHER_WORDS: [&str; 40] = [
    "64",
    "8x8",
    "12x12",
    "canad",
    "frisian",
    "frysk",
    "fries",
    "russ",
    "русск",
    "brazil",
    "бразил",
    "english",
    "american",
    "anglo",
    "pool",
    "ital",
    "span",
    "portug",
    "turk",
    "türk",
    "thai",
    "czech",
    "german",
    "armenian",
    "tsolak",
    "gothic",
    "dameo",
    "lasca",
    "breakthrough",
    "break through",
    "anti",
    "losing",
    "giveaway",
    "give-away",
    "suicide",
    "поддавки",
    "killer",
    "chess",
    "othello",
    "go-moku",
];

/// Reads the tags of a game. Attributes after the number are ignored: files that turn the board say so wrongly.
#[must_use]
pub fn variant(game: &GameText<'_>) -> Variant {
    let name = game.tag("Variant").map(decode);
    if let Some(name) = &name
        && is_other_name(name)
    {
        return Variant::Other(name.to_string());
    }
    let Some(value) = game.tag("GameType") else {
        let is_unknown = name.is_some_and(|name| !is_ordinary(&name));
        return if is_unknown { Variant::Unknown } else { Variant::NotSaid };
    };
    let number = value.split(|&b| b == b',').next().unwrap_or_default().trim_ascii();
    let number = std::str::from_utf8(number).ok().and_then(|text| text.parse::<u32>().ok());
    match number {
        Some(20) => Variant::International,
        Some(99) if game.tag("FEN").is_some() => Variant::International,
        other => match NAMES.iter().find(|(code, _)| Some(*code) == other) {
            Some((_, name)) => Variant::Other((*name).to_owned()),
            None => Variant::Unknown,
        },
    }
}

/// Whether a `Variant` tag names another game.
fn is_other_name(name: &str) -> bool {
    let name = name.to_lowercase();
    !is_ordinary(&name) && OTHER_WORDS.iter().any(|word| name.contains(word))
}

/// Whether a `Variant` tag names the ordinary game, or nothing.
fn is_ordinary(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    let ordinary = ["", "?", "-", "standard", "normal", "from position", "fromposition"];
    ordinary.contains(&name.as_str())
        || ["international", "10x10", "100"].iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn::{Games, Scan, block_of};

    fn variant_of(tags: &str) -> Variant {
        let block = block_of("tags.pdn", tags);
        let mut scan = Scan::default();
        let mut games = Games::new(&block, &mut scan);
        variant(&games.next().expect("a game"))
    }

    #[test]
    fn the_attributes_of_type_20_are_ignored() {
        assert_eq!(variant_of("[GameType \"20\"]"), Variant::International);
        assert_eq!(variant_of("[GameType \" 20,W,10,10,N1,0\"]"), Variant::International);
    }

    #[test]
    fn type_99_is_international_only_with_a_fen() {
        assert_eq!(variant_of("[GameType \"99\"][FEN \"W:W50:B1\"]"), Variant::International);
        assert_eq!(variant_of("[GameType \"99\"]"), Variant::Unknown);
    }

    #[test]
    fn other_types_are_named() {
        assert_eq!(variant_of("[GameType \"40\"]"), Variant::Other("Frisian draughts".into()));
        assert_eq!(
            variant_of("[GameType \"25,W,8,8,A0,0\"]"),
            Variant::Other("Russian draughts".into())
        );
    }

    #[test]
    fn a_variant_tag_overrules_type_20() {
        let tags = "[GameType \"20\"][Variant \"Antidraughts\"]";
        assert_eq!(variant_of(tags), Variant::Other("Antidraughts".into()));
        let tags = "[Variant \"Standard (international) checkers\"][GameType \"20\"]";
        assert_eq!(variant_of(tags), Variant::International);
    }

    #[test]
    fn no_or_an_unreadable_type_leaves_it_to_the_moves() {
        assert_eq!(variant_of("[Event \"x\"]"), Variant::NotSaid);
        assert_eq!(variant_of("[GameType \"int\"]"), Variant::Unknown);
        assert_eq!(variant_of("[GameType \"100\"]"), Variant::Unknown);
    }

    #[test]
    fn unknown_names_leave_it_to_the_moves_and_other_games_are_named() {
        for name in ["10x10", "Dammen 10x10", "International draughts", "standard"] {
            assert_eq!(variant_of(&format!("[Variant \"{name}\"]")), Variant::NotSaid, "{name}");
        }
        for name in ["Dammen", "draughts", "jeu de dames", "Bullet"] {
            assert_eq!(variant_of(&format!("[Variant \"{name}\"]")), Variant::Unknown, "{name}");
        }
        for name in ["Frisian", "Breakthrough", "Russian", "Русские шашки", "Antidraughts", "chess"]
        {
            let other = Variant::Other(name.into());
            assert_eq!(variant_of(&format!("[Variant \"{name}\"]")), other, "{name}");
        }
    }
}
