//! Patterns as learning from play asks for them: a start that counts men, gradients, and parameters by number.

use std::ops::Range;

use super::backprop::PatternRates;
use super::settings::PatternSettings;
use super::steps::{PatternSteps, global_inputs};
use super::weights::{Patterns, TaperedWeight};
use crate::board::Square;
use crate::features::Globals;
use crate::models::form::{Form, StartError};
use crate::models::tunable::{Gradient, Tunable};

/// What a king is worth in men.
const KING: f32 = 3.0;

impl Patterns {
    /// Where the weights of kings and of globals begin, counted in pairs.
    fn starts(&self) -> (usize, usize) {
        (self.cases.len(), self.cases.len() + self.kings.len())
    }

    /// Spreads the worth of a man on each square evenly over the windows that see it, as they stand or turned.
    fn count_men(&mut self, man: f32) -> Result<(), StartError> {
        let shares = shares(self)?;
        let windows = self.shapes.clone();
        for (number, window) in windows.windows().iter().enumerate() {
            let squares: Vec<f32> = window.indexes().map(|at| man * shares[at]).collect();
            for (case, pair) in self.cases[windows.range(number)].iter_mut().enumerate() {
                *pair = [worth_of_case(case, &squares); 2];
            }
        }
        Ok(())
    }

    /// Gives kings their worth: by square, or by the two inputs that count them.
    fn count_kings(&mut self, man: f32) -> Result<(), StartError> {
        if !self.kings.is_empty() {
            self.kings.fill([KING * man; 2]);
            return Ok(());
        }
        if self.globals.is_empty() {
            return Err("neither king squares nor globals are on: nothing counts kings".into());
        }
        for (name, worth) in [("king_presence", 1.0), ("king_surplus", 2.0)] {
            let place = global_inputs().iter().position(|&index| Globals::NAMES[index] == name);
            let place = place.ok_or("the inputs that count kings are not among the globals")?;
            self.globals[place] = [worth * KING * man; 2];
        }
        Ok(())
    }
}

/// For each square, one divided by the windows that see it.
fn shares(form: &Patterns) -> Result<[f32; Square::COUNT], StartError> {
    let mut seen = [0u32; Square::COUNT];
    for window in form.shapes.windows() {
        for is_turned in [false, true] {
            window.squares(is_turned).into_iter().for_each(|square| seen[square.index()] += 1);
        }
    }
    match seen.iter().position(|&windows| windows == 0) {
        Some(square) => Err(format!("no window sees square {}", square + 1).into()),
        None => Ok(seen.map(|windows| 1.0 / windows as f32)),
    }
}

/// What the men of a case are worth to the side of the window; each square holds nothing, an own man, or one of the other side.
fn worth_of_case(mut case: usize, squares: &[f32]) -> f32 {
    let mut sum = 0.0;
    for worth in squares {
        sum += [0.0, *worth, -worth][case % 3];
        case /= 3;
    }
    sum
}

impl Tunable for Patterns {
    fn of_material(settings: &PatternSettings, seed: u64) -> Result<Patterns, StartError> {
        let mut form = Patterns::first(settings, seed);
        form.count_men(Self::MAN)?;
        form.count_kings(Self::MAN)?;
        // The second weight of a single stage is no parameter.
        if form.stages == 1 {
            let pairs = form.cases.iter_mut().chain(&mut form.kings).chain(&mut form.globals);
            pairs.for_each(|pair| pair[1] = 0.0);
        }
        Ok(form)
    }

    fn paced(settings: PatternSettings, rate: f64, rest: Option<f64>) -> PatternSettings {
        PatternSettings { rate, rest_rate: rest.unwrap_or(settings.rest_rate), ..settings }
    }

    fn sums(
        &self,
        steps: &PatternSteps,
        game: Range<usize>,
        _: &mut Vec<f32>,
        sums: &mut Vec<f32>,
    ) {
        sums.extend(game.map(|index| self.sum(&self.step_at(steps, index))));
    }

    fn squashed(&self, sum: f32) -> (f32, f32) {
        self.squash.value(sum)
    }

