//! Games in memory, which come in another order each pass: a database is often sorted by year, event or player, and steps of games
//! that resemble each other pull the weights to and fro.

use std::ops::ControlFlow;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::source::{Note, Played, Source};
use super::thinning::{CountedGame, ThinnedShare, thinned};
use crate::board::{Move, MoveList, Position, pack, unpack};
use crate::dataset::{Episode, Filter, Sampler, Selection, UnequalShare};
use crate::parallel::{Batch, Reading, in_order};
use crate::pdn::PdnError;

/// Games that one worker encodes at once.
const BLOCK_GAMES: usize = 64;

/// The games of a source, packed: about 200 bytes a game.
#[derive(Clone, Debug, Default)]
pub struct ShuffledGames {
    games: Vec<Stored>,
    /// The moves of all games.
    moves: Vec<u8>,
    /// The notes of all games.
    notes: Vec<Note>,
    size: Option<u64>,
    shuffle: bool,
    seed: u64,
    threads: usize,
}

/// How games are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShuffledOptions {
    /// At most this many readable games; 0 for all.
    pub games: u64,
    /// Whether the notes of the games are kept.
    pub notes: bool,
    /// Whether each pass has another order; if not, all have that of the files.
    pub shuffle: bool,
    /// Decides the orders.
    pub seed: u64,
    /// Threads that unpack and encode the games; no order depends on them.
    pub threads: usize,
}

/// A game, or the name of the fault for which it was skipped.
type Stored = Result<StoredGame, &'static str>;

#[derive(Clone, Debug)]
struct StoredGame {
    /// Where its moves begin.
    moves: usize,
    plies: u32,
    /// Where its notes begin, and their number.
    notes: (usize, u32),
    score: Option<f32>,
    result: &'static str,
    ratings: [Option<u32>; 2],
    setup: Option<Box<Setup>>,
}

/// What a game from the usual start does not need.
#[derive(Clone, Debug)]
struct Setup {
    first: Position,
    start: Position,
    /// Every move, where that is more than the moves from the first position.
    identity: Option<Vec<Move>>,
}

/// The games of a block.
#[derive(Default)]
struct Block {
    games: Vec<Stored>,
    moves: Vec<u8>,
    notes: Vec<Note>,
    list: MoveList,
}

impl Block {
    fn add(&mut self, game: Result<Played<'_>, &'static str>, with_notes: bool) {
        let stored = game.map(|game| {
            let (moves, notes) = (self.moves.len(), self.notes.len());
            for (position, &mv) in game.positions.iter().zip(game.moves) {
                pack(position, mv, &mut self.list, &mut self.moves);
            }
            let kept = if with_notes { game.notes } else { &[] };
            self.notes.extend_from_slice(kept);
            StoredGame {
                moves,
                plies: game.moves.len() as u32,
                notes: (notes, kept.len() as u32),
                score: game.score,
                result: game.result,
                ratings: game.ratings,
                setup: Setup::of(&game).map(Box::new),
            }
        });
        self.games.push(stored);
    }
}

impl Setup {
    fn of(game: &Played<'_>) -> Option<Setup> {
        let first = game.positions.first().copied().unwrap_or_else(Position::start);
        let identity = (game.identity != game.moves).then(|| game.identity.to_vec());
        let is_usual = [first, game.start] == [Position::start(); 2] && identity.is_none();
        (!is_usual).then_some(Setup { first, start: game.start, identity })
    }
}

impl ShuffledGames {
    /// Reads the games of a source; `None` when `watch` stops it. `watch` is called with every block, and with every fault of a file.
    pub fn read<S: Source + ?Sized>(
        source: &S,
        options: ShuffledOptions,
        mut watch: impl FnMut(Option<PdnError>) -> ControlFlow<()>,
    ) -> Option<ShuffledGames> {
        let ShuffledOptions { games: limit, notes, shuffle, seed, threads } = options;
        let mut all = ShuffledGames {
            size: source.size(),
            shuffle,
            seed,
            threads,
            ..ShuffledGames::default()
        };
        let (mut readable, mut is_stopped) = (0, false);
        let work = |block: &mut Block, game: Result<Played<'_>, &'static str>| {
            block.add(game, notes);
        };
        source.fold(0, Block::default, work, |reading| {
            let flow = match reading {
                Reading::Fault(fault) => watch(Some(fault)),
                Reading::Batch(batch) => {
                    let is_full = all.append(batch.value, limit, &mut readable);
                    let flow = watch(None);
                    if is_full && flow.is_continue() {
                        return ControlFlow::Break(());
                    }
                    flow
                }
            };
            is_stopped |= flow.is_break();
            flow
        });
        (!is_stopped).then_some(all)
    }

