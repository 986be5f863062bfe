//! Numbers as lines: a picture of them needs no font, and looks the same everywhere.

use std::fmt::Write;

/// The digits, each in a box 4 wide and 6 high.
const DIGITS: [&str; 10] = [
    "M2 0C4.1 0 4.1 6 2 6S-.1 0 2 0z",
    "M.7 1.3L2.3 0V6",
    "M.2 1.6C.2-.6 3.8-.5 3.8 1.6C3.8 3.2.2 4.6.2 6H3.9",
    "M.3 1C.9-.4 3.7-.3 3.7 1.5C3.7 3 1.4 2.9 1.4 2.9S4 2.8 4 4.4C4 6.4.6 6.5.1 4.9",
    "M3 6V0L0 4.3H4",
    "M3.6 0H.8L.5 2.8C1.2 2 4 1.9 4 4C4 6.4.8 6.5.1 5",
    "M3.6.6C1.4-.9 0 1.4 0 3.9C0 6.7 4 6.7 4 4.1C4 1.6 0 1.8 0 4",
    "M0 0H4L1.5 6",
    "M2 2.8C0 2.8 0 0 2 0S4 2.8 2 2.8C-.6 2.8-.6 6 2 6S4.6 2.8 2 2.8z",
    "M.4 5.4C2.6 6.9 4 4.6 4 2.1C4-.7 0-.7 0 1.9C0 4.4 4 4.2 4 2",
];

/// From the left of a digit to the left of the next.
const ADVANCE: f32 = 5.4;

/// The width of a number of this many digits.
fn width(digits: usize) -> f32 {
    ADVANCE * digits as f32 - (ADVANCE - 4.0)
}

/// Where a number is put.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// Its upper left corner.
    Corner(f32, f32),
    /// Its middle.
    Middle(f32, f32),
}

/// Draws a number, its digits `height` high.
pub(super) fn draw(svg: &mut String, number: u8, place: Place, height: f32, colour: &str) {
    let (text, scale) = (number.to_string(), height / 6.0);
    let (x, y) = match place {
        Place::Corner(x, y) => (x, y),
        Place::Middle(x, y) => (x - scale * width(text.len()) / 2.0, y - height / 2.0),
    };
    // Writing to a text cannot fail.
    let _ = write!(
        svg,
        "<g transform=\"translate({x:.2} {y:.2}) scale({scale:.3})\" fill=\"none\" stroke=\"{colour}\" \
         stroke-width=\".9\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
    );
    for (index, digit) in text.bytes().enumerate() {
        let path = DIGITS[usize::from(digit - b'0')];
        let left = ADVANCE * index as f32;
        let _ = match index {
            0 => write!(svg, "<path d=\"{path}\"/>"),
            _ => write!(svg, "<path transform=\"translate({left} 0)\" d=\"{path}\"/>"),
        };
    }
    svg.push_str("</g>");
}
