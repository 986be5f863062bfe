//! A game in the terminal: a person types moves and commands, the engine answers. Works on pipes as well.

use std::fs;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::board_view::{BoardStyle, score_text};
use super::command::{CursorStep, UserCommand, read_command};
use super::game_cursor::GameCursor;
use crate::board::{ByColor, Color, Move, MoveList, Position, fen, playable};
use crate::clock;
use crate::datagen::Packing;
use crate::error::PlayError;
use crate::escape::Escaped;
use crate::files;
use crate::game::{Ending, GameEditor, GameResult, NoPlace, Outcome, Termination, nth_game_with};
use crate::move_input::{format_move, parse_move};
use crate::pdn::decode;
use crate::play::move_info::MoveInfo;
use crate::play::openings::Opening;
use crate::play::record::{GameRecord, Heading, PdnFields, PlayedMove};
use crate::player::{Budget, Depth, Engine, GameState, StopFlag};

#[derive(Clone, Debug)]
pub struct Setup {
    pub start: Position,
    pub color: Color,
    /// The budget of the engine's moves.
    pub budget: Budget,
    /// Whether escape sequences may be used.
    pub colors: bool,
    pub prompt: bool,
}

/// The time of hints and evaluations, at any level.
const ADVICE_TIME: Duration = Duration::from_millis(700);

const HELP: &str =
    "  a move            32-28, 28x19, or only as much as is needed: 32 if one move starts there
  #3                the third move of the list
  moves             the legal moves
  hint              what the engine would play
  eval              who stands better
  undo              take your last move back
  level N           1 (easy) to 10 (hard); level time S, level nodes N, level depth N
  board, flip       draw the board, turn it
  swap              play the other side from here
  go                let the engine move for you
  new [white|black] a new game
  fen [FEN]         show the position, or play from another one
  save FILE         write the game up to here as PDN (packed: .gz, .zst)
                    a loaded game keeps its tags, comments and variations
  save! FILE        the same, and replace the file if it exists
  load FILE         continue the first game of a PDN file
  back N, next N    walk through the game, 1 ply or N, without a move of the engine
  first, last       go to its beginning or end
  resign, quit
";

/// Plays until the person quits or the input ends.
pub fn run(
    setup: Setup,
    engine: Engine,
    input: impl BufRead,
    output: impl Write,
) -> Result<(), PlayError> {
    let mut terminal = Terminal {
        cursor: GameCursor::new(setup.start),
        color: setup.color,
        view: BoardStyle { colors: setup.colors, bottom: setup.color },
        setup,
        engine,
        output,
        loaded: None,
        resigned: false,
    };
    terminal.say("Type a move, or help.")?;
    terminal.show()?;
    terminal.engine_moves()?;
    terminal.prompt()?;
    for line in input.lines() {
        let line = match line {
            // Invalid UTF-8 is no command.
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => String::new(),
            other => other?,
        };
        if terminal.execute(&read_command(&line))?.is_break() {
            return Ok(());
        }
        terminal.prompt()?;
    }
    Ok(())
}

struct Terminal<W> {
    setup: Setup,
    engine: Engine,
    output: W,
    cursor: GameCursor,
    /// The game that was loaded, as it was written.
    loaded: Option<GameEditor>,
    color: Color,
    view: BoardStyle,
    resigned: bool,
}

impl<W: Write> Terminal<W> {
    fn position(&self) -> &Position {
        self.cursor.game().position()
    }

    fn say(&mut self, text: &str) -> Result<(), PlayError> {
        Ok(writeln!(self.output, "{}", Escaped(text))?)
    }

    fn prompt(&mut self) -> Result<(), PlayError> {
        if self.setup.prompt {
            let number = self.cursor.played().len() / 2 + 1;
            let turn = self.position().turn();
            write!(self.output, "{number}. {turn:?}> ")?;
        }
        Ok(self.output.flush()?)
    }

    fn show(&mut self) -> Result<(), PlayError> {
        let last = self.cursor.played().last().map(|played| played.mv);
        let board = self.view.board(self.position(), last);
        write!(self.output, "{board}")?;
        match self.ending() {
            Some(ending) => self.say(&format!("  {}: {}", ending.verdict, ending.reason)),
            None => Ok(()),
        }
    }

