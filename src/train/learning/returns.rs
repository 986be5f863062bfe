//! λ-returns of one episode.

/// Fills `errors` with E_t, the λ-return less the value, for every kept position of an episode.
///
/// e_t = V(s_{t+1}) − V(s_t) for t < T, e_T = r − V(s_T); E_t = e_t + λ·E_{t+1}, computed backwards
/// (Patist and Wiering, equations 1–3). λ = 0 learns only from the next position, λ = 1 only from the result.
pub(super) fn lambda_errors(values: &[f32], outcome: f32, lambda: f32, errors: &mut Vec<f32>) {
    errors.clear();
    errors.resize(values.len(), 0.0);
    let (mut next, mut carried) = (outcome, 0.0);
    for (error, &value) in errors.iter_mut().zip(values).rev() {
        carried = (next - value) + lambda * carried;
        *error = carried;
        next = value;
    }
}

/// What a search said of a kept position when its game was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SearchTarget {
    /// White's expected result by the search, from −1 to 1, if there was one.
    pub result: Option<f32>,
    /// Whether chance played before the next kept position, so that what came later says nothing of this one.
    pub is_cut: bool,
}

/// As [`lambda_errors`], with the search's results u in the place of the values V: E_t = G_t − V(s_t) for
/// G_t = (1 − λ)·u_t + λ·G_{t+1} and G_{T+1} = r. A search looks ahead from the position itself, so the mean begins with its own
/// result (the targets of Stockfish's networks, with λ by distance). Without a search G_t = G_{t+1}; where chance cut the game,
/// G_t = u_t. `sign` is −1 for mirrored games.
fn search_errors(
    values: &[f32],
    hints: &[SearchTarget],
    sign: f32,
    outcome: f32,
    lambda: f32,
    errors: &mut Vec<f32>,
) {
    errors.clear();
    errors.resize(values.len(), 0.0);
    let mut later = Some(outcome);
    for ((error, &value), hint) in errors.iter_mut().zip(values).zip(hints).rev() {
        if hint.is_cut {
            later = None;
        }
        later = match (hint.result.map(|result| sign * result), later) {
            (Some(result), Some(later)) => Some((1.0 - lambda) * result + lambda * later),
            (result, later) => result.or(later),
        };
        *error = later.map_or(0.0, |target| target - value);
    }
}

/// The errors of a game: [`search_errors`] where there are hints, one for each position, [`lambda_errors`] where there are none.
pub(super) fn game_errors(
    values: &[f32],
    hints: &[SearchTarget],
    sign: f32,
    outcome: f32,
    lambda: f32,
    errors: &mut Vec<f32>,
) {
    match hints {
        [] => lambda_errors(values, outcome, lambda, errors),
        _ => search_errors(values, hints, sign, outcome, lambda, errors),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_search(hints: &[(Option<f32>, bool)], sign: f32, outcome: f32) -> Vec<f32> {
        let hints: Vec<SearchTarget> =
            hints.iter().map(|&(result, is_cut)| SearchTarget { result, is_cut }).collect();
        let mut errors = vec![9.0; 2];
        search_errors(&vec![0.25; hints.len()], &hints, sign, outcome, 0.5, &mut errors);
        errors
    }

    #[test]
    fn search_results_by_hand() {
        // G_3 = (0.5 + 1)/2 = 0.75, G_2 = G_3 without a search, G_1 = (0.25 + 0.75)/2 = 0.5; the value is 0.25 everywhere.
        let hints = [(Some(0.25), false), (None, false), (Some(0.5), false)];
        assert_eq!(by_search(&hints, 1.0, 1.0), [0.25, 0.5, 0.5]);
        // The mirrored game: G_3 = −0.75, G_1 = −0.5.
        assert_eq!(by_search(&hints, -1.0, -1.0), [-0.75, -1.0, -1.0]);
    }

    #[test]
    fn nothing_reaches_back_over_a_random_move() {
        let hints = [(Some(0.5), false), (Some(0.75), true), (Some(0.5), false)];
        // G_2 = 0.75 whatever came, G_1 = (0.5 + 0.75)/2.
        assert_eq!(by_search(&hints, 1.0, -1.0), [0.375, 0.5, -0.5]);
        assert_eq!(by_search(&[(None, true)], 1.0, -1.0), [0.0], "nothing is known");
    }

    fn errors(values: &[f32], outcome: f32, lambda: f32) -> Vec<f32> {
        let mut errors = vec![9.0; 2];
        lambda_errors(values, outcome, lambda, &mut errors);
        errors
    }

    #[test]
    fn three_positions_by_hand() {
        // e = (0.5 − 0, −0.25 − 0.5, 1 + 0.25) = (0.5, −0.75, 1.25);
        // E_3 = 1.25, E_2 = −0.75 + 0.5·1.25 = −0.125, E_1 = 0.5 − 0.0625 = 0.4375.
        assert_eq!(errors(&[0.0, 0.5, -0.25], 1.0, 0.5), [0.4375, -0.125, 1.25]);
    }

    #[test]
    fn lambda_0_bootstraps_on_the_next_position() {
        assert_eq!(errors(&[0.0, 0.5, -0.25], 1.0, 0.0), [0.5, -0.75, 1.25]);
    }

    #[test]
    fn lambda_1_learns_the_result() {
        let values = [0.0, 0.5, -0.25];
        let expected: Vec<f32> = values.iter().map(|v| 1.0 - v).collect();
        assert_eq!(errors(&values, 1.0, 1.0), expected);
    }

    #[test]
    fn an_episode_of_one_position_learns_the_result_whatever_lambda() {
        for lambda in [0.0, 0.9, 1.0] {
            assert_eq!(errors(&[0.25], -1.0, lambda), [-1.25]);
        }
        assert!(errors(&[], -1.0, 0.9).is_empty());
    }

    #[test]
    fn the_paper_s_lambda_equals_the_mixture_of_n_step_returns() {
        let values = [0.1f32, -0.3, 0.4, 0.2];
        let (outcome, lambda) = (-1.0, 0.9f32);
        for (t, error) in errors(&values, outcome, lambda).into_iter().enumerate() {
            let steps = values.len() - t;
            let after = |n: usize| values.get(t + n).copied().unwrap_or(outcome);
            let mixed: f32 =
                (1..steps).map(|n| (1.0 - lambda) * lambda.powi(n as i32 - 1) * after(n)).sum();
            let target = mixed + lambda.powi(steps as i32 - 1) * outcome;
            assert!((values[t] + error - target).abs() < 1e-6, "step {t}");
        }
    }
}
