//! An evaluation of one's own: material and squares, taught by TD(λ), kept in a file, explained, and sent into a match. Nothing
//! in the library has to be touched for it.
//!
//! `cargo run --release --example own_evaluation`

use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

use draughts_td::board::{Color, MoveList, Position};
use draughts_td::learning::{Hyperparams, Intervals, PdnFiles, Snapshot, fit};
use draughts_td::models::{
    Explanation, FromScratch, Gradient, Model, ModelSettings, ParameterGroup, Part, RateGroup,
    Rates, SettingError, StartError, Tensors, ValueFunction, file, mirrored_if,
};
use draughts_td::player::{Budget, Engine, Evaluation, GameState, Options, StopFlag};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// V = Σ over White's pieces of a weight for the square of each man, or for a king, less the same of Black's, turned around.
#[derive(Clone, Debug, PartialEq)]
struct Squares(Vec<f32>);

/// The weight of kings, after those of the 50 squares.
const KING: usize = 50;

impl Squares {
    /// Which weights speak, and how often for White less how often for Black.
    fn active(position: &Position) -> Vec<(usize, f32)> {
        let side = |position: &Position, color, sign: f32| {
            let men = position.men(color).into_iter().map(|square| (square.index(), sign));
            let kings = (KING, sign * position.kings(color).len() as f32);
            men.chain([kings]).collect::<Vec<_>>()
        };
        let white = side(position, Color::White, 1.0);
        [white, side(&position.mirrored(), Color::White, -1.0)].concat()
    }
}

impl ValueFunction for Squares {
    type Steps = Vec<Position>;
    type Trace = ();

    fn groups(&self) -> Vec<ParameterGroup<'_>> {
        let weights = ParameterGroup::new("weights", &[KING + 1], RateGroup::Weights, &self.0);
        vec![weights.output()]
    }

    fn groups_mut(&mut self) -> Vec<&mut [f32]> {
        vec![&mut self.0]
    }

    fn forward(&self, steps: &Vec<Position>, game: Range<usize>, _: &mut (), sums: &mut Vec<f32>) {
        sums.extend(steps[game].iter().map(|position| self.value(position, 0)));
    }

    fn backward(
        &self,
        steps: &Vec<Position>,
        game: Range<usize>,
        _: &mut (),
        errors: &[f32],
        gradient: &mut Gradient,
    ) {
        for (position, error) in steps[game].iter().zip(errors) {
            for (index, x) in Squares::active(position) {
                gradient.add(index, error * x);
            }
        }
    }
}

/// All there is to set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Rate {
    rate: f64,
}

impl ModelSettings for Rate {
    fn check(self) -> Result<Rate, SettingError> {
        SettingError::unless(self.rate > 0.0, "rate", self.rate, "above 0")?;
        Ok(self)
    }

    fn shape(&self) -> String {
        "50 squares and kings".into()
    }

    fn lr_summary(&self) -> String {
        format!("rate {}", self.rate)
    }

    fn rates(&self, factor: f64) -> Rates {
        Rates::uniform((self.rate * factor) as f32)
    }

    fn with_learning_rate(self, rate: f64, _: Option<f64>) -> Rate {
        Rate { rate }
    }
}

impl Model for Squares {
    type Settings = Rate;
    type Encoder = ();
    type Evaluator = FromScratch<Squares>;

    const KIND: &'static str = "squares";

    fn first(_: &Rate, _: u64) -> Squares {
        Squares(vec![0.0; KING + 1])
    }

    fn warm_start(&self, _: &Rate) -> Result<Squares, StartError> {
        Ok(self.clone())
    }

    fn matches(&self, _: &Rate) -> bool {
        true
    }

    fn encoder(_: &Rate) {}

    fn no_steps((): &()) -> Vec<Position> {
        Vec::new()
    }

    fn clear(steps: &mut Vec<Position>) {
        steps.clear();
    }

    fn encode(
        (): &mut (),
        positions: &[Position],
        mirrored: bool,
        steps: &mut Vec<Position>,
    ) -> Range<usize> {
        let first = steps.len();
        steps.extend(mirrored_if(positions, mirrored));
        first..steps.len()
    }