    /// How the game has ended, if it has.
    fn ending(&self) -> Option<Ending> {
        self.ending_at(self.cursor.game())
    }

    fn ending_at(&self, game: &GameState) -> Option<Ending> {
        if self.resigned {
            let reason = format!("{:?} resigns", self.color);
            return Some(Ending::normal(GameResult::won_by(!self.color), &reason));
        }
        if !game.position().has_moves() {
            return Some(Ending::no_moves(game.position().turn()));
        }
        game.history().draw().map(Ending::by_rule)
    }

    fn execute(&mut self, command: &UserCommand) -> Result<ControlFlow<()>, PlayError> {
        match command {
            UserCommand::Nothing => {}
            UserCommand::Quit => return Ok(ControlFlow::Break(())),
            UserCommand::Help => write!(self.output, "{HELP}")?,
            UserCommand::Moves => self.list_moves()?,
            UserCommand::Hint => self.hint()?,
            UserCommand::Eval => self.evaluate()?,
            UserCommand::Undo => self.undo()?,
            UserCommand::Board => self.show()?,
            UserCommand::Flip => {
                self.view.bottom = !self.view.bottom;
                self.show()?;
            }
            UserCommand::Swap => {
                self.color = !self.color;
                self.engine_moves()?;
            }
            UserCommand::Go => {
                self.color = !self.position().turn();
                self.engine_moves()?;
            }
            UserCommand::New(color) => {
                self.begin(Position::start(), color.unwrap_or(self.color))?
            }
            UserCommand::ShowFen => self.say(&format!("  {}", fen::write(self.position())))?,
            UserCommand::SetFen(text) => match fen::read(text) {
                Ok(position) => match playable(&position) {
                    Ok(()) => self.begin(position, self.color)?,
                    Err(reason) => self.say(&format!("  {reason}"))?,
                },
                Err(error) => self.say(&format!("  {error}"))?,
            },
            UserCommand::Level(budget) => {
                self.setup.budget = *budget;
                self.say(&format!("  The engine has {} for a move.", allowed(budget)))?;
            }
            UserCommand::Save(file) if has_content(file) => {
                self.say(&format!(
                    "  {file} exists; name another, or type save! {file} to replace it."
                ))?;
            }
            UserCommand::Save(file) | UserCommand::SaveOver(file) => self.save(file)?,
            UserCommand::Load(file) => self.load(file)?,
            UserCommand::Walk(step) => self.step(*step)?,
            UserCommand::Resign => {
                self.resigned = true;
                self.show()?;
            }
            UserCommand::Move(text) => self.person_moves(text)?,
            UserCommand::Wrong(reason) => self.say(&format!("  {reason}"))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn begin(&mut self, start: Position, color: Color) -> Result<(), PlayError> {
        (self.cursor, self.color, self.resigned) = (GameCursor::new(start), color, false);
        self.loaded = None;
        self.view.bottom = color;
        self.engine.new_game();
        self.show()?;
        self.engine_moves()
    }

    fn legal(&self) -> Vec<Move> {
        sorted(self.position())
    }

    fn list_moves(&mut self) -> Result<(), PlayError> {
        let legal = self.legal();
        let item = |(index, mv): (usize, Move)| {
            format!("{:>5}", format!("#{}", index + 1)) + " " + &format_move(mv, &legal)
        };
        let items: Vec<String> = legal.iter().copied().enumerate().map(item).collect();
        let lines: Vec<String> = items.chunks(6).map(|row| row.concat()).collect();
        self.say(&if lines.is_empty() {
            "  There is no legal move.".into()
        } else {
            lines.join("\n")
        })
    }

    fn person_moves(&mut self, text: &str) -> Result<(), PlayError> {
        if let Some(ending) = self.ending() {
            return self
                .say(&format!("  The game is over ({}); type new, undo or quit.", ending.reason));
        }
        match parse_move(text, self.position(), &self.legal()) {
            Ok(mv) => {
                self.push(mv, Duration::ZERO, MoveInfo::default());
                if self.ending().is_some() {
                    return self.show();
                }
                self.engine_moves()
            }
            Err(reason) => self.say(&format!("  {reason}")),
        }
    }

    fn push(&mut self, mv: Move, time: Duration, info: MoveInfo) {
        self.cursor.push(PlayedMove { mv, time, info });
    }

    /// Lets the engine move if it is its turn.
    fn engine_moves(&mut self) -> Result<(), PlayError> {
        if self.position().turn() == self.color || self.ending().is_some() {
            return Ok(());
        }
        let began = Instant::now();
        let budget = self.setup.budget;
        let Some(choice) =
            self.engine.think(self.cursor.game(), &budget, &StopFlag::new(), &mut |_| {})
        else {
            return Ok(());
        };
        let info = MoveInfo::from(&choice);
        let score = self.for_white(info.score.unwrap_or_default());
        let legal = self.legal();
        let words = format_move(choice.mv, &legal);
        self.push(choice.mv, began.elapsed(), info);
        self.say(&format!(
            "  The engine plays {} ({}, depth {})",
            words.trim_end(),
            score_text(score),
            choice.depth
        ))?;
        self.show()?;
        let bar = self.view.bar(score);
        self.say(&bar)
    }

    /// A score of the side to move, seen from White.
    fn for_white(&self, score: f64) -> f64 {
        // Adding zero takes the sign off a zero.
        score * f64::from(self.position().turn().sign()) + 0.0
    }

    fn advice(&mut self) -> Option<(Move, f64)> {
        let budget = Budget { time: Some(ADVICE_TIME), ..Budget::INFINITE };
        let choice =
            self.engine.analyse(self.cursor.game(), &budget, &StopFlag::new(), &mut |_| {})?;
        let score = MoveInfo::from(&choice).score.unwrap_or_default();
        Some((choice.mv, self.for_white(score)))
    }

    fn hint(&mut self) -> Result<(), PlayError> {
        let legal = self.legal();
        match self.advice() {
            Some((mv, score)) => self.say(&format!(
                "  Try {} ({})",
                format_move(mv, &legal).trim_end(),
                score_text(score)
            )),
            None => self.say("  There is no legal move."),
        }
    }

    fn evaluate(&mut self) -> Result<(), PlayError> {
        match self.advice() {
            Some((_, score)) => {
                let bar = self.view.bar(score);
                self.say(&bar)
            }
            None => self.show(),
        }
    }

    /// Back to the person's last turn; a resignation is the first thing taken back.
    fn undo(&mut self) -> Result<(), PlayError> {
        if std::mem::take(&mut self.resigned) {
            return self.show();
        }
        let first = self.cursor.start().turn();
        let before = |plies: usize| if plies.is_multiple_of(2) { first } else { !first };
        let target =
            (0..self.cursor.played().len()).rev().find(|&plies| before(plies) == self.color);
        match target {
            None => self.say("  There is nothing to take back."),
            Some(plies) => {
                self.cursor.truncate(plies);
                self.show()
            }
        }
    }

    /// Goes to another place of the game; the person has the move there, so that the engine waits.
    fn step(&mut self, step: CursorStep) -> Result<(), PlayError> {
        let here = self.cursor.played().len();
        let plies = match step {
            CursorStep::First => 0,
            CursorStep::Back(plies) => here.saturating_sub(plies),
            CursorStep::Next(plies) => here.saturating_add(plies),
            CursorStep::Last => usize::MAX,
        };
        self.cursor.go_to(plies);
        (self.color, self.resigned) = (self.position().turn(), false);
        self.show()?;
        let next = self.cursor.next().map(|mv| format_move(mv, &self.legal()));
        let next = next.map_or("the end".into(), |mv| format!("next {}", mv.trim_end()));
        let (here, all) = (self.cursor.played().len(), self.cursor.plies());
        self.say(&format!("  ply {here} of {all}; {next}"))
    }

    fn save(&mut self, file: &str) -> Result<(), PlayError> {
        let text = match &self.loaded {
            None => self.new_pdn(),
            Some(loaded) => match self.continued(loaded.clone()) {
                Ok(text) => text,
                Err(reason) => return self.say(&format!("  Cannot save the game: {reason}")),
            },
        };
        let path = Path::new(file);
        let Some(packing) = Packing::of(path) else {
            return self.say("  Games are packed as .gz or .zst; name the file so.");
        };
        match packing.pack(text).and_then(|bytes| files::write_atomically(path, &bytes)) {
            Ok(()) => self.say(&format!("  Saved to {file}.")),
            Err(error) => {
                self.say(&format!("  Cannot write {file}: {}", files::io_error_text(&error)))
            }
        }
    }

    /// The loaded game as it was written. Moves that were played since become its main ones, with the result by now; those that they are
    /// in place of become a variation.
    fn continued(&self, mut loaded: GameEditor) -> Result<String, NoPlace> {
        let cursor = self.cursor.at_end();
        let moves: Vec<Move> = cursor.played().iter().map(|played| played.mv).collect();
        let has_new_moves = !loaded.moves().starts_with(&moves);
        if has_new_moves {
            let mut tree = loaded.tree().clone();
            tree.lead(&moves);
            loaded.revise(&tree)?;
        }
        if has_new_moves || self.resigned {
            let ending = self.ending_at(cursor.game());
            loaded.set_result(ending.map_or(Outcome::Unknown, |ending| ending.verdict.outcome()));
        }
        Ok(format!("{}\n", loaded.text().trim_end()))
    }

    /// The game that was played here, up to the cursor.
    fn new_pdn(&self) -> String {
        let name = |color| if color == self.color { "You" } else { "draughts-td" };
        let none = || {
            let reason = "the game continues".into();
            Ending::new(GameResult::Void, Termination::Unterminated, reason)
        };
        let record = GameRecord {
            opening: Opening::at(self.cursor.start()),
            played: self.cursor.played().to_vec(),
            names: ByColor::from_fn(|color| name(color).to_owned()),
            ending: self.ending().unwrap_or_else(none),
            began: clock::now(),
            duration: Duration::ZERO,
        };
        let heading = Heading {
            event: "Game in the terminal".into(),
            round: "1".into(),
            white: name(Color::White).into(),
            black: name(Color::Black).into(),
            time_control: ByColor::from_fn(|_| "-".into()),
            person: Some(self.color),
            fields: PdnFields::default(),
        };
        record.to_pdn(&heading)
    }

    fn load(&mut self, file: &str) -> Result<(), PlayError> {
        if let Err(error) = fs::metadata(file) {
            return self.say(&format!("  {file}: {}", files::io_error_text(&error)));
        }
        let first = nth_game_with(Path::new(file), 1, |text, replay| {
            replay.whole().map(|_| decode(text.bytes()).into_owned())
        });
        match first {
            Err(fault) => self.say(&format!("  {fault}")),
            Ok(None) => self.say(&format!("  {file} holds no game.")),
            Ok(Some(Err(fault))) => self.say(&format!("  {fault}")),
            Ok(Some(Ok(text))) => {
                let Some(game) = GameEditor::of(text) else {
                    return self.say("  That game has no position.");
                };
                (self.cursor, self.resigned) = (GameCursor::new(game.start()), false);
                let push = |mv| self.push(mv, Duration::ZERO, MoveInfo::default());
                game.moves().into_iter().for_each(push);
                self.loaded = Some(game);
                self.color = self.position().turn();
                self.show()?;
                let plies = self.cursor.plies();
                self.say(&format!("  {plies} plies; back, next, first and last walk through them."))
            }
        }
    }
}

fn has_content(file: &str) -> bool {
    fs::metadata(file).is_ok_and(|data| data.is_file() && data.len() > 0)
}

/// The legal moves in the order of the squares.
fn sorted(position: &Position) -> Vec<Move> {
    let mut legal: Vec<Move> = MoveList::legal(position).into_iter().collect();
    legal.sort_unstable();
    legal
}

/// The budget of the engine as text.
fn allowed(budget: &Budget) -> String {
    let parts = [
        budget.time.map(|time| format!("{} s", time.as_secs_f64())),
        budget.nodes.map(|nodes| format!("{nodes} nodes")),
        budget.depth.map(|depth: Depth| format!("{depth} plies")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
