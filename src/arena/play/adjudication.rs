//! Ending games whose result is no longer in doubt: by agreed scores or a move limit, as cutechess and fastchess do.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::record::PlayedMove;
use crate::board::Color;
use crate::error::PlayError;
use crate::game::{Ending, GameResult, Termination};

/// When games are ended early; nothing by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Adjudication {
    pub draw: Option<DrawByScore>,
    pub resign: Option<WinByScore>,
    /// Moves of each side after which a game is a draw; the opening counts.
    pub max_moves: Option<u32>,
}

/// A draw: from a move on, both players' scores stayed near zero for a number of moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DrawByScore {
    pub move_number: u32,
    pub move_count: u32,
    /// Largest score in hundredths of a man.
    pub score: u32,
}

/// A win: both scores agree on the winner for a number of moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WinByScore {
    pub move_count: u32,
    /// Least score in hundredths of a man.
    pub score: u32,
    /// Whether the winner must agree too.
    pub two_sided: bool,
}

const DRAW_EXAMPLE: &str = "--draw movenumber=40 movecount=8 score=5";
const RESIGN_EXAMPLE: &str = "--resign movecount=4 score=300 twosided=true";

impl Adjudication {
    /// These rules, with the scores of others where they have none.
    pub fn or_scores_of(self, others: Adjudication) -> Adjudication {
        let (draw, resign) = (self.draw.or(others.draw), self.resign.or(others.resign));
        Adjudication { draw, resign, ..self }
    }
}

impl DrawByScore {
    /// Parses the values of `--draw`.
    pub fn from_words(words: &[String]) -> Result<DrawByScore, PlayError> {
        let mut rule = DrawByScore { move_number: 0, move_count: 8, score: 5 };
        for word in words {
            let fault = || fault("--draw", word, DRAW_EXAMPLE);
            let (name, value) = word.split_once('=').ok_or_else(fault)?;
            let number = value.parse().map_err(|_| fault())?;
            match name {
                "movenumber" => rule.move_number = number,
                "movecount" => rule.move_count = number.max(1),
                "score" => rule.score = number,
                _ => return Err(fault()),
            }
        }
        Ok(rule)
    }
}

impl WinByScore {
    /// Parses the values of `--resign`.
    pub fn from_words(words: &[String]) -> Result<WinByScore, PlayError> {
        let mut rule = WinByScore { move_count: 4, score: 300, two_sided: true };
        for word in words {
            let fault = || fault("--resign", word, RESIGN_EXAMPLE);
            let (name, value) = word.split_once('=').ok_or_else(fault)?;
            match name {
                "movecount" => rule.move_count = read::<u32>(value).ok_or_else(fault)?.max(1),
                "score" => rule.score = read(value).ok_or_else(fault)?,
                "twosided" => rule.two_sided = read(value).ok_or_else(fault)?,
                _ => return Err(fault()),
            }
        }
        Ok(rule)
    }
}

fn read<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn fault(flag: &str, text: &str, example: &str) -> PlayError {
    PlayError::Settings(format!("'{text}' in {flag}; write {example}"))
}

/// The flags that ask for it; empty where no game ends early.
impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let draw = self.draw.map(|DrawByScore { move_number, move_count, score }| {
            format!("--draw movenumber={move_number} movecount={move_count} score={score}")
        });
        let resign = self.resign.map(|WinByScore { move_count, score, two_sided }| {
            format!("--resign movecount={move_count} score={score} twosided={two_sided}")
        });
        let limit = self.max_moves.map(|moves| format!("--maxmoves {moves}"));
        let flags: Vec<String> = [draw, resign, limit].into_iter().flatten().collect();
        f.write_str(&flags.join(" "))
    }
}

impl Adjudication {
    /// Whether scores may end a game.
    pub(crate) const fn is_by_score(&self) -> bool {
        self.draw.is_some() || self.resign.is_some()
    }

    /// How the game ends after these moves, if it does; `book` plies went before, `turn` is to move now.
    pub(crate) fn ending(&self, book: usize, played: &[PlayedMove], turn: Color) -> Option<Ending> {
        let plies = book + played.len();
        let adjudged =
            |verdict, reason: String| Ending::new(verdict, Termination::Adjudication, reason);
        if let Some(rule) = self.resign
            && let Some(winner) = rule.winner(played, turn)
        {
            let reason = format!("{winner:?} wins by adjudication: the scores agree");
            return Some(adjudged(GameResult::won_by(winner), reason));
        }
        if self.draw.is_some_and(|rule| rule.holds(plies, played)) {
            return Some(adjudged(
                GameResult::Draw,
                "draw by adjudication: the scores agree".into(),
            ));
        }
        let limit = self.max_moves?;
        (plies >= 2 * limit as usize).then(|| {
            adjudged(GameResult::Draw, format!("draw by adjudication: {limit} moves were played"))
        })
    }
}

/// The scores of the last moves, in hundredths of a man for their players; `None` if there are fewer or one is missing.
fn last_scores(played: &[PlayedMove], count: usize) -> Option<Vec<f64>> {
    let first = played.len().checked_sub(count)?;
    played[first..].iter().map(|played| played.info.score.map(|score| 100.0 * score)).collect()
}

impl DrawByScore {
    fn holds(&self, plies: usize, played: &[PlayedMove]) -> bool {
        let scores = last_scores(played, 2 * self.move_count as usize);
        plies >= 2 * self.move_number as usize
            && scores.is_some_and(|all| {
                all.iter().all(|score| score.abs() <= f64::from(self.score) + 1e-9)
            })
    }
}

