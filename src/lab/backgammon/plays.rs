//! The legal plays of a roll.

use std::fmt;

use super::board::Board;
use super::dice::Roll;
use super::men::{Men, Point};

/// A man's way by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub from: Point,
    pub to: Point,
    pub hits: bool,
}

/// What a side does with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    steps: [Step; 4],
    count: usize,
    pub board: Board,
}

impl Play {
    /// The steps, in an order in which they can be made.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps[..self.count]
    }
}

/// `8/5 6/5`, hits with a `*`; a side that cannot move says so.
impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count == 0 {
            return f.write_str("no move");
        }
        for (place, step) in self.steps().iter().enumerate() {
            let (gap, hit) = (if place > 0 { " " } else { "" }, if step.hits { "*" } else { "" });
            write!(f, "{gap}{}/{}{hit}", step.from, step.to)?;
        }
        Ok(())
    }
}

/// The legal plays of a roll, one for each position that can come of it. As many dice as possible are played, the larger one if
/// only one of two can be; where none can be, the only play changes nothing but the turn. The list is emptied first.
pub fn plays(board: &Board, roll: Roll, list: &mut Vec<Play>) {
    list.clear();
    let (own, other) = (board.men(board.turn()), board.men(!board.turn()));
    let mut search = Search { board, list, steps: [NOWHERE; 4] };
    if roll.is_double() {
        search.doubles(own, other, roll.high(), 0, Point::BAR);
    } else {
        search.pairs(own, other, roll);
    }
    if list.is_empty() {
        list.push(Play { steps: [NOWHERE; 4], count: 0, board: board.after(own, other) });
    }
}

const NOWHERE: Step = Step { from: Point::OFF, to: Point::OFF, hits: false };

struct Search<'a> {
    board: &'a Board,
    list: &'a mut Vec<Play>,
    steps: [Step; 4],
}

impl Search<'_> {
    /// Four times the same die, from high points to low ones: then no two ways lead to the same position. Whether a play could be
    /// made; only the longest are kept.
    fn doubles(&mut self, own: Men, other: Men, die: u32, made: usize, from: Point) {
        let mut is_end = true;
        if made < 4 {
            for point in sources(&own).up_to(from) {
                let Some((step, own, other)) = step(own, other, point, die) else { continue };
                is_end = false;
                self.steps[made] = step;
                self.doubles(own, other, die, made + 1, point);
            }
        }
        if is_end && made > 0 {
            self.keep_longest(own, other, made);
        }
    }

    fn keep_longest(&mut self, own: Men, other: Men, made: usize) {
        match self.list.first() {
            Some(first) if first.count > made => return,
            Some(first) if first.count < made => self.list.clear(),
            _ => {}
        }
        self.keep(own, other, made);
    }

    /// Two dice in both orders; then, if they cannot both be played, the larger, then the smaller.
    fn pairs(&mut self, own: Men, other: Men, roll: Roll) {
        let (high, low) = (roll.high(), roll.low());
        for point in sources(&own) {
            let Some((first, own, other)) = step(own, other, point, high) else { continue };
            self.steps[0] = first;
            self.second(own, other, low, |_| false);
        }
        for point in sources(&own) {
            let Some((first, after, hit)) = step(own, other, point, low) else { continue };
            self.steps[0] = first;
            // Most ways are those of the other order once more.
            let is_known = |second: Point| {
                let reversed = step_from(own, other, second, high);
                reversed.is_some_and(|(_, own, other)| step_from(own, other, point, low).is_some())
            };
            self.second(after, hit, high, is_known);
        }
        for die in [high, low] {
            if self.list.is_empty() {
                self.single(own, other, die);
            }
        }
    }

    fn second(&mut self, own: Men, other: Men, die: u32, is_known: impl Fn(Point) -> bool) {
        for point in sources(&own) {
            let Some((step, own, other)) = step(own, other, point, die) else { continue };
            // The second step of one man, who may have gone another way, and two men borne off, who may have changed dice.
            let first = self.steps[0];
            let is_doubtful = point == first.to || step.to == first.from || step.to == Point::OFF;
            self.steps[1] = step;
            if is_doubtful {
                self.keep_new(own, other, 2);
            } else if !is_known(point) {
                self.keep(own, other, 2);
            }
        }
    }

    fn single(&mut self, own: Men, other: Men, die: u32) {
        for point in sources(&own) {
            let Some((step, own, other)) = step(own, other, point, die) else { continue };
            self.steps[0] = step;
            self.keep_new(own, other, 1);
        }
    }

    fn keep_new(&mut self, own: Men, other: Men, made: usize) {
        let board = self.board.after(own, other);
        if !self.list.iter().any(|play| play.board == board) {
            self.keep(own, other, made);
        }
    }

    fn keep(&mut self, own: Men, other: Men, made: usize) {
        let board = self.board.after(own, other);
        self.list.push(Play { steps: self.steps, count: made, board });
    }
}

/// The points from which a man may move: only the bar while a man is on it.
#[inline]
fn sources(own: &Men) -> super::men::Points {
    let all = own.occupied();
    if own.at(Point::BAR) > 0 { all.only(Point::BAR) } else { all }
}

/// A man of this point moved by one die, if there is one that may be.
fn step_from(own: Men, other: Men, from: Point, die: u32) -> Option<(Step, Men, Men)> {
    let is_source = own.at(from) > 0 && (from == Point::BAR || own.at(Point::BAR) == 0);
    if is_source { step(own, other, from, die) } else { None }
}

/// One man of this point moved by one die, if it may be.
#[inline(always)]
fn step(own: Men, other: Men, from: Point, die: u32) -> Option<(Step, Men, Men)> {
    let to = from.after(die);
    if to == Point::OFF {
        let highest = own.highest()?;
        let is_exact = from.index() == die;
        let may = highest <= Point::HOME && (is_exact || highest == from);
        let step = Step { from, to, hits: false };
        return may.then(|| (step, own.moved(from, to), other));
    }
    let facing = to.facing();
    let (own, enemies) = (own.moved(from, to), other.at(facing));
    match enemies {
        0 => Some((Step { from, to, hits: false }, own, other)),
        1 => Some((Step { from, to, hits: true }, own, other.moved(facing, Point::BAR))),
        _ => None,
    }
}
