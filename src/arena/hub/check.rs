//! Tells an engine author what a Hub engine does wrong: a list of checks, each with the part of the protocol it is about.

use std::time::Duration;

use super::engine_under_test::{Answer, EngineUnderTest, is_command};
use crate::board::{Move, MoveList, Position, fen};
use crate::conformance::{self, Check, CheckLine, CheckResult, fault, must, should, unasked};
use crate::protocol::MoveText;
use crate::protocol::hub::{self, ParamKind, Reply};

/// From harmless to hostile, and its end last.
const CHECKS: [Check<EngineUnderTest>; 32] = [
    must("starts, and answers hub with id and wait", "start-up", introduces_itself),
    must("declares itself and its parameters in full", "start-up", declares_parameters),
    must("takes its own values back and answers init with ready", "start-up", initialises),
    must("answers ping with pong", "commands", answers_ping),
    must("answers go think with one legal move", "search", answers_go),
    must("plays the moves that follow the position", "position", follows_moves),
    must("writes every captured square of a capture", "moves", writes_captures),
    must("reads a capture that ends where it began", "moves", reads_round_trip),
    should("reads captured squares in any order and leading zeros", "moves", reads_any_order),
    must("obeys level depth", "level", obeys_depth),
    should("obeys level nodes", "level", obeys_nodes),
    must("obeys level move-time", "level", obeys_move_time),
    must("obeys a clock for the rest of the game", "level", obeys_time),
    must("obeys a clock for a number of moves", "level", obeys_moves),
    must("obeys a clock with an increment", "level", obeys_increment),
    should("reads seconds with a decimal comma", "level", reads_comma),
    must("ends an infinite search at stop, with one done", "search", stops),
    should("ends it within a tenth of a second", "search", stops_soon),
    must("answers ping during a search and goes on searching", "search", answers_ping_in_search),
    must("answers go ponder after stop", "search", stops_pondering),
    must("answers go ponder after ponder-hit", "search", obeys_ponder_hit),
    must("answers go analyze, also with a single legal move", "search", analyses),
    must("answers every go once, though nobody waits for it", "search", answers_each_go),
    must("passes over stop and ponder-hit while it does not search", "search", ignores_late_stop),
    must("forgets at new-game and plays on", "commands", starts_anew),
    must("passes over unknown commands and arguments", "commands", ignores_unknown),
    should("reads empty lines, CRLF and blanks around =", "lines", reads_blanks),
    should("bears a bad position and an illegal move", "position", bears_faults),
    should("writes info that readers understand", "info", writes_info),
    should("writes nothing that breaks other readers", "lines", spares_readers),
    must("ends at quit", "commands", quits),
    must("ends with its input, in the middle of a search", "commands", ends_with_input),
];

/// What a search may take beyond its limit before it counts as disobedient; the machine may be busy.
const GRACE: Duration = Duration::from_millis(500);
/// A stop that takes longer spoils games on short clocks.
const STOP: Duration = Duration::from_millis(100);
/// How long a search goes on before it is stopped.
const WHILE: Duration = Duration::from_millis(150);
/// The nodes that are allowed, and those beyond them that an engine may visit before it looks at their number.
const NODES: u64 = 2000;
const OVERRUN: u64 = 10_000;

/// Runs all checks; `watch` gets every line as soon as it is known.
pub fn run(bench: &mut EngineUnderTest, watch: &mut dyn FnMut(&CheckLine)) -> Vec<CheckLine> {
    conformance::run(&CHECKS, bench, watch)
}

fn position(text: &str) -> Position {
    fen::read(text).expect("the positions of the checks are sound")
}

fn start() -> Position {
    Position::start()
}

/// The position after these moves, written as Hub writes them.
fn after(start: &Position, moves: &str) -> Position {
    moves.split_whitespace().fold(*start, |position, text| {
        let text: MoveText = text.parse().expect("the moves of the checks are sound");
        let (mv, _) = text.find(&position).expect("the moves of the checks are legal");
        position.succ(mv)
    })
}

