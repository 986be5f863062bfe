//! A position of a game in a question of the page.

use serde::Deserialize;

use crate::board::playable;
use crate::board::{Color, Move, Piece, Position, Square, fen};
use crate::error::WebError;
use crate::player::GameState;
use crate::protocol::MoveText;

/// The most moves of a game; the draw rules end real ones long before.
const MAX_MOVES: usize = 5_000;

/// A position, as FEN or as the pieces square by square, and the moves since, with all captured squares: `28x19x23`.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct PositionQuery {
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    pieces: Option<String>,
    #[serde(default)]
    turn: Option<char>,
    #[serde(default)]
    moves: Vec<String>,
}

/// A place in a game, checked.
#[derive(Clone, Debug)]
pub(super) struct GamePoint {
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
    pub(super) game: GameState,
}

impl GamePoint {
    pub(super) fn position(&self) -> &Position {
        self.game.position()
    }

    /// Whether there is a game to play: a side without pieces has nothing to search for.
    pub(super) fn playable(self) -> Result<GamePoint, WebError> {
        playable(self.position()).map_err(WebError::Bad)?;
        Ok(self)
    }
}

impl PositionQuery {
    pub(super) fn resolve(&self) -> Result<GamePoint, WebError> {
        let start = self.start()?;
        if self.moves.len() > MAX_MOVES {
            return Err(WebError::Bad(format!("a game has at most {MAX_MOVES} moves")));
        }
        let (mut game, mut moves) = (GameState::new(start), Vec::new());
        for text in &self.moves {
            let mv = read_move(text, game.position())?;
            moves.push(mv);
            game.play(mv);
        }
        Ok(GamePoint { start, moves, game })
    }

    fn start(&self) -> Result<Position, WebError> {
        let bad = |reason: String| WebError::Bad(reason);
        match (&self.fen, &self.pieces) {
            (Some(text), _) => fen::read(text).map_err(|error| bad(error.to_string())),
            (None, Some(pieces)) => {
                let turn = self.turn.unwrap_or('W');
                let text = fen_of(pieces, turn)
                    .ok_or_else(|| bad("pieces are 50 of w W b B and .".into()))?;
                fen::read(&text).map_err(|error| bad(error.to_string()))
            }
            (None, None) => Ok(Position::start()),
        }
    }
}

/// A legal move by its full name.
pub(super) fn read_move(text: &str, position: &Position) -> Result<Move, WebError> {
    let written: MoveText =
        text.parse().map_err(|_| WebError::Bad("this is no move as the page writes it".into()))?;
    let found = written.find(position).map_err(|error| WebError::Bad(error.to_string()))?;
    Ok(found.0)
}

/// The full name of a move.
pub(super) fn id(mv: Move) -> String {
    MoveText::from(mv).to_string()
}

/// The pieces square by square: `w` and `b` men, `W` and `B` kings, `.` nothing.
pub(super) fn pieces(position: &Position) -> String {
    let sign = |square: Square| match position.at(square) {
        None => '.',
        Some((color, piece)) => {
            let sign = if color == Color::White { 'w' } else { 'b' };
            let is_king = piece == Piece::King;
            if is_king { sign.to_ascii_uppercase() } else { sign }
        }
    };
    Square::all().map(sign).collect()
}

/// The inverse of [`pieces`], as FEN.
fn fen_of(pieces: &str, turn: char) -> Option<String> {
    if pieces.chars().count() != Square::COUNT || !matches!(turn, 'W' | 'B') {
        return None;
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (square, sign) in Square::all().zip(pieces.chars()) {
        let color_name = match sign.to_ascii_lowercase() {
            'w' => 0,
            'b' => 1,
            '.' => continue,
            _ => return None,
        };
        let crown = if sign.is_ascii_uppercase() { "K" } else { "" };
        sides[color_name].push(format!("{crown}{square}"));
    }
    Some(format!("{turn}:W{}:B{}", sides[0].join(","), sides[1].join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(json: serde_json::Value) -> Result<GamePoint, String> {
        let query: PositionQuery =
            serde_json::from_value(json).map_err(|error| error.to_string())?;
        query.resolve().map_err(|error| error.to_string())
    }

    #[test]
    fn a_place_is_a_position_and_the_moves_since() {
        let point = query(serde_json::json!({ "moves": ["32-28", "19-23", "28x19x23"] }));
        assert_eq!(point.expect("a place").moves.len(), 3);
        let refused = query(serde_json::json!({ "moves": ["32-27", "32-28"] }));
        assert!(refused.expect_err("illegal").contains("32-28"));
        assert!(query(serde_json::json!({ "fen": "W:W51:B1" })).is_err());
        assert!(query(serde_json::json!({ "moves": vec!["1-2"; 5001] })).is_err());
    }

    #[test]
    fn pieces_square_by_square_come_back_as_they_were() {
        for text in ["W:W31-50:B1-20", "B:WK1,28,33:B2,K50", "W:W:B"] {
            let position = fen::read(text).expect(text);
            let turn = if position.turn() == Color::White { "W" } else { "B" };
            let json = serde_json::json!({ "pieces": pieces(&position), "turn": turn });
            assert_eq!(query(json).expect(text).start, position);
        }
        for pieces in ["", "w", &"x".repeat(50), &"w".repeat(51), &"é".repeat(50)] {
            assert!(query(serde_json::json!({ "pieces": pieces })).is_err(), "{pieces}");
        }
    }
}
