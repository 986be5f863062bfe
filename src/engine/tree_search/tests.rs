use std::collections::HashSet;
use std::sync::Arc;

use rayon::ThreadPoolBuilder;

use super::*;
use crate::board::{Key, MoveList, Position, fen, mixed};
use crate::player::GameState;
use crate::search::{Probe, TablebaseValue};

/// Middle game, shots, and kings whose games end by the draw rules.
pub(super) const POSITIONS: [&str; 6] = [
    "W:W31-50:B1-20",
    "B:W27,28,31,32,33,38,43:B12,13,16,18,19,23,24",
    "W:W28,33,39:B17",
    "W:WK46,K3:BK50",
    "B:WK46,37:BK50,4",
    "W:WK1,K2,K3,K4:BK49,K50,45",
];

pub(super) fn game(text: &str) -> GameState {
    GameState::new(fen::read(text).expect(text))
}

/// Numbers that depend on the position only.
pub(super) fn evaluated(position: &Position) -> (Vec<f32>, f32) {
    let mut bits = Key::of(position).bits();
    let mut number = || {
        bits = mixed(bits.wrapping_add(0x9e37_79b9_7f4a_7c15));
        (bits >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let value = 0.9 * number();
    ((0..MoveList::legal(position).len()).map(|_| 2.0 * number()).collect(), value)
}

pub(super) fn answers(leaves: &Leaves) -> Result<(Vec<f32>, Vec<f32>), AnswerError> {
    let answers: Vec<(Vec<f32>, f32)> = leaves.positions.iter().map(evaluated).collect();
    let values = answers.iter().map(|(_, value)| *value).collect();
    Ok((answers.into_iter().flat_map(|(logits, _)| logits).collect(), values))
}

pub(super) fn settings(algorithm: Algorithm) -> TreeSettings {
    TreeSettings { algorithm, gumbel_scale: 0.0, ..TreeSettings::default() }
}

pub(super) fn search(settings: TreeSettings, positions: &[&str]) -> TreeSearch {
    let games = positions.iter().map(|text| game(text)).collect();
    TreeSearch::new(settings, games, None).expect("settings")
}

pub(super) fn visits(search: &TreeSearch) -> Vec<Vec<u32>> {
    search.games().iter().map(|game| game.visits().collect()).collect()
}

#[test]
fn sequential_halving_is_that_of_mctx() {
    assert_eq!(gumbel::halving(4, 8), [0, 0, 0, 0, 1, 1, 2, 2]);
    assert_eq!(gumbel::halving(1, 3), [0, 1, 2]);
    assert_eq!(gumbel::halving(3, 7), [0, 0, 0, 1, 1, 2, 2]);
    let sequence = gumbel::halving(16, 32);
    let counted = |visits: u32| sequence.iter().filter(|&&other| other == visits).count();
    assert_eq!((0..5).map(counted).collect::<Vec<_>>(), [16, 8, 4, 4, 0]);
    for considered in 1..40 {
        for simulations in 0..80 {
            assert_eq!(gumbel::halving(considered, simulations).len(), simulations);
        }
    }
}

#[test]
fn a_root_of_two_moves_is_searched_as_by_hand() {
    // Priors 1/4 and 3/4; every new position is worth 0.2 for its side to move, the root 0.
    let mut search = search(settings(Algorithm::Puct), &["W:W28:B1"]);
    assert_eq!(search.games()[0].moves().len(), 2);
    let mut is_root = true;
    search
        .run(2, |leaves| {
            let value = if std::mem::take(&mut is_root) { 0.0 } else { 0.2 };
            Ok::<_, AnswerError>((vec![0.0, 3.0_f32.ln()], vec![value; leaves.positions.len()]))
        })
        .expect("answers");
    // First 1.5 · 3/4 · √1 is more than 1.5 · 1/4. Then the second move has -0.2 + 1.5 · 3/4 · √2 / 2 = 0.595, which is more than the
    // mean -0.1 of the node + 1.5 · 1/4 · √2 = 0.430 of the first.
    assert_eq!(visits(&search), [[0, 2]]);
    let values: Vec<_> = search.games()[0].values().collect();
    assert_eq!(values[0], None);
    // The second simulation ends a ply deeper, where 0.2 is good for the side of the root.
    assert!(values[1].expect("a value").abs() < 1e-6);
    assert!(search.games()[0].value().expect("a value").abs() < 1e-6);
}

/// An evaluator that says that all is well for the side to move.
fn hopeful(leaves: &Leaves) -> Result<(Vec<f32>, Vec<f32>), AnswerError> {
    Ok((vec![0.0; leaves.actions.len()], vec![0.9; leaves.positions.len()]))
}

#[test]
fn a_forced_win_is_proved_and_played_whatever_the_evaluator_says() {
    for algorithm in [Algorithm::Puct, Algorithm::Gumbel] {
        let mut search = search(settings(algorithm), &["W:W28,33,39:B17", "B:W28,33,39:B17"]);
        search.run(2000, hopeful).expect("answers");
        let chosen = search.choose(0.0)[0].expect("a move");
        let game = &search.games()[0];
        assert_eq!(game.moves()[chosen].mv.to_string(), "28-22");
        assert_eq!(game.value(), Some(1.0));
        assert_eq!(game.values().nth(chosen), Some(Some(1.0)));
    }
}

#[test]
fn the_side_that_is_lost_has_the_opposite_value() {
    // Black must take 22 and is taken in turn.
    let mut search = search(settings(Algorithm::Puct), &["B:W22,33,39:B17"]);
    search.run(100, hopeful).expect("answers");
    assert_eq!(search.games()[0].value(), Some(-1.0));
    assert_eq!(search.games()[0].visits().sum::<u32>(), 100);
}

#[test]
fn the_evaluator_gets_only_positions_that_are_not_over_and_their_actions() {
    for algorithm in [Algorithm::Puct, Algorithm::Gumbel] {
        for leaves in [1, 8] {
            let settings = TreeSettings { leaves, ..settings(algorithm) };
            let mut search = search(settings, &POSITIONS);
            search
                .run(300, |leaves| {
                    assert_eq!(leaves.offsets.len(), leaves.positions.len() + 1);
                    for (position, ends) in leaves.positions.iter().zip(leaves.offsets.windows(2)) {
                        let legal = MoveList::legal(position);
                        let actions = &leaves.actions[ends[0] as usize..ends[1] as usize];
                        let wanted = crate::board::actions::all(&legal).map(|action| action as i64);
                        assert!(!legal.is_empty() && wanted.eq(actions.iter().copied()));
                    }
                    answers(leaves)
                })
                .expect("answers");
            for found in visits(&search) {
                assert_eq!(found.iter().sum::<u32>(), 300);
            }
        }
    }
}

#[test]
fn several_leaves_of_a_game_are_different_positions() {
    let mut search =
        search(TreeSettings { leaves: 8, ..settings(Algorithm::Puct) }, &["W:W31-50:B1-20"]);
    let mut most = 0;
    search
        .run(200, |leaves| {
            let keys: HashSet<u64> =
                leaves.positions.iter().map(|position| Key::of(position).bits()).collect();
            most = most.max(keys.len());
            answers(leaves)
        })
        .expect("answers");
    assert_eq!(most, 8);
}

#[test]
fn a_draw_by_the_history_of_the_game_is_known() {
    let mut game = game("W:WK46:BK50");
    for text in ["46-41", "50-44", "41-46", "44-50", "46-41", "50-44", "41-46"] {
        let legal = MoveList::legal(game.position());
        let mv = legal.into_iter().find(|mv| mv.to_string() == text).expect(text);
        game.play(mv);
    }
    let mut search =
        TreeSearch::new(settings(Algorithm::Puct), vec![game], None).expect("settings");
    search.run(100, hopeful).expect("answers");
    let game = &search.games()[0];
    let repeats = game.moves().iter().position(|choice| choice.mv.to_string() == "44-50");
    assert_eq!(game.values().nth(repeats.expect("a move")), Some(Some(0.0)));
    let action = i64::from(game.moves()[repeats.expect("a move")].action);
    search.play(&[action]).expect("a legal action");
    assert_eq!(search.games()[0].result(), Some(0));
    assert_eq!(search.games()[0].value(), Some(0.0));
}

#[derive(Debug)]
struct TwoPieces;

impl Probe for TwoPieces {
    fn pieces(&self) -> u32 {
        2
    }

    fn probe(&self, position: &Position) -> Option<TablebaseValue> {
        assert_eq!(position.occupied().len(), 2);
        Some(TablebaseValue::Loss(Some(4)))
    }
}

#[test]
fn tables_end_simulations_within_the_draw_rules() {
    // White takes, and Black is on turn with one piece each.
    let start = game("W:WK46,28:BK23");
    let tables: Option<Arc<dyn Probe>> = Some(Arc::new(TwoPieces));
    let one_left = game("W:W28:B23,1");
    let mut search = TreeSearch::new(settings(Algorithm::Puct), vec![one_left, start], tables)
        .expect("settings");
    search.run(20, hopeful).expect("answers");
    assert_eq!(search.games()[0].value(), Some(1.0));
    let chosen = search.choose(0.0)[0].expect("a move");
    assert_eq!(search.games()[0].moves()[chosen].mv.to_string(), "28x19");
}

#[test]
fn results_depend_on_the_seed_and_not_on_the_threads() {
    let run = |algorithm, seed, threads| {
        let noise = Some(RootNoise { alpha: 0.5, share: 0.25 });
        let settings =
            TreeSettings { algorithm, seed, noise, leaves: 2, ..TreeSettings::default() };
        let mut search = search(settings, &POSITIONS);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            for _ in 0..6 {
                search.run(64, answers).expect("answers");
                let chosen = search.choose(0.0);
                let actions = search.games().iter().zip(chosen).map(|(game, index)| {
                    index.map_or(-1, |index| i64::from(game.moves()[index].action))
                });
                let actions: Vec<i64> = actions.collect();
                search.play(&actions).expect("legal actions");
            }
            search.run(64, answers).expect("answers");
        });
        visits(&search)
    };
    for algorithm in [Algorithm::Puct, Algorithm::Gumbel] {
        assert_eq!(run(algorithm, 1, 1), run(algorithm, 1, 3));
        assert_ne!(run(algorithm, 1, 1), run(algorithm, 2, 1));
    }
}