fn introduces_itself(bench: &mut EngineUnderTest) -> CheckResult {
    bench.say("hub")?;
    let asked = bench.times().startup;
    let lines = match bench.until("wait", asked) {
        Ok(lines) => lines,
        // Without this nothing can be asked.
        Err(trouble) => return bench.give_up(trouble.reason()),
    };
    if lines.iter().any(|line| is_command(line, "name")) {
        let reason =
            "it speaks version 1 of Hub ('name' in answer to hub); only version 2 is checked";
        return bench.give_up(reason.into());
    }
    let id = lines.iter().find(|line| is_command(line, "id")).cloned();
    bench.introduction = lines;
    match id.as_deref().map(Reply::parse) {
        Some(Ok(Some(Reply::Id { name, version, .. }))) => {
            Ok(format!("{name} {}", version.unwrap_or_default()).trim().into())
        }
        Some(Err(error)) => fault(format!("{}: {error}", id.unwrap_or_default().trim())),
        _ => fault("no id line before wait"),
    }
}

fn declares_parameters(bench: &mut EngineUnderTest) -> CheckResult {
    bench.is_there()?;
    let lines = bench.introduction.clone();
    let mut count = 0;
    for line in lines.iter().filter(|line| is_command(line, "param")) {
        let shown = line.trim();
        match Reply::parse(line) {
            Err(error) => return fault(format!("'{shown}': {error}")),
            Ok(Some(Reply::Param(param))) => {
                if let Some(wrong) = wrong_value(&param, line) {
                    return fault(format!("'{shown}': {wrong}"));
                }
            }
            Ok(_) => return fault(format!("'{shown}' is no param line")),
        }
        count += 1;
    }
    Ok(format!("{count} parameters"))
}

/// What is wrong with a parameter's kind or value.
fn wrong_value(param: &hub::Param, line: &str) -> Option<String> {
    let value = &param.value;
    let text = hub::HubLine::parse(line).ok().flatten()?;
    let kind = text.value("type").unwrap_or_default().to_owned();
    let within = match &param.kind {
        ParamKind::Bool => matches!(value.as_str(), "true" | "false"),
        ParamKind::Int { min, max } => {
            value.parse::<i64>().is_ok_and(|number| (*min..=*max).contains(&number))
        }
        ParamKind::Real { min, max } => {
            value.parse::<f64>().is_ok_and(|number| (*min..=*max).contains(&number))
        }
        ParamKind::Enum(values) => values.contains(value),
        ParamKind::Text if kind != "string" => {
            return Some(format!("type '{kind}'; it is bool, int, real, string or enum"));
        }
        ParamKind::Text => true,
    };
    (!within).then(|| format!("'{value}' is no {kind} value of it"))
}

fn initialises(bench: &mut EngineUnderTest) -> CheckResult {
    for line in bench.introduction.clone() {
        if let Ok(Some(Reply::Param(param))) = Reply::parse(&line) {
            let (name, value) = (param.name, param.value);
            bench.say(&hub::Command::SetParam { name, value }.to_string())?;
        }
    }
    bench.say("init")?;
    bench.until("ready", bench.times().startup)?;
    bench.now_ready();
    Ok(String::new())
}

fn answers_ping(bench: &mut EngineUnderTest) -> CheckResult {
    bench.ready()?;
    bench.nothing_but_pong()?;
    bench.now_answers_ping();
    Ok(String::new())
}

fn answers_go(bench: &mut EngineUnderTest) -> CheckResult {
    let answer = bench.search(&start(), "", "depth=3", Duration::ZERO)?;
    let mv = answer.exact(&start())?;
    bench.expect_no_done("for one go")?;
    Ok(mv.to_string())
}

/// White must take: a program that forgets the moves plays something else.
fn follows_moves(bench: &mut EngineUnderTest) -> CheckResult {
    expects_only(bench, &start(), "32-28 19-23")
}

/// The answer to these moves, after which a single move is legal.
fn expects_only(bench: &mut EngineUnderTest, start: &Position, moves: &str) -> CheckResult {
    let answer = bench.search(start, moves, "depth=3", Duration::ZERO)?;
    answer.exact(&after(start, moves)).map(|mv| mv.to_string())
}

