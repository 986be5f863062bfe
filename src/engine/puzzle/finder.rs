//! Finds the puzzles of a game: first the positions whose value jumps, since the opponent erred, and then the proof that one move wins.

use super::grade::{Rounds, grade};
use super::known::{Puzzle, seen, seen_move};
use super::proof::{CERTAIN, Proof, gain, points, wins};
use crate::board::{Color, Key, Move, MoveList, Position};
use crate::player::{Budget, Engine, Evaluation, GameState, Options, StopFlag, TableError};

/// How much better than any other a first move must be before the proof.
const SIFTED: i32 = 30;

/// The most plies of a solution.
const LONGEST: usize = 40;

/// The most plies that show the gain after the last move that is asked.
const SHOWN: usize = 20;

/// MiB of the table of the first search, which stays in the processor's cache.
const QUICK_TABLE: usize = 1;

/// MiB of the table of the proof.
const PROOF_TABLE: usize = 8;

/// A solution continues beyond a quiet position with a gain if this much more is to come.
const MORE_TO_COME: i32 = 150;

/// Finds puzzles, with engines of its own. The same game gives the same puzzles, whatever was searched before.
#[derive(Debug)]
pub struct Finder {
    quick: Engine,
    proof: Engine,
    settings: Proof,
}

/// The best line and the value of the best other move; what each round thought best.
struct Judged {
    line: Vec<Move>,
    value: i32,
    second: i32,
    /// The nodes that the search was given.
    nodes: u64,
    rounds: Rounds,
}

impl Judged {
    /// How much more the best line is worth than the best other move.
    fn lead(&self) -> i32 {
        self.value - self.second
    }

    /// By how much the proof exceeds what it asks for.
    fn excess(&self, before: i32, proof: &Proof) -> i32 {
        let gain = gain(self.value, before) - proof.swing;
        gain.min(self.lead() - proof.margin)
    }
}

impl Finder {
    /// A finder with this evaluation; of the options only the endgame tables and the techniques count.
    ///
    /// # Errors
    /// No memory for its tables.
    pub fn new(
        evaluation: &Evaluation,
        options: &Options,
        settings: Proof,
    ) -> Result<Finder, TableError> {
        let engine = |hash_mb| Engine::new(evaluation, &Options { hash_mb, ..options.clone() });
        let (quick, proof) = (engine(QUICK_TABLE)?, engine(PROOF_TABLE)?);
        Ok(Finder { quick, proof, settings })
    }

    /// The puzzles of a game in its order; `None` if `stop` was raised before the end.
    pub fn puzzles(
        &mut self,
        start: &Position,
        moves: &[Move],
        stop: &StopFlag,
    ) -> Option<Vec<Puzzle>> {
        let positions = start.along(moves);
        let values = self.values(start, moves, &positions, stop)?;
        let mut puzzles = Vec::new();
        let is_forced = |ply: usize| MoveList::legal(&positions[ply]).len() < 2;
        let mut befores = vec![CERTAIN; positions.len()];
        for ply in 1..positions.len() {
            // After a forced move the error may be the one before it.
            let earlier = ply.checked_sub(2).filter(|&earlier| is_forced(earlier));
            let before = earlier.map_or(CERTAIN, |earlier| befores[earlier]).min(-values[ply - 1]);
            befores[ply] = before;
            let Proof { gate, most, .. } = self.settings;
            let has_jumped = wins(values[ply], before, gate) && before <= most;
            if !has_jumped || is_forced(ply) {
                continue;
            }
            let mut game = GameState::new(*start);
            moves[..ply].iter().for_each(|&mv| game.play(mv));
            puzzles.extend(self.puzzle(&game, before, moves.get(ply).copied(), stop));
            if stop.is_stopped() {
                return None;
            }
        }
        Some(puzzles)
    }

    /// The value of each position for its side to move, searched from the last to the first. One with a single move has the value of the next.
    fn values(
        &mut self,
        start: &Position,
        moves: &[Move],
        positions: &[Position],
        stop: &StopFlag,
    ) -> Option<Vec<i32>> {
        self.quick.new_game();
        let budget = Budget::of_nodes(self.settings.quick_nodes);
        let mut values = vec![0; positions.len()];
        for ply in (0..positions.len()).rev() {
            let choices = MoveList::legal(&positions[ply]).len();
            values[ply] = match values.get(ply + 1) {
                _ if choices == 0 => -CERTAIN,
                Some(next) if choices == 1 => -next,
                _ => {
                    let mut game = GameState::new(*start);
                    moves[..ply].iter().for_each(|&mv| game.play(mv));
                    let choice = self.quick.analyse(&game, &budget, stop, &mut |_| {})?;
                    points(choice.score)
                }
            };
            if stop.is_stopped() {
                return None;
            }
        }
        Some(values)
    }

