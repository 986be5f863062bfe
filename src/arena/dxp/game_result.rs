//! The result of a DXP game: by the rules, by the claim of the other side, and when we resign. No connection, no clock.

use crate::board::{Color, DrawRule, Position};
use crate::game::{Ending, GameResult, Termination};
use crate::play::move_info::MoveInfo;
use crate::player::DECIDED;
use crate::protocol::dxp;

/// Low scores in a row before we resign.
const RESIGN_MOVES: usize = 3;

/// The end of a game, and a remark if the claim of the other side is not true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AdjudgedEnd {
    pub ending: Ending,
    pub(crate) remark: Option<String>,
}

/// A game at the moment when the other side ends it.
#[derive(Clone, Debug, Default)]
pub(super) struct GameKnowledge<'a> {
    pub(crate) by_rule: Option<Ending>,
    /// The search of our last move.
    pub info: Option<&'a MoveInfo>,
    /// The number of moves agreed on, if the other side has made them.
    pub limit: Option<u16>,
}

/// The end of a game by the rules. A draw comes first: moves after it change nothing.
pub(super) fn ending_by_rule(position: &Position, drawn: Option<DrawRule>) -> Option<Ending> {
    let lost = || (!position.has_moves()).then(|| Ending::no_moves(position.turn()));
    drawn.map(Ending::by_rule).or_else(lost)
}

/// Our claim for an end by the rules that falls on our turn.
pub(super) fn claim_for(ending: &Ending) -> dxp::Ending {
    match ending.verdict {
        GameResult::Draw => dxp::Ending::Drawn,
        GameResult::White | GameResult::Black | GameResult::Void => dxp::Ending::Lost,
    }
}

/// Whether our last scores are all at least this number of men below zero.
pub(super) fn is_lost(scores: &[f64], men: f64) -> bool {
    let last = scores.len().checked_sub(RESIGN_MOVES).map(|first| &scores[first..]);
    last.is_some_and(|last| last.iter().all(|&score| score <= -men))
}

pub(super) fn resignation(us: Color) -> Ending {
    Ending::normal(GameResult::won_by(!us), &format!("{us:?} resigns"))
}

/// The end at the number of moves agreed on: a decided game is claimed, any other is left open.
pub(super) fn at_move_limit(us: Color, limit: u16, score: Option<f64>) -> (Ending, dxp::Ending) {
    match score {
        Some(score) if score >= DECIDED => {
            (adjudged(GameResult::won_by(us), limit), dxp::Ending::Won)
        }
        Some(score) if score <= -DECIDED => {
            (adjudged(GameResult::won_by(!us), limit), dxp::Ending::Lost)
        }
        _ => (adjudged(GameResult::Draw, limit), dxp::Ending::Unknown),
    }
}

fn adjudged(verdict: GameResult, limit: u16) -> Ending {
    Ending::new(verdict, Termination::Adjudication, format!("{limit} moves were played"))
}

/// The end of a game that the other side has ended with this claim. The rules come first; a resignation always counts. A win that
/// no rule confirms counts if our last score concedes it. A game left open at the move limit is a draw.
pub(super) fn adjudge(claim: dxp::Ending, them: Color, known: GameKnowledge<'_>) -> AdjudgedEnd {
    let claim = match claim {
        dxp::Ending::Unknown => None,
        dxp::Ending::Lost => Some(GameResult::won_by(!them)),
        dxp::Ending::Drawn => Some(GameResult::Draw),
        dxp::Ending::Won => Some(GameResult::won_by(them)),
    };
    if let Some(ending) = known.by_rule {
        return match claim {
            Some(result) if result != ending.verdict => contradicted(ending, them, result),
            _ => plain(ending),
        };
    }
    let is_granted =
        claim != Some(GameResult::won_by(them)) || known.info.is_some_and(MoveInfo::concedes);
    match (claim, known.limit) {
        (Some(verdict), _) if verdict == GameResult::won_by(!them) => {
            plain(Ending::normal(verdict, &format!("{them:?} resigns")))
        }
        (Some(verdict), _) if is_granted => unconfirmed(them, verdict),
        (_, Some(limit)) => plain(adjudged(GameResult::Draw, limit)),
        (Some(verdict), None) => not_granted(unconfirmed(them, verdict)),
        (None, None) => {
            let reason = format!("{them:?} ended the game without giving a reason");
            plain(Ending::new(GameResult::Void, Termination::Unterminated, reason))
        }
    }
}

fn plain(ending: Ending) -> AdjudgedEnd {
    AdjudgedEnd { ending, remark: None }
}

fn contradicted(known: Ending, them: Color, claim: GameResult) -> AdjudgedEnd {
    let remark =
        format!("{them:?} ends the game as {claim:?}; by the rules it is {:?}", known.verdict);
    let reason = format!("{}; {them:?} said {claim:?}", known.reason);
    AdjudgedEnd { ending: Ending { reason, ..known }, remark: Some(remark) }
}

