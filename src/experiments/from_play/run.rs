//! How an experiment is carried out on all cores.

use super::super::lab::{LabError, counted};
use super::arm::Arm;
use super::context::FromPlayContext;
use super::plan::{Pairing, Plan};
use super::rows::{Learned, MatchRow, Row, arm_piece, match_piece};
use super::train::{TrainJob, teach};
use crate::engine::StopFlag;
use crate::play::tournament::spec::PlayerSpec;
use crate::results::{Ledger, RunFolder};

/// Carries out what the folder has not got yet, and returns all rows in the order of the plan. `done` hears how many are finished.
///
/// # Errors
/// When something cannot be read, written, learned or played; what is finished stays in the folder.
pub fn run(
    plan: &Plan,
    bench: &FromPlayContext,
    folder: &RunFolder,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Row>, LabError> {
    let arms = with_seeds(plan, &plan.arms).map(|(arm, seed)| arm_piece(&arm.name, seed));
    let bouts =
        with_seeds(plan, &plan.pairings).map(|(pair, seed)| match_piece(&pair.a, &pair.b, seed));
    let ledger = Ledger::open(folder, arms.chain(bouts), done)?;
    let work = FromPlayRun { plan, bench, ledger };
    let learned = work.arms()?;
    let bouts = work.bouts(&learned)?;
    Ok(learned.into_iter().map(Row::Learned).chain(bouts).collect())
}

/// Everything with each seed.
fn with_seeds<'a, T>(plan: &'a Plan, all: &'a [T]) -> impl Iterator<Item = (&'a T, u64)> {
    all.iter().flat_map(|one| plan.scale.seeds.iter().map(move |&seed| (one, seed)))
}

/// A run, and what is there already.
struct FromPlayRun<'a> {
    plan: &'a Plan,
    bench: &'a FromPlayContext,
    ledger: Ledger<'a, Row>,
}

impl FromPlayRun<'_> {
    /// Stage by stage, in the order of the plan in the end.
    fn arms(&self) -> Result<Vec<Learned>, LabError> {
        let mut known: Vec<Learned> = Vec::new();
        for stage in self.plan.stages() {
            let seeds = &self.plan.scale.seeds;
            let units: Vec<(&Arm, u64)> =
                stage.iter().flat_map(|&arm| seeds.iter().map(move |&seed| (arm, seed))).collect();
            let rows = self.stage(&units, &known)?;
            known.extend(rows.into_iter().filter_map(|row| match row {
                Row::Learned(learned) => Some(learned),
                Row::Met(_) => None,
            }));
        }
        let place = |row: &Learned| self.plan.arms.iter().position(|arm| arm.name == row.arm);
        known.sort_by_key(|row| (place(row), row.seed));
        Ok(known)
    }

    fn stage(&self, units: &[(&Arm, u64)], known: &[Learned]) -> Result<Vec<Row>, LabError> {
        let (bench, plan) = (self.bench, self.plan);
        // Figures whose weights are gone would leave nobody to play.
        let is_usable = |&(arm, seed): &(&Arm, u64), row: &Row| {
            let is_lost = matches!(row, Row::Learned(learned) if learned.diverged);
            is_lost || bench.net(&arm.name, seed).exists()
        };
        let piece = |(arm, seed): &(&Arm, u64)| arm_piece(&arm.name, *seed);
        self.ledger.usable_rows(units, piece, is_usable, |&(arm, seed)| {
            teach(TrainJob { bench, plan, arm, seed, known }).map(Row::Learned)
        })
    }

    /// What diverged cannot play.
    fn bouts(&self, learned: &[Learned]) -> Result<Vec<Row>, LabError> {
        let is_lost = |name: &str, seed: u64| {
            learned.iter().any(|row| row.arm == name && row.seed == seed && row.diverged)
        };
        let mut bouts: Vec<(&Pairing, u64)> = with_seeds(self.plan, &self.plan.pairings).collect();
        bouts.retain(|(pair, seed)| !is_lost(&pair.a, *seed) && !is_lost(&pair.b, *seed));
        let piece = |(pair, seed): &(&Pairing, u64)| match_piece(&pair.a, &pair.b, *seed);
        self.ledger.rows(&bouts, piece, |&(pair, seed)| self.meet(pair, seed).map(Row::Met))
    }

    fn meet(&self, pair: &Pairing, seed: u64) -> Result<MatchRow, LabError> {
        let scale = &self.plan.scale;
        let players = [&pair.a, &pair.b].map(|name| self.player(name, seed));
        let (games, nodes) = (scale.match_games, scale.match_nodes);
        let contest = counted(players, games, nodes, seed, &self.bench.program);
        let standing = contest.run(&StopFlag::new(), &mut |_| {})?;
        let Pairing { a, b } = pair.clone();
        Ok(MatchRow { a, b, seed, tally: standing.stats(0) })
    }

    fn player(&self, name: &str, seed: u64) -> PlayerSpec {
        match self.plan.arm(name) {
            Some(_) => PlayerSpec::own(&self.bench.net(name, seed).to_string_lossy()),
            None => PlayerSpec::own(name),
        }
    }
}
