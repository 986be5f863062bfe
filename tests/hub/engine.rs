//! The engine over Hub: whatever is said and whenever, every `go` gets exactly one `done`, and `ping` its `pong`.

use std::time::{Duration, Instant};

use crate::program::Program;

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

/// `draughts-td hub`.
struct Engine(Program);

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        Engine(Program::start(&[&["hub", "--hash", "1"], arguments].concat()))
    }

    /// An engine past `hub` and `init`.
    fn ready() -> Engine {
        let mut engine = Engine::start(&[]);
        engine.say("hub\ninit");
        engine.until("ready");
        engine
    }

    fn say(&mut self, text: &str) {
        self.0.say(text);
    }

    /// All lines up to the first that begins so.
    fn until(&mut self, start: &str) -> Vec<String> {
        self.0.until_start(start)
    }

    fn done(&mut self) -> String {
        self.until("done").pop().expect("a line")
    }

    /// What comes until a `ping` is answered.
    fn until_pong(&mut self) -> Vec<String> {
        self.say("ping");
        let mut lines = self.until("pong");
        lines.pop();
        lines
    }

    /// Ends with success, within the patience.
    fn ends(&mut self) {
        self.0.ends(0);
    }
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let mut engine = Engine::start(&[]);
    engine.say("hub");
    let lines = engine.until("wait");
    assert!(lines[0].starts_with("id name=draughts-td version="), "{lines:?}");
    assert!(lines[0].contains(" author=\"The draughts-td authors\" country="), "{lines:?}");
    assert!(
        lines.iter().any(|line| line == "param name=variant value=normal type=enum values=normal")
    );
    assert!(lines.iter().any(|line| line.starts_with("param name=ponder value=false type=bool")));
    engine.say("set-param name=hash value=2\nset-param name=threads value=2\nset-param name=unknown value=\"a b\"\ninit");
    assert_eq!(engine.until("ready"), ["ready"]);
    engine.say("quit");
    engine.ends();
}

#[test]
fn every_form_of_level_ends_a_search() {
    let mut engine = Engine::ready();
    for level in [
        "depth=4",
        "nodes=3000",
        "move-time=0.03",
        "time=1",
        "moves=40 time=1",
        "time=0,5 inc=0.01",
        "depth = 3 time=60",
    ] {
        engine.say(&format!("pos pos={START}\nlevel {level}\ngo think"));
        let done = engine.done();
        assert!(done.starts_with("done move=3"), "{level}: {done}");
    }
    // The limit does not outlive its search: only `stop` ends the second one.
    engine.say("level depth=1\ngo think");
    engine.done();
    engine.say("go think");
    assert_eq!(engine.until_pong().iter().filter(|line| line.starts_with("done")).count(), 0);
    engine.say("stop");
    engine.done();
}

#[test]
fn an_invalid_level_is_reported_and_costs_no_game() {
    let mut engine = Engine::ready();
    for (level, named) in [
        ("time=2s", "'2s'"),
        ("moves=40 time=2s", "'2s'"),
        ("moves=-1", "'-1'"),
        ("nodes=1e6", "'1e6'"),
        ("inc=x", "'x'"),
        ("time=", "'='"),
        ("Time=2", "Time ignored"),
        ("2", "2 ignored"),
    ] {
        let asked = Instant::now();
        engine.say(&format!("pos pos={START}\nlevel {level}\ngo think"));
        let lines = engine.until("done");
        let errors: Vec<_> = lines.iter().filter(|line| line.starts_with("error")).collect();
        assert!(errors.len() == 1 && errors[0].contains(named), "{level}: {lines:?}");
        assert!(errors[0].contains("takes 0.1 s"), "{level}: {errors:?}");
        assert!(asked.elapsed() < Duration::from_secs(8), "{level}: a search without a limit");
    }
    engine.say(&format!("pos pos={START}\nlevel moves=-1 depth=2\nlevel time=60\ngo think"));
    let lines = engine.until("done");
    assert!(!lines.iter().any(|line| line.starts_with("info depth=3")), "{lines:?}");
}

