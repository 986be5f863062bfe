//! Pairings and their openings: every pairing plays every opening with both colours.

use std::ops::Range;

pub const MOST_PLAYERS: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fixture {
    pub game: usize,
    /// The pairing, an index into [`Schedule::pairings`].
    pub(crate) pairing: usize,
    /// The pair of games within the pairing, from 0; both have the same opening.
    pub pair: usize,
    /// The players, by number: White, Black.
    pub players: [usize; 2],
    /// Whether this is the pair's second game, with colours swapped.
    pub(crate) is_return: bool,
}

impl Fixture {
    /// The number of the pair and of the game in it, from 1, as files of games have it.
    pub(crate) fn round(&self) -> String {
        format!("{}.{}", self.pair + 1, 1 + usize::from(self.is_return))
    }
}

/// All games of a match or a round robin, numbered so that more games can be added at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Schedule {
    pairings: Vec<[usize; 2]>,
    games_per_pairing: usize,
}

impl Schedule {
    /// Every player against every other, this number of games each.
    pub(crate) fn round_robin(players: usize, games_per_pairing: usize) -> Schedule {
        let pairings = (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b])).collect();
        Schedule { pairings, games_per_pairing }
    }

    /// The first player against every other, this number of games each.
    pub(crate) fn gauntlet(players: usize, games_per_pairing: usize) -> Schedule {
        Schedule { pairings: (1..players).map(|b| [0, b]).collect(), games_per_pairing }
    }

    /// These pairings, this number of games each.
    pub(super) fn of_pairings(pairings: Vec<[usize; 2]>, games_per_pairing: usize) -> Schedule {
        Schedule { pairings, games_per_pairing }
    }

    /// The number of a game of a pair of a pairing.
    pub(super) fn number(&self, pair: usize, pairing: usize, is_return: bool) -> usize {
        2 * (pair * self.pairings.len() + pairing) + usize::from(is_return)
    }

    pub(crate) fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    pub(crate) fn len(&self) -> usize {
        self.pairings.len() * self.games_per_pairing
    }

    /// All games in order: every pairing plays its first pair of games, then every pairing its second.
    #[cfg(test)]
    fn fixtures(&self) -> impl Iterator<Item = Fixture> + '_ {
        self.fixtures_at(0..self.len())
    }

    /// The games at these places of the order: every pairing plays its first pair of games, then every pairing its second.
    pub(crate) fn fixtures_at(&self, places: Range<usize>) -> impl Iterator<Item = Fixture> + '_ {
        (places.start..places.end.min(self.len())).map(|place| self.at(place))
    }

    /// The numbers of all games in order.
    pub(super) fn numbers(&self) -> Box<dyn Iterator<Item = usize> + Send> {
        let schedule = self.clone();
        Box::new((0..self.len()).map(move |place| schedule.at(place).game))
    }

    /// Pairs that every pairing plays whole have their numbers for places; a last game without return follows them.
    fn at(&self, place: usize) -> Fixture {
        let whole = self.games_per_pairing / 2;
        match place.checked_sub(2 * whole * self.pairings.len()) {
            None => self.game(place),
            Some(pairing) => self.fixture(whole, pairing, false),
        }
    }

    /// A game by its number, if it is one of them.
    pub(crate) fn planned(&self, number: usize) -> Option<Fixture> {
        let fixture = (self.len() > 0).then(|| self.game(number))?;
        let place = 2 * fixture.pair + usize::from(fixture.is_return);
        (place < self.games_per_pairing).then_some(fixture)
    }

    /// A game by its number, also beyond the last one, as a longer tournament of the same players has it.
    ///
    /// # Panics
    /// If there are no pairings.
    pub(crate) fn game(&self, number: usize) -> Fixture {
        let (pairs, is_return) = (number / 2, number % 2 == 1);
        self.fixture(pairs / self.pairings.len(), pairs % self.pairings.len(), is_return)
    }

    fn fixture(&self, pair: usize, pairing: usize, is_return: bool) -> Fixture {
        let [a, b] = self.pairings[pairing];
        let game = self.number(pair, pairing, is_return);
        Fixture { game, pairing, pair, players: if is_return { [b, a] } else { [a, b] }, is_return }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_swaps_colours_after_every_game() {
        let schedule = Schedule::round_robin(2, 4);
        let games: Vec<_> = schedule.fixtures().map(|f| (f.game, f.pair, f.players)).collect();
        assert_eq!(games, [(0, 0, [0, 1]), (1, 0, [1, 0]), (2, 1, [0, 1]), (3, 1, [1, 0])]);
    }

    #[test]
    fn in_a_round_robin_everybody_meets_everybody_with_both_colours() {
        let schedule = Schedule::round_robin(4, 3);
        let games: Vec<Fixture> = schedule.fixtures().collect();
        assert_eq!((schedule.pairings().len(), schedule.len(), games.len()), (6, 18, 18));
        for a in 0..4 {
            for b in (0..4).filter(|&b| b != a) {
                let meetings = games.iter().filter(|f| f.players == [a, b]).count();
                assert_eq!(meetings, if a < b { 2 } else { 1 });
            }
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_player_meets_every_other() {
        let schedule = Schedule::gauntlet(4, 2);
        let games: Vec<[usize; 2]> = schedule.fixtures().map(|one| one.players).collect();
        assert_eq!(games, [[0, 1], [1, 0], [0, 2], [2, 0], [0, 3], [3, 0]]);
    }

    #[test]
    fn games_are_found_by_their_places_and_numbers_however_many_there_are() {
        for games in 0..6 {
            let schedule = Schedule::round_robin(3, games);
            let all: Vec<Fixture> = schedule.fixtures().collect();
            assert_eq!(all.len(), schedule.len());
            assert!(all.is_sorted_by_key(|fixture| fixture.game));
            for place in 0..all.len() {
                let some: Vec<Fixture> = schedule.fixtures_at(place..place + 2).collect();
                assert_eq!(some, all[place..(place + 2).min(all.len())]);
            }
            let planned: Vec<Fixture> = (0..30).filter_map(|game| schedule.planned(game)).collect();
            assert_eq!(planned, all);
        }
        let huge = Schedule::round_robin(2, usize::MAX);
        assert_eq!(huge.fixtures_at(1 << 60..usize::MAX).next().map(|one| one.game), Some(1 << 60));
        assert_eq!(Schedule::round_robin(1, 7).planned(0), None);
    }

    #[test]
    fn more_games_leave_the_numbers_of_the_first_ones() {
        let short: Vec<Fixture> = Schedule::round_robin(3, 4).fixtures().collect();
        let long: Vec<Fixture> = Schedule::round_robin(3, 8).fixtures().collect();
        assert_eq!(short, long[..short.len()]);
        let short = Schedule::round_robin(3, 4);
        assert!(long.iter().all(|fixture| short.game(fixture.game) == *fixture));
        assert_eq!(short.game(usize::MAX).game, usize::MAX);
    }
}
