//! When a puzzle comes back, by FSRS (the Free Spaced Repetition Scheduler, with its published weights), and which puzzles are next.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rs_fsrs::{Card, FSRS, Parameters, Rating};

use super::attempt::Attempt;
use super::rating::Ratings;

/// An attempt as quick as this is an easy one, in seconds for each move of the solver.
const QUICK: f64 = 5.0;

/// New puzzles among which chance chooses, for each that is wanted: those nearest to the solver.
const CHOICE: usize = 4;

/// A puzzle that can be practised.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The position as FEN.
    pub puzzle: String,
    /// How hard it is, in points of Elo.
    pub grade: f64,
}

/// What is known of a solver from his attempts.
#[derive(Clone, Debug)]
pub struct Practice {
    cards: HashMap<String, Card>,
    ratings: Ratings,
}

impl Practice {
    /// What these attempts show; the order in which they are given counts for nothing.
    pub fn of(attempts: &[Attempt]) -> Practice {
        let scheduler = FSRS::new(Parameters::default());
        let mut practice = Practice { cards: HashMap::new(), ratings: Ratings::new() };
        let mut attempts: Vec<&Attempt> = attempts.iter().collect();
        attempts.sort_by(|a, b| (a.at, &a.puzzle).cmp(&(b.at, &b.puzzle)));
        for attempt in attempts {
            practice.ratings.count(attempt);
            let now = time(attempt.at);
            let new = Card { due: now, last_review: now, ..Card::default() };
            let card = practice.cards.entry(attempt.puzzle.clone()).or_insert(new);
            *card = scheduler.next(card.clone(), now, answer(attempt)).card;
        }
        practice
    }

    /// The rating of the solver in points of Elo, on the scale of the grades.
    pub fn rating(&self) -> f64 {
        self.ratings.solver
    }

    /// How many puzzles were tried.
    pub fn tried(&self) -> usize {
        self.cards.len()
    }

    /// How many puzzles of a deck come back by a time in seconds since 1970.
    pub fn due_of(&self, deck: &[Task], now: i64) -> usize {
        let is_due = |task: &&Task| self.comes_back(&task.puzzle).is_some_and(|at| at <= now);
        deck.iter().filter(is_due).count()
    }

    /// How hard a puzzle is: its grade, corrected by the attempt at it.
    pub fn grade(&self, task: &Task) -> f64 {
        self.ratings.grade(&task.puzzle).unwrap_or(task.grade)
    }

    /// When a puzzle comes back, in seconds since 1970; `None` where it was never tried.
    pub fn comes_back(&self, puzzle: &str) -> Option<i64> {
        self.cards.get(puzzle).map(|card| card.due.timestamp())
    }

    /// The puzzles that come back by a time in seconds since 1970, the longest overdue first.
    pub fn due(&self, now: i64) -> Vec<&str> {
        let due = self.cards.iter().map(|(puzzle, card)| (card.due.timestamp(), puzzle.as_str()));
        let mut due: Vec<_> = due.filter(|&(at, _)| at <= now).collect();
        due.sort_unstable();
        due.into_iter().map(|(_, puzzle)| puzzle).collect()
    }

    /// The next puzzles of a deck, as places in it, this many at the most: those that are due, then new ones of the solver's strength.
    pub fn next(&self, deck: &[Task], count: usize, now: i64, seed: u64) -> Vec<usize> {
        let places: HashMap<&str, usize> =
            deck.iter().enumerate().map(|(place, task)| (task.puzzle.as_str(), place)).collect();
        let due = self.due(now);
        let mut next: Vec<usize> =
            due.iter().filter_map(|puzzle| places.get(puzzle).copied()).take(count).collect();
        let distance = |&place: &usize| (deck[place].grade - self.rating()).abs();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut fresh: Vec<usize> = places.into_values().collect();
        fresh.retain(|&place| !self.cards.contains_key(&deck[place].puzzle));
        fresh.sort_unstable();
        // Puzzles of one grade have no order but chance.
        fresh.shuffle(&mut rng);
        fresh.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        let wanted = count - next.len();
        fresh.truncate(wanted * CHOICE);
        while next.len() < count && !fresh.is_empty() {
            next.push(fresh.swap_remove(rng.random_range(0..fresh.len())));
        }
        next
    }
}

fn time(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).unwrap_or_default()
}

/// The answer that FSRS asks a learner for.
fn answer(attempt: &Attempt) -> Rating {
    match attempt.solved {
        false => Rating::Again,
        true if attempt.hinted => Rating::Hard,
        true if attempt.seconds <= QUICK => Rating::Easy,
        true => Rating::Good,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400;

    fn attempt(puzzle: &str, at: i64, solved: bool, seconds: f64) -> Attempt {
        Attempt { puzzle: puzzle.into(), at, solved, hinted: false, seconds, grade: 1500.0 }
    }

    fn deck(count: u32) -> Vec<Task> {
        let grade = |number| 1000.0 + 10.0 * f64::from(number);
        (0..count).map(|number| Task { puzzle: number.to_string(), grade: grade(number) }).collect()
    }

    #[test]
    fn what_was_missed_comes_back_soon_and_what_was_easy_late() {
        let back = |solved, seconds| {
            let practice = Practice::of(&[attempt("a", 0, solved, seconds)]);
            practice.comes_back("a").expect("a card")
        };
        let (missed, slow, quick) = (back(false, 60.0), back(true, 60.0), back(true, 2.0));
        assert!(missed <= DAY && missed < slow && slow < quick, "{missed} {slow} {quick}");
        assert!(quick > 7 * DAY, "{quick}");
    }

    #[test]
    fn the_intervals_grow_with_every_success() {
        let (mut attempts, mut at, mut last) = (Vec::new(), 0, 0);
        for _ in 0..6 {
            attempts.push(attempt("a", at, true, 60.0));
            let due = Practice::of(&attempts).comes_back("a").expect("a card");
            assert!(due - at > last, "{due} {at} {last}");
            (last, at) = (due - at, due);
        }
    }

    #[test]
    fn the_order_of_attempts_in_a_file_counts_for_nothing() {
        let attempts = [
            attempt("a", 0, false, 9.0),
            attempt("b", DAY, true, 9.0),
            attempt("a", DAY, true, 9.0),
        ];
        let mut turned = attempts.to_vec();
        turned.reverse();
        let (one, two) = (Practice::of(&attempts), Practice::of(&turned));
        assert_eq!((one.rating(), one.due(9 * DAY)), (two.rating(), two.due(9 * DAY)));
    }

    #[test]
    fn due_puzzles_come_first_and_new_ones_are_near_the_rating() {
        let deck = deck(100);
        let practice = Practice::of(&[attempt("7", 0, false, 9.0), attempt("90", 0, true, 2.0)]);
        let next = practice.next(&deck, 10, 2 * DAY, 3);
        assert_eq!((next[0], next.len()), (7, 10));
        assert!(!next.contains(&90), "it comes back later");
        for &place in &next[1..] {
            assert!((deck[place].grade - practice.rating()).abs() < 250.0, "{place}");
        }
        let mut once = next.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), 10);
        assert_eq!(next, practice.next(&deck, 10, 2 * DAY, 3), "the same for the same seed");
        assert_eq!(practice.next(&deck[..3], 10, 0, 3).len(), 3, "a small deck ends");
    }
}
