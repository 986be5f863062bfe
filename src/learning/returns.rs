//! λ-returns of one episode.

/// Fills `errors` with E_t, the λ-return less the value, for every kept position of an episode.
///
/// e_t = V(s_{t+1}) − V(s_t) for t < T, e_T = r − V(s_T); E_t = e_t + λ·E_{t+1}, computed backwards
/// (Patist and Wiering, equations 1–3). λ = 0 learns from the next position alone, λ = 1 from the result alone.
pub fn lambda_errors(values: &[f32], outcome: f32, lambda: f32, errors: &mut Vec<f32>) {
    errors.clear();
    errors.resize(values.len(), 0.0);
    let (mut next, mut carried) = (outcome, 0.0);
    for (error, &value) in errors.iter_mut().zip(values).rev() {
        carried = (next - value) + lambda * carried;
        *error = carried;
        next = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