#[test]
fn a_move_keeps_its_subtree() {
    for algorithm in [Algorithm::Puct, Algorithm::Gumbel] {
        let mut search = search(settings(algorithm), &POSITIONS[..2]);
        search.run(300, answers).expect("answers");
        let chosen = search.choose(0.0);
        let before: Vec<u32> = visits(&search)
            .into_iter()
            .zip(&chosen)
            .map(|(visits, index)| visits[index.expect("a move")])
            .collect();
        let actions = search.games().iter().zip(&chosen);
        let actions: Vec<i64> = actions
            .map(|(game, index)| i64::from(game.moves()[index.expect("a move")].action))
            .collect();
        search.play(&actions).expect("legal actions");
        // One of the visits is the evaluation of the position itself.
        for (found, before) in visits(&search).iter().zip(&before) {
            assert_eq!(found.iter().sum::<u32>(), before - 1);
        }
        search.run(50, answers).expect("answers");
        for (found, before) in visits(&search).iter().zip(&before) {
            assert_eq!(found.iter().sum::<u32>(), before - 1 + 50);
        }
    }
}

#[test]
fn a_run_that_fails_can_be_followed_by_another() {
    for algorithm in [Algorithm::Puct, Algorithm::Gumbel] {
        let mut search = search(TreeSettings { leaves: 4, ..settings(algorithm) }, &POSITIONS);
        let mut rounds = 0;
        let failed = search.run(100, |leaves| {
            rounds += 1;
            if rounds == 9 {
                return Err(AnswerError::LogitCount { found: 0, wanted: 1 });
            }
            answers(leaves)
        });
        assert!(failed.is_err());
        let before: Vec<u32> = visits(&search).iter().map(|visits| visits.iter().sum()).collect();
        assert!(before[0] < 100);
        search.run(100, answers).expect("answers");
        for (found, before) in visits(&search).iter().zip(before) {
            assert_eq!(found.iter().sum::<u32>(), before + 100);
        }
    }
}

