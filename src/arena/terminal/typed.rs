//! What a person may type in a game: commands, and everything else is a move.

use std::time::Duration;

use crate::board::Color;
use crate::engine::level::{LEVELS, level};
use crate::engine::{Budget, Depth};

/// A typed line.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    /// An empty line.
    Nothing,
    /// End the program.
    Quit,
    /// List the commands.
    Help,
    /// List the legal moves.
    Moves,
    /// Suggest a move.
    Hint,
    /// Show who stands better.
    Eval,
    /// Take the last move back.
    Undo,
    /// Draw the board.
    Board,
    /// Turn the board.
    Flip,
    /// Change sides.
    Swap,
    /// Let the engine move.
    Go,
    /// A new game, with this side for the person.
    New(Option<Color>),
    /// Show the position.
    ShowFen,
    /// Play from this position.
    SetFen(String),
    /// What the engine's moves may cost.
    Level(Budget),
    /// Write the game to a new file.
    Save(String),
    /// Write the game to a file, whatever is there.
    SaveOver(String),
    /// Read a game from a file.
    Load(String),
    /// Walk through the game.
    Walk(Step),
    /// Give up.
    Resign,
    /// A move, as far as it was typed.
    Move(String),
    /// A command with something wrong about it.
    Wrong(String),
}

/// Where to go in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To its beginning.
    First,
    /// Back by so many plies.
    Back(usize),
    /// On by so many plies.
    Next(usize),
    /// To its end.
    Last,
}

/// Reads a typed line.
#[must_use]
pub fn read_command(line: &str) -> Typed {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let with_file = |make: fn(String) -> Typed| {
        if rest.is_empty() {
            Typed::Wrong(format!("{word} needs the name of a file"))
        } else {
            make(rest.into())
        }
    };
    match word.to_ascii_lowercase().as_str() {
        "" => Typed::Nothing,
        "quit" | "q" | "exit" => Typed::Quit,
        "help" | "?" => Typed::Help,
        "moves" | "m" => Typed::Moves,
        "hint" | "h" => Typed::Hint,
        "eval" | "e" => Typed::Eval,
        "undo" | "u" => Typed::Undo,
        "board" | "b" => Typed::Board,
        "flip" => Typed::Flip,
        "swap" => Typed::Swap,
        "go" => Typed::Go,
        "new" => new_game(rest),
        "fen" if rest.is_empty() => Typed::ShowFen,
        "fen" => Typed::SetFen(rest.into()),
        "level" | "l" => read_level(rest),
        "save" => with_file(Typed::Save),
        "save!" => with_file(Typed::SaveOver),
        "load" => with_file(Typed::Load),
        "first" => Typed::Walk(Step::First),
        "back" | "<" => read_step(rest, Step::Back),
        "next" | ">" => read_step(rest, Step::Next),
        "last" => Typed::Walk(Step::Last),
        "resign" => Typed::Resign,
        _ => Typed::Move(line.into()),
    }
}

fn new_game(rest: &str) -> Typed {
    match rest.to_ascii_lowercase().as_str() {
        "" => Typed::New(None),
        "white" | "w" => Typed::New(Some(Color::White)),
        "black" | "b" => Typed::New(Some(Color::Black)),
        other => Typed::Wrong(format!("'{other}' is no colour; type new white or new black")),
    }
}

fn read_step(rest: &str, step: fn(usize) -> Step) -> Typed {
    let plies = if rest.is_empty() { Some(1) } else { rest.parse().ok() };
    let wrong = || Typed::Wrong(format!("'{rest}' is no number of plies; type back 2 or next 2"));
    plies.map_or_else(wrong, |plies| Typed::Walk(step(plies)))
}

fn read_level(rest: &str) -> Typed {
    let wrong = || {
        Typed::Wrong(format!(
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
    budget.map_or_else(wrong, Typed::Level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_moves() {
        assert_eq!(read_command("  Undo "), Typed::Undo);
        assert_eq!(read_command(""), Typed::Nothing);
        assert_eq!(read_command("32-28"), Typed::Move("32-28".into()));
        assert_eq!(read_command("32 28"), Typed::Move("32 28".into()));
        assert_eq!(read_command("save my games.pdn"), Typed::Save("my games.pdn".into()));
        assert_eq!(read_command("save! a.pdn"), Typed::SaveOver("a.pdn".into()));
        assert_eq!(read_command("back"), Typed::Walk(Step::Back(1)));
        assert_eq!(read_command("next 12"), Typed::Walk(Step::Next(12)));
        assert!(matches!(read_command("back -1"), Typed::Wrong(_)));
        assert_eq!(read_command("new B"), Typed::New(Some(Color::Black)));
        assert!(matches!(read_command("save"), Typed::Wrong(_)));
        assert!(matches!(read_command("new green"), Typed::Wrong(_)));
    }

    #[test]
    fn levels_are_numbers_times_nodes_or_plies() {
        assert_eq!(read_command("level 1"), Typed::Level(Budget::of_nodes(10)));
        assert_eq!(read_command("level 10"), Typed::Level(Budget::of_nodes(2_621_440)));
        assert_eq!(
            read_command("level time 0.5"),
            Typed::Level(Budget::of_time(Duration::from_millis(500)))
        );
        assert_eq!(read_command("level depth 7"), Typed::Level(Budget::of_depth(Depth::new(7))));
        for text in [
            "level",
            "level 0",
            "level 11",
            "level time nan",
            "level nodes 0",
            "level depth 0",
            "level fast",
        ] {
            assert!(matches!(read_command(text), Typed::Wrong(_)), "{text}");
        }
    }
}
