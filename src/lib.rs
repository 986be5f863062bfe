//! draughts-td turns a database of international-draughts games (10x10) into a player.
//!
//! Data flows one way; each arrow is one public function and one type. Read the rooms in this order. Those down to `protocol` are a
//! crate of their own, [`draughts_td_core`], for programs that want no command line; this crate hands them on under the same names.
//!
//! | room | hands on | from |
//! | --- | --- | --- |
//! | [`board`] | [`board::Position`], [`board::Move`] | the rules: legal moves, draws, FEN |
//! | [`pdn`] | [`pdn::GameText`] | the text of a file, one game at a time |
//! | [`game`] | [`game::Game`] | the moves of a game, played on the board |
//! | [`samples`] | [`samples::Episode`] | the quiet positions of a game and its result |
//! | [`book`] | [`book::Book`] | openings by the games they were played in |
//! | [`features`] | [`features::Inputs`] | the 222 inputs of a position |
//! | [`endgame`] | [`endgame::Tables`] | exact values of positions of few pieces |
//! | [`search`] | [`search::Choice`] | alpha-beta over any evaluation |
//! | [`values`] | [`values::Form`] | forms of evaluation: values, gradients, files, explanations |
//! | [`learning`] | [`learning::Trained`] | a database, by offline TD(λ) |
//! | [`engine`] | [`engine::Engine`] | an evaluation, a search and a clock |
//! | [`protocol`] | messages | Hub and DXP as text |
//! | [`review`] | [`review::annotated`] | games looked at once more, with values and better lines |
//! | `ranks` (with the feature `mpi`) | a team, a crew | processes that learn or play together |
//! | [`export`] | tables | kept positions for other people's tools |
//! | [`blocks`] | finished blocks | work that many processes share through a folder |
//! | [`play`] | results | games against people and programs |
//! | [`practice`] | [`practice::SelfPlayResult`] | learning from play: games of its own, opponents, pools |
//! | [`web`] | a page | the board in a browser |
//! | [`tictactoe`] | exact values | noughts and crosses, where learning can be checked |
//! | [`backgammon`] | plays, inputs | backgammon, where learning by self-play can be checked |
//! | [`results`] | folders, plots, reports | the figures of experiments |
//! | [`experiments`] | figures | the paper's experiments |
//!
//! [`commands`] wires the rooms together, one file for each verb of the program, experiments in `commands/reproduce`; [`files`] writes files whole or not at all,
//! [`lock`] keeps a second process from an output, [`tail`] keeps what is cut off the end of a file, [`harmless`] keeps what a
//! file says from commanding the terminal, [`fnv`] tells texts apart, [`differing`] settings.
//!
//! ```
//! use draughts_td::board::{MoveList, Position, fen};
//! use draughts_td::features::Inputs;
//!
//! let position = fen::read("W:W28,32,37:B19,9,4")?;
//! assert_eq!(MoveList::legal(&position).len(), 4);
//! let inputs = Inputs::of(&position);
//! assert_eq!(inputs.dense().len(), 222);
//! # Ok::<(), fen::FenError>(())
//! ```

#[doc(inline)]
pub use draughts_td_core::{
    board, book, dataset, engine, features, files, fnv, game, learning, lock, models, pdn,
    protocol, review, search, tablebase, timestamp,
};
#[doc(inline)]
pub use draughts_td_web as web;

pub mod backgammon;
pub mod escape;
pub mod experiments;
pub mod export;
pub mod json_diff;
#[cfg(feature = "mpi")]
pub mod mpi;
pub mod play;
pub mod results;
pub mod selfplay;
pub mod tictactoe;
pub mod truncate;

pub mod cli;
pub mod commands;