#[test]
fn in_another_variant_no_move_is_chosen_until_variant_is_normal() {
    let mut engine = Engine::start(&[]);
    engine.say("hub\nset-param name=variant value=frisian\ninit");
    let lines = engine.until("ready");
    assert!(lines.iter().any(|line| line.starts_with("error message=\"the variant 'frisian'")));
    for position in ["pos", &format!("pos pos={START} moves=\"31x22 19x28\"")] {
        for go in ["go think", "go ponder", "go analyze", "go"] {
            engine.say(&format!("{position}\nlevel depth=3\n{go}"));
            let lines = engine.until("done");
            assert_eq!(lines.last().map(String::as_str), Some("done"), "{go}");
            assert!(lines.iter().any(|line| line.starts_with("error")), "{go}: {lines:?}");
            assert!(!lines.iter().any(|line| line.starts_with("info")), "{go}: {lines:?}");
        }
    }
    engine.say("new-game\nset-param name=variant value=normal\npos\nlevel depth=3\ngo think");
    assert!(engine.done().starts_with("done move=3"));
    engine.say("quit");
    engine.ends();
}

#[test]
fn no_time_is_too_long_for_it() {
    let mut engine = Engine::ready();
    for level in ["moves=1 time=1e19", "time=1 inc=1e19", "time=1e19 inc=1e19", "move-time=1e300"] {
        engine.say(&format!("pos pos={START}\nlevel {level}\ngo think\nstop"));
        assert!(engine.done().starts_with("done move=3"), "{level}");
    }
}

#[test]
fn the_info_lines_and_the_answer_have_the_moves_of_the_example() {
    let mut engine = Engine::ready();
    engine.say(&format!("pos pos={START} moves=\"32-28 19-23 28x19x23\"\nlevel depth=6\ngo think"));
    let lines = engine.until("done");
    let infos: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth=")).collect();
    assert!(
        !infos.is_empty()
            && infos.iter().all(|line| line.contains(" score=") && line.contains(" nodes="))
    );
    let done = lines.last().expect("done");
    assert!(
        ["done move=14x23x19", "done move=13x24x19"].iter().any(|start| done.starts_with(start)),
        "{done}"
    );
    assert!(done.contains(" ponder="));
}

#[test]
fn ping_is_answered_during_a_search_and_stop_ends_it_once() {
    let mut engine = Engine::ready();
    engine.say("pos\nlevel infinite\ngo analyze");
    for _ in 0..3 {
        assert!(engine.until_pong().iter().all(|line| line.starts_with("info")));
    }
    let asked = Instant::now();
    engine.say("stop");
    engine.done();
    assert!(asked.elapsed() < Duration::from_secs(2));
    engine.say("stop\nponder-hit");
    assert_eq!(engine.until_pong(), Vec::<String>::new(), "late ones are ignored");
}

#[test]
fn pondering_costs_no_time_until_the_hit() {
    let mut engine = Engine::ready();
    engine.say("pos\nlevel move-time=0.02\ngo ponder");
    std::thread::sleep(Duration::from_millis(120));
    assert!(engine.until_pong().iter().all(|line| line.starts_with("info")), "still pondering");
    engine.say("ponder-hit");
    assert!(engine.done().starts_with("done move="));
    engine.say("pos\nlevel time=60\ngo ponder\nstop");
    assert!(engine.done().starts_with("done move="));
}

#[test]
fn a_go_that_is_not_understood_has_its_one_done() {
    let mut engine = Engine::ready();
    engine.say("pos\nlevel depth=3\ngo sideways");
    let lines = engine.until("done");
    assert!(lines.last().is_some_and(|line| line.starts_with("done move=3")), "{lines:?}");
    assert!(lines.iter().all(|line| !line.starts_with("error")), "{lines:?}");
    engine.say("pos\ngo = think");
    let lines = engine.until("done");
    assert!(lines.len() == 2 && lines[0].starts_with("error message="), "{lines:?}");
    assert_eq!(engine.until_pong(), Vec::<String>::new());
}

#[test]
fn a_single_move_is_played_at_once_and_analysed_for_as_long_as_is_asked() {
    let mut engine = Engine::ready();
    let mut depth = |go: &str| {
        engine.say(&format!("pos pos={START} moves=\"32-28 19-23\"\nlevel move-time=0.3\n{go}"));
        let lines = engine.until("done");
        assert_eq!(lines.last().map(|line| &line[..18]), Some("done move=28x19x23"));
        let mut depths = lines.iter().filter_map(|line| line.strip_prefix("info depth="));
        let depth = depths.next_back().and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
        depth.expect("an info line")
    };
    assert_eq!(depth("go think"), 1);
    assert!(depth("go analyze") > 2);
}

#[test]
fn commands_during_a_search_end_it_and_are_carried_out_in_order() {
    let mut engine = Engine::ready();
    engine.say(&format!(
        "pos\ngo think\npos pos={START} moves=\"32-28\"\nlevel depth=2\ngo think\nping"
    ));
    let lines = engine.until("done");
    assert!(
        lines.last().is_some_and(|line| line.starts_with("done move=3")),
        "White's move first: {lines:?}"
    );
    let second = engine.done();
    assert!(
        second.starts_with("done move=1") || second.starts_with("done move=2"),
        "then Black's: {second}"
    );
}

