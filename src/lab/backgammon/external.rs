//! A position as the line that GNU Backgammon understands over its socket, and its answers.

use super::board::Board;
use super::dice::Roll;
use super::men::Point;
use super::plays::Play;

/// What a game counts for in the eyes of the program asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stake {
    /// Only winning counts: a match of one point.
    Point,
    /// Gammons and backgammons too: play for money.
    Money,
}

/// The position as the side to move sees it, with the dice that it rolled.
pub(crate) fn question(board: &Board, roll: Roll, stake: Stake) -> String {
    line(board, stake, roll.high(), roll.low())
}

/// The same without dice: what the side to move can expect.
pub(crate) fn expectation(board: &Board, stake: Stake, plies: u32) -> String {
    let cube = match stake {
        Stake::Point => "",
        Stake::Money => " CUBE OFF",
    };
    format!("evaluation fibsboard {} PLIES {plies}{cube}", line(board, stake, 0, 0))
}

fn line(board: &Board, stake: Stake, high: u32, low: u32) -> String {
    let (own, enemy) = (board.men(board.turn()), board.men(!board.turn()));
    let length = match stake {
        Stake::Point => 1,
        Stake::Money => 0,
    };
    let place = |number| {
        let point = Point::new(number).expect("a point");
        i64::from(own.at(point)) - i64::from(enemy.at(point.facing()))
    };
    let points: Vec<String> = (1..=24).map(|number| place(number).to_string()).collect();
    let [bar, enemy_bar] = [own, enemy].map(|men| men.at(Point::BAR));
    let [off, enemy_off] = [own, enemy].map(|men| men.at(Point::OFF));
    // The ones after the dice say that both sides may double: with 0:0 it takes the line for an offered cube.
    format!(
        "board:me:them:{length}:0:0:{}:{}:{bar}:1:{high}:{low}:0:0:1:1:1:0:1:-1:0:25:{off}:{enemy_off}:{bar}:{enemy_bar}:0:0:0:0",
        -i64::from(enemy_bar),
        points.join(":"),
    )
}

/// The play that an answer names, such as `8/5 6/5`; `None` if there is no such play.
pub(crate) fn answered(board: &Board, plays: &[Play], answer: &str) -> Option<usize> {
    let answer = answer.trim();
    let (own, enemy) = (board.men(board.turn()), board.men(!board.turn()));
    let mut men = (own, enemy);
    for word in answer.split_whitespace() {
        let (way, times) = match word.split_once('(') {
            Some((way, times)) => (way, times.trim_end_matches(')').parse::<u32>().ok()?),
            None => (word, 1),
        };
        let places: Vec<Point> = way.split('/').map(place).collect::<Option<_>>()?;
        for pair in (0..times.min(4)).flat_map(|_| places.windows(2)) {
            if men.0.at(pair[0]) == 0 {
                return None;
            }
            men.0 = men.0.moved(pair[0], pair[1]);
            let facing = pair[1].facing();
            if pair[1] != Point::OFF && men.1.at(facing) == 1 {
                men.1 = men.1.moved(facing, Point::BAR);
            }
        }
    }
    let reached = board.after(men.0, men.1);
    plays.iter().position(|play| play.board == reached)
}

/// A place as a play names it, with or without the mark of a hit.
fn place(word: &str) -> Option<Point> {
    match word.trim_end_matches('*') {
        "off" | "0" => Some(Point::OFF),
        "bar" | "25" => Some(Point::BAR),
        number => Point::new(number.parse().ok()?),
    }
}

/// What the side to move can expect by an answer: the chance to win for a point, the points won on average for money.
pub(crate) fn expected(answer: &str) -> Option<f64> {
    let numbers: Vec<f64> = answer.split_whitespace().map_while(|word| word.parse().ok()).collect();
    (numbers.len() == 6).then(|| numbers[5])
}

#[cfg(test)]
mod tests {
    use super::super::board::Side;
    use super::super::men::Men;
    use super::super::plays::plays;
    use super::*;

    #[test]
    fn the_start_as_it_is_sent() {
        let roll = Roll::of(1, 3).expect("dice");
        let sent = question(&Board::start(Side::Black), roll, Stake::Point);
        let expected = "board:me:them:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:\
                        0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0";
        assert_eq!(sent, expected);
    }

    #[test]
    fn an_answer_names_a_legal_play_whatever_the_order() {
        let board = Board::start(Side::White);
        let mut list = Vec::new();
        plays(&board, Roll::of(3, 1).expect("dice"), &mut list);
        let index = |answer| answered(&board, &list, answer);
        assert!(index("8/5 6/5 \n").is_some());
        assert_eq!(index("8/5 6/5"), index("6/5 8/5"));
        assert_eq!(index("24/23/20"), index("24/20"));
        for wrong in ["", "8/5", "7/6 6/5", "8/x", "8/5 6/5 13/12", "99/1 8/5"] {
            assert_eq!(index(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_play_reads_back_from_its_own_words() {
        let mut list = Vec::new();
        for board in super::super::tests::played(6, 9) {
            for roll in Roll::all() {
                plays(&board, roll, &mut list);
                for (index, play) in list.iter().enumerate() {
                    let words = play.to_string().replace("no move", "");
                    assert_eq!(answered(&board, &list, &words), Some(index), "{words}");
                }
            }
        }
    }

    #[test]
    fn hits_and_the_bar_are_understood() {
        let point = |number| Point::new(number).expect("a point");
        let white = Men::on(&[(Point::BAR, 1), (point(8), 14)]).expect("men");
        let black = Men::on(&[(point(5), 1), (point(13), 14)]).expect("men");
        let board = Board::new(white, black, Side::White).expect("a position");
        let mut list = Vec::new();
        plays(&board, Roll::of(5, 2).expect("dice"), &mut list);
        let play = list[answered(&board, &list, "bar/20* 8/6").expect("a play")];
        assert_eq!(play.board.men(Side::Black).at(Point::BAR), 1);
        assert_eq!(answered(&board, &list, "25/20* 8/6"), answered(&board, &list, "bar/20 8/6"));
    }

    #[test]
    fn the_last_of_six_numbers_is_what_can_be_expected() {
        assert_eq!(
            expected("0.521483 0.153909 0.007563 0.129867 0.007548 0.521483\n"),
            Some(0.521483)
        );
        assert_eq!(expected("Error: syntax error"), None);
    }
}