    /// Adds the games of a block up to the limit of readable ones; whether it is reached.
    fn append(&mut self, block: Block, limit: u64, readable: &mut u64) -> bool {
        let (moves, notes) = (self.moves.len(), self.notes.len());
        for game in block.games {
            if limit > 0 && *readable >= limit {
                break;
            }
            *readable += u64::from(game.is_ok());
            self.games.push(game.map(|mut game| {
                game.moves += moves;
                game.notes.0 += notes;
                game
            }));
        }
        self.moves.extend(block.moves);
        self.notes.extend(block.notes);
        limit > 0 && *readable >= limit
    }

    /// Leaves games with unequal material out until no share is larger than asked for. Positions are those that the filter keeps, of games
    /// that the selection keeps. With `same_results` their results keep the shares that they have now.
    pub(super) fn thin(
        &mut self,
        shares: &[UnequalShare],
        same_results: bool,
        filter: &Filter,
        selection: &Selection,
    ) -> Vec<ThinnedShare> {
        let places: Vec<u32> = (0..self.games.len() as u32).collect();
        let blocks: Vec<&[u32]> = places.chunks(BLOCK_GAMES).collect();
        let job = |number: usize| {
            let (mut sampler, mut episode) = (Sampler::new(filter.clone()), Episode::default());
            let mut games: Vec<CountedGame> = Vec::new();
            self.replay(blocks[number], |game| {
                let teaching = game.ok().and_then(|game| {
                    let found = game.sample(&mut sampler, &mut episode);
                    let teaches = selection.check(&game.candidate(&found)).is_none();
                    teaches.then_some((&episode.positions, game.outcome()))
                });
                let positions = teaching.map(|(positions, _)| positions);
                let count = |share: &UnequalShare| share.count(positions.into_iter().flatten());
                games.push(CountedGame {
                    counts: shares.iter().map(count).collect(),
                    outcome: teaching.and_then(|(_, outcome)| outcome),
                });
            });
            games
        };
        let mut games = Vec::new();
        in_order(blocks.len(), self.threads, job, |block| {
            games.extend(block);
            ControlFlow::Continue(())
        });
        let (stays, found) = thinned(shares, same_results, &games, self.seed);
        let mut stays = stays.into_iter();
        self.games.retain(|_| stays.next().unwrap_or(true));
        found
    }

    /// Keeps this number of readable games, the first ones; 0 keeps all.
    pub(super) fn truncate(&mut self, games: u64) {
        let mut readable = 0;
        self.games.retain(|game| {
            let stays = games == 0 || readable < games;
            readable += u64::from(game.is_ok());
            stays
        });
    }

    /// The number of readable games.
    pub fn readable(&self) -> usize {
        self.games.iter().filter(|game| game.is_ok()).count()
    }

