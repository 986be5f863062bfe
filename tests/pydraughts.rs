//! Whole games under drivers we did not write: pydraughts' Hub and DXP clients. Skipped where no Python with pydraughts
//! is found; the variable DRAUGHTS_PYTHON names one that is not on the path.

#[path = "programs/missing.rs"]
mod missing;
#[path = "programs/python.rs"]
mod python;
#[path = "programs/run.rs"]
mod run;

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use python::output;
use run::{PROGRAM, draughts};

fn python() -> Option<String> {
    python::python("from draughts.engine import HubEngine, DXPEngine; from draughts import Board")
}

const HUB: &str = r#"
import sys
from draughts.engine import HubEngine, Limit
from draughts import Board
engine = HubEngine([sys.argv[1], "hub", "--hash", "1"])
engine.init()
game = Board()
limits = [Limit(movetime=0.005), Limit(nodes=300), Limit(depth=3), Limit(time=2, inc=0.05)]
plies = 0
while not game.is_over() and plies < 400:
    game.push(engine.play(game, limits[plies % 4], ponder=False).move)
    plies += 1
engine.quit()
engine.kill_process()
print("over" if game.is_over() else "endless")
"#;

#[test]
fn a_whole_game_is_played_under_the_hub_driver_of_pydraughts() {
    let Some(python) = python() else { return };
    assert_eq!(output(&python, HUB, &[PROGRAM]), "over");
}

const DXP: &str = r#"
import sys, random
from draughts.engine import DXPEngine
from draughts import Board
host, port = sys.argv[1].split(":")
engine = DXPEngine(options={"engine-opened": True, "ip": host, "port": port}, initial_time=60)
game = Board()
random.seed(7)
plies = 0
while not game.is_over() and plies < 400:
    if plies % 2 == 0:
        moves = game.legal_moves()
        game.push(random.choice(moves[0] if isinstance(moves, tuple) else moves))
    else:
        game.push(engine.play(game).move)
    plies += 1
engine.quit()
print("over" if game.is_over() else "endless")
"#;

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_whole_game_is_played_against_the_dxp_client_of_pydraughts() {
    let Some(python) = python() else { return };
    let child = draughts()
        .args(["dxp", "serve", "0", "--depth", "3", "--hash", "1"])
        .stdout(Stdio::piped())
        .spawn();
    let mut server = Server(child.expect("the binary is built"));
    let mut lines = BufReader::new(server.0.stdout.take().expect("piped")).lines();
    let first = lines.next().expect("a line").expect("UTF-8");
    let address = first.strip_prefix("listening on ").expect("address");
    assert_eq!(output(&python, DXP, &[address]), "over");
    let result =
        lines.map_while(Result::ok).find(|line| line.contains(" after ")).expect("a result");
    assert!(result.contains("Black after"), "chance does not win: {result}");
}
