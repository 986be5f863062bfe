//! How the arms of an experiment play each other and other players, and matches at a number of nodes.

use std::path::PathBuf;
use std::time::Duration;

use super::context::{Context, LabError};
use super::plan::{MatchResult, Pairing};
use super::training_plan::TrainingPlan;
use crate::arena::dxp::player::DxpTerms;
use crate::arena::play::openings::{BallotLength, Opening, ballots};
use crate::arena::play::referee::Conditions;
use crate::arena::play::time_control::MoveLimits;
use crate::arena::tournament::roster::Roster;
use crate::arena::tournament::scoreboard::ScoreBoard;
use crate::arena::tournament::spec::{PlayerConfig, PlayerSpec, without};
use crate::arena::tournament::{Event, Tournament, TournamentOptions};
use crate::player::{Options, StopFlag};
use crate::protocol::dxp::Minutes;
use crate::results::{FigureRow, Ledger, RunFolder};

/// MiB of each player's table in matches at equal time.
const TIMED_TABLE: usize = 64;

/// Plays a match. With a number of nodes the result depends only on the weights.
pub(super) fn play(
    context: &Context,
    plan: &TrainingPlan,
    pairing: &Pairing,
    seed: u64,
) -> Result<MatchResult, LabError> {
    let (games, nodes) = plan.scale.match_size();
    let players =
        [player(context, plan, &pairing.a, seed)?, player(context, plan, &pairing.b, seed)?];
    let options = Options { hash_mb: TABLE, ..Options::default() };
    let program = &context.program;
    let mut tournament = counted(players, openings(games), (games, nodes), options, seed, program);
    tournament.event = format!("{} against {}", pairing.a, pairing.b);
    tournament.pdn = games_file(context, plan, pairing, seed);
    if let Some(seconds) = pairing.seconds {
        let move_time = Some(Duration::from_secs_f64(seconds));
        tournament.conditions.limits = MoveLimits { move_time, ..MoveLimits::default() };
        tournament.player_config.options.hash_mb = TIMED_TABLE;
    }
    let board = tournament.run(&StopFlag::new(), &mut |event| {
        if let Event::Cut(cut) = event {
            (context.warn)(&cut.to_string());
        }
    })?;
    let Pairing { a, b, seconds } = pairing.clone();
    Ok(MatchResult { a, b, seed, seconds, stats: board.stats(0), irregular: board.irregular() })
}

fn player(
    context: &Context,
    plan: &TrainingPlan,
    name: &str,
    seed: u64,
) -> Result<PlayerSpec, LabError> {
    let (arm, techniques) = without(name)?;
    let Some(trained) = plan.recipe(arm) else { return Ok(context.study.player(name)?) };
    let net = context.weights(arm, seed, trained.settings.ending()).display().to_string();
    Ok(PlayerSpec::Own { net, techniques, book: None })
}

/// A match that lasts long, such as every one at equal time, keeps its games, and resumes where it was interrupted.
fn games_file(
    context: &Context,
    plan: &TrainingPlan,
    pairing: &Pairing,
    seed: u64,
) -> Option<PathBuf> {
    let name = match pairing.seconds {
        Some(_) => format!("{}-{seed}.pdn", pairing.a),
        None if plan.keeps_games => format!("{}-{}-{seed}.pdn", pairing.a, pairing.b),
        None => return None,
    };
    Some(context.records.join(name))
}

/// MiB of each player's table in matches with a number of nodes: more than they can fill.
const TABLE: usize = 8;

/// Minutes of a DXP game: more than it can last, the time for a move is the limit.
const MINUTES: f64 = 60.0;

/// The two-move ballots, each with both colours; the three-move ones when there are more games than these serve.
pub(super) fn openings(games: usize) -> Vec<Opening> {
    let two = ballots(BallotLength::Two);
    if games <= 2 * two.len() { two } else { ballots(BallotLength::Three) }
}