#[test]
fn answers_that_cannot_be_used_are_refused() {
    let refused = |logits: Vec<f32>, values: Vec<f32>| {
        let mut search = search(settings(Algorithm::Puct), &["W:W31-50:B1-20"]);
        let refused = search.run(5, |_| Ok::<_, AnswerError>((logits.clone(), values.clone())));
        refused.expect_err("an error").to_string()
    };
    assert_eq!(refused(vec![0.0; 8], vec![0.0]), "8 logits for 9 actions; give one for each");
    assert_eq!(refused(vec![0.0; 9], vec![]), "0 values for 1 positions; give one for each");
    assert!(refused(vec![f32::NAN; 9], vec![0.0]).starts_with("logit 0 is NaN"));
    assert!(refused(vec![0.0; 9], vec![1.5]).starts_with("value 0 is 1.5"));
    assert!(refused(vec![0.0; 9], vec![f32::NAN]).starts_with("value 0 is NaN"));
}

#[test]
fn illegal_actions_and_settings_are_refused() {
    let mut search = search(settings(Algorithm::Puct), &POSITIONS[..1]);
    let refused = search.play(&[0]).expect_err("an error").to_string();
    assert!(refused.starts_with("game 0: action 0 (1 to 1)"), "{refused}");
    for (settings, reason) in [
        (TreeSettings { c: 0.0, ..TreeSettings::default() }, "c is 0; give a number above 0"),
        (TreeSettings { leaves: 0, ..TreeSettings::default() }, "leaves is 0"),
        (TreeSettings { considered: 0, ..TreeSettings::default() }, "considered is 0"),
        (TreeSettings { gumbel_scale: -1.0, ..TreeSettings::default() }, "gumbel_scale is -1"),
        (
            TreeSettings {
                noise: Some(RootNoise { alpha: 1.0, share: 2.0 }),
                ..TreeSettings::default()
            },
            "noise: the share is 2",
        ),
    ] {
        let refused = TreeSearch::new(settings, Vec::new(), None).expect_err("an error");
        assert!(refused.to_string().starts_with(reason), "{refused}");
    }
}
