//! How a study is carried out on all cores: recipes stage by stage, then matches; what the folder has is left out.

use super::context::{Context, LabError};
use super::matches::play;
use super::plan::{Pairing, Row, Rows, arm_piece, match_piece};
use super::recipe::Recipe;
use super::training_plan::TrainingPlan;
use crate::results::{Ledger, Progress, RunFolder};

/// Carries out what the folder has not got yet, and returns all figures in the order of the plan.
///
/// # Errors
/// When something cannot be read, written, learned or played; what is finished stays in the folder.
pub(crate) fn run(
    plan: &TrainingPlan,
    context: &Context,
    folder: &RunFolder,
    progress: &Progress<'_>,
) -> Result<Rows, LabError> {
    let recipes: Vec<&Recipe> = plan.recipes.iter().collect();
    let arms = plan.with_seeds(&recipes).into_iter().map(piece_of_arm);
    let matches = plan.matches().into_iter().map(piece_of_match);
    let ledger = Ledger::open(folder, arms.chain(matches), progress)?;
    let runner = Runner { plan, context, ledger };
    let mut rows = runner.trained()?;
    rows.matches = runner.matches(&rows)?.matches;
    Ok(rows)
}

fn piece_of_arm((recipe, seed): (&Recipe, u64)) -> String {
    arm_piece(&recipe.name, seed)
}

fn piece_of_match((pairing, seed): (&Pairing, u64)) -> String {
    match_piece(&pairing.a, &pairing.b, seed, pairing.seconds)
}

struct Runner<'a> {
    plan: &'a TrainingPlan,
    context: &'a Context,
    ledger: Ledger<'a, Row>,
}

impl Runner<'_> {
    /// The recipes stage by stage, in the order of the plan in the end.
    fn trained(&self) -> Result<Rows, LabError> {
        let mut known = Rows::default();
        for stage in self.plan.stages().expect("the study was checked") {
            let units = self.plan.with_seeds(&stage);
            if units.iter().any(|&unit| self.is_missing(unit)) {
                self.plan.prepare(self.context);
            }
            let rows = Rows::of(self.stage(&units, &known)?);
            known.trained.extend(rows.trained);
            known.learned.extend(rows.learned);
        }
        let place = |name: &str| self.plan.recipes.iter().position(|recipe| recipe.name == name);
        known.trained.sort_by_key(|row| (place(&row.recipe), row.seed));
        known.learned.sort_by_key(|row| (place(&row.arm), row.seed));
        Ok(known)
    }

    fn is_missing(&self, unit: (&Recipe, u64)) -> bool {
        !self.has_weights(unit) || !self.ledger.knows(&piece_of_arm(unit))
    }

    fn has_weights(&self, (recipe, seed): (&Recipe, u64)) -> bool {
        self.context.weights(&recipe.name, seed, recipe.settings.ending()).exists()
    }

    fn stage(&self, units: &[(&Recipe, u64)], known: &Rows) -> Result<Vec<Row>, LabError> {
        // Figures without their weights are of no use to matches.
        let is_usable =
            |&unit: &(&Recipe, u64), row: &Row| row.has_diverged() || self.has_weights(unit);
        let piece = |&unit: &(&Recipe, u64)| piece_of_arm(unit);
        self.ledger.usable_rows(units, piece, is_usable, |&(recipe, seed)| {
            self.plan.train(self.context, recipe, seed, known)
        })
    }

    /// Matches with a number of nodes side by side, then those at equal time one after the other. What diverged cannot play.
    fn matches(&self, trained: &Rows) -> Result<Rows, LabError> {
        let mut matches = self.plan.matches();
        matches.retain(|(pair, seed)| {
            !trained.has_diverged(&pair.a, *seed) && !trained.has_diverged(&pair.b, *seed)
        });
        let (timed, counted): (Vec<_>, Vec<_>) =
            matches.into_iter().partition(|(pairing, _)| pairing.seconds.is_some());
        let make = |&(pairing, seed): &(&Pairing, u64)| {
            let result = play(self.context, self.plan, pairing, seed)?;
            Ok::<Row, LabError>(Row::Match { result })
        };
        let piece = |&unit: &(&Pairing, u64)| piece_of_match(unit);
        let mut rows = self.ledger.rows(&counted, piece, make)?;
        for unit in &timed {
            rows.push(self.ledger.row(&piece(unit), || make(unit))?);
        }
        Ok(Rows::of(rows))
    }
}
