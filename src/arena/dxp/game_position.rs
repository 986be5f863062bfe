//! A DXP game as both sides know it: the terms, the moves, and the result they lead to. No connection, no clock.

use std::time::Duration;

use super::game_result::{self, AdjudgedEnd, GameKnowledge};
use crate::board::{Color, DrawRule, Position};
use crate::game::Ending;
use crate::play::move_info::MoveInfo;
use crate::play::record::PlayedMove;
use crate::player::GameState;
use crate::protocol::dxp::{self, BackRequest, GameEnd};

/// What both sides have agreed on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub start: Position,
    pub(crate) color: Color,
    /// Time of each side for the game.
    pub time: Duration,
    pub moves: Option<u16>,
}

#[derive(Clone, Debug)]
pub(super) struct DxpPosition {
    terms: Terms,
    state: GameState,
    played: Vec<PlayedMove>,
    /// The rule by which the game is drawn; it holds even if the other side plays on.
    drawn: Option<DrawRule>,
    /// How often moves were taken back.
    takebacks: u32,
}

/// Without a limit a game would never end.
const MAX_TAKEBACKS: u32 = 100;

impl DxpPosition {
    pub(super) fn new(terms: Terms) -> DxpPosition {
        let state = GameState::new(terms.start);
        DxpPosition { terms, state, played: Vec::new(), drawn: None, takebacks: 0 }
    }

    pub(super) fn terms(&self) -> &Terms {
        &self.terms
    }

    pub(super) fn state(&self) -> &GameState {
        &self.state
    }

    /// The moves, when the game is over.
    pub(super) fn into_played(self) -> Vec<PlayedMove> {
        self.played
    }

    pub(super) fn is_ours(&self) -> bool {
        self.state.position().turn() == self.terms.color
    }

    pub(super) fn push(&mut self, played: PlayedMove) {
        self.state.play(played.mv);
        self.played.push(played);
        // A side without a move has lost, whatever else the move has completed.
        if self.state.position().has_moves() {
            self.drawn = self.drawn.or_else(|| self.state.history().draw());
        }
    }

    /// Sets the time of the last move, if the other side made it.
    pub(super) fn set_their_time(&mut self, time: Duration) {
        if let Some(last) = self.played.last_mut()
            && last.info.score.is_none()
        {
            last.time = time;
        }
    }

    /// Goes back to a move; `false` if there is no such move, or at the limit.
    pub(super) fn go_back(&mut self, back: BackRequest) -> bool {
        let ply = ply_of(back, self.terms.start.turn()).filter(|&ply| ply <= self.played.len());
        let Some(ply) = ply.filter(|_| self.takebacks < MAX_TAKEBACKS) else { return false };
        self.takebacks += 1;
        let played: Vec<PlayedMove> = self.played.drain(..).take(ply).collect();
        self.state = GameState::new(self.terms.start);
        self.drawn = None;
        played.into_iter().for_each(|played| self.push(played));
        true
    }

    /// The end of the game if we end it instead of moving, with our claim.
    pub(super) fn reason_to_end(&self, resign: Option<f64>) -> Option<(Ending, dxp::Ending)> {
        let us = self.terms.color;
        if let Some(ending) = self.ending_by_rule() {
            let claim = game_result::claim_for(&ending);
            return Some((ending, claim));
        }
        let scores: Vec<f64> = self.moves_of(us).filter_map(|mv| mv.info.score).collect();
        if resign.is_some_and(|men| game_result::is_lost(&scores, men)) {
            return Some((game_result::resignation(us), dxp::Ending::Lost));
        }
        let score = self.last_info().and_then(|info| info.score);
        self.limit_reached_by(us).map(|limit| game_result::at_move_limit(us, limit, score))
    }

    pub(super) fn ending_by_rule(&self) -> Option<Ending> {
        game_result::ending_by_rule(self.state.position(), self.drawn)
    }

