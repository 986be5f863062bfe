//! Games that would come out as earlier ones: players without chance play the same game again from the same opening.

use std::collections::HashSet;

use super::settings::Tournament;
use super::spec::PlayerSpec;
use crate::error::PlayError;
use crate::play::openings::{BallotLength, Opening, ballots};
use crate::player::level;

impl Tournament {
    /// Fails if two players without chance would play from an opening again: the same games would count as new evidence.
    pub(super) fn check_repetition(&self) -> Result<(), PlayError> {
        let (asked, distinct) = (self.games, 2 * self.distinct_openings());
        if asked <= distinct || !self.has_pairing_without_chance() {
            return Ok(());
        }
        Err(PlayError::Settings(format!(
            "{asked} games of each pair of players, but only {distinct} of them differ: without a time for each move the same game comes \
             again from the same opening. {}, give --time, or give {}",
            self.fewer_games(distinct),
            self.more_openings()
        )))
    }

    fn fewer_games(&self, distinct: usize) -> String {
        match self.openings.len() - distinct_in(self.openings.iter()) {
            0 => format!("Play {distinct} games"),
            again => format!("Remove each opening that is given again ({again} in all)"),
        }
    }

    /// Whether openings come again in games that may differ.
    pub fn repeats_openings(&self) -> bool {
        self.games > 2 * self.distinct_openings() && !self.has_pairing_without_chance()
    }

    /// Where more openings are to be had than these.
    pub fn more_openings(&self) -> String {
        let most = ballots(BallotLength::Three).len();
        if self.openings.len() < most {
            format!("more openings (--ballots 3 has {most}, --openings reads a file)")
        } else {
            "more openings in a file (--openings)".into()
        }
    }

    /// How many different openings the games begin from.
    fn distinct_openings(&self) -> usize {
        let order = self.order();
        distinct_in(order.iter().take(self.games.div_ceil(2)).map(|&number| &self.openings[number]))
    }

    fn has_pairing_without_chance(&self) -> bool {
        let is_alone = self.player_config.options.threads.get() == 1;
        let players = self.players.iter().enumerate();
        let without_chance = players.filter(|(number, player)| {
            is_without_chance(player) && !self.limits_of(*number).has_time()
        });
        is_alone && !self.conditions.ponder && without_chance.count() > 1
    }
}

fn distinct_in<'a>(openings: impl Iterator<Item = &'a Opening>) -> usize {
    openings.map(ToString::to_string).collect::<HashSet<_>>().len()
}

/// Whether a player chooses the same move whenever it searches as many nodes or plies.
fn is_without_chance(player: &PlayerSpec) -> bool {
    match player {
        PlayerSpec::Own { book, .. } => book.is_none(),
        PlayerSpec::Level(number) => level::of(*number).weaker <= 0.0,
        PlayerSpec::Random | PlayerSpec::Hub(_) | PlayerSpec::Dxp(_) | PlayerSpec::Function(_) => {
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::process_tests::tournament;
    use super::*;

    fn refusal(
        games: usize,
        players: [&str; 2],
        change: impl Fn(&mut Tournament),
    ) -> Option<String> {
        let mut tournament = Tournament { games, ..tournament(players, None) };
        change(&mut tournament);
        tournament.check().err().map(|error| error.to_string())
    }

    #[test]
    fn more_games_than_openings_have_are_refused_where_nothing_is_left_to_chance() {
        let own = ["material", "material without history"];
        assert_eq!(refusal(2, own, |_| {}), None);
        let said = refusal(3, own, |_| {}).expect("the third game is the first again");
        assert!(said.contains("3 games") && said.contains("only 2 of them differ"), "{said}");
        for players in [["material", "random"], ["material", "level:1"], ["material", "hub:x"]] {
            assert_eq!(refusal(30, players, |_| {}), None, "{players:?}");
        }
        let time = Some(Duration::from_millis(1));
        assert_eq!(refusal(30, own, |t| t.conditions.limits.move_time = time), None);
        assert!(refusal(4, ["material", "level:10"], |_| {}).is_some());
    }

    #[test]
    fn an_opening_that_is_given_twice_counts_once() {
        let own = ["material", "reference"];
        let openings = |t: &mut Tournament| t.openings = vec![Opening::empty(); 3];
        let said = refusal(6, own, openings).expect("a refusal");
        assert!(said.contains("only 2 of them differ") && said.contains("(2 in all)"), "{said}");
        assert_eq!(refusal(2, own, openings), None);
    }

    #[test]
    fn more_openings_than_three_moves_make_are_read_from_a_file() {
        let own = ["material", "reference"];
        let said = |length| {
            let openings = ballots(length);
            refusal(10_000, own, |t| t.openings.clone_from(&openings)).expect("a refusal")
        };
        assert!(
            said(BallotLength::Two).contains("158 of them differ")
                && said(BallotLength::Two).contains("--ballots 3 has 332")
        );
        assert!(
            said(BallotLength::Three).contains("664 of them differ")
                && !said(BallotLength::Three).contains("--ballots")
        );
    }
}