/// A match of `games` games, at a number of nodes a move: of our own evaluations, the result depends only on them and the seed.
pub(crate) fn counted(
    players: [PlayerSpec; 2],
    openings: Vec<Opening>,
    (games, nodes): (usize, u64),
    options: Options,
    seed: u64,
    program: &str,
) -> Tournament {
    Tournament {
        event: format!("{} against {}", players[0].short(), players[1].short()),
        identities: vec![String::new(); players.len()],
        players: players.to_vec(),
        games,
        // The first few openings are all of one kind: fewer games than all openings serve take others with every seed.
        shuffle: games < 2 * openings.len(),
        openings,
        conditions: Conditions {
            limits: MoveLimits { nodes: Some(nodes), ..MoveLimits::default() },
            margin: Duration::from_millis(500),
            silence_timeout: Duration::from_secs(60),
            ..Conditions::default()
        },
        player_config: PlayerConfig::new(
            options,
            DxpTerms { minutes: Some(Minutes::nearest(MINUTES)), ..DxpTerms::new(program) },
        ),
        roster: Roster::default(),
        seed,
        concurrency: 1,
        sprt: None,
        pdn: None,
        options: TournamentOptions::default(),
    }
}

/// The same match of two searches with the evaluation of this checksum, on these threads: no time limits them.
pub(crate) fn of_searches(base: Tournament, checksum: &str, threads: usize) -> Tournament {
    let conditions = Conditions {
        margin: Duration::ZERO,
        silence_timeout: Duration::MAX,
        ..base.conditions.clone()
    };
    Tournament {
        identities: vec![checksum.to_owned(); base.players.len()],
        concurrency: threads,
        conditions,
        ..base
    }
}

/// Plays matches one after the other, each from where it was interrupted, and returns their rows, each under the name of its match.
/// `watch` gets the news of the match at a place. In a shared folder each thread plays a match of its own, as other workers do.
pub(crate) fn in_turn<R: FigureRow>(
    folder: &RunFolder,
    matches: &[(String, Tournament)],
    watch: &(dyn Fn(usize, Event<'_>) + Sync),
    row: impl Fn(&str, &Tournament, &ScoreBoard) -> R + Sync,
) -> Result<Vec<R>, LabError> {
    type Unit<'a> = (usize, &'a (String, Tournament));
    let ledger = Ledger::open(folder, matches.iter().map(|(name, _)| name.clone()), &|_, _| {})?;
    let make = |&(place, (name, tournament)): &Unit<'_>| {
        let board = tournament.run(&StopFlag::new(), &mut |event| watch(place, event));
        let failed = |source| LabError::Match { name: name.clone(), source };
        Ok(row(name, tournament, &board.map_err(failed)?))
    };
    let units: Vec<Unit<'_>> = matches.iter().enumerate().collect();
    if folder.worker().is_some() {
        return ledger.rows(&units, |(_, (name, _))| name.clone(), make);
    }
    units.iter().map(|unit| ledger.row(&unit.1.0, || make(unit))).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::experiments::lab::{ExperimentSize, Recipe, TrainingPlan};

    #[test]
    fn a_folder_may_have_any_name() {
        let scale = ExperimentSize::quick(1);
        let plan = TrainingPlan::new(&scale, vec![Recipe::plain("nn4")], Vec::new());
        let folder = Path::new("runs without history");
        let context = Context::new(&[], Vec::new(), folder, "test");
        let spec = player(&context, &plan, "nn4 without late-moves", 3).expect("a player");
        let PlayerSpec::Own { net, techniques, .. } = spec else { panic!("our own engine") };
        assert_eq!(Path::new(&net), folder.join("nets/nn4-3.safetensors"));
        assert_eq!(techniques.off().collect::<Vec<_>>(), ["lmr"]);
        let other = player(&context, &plan, "hub:./scan hub", 3).expect("a player");
        assert_eq!(other, PlayerSpec::Hub("./scan hub".into()));
    }
}
