//! How the arms of an experiment meet each other and other players.

use std::path::PathBuf;
use std::time::Duration;

use super::context::Context;
use super::error::LabError;
use super::match_result::{MatchResult, counted};
use super::plan::Pairing;
use super::plan::Plan;
use crate::arena::play::time_control::MoveLimits;
use crate::arena::tournament::Event;
use crate::arena::tournament::spec::{PlayerSpec, without};
use crate::engine::StopFlag;

/// MiB of each player's table in matches at equal time.
const TIMED_TABLE: usize = 64;

/// Plays a match. With a number of nodes the result depends on the weights alone.
pub(super) fn play<P: Plan>(
    context: &Context,
    plan: &P,
    pairing: &Pairing,
    seed: u64,
) -> Result<MatchResult, LabError> {
    let (games, nodes) = plan.match_size();
    let players =
        [player(context, plan, &pairing.a, seed)?, player(context, plan, &pairing.b, seed)?];
    let mut tournament = counted(players, games, nodes, seed, &context.program);
    tournament.event = format!("{} against {}", pairing.a, pairing.b);
    tournament.pdn = games_file(context, plan, pairing, seed);
    if let Some(seconds) = pairing.seconds {
        let move_time = Some(Duration::from_secs_f64(seconds));
        tournament.conditions.limits = MoveLimits { move_time, ..MoveLimits::default() };
        tournament.player_config.options.table = TIMED_TABLE;
    }
    let board = tournament.run(&StopFlag::new(), &mut |event| {
        if let Event::Cut(cut) = event {
            (context.warn)(&cut.to_string());
        }
    })?;
    let Pairing { a, b, seconds } = pairing.clone();
    Ok(MatchResult { a, b, seed, seconds, stats: board.stats(0), irregular: board.irregular() })
}

fn player<P: Plan>(
    context: &Context,
    plan: &P,
    name: &str,
    seed: u64,
) -> Result<PlayerSpec, LabError> {
    let (arm, techniques) = without(name)?;
    if plan.arm(arm).is_none() {
        return Ok(name.parse()?);
    }
    let net = context.weights(arm, seed, P::ENDING).display().to_string();
    Ok(PlayerSpec::Own { net, techniques, book: None })
}

/// A match that lasts long, such as every one at equal time, keeps its games, and goes on where it was interrupted.
fn games_file<P: Plan>(
    context: &Context,
    plan: &P,
    pairing: &Pairing,
    seed: u64,
) -> Option<PathBuf> {
    let name = match pairing.seconds {
        Some(_) => format!("{}-{seed}.pdn", pairing.a),
        None if plan.keeps_games() => format!("{}-{}-{seed}.pdn", pairing.a, pairing.b),
        None => return None,
    };
    Some(context.records.join(name))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::experiments::lab::{ExperimentSize, TrainingPlan, paper_networks};

    #[test]
    fn a_folder_may_have_any_name() {
        let scale = ExperimentSize::quick(1);
        let plan = TrainingPlan::new(&scale, paper_networks(&scale).to_vec(), Vec::new());
        let folder = Path::new("runs without history");
        let context = Context::new(&[], Vec::new(), folder, "test");
        let spec = player(&context, &plan, "nn4 without late-moves", 3).expect("a player");
        let PlayerSpec::Own { net, techniques, .. } = spec else { panic!("our own engine") };
        assert_eq!(Path::new(&net), folder.join("nets/nn4-3.safetensors"));
        assert_eq!(techniques.off().collect::<Vec<_>>(), ["late-moves"]);
        let other = player(&context, &plan, "hub:./scan hub", 3).expect("a player");
        assert_eq!(other, PlayerSpec::Hub("./scan hub".into()));
    }
}
