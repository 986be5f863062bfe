//! Chains of positions that one side met in a game, and the errors of TD(λ), TD-directed(λ) and TDLeaf(λ) along them.

use serde::{Deserialize, Serialize};

use crate::board::{Color, Position};

/// A member of the family: what a position that was met stands for. All three learn alike; they differ in which position is judged
/// and in how moves are chosen.
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
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TdVariant::Td => "TD(λ)",
            TdVariant::TdDirected => "TD-directed(λ)",
            TdVariant::Tdleaf => "TDLeaf(λ)",
        }
    }

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

    /// Whether the leaf of the search stands for the position.
    #[must_use]
    pub const fn judges_leaves(self) -> bool {
        matches!(self, TdVariant::Tdleaf)
    }
}

/// What becomes of steps that speak for the agent although it did nothing for them: its opponent may have blundered, and whoever
/// learns from that comes to expect it (KnightCap).
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

/// What the difference between the last value and the result teaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TerminalUpdate {
    /// Always its worth.
    #[default]
    Kept,
    /// Nothing if it speaks for the agent: losses teach and wins do not, as in KnightCap's source.
    Losses,
}

/// How differences along a chain become errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TdErrors {
    /// λ, from one own move to the next.
    pub lambda: f32,
    /// Unearned steps.
    pub blunders: UnearnedGains,
    /// The last step.
    pub last: TerminalUpdate,
}

/// One position of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transition {
    /// The position that is judged for it, and by which the parameters move.
    pub position: Position,
    /// White's result where the rules or endgame tables tell it: a target for those before it, without a gradient.
    pub known: Option<f32>,
    /// Whether chance played before the next link, so that what came later says nothing of this one.
    pub is_cut: bool,
    /// Whether the reply to the move chosen here was the one expected.
    pub is_predicted: bool,
}

/// The positions that one side, the agent, met in a game when it was to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    /// The agent's side.
    pub agent: Color,
    /// In the order of the game.
    pub links: Vec<Transition>,
    /// White's result; `None` if the game was broken off, so that the last value stands for it.
    pub outcome: Option<f32>,
    /// Whether the opponent is rated below the agent.
    pub meets_weaker: bool,
}

impl TdErrors {
    /// Fills `errors` with E_t for every link, from White's values v_t of the links, all with the weights of one moment.
    ///
    /// d_t = v_{t+1} − v_t, and r − v_t for the last; E_t = d_t + λ·E_{t+1}. A step that teaches nothing has d_t = 0; over a move of
    /// chance nothing is passed back.
    pub fn errors(&self, chain: &Trajectory, values: &[f32], errors: &mut Vec<f32>) {
        errors.clear();
        errors.resize(values.len(), 0.0);
        let (mut next, mut carried) = (chain.outcome, 0.0);
        let steps = errors.iter_mut().zip(values).zip(&chain.links).enumerate().rev();
        for (place, ((error, &value), link)) in steps {
            let is_last = place + 1 == values.len();
            let difference = next.map_or(0.0, |next| next - value);
            carried = match link.is_cut {
                true => 0.0,
                false => self.kept(difference, chain, link, is_last) + self.lambda * carried,
            };
            *error = carried;
            next = Some(value);
        }
    }

