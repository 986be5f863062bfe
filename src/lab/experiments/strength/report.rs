//! The report: results with intervals, how the games ended, and under what conditions they were played.

use super::super::lab::{Strength, games_text, match_bars, percent, strength_text, tables_text};
use super::super::notes;
use super::meeting::Meeting;
use super::opponent::Opponent;
use crate::arena::tournament::spec::PlayerSpec;
use crate::results::{Align, Description, Figure, Report, Table, code, number, text};

/// The parts that are shown at a terminal.
pub const SUMMARY: &[&str] = &["results"];

/// The report of a run, by its description and its rows.
pub fn report(run: &Description, meetings: &[Meeting]) -> Report {
    let net = run.text("/evaluation/net");
    let name = net.parse().map_or(net, |player: PlayerSpec| player.short());
    let notes = run.list("/notes").iter().map(text).collect::<Vec<_>>();
    Report::new(notes::STRENGTH, &run.command)
        .text("name", &name)
        .table("results", &results(meetings))
        .figure(figure(&name, meetings, &run.command))
        .table("endings", &endings(meetings))
        .text("irregular", irregular(meetings))
        .table("conditions", &conditions(run, meetings))
        .text("notes", notes.join("\n\n"))
}

fn strength(meeting: &Meeting) -> Option<Strength> {
    Strength::of(std::slice::from_ref(&meeting.stats))
}

fn results(meetings: &[Meeting]) -> Table {
    let columns = [
        ("against", Align::Left),
        ("won, drawn, lost", Align::Right),
        ("score", Align::Right),
        ("pairs of 0, ½, 1, 1½, 2 points", Align::Right),
        ("Elo", Align::Right),
    ];
    let caption = "Results with the 95 % interval of Elo by pairs of games with the same opening.";
    let mut table = Table::new(caption, &columns);
    for meeting in meetings {
        let (stats, strength) = (&meeting.stats, strength(meeting));
        table.row([
            meeting.opponent.clone(),
            games_text(stats),
            strength.as_ref().map_or("–".into(), |s| percent(s.score, 1)),
            stats.pairs().map(|pairs| pairs.to_string()).join(", "),
            strength_text(strength.as_ref()),
        ]);
    }
    table
}

fn figure(name: &str, meetings: &[Meeting], command: &str) -> Figure {
    match_bars(
        &format!("Strength of {name}"),
        command,
        &format!("{name} against"),
        meetings.iter().map(|meeting| (meeting.opponent.clone(), strength(meeting))),
    )
}

fn endings(meetings: &[Meeting]) -> Table {
    let columns = [
        ("against", Align::Left),
        ("ending", Align::Left),
        ("won", Align::Right),
        ("drawn", Align::Right),
        ("lost", Align::Right),
    ];
    let mut table = Table::new("How the games ended, as our side sees them.", &columns);
    for meeting in meetings {
        for ending in &meeting.endings {
            let first = [meeting.opponent.clone(), ending.reason.clone()];
            table.row(first.into_iter().chain(ending.games.map(|games| games.to_string())));
        }
    }
    table
}

/// Games that did not end by the rules of the game.
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

fn conditions(run: &Description, meetings: &[Meeting]) -> Table {
    let opponents: Vec<Opponent> =
        run.list("/opponents").iter().filter_map(|opponent| text(opponent).parse().ok()).collect();
    let mut rows = vec![
        ("our side".to_string(), format!("{}, {}", run.program, run.text("/evaluation/net"))),
        ("SHA-256 of the evaluation".into(), run.text("/evaluation/sha256")),
        ("a move of our side and of Hub engines".into(), run.text("/pace")),
        ("our transposition table".into(), format!("{} MiB", run.number("/tt_mib"))),
        ("our endgame tables".into(), tables_text(run)),
        ("our threads".into(), "1".into()),
        ("openings".into(), openings(run)),
    ];
    if opponents.iter().any(|opponent| opponent.player().is_single()) {
        let minutes = number(run.number("/dxp_time_ms") as f64 / 60_000.0, 0);
        rows.push(("time of a DXP game".into(), format!("{minutes} min")));
    }
    rows.extend(meetings.iter().map(|meeting| {
        let names: Vec<String> = meeting.program_names.iter().map(|name| code(name)).collect();
        (meeting.opponent.clone(), format!("calls itself {}", names.join(", ")))
    }));
    rows.extend(opponents.iter().map(|opponent| {
        (format!("{}, reached by", opponent.name()), code(&opponent.player().to_string()))
    }));
    rows.extend(run.list("/hub_params").iter().map(|parameter| {
        (format!("Hub parameter {}", text(&parameter[0])), code(&text(&parameter[1])))
    }));
    Table::of_settings("What every game was played under.", "condition", rows)
}

fn openings(run: &Description) -> String {
    let (openings, games) = (run.number("/openings"), run.number("/games"));
    let drawn = if games < 2 * openings { ", drawn by the seed" } else { "" };
    format!("{openings} ballots{drawn}, {games} games a match")
}
