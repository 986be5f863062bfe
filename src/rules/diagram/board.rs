//! A position as SVG.

use std::fmt::Write;

use super::arrow::Arrow;
use super::digits::{self, Place};
use crate::board::{Color, Piece, Position, Square, fen};

/// The colours of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// Brown squares, for a screen.
    #[default]
    Wood,
    /// Black, white and grey, for paper.
    Print,
}

/// What each part of a picture is filled with.
struct Colours {
    light: &'static str,
    dark: &'static str,
    number: &'static str,
    white: &'static str,
    black: &'static str,
    /// The rim of a piece, and lines on a white piece.
    line: &'static str,
    /// Lines on a black piece.
    black_line: &'static str,
    mark: &'static str,
    arrow: &'static str,
}

impl Palette {
    fn colours(self) -> Colours {
        match self {
            Palette::Wood => Colours {
                light: "#ecd9b9",
                dark: "#8a5f3c",
                number: "#fff3df",
                white: "#fbf6ea",
                black: "#1b1714",
                line: "#2b1c10",
                black_line: "#b9a184",
                mark: "#c19a2b",
                arrow: "#0b5cad",
            },
            Palette::Print => Colours {
                light: "#fff",
                dark: "#bdbdbd",
                number: "#000",
                white: "#fff",
                black: "#111",
                line: "#000",
                black_line: "#fff",
                mark: "#8c8c8c",
                arrow: "#000",
            },
        }
    }
}

/// The side of a square; sizes on the board are in these units.
const SIDE: f32 = 10.0;

const BOARD: f32 = 10.0 * SIDE;

/// The margin with the numbers of the squares at the edge.
const MARGIN: f32 = 5.0;

/// A position to be drawn.
///
/// ```
/// use draughts_td_rules::board::Position;
/// use draughts_td_rules::diagram::Diagram;
///
/// let mut diagram = Diagram::of(Position::start());
/// diagram.arrows.push("34-29".parse()?);
/// assert!(diagram.svg().starts_with("<svg "));
/// # Ok::<(), draughts_td_rules::diagram::ArrowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// What is on the board.
    pub position: Position,
    /// Width and height in pixels.
    pub size: u32,
    /// Its colours.
    pub palette: Palette,
    /// Whether each square shows its number.
    pub numbers: bool,
    /// Whether the numbers of the squares at the edge are beside the board.
    pub coordinates: bool,
    /// Whether Black is below.
    pub flipped: bool,
    /// Squares that are marked, those of the last move for instance.
    pub marked: Vec<Square>,
    /// Arrows, above the pieces.
    pub arrows: Vec<Arrow>,
}

impl Diagram {
    /// The size unless another is asked for.
    pub const SIZE: u32 = 400;

    /// The least and the greatest size that is drawn.
    pub const SIZES: std::ops::RangeInclusive<u32> = 40..=8000;

    /// A plain diagram of a position.
    #[must_use]
    pub fn of(position: Position) -> Diagram {
        Diagram {
            position,
            size: Diagram::SIZE,
            palette: Palette::default(),
            numbers: false,
            coordinates: false,
            flipped: false,
            marked: Vec::new(),
            arrows: Vec::new(),
        }
    }

