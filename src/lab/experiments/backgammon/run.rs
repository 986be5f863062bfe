//! A run: its pieces on all cores, those that are known left out.

use super::super::streams::stream;
use super::context::BackgammonContext;
use super::games::{BackgammonError, Player, contest};
use super::greedy::{Foresighted, Greedy};
use super::learn::{Library, learn, saved};
use super::settings::Variant;
use super::unit::{
    Meeting, MeetingRow, PAPER_OPENINGS, Plan, PlayDepth, Row, SavedNetwork, TrainingUnit,
};
use crate::models::logistic::Logistic;
use crate::results::{Ledger, Progress, RunFolder};

/// Runs what the folder has not got yet, and returns all rows in the order of the plan.
pub fn run(
    context: &BackgammonContext,
    folder: &RunFolder,
    progress: &Progress<'_>,
) -> Result<Vec<Row>, BackgammonError> {
    let plan = Plan::new(&context.settings);
    let ledger = Ledger::open(folder, plan.pieces(), progress)?;
    // Networks are needed only by what is still to be done.
    let is_whole = plan.pieces().all(|piece| ledger.knows(&piece));
    let run = Run { context, ledger, is_whole };
    let mut rows = run.trainings(&plan.base, &Library::default(), |_| None)?;
    let library = if is_whole { Library::default() } else { Library::open(context)? };
    rows.extend(run.trainings(&plan.others, &library, |_| None)?);
    let budget = |training: &TrainingUnit| {
        let of = |row: &Row| match row {
            Row::Learned(learned) if learned.variant == "directed" => {
                (learned.simulation == training.simulation).then_some(learned.evaluations)
            }
            _ => None,
        };
        rows.iter().find_map(of)
    };
    let equal = run.trainings(&plan.equal, &library, budget)?;
    rows.extend(equal);
    rows.extend(run.meetings(&plan.meetings)?);
    let paper = run.ledger.rows(
        &[()],
        |()| PAPER_OPENINGS.into(),
        |()| {
            let [experts, network] = context.appraise(super::openings::Appraiser::of_paper)?;
            Ok::<_, BackgammonError>(Row::Paper { experts, network })
        },
    )?;
    rows.extend(paper);
    Ok(rows)
}

struct Run<'a> {
    context: &'a BackgammonContext,
    ledger: Ledger<'a, Row>,
    is_whole: bool,
}

impl Run<'_> {
    fn trainings(
        &self,
        trainings: &[TrainingUnit],
        library: &Library,
        budget: impl Fn(&TrainingUnit) -> Option<u64> + Sync,
    ) -> Result<Vec<Row>, BackgammonError> {
        let is_usable = |training: &TrainingUnit, _: &Row| {
            let has_networks =
                || saved(self.context, training).iter().all(|saved| self.context.has(saved));
            self.is_whole || has_networks()
        };
        self.ledger.usable_rows(trainings, TrainingUnit::piece, is_usable, |training| {
            let learned = learn(self.context, library, training, budget(training))?;
            Ok(Row::Learned(learned))
        })
    }

    fn meetings(&self, meetings: &[Meeting]) -> Result<Vec<Row>, BackgammonError> {
        self.ledger.rows(meetings, Meeting::piece, |meeting| {
            Ok(Row::Meeting(meet(self.context, meeting)?))
        })
    }
}

fn meet(context: &BackgammonContext, meeting: &Meeting) -> Result<MeetingRow, BackgammonError> {
    let (one, other) = (context.load(&meeting.first.0)?, context.load(&meeting.second.0)?);
    let mut first = player(&one, &meeting.first);
    let mut second = player(&other, &meeting.second);
    let purpose = format!("bout {}", meeting.first.0.1);
    let dice = |pair| stream(context.settings.seed, pair, &purpose);
    let pairs = contest(&mut *first, &mut *second, meeting.pairs, dice)?;
    Ok(MeetingRow { meeting: meeting.clone(), pairs })
}

fn player<'a>(
    network: &'a Logistic,
    (_, depth): &(SavedNetwork, PlayDepth),
) -> Box<dyn Player + 'a> {
    // Only networks with the paper's inputs meet.
    match depth {
        PlayDepth::Flat => Box::new(Greedy::new(network, Variant::PAPER.tray)),
        PlayDepth::Ahead => Box::new(Foresighted::new(network, Variant::PAPER.tray)),
    }
}
