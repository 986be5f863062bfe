//! Trajectories: the positions of one side in a game, and the errors of TD(λ), TD-directed(λ) and TDLeaf(λ) along them.

use serde::{Deserialize, Serialize};

use crate::board::{Color, Position};

/// A member of the family: which position is evaluated for a position of the game. All three learn alike; they differ in that and
/// in how moves are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TdVariant {
    /// TD(λ): the position itself; moves by the best successor.
    Td,
    /// TD-directed(λ): the position itself; moves by a search.
    TdDirected,
    /// TDLeaf(λ): the last position of the principal variation of a search, which also chooses the move.
    #[default]
    Tdleaf,
}

impl TdVariant {
    /// Its name where there is little room.
    #[must_use]
    pub const fn short(self) -> &'static str {
        match self {
            TdVariant::Td => "TD",
            TdVariant::TdDirected => "directed",
            TdVariant::Tdleaf => "TDLeaf",
        }
    }

    /// Whether moves are chosen by a search of more than one ply.
    #[must_use]
    pub const fn searches(self) -> bool {
        !matches!(self, TdVariant::Td)
    }

    /// Whether the leaf of the search is learned in place of the position.
    #[must_use]
    pub const fn evaluates_leaves(self) -> bool {
        matches!(self, TdVariant::Tdleaf)
    }
}

/// What TD errors in favour of the agent teach that the agent did not earn: the opponent may have blundered, and an agent that
/// learns from blunders comes to expect them (KnightCap).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnearnedGains {
    /// They teach like all others.
    #[default]
    Off,
    /// They teach nothing, unless the agent predicted the reply.
    Rule,
    /// As the rule, but only against a weaker opponent; a stronger one knows what he does.
    Variant,
}

/// What the last TD error teaches, from the last value to the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TerminalUpdate {
    /// All of it.
    #[default]
    Kept,
    /// Nothing in favour of the agent: losses teach and wins do not, as in KnightCap's source.
    Losses,
}

/// The errors of the positions of a trajectory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TdErrors {
    /// λ, from one own move to the next.
    pub lambda: f32,
    /// Unearned TD errors.
    #[serde(rename = "blunders")]
    pub unearned: UnearnedGains,
    /// The last TD error.
    pub last: TerminalUpdate,
}

/// One position of a trajectory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Transition {
    /// The position that is evaluated, and by which the parameters move.
    pub position: Position,
    /// White's result by the rules or endgame tables: a target for the positions before, without a gradient.
    pub known: Option<f32>,
    /// Whether a random move was played before the next position, so that later values do not reach this one.
    pub is_cut: bool,
    /// Whether the reply to the move chosen here was the one expected.
    pub is_predicted: bool,
}

/// The positions of one game in which one side, the agent, was to move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Trajectory {
    /// The agent's side.
    pub agent: Color,
    /// In the order of the game.
    pub transitions: Vec<Transition>,
    /// White's result; `None` if the game was broken off: the last value then takes its place.
    pub outcome: Option<f32>,
    /// Whether the opponent is rated below the agent.
    pub meets_weaker: bool,
}

impl TdErrors {
    /// Fills `errors` with E_t for every position, from White's values v_t of the positions, all with the same weights.
    ///
    /// d_t = v_{t+1} − v_t, and r − v_t for the last; E_t = d_t + λ·E_{t+1}. A TD error that teaches nothing is d_t = 0; a random
    /// move passes nothing back.
    pub(crate) fn errors(&self, trajectory: &Trajectory, values: &[f32], errors: &mut Vec<f32>) {
        errors.clear();
        errors.resize(values.len(), 0.0);
        let (mut next, mut carried) = (trajectory.outcome, 0.0);
        let steps = errors.iter_mut().zip(values).zip(&trajectory.transitions).enumerate().rev();
        for (index, ((error, &value), transition)) in steps {
            let is_last = index + 1 == values.len();
            let td_error = next.map_or(0.0, |next| next - value);
            carried = match transition.is_cut {
                true => 0.0,
                false => {
                    self.earned_error(td_error, trajectory, transition, is_last)
                        + self.lambda * carried
                }
            };
            *error = carried;
            next = Some(value);
        }
    }