    /// The picture as SVG, without a font: numbers are lines.
    #[must_use]
    pub fn svg(&self) -> String {
        let (margin, size) = (if self.coordinates { MARGIN } else { 0.0 }, self.size);
        let (box_side, colours) = (BOARD + 2.0 * margin, self.palette.colours());
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {box_side} {box_side}\" width=\"{size}\" height=\"{size}\" \
             role=\"img\" aria-label=\"{1}\">",
            0.0 - margin,
            fen::write(&self.position)
        );
        self.draw_squares(&mut svg, &colours);
        if self.coordinates {
            self.draw_coordinates(&mut svg);
        }
        for square in Square::all() {
            if let Some((color, piece)) = self.position.at(square) {
                draw_piece(&mut svg, self.middle(square), color, piece, &colours);
            }
        }
        self.arrows.iter().for_each(|arrow| self.draw_arrow(&mut svg, *arrow, &colours));
        svg + "</svg>"
    }

    /// The middle of a square.
    fn middle(&self, square: Square) -> (f32, f32) {
        let turned = |place: u8| f32::from(if self.flipped { 9 - place } else { place });
        let middle = |place: u8| SIDE * turned(place) + SIDE / 2.0;
        (middle(square.file()), middle(square.row()))
    }

    fn draw_squares(&self, svg: &mut String, colours: &Colours) {
        let Colours { light, dark, mark, line, .. } = colours;
        let _ = write!(svg, "<rect width=\"{BOARD}\" height=\"{BOARD}\" fill=\"{light}\"/>");
        for square in Square::all() {
            let (x, y) = self.middle(square);
            let (left, top) = (x - SIDE / 2.0, y - SIDE / 2.0);
            let fill = if self.marked.contains(&square) { mark } else { dark };
            let _ = write!(
                svg,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>"
            );
            if self.numbers {
                let corner = Place::Corner(left + 0.35, top + 0.35);
                digits::draw(svg, square.number(), corner, 1.6, colours.number);
            }
        }
        let _ = write!(
            svg,
            "<rect x=\".2\" y=\".2\" width=\"{0}\" height=\"{0}\" fill=\"none\" stroke=\"{line}\" stroke-width=\".4\"/>",
            BOARD - 0.4
        );
    }

    /// The numbers of the squares at the four edges, beside their squares.
    fn draw_coordinates(&self, svg: &mut String) {
        let _ = write!(
            svg,
            "<path d=\"M-{0} -{0}H{1}V{1}H-{0}zM0 0V{2}H{2}V0z\" fill=\"#fff\"/>",
            MARGIN,
            BOARD + MARGIN,
            BOARD
        );
        let outside = |middle: f32| match middle {
            low if low < SIDE => -MARGIN / 2.0,
            high if high > BOARD - SIDE => BOARD + MARGIN / 2.0,
            _ => middle,
        };
        for square in Square::all() {
            let ((x, y), is_side) = (self.middle(square), matches!(square.file(), 0 | 9));
            let place = match square.row() {
                0 | 9 => Place::Middle(x, outside(y)),
                _ if is_side => Place::Middle(outside(x), y),
                _ => continue,
            };
            digits::draw(svg, square.number(), place, 2.6, "#333");
        }
    }

    fn draw_arrow(&self, svg: &mut String, arrow: Arrow, colours: &Colours) {
        let ((x, y), (to_x, to_y)) = (self.middle(arrow.from), self.middle(arrow.to));
        let (dx, dy) = (to_x - x, to_y - y);
        let (length, angle) = (dx.hypot(dy), dy.atan2(dx).to_degrees());
        let neck = length - 4.5;
        let _ = write!(
            svg,
            "<path class=\"arrow\" transform=\"translate({x} {y}) rotate({angle:.2})\" d=\"M0 -.8H{neck:.2}V-2.4L{length:.2} 0L{neck:.2} 2.4V.8H0z\" \
             fill=\"{}\" stroke=\"#fff\" stroke-width=\".5\" stroke-linejoin=\"round\" opacity=\".9\"/>",
            colours.arrow
        );
    }
}

fn draw_piece(svg: &mut String, (x, y): (f32, f32), color: Color, piece: Piece, colours: &Colours) {
    let (name, fill, line) = match color {
        Color::White => ("white", colours.white, colours.line),
        Color::Black => ("black", colours.black, colours.black_line),
    };
    let _ = write!(
        svg,
        "<g class=\"piece {name}\" transform=\"translate({x} {y})\" stroke-width=\".45\">\
         <circle r=\"3.7\" fill=\"{fill}\" stroke=\"{}\"/>",
        colours.line
    );
    let inner = match piece {
        Piece::Man => {
            format!("<circle r=\"2.5\" fill=\"none\" stroke=\"{line}\" stroke-width=\".3\"/>")
        }
        Piece::King => {
            format!(
                "<path d=\"M-2 1.5L-2.3 -1.2L-1 0L0 -1.8L1 0L2.3 -1.2L2 1.5z\" fill=\"{line}\"/>"
            )
        }
    };
    svg.push_str(&inner);
    svg.push_str("</g>");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram() -> Diagram {
        Diagram::of(fen::read("W:W27,28,K50:B2,7,K46").expect("fen"))
    }

    #[test]
    fn every_piece_is_drawn_once_and_a_king_wears_a_crown() {
        let svg = diagram().svg();
        assert_eq!(svg.matches("class=\"piece white\"").count(), 3);
        assert_eq!(svg.matches("class=\"piece black\"").count(), 3);
        assert_eq!(svg.matches("L0 -1.8").count(), 2);
        assert!(svg.contains("aria-label=\"W:W27,28,K50:B2,7,K46\""));
    }

    #[test]
    fn a_turned_board_has_square_50_at_the_upper_left() {
        let at = |flipped| Diagram { flipped, ..diagram() }.middle(Square::new(50).expect("50"));
        assert_eq!((at(false), at(true)), ((85.0, 95.0), (15.0, 5.0)));
    }

    #[test]
    fn numbers_coordinates_and_arrows_are_drawn_where_they_are_asked_for() {
        let plain = diagram().svg();
        assert!(!plain.contains("stroke-linecap") && !plain.contains("arrow"));
        let numbered = Diagram { numbers: true, ..diagram() }.svg();
        assert_eq!(numbered.matches("stroke-linecap").count(), 50);
        let beside = Diagram { coordinates: true, ..diagram() }.svg();
        // Of the 50 squares 18 are at the edge.
        assert_eq!(beside.matches("stroke-linecap").count(), 18);
        let arrows = vec!["27-21".parse().expect("an arrow"), "50x6".parse().expect("an arrow")];
        assert_eq!(Diagram { arrows, ..diagram() }.svg().matches("class=\"arrow\"").count(), 2);
    }
}
