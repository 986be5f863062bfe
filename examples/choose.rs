//! From a position to a move: reads a FEN, thinks for a second, and says what it would play and why.
//!
//! `cargo run --release --example choose -- W:W28,32,37:B19,9,4 my-net.safetensors`

use std::error::Error;
use std::time::Duration;

use draughts_td::board::{MoveList, Position, fen};
use draughts_td::player::{
    Budget, Choice, Engine, Evaluation, GameState, Iteration, Options, StopFlag,
};

/// The engine's choice; `None` when there is no move, and the game is lost.
fn choose(
    position: Position,
    network: &str,
    budget: Budget,
) -> Result<Option<Choice>, Box<dyn Error>> {
    let evaluation = Evaluation::open(network)?;
    let mut engine = Engine::new(&evaluation, &Options { hash_mb: 16, ..Options::default() })?;

    // A game remembers the moves before, which the draw rules look at; this one begins here.
    let game = GameState::new(position);
    let mut report = |iteration: &Iteration| {
        let line: Vec<String> = iteration.line.iter().map(ToString::to_string).collect();
        println!("depth {:2}  {}", iteration.depth.plies(), line.join(" "));
    };
    Ok(engine.think(&game, &budget, &StopFlag::new(), &mut report))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let position = fen::read(&words.next().unwrap_or_else(|| "W:W31-50:B1-20".into()))?;
    // Without a network, men and kings are counted.
    let network = words.next().unwrap_or_else(|| Evaluation::MATERIAL.into());
    println!("{} legal moves", MoveList::legal(&position).len());
    match choose(position, &network, Budget::of_time(Duration::from_secs(1)))? {
        Some(choice) => println!("{} after {} nodes", choice.mv, choice.nodes),
        None => println!("no move: the game is lost"),
    }
    Ok(())
}

#[test]
fn the_choice_is_a_legal_move_and_a_lost_side_has_none() {
    let choose = |text: &str| {
        let position = fen::read(text).expect("a position");
        let choice = choose(position, Evaluation::MATERIAL, Budget::of_nodes(20_000));
        (position, choice.expect("an engine"))
    };
    let (position, choice) = choose("W:W28,32,33,38:B18,19,23,24");
    assert!(MoveList::legal(&position).contains(&choice.expect("a move").mv));
    let (_, choice) = choose("W:W36:B31,27");
    assert_eq!(choice, None);
}