fn writes_captures(bench: &mut EngineUnderTest) -> CheckResult {
    // Two captures of three pieces join 47 and 36.
    let twins = position("W:WK47,26:B14,19,29,31,42");
    let answer = bench.search(&twins, "", "depth=3", Duration::ZERO)?;
    answer.exact(&twins).map(|mv| mv.to_string())
}

fn reads_round_trip(bench: &mut EngineUnderTest) -> CheckResult {
    let king = position("W:WK38:B1,18,19,32,33");
    let answer = bench.search(&king, "38x38x18x19x32x33", "depth=3", Duration::ZERO)?;
    answer.exact(&after(&king, "38x38x18x19x32x33")).map(|mv| mv.to_string())
}

fn reads_any_order(bench: &mut EngineUnderTest) -> CheckResult {
    let king = position("W:WK38:B1,18,19,32,33");
    let moves = "38x38x33x32x19x18 01-06";
    let answer = bench.search(&king, moves, "depth=3", Duration::ZERO)?;
    answer.exact(&after(&king, moves)).map(|mv| mv.to_string())
}

/// A quiet position of the middle game with many moves.
fn middle_game() -> Position {
    position("W:W27,28,32,33,34,36,37,38,39,40,42,43,45,48:B3,6,8,9,11,12,13,14,16,18,19,23,24,26")
}

fn obeys_depth(bench: &mut EngineUnderTest) -> CheckResult {
    keeps_within(bench, "depth", 4, 4)
}

/// Searches with this limit, and looks at what the last `info` says was reached; more than the most is disobedience.
fn keeps_within(bench: &mut EngineUnderTest, name: &str, limit: u64, most: u64) -> CheckResult {
    let level = format!("{name}={limit}");
    let answer = bench.search(&middle_game(), "", &level, Duration::ZERO)?;
    answer.exact(&middle_game())?;
    match told(&answer, name) {
        None => unasked(format!("its info lines do not tell {name}; {}", took(&answer))),
        Some(reached) if reached > most => fault(format!("{name}={reached} with level {level}")),
        Some(reached) => Ok(format!("{name}={reached}, {}", took(&answer))),
    }
}

fn took(answer: &Answer) -> String {
    format!("took {:.0} ms", answer.took.as_secs_f64() * 1e3)
}

fn obeys_nodes(bench: &mut EngineUnderTest) -> CheckResult {
    keeps_within(bench, "nodes", NODES, NODES + OVERRUN)
}

/// The search must be over within this time.
fn obeys(bench: &mut EngineUnderTest, level: &str, limit: Duration) -> CheckResult {
    let answer = bench.search(&middle_game(), "", level, limit)?;
    answer.exact(&middle_game())?;
    if answer.took > limit + GRACE {
        return fault(format!("{} with level {level}", took(&answer)));
    }
    Ok(took(&answer))
}

fn obeys_move_time(bench: &mut EngineUnderTest) -> CheckResult {
    obeys(bench, "move-time=0.3", Duration::from_millis(300))
}

fn obeys_time(bench: &mut EngineUnderTest) -> CheckResult {
    obeys(bench, "time=2", Duration::from_secs(2))
}

fn obeys_moves(bench: &mut EngineUnderTest) -> CheckResult {
    obeys(bench, "moves=2 time=1", Duration::from_secs(1))
}

/// The increment is added before the move.
fn obeys_increment(bench: &mut EngineUnderTest) -> CheckResult {
    obeys(bench, "time=1 inc=0.5", Duration::from_millis(1500))
}

fn reads_comma(bench: &mut EngineUnderTest) -> CheckResult {
    obeys(bench, "move-time=0,3", Duration::from_millis(300))
}

/// Begins a search without limits; says whether it is still on after a while.
fn search_on(bench: &mut EngineUnderTest, go: &str) -> CheckResult<bool> {
    bench.ready()?;
    bench.set(&middle_game(), "", "infinite")?;
    bench.say(go)?;
    bench.searches_for(WHILE)
}

const STOPS: usize = 5;

