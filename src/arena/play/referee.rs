//! The referee of one game: asks the players in turn, checks every move and every claim against the rules, keeps the clocks, and
//! ends the game.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use super::adjudication::Adjudication;
use super::move_info::MoveInfo;
use super::openings::Opening;
use super::player::{Act, Decision, Fault, GameStart, Player, Turn};
use super::record::{GameRecord, PlayedMove};
use super::time_control::{Clocks, MoveLimits};
use crate::board::{ByColor, Color, Move};
use crate::clock;
use crate::game::{Ending, GameResult, Termination};
use crate::lines::shortened;
use crate::player::{Endgame, GameState, StopFlag};
use crate::tablebase::Wdl as Known;

/// The conditions of every game of a match.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The limits of players that have none of their own.
    pub limits: MoveLimits,
    /// How much longer than allowed a move may take, or all moves of a player with a time of its own.
    pub margin: Duration,
    /// How long beyond its time a player may be silent before it loses.
    pub silence_timeout: Duration,
    pub adjudication: Adjudication,
    /// Whether players think in the time of the opponent.
    pub ponder: bool,
    /// Tables by which games are ended early.
    pub endgame: Option<Endgame>,
}

/// The end of a game by endgame tables: a draw, or a win within the moves that the draw rules leave.
fn by_tables(endgame: &Endgame, game: &GameState) -> Option<Ending> {
    let (position, left) = (game.position(), game.history().plies_left());
    let outcome = endgame.outcome(position)?;
    let is_in_time = || outcome.distance.is_some_and(|distance| distance.fits(left));
    let (verdict, what) = match outcome.verdict {
        Known::Draw => (GameResult::Draw, "draw"),
        Known::Win if is_in_time() => (GameResult::won_by(position.turn()), "win"),
        Known::Loss if is_in_time() => (GameResult::won_by(!position.turn()), "win"),
        Known::Win | Known::Loss => return None,
    };
    let reason = format!("{what} by adjudication: endgame tables");
    Some(Ending::new(verdict, Termination::Adjudication, reason))
}

/// The most characters of the reason why a player failed: the last lines of its error stream are among them.
const MAX_REASON: usize = 2400;

pub(crate) type PlayerPair<'a> = ByColor<&'a mut dyn Player>;

/// The players that have to be started again before their next game.
pub(crate) type Broken = ByColor<bool>;

pub fn play(
    players: &mut PlayerPair<'_>,
    opening: &Opening,
    conditions: &Conditions,
    seed: u64,
    stop: &StopFlag,
) -> (GameRecord, Broken) {
    let limits = ByColor::from_fn(|_| conditions.limits);
    play_at_odds(players, opening, conditions, limits, seed, stop)
}

/// The same with limits of its own for each side.
pub(crate) fn play_at_odds(
    players: &mut PlayerPair<'_>,
    opening: &Opening,
    conditions: &Conditions,
    limits: ByColor<MoveLimits>,
    seed: u64,
    stop: &StopFlag,
) -> (GameRecord, Broken) {
    let (began, started) = (clock::now(), Instant::now());
    let mut board = BoardState::new(opening, conditions, limits, stop);
    let mut broken = Broken::default();
    let ending = match board.begin(players, seed) {
        Err((color, fault)) => {
            broken[color] = true;
            BoardState::failed(color, &fault)
        }
        Ok(()) => board.game(players, &mut broken),
    };
    board.finish(players, &ending, &mut broken);
    let record = GameRecord {
        opening: opening.clone(),
        played: board.played,
        names: ByColor::from_fn(|color| players[color].name()),
        ending,
        began,
        duration: started.elapsed(),
    };
    (record, broken)
}

/// The board, the clocks and the moves so far.
struct BoardState<'a> {
    opening: &'a Opening,
    conditions: &'a Conditions,
    stop: &'a StopFlag,
    game: GameState,
    clocks: Clocks,
    /// The time of all moves of each side.
    spent: ByColor<Duration>,
    played: Vec<PlayedMove>,
}

