//! The commands of a game with a person; any other line is a move.

use std::time::Duration;

use crate::board::Color;
use crate::player::level::{LEVELS, level};
use crate::player::{Budget, Depth};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum UserCommand {
    Nothing,
    Quit,
    Help,
    Moves,
    Hint,
    Eval,
    Undo,
    Board,
    Flip,
    Swap,
    Go,
    /// A new game, with this side for the person.
    New(Option<Color>),
    ShowFen,
    SetFen(String),
    /// Set the budget of the engine's moves.
    Level(Budget),
    /// Write the game to a new file.
    Save(String),
    /// Write the game to a file, whatever is there.
    SaveOver(String),
    /// Read a game from a file.
    Load(String),
    Walk(CursorStep),
    Resign,
    /// A move, as far as it was typed.
    Move(String),
    /// A command with something wrong about it.
    Wrong(String),
}

/// Where to go in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CursorStep {
    First,
    Back(usize),
    Next(usize),
    Last,
}

/// Reads a command without a game: for the fuzzer.
pub fn try_command(line: &str) {
    let _ = read_command(line);
}

pub(super) fn read_command(line: &str) -> UserCommand {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let with_file = |make: fn(String) -> UserCommand| {
        if rest.is_empty() {
            UserCommand::Wrong(format!("{word} needs the name of a file"))
        } else {
            make(rest.into())
        }
    };
    match word.to_ascii_lowercase().as_str() {
        "" => UserCommand::Nothing,
        "quit" | "q" | "exit" => UserCommand::Quit,
        "help" | "?" => UserCommand::Help,
        "moves" | "m" => UserCommand::Moves,
        "hint" | "h" => UserCommand::Hint,
        "eval" | "e" => UserCommand::Eval,
        "undo" | "u" => UserCommand::Undo,
        "board" | "b" => UserCommand::Board,
        "flip" => UserCommand::Flip,
        "swap" => UserCommand::Swap,
        "go" => UserCommand::Go,
        "new" => new_game(rest),
        "fen" if rest.is_empty() => UserCommand::ShowFen,
        "fen" => UserCommand::SetFen(rest.into()),
        "level" | "l" => read_level(rest),
        "save" => with_file(UserCommand::Save),
        "save!" => with_file(UserCommand::SaveOver),
        "load" => with_file(UserCommand::Load),
        "first" => UserCommand::Walk(CursorStep::First),
        "back" | "<" => read_step(rest, CursorStep::Back),
        "next" | ">" => read_step(rest, CursorStep::Next),
        "last" => UserCommand::Walk(CursorStep::Last),
        "resign" => UserCommand::Resign,
        _ => UserCommand::Move(line.into()),
    }
}

fn new_game(rest: &str) -> UserCommand {
    match rest.to_ascii_lowercase().as_str() {
        "" => UserCommand::New(None),
        "white" | "w" => UserCommand::New(Some(Color::White)),
        "black" | "b" => UserCommand::New(Some(Color::Black)),
        other => UserCommand::Wrong(format!("'{other}' is no colour; type new white or new black")),
    }
}

fn read_step(rest: &str, step: fn(usize) -> CursorStep) -> UserCommand {
    let plies = if rest.is_empty() { Some(1) } else { rest.parse().ok() };
    let wrong =
        || UserCommand::Wrong(format!("'{rest}' is no number of plies; type back 2 or next 2"));
    plies.map_or_else(wrong, |plies| UserCommand::Walk(step(plies)))
}

fn read_level(rest: &str) -> UserCommand {
    let wrong = || {
        UserCommand::Wrong(format!(
            "type level {} to {}, level time SECONDS, level nodes N or level depth N",
            LEVELS.start(),
            LEVELS.end()
        ))
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let budget = match words.as_slice() {
        [number] => number.parse().ok().filter(|number| LEVELS.contains(number)).map(level),
        ["time", seconds] => {
            let seconds = seconds.parse().ok().filter(|s| (0.001..=3600.0).contains(s));
            seconds.map(Duration::from_secs_f64).map(Budget::of_time)
        }
        ["nodes", nodes] => nodes.parse().ok().filter(|&nodes| nodes > 0).map(Budget::of_nodes),
        ["depth", plies] => {
            let plies = plies.parse().ok().filter(|plies| (1..=Depth::MAX.plies()).contains(plies));
            plies.map(|plies| Budget::of_depth(Depth::new(plies)))
        }
        _ => None,
    };
    budget.map_or_else(wrong, UserCommand::Level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_moves_are_distinguished() {
        assert_eq!(read_command("  Undo "), UserCommand::Undo);
        assert_eq!(read_command(""), UserCommand::Nothing);
        assert_eq!(read_command("32-28"), UserCommand::Move("32-28".into()));
        assert_eq!(read_command("32 28"), UserCommand::Move("32 28".into()));
        assert_eq!(read_command("save my games.pdn"), UserCommand::Save("my games.pdn".into()));
        assert_eq!(read_command("save! a.pdn"), UserCommand::SaveOver("a.pdn".into()));
        assert_eq!(read_command("back"), UserCommand::Walk(CursorStep::Back(1)));
        assert_eq!(read_command("next 12"), UserCommand::Walk(CursorStep::Next(12)));
        assert!(matches!(read_command("back -1"), UserCommand::Wrong(_)));
        assert_eq!(read_command("new B"), UserCommand::New(Some(Color::Black)));
        assert!(matches!(read_command("save"), UserCommand::Wrong(_)));
        assert!(matches!(read_command("new green"), UserCommand::Wrong(_)));
    }

    #[test]
    fn levels_are_numbers_times_nodes_or_plies() {
        assert_eq!(read_command("level 1"), UserCommand::Level(Budget::of_nodes(10)));
        assert_eq!(read_command("level 10"), UserCommand::Level(Budget::of_nodes(2_621_440)));
        assert_eq!(
            read_command("level time 0.5"),
            UserCommand::Level(Budget::of_time(Duration::from_millis(500)))
        );
        assert_eq!(
            read_command("level depth 7"),
            UserCommand::Level(Budget::of_depth(Depth::new(7)))
        );
        for text in [
            "level",
            "level 0",
            "level 11",
            "level time nan",
            "level nodes 0",
            "level depth 0",
            "level fast",
        ] {
            assert!(matches!(read_command(text), UserCommand::Wrong(_)), "{text}");
        }
    }
}
