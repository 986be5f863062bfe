//! How many men and kings each side has.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::board::{Color, Position};
use crate::error::DatabaseError;

/// Men and kings of White and Black.
///
/// As text `3K:1K`, `5+K:6` or `4-6+1K:5`: White's and Black's, men as a number, kings as a number with K, either as a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    men: [RangeInclusive<u32>; 2],
    kings: [RangeInclusive<u32>; 2],
}

impl Material {
    /// Whether a position has it.
    #[must_use]
    pub fn is_of(&self, position: &Position) -> bool {
        Color::ALL.into_iter().enumerate().all(|(side, color)| {
            self.men[side].contains(&position.men(color).len())
                && self.kings[side].contains(&position.kings(color).len())
        })
    }

    /// The same with the colours swapped.
    #[must_use]
    pub fn turned(&self) -> Material {
        let swap = |[white, black]: &[RangeInclusive<u32>; 2]| [black.clone(), white.clone()];
        Material { men: swap(&self.men), kings: swap(&self.kings) }
    }

    /// The fewest pieces of a position that has it.
    pub(crate) fn least(&self) -> u32 {
        self.men.iter().chain(&self.kings).map(|range| range.start()).sum()
    }
}

impl FromStr for Material {
    type Err = DatabaseError;

    fn from_str(text: &str) -> Result<Material, DatabaseError> {
        let refused = || {
            let text = format!("'{text}' is no material; write 3K:1K, 5+K:6 or 4-6+1K:5");
            DatabaseError::Query(text)
        };
        let (white, black) = text.split_once(':').ok_or_else(refused)?;
        let [white, black] = [side(white).ok_or_else(refused)?, side(black).ok_or_else(refused)?];
        Ok(Material { men: [white.0, black.0], kings: [white.1, black.1] })
    }
}

/// The ranges of men and of kings.
fn side(text: &str) -> Option<(RangeInclusive<u32>, RangeInclusive<u32>)> {
    let (mut men, mut kings) = (None, None);
    for part in text.trim().split('+') {
        let upper = part.trim().to_ascii_uppercase();
        let (place, number) = match upper.strip_suffix('K') {
            Some("") => (&mut kings, "1"),
            Some(number) => (&mut kings, number),
            None => (&mut men, upper.as_str()),
        };
        let (least, most) = number.split_once('-').unwrap_or((number, number));
        let range = least.parse().ok()?..=most.parse().ok()?;
        if place.replace(range).is_some() {
            return None;
        }
    }
    Some((men.unwrap_or(0..=0), kings.unwrap_or(0..=0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn men_and_kings_are_counted_on_each_side() {
        let position = fen::read("W:WK1,K2,K3,31:BK50,20").expect("a position");
        for (text, is_of) in
            [("1+3K:1+K", true), ("3K:1K", false), ("0-2+2-4K:1+1K", true), ("1+3K:2", false)]
        {
            let material: Material = text.parse().expect(text);
            assert_eq!(material.is_of(&position), is_of, "{text}");
            assert_eq!(material.turned().is_of(&position.mirrored()), is_of, "{text}");
        }
        assert_eq!("0-2+2-4K:1+1K".parse::<Material>().expect("material").least(), 4);
    }

    #[test]
    fn what_is_no_material_is_refused() {
        for text in ["", "3K", "3K:", "a:b", "3K+2K:1", ":1", "1-:1", "-1:1"] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }
}