    fn add_gradient(
        &self,
        steps: &PatternSteps,
        game: Range<usize>,
        errors: &[f32],
        gradient: &mut Gradient,
    ) {
        let (kings, globals) = self.starts();
        for (index, &error) in game.zip(errors) {
            let step = self.step_at(steps, index);
            let mut add = |pair: usize, x: f32| {
                for (stage, share) in step.mix.into_iter().enumerate() {
                    if share != 0.0 {
                        gradient.add(2 * pair + stage, x * share * error);
                    }
                }
            };
            let (own, turned) = step.cases.split_at(step.cases.len() / 2);
            own.iter().for_each(|&case| add(case as usize, 1.0));
            turned.iter().for_each(|&case| add(case as usize, -1.0));
            step.kings.iter().for_each(|&(square, sign)| add(kings + usize::from(square), sign));
            let inputs = step.globals.iter().enumerate().filter(|&(_, &x)| x != 0.0);
            inputs.for_each(|(place, &x)| add(globals + place, x));
        }
    }

    /// Two for each case, king square and global, that of the opening first; of a single stage every second one is none.
    fn numbers(&self) -> usize {
        let (_, globals) = self.starts();
        2 * (globals + self.globals.len())
    }

    fn parameter_mut(&mut self, index: usize) -> &mut f32 {
        let (pair, (kings, globals)) = (index / 2, self.starts());
        let weights: &mut TaperedWeight = match pair {
            pair if pair < kings => &mut self.cases[pair],
            pair if pair < globals => &mut self.kings[pair - kings],
            pair => &mut self.globals[pair - globals],
        };
        &mut weights[index % 2]
    }

    fn scale(&mut self, factor: f32) {
        let pairs = self.cases.iter_mut().chain(&mut self.kings).chain(&mut self.globals);
        pairs.flatten().for_each(|weight| *weight *= factor);
    }

    fn rate(&self, index: usize, rates: PatternRates) -> f32 {
        if index / 2 < self.cases.len() { rates.cases } else { rates.rest }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::settings::Squash;
    use super::super::shapes::Shapes;
    use super::*;
    use crate::board::{Position, fen};
    use crate::models::trials::{balance, gradient_is_right, men, wandering};

    fn kings() -> Vec<Position> {
        let texts = ["W:WK46,28,32,33:BK5,19,23", "B:W41,K5,K10,K14:B22,K50,8", "W:WK1:BK2,K3,K4"];
        texts.map(|text| fen::read(text).expect(text)).to_vec()
    }

    #[test]
    fn the_gradient_of_every_weight_equals_finite_differences() {
        let positions: Vec<_> = wandering(5, 80, 9).into_iter().chain(kings()).collect();
        for (stages, squash) in [(2, Squash::Tanh), (1, Squash::Linear)] {
            let settings = PatternSettings { stages, squash, ..PatternSettings::default() };
            let mut form = Patterns::of_material(&settings, 1).expect("material");
            gradient_is_right(&mut form, &settings, &positions, 1);
        }
    }

    #[test]
    fn a_start_from_material_counts_men_and_kings_exactly() {
        for kings_on in [true, false] {
            let settings = PatternSettings { kings: kings_on, ..PatternSettings::default() };
            let form = Patterns::of_material(&settings, 1).expect("material");
            for position in wandering(8, 120, 1).into_iter().chain(kings()) {
                let (found, real) = (men(&form, &settings, &position), balance(&position));
                assert!((found - real).abs() < 1e-3, "{found} {real}");
            }
        }
    }

    #[test]
    fn what_no_window_sees_cannot_be_counted() {
        let text = "[[window]]\nname = \"a\"\nsquares = [27, 28]\n";
        let shapes = Arc::new(Shapes::read(text).expect("a window"));
        let settings = PatternSettings { shapes, ..PatternSettings::default() };
        let error = Patterns::of_material(&settings, 1).expect_err("squares unseen").to_string();
        assert_eq!(error, "no window sees square 1");
    }

    #[test]
    fn without_kings_and_globals_nothing_counts_kings() {
        let settings =
            PatternSettings { kings: false, globals: false, ..PatternSettings::default() };
        assert!(Patterns::of_material(&settings, 1).is_err());
    }
}