fn stops(bench: &mut EngineUnderTest) -> CheckResult {
    for _ in 0..STOPS {
        if search_on(bench, "go think")? {
            bench.stop()?.exact(&middle_game())?;
            bench.expect_no_done("after stop")?;
        }
    }
    match bench.stops.len() {
        0 => unasked("it ends infinite searches by itself, as it may"),
        _ => Ok(stop_times(bench)),
    }
}

fn stop_times(bench: &EngineUnderTest) -> String {
    let mut times = bench.stops.clone();
    times.sort_unstable();
    let ms = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
    format!("median {:.1} ms, longest {:.1} ms", ms(times.get(times.len() / 2)), ms(times.last()))
}

/// The median counts: the machine may be busy.
fn stops_soon(bench: &mut EngineUnderTest) -> CheckResult {
    let mut times = bench.stops.clone();
    times.sort_unstable();
    match times.get(times.len() / 2) {
        None => unasked("no search was stopped"),
        Some(time) if *time > STOP => fault(stop_times(bench)),
        Some(_) => Ok(stop_times(bench)),
    }
}

fn answers_ping_in_search(bench: &mut EngineUnderTest) -> CheckResult {
    if !search_on(bench, "go think")? {
        return unasked("it ends infinite searches by itself, as it may");
    }
    bench.nothing_but_pong()?;
    if !bench.searches_for(WHILE)? {
        return fault("the search ended after ping");
    }
    bench.stop()?.exact(&middle_game()).map(|_| String::new())
}

fn stops_pondering(bench: &mut EngineUnderTest) -> CheckResult {
    if search_on(bench, "go ponder")? {
        bench.stop()?.exact(&middle_game())?;
        bench.expect_no_done("after stop")?;
        return Ok(String::new());
    }
    bench.nothing_but_pong()?;
    Ok("it answers at once, as it may".into())
}

fn obeys_ponder_hit(bench: &mut EngineUnderTest) -> CheckResult {
    bench.ready()?;
    let limit = Duration::from_millis(300);
    bench.set(&middle_game(), "", "move-time=0.3")?;
    bench.say("go ponder")?;
    if !bench.searches_for(limit + WHILE)? {
        bench.say("ponder-hit")?;
        bench.nothing_but_pong()?;
        return Ok("it does not wait for ponder-hit, as it may".into());
    }
    bench.say("ponder-hit")?;
    let answer = bench.done(limit + bench.times().thinking)?;
    answer.exact(&middle_game())?;
    if answer.took > limit + GRACE {
        return fault(format!("{} with move-time 0.3", took(&answer)));
    }
    Ok(took(&answer))
}

fn analyses(bench: &mut EngineUnderTest) -> CheckResult {
    bench.ready()?;
    let only = after(&start(), "32-28 19-23");
    let mut depth = None;
    for (place, limit) in [(middle_game(), "depth=4"), (only, "move-time=0.3")] {
        bench.set(&place, "", limit)?;
        bench.say("go analyze")?;
        let answer = bench.done(bench.times().thinking)?;
        answer.exact(&place)?;
        depth = told(&answer, "depth");
    }
    match depth {
        Some(0 | 1) => fault("a single legal move is played at once instead of being searched"),
        Some(depth) => Ok(format!("depth {depth} after a single move")),
        None => Ok(String::new()),
    }
}

/// The last figure of this name in its `info` lines.
fn told(answer: &Answer, name: &str) -> Option<u64> {
    let mut infos = answer.before.iter().rev().filter(|line| is_command(line, "info"));
    infos.find_map(|line| hub::HubLine::parse(line).ok()??.value(name)?.parse().ok())
}

/// Hub's own program sends the next position right after `stop`.
fn answers_each_go(bench: &mut EngineUnderTest) -> CheckResult {
    bench.ready()?;
    let places = [start(), middle_game(), after(&start(), "32-28")];
    for place in &places {
        bench.set(place, "", "infinite")?;
        bench.say("go think")?;
        bench.say("stop")?;
    }
    for place in &places {
        bench.done(bench.times().answer + bench.times().thinking)?.exact(place)?;
    }
    bench.nothing_but_pong()?;
    Ok(format!("{} searches", places.len()))
}

