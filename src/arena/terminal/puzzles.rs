//! Puzzles at the terminal: the solver types moves, the replies are played for him.

use std::io::{self, BufRead, Write};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use super::board_view::BoardStyle;
use crate::board::{Color, Move, MoveList, Position};
use crate::move_input::parse_move;
use crate::pdn::{spell, spell_line};
use crate::practice::Attempt;
use crate::puzzle::Exercise;

/// What answers the solver.
pub trait Coach {
    /// The best reply to a wrong move, if the game is not over.
    fn reply(&mut self, position: &Position) -> Option<Move>;

    /// Keeps an attempt.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn keep(&mut self, attempt: &Attempt) -> io::Result<()>;
}

/// How a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Solved,
    Failed,
    Left,
}

/// Gives puzzles one after the other to a solver; returns how many he solved, and of how many that he tried.
///
/// # Errors
/// When the terminal is gone, or an attempt cannot be kept.
pub fn session(
    exercises: &[Exercise],
    input: &mut impl BufRead,
    out: &mut impl Write,
    colors: bool,
    coach: &mut impl Coach,
) -> io::Result<(usize, usize)> {
    let (mut solved, mut tried) = (0, 0);
    writeln!(out, "Type a move, hint, show or quit.")?;
    for (index, exercise) in exercises.iter().enumerate() {
        let Some((position, moves)) = exercise.read() else { continue };
        writeln!(out, "\n{} of {}. White to play and win.", index + 1, exercises.len())?;
        let mut puzzle = Puzzle {
            exercise,
            position,
            moves,
            hinted: false,
            failed: false,
            began: Instant::now(),
        };
        match puzzle.solve(input, out, colors, coach)? {
            End::Solved => solved += 1,
            End::Failed => {}
            End::Left => break,
        }
        tried += 1;
        let themes = exercise.themes.join(", ");
        let about = [themes.as_str(), &exercise.source];
        let about: Vec<&str> = about.into_iter().filter(|part| !part.is_empty()).collect();
        writeln!(out, "{}", about.join(". "))?;
    }
    writeln!(out, "\n{solved} of {tried} solved.")?;
    Ok((solved, tried))
}

/// One puzzle on the board.
struct Puzzle<'a> {
    exercise: &'a Exercise,
    position: Position,
    moves: Vec<Move>,
    hinted: bool,
    failed: bool,
    began: Instant,
}

