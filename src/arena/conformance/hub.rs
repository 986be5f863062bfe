//! Checks of a Hub engine, each with the part of the protocol that it is about.

use std::time::Duration;

use super::check::{
    self, Check, CheckLine, CheckResult, START, Timeouts, UnderTest, fail, must, position, should,
    skip, weak,
};
use super::hub_engine::{Answer, EngineUnderTest, is_command, quoted};
use crate::board::{Move, MoveList, Position};
use crate::error::PlayError;
use crate::player::StopFlag;
use crate::protocol::MoveText;
use crate::protocol::hub::{self, ParamKind, Reply};
use crate::protocol_log::ProtocolLog;

/// A line to send to an engine, or an expectation.
pub(super) enum HubStep {
    /// The engine past `init`, without a search.
    Ready,
    Send(&'static str),
    /// `pong` in answer to `ping`, and no other answer.
    ExpectPong,
    /// A search of depth 3 after these moves from this position, and one legal move, written exactly.
    Search(&'static str, &'static str),
    /// A search with this level (a name and a limit), whose last `info` reports at most this much.
    Within(&'static str, u64, u64),
    /// A search with this level, over within this number of milliseconds.
    InTime(&'static str, u64),
    /// The exit of the engine; otherwise this is after what it still runs.
    ExpectExit(&'static str),
    /// Makes the detail of a check empty.
    Pass,
    Run(fn(&mut EngineUnderTest) -> CheckResult),
}

/// A quiet position of the middle game with many moves.
const MIDDLE_GAME: &str =
    "W:W27,28,32,33,34,36,37,38,39,40,42,43,45,48:B3,6,8,9,11,12,13,14,16,18,19,23,24,26";
/// Moves after which White must capture: an engine that ignores them plays another move.
const TO_CAPTURE: &str = "32-28 19-23";
/// Two captures of three pieces join 47 and 36.
const TWO_CAPTURES: &str = "W:WK47,26:B14,19,29,31,42";
/// A king that can capture four pieces and end where it began.
const ROUND_TRIP: &str = "W:WK38:B1,18,19,32,33";

/// From harmless to hostile, and the exit last.
#[rustfmt::skip]
const CHECKS: [Check<HubStep>; 32] = {
    use HubStep::*;
    [
        must("starts, and answers hub with id and wait", "start-up", &[Run(introduce)]),
        must("declares itself and its parameters in full", "start-up", &[Run(declare_params)]),
        must("takes its own values back and answers init with ready", "start-up", &[Run(init)]),
        must("answers ping with pong", "commands", &[Ready, ExpectPong, Run(set_answers_ping)]),
        must("answers go think with one legal move", "search", &[Run(search_once)]),
        must("plays the moves that follow the position", "position", &[Search(START, TO_CAPTURE)]),
        must("writes every captured square of a capture", "moves", &[Search(TWO_CAPTURES, "")]),
        must("reads a capture that ends where it began", "moves",
            &[Search(ROUND_TRIP, "38x38x18x19x32x33")]),
        should("reads captured squares in any order and leading zeros", "moves",
            &[Search(ROUND_TRIP, "38x38x33x32x19x18 01-06")]),
        must("obeys level depth", "level", &[Within("depth", 4, 4)]),
        should("obeys level nodes", "level", &[Within("nodes", NODES, NODES + NODES_MARGIN)]),
        must("obeys level move-time", "level", &[InTime("move-time=0.3", 300)]),
        must("obeys a clock for the rest of the game", "level", &[InTime("time=2", 2000)]),
        must("obeys a clock for a number of moves", "level", &[InTime("moves=2 time=1", 1000)]),
        // The increment is added before the move.
        must("obeys a clock with an increment", "level", &[InTime("time=1 inc=0.5", 1500)]),
        should("reads seconds with a decimal comma", "level", &[InTime("move-time=0,3", 300)]),
        must("ends an infinite search at stop, with one done", "search", &[Run(stop_searches)]),
        should("ends it within a tenth of a second", "search", &[Run(stop_soon)]),
        must("answers ping during a search and keeps searching", "search",
            &[Run(ping_in_search)]),
        must("answers go ponder after stop", "search", &[Run(stop_pondering)]),
        must("answers go ponder after ponder-hit", "search", &[Run(ponder_hit)]),
        must("answers go analyze, also with a single legal move", "search", &[Run(analyse)]),
        must("answers every go once, though nobody waits for it", "search",
            &[Run(search_without_waiting)]),
        must("passes over stop and ponder-hit while it does not search", "search",
            &[Ready, Send("stop"), Send("ponder-hit"), ExpectPong, Search(START, ""), Pass]),
        must("forgets at new-game and plays on", "commands",
            &[Ready, Send("new-game"), ExpectPong, Search(START, ""), Pass]),
        must("passes over unknown commands and arguments", "commands", &[Run(send_unknown)]),
        should("reads empty lines, CRLF and blanks around =", "lines", &[Run(send_blanks)]),
        should("bears a bad position and an illegal move", "position", &[Run(send_faults)]),
        should("writes info that readers understand", "info", &[Run(read_info)]),
        should("writes nothing that breaks other readers", "lines", &[Run(read_lines)]),
        must("ends at quit", "commands", &[Ready, Send("quit"), ExpectExit("after quit")]),
        must("ends with its input, in the middle of a search", "commands", &[Run(close_input)]),
    ]
};

/// The time that a search may take beyond its limit; the machine may be busy.
const TIME_MARGIN: Duration = Duration::from_millis(500);
/// A stop that takes longer spoils games on short clocks.
const MAX_STOP: Duration = Duration::from_millis(100);
/// How long a search continues before it is stopped.
const SEARCH_TIME: Duration = Duration::from_millis(150);
/// The node limit, and the nodes beyond it that an engine may visit before it compares their number.
const NODES: u64 = 2000;
const NODES_MARGIN: u64 = 10_000;
const STOPS: usize = 5;
const MOVE_TIME: Duration = Duration::from_millis(300);

/// Makes all checks of the engine that this command starts; `stop` ends the checks, and the engine with them. `watch` gets every line as soon as it is known.
pub fn run(
    command: &str,
    startup: Duration,
    times: Timeouts,
    trace: ProtocolLog,
    stop: StopFlag,
    watch: &mut dyn FnMut(&CheckLine),
) -> Result<Vec<CheckLine>, PlayError> {
    let mut engine = EngineUnderTest::new(command, startup, times, trace, stop);
    engine.reach()?;
    Ok(check::run(&CHECKS, &mut engine, watch))
}

/// The position after these moves, written as in Hub.
fn after(start: &Position, moves: &str) -> Position {
    moves.split_whitespace().fold(*start, |position, text| {
        let text: MoveText = text.parse().expect("the moves of the checks are sound");
        let (mv, _) = text.find(&position).expect("the moves of the checks are legal");
        position.succ(mv)
    })
}

impl UnderTest for EngineUnderTest {
    type Step = HubStep;

    fn unavailable(&self) -> Option<&str> {
        self.unavailable.as_deref()
    }

    fn perform(&mut self, step: &HubStep) -> CheckResult {
        let unit = match *step {
            HubStep::Ready => self.ready(),
            HubStep::Send(line) => self.send(line),
            HubStep::ExpectPong => self.expect_pong().map(drop),
            HubStep::Search(start, moves) => return self.search_depth_3(&position(start), moves),
            HubStep::Within(name, limit, most) => return self.search_within(name, limit, most),
            HubStep::InTime(level, ms) => {
                return self.search_in_time(level, Duration::from_millis(ms));
            }
            HubStep::ExpectExit(when) => return self.exits(when),
            HubStep::Pass => Ok(()),
            HubStep::Run(run) => return run(self),
        };
        unit.map(|()| String::new())
    }
}

impl EngineUnderTest {
    fn search_depth_3(&mut self, start: &Position, moves: &str) -> CheckResult {
        let answer = self.search(start, moves, "depth=3", Duration::ZERO)?;
        answer.exact(&after(start, moves)).map(|mv| mv.to_string())
    }

    fn search_within(&mut self, name: &str, limit: u64, most: u64) -> CheckResult {
        let (start, level) = (position(MIDDLE_GAME), format!("{name}={limit}"));
        let answer = self.search(&start, "", &level, Duration::ZERO)?;
        answer.exact(&start)?;
        let time = time_of(&answer);
        match last_info(&answer, name) {
            None => skip(format!("its info lines do not tell {name}; {time}")),
            Some(reached) if reached > most => fail(format!("{name}={reached} with level {level}")),
            Some(reached) => Ok(format!("{name}={reached}, {time}")),
        }
    }

    fn search_in_time(&mut self, level: &str, limit: Duration) -> CheckResult {
        let start = position(MIDDLE_GAME);
        let answer = self.search(&start, "", level, limit)?;
        expect_in_time(&answer, limit, &format!("level {level}"))
    }

    /// Begins a search without limits, and returns whether it still runs after a while.
    fn search_on(&mut self, go: &str) -> CheckResult<bool> {
        self.ready()?;
        self.set(&position(MIDDLE_GAME), "", "infinite")?;
        self.send(go)?;
        self.searches_for(SEARCH_TIME)
    }

    fn stop_and_expect_move(&mut self) -> CheckResult<()> {
        self.stop()?.exact(&position(MIDDLE_GAME)).map(drop)
    }

    fn stop_times(&self) -> Option<(Duration, String)> {
        let mut times = self.stops.clone();
        times.sort_unstable();
        let (median, last) = (*times.get(times.len() / 2)?, *times.last()?);
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        Some((median, format!("median {:.1} ms, longest {:.1} ms", ms(median), ms(last))))
    }
}

fn expect_in_time(answer: &Answer, limit: Duration, limits: &str) -> CheckResult {
    answer.exact(&position(MIDDLE_GAME))?;
    let time = time_of(answer);
    if answer.took > limit + TIME_MARGIN { fail(format!("{time} with {limits}")) } else { Ok(time) }
}

fn time_of(answer: &Answer) -> String {
    format!("took {:.0} ms", answer.took.as_secs_f64() * 1e3)
}

/// The value of this name in the last `info` line that has one.
fn last_info(answer: &Answer, name: &str) -> Option<u64> {
    let mut infos = answer.before.iter().rev().filter(|line| is_command(line, "info"));
    infos.find_map(|line| hub::HubLine::parse(line).ok()??.value(name)?.parse().ok())
}

/// Without an answer, or in version 1, no further check can be made.
fn introduce(engine: &mut EngineUnderTest) -> CheckResult {
    engine.send("hub")?;
    let startup = engine.startup();
    let lines = match engine.until("wait", startup) {
        Ok(lines) => lines,
        Err(failure) => {
            return engine.give_up(format!("{}; --startup gives it more", failure.reason()));
        }
    };
    if lines.iter().any(|line| is_command(line, "name")) {
        let reason =
            "it speaks version 1 of Hub ('name' in answer to hub); only version 2 is checked";
        return engine.give_up(reason.into());
    }
    let id = lines.iter().find(|line| is_command(line, "id")).cloned();
    engine.introduction = lines;
    match id.as_deref().map(Reply::parse) {
        Some(Ok(Some(Reply::Id { name, version, .. }))) => {
            Ok(quoted(&format!("{name} {}", version.unwrap_or_default())))
        }
        Some(Err(error)) => fail(format!("{}: {error}", quoted(&id.unwrap_or_default()))),
        _ => fail("no id line before wait"),
    }
}

fn declare_params(engine: &mut EngineUnderTest) -> CheckResult {
    engine.check_available()?;
    let mut count = 0;
    for line in engine.introduction.iter().filter(|line| is_command(line, "param")) {
        let quoted = quoted(line);
        match Reply::parse(line) {
            Err(error) => return fail(format!("'{quoted}': {error}")),
            Ok(Some(Reply::Param(param))) => {
                if let Some(wrong) = wrong_value(&param, line) {
                    return fail(format!("'{quoted}': {wrong}"));
                }
            }
            Ok(_) => return fail(format!("'{quoted}' is no param line")),
        }
        count += 1;
    }
    Ok(format!("{count} parameters"))
}

/// The fault of a parameter's kind or value, if any.
fn wrong_value(param: &hub::Param, line: &str) -> Option<String> {
    let value = &param.value;
    let text = hub::HubLine::parse(line).ok().flatten()?;
    let kind = text.value("type").unwrap_or_default().to_owned();
    let needed: &[&str] = match kind.as_str() {
        "int" | "real" => &["value", "min", "max"],
        "enum" => &["value", "values"],
        _ => &["value"],
    };
    if let Some(missing) = needed.iter().find(|&&name| text.value(name).is_none()) {
        return Some(format!("{missing} is missing"));
    }
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

fn init(engine: &mut EngineUnderTest) -> CheckResult {
    for line in engine.introduction.clone() {
        if let Ok(Some(Reply::Param(param))) = Reply::parse(&line) {
            let (name, value) = (param.name, param.value);
            engine.send(&hub::Command::SetParam { name, value }.to_string())?;
        }
    }
    engine.send("init")?;
    engine.until("ready", engine.startup())?;
    engine.set_ready();
    Ok(String::new())
}

fn set_answers_ping(engine: &mut EngineUnderTest) -> CheckResult {
    engine.set_answers_ping();
    Ok(String::new())
}

fn search_once(engine: &mut EngineUnderTest) -> CheckResult {
    let mv = engine.search_depth_3(&position(START), "")?;
    engine.expect_no_done("for one go")?;
    Ok(mv)
}

fn stop_searches(engine: &mut EngineUnderTest) -> CheckResult {
    for _ in 0..STOPS {
        if engine.search_on("go think")? {
            engine.stop_and_expect_move()?;
            engine.expect_no_done("after stop")?;
        }
    }
    match engine.stop_times() {
        None => skip("it ends infinite searches by itself, as it may"),
        Some((_, times)) => Ok(times),
    }
}

/// The median counts: the machine may be busy.
fn stop_soon(engine: &mut EngineUnderTest) -> CheckResult {
    match engine.stop_times() {
        None => skip("no search was stopped"),
        Some((median, times)) if median > MAX_STOP => fail(times),
        Some((_, times)) => Ok(times),
    }
}

fn ping_in_search(engine: &mut EngineUnderTest) -> CheckResult {
    if !engine.search_on("go think")? {
        return skip("it ends infinite searches by itself, as it may");
    }
    engine.expect_pong()?;
    if !engine.searches_for(SEARCH_TIME)? {
        return fail("the search ended after ping");
    }
    engine.stop_and_expect_move().map(|()| String::new())
}

fn stop_pondering(engine: &mut EngineUnderTest) -> CheckResult {
    if engine.search_on("go ponder")? {
        engine.stop_and_expect_move()?;
        engine.expect_no_done("after stop")?;
        return Ok(String::new());
    }
    engine.expect_pong()?;
    Ok("it answers at once, as it may".into())
}

fn ponder_hit(engine: &mut EngineUnderTest) -> CheckResult {
    engine.ready()?;
    engine.set(&position(MIDDLE_GAME), "", "move-time=0.3")?;
    engine.send("go ponder")?;
    let searches = engine.searches_for(MOVE_TIME + SEARCH_TIME)?;
    engine.send("ponder-hit")?;
    if !searches {
        engine.expect_pong()?;
        return Ok("it does not wait for ponder-hit, as it may".into());
    }
    let answer = engine.expect_done(MOVE_TIME + engine.times().thinking)?;
    expect_in_time(&answer, MOVE_TIME, "move-time 0.3")
}

fn analyse(engine: &mut EngineUnderTest) -> CheckResult {
    engine.ready()?;
    let single = after(&position(START), TO_CAPTURE);
    let mut depths = [None; 2];
    let searches = [(position(MIDDLE_GAME), "depth=4"), (single, "move-time=0.3")];
    for (depth, (start, level)) in depths.iter_mut().zip(searches) {
        engine.set(&start, "", level)?;
        engine.send("go analyze")?;
        let answer = engine.expect_done(engine.times().thinking)?;
        answer.exact(&start)?;
        *depth = last_info(&answer, "depth");
    }
    // "Is allowed to behave differently", says the protocol.
    match depths {
        [_, None] => Ok(String::new()),
        [Some(0 | 1), Some(0 | 1)] => Ok("its searches are not deeper than one ply".into()),
        [_, Some(0 | 1)] => {
            weak("a single legal move is played at once instead of being searched, as is allowed")
        }
        [_, Some(depth)] => Ok(format!("depth {depth} after a single move")),
    }
}

/// Hub's own program sends the next position right after `stop`.
fn search_without_waiting(engine: &mut EngineUnderTest) -> CheckResult {
    engine.ready()?;
    let start = position(START);
    let positions = [start, position(MIDDLE_GAME), after(&start, "32-28")];
    for start in &positions {
        engine.set(start, "", "infinite")?;
        engine.send("go think")?;
        engine.send("stop")?;
    }
    for start in &positions {
        engine.expect_done(engine.times().answer + engine.times().thinking)?.exact(start)?;
    }
    engine.expect_pong()?;
    Ok(format!("{} searches", positions.len()))
}

fn send_unknown(engine: &mut EngineUnderTest) -> CheckResult {
    engine.ready()?;
    engine.send("frobnicate left=2 \"right side\"")?;
    engine.send("set-param name=no-such-parameter value=1")?;
    let lines = engine.expect_pong()?;
    let start = position(START);
    engine.search(&start, "", "depth=3 handicap=2 later", Duration::ZERO)?.exact(&start)?;
    let error = lines.iter().find(|line| is_command(line, "error"));
    Ok(error.map(|line| format!("with {}", quoted(line))).unwrap_or_default())
}

fn send_blanks(engine: &mut EngineUnderTest) -> CheckResult {
    engine.ready()?;
    let start = position(START);
    let letters = hub::write_position(&start);
    engine.send("")?;
    engine.send("   ")?;
    engine.send(&format!("  pos  pos = {letters}  moves = \"32-28  19-23\" \r"))?;
    engine.send("level depth = 3\r")?;
    engine.send("go think\r")?;
    let answer = engine.expect_done(engine.times().thinking)?;
    answer.exact(&after(&start, TO_CAPTURE)).map(|mv| mv.to_string())
}

fn send_faults(engine: &mut EngineUnderTest) -> CheckResult {
    engine.ready()?;
    let mut errors = Vec::new();
    let start = position(START);
    let letters = hub::write_position(&start);
    for wrong in [
        "pos=nonsense".to_owned(),
        format!("pos={}", letters.replace('e', "x")),
        format!("pos={letters} moves=\"hello\""),
        format!("pos={letters} moves=\"32-28 32-28\""),
    ] {
        engine.send(&format!("pos {wrong}"))?;
        let lines = engine.expect_pong()?;
        errors.extend(lines.into_iter().filter(|line| is_command(line, "error")));
    }
    engine.search_depth_3(&start, "")?;
    Ok(format!("{} of 4 reported", errors.len().min(4)))
}

fn read_info(engine: &mut EngineUnderTest) -> CheckResult {
    let answer = engine.search(&position(MIDDLE_GAME), "", "depth=6", Duration::ZERO)?;
    let mut count = 0;
    for line in answer.before.iter().filter(|line| is_command(line, "info")) {
        let quoted = quoted(line);
        let Some(parsed) = hub::HubLine::parse(line).ok().flatten() else {
            return fail(format!("'{quoted}' cannot be cut into words"));
        };
        if let Some(reason) = wrong_number(&parsed).or_else(|| wrong_pv(&parsed)) {
            return fail(format!("'{quoted}': {reason}"));
        }
        count += 1;
    }
    if count == 0 { skip("it writes none, as it may") } else { Ok(format!("{count} lines")) }
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

/// A move of the variation that is not legal, or not written with all captured squares.
fn wrong_pv(line: &hub::HubLine) -> Option<String> {
    let mut position = position(MIDDLE_GAME);
    for word in line.value("pv").unwrap_or_default().split_whitespace() {
        let found: Option<Move> = word.parse().ok().and_then(|text: MoveText| {
            MoveList::legal(&position).into_iter().find(|&mv| MoveText::from(mv) == text)
        });
        match found {
            None => return Some(format!("{word} in pv is no legal move in full notation")),
            Some(mv) => position = position.succ(mv),
        }
    }
    None
}

fn read_lines(engine: &mut EngineUnderTest) -> CheckResult {
    engine.check_available()?;
    for line in &engine.heard {
        let quoted = quoted(line);
        if quoted.is_empty() {
            return fail("an empty line ends the server of GWD");
        }
        if let Some(c) = line.chars().find(|c| c.is_control() && *c != '\t') {
            return fail(format!("'{quoted}' holds the control character {}", c.escape_unicode()));
        }
        if is_command(line, "done") && has_wrong_ponder(line) {
            return fail(format!("'{quoted}': no move after ponder"));
        }
        let Ok(Some(parsed)) = hub::HubLine::parse(line) else { continue };
        let has_bare_item = parsed.items.iter().any(|item| item.value.is_none());
        match parsed.command.as_str() {
            "id" | "param" | "info" | "done" if has_bare_item => {
                return fail(format!("'{quoted}': pydraughts expects name=value everywhere"));
            }
            "done" if parsed.items.first().is_some_and(|item| item.name != "move") => {
                return fail(format!("'{quoted}': move= must come first"));
            }
            "done" if parsed.items.iter().any(|i| i.name != "move" && i.name != "ponder") => {
                return fail(format!(
                    "'{quoted}': readers take the second item for the ponder move"
                ));
            }
            "id" | "param" | "info" | "done" if has_needless_quotes(line) => {
                return fail(format!(
                    "'{quoted}': quotes around a value without blanks break draughtsnet"
                ));
            }
            _ => {}
        }
    }
    Ok(format!("{} lines", engine.heard.len()))
}

/// Whether the ponder move of a line is no move.
fn has_wrong_ponder(line: &str) -> bool {
    let Ok(parsed) = hub::HubLine::parse(line) else { return line.contains("ponder") };
    parsed
        .as_ref()
        .and_then(|line| line.value("ponder"))
        .is_some_and(|text| text.parse::<MoveText>().is_err())
}

/// Whether a value is in quotes that it does not need.
fn has_needless_quotes(line: &str) -> bool {
    let needs =
        |value: &str| value.is_empty() || value.contains(|c: char| c.is_whitespace() || c == '=');
    line.split('"').skip(1).step_by(2).any(|value| !needs(value))
}

fn close_input(engine: &mut EngineUnderTest) -> CheckResult {
    let searches = engine.search_on("go think")?;
    let detail = engine.exits_at_end_of_input()?;
    Ok(if searches { detail } else { format!("{detail}; it was not searching any more") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_of_the_checks_have_the_moves_that_are_expected() {
        let count = |position: &Position| MoveList::legal(position).len();
        assert_eq!(count(&after(&position(START), TO_CAPTURE)), 1);
        let middle_game = position(MIDDLE_GAME);
        assert!(count(&middle_game) > 5 && !middle_game.must_capture());
        assert!(
            MoveList::legal(&position(TWO_CAPTURES))
                .into_iter()
                .filter(|mv| mv.to().number() == 36)
                .count()
                > 1
        );
    }

    #[test]
    fn a_ponder_move_that_is_invalid_is_found() {
        assert!(has_wrong_ponder("done move=32-28 ponder="));
        assert!(has_wrong_ponder("done move=32-28 ponder=none"));
        assert!(!has_wrong_ponder("done move=32-28 ponder=19-23") && !has_wrong_ponder("done"));
    }

    #[test]
    fn quotes_are_idle_around_a_word_and_needed_around_blanks_or_nothing() {
        assert!(has_needless_quotes("info pv=\"32-28\""));
        assert!(!has_needless_quotes("info pv=\"32-28 19-23\" author=\"\""));
    }
}
