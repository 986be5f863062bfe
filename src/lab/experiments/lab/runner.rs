//! How an experiment is carried out on all cores: arms stage by stage, then matches; what the folder has is left out.

use super::context::{Context, LabError};
use super::matches::play;
use super::plan::{Arm, MatchResult, Pairing, Plan, Row, Rows, Trained, arm_piece, match_piece};
use crate::results::{Ledger, Progress, RunFolder};

/// Carries out what the folder has not got yet, and returns all figures in the order of the plan.
///
/// # Errors
/// When something cannot be read, written, learned or played; what is finished stays in the folder.
pub(crate) fn run<P: Plan>(
    plan: &P,
    context: &Context,
    folder: &RunFolder,
    progress: &Progress<'_>,
) -> Result<Rows<P::Trained>, LabError> {
    let arms: Vec<&P::Arm> = plan.arms().iter().collect();
    let arms = plan.with_seeds(&arms).into_iter().map(|(arm, seed)| arm_piece(arm.name(), seed));
    let matches = plan.matches().into_iter().map(|(pairing, seed)| piece(pairing, seed));
    let ledger = Ledger::open(folder, arms.chain(matches), progress)?;
    let runner = Runner { plan, context, ledger };
    let trained = runner.trained()?;
    let matches = runner.matches(&trained)?;
    Ok(Rows { trained, matches })
}

fn piece(pairing: &Pairing, seed: u64) -> String {
    match_piece(&pairing.a, &pairing.b, seed, pairing.seconds)
}

struct Runner<'a, P: Plan> {
    plan: &'a P,
    context: &'a Context,
    ledger: Ledger<'a, P::Line>,
}

impl<P: Plan> Runner<'_, P> {
    /// The arms stage by stage, in the order of the plan in the end.
    fn trained(&self) -> Result<Vec<P::Trained>, LabError> {
        let mut known: Vec<P::Trained> = Vec::new();
        for stage in self.plan.stages() {
            let units = self.plan.with_seeds(&stage);
            if units.iter().any(|&(arm, seed)| self.is_missing(arm, seed)) {
                self.plan.prepare(self.context);
            }
            known.extend(self.stage(&units, &known)?);
        }
        let place = |row: &P::Trained| self.plan.arms().iter().position(|a| a.name() == row.arm());
        known.sort_by_key(|row| (place(row), row.seed()));
        Ok(known)
    }

    fn is_missing(&self, arm: &P::Arm, seed: u64) -> bool {
        !self.has_weights(arm, seed) || !self.ledger.knows(&arm_piece(arm.name(), seed))
    }

    fn has_weights(&self, arm: &P::Arm, seed: u64) -> bool {
        self.context.weights(arm.name(), seed, P::ending(arm)).exists()
    }

    fn stage(
        &self,
        units: &[(&P::Arm, u64)],
        known: &[P::Trained],
    ) -> Result<Vec<P::Trained>, LabError> {
        // Figures without their weights are of no use to matches.
        let is_usable = |&(arm, seed): &(&P::Arm, u64), row: &P::Line| {
            let diverged = matches!(row.clone().into(), Row::Trained(row) if row.has_diverged());
            diverged || self.has_weights(arm, seed)
        };
        let piece = |(arm, seed): &(&P::Arm, u64)| arm_piece(arm.name(), *seed);
        let rows = self.ledger.usable_rows(units, piece, is_usable, |&(arm, seed)| {
            let trained = self.plan.train(self.context, arm, seed, known)?;
            Ok::<P::Line, LabError>(Row::Trained(trained).into())
        })?;
        Ok(Rows::of(rows).trained)
    }

    /// Matches with a number of nodes side by side, then those at equal time one after the other. What diverged cannot play.
    fn matches(&self, trained: &[P::Trained]) -> Result<Vec<MatchResult>, LabError> {
        let has_diverged = |name: &str, seed: u64| {
            trained.iter().any(|row| row.has_diverged() && row.seed() == seed && row.arm() == name)
        };
        let mut matches = self.plan.matches();
        matches
            .retain(|(pair, seed)| !has_diverged(&pair.a, *seed) && !has_diverged(&pair.b, *seed));
        let (timed, counted): (Vec<_>, Vec<_>) =
            matches.into_iter().partition(|(pairing, _)| pairing.seconds.is_some());
        let make = |&(pairing, seed): &(&Pairing, u64)| {
            let result = play(self.context, self.plan, pairing, seed)?;
            Ok::<P::Line, LabError>(Row::Match(result).into())
        };
        let piece_of = |(pairing, seed): &(&Pairing, u64)| piece(pairing, *seed);
        let mut rows = self.ledger.rows(&counted, piece_of, make)?;
        for unit in &timed {
            rows.push(self.ledger.row(&piece_of(unit), || make(unit))?);
        }
        Ok(Rows::of(rows).matches)
    }
}