impl Puzzle<'_> {
    fn solve(
        &mut self,
        input: &mut impl BufRead,
        out: &mut impl Write,
        colors: bool,
        coach: &mut impl Coach,
    ) -> io::Result<End> {
        let (mut played, mut last) = (0, None);
        let style = BoardStyle { colors, bottom: Color::White };
        while played < self.exercise.asked {
            write!(out, "{}", style.board(&self.position, last))?;
            let right = self.moves[played];
            loop {
                write!(out, "> ")?;
                out.flush()?;
                let mut line = String::new();
                if input.read_line(&mut line)? == 0 {
                    return Ok(End::Left);
                }
                match line.trim() {
                    "" => {}
                    "quit" | "q" => return Ok(End::Left),
                    "hint" | "h" => {
                        self.hinted = true;
                        writeln!(out, "Look at the piece on {}.", right.from())?;
                    }
                    "show" | "s" => {
                        self.fail(coach)?;
                        let rest = spell_line(&self.position, &self.moves[played..]);
                        writeln!(out, "The solution is {}.", rest.join(" "))?;
                        return Ok(End::Failed);
                    }
                    text => {
                        let legal: Vec<Move> =
                            MoveList::legal(&self.position).into_iter().collect();
                        match parse_move(text, &self.position, &legal) {
                            Ok(mv) if mv == right => break,
                            Ok(mv) => self.refute(mv, out, coach)?,
                            Err(reason) => writeln!(out, "{reason}")?,
                        }
                    }
                }
            }
            let both = &self.moves[played..self.moves.len().min(played + 2)];
            for &mv in both {
                last = Some(mv);
                writeln!(out, "{}", spell(&self.position, mv, &mut MoveList::new()))?;
                self.position = self.position.succ(mv);
            }
            played += 2;
        }
        if self.failed {
            writeln!(out, "Right in the end.")?;
            return Ok(End::Failed);
        }
        coach.keep(&self.attempt(true))?;
        writeln!(out, "Solved.")?;
        Ok(End::Solved)
    }

    /// The first wrong move, or asking for the solution, ends the attempt.
    fn fail(&mut self, coach: &mut impl Coach) -> io::Result<()> {
        if std::mem::replace(&mut self.failed, true) {
            return Ok(());
        }
        coach.keep(&self.attempt(false))
    }

    fn refute(
        &mut self,
        wrong: Move,
        out: &mut impl Write,
        coach: &mut impl Coach,
    ) -> io::Result<()> {
        self.fail(coach)?;
        let name = spell(&self.position, wrong, &mut MoveList::new());
        let after = self.position.succ(wrong);
        match coach.reply(&after) {
            Some(reply) => {
                let reply = spell(&after, reply, &mut MoveList::new());
                writeln!(out, "{name} does not win: {reply}. Try again.")
            }
            None => writeln!(out, "{name} does not win. Try again."),
        }
    }

    fn attempt(&self, solved: bool) -> Attempt {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Attempt {
            puzzle: self.exercise.fen.clone(),
            at: now.as_secs().cast_signed(),
            solved,
            hinted: self.hinted,
            seconds: (self.began.elapsed().as_secs_f64() * 10.0).round() / 10.0,
            grade: f64::from(self.exercise.rating),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Kept(Vec<Attempt>);

    impl Coach for Kept {
        fn reply(&mut self, position: &Position) -> Option<Move> {
            MoveList::legal(position).into_iter().next()
        }

        fn keep(&mut self, attempt: &Attempt) -> io::Result<()> {
            self.0.push(attempt.clone());
            Ok(())
        }
    }

    fn play(exercise: &Exercise, typed: &str) -> (String, (usize, usize), Vec<Attempt>) {
        let (mut out, mut kept) = (Vec::new(), Kept::default());
        let exercises = std::slice::from_ref(exercise);
        let ended = session(exercises, &mut typed.as_bytes(), &mut out, false, &mut kept);
        let text = String::from_utf8(out).expect("text");
        (text, ended.expect("a session"), kept.0)
    }

    fn exercise() -> &'static Exercise {
        let mut all = Exercise::built_in().iter();
        all.find(|one| one.asked >= 3).expect("a puzzle of two moves")
    }

    #[test]
    fn a_puzzle_is_solved_by_the_moves_that_are_asked_for() {
        let asked: Vec<&str> =
            exercise().moves.split(' ').take(exercise().asked).step_by(2).collect();
        let (text, ended, kept) = play(exercise(), &asked.join("\n"));
        assert_eq!((ended, kept.len()), ((1, 1), 1), "{text}");
        assert!(text.contains("Solved.") && kept[0].is_clean());
        let (text, ended, kept) = play(exercise(), &format!("hint\n{}", asked.join("\n")));
        assert!(text.contains("Look at the piece on"), "{text}");
        assert_eq!((ended, kept[0].is_clean()), ((1, 1), false));
    }

    #[test]
    fn a_wrong_move_is_refuted_and_counts_once() {
        let (position, moves) = exercise().read().expect("a puzzle");
        let wrong = MoveList::legal(&position).into_iter().find(|mv| *mv != moves[0]);
        let wrong = spell(&position, wrong.expect("a choice"), &mut MoveList::new());
        let (text, ended, kept) = play(exercise(), &format!("{wrong}\n{wrong}\n1-50\nshow\n"));
        assert_eq!(text.matches("does not win: ").count(), 2, "{text}");
        assert!(text.contains(&format!("The solution is {}", exercise().moves)), "{text}");
        assert_eq!((ended, kept.len(), kept[0].solved), ((0, 1), 1, false));
    }

    #[test]
    fn quitting_counts_nothing() {
        assert_eq!(play(exercise(), "quit\n").1, (0, 0));
        assert_eq!(play(exercise(), "").2, Vec::new());
    }
}
