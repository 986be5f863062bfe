//! The report: results with intervals, how the games ended, and under what conditions they were played.

use draughts_td_results::notes;

use super::super::lab::{Strength, match_bars, match_cells, tables_text};
use super::run::Meeting;
use super::settings::Opponent;
use crate::arena::tournament::spec::PlayerSpec;
use crate::results::{Description, Report, code, number, text};

/// How the captions of tables begin that are shown at a terminal.
pub const SUMMARY: &[&str] = &["Results with the 95 % interval"];

/// The report of a run, by its description and its rows.
pub fn report(run: &Description, meetings: &[Meeting]) -> Report {
    let net = run.text("/evaluation/net");
    let name = net.parse().map_or(net, |player: PlayerSpec| player.short());
    let notes = run.list("/notes").iter().map(text).collect::<Vec<_>>();
    let strength = |meeting: &Meeting| Strength::of(std::slice::from_ref(&meeting.stats));
    let bars = meetings.iter().map(|meeting| (meeting.opponent.clone(), strength(meeting)));
    let bars = match_bars(&format!("{name} against"), bars);
    let results = meetings.iter().map(|meeting| {
        let [games, score, elo] = match_cells(strength(meeting).as_ref());
        let pairs = meeting.stats.pairs().map(|pairs| pairs.to_string()).join(", ");
        [meeting.opponent.clone(), games, score, pairs, elo]
    });
    let endings = meetings.iter().flat_map(|meeting| {
        meeting.endings.iter().map(|ending| {
            let first = [meeting.opponent.clone(), ending.reason.clone()];
            first.into_iter().chain(ending.games.map(|games| games.to_string()))
        })
    });
    Report::new(notes::STRENGTH, &run.command)
        .settings(&run.settings)
        .text("name", &name)
        .text("program", &run.program)
        .rows("results", results)
        .figure(1, &format!("Strength of {name}"), &bars)
        .rows("endings", endings)
        .text("irregular", irregular(meetings))
        .text("tables", tables_text(run))
        .text("openings", openings(run))
        .rows("conditions", conditions(run, meetings))
        .text("notes", notes.join("\n\n"))
}

fn irregular(meetings: &[Meeting]) -> String {
    let games = meetings.iter().flat_map(|meeting| {
        let reasons = meeting.irregular.iter();
        reasons.map(|(reason, count)| format!("- {}: {count} × {reason}", meeting.opponent))
    });
    let games: Vec<String> = games.collect();
    match games.as_slice() {
        [] => String::new(),
        _ => format!("Games that did not end by the rules of the game:\n\n{}", games.join("\n")),
    }
}

/// The conditions that depend on who was met.
fn conditions(run: &Description, meetings: &[Meeting]) -> Vec<[String; 2]> {
    let opponents: Vec<Opponent> =
        run.list("/opponents").iter().filter_map(|opponent| text(opponent).parse().ok()).collect();
    let minutes = number(run.number("/dxp_time_ms") as f64 / 60_000.0, 0);
    let is_timed = opponents.iter().any(|opponent| opponent.player().is_single());
    let time = is_timed.then(|| ["time of a DXP game".into(), format!("{minutes} min")]);
    let names = meetings.iter().map(|meeting| {
        let names: Vec<String> = meeting.program_names.iter().map(|name| code(name)).collect();
        [meeting.opponent.clone(), format!("calls itself {}", names.join(", "))]
    });
    let reached = opponents.iter().map(|opponent| {
        [format!("{}, reached by", opponent.name()), code(&opponent.player().to_string())]
    });
    let parameters = run.list("/hub_params").iter().map(|parameter| {
        [format!("Hub parameter {}", text(&parameter[0])), code(&text(&parameter[1]))]
    });
    time.into_iter().chain(names).chain(reached).chain(parameters).collect()
}

fn openings(run: &Description) -> String {
    let (openings, games) = (run.number("/openings"), run.number("/games"));
    let drawn = if games < 2 * openings { ", drawn by the seed" } else { "" };
    format!("{openings} ballots{drawn}, {games} games a match")
}
