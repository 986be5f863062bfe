use draughts_td::board::{Color, Piece, Position, Square};

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