    /// The difference, or nothing if it is not to teach.
    fn kept(&self, difference: f32, chain: &Trajectory, link: &Transition, is_last: bool) -> f32 {
        let is_gain = difference * chain.agent.sign() as f32 > 0.0;
        let counts = match self.blunders {
            _ if is_last => self.last == TerminalUpdate::Kept,
            UnearnedGains::Off => true,
            UnearnedGains::Rule => link.is_predicted,
            UnearnedGains::Variant => link.is_predicted || !chain.meets_weaker,
        };
        if is_gain && !counts { 0.0 } else { difference }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::lambda_errors;

    fn chain(agent: Color, length: usize, outcome: Option<f32>) -> Trajectory {
        let link = Transition {
            position: Position::start(),
            known: None,
            is_cut: false,
            is_predicted: false,
        };
        Trajectory { agent, links: vec![link; length], outcome, meets_weaker: true }
    }

    fn errors(differences: TdErrors, chain: &Trajectory, values: &[f32]) -> Vec<f32> {
        let mut errors = vec![9.0; 7];
        differences.errors(chain, values, &mut errors);
        errors
    }

    const HALF: TdErrors =
        TdErrors { lambda: 0.5, blunders: UnearnedGains::Off, last: TerminalUpdate::Kept };
    const VALUES: [f32; 3] = [0.0, 0.5, -0.25];

    #[test]
    fn without_modifications_the_errors_are_those_of_td() {
        for agent in Color::ALL {
            for lambda in [0.0, 0.7, 1.0] {
                let mut expected = Vec::new();
                lambda_errors(&VALUES, -1.0, lambda, &mut expected);
                let found =
                    errors(TdErrors { lambda, ..HALF }, &chain(agent, 3, Some(-1.0)), &VALUES);
                assert_eq!(found, expected, "no side's view is needed: the signs cancel");
            }
        }
    }

    #[test]
    fn unearned_steps_of_either_side_by_hand() {
        let rule = TdErrors { blunders: UnearnedGains::Rule, ..HALF };
        // d = (0.5, −0.75, 1.25). White earned neither the first nor, unless it is the last, a step up.
        assert_eq!(
            errors(rule, &chain(Color::White, 3, Some(1.0)), &VALUES),
            [-0.0625, -0.125, 1.25]
        );
        // For Black the second one is unearned: E = (0.5 + 0.3125, 0 + 0.625, 1.25).
        assert_eq!(
            errors(rule, &chain(Color::Black, 3, Some(1.0)), &VALUES),
            [0.8125, 0.625, 1.25]
        );
    }

    #[test]
    fn a_predicted_reply_and_in_the_variant_a_stronger_opponent_count() {
        let rule = TdErrors { blunders: UnearnedGains::Rule, ..HALF };
        let variant = TdErrors { blunders: UnearnedGains::Variant, ..HALF };
        let plain = errors(HALF, &chain(Color::White, 3, Some(1.0)), &VALUES);
        let mut predicted = chain(Color::White, 3, Some(1.0));
        predicted.links[0].is_predicted = true;
        assert_eq!(errors(rule, &predicted, &VALUES), plain);
        let weaker = chain(Color::White, 3, Some(1.0));
        assert_eq!(errors(variant, &weaker, &VALUES), errors(rule, &weaker, &VALUES));
        let stronger = Trajectory { meets_weaker: false, ..weaker };
        assert_eq!(errors(variant, &stronger, &VALUES), plain);
    }

    #[test]
    fn a_win_can_be_made_to_teach_nothing_and_a_loss_not() {
        let losses = TdErrors { last: TerminalUpdate::Losses, ..HALF };
        assert_eq!(errors(losses, &chain(Color::White, 3, Some(1.0)), &VALUES)[2], 0.0);
        assert_eq!(errors(losses, &chain(Color::Black, 3, Some(1.0)), &VALUES)[2], 1.25);
    }

    #[test]
    fn a_game_broken_off_is_judged_by_its_last_value_and_chance_cuts() {
        // d = (0.5, −0.75, nothing).
        assert_eq!(errors(HALF, &chain(Color::White, 3, None), &VALUES), [0.125, -0.75, 0.0]);
        let mut cut = chain(Color::White, 3, Some(1.0));
        cut.links[1].is_cut = true;
        assert_eq!(errors(HALF, &cut, &VALUES), [0.5, 0.0, 1.25]);
        assert!(errors(HALF, &chain(Color::White, 0, Some(1.0)), &[]).is_empty());
    }

    #[test]
    fn giraffe_s_example_with_its_first_change_at_full_weight() {
        // Scores 10, 20 three times, −10 three times, 40 five times; 10 − 30·0.7³ + 50·0.7⁶.
        let values = [10.0, 20.0, 20.0, 20.0, -10.0, -10.0, -10.0, 40.0, 40.0, 40.0, 40.0, 40.0];
        let giraffe = TdErrors { lambda: 0.7, ..HALF };
        let found = errors(giraffe, &chain(Color::White, 12, None), &values)[0];
        let expected = 10.0 - 30.0 * 0.7f32.powi(3) + 50.0 * 0.7f32.powi(6);
        assert!((found - expected).abs() < 1e-4, "{found} {expected}");
    }
}
