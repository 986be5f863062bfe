//! Who has won a DXP game: what the rules say, what the other side says, and when we give up. No connection, no clock.

use crate::board::{Color, DrawRule, Position};
use crate::engine::DECIDED;
use crate::game::{Ending, GameResult, Termination};
use crate::play::move_info::MoveInfo;
use crate::protocol::dxp;

/// Bad scores in a row before we give up.
const RESIGN_MOVES: usize = 3;

/// An end as it is written down, and what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Judgement {
    pub ending: Ending,
    pub remark: Option<String>,
}

/// What we know of a game when the other side ends it.
#[derive(Clone, Debug, Default)]
pub(super) struct GameKnowledge<'a> {
    /// How it has ended by the rules.
    pub settled: Option<Ending>,
    /// What we thought at our last move.
    pub thought: Option<&'a MoveInfo>,
    /// The number of moves agreed on, if the other side has made them.
    pub limit: Option<u16>,
}

/// How a game has ended by the rules. A draw comes first: what is played after it changes nothing.
pub(super) fn settled(position: &Position, drawn: Option<DrawRule>) -> Option<Ending> {
    let lost = || (!position.has_moves()).then(|| Ending::no_moves(position.turn()));
    drawn.map(Ending::by_rule).or_else(lost)
}

/// Our word for an end by the rules that falls on our turn.
pub(super) fn word_for(settled: &Ending) -> dxp::Ending {
    match settled.verdict {
        GameResult::Draw => dxp::Ending::Drawn,
        GameResult::White | GameResult::Black | GameResult::Void => dxp::Ending::Lost,
    }
}

/// Whether our last scores are all at least so many men below zero.
pub(super) fn is_hopeless(scores: &[f64], men: f64) -> bool {
    let last = scores.len().checked_sub(RESIGN_MOVES).map(|first| &scores[first..]);
    last.is_some_and(|last| last.iter().all(|&score| score <= -men))
}

/// We give up.
pub(super) fn resignation(us: Color) -> Ending {
    Ending::normal(GameResult::won_by(!us), &format!("{us:?} resigns"))
}

/// The end at the number of moves agreed on: a decided game is called by its name, any other is left open.
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

/// What the other side's word about the end is worth. The rules come first; nobody is kept from giving up; a win that no
/// rule confirms has to be conceded by what we thought last; what is left open at the move limit is a draw.
pub(super) fn judge(word: dxp::Ending, them: Color, known: GameKnowledge<'_>) -> Judgement {
    let claim = match word {
        dxp::Ending::Unknown => None,
        dxp::Ending::Lost => Some(GameResult::won_by(!them)),
        dxp::Ending::Drawn => Some(GameResult::Draw),
        dxp::Ending::Won => Some(GameResult::won_by(them)),
    };
    if let Some(settled) = known.settled {
        return match claim {
            Some(verdict) if verdict != settled.verdict => contradicted(settled, them, verdict),
            _ => plain(settled),
        };
    }
    let is_granted = claim != Some(GameResult::won_by(them))
        || known.thought.is_some_and(MoveInfo::is_conceding);
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

fn plain(ending: Ending) -> Judgement {
    Judgement { ending, remark: None }
}

fn contradicted(known: Ending, them: Color, claim: GameResult) -> Judgement {
    let remark =
        format!("{them:?} ends the game as {claim:?}; by the rules it is {:?}", known.verdict);
    let reason = format!("{}; {them:?} said {claim:?}", known.reason);
    Judgement { ending: Ending { reason, ..known }, remark: Some(remark) }
}

fn unconfirmed(them: Color, claim: GameResult) -> Judgement {
    let said = format!("{them:?} ends the game as {claim:?}, which no rule known here says");
    let ending = Ending::new(claim, Termination::Adjudication, said.clone());
    Judgement { ending, remark: Some(said) }
}

fn not_granted(claimed: Judgement) -> Judgement {
    let reason = format!("{}, nor our own score: it does not count", claimed.ending.reason);
    let ending = Ending::new(GameResult::Void, Termination::Unterminated, reason.clone());
    Judgement { ending, remark: Some(reason) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    fn judged(word: dxp::Ending, settled: Option<Ending>, score: Option<f64>) -> Ending {
        let thought = Some(&MoveInfo { score, ..MoveInfo::default() });
        judge(word, Color::Black, GameKnowledge { settled, thought, limit: None }).ending
    }

    #[test]
    fn the_rules_stand_above_every_word() {
        let drawn = Ending::by_rule(DrawRule::Repetition);
        for word in [dxp::Ending::Unknown, dxp::Ending::Lost, dxp::Ending::Drawn, dxp::Ending::Won]
        {
            assert_eq!(
                judged(word, Some(drawn.clone()), None).verdict,
                GameResult::Draw,
                "{word:?}"
            );
        }
        let contradicted = judge(
            dxp::Ending::Won,
            Color::Black,
            GameKnowledge { settled: Some(drawn), ..GameKnowledge::default() },
        );
        assert!(contradicted.remark.is_some_and(|remark| remark.contains("by the rules")));
    }

    #[test]
    fn a_win_that_is_only_claimed_is_none() {
        for score in [None, Some(0.4), Some(-2.9), Some(99.0)] {
            let ending = judged(dxp::Ending::Won, None, score);
            assert_eq!(ending.verdict, GameResult::Void, "{score:?}");
            assert_eq!(ending.termination, Termination::Unterminated);
        }
        for score in [-3.0, -99.9] {
            let ending = judged(dxp::Ending::Won, None, Some(score));
            assert_eq!(ending.verdict, GameResult::Black, "{score}: we saw it too");
        }
    }

    #[test]
    fn giving_up_and_leaving_are_taken_at_their_word() {
        assert_eq!(judged(dxp::Ending::Lost, None, Some(-5.0)).verdict, GameResult::White);
        assert_eq!(judged(dxp::Ending::Unknown, None, Some(-5.0)).verdict, GameResult::Void);
    }

    #[test]
    fn what_is_open_at_the_move_limit_is_a_draw() {
        let known = || GameKnowledge { limit: Some(75), ..GameKnowledge::default() };
        for word in [dxp::Ending::Unknown, dxp::Ending::Drawn, dxp::Ending::Won] {
            let ending = judge(word, Color::Black, known()).ending;
            assert_eq!(ending.verdict, GameResult::Draw, "{word:?}");
        }
        assert_eq!(
            judge(dxp::Ending::Lost, Color::Black, known()).ending.verdict,
            GameResult::White
        );
    }

    #[test]
    fn three_bad_scores_in_a_row_are_hopeless() {
        assert!(!is_hopeless(&[-5.0, -5.0], 4.0));
        assert!(!is_hopeless(&[-5.0, -3.9, -5.0], 4.0));
        assert!(is_hopeless(&[0.0, -4.0, -5.0, -6.0], 4.0));
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
        assert_eq!(settled(&blocked, None).map(|end| end.verdict), Some(GameResult::Black));
        let drawn = settled(&blocked, Some(DrawRule::TwoAgainstOne)).expect("over");
        assert_eq!((drawn.verdict, word_for(&drawn)), (GameResult::Draw, dxp::Ending::Drawn));
    }
}