impl<'a> BoardState<'a> {
    fn new(
        opening: &'a Opening,
        conditions: &'a Conditions,
        limits: ByColor<MoveLimits>,
        stop: &'a StopFlag,
    ) -> BoardState<'a> {
        let mut game = GameState::new(*opening.start());
        opening.moves().iter().for_each(|&mv| game.play(mv));
        let clocks = Clocks::new(limits);
        let spent = ByColor::default();
        BoardState { opening, conditions, stop, game, clocks, spent, played: Vec::new() }
    }

    fn begin(&self, players: &mut PlayerPair<'_>, seed: u64) -> Result<(), (Color, Fault)> {
        Color::ALL.into_iter().try_for_each(|color| {
            let limits = self.clocks.limits(color);
            let game = GameStart { opening: self.opening, color, limits, seed };
            players[color].begin(&game).map_err(|fault| (color, fault))
        })
    }

    /// Plays until the game is over.
    fn game(&mut self, players: &mut PlayerPair<'_>, broken: &mut Broken) -> Ending {
        loop {
            if let Some(ending) = self.ending() {
                return ending;
            }
            let color = self.game.position().turn();
            if self.conditions.ponder && !self.played.is_empty() {
                let own = players[!color].own_time();
                if let Err(fault) = players[!color].ponder(&self.turn(!color, own)) {
                    broken[!color] = true;
                    return BoardState::failed(!color, &fault);
                }
            }
            let own = players[color].own_time();
            let asked = Instant::now();
            let decision = players[color].choose(&self.turn(color, own));
            let taken = asked.elapsed();
            let ending = match decision {
                Ok(decision) => self.carry_out(color, &decision, taken, own),
                Err(fault) => {
                    broken[color] = true;
                    Some(BoardState::failed(color, &fault))
                }
            };
            if let Some(ending) = ending {
                return ending;
            }
        }
    }

    /// The end of the game before the next move, if it is over.
    fn ending(&self) -> Option<Ending> {
        let turn = self.game.position().turn();
        if self.stop.is_stopped() {
            return Some(BoardState::interrupted());
        }
        if !self.game.position().has_moves() {
            return Some(Ending::no_moves(turn));
        }
        let by_rule = self.game.history().draw().map(Ending::by_rule);
        let book = self.opening.moves().len();
        by_rule
            .or_else(|| self.conditions.adjudication.ending(book, &self.played, turn))
            .or_else(|| by_tables(self.conditions.endgame.as_ref()?, &self.game))
    }

    fn turn(&self, color: Color, own: Option<Duration>) -> Turn<'_> {
        let limit = || self.clocks.limit(color).unwrap_or_default();
        let allowed = own.map_or_else(limit, |_| Duration::ZERO);
        Turn {
            opening: self.opening,
            played: &self.played,
            game: &self.game,
            budget: self.clocks.budget(color),
            timeout: allowed + self.conditions.silence_timeout,
            stop: self.stop,
        }
    }

    /// Carries out the action of a player.
    fn carry_out(
        &mut self,
        color: Color,
        decision: &Decision,
        taken: Duration,
        own: Option<Duration>,
    ) -> Option<Ending> {
        if self.stop.is_stopped() {
            return Some(BoardState::interrupted());
        }
        let mv = match &decision.act {
            Act::Move(text) => match text.find(self.game.position()) {
                Ok((mv, _)) => mv,
                Err(error) => return Some(BoardState::failed(color, &Fault::Move(error))),
            },
            Act::Resign => {
                let reason = format!("{color:?} resigns");
                return Some(Ending::normal(GameResult::won_by(!color), &reason));
            }
            Act::ClaimDraw => return Some(claimed(color, GameResult::Draw, "a draw")),
            Act::ClaimWin => return Some(self.claimed_win(color)),
            Act::MoveLimit => {
                let reason = "draw by adjudication: the number of moves agreed on was played";
                return Some(Ending::new(
                    GameResult::Draw,
                    Termination::Adjudication,
                    reason.into(),
                ));
            }
            Act::Leave => {
                let reason = format!("{color:?} ended the game without giving a reason");
                return Some(Ending::new(GameResult::Void, Termination::Unterminated, reason));
            }
        };
        let taken = match self.clocks.limits(color).node_rate() {
            Some(rate) => seconds_of_nodes(decision.info.nodes.unwrap_or(0), rate),
            None => taken,
        };
        let late = self.spend(color, taken, own);
        self.push(mv, decision, taken);
        late
    }

    /// Counts the time of a move; returns the loss on time, if it took too long.
    fn spend(&mut self, color: Color, taken: Duration, own: Option<Duration>) -> Option<Ending> {
        let margin = self.conditions.margin;
        let limit = self.clocks.limit(color).unwrap_or_default();
        let in_time = self.clocks.spend(color, taken, margin);
        self.spent[color] += taken;
        let spent = self.spent[color];
        match own {
            None => (!in_time).then(|| late(color, taken, limit, "")),
            Some(own) => (spent > own + margin).then(|| late(color, spent, own, " for the game")),
        }
    }

    fn push(&mut self, mv: Move, decision: &Decision, time: Duration) {
        let clock_left = self.clocks.left(self.game.position().turn());
        self.game.play(mv);
        self.played.push(PlayedMove { mv, time, info: MoveInfo { clock_left, ..decision.info } });
    }

    /// A win that no rule confirms counts if the other player's last score concedes it.
    fn claimed_win(&self, color: Color) -> Ending {
        if self.played.last().is_some_and(|reply| reply.info.concedes()) {
            return claimed(color, GameResult::won_by(color), "a win");
        }
        let Ending { reason, .. } = claimed(color, GameResult::Void, "a win");
        let reason = format!("{reason}, nor the other side's score: it does not count");
        Ending::new(GameResult::Void, Termination::Unterminated, reason)
    }

    fn finish(&self, players: &mut PlayerPair<'_>, ending: &Ending, broken: &mut Broken) {
        for color in Color::ALL {
            if !broken[color] {
                let own = players[color].own_time();
                broken[color] = players[color].end(&self.turn(color, own), ending).is_err();
            }
        }
    }

    fn interrupted() -> Ending {
        Ending::new(GameResult::Void, Termination::Unterminated, "the match was interrupted".into())
    }

    /// A player that failed loses the game; the game is void if it never began.
    fn failed(color: Color, fault: &Fault) -> Ending {
        let (verdict, termination) = match fault {
            Fault::Interrupted => return BoardState::interrupted(),
            Fault::Unreachable(_) | Fault::Refused(_) => (GameResult::Void, Termination::Abandoned),
            Fault::Vanished(_) | Fault::Silent(_) | Fault::Unanswered(_) => {
                (GameResult::won_by(!color), Termination::Abandoned)
            }
            Fault::Move(_) | Fault::Protocol(_) => {
                (GameResult::won_by(!color), Termination::RulesInfraction)
            }
        };
        let text = shortened(&fault.to_string(), MAX_REASON);
        Ending::new(verdict, termination, format!("{color:?}: {text}"))
    }
}

/// The time of nodes on a clock of nodes.
fn seconds_of_nodes(nodes: u64, rate: NonZeroU64) -> Duration {
    Duration::from_secs_f64(nodes as f64 / rate.get() as f64)
}

/// The end that one player claims. No rule known here confirms it, or the game would have ended before, so it counts among the
/// irregular endings.
fn claimed(color: Color, verdict: GameResult, what: &str) -> Ending {
    let reason =
        format!("{color:?} ends the game and claims {what}, which no rule known here says");
    Ending::new(verdict, Termination::Adjudication, reason)
}

fn late(color: Color, taken: Duration, allowed: Duration, scope: &str) -> Ending {
    let reason = format!(
        "{color:?} took {:.3} s and had {:.3} s{scope}",
        taken.as_secs_f64(),
        allowed.as_secs_f64()
    );
    Ending::new(GameResult::won_by(!color), Termination::TimeForfeit, reason)
}

#[cfg(test)]
mod tests;