fn unconfirmed(them: Color, claim: GameResult) -> AdjudgedEnd {
    let said = format!("{them:?} ends the game as {claim:?}, which no rule known here says");
    let ending = Ending::new(claim, Termination::Adjudication, said.clone());
    AdjudgedEnd { ending, remark: Some(said) }
}

fn not_granted(claimed: AdjudgedEnd) -> AdjudgedEnd {
    let reason = format!("{}, nor our own score: it does not count", claimed.ending.reason);
    let ending = Ending::new(GameResult::Void, Termination::Unterminated, reason.clone());
    AdjudgedEnd { ending, remark: Some(reason) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    fn adjudged(claim: dxp::Ending, by_rule: Option<Ending>, score: Option<f64>) -> Ending {
        let info = Some(&MoveInfo { score, ..MoveInfo::default() });
        adjudge(claim, Color::Black, GameKnowledge { by_rule, info, limit: None }).ending
    }

    #[test]
    fn the_rules_come_before_every_claim() {
        let drawn = Ending::by_rule(DrawRule::Repetition);
        for claim in [dxp::Ending::Unknown, dxp::Ending::Lost, dxp::Ending::Drawn, dxp::Ending::Won]
        {
            assert_eq!(
                adjudged(claim, Some(drawn.clone()), None).verdict,
                GameResult::Draw,
                "{claim:?}"
            );
        }
        let contradicted = adjudge(
            dxp::Ending::Won,
            Color::Black,
            GameKnowledge { by_rule: Some(drawn), ..GameKnowledge::default() },
        );
        assert!(contradicted.remark.is_some_and(|remark| remark.contains("by the rules")));
    }

    #[test]
    fn a_win_that_is_only_claimed_does_not_count() {
        for score in [None, Some(0.4), Some(-2.9), Some(99.0)] {
            let ending = adjudged(dxp::Ending::Won, None, score);
            assert_eq!(ending.verdict, GameResult::Void, "{score:?}");
            assert_eq!(ending.termination, Termination::Unterminated);
        }
        for score in [-3.0, -99.9] {
            let ending = adjudged(dxp::Ending::Won, None, Some(score));
            assert_eq!(ending.verdict, GameResult::Black, "{score}: we saw it too");
        }
    }

    #[test]
    fn giving_up_and_leaving_are_taken_at_their_word() {
        assert_eq!(adjudged(dxp::Ending::Lost, None, Some(-5.0)).verdict, GameResult::White);
        assert_eq!(adjudged(dxp::Ending::Unknown, None, Some(-5.0)).verdict, GameResult::Void);
    }

    #[test]
    fn what_is_open_at_the_move_limit_is_a_draw() {
        let known = || GameKnowledge { limit: Some(75), ..GameKnowledge::default() };
        for claim in [dxp::Ending::Unknown, dxp::Ending::Drawn, dxp::Ending::Won] {
            let ending = adjudge(claim, Color::Black, known()).ending;
            assert_eq!(ending.verdict, GameResult::Draw, "{claim:?}");
        }
        assert_eq!(
            adjudge(dxp::Ending::Lost, Color::Black, known()).ending.verdict,
            GameResult::White
        );
    }

    #[test]
    fn three_low_scores_in_a_row_are_lost() {
        assert!(!is_lost(&[-5.0, -5.0], 4.0));
        assert!(!is_lost(&[-5.0, -3.9, -5.0], 4.0));
        assert!(is_lost(&[0.0, -4.0, -5.0, -6.0], 4.0));
    }

    #[test]
    fn only_a_decided_game_has_a_winner_at_the_move_limit() {
        let end = |score| at_move_limit(Color::White, 75, score);
        assert_eq!(
            (end(Some(95.0)).0.verdict, end(Some(95.0)).1),
            (GameResult::White, dxp::Ending::Won)
        );
        assert_eq!(end(Some(-95.0)).1, dxp::Ending::Lost);
        assert_eq!(
            (end(Some(5.0)).0.verdict, end(None).1),
            (GameResult::Draw, dxp::Ending::Unknown)
        );
    }

    #[test]
    fn a_draw_comes_before_the_loss_of_the_last_move() {
        let blocked = fen::read("W:W6:B1").expect("fen");
        assert_eq!(ending_by_rule(&blocked, None).map(|end| end.verdict), Some(GameResult::Black));
        let drawn = ending_by_rule(&blocked, Some(DrawRule::TwoAgainstOne)).expect("over");
        assert_eq!((drawn.verdict, claim_for(&drawn)), (GameResult::Draw, dxp::Ending::Drawn));
    }
}