fn ignores_late_stop(bench: &mut EngineUnderTest) -> CheckResult {
    bench.ready()?;
    bench.say("stop")?;
    bench.say("ponder-hit")?;
    bench.nothing_but_pong()?;
    still_plays(bench)
}

/// A search after which nothing has changed.
fn still_plays(bench: &mut EngineUnderTest) -> CheckResult {
    let answer = bench.search(&start(), "", "depth=3", Duration::ZERO)?;
    answer.exact(&start()).map(|_| String::new())
}

fn starts_anew(bench: &mut EngineUnderTest) -> CheckResult {
    bench.ready()?;
    bench.say("new-game")?;
    bench.nothing_but_pong()?;
    still_plays(bench)
}

fn ignores_unknown(bench: &mut EngineUnderTest) -> CheckResult {
    bench.ready()?;
    bench.say("frobnicate left=2 \"right side\"")?;
    bench.say("set-param name=no-such-parameter value=1")?;
    let complaints = bench.nothing_but_pong()?;
    let answer = bench.search(&start(), "", "depth=3 handicap=2 later", Duration::ZERO)?;
    answer.exact(&start())?;
    let complaint = complaints.iter().find(|line| is_command(line, "error"));
    Ok(complaint.map(|line| format!("with {}", line.trim())).unwrap_or_default())
}

fn reads_blanks(bench: &mut EngineUnderTest) -> CheckResult {
    bench.ready()?;
    bench.say("")?;
    bench.say("   ")?;
    let start = start();
    bench.say(&format!(
        "  pos  pos = {}  moves = \"32-28  19-23\" \r",
        hub::write_position(&start)
    ))?;
    bench.say("level depth = 3\r")?;
    bench.say("go think\r")?;
    let answer = bench.done(bench.times().thinking)?;
    answer.exact(&after(&start, "32-28 19-23")).map(|mv| mv.to_string())
}

fn bears_faults(bench: &mut EngineUnderTest) -> CheckResult {
    bench.ready()?;
    let mut complaints = Vec::new();
    let letters = hub::write_position(&start());
    for bad in [
        "pos=nonsense".to_owned(),
        format!("pos={}", letters.replace('e', "x")),
        format!("pos={letters} moves=\"hello\""),
        format!("pos={letters} moves=\"32-28 32-28\""),
    ] {
        bench.say(&format!("pos {bad}"))?;
        let lines = bench.nothing_but_pong()?;
        complaints.extend(lines.into_iter().filter(|line| is_command(line, "error")));
    }
    still_plays(bench)?;
    Ok(format!("{} of 4 reported", complaints.len().min(4)))
}

fn writes_info(bench: &mut EngineUnderTest) -> CheckResult {
    let answer = bench.search(&middle_game(), "", "depth=6", Duration::ZERO)?;
    let infos: Vec<&String> =
        answer.before.iter().filter(|line| is_command(line, "info")).collect();
    if infos.is_empty() {
        return unasked("it writes none, as it may");
    }
    for line in &infos {
        let shown = line.trim();
        let parsed = hub::HubLine::parse(line).ok().flatten();
        let Some(parsed) = parsed else {
            return fault(format!("'{shown}' cannot be cut into words"));
        };
        if let Some(reason) = wrong_number(&parsed).or_else(|| wrong_line(&parsed)) {
            return fault(format!("'{shown}': {reason}"));
        }
    }
    Ok(format!("{} lines", infos.len()))
}

fn wrong_number(line: &hub::HubLine) -> Option<String> {
    line.items.iter().find_map(|item| {
        let value = item.value.as_deref().unwrap_or_default();
        let fits = match item.name.as_str() {
            "depth" | "nodes" => value.parse::<u64>().is_ok(),
            "mean-depth" | "score" | "time" | "nps" => value.parse::<f64>().is_ok(),
            _ => true,
        };
        (!fits).then(|| format!("'{value}' is no number for {}", item.name))
    })
}