    /// The TD error, or 0 if it is not to teach.
    fn earned_error(
        &self,
        td_error: f32,
        trajectory: &Trajectory,
        transition: &Transition,
        is_last: bool,
    ) -> f32 {
        let is_gain = td_error * trajectory.agent.sign() as f32 > 0.0;
        let teaches = match self.unearned {
            _ if is_last => self.last == TerminalUpdate::Kept,
            UnearnedGains::Off => true,
            UnearnedGains::Rule => transition.is_predicted,
            UnearnedGains::Variant => transition.is_predicted || !trajectory.meets_weaker,
        };
        if is_gain && !teaches { 0.0 } else { td_error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::returns::lambda_errors;

    fn trajectory(agent: Color, length: usize, outcome: Option<f32>) -> Trajectory {
        let transition = Transition {
            position: Position::start(),
            known: None,
            is_cut: false,
            is_predicted: false,
        };
        Trajectory { agent, transitions: vec![transition; length], outcome, meets_weaker: true }
    }

    fn errors(td_errors: TdErrors, trajectory: &Trajectory, values: &[f32]) -> Vec<f32> {
        let mut errors = vec![9.0; 7];
        td_errors.errors(trajectory, values, &mut errors);
        errors
    }

    const HALF: TdErrors =
        TdErrors { lambda: 0.5, unearned: UnearnedGains::Off, last: TerminalUpdate::Kept };
    const VALUES: [f32; 3] = [0.0, 0.5, -0.25];

    #[test]
    fn without_modifications_the_errors_are_those_of_td() {
        for agent in Color::ALL {
            for lambda in [0.0, 0.7, 1.0] {
                let mut expected = Vec::new();
                lambda_errors(&VALUES, -1.0, lambda, &mut expected);
                let found =
                    errors(TdErrors { lambda, ..HALF }, &trajectory(agent, 3, Some(-1.0)), &VALUES);
                assert_eq!(found, expected, "no side's view is needed: the signs cancel");
            }
        }
    }

    #[test]
    fn unearned_errors_of_either_side_by_hand() {
        let rule = TdErrors { unearned: UnearnedGains::Rule, ..HALF };
        // d = (0.5, −0.75, 1.25). White earned neither the first nor, unless it is the last, a step up.
        assert_eq!(
            errors(rule, &trajectory(Color::White, 3, Some(1.0)), &VALUES),
            [-0.0625, -0.125, 1.25]
        );
        // For Black the second one is unearned: E = (0.5 + 0.3125, 0 + 0.625, 1.25).
        assert_eq!(
            errors(rule, &trajectory(Color::Black, 3, Some(1.0)), &VALUES),
            [0.8125, 0.625, 1.25]
        );
    }

    #[test]
    fn a_predicted_reply_and_in_the_variant_a_stronger_opponent_count() {
        let rule = TdErrors { unearned: UnearnedGains::Rule, ..HALF };
        let variant = TdErrors { unearned: UnearnedGains::Variant, ..HALF };
        let plain = errors(HALF, &trajectory(Color::White, 3, Some(1.0)), &VALUES);
        let mut predicted = trajectory(Color::White, 3, Some(1.0));
        predicted.transitions[0].is_predicted = true;
        assert_eq!(errors(rule, &predicted, &VALUES), plain);
        let weaker = trajectory(Color::White, 3, Some(1.0));
        assert_eq!(errors(variant, &weaker, &VALUES), errors(rule, &weaker, &VALUES));
        let stronger = Trajectory { meets_weaker: false, ..weaker };
        assert_eq!(errors(variant, &stronger, &VALUES), plain);
    }

    #[test]
    fn a_win_can_be_made_to_teach_nothing_and_a_loss_not() {
        let losses = TdErrors { last: TerminalUpdate::Losses, ..HALF };
        assert_eq!(errors(losses, &trajectory(Color::White, 3, Some(1.0)), &VALUES)[2], 0.0);
        assert_eq!(errors(losses, &trajectory(Color::Black, 3, Some(1.0)), &VALUES)[2], 1.25);
    }

    #[test]
    fn a_game_broken_off_ends_with_its_last_value_and_random_moves_cut() {
        // d = (0.5, −0.75, nothing).
        assert_eq!(errors(HALF, &trajectory(Color::White, 3, None), &VALUES), [0.125, -0.75, 0.0]);
        let mut cut = trajectory(Color::White, 3, Some(1.0));
        cut.transitions[1].is_cut = true;
        assert_eq!(errors(HALF, &cut, &VALUES), [0.5, 0.0, 1.25]);
        assert!(errors(HALF, &trajectory(Color::White, 0, Some(1.0)), &[]).is_empty());
    }

    #[test]
    fn giraffe_s_example_with_its_first_change_at_full_weight() {
        // Scores 10, 20 three times, −10 three times, 40 five times; 10 − 30·0.7³ + 50·0.7⁶.
        let values = [10.0, 20.0, 20.0, 20.0, -10.0, -10.0, -10.0, 40.0, 40.0, 40.0, 40.0, 40.0];
        let giraffe = TdErrors { lambda: 0.7, ..HALF };
        let found = errors(giraffe, &trajectory(Color::White, 12, None), &values)[0];
        let expected = 10.0 - 30.0 * 0.7f32.powi(3) + 50.0 * 0.7f32.powi(6);
        assert!((found - expected).abs() < 1e-4, "{found} {expected}");
    }
}