    /// The order of a pass, the same for the same seed; that of the files if it is not shuffled.
    fn order(&self, pass: u32) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.games.len() as u32).collect();
        if !self.shuffle {
            return order;
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        // A generator for each pass, far from those of the others.
        (0..pass).for_each(|_| random.jump());
        for place in (1..order.len()).rev() {
            let below = place as u64 + 1;
            let chosen = (u128::from(random.next_u64()) * u128::from(below)) >> 64;
            order.swap(place, chosen as usize);
        }
        order
    }

    /// Passes the games at these places on, replayed.
    fn replay(&self, places: &[u32], mut add: impl FnMut(Result<Played<'_>, &'static str>)) {
        let (mut positions, mut moves, mut list) = (Vec::new(), Vec::new(), MoveList::new());
        for &place in places {
            let game = match &self.games[place as usize] {
                Ok(game) => game,
                Err(fault) => {
                    add(Err(fault));
                    continue;
                }
            };
            let setup = game.setup.as_deref();
            let first = setup.map_or_else(Position::start, |setup| setup.first);
            positions.clear();
            moves.clear();
            positions.push(first);
            let (mut position, mut packed) = (first, &self.moves[game.moves..]);
            for _ in 0..game.plies {
                let Some(mv) = unpack(&position, &mut packed, &mut list) else { break };
                position = position.succ(mv);
                moves.push(mv);
                positions.push(position);
            }
            let (start, count) = game.notes;
            let identity = setup.and_then(|setup| setup.identity.as_deref());
            add(Ok(Played {
                positions: &positions,
                moves: &moves,
                start: setup.map_or(first, |setup| setup.start),
                identity: identity.unwrap_or(&moves),
                notes: &self.notes[start..start + count as usize],
                score: game.score,
                result: game.result,
                ratings: game.ratings,
                label: None,
                line: None,
                place: Some(place.into()),
            }));
        }
    }
}

impl Source for ShuffledGames {
    fn size(&self) -> Option<u64> {
        Some(self.size.unwrap_or(self.games.len() as u64))
    }