impl WinByScore {
    fn winner(&self, played: &[PlayedMove], turn: Color) -> Option<Color> {
        let scores = last_scores(played, 2 * self.move_count as usize);
        let scores =
            scores.or_else(|| if self.two_sided { None } else { self.one_sided(played) })?;
        let least = f64::from(self.score) - 1e-9;
        // The last move is that of the side not to move.
        let lost_by = |parity: usize| {
            let mine = scores.iter().rev().skip(parity).step_by(2).all(|&score| score <= -least);
            let yours =
                scores.iter().rev().skip(1 - parity).step_by(2).all(|&score| score >= least);
            mine && (yours || !self.two_sided)
        };
        if lost_by(0) { Some(turn) } else { lost_by(1).then_some(!turn) }
    }

    /// The same moves when an opponent says nothing: its scores count as zero.
    fn one_sided(&self, played: &[PlayedMove]) -> Option<Vec<f64>> {
        let first = played.len().checked_sub(2 * self.move_count as usize)?;
        Some(played[first..].iter().map(|p| 100.0 * p.info.score.unwrap_or_default()).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::board::{MoveList, Position};
    use crate::play::move_info::MoveInfo;

    fn game(scores: &[f64]) -> Vec<PlayedMove> {
        let mv = MoveList::legal(&Position::start())[0];
        let info = |score| MoveInfo { score: Some(score), ..MoveInfo::default() };
        scores
            .iter()
            .map(|&score| PlayedMove { mv, time: Duration::ZERO, info: info(score) })
            .collect()
    }

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn the_words_of_cutechess_are_understood() {
        let draw =
            DrawByScore::from_words(&words("movenumber=40 movecount=8 score=5")).expect("draw");
        assert_eq!(draw, DrawByScore { move_number: 40, move_count: 8, score: 5 });
        let resign =
            WinByScore::from_words(&words("movecount=3 score=400 twosided=false")).expect("resign");
        assert_eq!(resign, WinByScore { move_count: 3, score: 400, two_sided: false });
        for text in ["score", "score=x", "speed=3", "movecount=-1"] {
            assert!(DrawByScore::from_words(&words(text)).is_err(), "{text}");
            assert!(WinByScore::from_words(&words(text)).is_err(), "{text}");
        }
    }

    #[test]
    fn rules_are_written_as_the_flags_that_ask_for_them() {
        assert_eq!(Adjudication::default().to_string(), "");
        let draw = DrawByScore::from_words(&words("movenumber=40")).expect("draw");
        let resign = WinByScore::from_words(&words("twosided=false")).expect("resign");
        let rules = Adjudication { draw: Some(draw), resign: Some(resign), max_moves: Some(90) };
        let flags = rules.to_string();
        let [draw_flag, resign_flag, limit] = ["--draw ", "--resign ", "--maxmoves "].map(|flag| {
            let (_, rest) = flags.split_once(flag).expect(flag);
            words(rest.split("--").next().unwrap_or_default())
        });
        assert_eq!(DrawByScore::from_words(&draw_flag).expect("draw"), draw, "{flags}");
        assert_eq!(WinByScore::from_words(&resign_flag).expect("resign"), resign, "{flags}");
        assert_eq!(limit, ["90"], "{flags}");
    }

    #[test]
    fn a_draw_needs_both_players_for_the_whole_count_and_the_move_number() {
        let draw = DrawByScore { move_number: 3, move_count: 2, score: 5 };
        let rules = Adjudication { draw: Some(draw), ..Adjudication::default() };
        let verdict =
            |scores: &[f64]| rules.ending(2, &game(scores), Color::White).map(|end| end.verdict);
        assert_eq!(verdict(&[0.0, 0.05, -0.05, 0.0]), Some(GameResult::Draw));
        assert_eq!(verdict(&[0.0, 0.06, -0.05, 0.0]), None);
        assert_eq!(verdict(&[0.0, 0.0, 0.0]), None);
        assert_eq!(rules.ending(0, &game(&[0.0; 4]), Color::White), None);
        let mut silent = game(&[0.0; 4]);
        silent[1].info.score = None;
        assert_eq!(rules.ending(2, &silent, Color::White), None);
    }

    #[test]
    fn a_win_needs_the_loser_and_if_two_sided_the_winner() {
        let ending = |two_sided, scores: &[f64]| {
            let resign = Some(WinByScore { move_count: 2, score: 300, two_sided });
            let rules = Adjudication { resign, ..Adjudication::default() };
            rules.ending(0, &game(scores), Color::White).map(|end| end.verdict)
        };
        // White moved first and last but one; Black moved last.
        assert_eq!(ending(true, &[-3.0, 3.0, -4.0, 5.0]), Some(GameResult::Black));
        assert_eq!(ending(true, &[3.0, -3.0, 4.0, -99.9]), Some(GameResult::White));
        assert_eq!(ending(true, &[-3.0, 1.0, -4.0, 5.0]), None);
        assert_eq!(ending(false, &[-3.0, 1.0, -4.0, 5.0]), Some(GameResult::Black));
        assert_eq!(ending(true, &[-3.0, -3.0, -3.0, -3.0]), None);
    }

    #[test]
    fn the_move_limit_counts_the_opening() {
        let rules = Adjudication { max_moves: Some(3), ..Adjudication::default() };
        assert_eq!(rules.ending(2, &game(&[9.0; 3]), Color::Black), None);
        assert!(rules.ending(2, &game(&[9.0; 4]), Color::White).is_some());
    }
}
