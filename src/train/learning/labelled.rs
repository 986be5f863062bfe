//! Games with labels: they end for learning where endgame tables know how they end.

use std::ops::ControlFlow;

use super::label::Label;
use super::source::{Played, Source};
use crate::parallel::Reading;
use crate::tablebase::Tables;

/// A source whose games have the labels of tables, if there are tables.
#[derive(Clone, Copy, Debug)]
pub struct Labelled<'a, S: ?Sized> {
    /// Where the games come from.
    pub source: &'a S,
    /// The tables.
    pub tables: Option<&'a Tables>,
}

impl<S: Source + ?Sized> Source for Labelled<'_, S> {
    fn size(&self) -> Option<u64> {
        self.source.size()
    }

    fn fold<T, B, W, C>(&self, pass: u32, begin: B, work: W, consume: C)
    where
        T: Send + 'static,
        B: Fn() -> T + Sync,
        W: Fn(&mut T, Result<Played<'_>, &'static str>) + Sync,
        C: FnMut(Reading<T>) -> ControlFlow<()>,
    {
        let tables = self.tables;
        let label = |game: Played<'_>| tables.and_then(|tables| Label::of(game.positions, tables));
        let labelled = |value: &mut T, game: Result<Played<'_>, &'static str>| {
            work(value, game.map(|game| Played { label: label(game), ..game }));
        };
        self.source.fold(pass, begin, labelled, consume);
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::super::label::score;
    use super::*;
    use crate::board::{MoveList, fen};
    use crate::dataset::{Agreement, Filter};
    use crate::learning::{EvalSet, FilteredSamples, MemoryGame, SampleFilter, filtered_games};
    use crate::tablebase::{BuildRequest, build};

    fn tables() -> Tables {
        let dir = tempfile::tempdir().expect("a folder");
        let dir_of = dir.path().to_path_buf();
        let order = BuildRequest { dir: dir_of, pieces: 2, distances: false, threads: 1 };
        build(&order, &mut |_| {}, &|| false).expect("built");
        Tables::open(dir.path()).expect("tables").0
    }

    /// Random games with results drawn by lot.
    fn games(count: usize) -> Vec<MemoryGame> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut below = move |n: usize| random.next_u64() as usize % n.max(1);
        let scores = [Some(1.0), Some(0.0), Some(-1.0), None];
        let game = |_| {
            let start = fen::read("W:W36,42,K48,47:B9,13,K3,4").expect("fen");
            let (mut positions, mut moves) = (vec![start], Vec::new());
            while moves.len() < 80 {
                let legal = MoveList::legal(&positions[positions.len() - 1]);
                let Some(mv) = legal.get(below(legal.len())) else { break };
                positions.push(positions[positions.len() - 1].succ(*mv));
                moves.push(*mv);
            }
            MemoryGame { positions, moves, score: scores[below(4)] }
        };
        (0..count).map(game).collect()
    }

    fn kept(games: &[MemoryGame], tables: Option<&Tables>, filter: Filter) -> FilteredSamples {
        let filter = SampleFilter { filter, ..SampleFilter::default() };
        let source = Labelled { source: games, tables };
        filtered_games(&source, &[filter], 1, EvalSet::ALL).0.remove(0)
    }

    #[test]
    fn what_tables_know_is_no_position_to_learn_and_the_result_of_what_came_before() {
        let (tables, games) = (tables(), games(300));
        let kept = kept(&games, Some(&tables), Filter::UNRESTRICTED);
        let mut expected = Vec::new();
        for game in &games {
            let known = game.positions.iter().position(|p| tables.probe(p).is_some());
            let value = known.map(|ply| {
                let position = &game.positions[ply];
                score(tables.probe(position).expect("known"), position.turn())
            });
            let end = known.unwrap_or(game.positions.len());
            // A game that is decided within ten plies is left out as a fragment.
            let teaches = |result: &f32| *result == 0.0 || game.moves.len() >= 10;
            if let Some(result) = value.or(game.score).filter(teaches) {
                expected.push((&game.positions[..end], result));
            }
        }
        let found: Vec<_> = (0..kept.held_out.len()).map(|game| kept.held_out.game(game)).collect();
        assert!(found == expected);
    }

    #[test]
    fn every_label_is_counted_by_what_it_makes_of_the_result() {
        let (tables, games) = (tables(), games(300));
        let census = kept(&games, Some(&tables), Filter::default()).census;
        let labels =
            || games.iter().filter_map(|game| Some((Label::of(&game.positions, &tables)?, game)));
        let count = |what: Agreement| {
            labels().filter(|(label, game)| label.agreement(game.score) == what).count() as u64
        };
        let counts = census.labels;
        assert_eq!(counts.games, labels().count() as u64);
        assert_eq!(counts.differ, count(Agreement::Differs));
        assert_eq!(counts.without_result, count(Agreement::NoResult));
        assert!(counts.differ > 10 && counts.without_result > 10 && count(Agreement::Same) > 10);
        let known = labels().map(|(label, game)| (game.positions.len() - label.ply) as u64);
        assert_eq!(census.removed["endgame"], known.sum::<u64>());
        assert_eq!(census.positions, census.kept + census.removed.values().sum::<u64>());
    }

    #[test]
    fn without_tables_nothing_changes() {
        let games = games(40);
        let plain =
            filtered_games(&games[..], &[SampleFilter::default()], 1, EvalSet::ALL).0.remove(0);
        let labelled = kept(&games, None, Filter::default());
        assert_eq!((labelled.held_out, &labelled.census), (plain.held_out, &plain.census));
        let card = serde_json::to_string(&plain.census).expect("JSON");
        assert!(!card.contains("labels"), "{card}");
    }
}
