//! The report: results with intervals, how the games ended, and under what conditions they were played.

use super::super::lab::{Strength, heading, match_bars, percent, strength_text};
use super::meeting::Meeting;
use super::settings::StrengthSettings;
use crate::engine::Endgame;
use crate::results::{Align, Document, Figure, Section, Table, code, number};

/// The table of results, for a terminal.
#[must_use]
pub fn summary(meetings: &[Meeting]) -> String {
    results(meetings).to_markdown()
}

/// The report of a run.
#[must_use]
pub fn report(settings: &StrengthSettings, meetings: &[Meeting], command: &str) -> Document {
    let name = settings.evaluation.0.short();
    let mut blocks = vec![
        heading("What came out"),
        Section::Table(results(meetings)),
        Section::Figure(figure(&name, meetings, command)),
        heading("How the games ended"),
        Section::Table(endings(meetings)),
    ];
    let irregular: Vec<String> = meetings.iter().flat_map(irregular).collect();
    if !irregular.is_empty() {
        blocks.push(Section::Text("Games that did not end by the rules of the game:".into()));
        blocks.push(Section::List(irregular));
    }
    blocks.extend([heading("Conditions"), Section::Table(conditions(settings, meetings))]);
    blocks.extend(settings.notes.iter().cloned().map(Section::Text));
    blocks.extend(files(command));
    Document {
        title: format!("How strong {name} is"),
        subtitle: "Matches against programs from outside, every opening with both colours".into(),
        command: command.into(),
        blocks,
    }
}

fn strength(meeting: &Meeting) -> Option<Strength> {
    Strength::of(std::slice::from_ref(&meeting.tally))
}

fn results(meetings: &[Meeting]) -> Table {
    let columns = [
        ("against", Align::Left),
        ("won, drawn, lost", Align::Right),
        ("score", Align::Right),
        ("pairs of 0, ½, 1, 1½, 2 points", Align::Right),
        ("Elo", Align::Right),
    ];
    let caption =
        "LabResults with the 95 % interval of Elo by pairs of games with the same opening.";
    let mut table = Table::new(caption, &columns);
    for meeting in meetings {
        let (tally, strength) = (&meeting.tally, strength(meeting));
        table.row([
            meeting.opponent.clone(),
            format!("{}, {}, {}", tally.wins(), tally.draws(), tally.losses()),
            strength.as_ref().map_or("–".into(), |s| percent(s.score, 1)),
            tally.pairs().map(|pairs| pairs.to_string()).join(", "),
            strength_text(strength.as_ref()),
        ]);
    }
    table
}

fn figure(name: &str, meetings: &[Meeting], command: &str) -> Figure {
    match_bars(
        &format!("**Figure 1.** Elo difference of {name} to each opponent."),
        &format!("Figure 1. Strength of {name}"),
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

fn irregular(meeting: &Meeting) -> impl Iterator<Item = String> + '_ {
    meeting
        .irregular
        .iter()
        .map(|(reason, count)| format!("{}: {count} × {reason}", meeting.opponent))
}

fn conditions(settings: &StrengthSettings, meetings: &[Meeting]) -> Table {
    let columns = [("condition", Align::Left), ("value", Align::Left)];
    let mut table = Table::new("What every game was played under.", &columns);
    let (own, checksum) = &settings.evaluation;
    let tables = settings.endgame.as_ref().map(Endgame::pieces);
    let told = |meeting: &Meeting| {
        let told: Vec<String> = meeting.told.iter().map(|name| code(name)).collect();
        (meeting.opponent.clone(), format!("calls itself {}", told.join(", ")))
    };
    let reached = settings.opponents.iter().map(|opponent| {
        (format!("{}, reached by", opponent.name()), code(&opponent.player().to_string()))
    });
    let mut rows = vec![
        ("our side".to_string(), format!("{}, {}", settings.program, own)),
        ("SHA-256 of the evaluation".into(), checksum.clone()),
        ("a move of our side and of Hub engines".into(), settings.pace.to_string()),
        ("our transposition table".into(), format!("{} MiB", settings.table)),
        (
            "our endgame tables".into(),
            tables.map_or("none".into(), |n| format!("up to {n} pieces")),
        ),
        ("our threads".into(), "1".into()),
        ("openings".into(), openings(settings)),
    ];
    if settings.opponents.iter().any(|opponent| opponent.player().is_single()) {
        rows.push(("time of a DXP game".into(), format!("{} min", minutes(settings))));
    }
    rows.extend(meetings.iter().map(told));
    rows.extend(reached);
    let params = settings.hub_params.iter();
    rows.extend(params.map(|(name, value)| (format!("Hub parameter {name}"), code(value))));
    for (name, value) in rows {
        table.row([name, value]);
    }
    table
}

fn minutes(settings: &StrengthSettings) -> String {
    number(settings.minutes.duration().as_secs_f64() / 60.0, 0)
}

fn openings(settings: &StrengthSettings) -> String {
    let openings = settings.openings();
    let drawn = if settings.games < 2 * openings { ", drawn by the seed" } else { "" };
    format!("{openings} ballots{drawn}, {} games a match", settings.games)
}

fn files(command: &str) -> [Section; 3] {
    [
        heading("Files, and how to repeat them"),
        Section::Code(command.into()),
        Section::Text(
            "`settings.json` holds what the figures depend on, `figures.jsonl` one line for each match, `games/` every game as PDN with \
             the time and score of each move. The same command goes on where an interrupted match stopped. DXP has no word for the time \
             of a single move: a DXP program must be set to the time of our side itself. LabResults at a time for each move depend on the \
             machine."
                .into(),
        ),
    ]
}
