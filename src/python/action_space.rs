//! Ways to number moves: that of the rules by both ends, and a compact one.

use std::sync::LazyLock;

use draughts_td::board::actions;
use draughts_td::board::{Move, MoveList, Position, Square};

/// The pairs of squares.
const ENDS: usize = Square::COUNT * Square::COUNT;
/// The legal moves of one square, beside those of the plain pairs, that have compact actions.
const OTHERS: usize = 20;

/// How moves are numbered. In both ways an action means at most one legal move of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ActionSpace {
    /// The 10,000 actions of the rules.
    Square,
    /// 1,956 actions. The first 956 are plain pairs of squares, in the order of `from` and then `to`: the ends of a straight move
    /// (another square of the same diagonal) and those of short jumps. Of short jumps rows and files differ by twice a number, and these
    /// two numbers are both even or both odd; a capture may end where it began. Such an action means the first legal move with these
    /// ends. All other legal moves, captures of a king around a corner and captures with the same ends as an earlier one, are counted for
    /// each square of origin: the action is `956 + (from - 1) * 20 + nth`. Those after the twentieth have no action.
    Compact,
}

/// The plain pairs of [`ActionSpace::Compact`].
struct PlainPairs {
    /// The place of each pair among the plain ones, by its ends.
    place: [Option<u16>; ENDS],
    ends: Vec<u16>,
}

static PLAIN: LazyLock<PlainPairs> = LazyLock::new(|| {
    let (mut place, mut ends) = ([None; ENDS], Vec::new());
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    for (number, (from, to)) in pairs.enumerate() {
        if is_plain(from, to) {
            place[number] = Some(ends.len() as u16);
            ends.push(number as u16);
        }
    }
    PlainPairs { place, ends }
});

fn is_plain(from: Square, to: Square) -> bool {
    let (rows, files) = (from.row().abs_diff(to.row()), from.file().abs_diff(to.file()));
    let is_straight = rows == files && rows > 0;
    is_straight || rows % 2 == 0 && files % 2 == 0 && (rows + files) % 4 == 0
}

fn ends(mv: Move) -> usize {
    Square::COUNT * mv.from().index() + mv.to().index()
}

/// The plain pair of a move that is the first with its ends. Quiet moves differ in theirs.
fn plain(legal: &[Move], index: usize) -> Option<usize> {
    let mv = legal[index];
    let place = PLAIN.place[ends(mv)]?;
    let is_second = mv.is_capture() && legal[..index].iter().any(|other| ends(*other) == ends(mv));
    (!is_second).then_some(usize::from(place))
}

/// The indices of the legal moves of a square that have no plain pair of their own.
fn others(legal: &[Move], from: Square) -> impl Iterator<Item = usize> + '_ {
    (0..legal.len())
        .filter(move |&index| legal[index].from() == from && plain(legal, index).is_none())
}

impl ActionSpace {
    /// The number of actions; they begin with 0.
    pub(crate) fn count(self) -> usize {
        match self {
            ActionSpace::Square => actions::ACTIONS,
            ActionSpace::Compact => PLAIN.ends.len() + OTHERS * Square::COUNT,
        }
    }

    /// The action of a legal move by its index, an index of `legal`; `None` for the few moves without an action.
    pub(crate) fn of_index(self, legal: &[Move], index: usize) -> Option<usize> {
        match self {
            ActionSpace::Square => actions::of_index(legal, index),
            ActionSpace::Compact => plain(legal, index).or_else(|| {
                let from = legal[index].from();
                let nth = others(legal, from).take_while(|other| *other < index).count();
                (nth < OTHERS).then(|| PLAIN.ends.len() + OTHERS * from.index() + nth)
            }),
        }
    }

    /// The index of the legal move that an action means.
    pub(crate) fn index(self, legal: &[Move], action: i64) -> Option<usize> {
        match self {
            ActionSpace::Square => actions::index(legal, action),
            ActionSpace::Compact => {
                let action = usize::try_from(action).ok().filter(|&one| one < self.count())?;
                match PLAIN.ends.get(action) {
                    Some(pair) => legal.iter().position(|mv| ends(*mv) == usize::from(*pair)),
                    None => {
                        let (from, nth) = other(action)?;
                        others(legal, from).nth(nth)
                    }
                }
            }
        }
    }

    /// The actions of legal moves.
    pub(crate) fn all(self, legal: &[Move]) -> impl Iterator<Item = usize> + '_ {
        (0..legal.len()).filter_map(move |index| self.of_index(legal, index))
    }

    /// Why an action is refused, in words.
    pub(crate) fn refusal(self, position: &Position, action: i64) -> String {
        if self == ActionSpace::Square {
            return actions::refusal(position, action);
        }
        let known = usize::try_from(action).ok().and_then(meaning);
        let Some(meaning) = known else {
            return format!("{action} is no action; they are 0 to {}", self.count() - 1);
        };
        match MoveList::legal(position).is_empty() {
            true => format!("action {action} ({meaning}): the game is over"),
            false => format!("action {action} ({meaning}) is no legal move here"),
        }
    }
}

/// The square, and the number among its other moves, of an action after those of plain pairs.
fn other(action: usize) -> Option<(Square, usize)> {
    let number = action.checked_sub(PLAIN.ends.len())?;
    Square::all().nth(number / OTHERS).map(|from| (from, number % OTHERS))
}

fn meaning(action: usize) -> Option<String> {
    if let Some(pair) = PLAIN.ends.get(action) {
        let pair = usize::from(*pair);
        return Some(format!("{} to {}", pair / Square::COUNT + 1, pair % Square::COUNT + 1));
    }
    other(action).map(|(from, nth)| format!("other capture {} of {from}", nth + 1))
}