    /// The puzzle of a position after the opponent's error, if it is one.
    fn puzzle(
        &mut self,
        game: &GameState,
        before: i32,
        played: Option<Move>,
        stop: &StopFlag,
    ) -> Option<Puzzle> {
        self.proof.new_game();
        let sifted = self.judge(game, self.settings.sift_nodes, stop)?;
        if sifted.lead() < SIFTED || !wins(sifted.value, before, self.settings.gate) {
            return None;
        }
        let first = self.unique(game, before, stop)?;
        let (moves, asked, lead) = self.solution(game, before, &first, stop)?;
        let Proof { last_nodes, closest_nodes, sure, reserve, .. } = self.settings;
        // What the most nodes have decided no smaller search undoes.
        if first.nodes < closest_nodes {
            let searches = [(last_nodes, sure), (closest_nodes, reserve)];
            let again = self.proved(game, before, &searches, stop)?;
            if again.line[0] != moves[0] {
                return None;
            }
        }
        let position = *game.position();
        let solver = position.turn();
        let played_before = *game.moves().last()?;
        let earlier = game.moves()[..game.moves().len() - 1].iter();
        let last = earlier.fold(*game.start(), |position, &mv| position.succ(mv));
        let end = *position.along(&moves).last()?;
        let key = Key::of(&seen(&position, solver)).bits();
        let (nodes, level) = grade(&first.rounds, moves[0], self.settings.seed ^ key);
        Some(Puzzle {
            position: seen(&position, solver),
            moves: moves.iter().map(|&mv| seen_move(mv, solver)).collect(),
            asked,
            gain: balance(&end, solver) - balance(&position, solver),
            before,
            value: first.value,
            lead,
            nodes,
            level,
            last: (seen(&last, solver), seen_move(played_before, solver)),
            solver,
            ply: game.moves().len(),
            missed: played.is_some_and(|played| played != moves[0]),
        })
    }

    /// The solution to a quiet position with a gain, and its plies to the last move of the solver that is the only one. `None` if the win
    /// does not hold, or ends with one capture that is forced.
    fn solution(
        &mut self,
        game: &GameState,
        before: i32,
        first: &Judged,
        stop: &StopFlag,
    ) -> Option<(Vec<Move>, usize, i32)> {
        let solver = game.position().turn();
        let has = balance(game.position(), solver);
        let (mut game, mut line) = (game.clone(), first.line.clone());
        let (mut moves, mut asked, mut lead): (Vec<Move>, _, _) = (Vec::new(), None, first.lead());
        // The plies to the last quiet position with a gain.
        let mut end = None;
        while moves.len() < asked.map_or(LONGEST, |asked| asked + SHOWN) {
            let position = *game.position();
            let legal = MoveList::legal(&position);
            let is_solver = position.turn() == solver;
            let Some(&only) = legal.first() else {
                // Nobody moves after a win.
                end = (!is_solver).then_some(moves.len()).or(end);
                break;
            };
            let must_judge = is_solver && legal.len() > 1 && !moves.is_empty();
            if must_judge && asked.is_none() {
                match self.unique(&game, before, stop) {
                    Some(judged) => {
                        lead = lead.min(judged.lead());
                        line = judged.line;
                    }
                    // The rest is shown and not asked.
                    None if end.is_none() => asked = Some(moves.len() - 1),
                    None => break,
                }
            }
            let mv = match line.first() {
                Some(&mv) if legal.contains(&mv) => mv,
                _ if legal.len() == 1 => only,
                _ => self.best(&game, stop)?,
            };
            line = line.get(1..).map(<[Move]>::to_vec).unwrap_or_default();
            moves.push(mv);
            game.play(mv);
            let now = game.position();
            let gain = balance(now, solver) - has;
            if is_solver && gain >= 1 && !now.must_capture() && !now.can_capture(solver) {
                end = Some(moves.len());
                if first.value - before < 100 * gain + MORE_TO_COME || asked.is_some() {
                    break;
                }
            }
        }
        moves.truncate(end?);
        let asked = asked.unwrap_or(moves.len()).min(moves.len());
        (asked > 0).then_some((moves, asked, lead))
    }

    /// The best move of the side to move.
    fn best(&mut self, game: &GameState, stop: &StopFlag) -> Option<Move> {
        let budget = Budget::of_nodes(self.settings.sift_nodes);
        self.proof.analyse(game, &budget, stop, &mut |_| {}).map(|choice| choice.mv)
    }

    /// The best move, if it is the only one that wins.
    fn unique(&mut self, game: &GameState, before: i32, stop: &StopFlag) -> Option<Judged> {
        let Proof { nodes, last_nodes, closest_nodes, reserve, .. } = self.settings;
        let searches = [(nodes, 2 * reserve), (last_nodes, 2 * reserve), (closest_nodes, reserve)];
        self.proved(game, before, &searches, stop)
    }

    /// The best move, if it is the only one that wins, by searches with more and more nodes. The first with a proof that exceeds what is
    /// asked for by enough is the last; the nodes and the excess of each are `searches`.
    fn proved(
        &mut self,
        game: &GameState,
        before: i32,
        searches: &[(u64, i32)],
        stop: &StopFlag,
    ) -> Option<Judged> {
        let mut first: Option<Judged> = None;
        for &(nodes, enough) in searches {
            let judged = self.judge(game, nodes, stop)?;
            let excess = judged.excess(before, &self.settings);
            let is_other = first.as_ref().is_some_and(|first| first.line[0] != judged.line[0]);
            if judged.second > self.settings.most || excess < 0 || is_other {
                return None;
            }
            // The rounds of a search that finds its table filled say nothing about the difficulty.
            let judged = match first.take() {
                Some(first) => Judged { rounds: first.rounds, ..judged },
                None => judged,
            };
            if excess >= enough {
                return Some(judged);
            }
            first = Some(judged);
        }
        None
    }