    fn value(&self, position: &Position, _: u32) -> f32 {
        Squares::active(position).into_iter().map(|(index, x)| x * self.0[index]).sum()
    }

    fn explain(&self, position: &Position) -> Explanation {
        let part = |(index, input): (usize, f32)| Part {
            index,
            name: if index == KING { "kings".into() } else { format!("man_{}", index + 1) },
            group: if index == KING { "kings" } else { "men" },
            input,
            contribution: input * self.0[index],
            squares: None,
        };
        Explanation {
            judge: "squares".into(),
            value: self.value(position, 0),
            rest: 0.0,
            groups: vec!["men", "kings"],
            parts: Squares::active(position).into_iter().map(part).collect(),
        }
    }

    fn evaluator(&self) -> FromScratch<Squares> {
        FromScratch::new(self)
    }

    fn card(&self) -> Map<String, Value> {
        Map::new()
    }

    fn of_card(_: &Map<String, Value>, _: &Tensors) -> Result<Squares, String> {
        Ok(Squares(vec![0.0; KING + 1]))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let squares = learned()?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("squares.safetensors");
    file::write(&path, &squares, "own_evaluation", Value::Null)?;
    let (squares, _) = file::read::<Squares>(&path)?;
    let evaluation = Evaluation::of(squares);
    for part in evaluation.explain(&Position::start()).loudest().parts.iter().take(3) {
        println!("{:>8} {:+.3}", part.name, part.contribution);
    }
    println!("men ahead of the man count after 18 games: {:+}", games(&evaluation)?);
    Ok(())
}

/// One pass of TD(0.9) over the sample.
fn learned() -> Result<Squares, Box<dyn std::error::Error>> {
    let checked = Hyperparams { games: 2_000, ..Hyperparams::of(Rate { rate: 0.002 }) }.check()?;
    let files = [PathBuf::from("pdn/sample.pdn.zst")];
    let source = PdnFiles { files: &files, threads: 1 };
    let first = Squares::first(&checked.model, checked.seed);
    let from = Snapshot::first(first);
    let rarely = Intervals { checkpoint: std::time::Duration::MAX, curve: 0 };
    let trained = fit(&source, &checked, from, rarely, &mut |_| ControlFlow::Continue(()))?;
    println!("{}", trained.report);
    Ok(trained.snapshot.model)
}

/// The balance of men against the man count, over games of 120 plies with 1,000 nodes a move: both colours after each first move.
fn games(evaluation: &Evaluation) -> Result<i32, Box<dyn std::error::Error>> {
    let options = Options { hash_mb: 4, ..Options::default() };
    let mut players =
        [Engine::new(evaluation, &options)?, Engine::new(&Evaluation::material(), &options)?];
    let mut ahead = 0;
    for first in &MoveList::legal(&Position::start()) {
        for (color, sign) in [(0, 1), (1, -1)] {
            let mut game = GameState::new(Position::start());
            game.play(first);
            for ply in 1..120 {
                let player = &mut players[(ply + color) % 2];
                let budget = Budget::of_nodes(1_000);
                let choice = player.think(&game, &budget, &StopFlag::new(), &mut |_| {});
                let Some(choice) = choice else { break };
                assert!(MoveList::legal(game.position()).contains(&choice.mv));
                game.play(choice.mv);
            }
            ahead += sign * game.position().material();
        }
    }
    Ok(ahead)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use draughts_td::arena::dxp::player::DxpTerms;
    use draughts_td::arena::play::openings::Opening;
    use draughts_td::arena::play::time_control::MoveLimits;
    use draughts_td::arena::tournament::spec::PlayerConfig;
    use draughts_td::learning::{
        HeldOut, Loss, OptimiserKind, SingleProcess, TdErrors, TdLeafConfig, TdVariant,
        ValueTransform, fit_batches,
    };
    use draughts_td::player::StopFlag;
    use draughts_td::selfplay::{
        Checkpoint, EvalConfig, Matching, Opponent, SelfPlayConfig, StartPositions, TrainingState,
        train,
    };

    use super::*;

    #[test]
    fn a_model_outside_the_library_learns_opens_explains_and_wins() {
        let squares = learned().expect("learned");
        assert!(
            squares.0[KING] > squares.0[20] && squares.0[20] > 0.0,
            "a king is worth more than a man"
        );
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("squares.safetensors");
        file::write(&path, &squares, "test", Value::Null).expect("written");
        let (opened, card) = file::read::<Squares>(&path).expect("opened");
        assert_eq!((&opened, card.kind.as_str()), (&squares, "squares"));
        let evaluation = Evaluation::of(opened);
        let explained = evaluation.explain(&Position::start());
        let sum: f32 = explained.parts.iter().map(|part| part.contribution).sum();
        assert!((sum - explained.value).abs() < 1e-4);
        let ahead = games(&evaluation).expect("played");
        assert!(ahead > 0, "it should be ahead of the man count: {ahead}");
    }

    #[test]
    fn batches_teach_what_single_games_teach() {
        let rate = Rate { rate: 0.002 };
        let settings = Hyperparams { games: 300, batch_games: 10, ..Hyperparams::of(rate.clone()) };
        let checked = settings.check().expect("in range");
        let files = [PathBuf::from("pdn/sample.pdn.zst")];
        let source = PdnFiles { files: &files, threads: 1 };
        let from = Snapshot::first(Squares::first(&rate, checked.seed));
        let rarely = Intervals { checkpoint: Duration::MAX, curve: 0 };
        let observe = &mut |_: draughts_td::learning::Event<'_, Squares>| ControlFlow::Continue(());
        let trained = fit_batches(&source, &checked, from, rarely, &SingleProcess, observe);
        let squares = trained.expect("learned").snapshot.model;
        let mean = squares.0[..KING].iter().sum::<f32>() / KING as f32;
        assert!(mean > 0.0 && squares.0[KING] > mean, "{mean} {}", squares.0[KING]);
    }

    /// Eight games of the model against itself, two plies deep.
    fn self_play(method: OptimiserKind) -> SelfPlayConfig {
        SelfPlayConfig {
            variant: TdVariant::Tdleaf,
            td: TdLeafConfig {
                td_errors: TdErrors::default(),
                scale: ValueTransform::Own,
                loss: Loss::default(),
                method,
                fix_man: false,
            },
            games: 8,
            batch_games: 2,
            lr_final: 1.0,
            seed: 1,
            limits: MoveLimits { depth: Some(2), ..MoveLimits::default() },
            start_positions: StartPositions::new(vec![Opening::empty()], 2).expect("an opening"),
            random_moves: 0.1,
            max_plies: Some(60),
            opponents: vec![Opponent::Itself],
            opponent_identities: vec![String::new()],
            matching: Matching::Even,
            past_every: 100,
            past_dir: PathBuf::new(),
            player_config: PlayerConfig::new(
                Options { hash_mb: 1, ..Options::default() },
                DxpTerms::new("test"),
            ),
            threads: 1,
            eval: EvalConfig { every: 0, games: 0, anchors: Vec::new(), openings: Vec::new() },
        }
    }

    #[test]
    fn self_play_teaches_it_by_every_optimiser() {
        for method in [OptimiserKind::Plain, OptimiserKind::Adam, OptimiserKind::Adadelta] {
            let (config, settings) = (self_play(method), Rate { rate: 0.01 });
            let mut first = Squares::first(&settings, 1);
            first.0.fill(Squares::MAN);
            let record = TrainingState::new(config.settings(), config.opponents.len());
            let (from, stop) = ((Checkpoint::first(first.clone()), record), StopFlag::new());
            let observe =
                &mut |_: draughts_td::selfplay::Event<'_, Squares>| ControlFlow::Continue(());
            let (held_out, never) = (HeldOut::default(), Duration::MAX);
            let end = train(&config, &settings, from, &held_out, never, &stop, observe);
            let end = end.expect("played");
            assert_eq!((end.state.games, end.state.updates), (8, 4), "{method:?}");
            assert!(end.checkpoint.model != first && end.checkpoint.model.is_sound(), "{method:?}");
        }
    }
}
