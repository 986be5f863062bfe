//! Tesauro's published linear evaluation, the yardstick of backgammon programs since 1993. Its weights are the user's to bring.

use super::board::{Board, Side};
use super::men::{Men, Point};

/// Inputs of a position: five for each point, then the enemy's bar and the own tray.
const INPUTS: usize = 122;

/// A linear evaluation for races and one for positions in which the sides can still meet.
#[derive(Clone, Debug, PartialEq)]
pub struct Pubeval {
    race: Vec<f32>,
    contact: Vec<f32>,
}

const WANTED: &str = "244 are wanted, 122 weights for races and then 122 for contact";

impl Pubeval {
    /// The evaluation with the weights of a text: 122 numbers for races, then 122 for contact, with blanks or line ends between.
    pub fn read(text: &str) -> Result<Pubeval, String> {
        let number = |word: &str| {
            let number = word.parse::<f32>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| format!("'{word:.40}' is no number; {WANTED}"))
        };
        let numbers = text.split_whitespace().map(number).collect::<Result<Vec<f32>, _>>()?;
        if numbers.len() != 2 * INPUTS {
            return Err(format!("it holds {} numbers; {WANTED}", numbers.len()));
        }
        let (race, contact) = numbers.split_at(INPUTS);
        Ok(Pubeval { race: race.to_vec(), contact: contact.to_vec() })
    }

    /// The score of a position for the side that has just moved; `is_race` says whether contact was over before the move.
    pub(crate) fn score(&self, board: &Board, mover: Side, is_race: bool) -> f32 {
        let (own, enemy) = (board.men(mover), board.men(!mover));
        if own.at(Point::OFF) == Men::COUNT {
            return 99_999_999.0;
        }
        let weights = if is_race { &self.race } else { &self.contact };
        inputs(&own, &enemy).iter().zip(weights).map(|(x, w)| x * w).sum()
    }
}

/// The inputs of a position, points from the mover's 24 to his 1.
fn inputs(own: &Men, enemy: &Men) -> [f32; INPUTS] {
    let mut inputs = [0.0; INPUTS];
    for (five, number) in inputs.chunks_exact_mut(5).zip((1..=24).rev()) {
        let point = Point::new(number).expect("a point");
        let (men, enemies) = (own.at(point), enemy.at(point.facing()));
        let units = [enemies == 1, men == 1, men >= 2, men == 3];
        units.iter().zip(&mut *five).for_each(|(&unit, input)| *input = f32::from(unit));
        five[4] = if men >= 4 { (men - 3) as f32 / 2.0 } else { 0.0 };
    }
    inputs[INPUTS - 2] = enemy.at(Point::BAR) as f32 / 2.0;
    inputs[INPUTS - 1] = own.at(Point::OFF) as f32 / Men::COUNT as f32;
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(number: u32) -> Point {
        Point::new(number).expect("a point")
    }

    #[test]
    fn a_position_by_hand() {
        let own = Men::on(&[(point(24), 1), (point(6), 3), (point(1), 5)]).expect("men");
        let enemy = Men::on(&[(Point::BAR, 2), (point(2), 1), (point(5), 2)]).expect("men");
        let inputs = inputs(&own, &enemy);
        let of = |number: usize| &inputs[5 * (24 - number)..][..5];
        assert_eq!(of(24), [0.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(of(23), [1.0, 0.0, 0.0, 0.0, 0.0], "the enemy's 2-point");
        assert_eq!(of(20), [0.0; 5], "enemy points are not seen");
        assert_eq!(of(6), [0.0, 0.0, 1.0, 1.0, 0.0]);
        assert_eq!(of(1), [0.0, 0.0, 1.0, 0.0, 1.0]);
        assert_eq!(inputs[120..], [1.0, 6.0 / 15.0]);
    }

    #[test]
    fn weights_of_races_come_first_and_the_mover_sees_himself() {
        let mut numbers = vec!["0"; 244];
        (numbers[121], numbers[122 + 120]) = ("3", "-4");
        let pubeval = Pubeval::read(&numbers.join("\n")).expect("weights");
        let white = Men::on(&[(point(3), 10)]).expect("men");
        let black = Men::on(&[(Point::BAR, 1), (point(4), 14)]).expect("men");
        let board = Board::new(white, black, Side::Black).expect("a position");
        assert_eq!(pubeval.score(&board, Side::White, true), 1.0);
        assert_eq!(pubeval.score(&board, Side::White, false), -2.0);
        assert_eq!(pubeval.score(&board, Side::Black, false), 0.0);
    }

    #[test]
    fn other_texts_are_refused_in_words() {
        let fault = |text| Pubeval::read(text).expect_err("no weights");
        let wanted = "244 are wanted, 122 weights for races and then 122 for contact";
        assert_eq!(fault("1 2 3"), format!("it holds 3 numbers; {wanted}"));
        assert_eq!(fault("1 two"), format!("'two' is no number; {wanted}"));
        assert_eq!(fault("NaN"), format!("'NaN' is no number; {wanted}"));
    }
}