#[test]
fn a_hub_that_does_not_wait_gets_one_done_for_every_go() {
    let mut engine = Engine::ready();
    let round = format!("pos pos={START}\nlevel infinite\ngo think\nstop\n");
    engine.say(&round.repeat(20));
    for _ in 0..20 {
        assert!(engine.done().starts_with("done move="));
    }
    assert_eq!(engine.until_pong().iter().filter(|line| line.starts_with("done")).count(), 0);
}

#[test]
fn a_driver_far_ahead_costs_no_time_and_misses_no_answer() {
    let mut engine = Engine::ready();
    let began = Instant::now();
    engine.say(&"pos\nlevel depth=1\ngo\nping\n".repeat(5000));
    engine.0.close_input();
    let lines = engine.0.rest();
    assert_eq!(lines.iter().filter(|line| line.starts_with("done move=")).count(), 5000);
    assert_eq!(lines.iter().filter(|line| *line == "pong").count(), 5000);
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

#[test]
fn a_bad_position_or_move_is_reported_and_not_searched() {
    let mut engine = Engine::ready();
    let impossible = START.replacen("Wb", "Ww", 1);
    for bad in [
        "pos pos=nonsense".to_owned(),
        format!("pos pos={}", START.replace('e', "x")),
        format!("pos pos={impossible}"),
        format!("pos pos={START} moves=\"32-28 32-28\""),
        format!("pos pos={START} moves=\"hello\""),
        format!("pos pos={START} moves=\"32-28"),
    ] {
        engine.say(&format!("pos\n{bad}\nlevel depth=1\ngo think"));
        let lines = engine.until("done");
        assert_eq!(lines.len(), 2, "{bad}: {lines:?}");
        assert!(lines[0].starts_with("error message=") && lines[1] == "done", "{bad}: {lines:?}");
    }
    engine.say("pos\nlevel depth=1\ngo think");
    assert!(engine.done().starts_with("done move="));
}

#[test]
fn a_finished_game_has_a_bare_answer() {
    let mut engine = Engine::ready();
    let blocked = format!("pos pos=Wb{}w{}", "e".repeat(4), "e".repeat(44));
    engine.say(&format!("{blocked}\nlevel infinite\ngo think"));
    assert_eq!(engine.until("done"), ["done"]);
}

#[test]
fn nothing_said_ends_the_engine_but_quit() {
    let mut engine = Engine::ready();
    engine.say("\n   \nnonsense a=b\nPING\n= =\nlevel depth=x\nlevel time=nan\nset-param value=3\nset-param name=tt-size value=0\nset-param name=threads value=x");
    engine.0.say_bytes(b"\xff\xfe\x00garbage\n\"open quote\n");
    let answers = engine.until_pong();
    assert!(answers.iter().all(|line| line.starts_with("error message=")), "{answers:?}");
    engine.say(&"x".repeat(300_000));
    engine.say("pos\r\nlevel depth=2\r\ngo think\r");
    assert!(engine.done().starts_with("done move="));
    engine.say("quit");
    engine.ends();
}

#[test]
fn a_parameter_that_cannot_be_had_is_refused_and_hinders_no_other() {
    let mut engine = Engine::ready();
    engine.say("set-param name=hash value=200000\ninit");
    let lines = engine.until("ready");
    assert!(lines.len() == 2 && lines[0].contains("it is a number from 1 to 131072"), "{lines:?}");
    engine.say("set-param name=net value=no-such-file\ninit");
    let lines = engine.until("ready");
    assert!(lines.len() == 2 && lines[0].contains("no-such-file"), "{lines:?}");
    engine.say("set-param name=hash value=2\ninit");
    assert_eq!(engine.until("ready"), ["ready"]);
    engine.say("hub");
    let lines = engine.until("wait");
    for param in
        ["param name=hash value=2 type=int min=1 max=131072", "param name=net value=reference"]
    {
        assert!(lines.iter().any(|line| line.starts_with(param)), "{param} in {lines:?}");
    }
}

#[test]
fn the_end_of_input_ends_the_engine_and_every_go_has_its_done_first() {
    for (said, answers) in [
        ("", 0),
        ("pos\ngo think", 1),
        ("pos\nlevel depth=3\ngo think", 1),
        ("pos\ngo ponder", 1),
        ("pos\ngo think\npos\ngo analyze\nping\ngo", 3),
        ("pos\ngo think\nquit\ngo think", 1),
    ] {
        let mut engine = Engine::ready();
        engine.say(said);
        engine.0.close_input();
        engine.ends();
        let lines = engine.0.rest();
        let done = lines.iter().filter(|line| line.starts_with("done move=")).count();
        assert_eq!(done, answers, "{said:?}: {lines:?}");
    }
}

#[test]
fn moves_are_read_in_every_spelling_in_use() {
    let mut engine = Engine::ready();
    let lower = START.replacen('W', "w", 1);
    engine.say(&format!("pos moves=\"32-28 19-23 28x19 14x23\" pos={lower}\nlevel depth=1\ngo"));
    assert!(engine.done().starts_with("done move="), "a single capture without its list");
    engine.say(&format!("pos pos={START} moves=\"034-30\"\ngo think"));
    assert_eq!(engine.until("done").last().map(String::as_str), Some("done"));
    engine.say(&format!("pos pos={START} moves=\"32-28 07-11\"\ngo think"));
    let lines = engine.until("done");
    assert!(lines[0].starts_with("error message="), "7-11 is occupied: {lines:?}");
    engine.say(&format!("pos pos={START} moves=\"34-30 20-25 40-34 15-20 45-40 10-15 50-45 05-10\"\nlevel depth=1\ngo think"));
    assert!(engine.done().starts_with("done move="), "leading zeros");
}

#[test]
fn a_budget_on_the_command_line_overrules_the_level() {
    let mut engine = Engine::start(&["--depth", "2"]);
    engine.say("init\npos\nlevel infinite\ngo think");
    let lines = engine.until("done");
    let depths: Vec<&String> = lines.iter().filter(|line| line.starts_with("info")).collect();
    assert!(depths.last().is_some_and(|line| line.starts_with("info depth=2 ")), "{lines:?}");
}

#[test]
fn the_size_of_the_table_is_read_as_drivers_of_scan_mean_it() {
    let mut engine = Engine::start(&[]);
    let declared = |engine: &mut Engine, said: &str| {
        engine.say(&format!("{said}hub"));
        let mut lines = engine.until("wait");
        lines.retain(|line| {
            ["error", "param name=tt-size", "param name=hash"]
                .iter()
                .any(|start| line.starts_with(start))
        });
        lines
    };
    let lines = |entries: u8, mebibytes: u16| {
        [
            format!("param name=tt-size value={entries} type=int min=16 max=30"),
            format!("param name=hash value={mebibytes} type=int min=1 max=131072"),
        ]
    };
    assert_eq!(declared(&mut engine, ""), lines(16, 1));
    let bot = "set-param name=tt-size value=18\nset-param name=hash value=1\n";
    assert_eq!(declared(&mut engine, bot), lines(18, 4), "2^18 entries");
    let both = "set-param name=tt-size value=16\nset-param name=hash value=3\n";
    assert_eq!(declared(&mut engine, both), lines(17, 3));
    let error = declared(&mut engine, "set-param name=tt-size value=64\n").remove(0);
    assert!(error.contains("2^N entries, from 16 to 30; hash gives MiB"), "{error}");
}

#[test]
fn a_level_for_people_is_a_parameter_and_a_flag() {
    let nodes = |engine: &mut Engine, said: &str| -> Vec<u64> {
        let play = |engine: &mut Engine| -> u64 {
            engine.say(&format!("{said}pos\nlevel nodes=3000\ngo think"));
            let lines = engine.until("done");
            assert!(lines.last().is_some_and(|line| line.starts_with("done move=")), "{lines:?}");
            let told = lines.iter().filter_map(|line| line.split_once(" nodes="));
            let last = told.filter_map(|(_, rest)| rest.split(' ').next()).next_back();
            last.map_or(0, |count| count.parse().expect("a number"))
        };
        (0..30).map(|_| play(engine)).collect()
    };
    let mut engine = Engine::start(&["--level", "1"]);
    engine.say("hub");
    let lines = engine.until("wait");
    let param = "param name=level value=1 type=int min=0 max=10";
    assert!(lines.iter().any(|line| line == param), "{lines:?}");
    engine.say("init");
    engine.until("ready");
    let weak = nodes(&mut engine, "");
    assert!(weak.iter().all(|&count| count <= 10) && weak.contains(&0), "{weak:?}");
    let strong = nodes(&mut engine, "set-param name=level value=0\nnew-game\n");
    assert!(strong.iter().all(|&count| count > 100), "{strong:?}");
    engine.say("set-param name=level value=11");
    assert!(engine.until("error")[0].contains("from 1 to 10, or 0 for full strength"));
}

#[test]
fn a_parameter_that_is_unknown_is_told_to_the_person_and_not_to_the_driver() {
    let said = "hub\nset-param name=book-ply value=4\nset-param name=book value=true\ninit\nquit\n";
    let folder = tempfile::tempdir().expect("a folder");
    let lines = folder.path().join("lines");
    std::fs::write(&lines, said).expect("written");
    let input = std::fs::File::open(&lines).expect("lines");
    let output = crate::run::draughts().args(["hub", "--hash", "1"]).stdin(input).output();
    let output = output.expect("it runs");
    let (told, answered) =
        (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert!(told.contains("'book-ply', which is no parameter here"), "{told}");
    assert!(told.contains("tt-size, hash") && told.contains("book=true"), "{told}");
    assert!(answered.ends_with("wait\nready\n"), "{answered}");
}

/// The value of a parameter.
fn value_of(engine: &mut Engine, name: &str) -> String {
    engine.say("hub");
    let lines = engine.until("wait");
    let start = format!("param name={name} value=");
    let line = lines.iter().find_map(|line| line.strip_prefix(&start)).expect(name);
    line.split(' ').next().expect("a value").to_owned()
}

#[test]
fn tables_of_auto_hold_no_answer_up_and_bb_size_closes_them() {
    let cache = tempfile::tempdir().expect("a folder");
    let variable = [("XDG_CACHE_HOME", cache.path())];
    let mut engine =
        Engine(Program::start_with(&["hub", "--hash", "1", "--endgame", "auto"], &variable));
    assert_eq!(value_of(&mut engine, "bb-size"), "4");
    engine.say(
        "init\npos pos=WeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWeB\nlevel depth=2\ngo",
    );
    assert!(engine.done().starts_with("done move="));
    let is_made = cache.path().join("draughts-td/endgame/2020.table").exists();
    assert!(!is_made, "tables of four pieces take seconds: the answers came before");
    engine.say("set-param name=bb-size value=0");
    assert_eq!(value_of(&mut engine, "bb-size"), "0");
    assert_eq!(value_of(&mut engine, "endgame"), "\"\"");
    engine.say("quit");
    engine.ends();
}

#[test]
fn bb_size_limits_the_tables_of_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = folder.path().join("tables");
    let mut build = crate::run::draughts();
    build.args(["endgame", "build"]).arg(&tables).args(["--pieces", "3"]);
    assert!(build.output().expect("it runs").status.success());
    let mut engine = Engine::start(&["--endgame", tables.to_str().expect("UTF-8")]);
    let mut known = |size: &str, position: &str| {
        engine.say(&format!(
            "set-param name=bb-size value={size}\npos pos={position}\nlevel depth=1\ngo analyze"
        ));
        engine.until("done").iter().any(|line| line.contains("endgame="))
    };
    let three = "WeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWeWeB";
    let two = "WeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWeB";
    assert!(known("3", three) && known("9", three), "the tables have 3 pieces");
    assert!(!known("2", three) && known("2", two), "those of 3 are left out");
}

/// The parameters that the engine declares.
fn declared() -> Vec<String> {
    let mut engine = Engine::start(&[]);
    engine.say("hub");
    let lines = engine.until("wait");
    let names = lines.iter().filter_map(|line| line.strip_prefix("param name="));
    names.map(|rest| rest.split(' ').next().expect("a name").to_owned()).collect()
}

#[test]
fn the_page_on_bots_sets_what_the_client_reads_and_the_engine_has() {
    let page = include_str!("../../docs/lidraughts.md");
    let block = page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next());
    let block = block.expect("the configuration");
    let keys = |indent: &str| -> Vec<&str> {
        let own = block.lines().filter_map(|line| line.strip_prefix(indent));
        let own = own.filter(|line| line.starts_with(|c: char| c.is_alphabetic()));
        own.filter_map(|line| line.split_once(':')).map(|(key, _)| key).collect()
    };
    // As `config.yml.default` of lidraughts-bot has them.
    let settings =
        ["dir", "name", "engine_argument", "working_dir", "protocol", "ponder", "hub_options"];
    assert!(settings.iter().all(|key| keys("  ").contains(key)), "{:?}", keys("  "));
    let known = declared();
    let options = keys("    ");
    assert!(!options.is_empty() && options.iter().all(|key| known.iter().any(|own| own == key)));
}

#[test]
fn the_guide_lists_every_parameter() {
    let page = include_str!("../../docs/engines.md");
    for name in declared().iter().filter(|name| !["variant", "ponder"].contains(&name.as_str())) {
        assert!(page.contains(&format!("| `{name}` |")), "{name}");
    }
}