    /// The best two moves.
    fn judge(&mut self, game: &GameState, nodes: u64, stop: &StopFlag) -> Option<Judged> {
        let mut rounds = Rounds::new();
        let budget = Budget::of_nodes(nodes);
        let lines = self.proof.lines(game, 2, &budget, stop, &mut |lines, nodes| {
            rounds.push((nodes, lines[0].moves[0]));
        });
        let [best, other] = &lines[..] else { return None };
        let (value, second) = (points(best.score), points(other.score));
        Some(Judged { line: best.moves.clone(), value, second, nodes, rounds })
    }
}

/// Men of a side less those of the other, a king as three.
fn balance(position: &Position, side: Color) -> i32 {
    position.material() * side.sign()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::puzzle::{PuzzleFault, verify};

    /// The end of a game: Black errs with 10-14, and White shows how it loses.
    const START: &str = "B:W16,24,26,31,34,37,38,39,40,41,42,43,44,45,46,47,48,49:B1,2,3,4,6,7,8,9,10,11,12,13,15,18,22,23,25";
    const MOVES: &str = "10-14 24-19 13x24 34-29 23x34 39x10";

    fn game() -> (Position, Vec<Move>) {
        let start = fen::read(START).expect("fen");
        let mut position = start;
        let play = |word: &str| {
            let mv = MoveList::legal(&position).into_iter().find(|mv| mv.to_string() == word);
            let mv = mv.unwrap_or_else(|| panic!("{word} in {}", fen::write(&position)));
            position = position.succ(mv);
            mv
        };
        (start, MOVES.split_whitespace().map(play).collect())
    }

    fn small() -> Proof {
        Proof { nodes: 20_000, last_nodes: 40_000, closest_nodes: 80_000, ..Proof::default() }
    }

    fn finder() -> Finder {
        Finder::new(&Evaluation::reference(), &Options::default(), small()).expect("9 MiB")
    }

    #[test]
    fn a_combination_of_a_game_is_found_once_and_its_turned_twin_is_the_same_puzzle() {
        let (start, moves) = game();
        let mut finder = finder();
        let found = finder.puzzles(&start, &moves, &StopFlag::new()).expect("not stopped");
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(
            (found[0].position, found[0].ply, found[0].solver),
            (start.succ(moves[0]), 1, Color::White)
        );
        for puzzle in &found {
            assert_eq!(puzzle.position.turn(), Color::White);
            assert!(puzzle.gain >= 1 && puzzle.asked % 2 == 1 && puzzle.lead >= 85, "{puzzle:?}");
            assert_eq!(puzzle.last.0.succ(puzzle.last.1), puzzle.position);
        }
        // The same game with the colours swapped.
        let turned: Vec<Move> = moves.iter().map(|&mv| seen_move(mv, Color::Black)).collect();
        let turned = finder.puzzles(&start.mirrored(), &turned, &StopFlag::new());
        let places = |puzzles: &[Puzzle]| -> Vec<(Position, usize)> {
            puzzles.iter().map(|puzzle| (puzzle.position, puzzle.ply)).collect()
        };
        assert_eq!(places(&turned.expect("not stopped")), places(&found));
    }

    #[test]
    fn what_was_searched_before_makes_no_difference() {
        let (start, moves) = game();
        let stop = StopFlag::new();
        let mut used = finder();
        used.puzzles(&start, &moves[..3], &stop);
        assert_eq!(used.puzzles(&start, &moves, &stop), finder().puzzles(&start, &moves, &stop));
    }

    #[test]
    fn a_raised_flag_ends_the_search_with_nothing() {
        let (start, moves) = game();
        let stop = StopFlag::new();
        stop.stop();
        assert_eq!(finder().puzzles(&start, &moves, &stop), None);
    }

    #[test]
    fn a_puzzle_is_found_again_by_its_proof_and_one_with_another_first_move_is_not() {
        let (start, moves) = game();
        let found = finder().puzzles(&start, &moves, &StopFlag::new()).expect("not stopped");
        let mut engine =
            Engine::new(&Evaluation::reference(), &Options { hash_mb: 4, ..Options::default() })
                .expect("4 MiB");
        let mut fault = |puzzle: &Puzzle| -> Option<PuzzleFault> {
            verify(&mut engine, puzzle, &small(), 50_000, &StopFlag::new()).expect("not stopped")
        };
        let puzzle = &found[0];
        assert_eq!(fault(puzzle), None);
        let legal = MoveList::legal(&puzzle.position);
        let other = legal.into_iter().find(|mv| *mv != puzzle.moves[0]).expect("a choice");
        let planted = Puzzle { moves: vec![other], asked: 1, ..puzzle.clone() };
        assert!(fault(&planted).is_some());
    }
}
