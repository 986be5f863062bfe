//! Bytes taken one after another to make values of; when there are no more, zeros.

use std::borrow::Cow;

use draughts_td::board::{Move, MoveList, Position, Setup, Square};

/// What is left of an input.
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// Everything up to the next zero, which is passed over.
    pub fn part(&mut self) -> &'a [u8] {
        let end = self.0.iter().position(|&byte| byte == 0).unwrap_or(self.0.len());
        let part = &self.0[..end];
        self.0 = self.0.get(end + 1..).unwrap_or_default();
        part
    }

    /// The same as text.
    pub fn text(&mut self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.part())
    }

    /// A text with pieces cut out and put in: a place of two bytes, how many bytes go, how many come, and these.
    pub fn edited(&mut self, mut base: Vec<u8>) -> Vec<u8> {
        while !self.0.is_empty() {
            let place = usize::from(self.byte()) * 256 + usize::from(self.byte());
            let from = place % (base.len() + 1);
            let to = (from + usize::from(self.byte())).min(base.len());
            let (new, rest) = self.0.split_at(usize::from(self.byte()).min(self.0.len()));
            self.0 = rest;
            base.splice(from..to, new.iter().copied());
        }
        base
    }

    /// Pieces thrown on the board, one for each byte up to the next zero; the start of a game where that is no position.
    pub fn position(&mut self) -> Position {
        let pieces = self.part();
        let mut setup = Setup {
            men: Default::default(),
            kings: Default::default(),
            ..Position::start().setup()
        };
        if pieces.len() % 2 == 1 {
            setup.turn = !setup.turn;
        }
        for &byte in pieces {
            let Some(square) = Square::new(byte % 64) else { continue };
            let set = match byte / 64 {
                0 => &mut setup.men.white,
                1 => &mut setup.men.black,
                2 => &mut setup.kings.white,
                _ => &mut setup.kings.black,
            };
            *set = set.with(square);
        }
        setup.check().unwrap_or_else(|_| Position::start())
    }

    /// Legal moves, one for each byte up to the next zero or the end of the game.
    pub fn moves(&mut self, start: Position) -> Vec<Move> {
        let mut position = start;
        let mut moves = Vec::new();
        for &choice in self.part() {
            let legal = MoveList::legal(&position);
            if legal.is_empty() {
                break;
            }
            let mv = legal[usize::from(choice) % legal.len()];
            moves.push(mv);
            position = position.succ(mv);
        }
        moves
    }
}