/// Each move of the line expected, with all captured squares.
fn wrong_line(line: &hub::HubLine) -> Option<String> {
    let mut place = middle_game();
    for word in line.value("pv").unwrap_or_default().split_whitespace() {
        let found: Option<Move> = word.parse().ok().and_then(|text: MoveText| {
            MoveList::legal(&place).into_iter().find(|&mv| MoveText::from(mv) == text)
        });
        match found {
            None => return Some(format!("{word} in pv is no legal move in full notation")),
            Some(mv) => place = place.succ(mv),
        }
    }
    None
}

/// Over everything heard so far.
fn spares_readers(bench: &mut EngineUnderTest) -> CheckResult {
    bench.is_there()?;
    for line in &bench.heard {
        let shown = line.trim();
        if shown.is_empty() {
            return fault("an empty line ends the server of GWD");
        }
        if is_command(line, "done") && has_bad_ponder(line) {
            return fault(format!("'{shown}': no move behind ponder"));
        }
        let Ok(Some(parsed)) = hub::HubLine::parse(line) else { continue };
        let is_bare = parsed.items.iter().any(|item| item.value.is_none());
        match parsed.command.as_str() {
            "id" | "param" | "info" | "done" if is_bare => {
                return fault(format!("'{shown}': pydraughts expects name=value everywhere"));
            }
            "done" if parsed.items.first().is_some_and(|item| item.name != "move") => {
                return fault(format!("'{shown}': move= must come first"));
            }
            "done" if parsed.items.iter().any(|i| i.name != "move" && i.name != "ponder") => {
                return fault(format!(
                    "'{shown}': readers take the second item for the ponder move"
                ));
            }
            "id" | "param" | "info" | "done" if has_idle_quotes(line) => {
                return fault(format!(
                    "'{shown}': quotes around a value without blanks break draughtsnet"
                ));
            }
            _ => {}
        }
    }
    Ok(format!("{} lines", bench.heard.len()))
}

/// Whether a line that is understood without its ponder move has one that is none.
fn has_bad_ponder(line: &str) -> bool {
    let Ok(parsed) = hub::HubLine::parse(line) else { return line.contains("ponder") };
    parsed
        .as_ref()
        .and_then(|line| line.value("ponder"))
        .is_some_and(|text| text.parse::<MoveText>().is_err())
}

/// Whether a value stands in quotes that it does not need.
fn has_idle_quotes(line: &str) -> bool {
    let needs =
        |value: &str| value.is_empty() || value.contains(|c: char| c.is_whitespace() || c == '=');
    line.split('"').skip(1).step_by(2).any(|value| !needs(value))
}

fn quits(bench: &mut EngineUnderTest) -> CheckResult {
    bench.ready()?;
    bench.say("quit")?;
    bench.ends("after quit")
}

fn ends_with_input(bench: &mut EngineUnderTest) -> CheckResult {
    let searching = search_on(bench, "go think")?;
    let seen = bench.ends_at_end_of_input()?;
    Ok(if searching { seen } else { format!("{seen}; it was not searching any more") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_of_the_checks_leave_the_moves_they_speak_of() {
        let count = |place: &Position| MoveList::legal(place).len();
        assert_eq!(count(&after(&start(), "32-28 19-23")), 1);
        assert!(count(&middle_game()) > 5 && !middle_game().must_capture());
        let twins = position("W:WK47,26:B14,19,29,31,42");
        assert!(
            MoveList::legal(&twins).into_iter().filter(|mv| mv.to().number() == 36).count() > 1
        );
    }

    #[test]
    fn a_ponder_move_that_is_none_is_found() {
        assert!(has_bad_ponder("done move=32-28 ponder="));
        assert!(has_bad_ponder("done move=32-28 ponder=none"));
        assert!(!has_bad_ponder("done move=32-28 ponder=19-23") && !has_bad_ponder("done"));
    }

    #[test]
    fn quotes_are_idle_around_a_word_and_needed_around_blanks_or_nothing() {
        assert!(has_idle_quotes("info pv=\"32-28\""));
        assert!(!has_idle_quotes("info pv=\"32-28 19-23\" author=\"\""));
    }
}