    pub(super) fn moves_of(&self, color: Color) -> impl Iterator<Item = &PlayedMove> {
        let skipped = usize::from(self.terms.start.turn() != color);
        self.played.iter().skip(skipped).step_by(2)
    }

    fn last_info(&self) -> Option<&MoveInfo> {
        self.moves_of(self.terms.color).last().map(|played| &played.info)
    }

    /// The number of moves agreed on, if this side has made them.
    fn limit_reached_by(&self, color: Color) -> Option<u16> {
        let is_reached = |limit: &u16| self.moves_of(color).count() >= usize::from(*limit);
        self.terms.moves.filter(is_reached)
    }

    /// The end of a game that the other side has ended.
    pub(super) fn adjudge(&self, end: GameEnd) -> AdjudgedEnd {
        let them = !self.terms.color;
        let (info, limit) = (self.last_info(), self.limit_reached_by(them));
        game_result::adjudge(
            end.ending,
            them,
            GameKnowledge { by_rule: self.ending_by_rule(), info, limit },
        )
    }
}

/// The plies before the position where this side is to move at this number. A game's first move is number 1, also
/// when it is Black's; White's answer to that is then number 2, as in written games.
fn ply_of(back: BackRequest, first: Color) -> Option<usize> {
    let before = 2 * (usize::from(back.number) - 1);
    match (first, back.color) {
        (Color::White, Color::White) | (Color::Black, Color::Black) => Some(before),
        (Color::White, Color::Black) => Some(before + 1),
        (Color::Black, Color::White) => before.checked_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::game::GameResult;
    use crate::protocol::MoveText;

    #[test]
    fn a_move_number_names_the_position_before_the_move() {
        let ply = |number, color, first| ply_of(BackRequest { number, color }, first);
        let (white, black) = (Color::White, Color::Black);
        assert_eq!(
            (ply(1, white, white), ply(1, black, white), ply(5, black, white)),
            (Some(0), Some(1), Some(9))
        );
        assert_eq!(
            (ply(1, black, black), ply(2, white, black), ply(1, white, black)),
            (Some(0), Some(1), None)
        );
    }

    #[test]
    fn a_draw_by_the_rules_outlives_the_loss_of_the_last_piece() {
        let start = fen::read("B:WK1:BK5,K45").expect("fen");
        let terms = Terms { start, color: Color::White, time: Duration::ZERO, moves: None };
        let mut game = DxpPosition::new(terms);
        let mut play = |text: &str| {
            let text: MoveText = text.parse().expect(text);
            let mv = text.find(game.state.position()).expect("legal").0;
            let (time, info) = (Duration::ZERO, MoveInfo::default());
            game.push(PlayedMove { mv, time, info });
            game.ending_by_rule()
        };
        let there = ["5-10", "1-6", "10-4", "6-1", "4-10", "1-6", "10-15", "6-1", "15-20"];
        assert_eq!(there.map(&mut play), [const { None }; 9]);
        let drawn = play("1-34").expect("five moves of each side");
        assert_eq!(drawn.verdict, GameResult::Draw);
        assert_eq!(play("45x29x34"), Some(drawn.clone()), "White has no piece left");
        assert_eq!(game.reason_to_end(None), Some((drawn.clone(), dxp::Ending::Drawn)));
        let claim = GameEnd { ending: dxp::Ending::Won, stop: false };
        assert_eq!(game.adjudge(claim).ending.verdict, GameResult::Draw);
    }

    #[test]
    fn takebacks_are_limited() {
        let (start, color) = (Position::start(), Color::White);
        let terms = Terms { start, color, time: Duration::ZERO, moves: None };
        let mut game = DxpPosition::new(terms);
        let back = BackRequest { number: 1, color: Color::White };
        assert!(!game.go_back(BackRequest { number: 2, color: Color::White }), "not played");
        assert_eq!((0..1000).filter(|_| game.go_back(back)).count(), MAX_TAKEBACKS as usize);
    }
}
