//! A run: its pieces on all cores, those that are known left out.

use super::super::streams::stream;
use super::context::BackgammonContext;
use super::error::BackgammonError;
use super::games::contest;
use super::greedy::Greedy;
use super::learn::{Until, kept, learn};
use super::lookahead::Foresighted;
use super::players::Player;
use super::rows::{MeetingRow, Row};
use super::training_data::Library;
use super::unit::{KeptNetwork, Meeting, PAPER_OPENINGS, Plan, PlayDepth, TrainingUnit};
use super::variant::Variant;
use crate::models::logistic::Logistic;
use crate::results::{Ledger, RunFolder};

/// Runs what the folder has not got yet, and returns all rows in the order of the plan. `done` hears how many are finished.
///
/// # Errors
/// When folder, networks or opponents cannot be used.
pub fn run(
    bench: &BackgammonContext,
    plan: &Plan,
    folder: &RunFolder,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Row>, BackgammonError> {
    let ledger = Ledger::open(folder, plan.pieces(), done)?;
    // Networks are needed only by what is still to be done.
    let is_whole = plan.pieces().all(|piece| ledger.knows(&piece));
    let run = Run { bench, ledger, is_whole };
    let mut rows = run.trials(&plan.base, &Library::default(), |_| None)?;
    let library = if is_whole { Library::default() } else { Library::open(bench)? };
    rows.extend(run.trials(&plan.others, &library, |_| None)?);
    let budget = |trial: &TrainingUnit| {
        let of = |row: &Row| match row {
            Row::Learned(learned) if learned.variant == "directed" => {
                (learned.simulation == trial.simulation).then_some(learned.evaluations)
            }
            _ => None,
        };
        rows.iter().find_map(of)
    };
    let equal = run.trials(&plan.equal, &library, budget)?;
    rows.extend(equal);
    rows.extend(run.bouts(&plan.bouts)?);
    let paper = run.ledger.rows(
        &[()],
        |()| PAPER_OPENINGS.into(),
        |()| {
            let [experts, network] = bench.appraise(super::openings::Appraiser::of_paper)?;
            Ok::<_, BackgammonError>(Row::Paper { experts, network })
        },
    )?;
    rows.extend(paper);
    Ok(rows)
}

struct Run<'a> {
    bench: &'a BackgammonContext,
    ledger: Ledger<'a, Row>,
    is_whole: bool,
}

impl Run<'_> {
    fn trials(
        &self,
        trials: &[TrainingUnit],
        library: &Library,
        budget: impl Fn(&TrainingUnit) -> Option<u64> + Sync,
    ) -> Result<Vec<Row>, BackgammonError> {
        let is_usable = |trial: &TrainingUnit, _: &Row| {
            let has_networks = || kept(self.bench, trial).iter().all(|kept| self.bench.has(kept));
            self.is_whole || has_networks()
        };
        self.ledger.usable_rows(trials, TrainingUnit::piece, is_usable, |trial| {
            let until = budget(trial).map_or(Until::Games(trial.games), Until::Evaluations);
            Ok(Row::Learned(learn(self.bench, library, trial, until)?))
        })
    }

    fn bouts(&self, bouts: &[Meeting]) -> Result<Vec<Row>, BackgammonError> {
        self.ledger.rows(bouts, Meeting::piece, |bout| Ok(Row::Met(meet(self.bench, bout)?)))
    }
}

fn meet(bench: &BackgammonContext, bout: &Meeting) -> Result<MeetingRow, BackgammonError> {
    let (one, other) = (bench.load(&bout.first.0)?, bench.load(&bout.second.0)?);
    let mut first = player(&one, &bout.first);
    let mut second = player(&other, &bout.second);
    let purpose = format!("bout {}", bout.first.0.1);
    let dice = |pair| stream(bench.settings.seed, pair, &purpose);
    let pairs = contest(&mut *first, &mut *second, bout.pairs, dice)?;
    Ok(MeetingRow { bout: bout.clone(), pairs })
}

fn player<'a>(
    network: &'a Logistic,
    (_, sight): &(KeptNetwork, PlayDepth),
) -> Box<dyn Player + 'a> {
    // Only networks with the paper's inputs meet.
    match sight {
        PlayDepth::Flat => Box::new(Greedy::new(network, Variant::PAPER.tray)),
        PlayDepth::Ahead => Box::new(Foresighted::new(network, Variant::PAPER.tray)),
    }
}