    fn fold<T, B, W, C>(&self, pass: u32, begin: B, work: W, mut consume: C)
    where
        T: Send + 'static,
        B: Fn() -> T + Sync,
        W: Fn(&mut T, Result<Played<'_>, &'static str>) + Sync,
        C: FnMut(Reading<T>) -> ControlFlow<()>,
    {
        let order = self.order(pass);
        let blocks: Vec<&[u32]> = order.chunks(BLOCK_GAMES).collect();
        let size = self.size().unwrap_or(0) as f64;
        let job = |number: usize| {
            let mut value = begin();
            self.replay(blocks[number], |game| work(&mut value, game));
            let before = (number * BLOCK_GAMES) as u64;
            let share = (before + blocks[number].len() as u64) as f64 / order.len() as f64;
            Batch {
                file: "games in memory".into(),
                games_before: before,
                games: blocks[number].len() as u64,
                packed_bytes: (share * size) as u64,
                value,
            }
        };
        in_order(blocks.len(), self.threads, job, |batch| consume(Reading::Batch(batch)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, fen};
    use crate::learning::MemoryGame;

    /// What learning sees of a game.
    type Seen = Result<(Vec<Position>, Vec<Move>, Position, Vec<Move>, Option<f32>), &'static str>;

    fn seen(game: Result<Played<'_>, &'static str>) -> Seen {
        let game = game?;
        let (positions, moves) = (game.positions.to_vec(), game.moves.to_vec());
        Ok((positions, moves, game.start, game.identity.to_vec(), game.score))
    }

    /// Random games, one of three from a position of its own.
    fn games(count: usize) -> Vec<MemoryGame> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let game = |number: usize| {
            let start = match number % 3 {
                0 => fen::read("W:W36,42,K48,47:B9,13,K3,4").expect("fen"),
                _ => Position::start(),
            };
            let (mut positions, mut moves) = (vec![start], Vec::new());
            while moves.len() < 40 {
                let legal = MoveList::legal(&positions[positions.len() - 1]);
                let chosen = random.next_u64() as usize % legal.len().max(1);
                let Some(&mv) = legal.get(chosen) else { break };
                positions.push(positions[positions.len() - 1].succ(mv));
                moves.push(mv);
            }
            let sides = [Some(1.0), Some(0.0), None];
            MemoryGame { positions, moves, score: sides[number % 3] }
        };
        (0..count).map(game).collect()
    }

    fn read(games: &[MemoryGame], limit: u64, threads: usize) -> ShuffledGames {
        let options =
            ShuffledOptions { games: limit, notes: true, shuffle: true, seed: 1, threads };
        ShuffledGames::read(games, options, |_| ControlFlow::Continue(())).expect("not stopped")
    }

    fn pass<S: Source + ?Sized>(source: &S, pass: u32) -> Vec<Seen> {
        let mut all = Vec::new();
        let add = |block: &mut Vec<Seen>, game: Result<Played<'_>, &'static str>| {
            block.push(seen(game));
        };
        source.fold(pass, Vec::new, add, |reading| {
            if let Reading::Batch(batch) = reading {
                all.extend(batch.value);
            }
            ControlFlow::Continue(())
        });
        all
    }

    #[test]
    fn every_pass_has_all_games_as_they_were_in_an_order_of_its_own() {
        let games = games(200);
        let shuffled = read(&games, 0, 1);
        let key = |seen: &Seen| format!("{seen:?}");
        let mut expected = pass(&games[..], 0);
        let orders = [0, 1, 2].map(|number| pass(&shuffled, number));
        assert!(orders[0] != orders[1] && orders[1] != orders[2] && orders[0] != expected);
        expected.sort_by_key(key);
        for mut order in orders {
            order.sort_by_key(key);
            assert_eq!(order, expected);
        }
        assert_eq!(shuffled.readable(), 200);
    }

    #[test]
    fn no_order_depends_on_the_threads() {
        let games = games(500);
        let one = pass(&read(&games, 0, 1), 3);
        assert_eq!(one, pass(&read(&games, 0, 4), 3));
        assert_eq!(one, pass(&read(&games, 0, 1), 3), "read once more");
    }

    #[test]
    fn a_limit_keeps_the_first_games() {
        let games = games(100);
        let first = pass(&games[..30], 0);
        let some = pass(&read(&games, 30, 1), 0);
        assert_eq!(some.len(), 30);
        assert!(some.iter().all(|game| first.contains(game)));
    }

    #[test]
    fn games_may_keep_their_order_and_thinned_ones_are_gone_in_each_pass() {
        let games = games(300);
        let options =
            ShuffledOptions { games: 0, notes: true, shuffle: false, seed: 1, threads: 2 };
        let read = || {
            let read = ShuffledGames::read(&games[..], options, |_| ControlFlow::Continue(()));
            read.expect("not stopped")
        };
        assert_eq!(pass(&read(), 1), pass(&games[..], 0));
        let share: UnequalShare = "20-40=0.01".parse().expect("a share");
        let thin = || {
            let mut thin = read();
            let found = thin.thin(&[share], false, &Filter::default(), &Selection::default());
            (found, pass(&thin, 0))
        };
        let (found, left) = thin();
        assert!(found[0].before.share() > 0.02 && found[0].after.share() <= 0.01, "{found:?}");
        assert!(left.len() < 300 && (found, left) == thin());
        let mut some = read();
        some.truncate(20);
        assert_eq!(pass(&some, 0), pass(&games[..20], 0));
    }

    #[test]
    fn a_stopped_reading_has_no_games() {
        let options =
            ShuffledOptions { games: 0, notes: false, shuffle: true, seed: 1, threads: 1 };
        let read = ShuffledGames::read(&games(10)[..], options, |_| ControlFlow::Break(()));
        assert!(read.is_none());
    }

    #[test]
    fn a_position_set_up_within_a_game_is_kept_with_all_moves_of_the_game() {
        let games = games(2);
        let (played, whole) = (&games[1], &games[0]);
        let game = Played {
            positions: &played.positions,
            moves: &played.moves,
            start: whole.positions[0],
            identity: &whole.moves,
            notes: &[Note { result: Some(0.5), is_detour: true }],
            score: Some(-1.0),
            result: "0-2",
            ratings: [Some(1200), None],
            label: None,
            line: None,
            place: None,
        };
        let mut block = Block::default();
        block.add(Ok(game), true);
        block.add(Err("syntax"), true);
        let mut all = ShuffledGames::default();
        assert!(!all.append(block, 0, &mut 0));
        let mut found = Vec::new();
        all.replay(&[1, 0], |game| {
            if let Ok(game) = game {
                assert_eq!(
                    (game.notes, game.ratings),
                    (&[Note { result: Some(0.5), is_detour: true }][..], [Some(1200), None])
                );
                assert_eq!(game.positions[0].turn(), Color::White);
            }
            found.push(seen(game));
        });
        assert_eq!(found, [Err("syntax"), seen(Ok(game))]);
    }
}
