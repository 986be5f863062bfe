//! The plain man count taken apart.

use super::explanation::{Explanation, Part};
use crate::board::{Color, Position};

/// Men, and kings as three men. The value is in men.
pub(crate) fn explain_material(position: &Position) -> Explanation {
    let sides = Color::each(|color| {
        let sign = color.sign() as f32;
        [(position.men(color).len(), sign), (position.kings(color).len(), 3.0 * sign)]
    });
    let names = ["white_men", "white_kings", "black_men", "black_kings"];
    let counts = sides.into_iter().flatten().zip(names).enumerate();
    let parts = counts.filter(|(_, ((count, _), _))| *count > 0);
    let part = |(index, ((count, worth), name)): (usize, ((u32, f32), &str))| Part {
        index,
        name: name.into(),
        group: "material",
        input: count as f32,
        contribution: count as f32 * worth,
        squares: None,
    };
    Explanation {
        judge: "man count, a king counts three".into(),
        value: position.material() as f32,
        rest: 0.0,
        groups: vec!["material"],
        parts: parts.map(part).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn the_parts_are_men_and_kings_and_add_up() {
        let position = fen::read("B:WK31,32,33:B3,4,5,K6").expect("a position");
        let explained = explain_material(&position);
        let parts: Vec<(&str, f32)> =
            explained.parts.iter().map(|part| (part.name.as_str(), part.contribution)).collect();
        assert_eq!(
            parts,
            [("white_men", 2.0), ("white_kings", 3.0), ("black_men", -3.0), ("black_kings", -3.0)]
        );
        assert_eq!((explained.value, explained.group("material")), (-1.0, -1.0));
    }
}
