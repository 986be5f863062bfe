use std::fmt::Write;

use draughts_td::board::{Color, Move, Piece, Position, Square};

/// The board as text, Black on top.
pub(crate) fn diagram(position: &Position) -> String {
    let mut text = String::new();
    for row in 0..10 {
        for file in 0..10 {
            let square = Square::all().find(|square| (square.row(), square.file()) == (row, file));
            text.push(square.map_or(' ', |square| symbol(position, square)));
            text.push(if file == 9 { '\n' } else { ' ' });
        }
    }
    text.pop();
    text
}

fn symbol(position: &Position, square: Square) -> char {
    match position.at(square) {
        None => '.',
        Some((Color::White, Piece::Man)) => 'w',
        Some((Color::White, Piece::King)) => 'W',
        Some((Color::Black, Piece::Man)) => 'b',
        Some((Color::Black, Piece::King)) => 'B',
    }
}

/// Width of a square.
const SIDE: u32 = 40;

/// The board as SVG, with the squares of the last move marked.
pub(crate) fn board(position: &Position, last: Option<Move>) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {0}\" width=\"{0}\" height=\"{0}\" role=\"img\">\
         <rect width=\"{0}\" height=\"{0}\" fill=\"#eed\"/>",
        10 * SIDE
    );
    for square in Square::all() {
        let (x, y) = (u32::from(square.file()) * SIDE, u32::from(square.row()) * SIDE);
        let marked = last.is_some_and(|mv| mv.from() == square || mv.to() == square);
        let fill = if marked { "#b8a24a" } else { "#8a6b4f" };
        // Writing to a text cannot fail.
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>\
             <text x=\"{}\" y=\"{}\" font-size=\"9\" fill=\"#eed\">{square}</text>",
            x + 2,
            y + 10
        );
        if let Some((color, piece)) = position.at(square) {
            piece_at(&mut svg, x + SIDE / 2, y + SIDE / 2, color, piece);
        }
    }
    svg + "</svg>"
}

fn piece_at(svg: &mut String, x: u32, y: u32, color: Color, piece: Piece) {
    let (fill, rim) = match color {
        Color::White => ("#fff", "#333"),
        Color::Black => ("#222", "#ddd"),
    };
    let radii: &[u32] = if piece == Piece::King { &[16, 9] } else { &[16] };
    for radius in radii {
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"2\"/>"
        );
    }
}
