//! Many files at once: blocks are read in order, parsed and replayed by several workers, and handed on in order again.
//! Memory stays the same whatever the size of the files.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rayon::{Scope, ThreadPoolBuilder};
use thiserror::Error;

use crate::game::{Game, GameError, Replay, Replayer, each_game};
use crate::pdn::{
    BLOCK_BYTES, GameText, PdnError, Scan, Sink, SourceLocation, TextBlock, read_blocks,
};

/// What the workers made of one block.
#[derive(Debug)]
pub struct Batch<T> {
    /// The input it comes from.
    pub file: Arc<str>,
    /// Games of this input before the block; errors inside the value count from the block, see
    /// [`GameError::after_games`].
    pub games_before: u64,
    /// Games in the block, good and bad.
    pub games: u64,
    /// Bytes of the (packed) inputs consumed so far, those of earlier inputs with them.
    pub packed_bytes: u64,
    /// What the worker function gathered.
    pub value: T,
}

/// The results of reading: blocks, and faults of files, in order.
#[derive(Debug)]
pub enum Reading<T> {
    /// One block done.
    Batch(Batch<T>),
    /// A file, or the rest of it, that could not be read.
    Fault(PdnError),
}

/// Reads the inputs in order and folds the games of each block into one value on a worker. `consume` gets the values
/// on the calling thread, in the order of the files whatever the number of threads, and may stop with `Break`.
///
/// With one thread everything happens on the calling thread. `begin` makes the value of a block, `work` adds a game
/// to it, with the text and its replay, both borrowed: copy what is to stay.
pub fn fold_games<T, P, B, W, C>(inputs: &[P], threads: usize, begin: B, work: W, mut consume: C)
where
    T: Send + 'static,
    P: AsRef<Path>,
    B: Fn() -> T + Sync,
    W: Fn(&mut T, &GameText<'_>, Replay<'_>) + Sync,
    C: FnMut(Reading<T>) -> ControlFlow<()>,
{
    let inputs: Vec<&Path> = inputs.iter().map(AsRef::as_ref).collect();
    let idle_workers = BufferPool::new();
    // Once the consumer stops, blocks under way are not waited for.
    let stopped = AtomicBool::new(false);
    let mut consume = |reading| {
        let flow = consume(reading);
        stopped.fetch_or(flow.is_break(), Ordering::Relaxed);
        flow
    };
    let job = |mut block: TextBlock| {
        if stopped.load(Ordering::Relaxed) {
            block.text.clear();
        }
        let mut memory: WorkerMemory = idle_workers.take().unwrap_or_default();
        let mut value = begin();
        let games = each_game(&block, &mut memory.scan, &mut memory.replayer, |text, replay| {
            if !stopped.load(Ordering::Relaxed) {
                work(&mut value, text, replay);
            }
        });
        idle_workers.put(memory);
        FinishedBlock::of(block, games, value)
    };
    let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
    let mut output = OrderedOutput { consume: &mut consume, games: 0, file: None };
    let _: ControlFlow<()> = match pool {
        // Without threads of its own the program still works, only slower.
        None | Some(Err(_)) => run_sequential(&inputs, &job, &mut output),
        Some(Ok(pool)) => {
            pool.in_place_scope(|scope| run_parallel(&inputs, threads, &job, scope, &mut output))
        }
    };
}

/// Used buffers for later work: fresh memory costs page faults, since the system clears it.
#[derive(Debug, Default)]
pub struct BufferPool<T>(Mutex<Vec<T>>);

impl<T> BufferPool<T> {
    /// An empty pool.
    #[must_use]
    pub fn new() -> BufferPool<T> {
        BufferPool(Mutex::new(Vec::new()))
    }

    /// A buffer, if there is one.
    pub fn take(&self) -> Option<T> {
        lock(&self.0).pop()
    }

    /// Returns a buffer to the pool.
    pub fn put(&self, value: T) {
        lock(&self.0).push(value);
    }
}

/// The memory one worker uses again and again.
#[derive(Default)]
struct WorkerMemory {
    scan: Scan,
    replayer: Replayer,
}

/// A block's value, and its buffer for the next one.
struct FinishedBlock<T> {
    batch: Batch<T>,
    is_first: bool,
    bytes: u64,
    buffer: Vec<u8>,
}

impl<T> FinishedBlock<T> {
    fn of(block: TextBlock, games: u64, value: T) -> FinishedBlock<T> {
        let TextBlock { file, packed_bytes, .. } = block;
        FinishedBlock {
            is_first: block.byte == 0,
            bytes: block.byte + block.text.len() as u64,
            batch: Batch { file, games_before: 0, games, packed_bytes, value },
            buffer: block.text,
        }
    }
}

/// Hands on in order, and knows how many games came before in the same file.
struct OrderedOutput<'a, T> {
    consume: &'a mut dyn FnMut(Reading<T>) -> ControlFlow<()>,
    games: u64,
    /// The present file and the bytes read of it.
    file: Option<(Arc<str>, u64)>,
}

impl<T> OrderedOutput<'_, T> {
    fn done(&mut self, done: FinishedBlock<T>) -> ControlFlow<()> {
        if done.is_first {
            self.close_file()?;
            self.games = 0;
        }
        self.file = Some((Arc::clone(&done.batch.file), done.bytes));
        let mut batch = done.batch;
        batch.games_before = self.games;
        self.games += batch.games;
        (self.consume)(Reading::Batch(batch))
    }

    fn fault(&mut self, fault: PdnError) -> ControlFlow<()> {
        let games = if self.file.as_ref().is_some_and(|(file, _)| **file == *fault.file()) {
            self.file = None;
            self.games
        } else {
            0
        };
        (self.consume)(Reading::Fault(fault.after_games(games)))
    }

    /// A file without a game says so, once.
    fn close_file(&mut self) -> ControlFlow<()> {
        match self.file.take() {
            Some((file, bytes)) if self.games == 0 => {
                (self.consume)(Reading::Fault(PdnError::NoGames { file, bytes }))
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Reads the inputs one after another; a block counts the packed bytes of those before with its own.
fn read_inputs(
    inputs: &[&Path],
    spare: &mut dyn FnMut() -> Vec<u8>,
    sink: Sink<'_>,
) -> ControlFlow<()> {
    let mut packed_bytes_read = 0;
    for input in inputs {
        let before = packed_bytes_read;
        read_blocks(input, spare, &mut |mut next| {
            if let Ok(block) = &mut next {
                block.packed_bytes += before;
                packed_bytes_read = block.packed_bytes;
            }
            sink(next)
        })?;
    }
    ControlFlow::Continue(())
}

fn run_sequential<T>(
    inputs: &[&Path],
    job: &dyn Fn(TextBlock) -> FinishedBlock<T>,
    output: &mut OrderedOutput<'_, T>,
) -> ControlFlow<()> {
    let spare = RefCell::new(Vec::new());
    read_inputs(inputs, &mut || spare.take(), &mut |next| match next {
        Err(fault) => output.fault(fault),
        Ok(block) => {
            let mut done = job(block);
            spare.replace(std::mem::take(&mut done.buffer));
            output.done(done)
        }
    })?;
    output.close_file()
}

/// What a worker sends: its place in the order, and its value or the panic that stopped it.
type Sent<T> = (u64, thread::Result<FinishedBlock<T>>);

/// Blocks on their way: given out, perhaps done, not yet handed on.
struct Queue<T> {
    steps: VecDeque<Option<Result<FinishedBlock<T>, PdnError>>>,
    handed_on: u64,
    /// Bytes of the blocks given out.
    bytes: usize,
    spare: RefCell<Vec<Vec<u8>>>,
    sender: Sender<Sent<T>>,
    receiver: Receiver<Sent<T>>,
}

impl<T> Queue<T> {
    /// Hands on whatever is ready at the front.
    fn hand_on(&mut self, output: &mut OrderedOutput<'_, T>) -> ControlFlow<()> {
        while let Ok(sent) = self.receiver.try_recv() {
            self.file(sent);
        }
        while let Some(Some(_)) = self.steps.front() {
            self.handed_on += 1;
            match self.steps.pop_front().flatten() {
                Some(Ok(mut done)) => {
                    let buffer = std::mem::take(&mut done.buffer);
                    self.bytes -= buffer.len();
                    // The few large ones would otherwise stay forever.
                    if buffer.capacity() <= 2 * BLOCK_BYTES {
                        self.spare.borrow_mut().push(buffer);
                    }
                    output.done(done)?;
                }
                Some(Err(fault)) => output.fault(fault)?,
                None => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// Waits for one block and puts it in its place.
    fn wait(&mut self) {
        let sent = self.receiver.recv().expect("the queue itself holds a sender");
        self.file(sent);
    }

    fn file(&mut self, (number, done): Sent<T>) {
        let done = done.unwrap_or_else(|panic| resume_unwind(panic));
        self.steps[(number - self.handed_on) as usize] = Some(Ok(done));
    }
}

fn run_parallel<'s, T: Send + 's>(
    inputs: &[&Path],
    threads: usize,
    job: &'s (dyn Fn(TextBlock) -> FinishedBlock<T> + Sync),
    scope: &Scope<'s>,
    output: &mut OrderedOutput<'_, T>,
) -> ControlFlow<()> {
    // Enough blocks to keep the workers busy while one value is consumed, few enough to stay small.
    let most = 2 * threads + 2;
    let most_bytes = most * BLOCK_BYTES;
    let (sender, receiver) = channel();
    let queue = RefCell::new(Queue {
        steps: VecDeque::new(),
        handed_on: 0,
        bytes: 0,
        spare: RefCell::default(),
        sender,
        receiver,
    });
    let mut spare = || queue.borrow().spare.borrow_mut().pop().unwrap_or_default();
    read_inputs(inputs, &mut spare, &mut |next| {
        let mut queue = queue.borrow_mut();
        queue.hand_on(output)?;
        while queue.steps.len() >= most || queue.bytes > most_bytes {
            queue.wait();
            queue.hand_on(output)?;
        }
        match next {
            Err(fault) => queue.steps.push_back(Some(Err(fault))),
            Ok(block) => {
                let number = queue.handed_on + queue.steps.len() as u64;
                let sender = queue.sender.clone();
                queue.bytes += block.text.len();
                queue.steps.push_back(None);
                scope.spawn(move |_| {
                    let done = catch_unwind(AssertUnwindSafe(|| job(block)));
                    // Nobody listens any more when the reading was stopped.
                    let _ = sender.send((number, done));
                });
            }
        }
        ControlFlow::Continue(())
    })?;
    let mut queue = queue.into_inner();
    queue.hand_on(output)?;
    while !queue.steps.is_empty() {
        queue.wait();
        queue.hand_on(output)?;
    }
    output.close_file()
}

/// Does the jobs `0..jobs` on workers, a few ahead of what is consumed.
///
/// `consume` gets the results on the calling thread, in order whatever the number of threads, and may stop with `Break`. With one thread
/// everything happens on the calling thread.
pub fn in_order<T, J, C>(jobs: usize, threads: usize, job: J, mut consume: C)
where
    T: Send,
    J: Fn(usize) -> T + Sync,
    C: FnMut(T) -> ControlFlow<()>,
{
    let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
    let Some(Ok(pool)) = pool else {
        let _: ControlFlow<()> = (0..jobs).try_for_each(|number| consume(job(number)));
        return;
    };
    let (job, ahead) = (&job, 2 * threads + 2);
    pool.in_place_scope(|scope| {
        let (sender, receiver) = channel();
        let (mut done, mut given) = (BTreeMap::new(), 0);
        for number in 0..jobs {
            let wanted = given..jobs.min(number + ahead);
            given = wanted.end;
            for next in wanted {
                let sender = sender.clone();
                scope.spawn(move |_| {
                    let result = catch_unwind(AssertUnwindSafe(|| job(next)));
                    // Nobody listens any more once the consumer has stopped.
                    let _ = sender.send((next, result));
                });
            }
            let result = loop {
                if let Some(result) = done.remove(&number) {
                    break result;
                }
                let (next, result) = receiver.recv().expect("this function holds a sender");
                done.insert(next, result);
            };
            if consume(result.unwrap_or_else(|panic| resume_unwind(panic))).is_break() {
                return;
            }
        }
    });
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why a game could not be read: its own fault, or its file's.
#[derive(Debug, Error)]
pub enum ReadError {
    /// One game; the next one follows.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The rest of a file; the next file follows.
    #[error(transparent)]
    File(#[from] PdnError),
}

/// Reads all games of all inputs in order and hands them on as values of their own, with their places.
///
/// For few games; for many, use [`fold_games`].
///
/// ```
/// use draughts_td_engine::parallel::read_games;
/// use draughts_td_rules::game::Outcome;
/// use std::ops::ControlFlow;
///
/// let (mut draws, mut faults) = (0, 0);
/// read_games(&["../../pdn/accept/nags.pdn", "../../pdn/accept/draw_in_halves.pdn"], 1, |read| {
///     match read {
///         Ok((_, game)) => draws += u32::from(game.outcome() == Outcome::Draw),
///         Err(_) => faults += 1,
///     }
///     ControlFlow::Continue(())
/// });
/// assert_eq!((draws, faults), (1, 0));
/// ```
pub fn read_games<P, C>(inputs: &[P], threads: usize, mut each: C)
where
    P: AsRef<Path>,
    C: FnMut(Result<(SourceLocation, Game), ReadError>) -> ControlFlow<()>,
{
    type Items = Vec<Result<(SourceLocation, Game), GameError>>;
    let work = |items: &mut Items, text: &GameText<'_>, replay: Replay<'_>| {
        items.push(replay.whole().map(|game| (text.place(), game.clone())));
    };
    fold_games(inputs, threads, Items::new, work, |reading| match reading {
        Reading::Fault(fault) => each(Err(fault.into())),
        Reading::Batch(batch) => batch.value.into_iter().try_for_each(|item| {
            each(match item {
                Ok((mut place, game)) => {
                    place.game += batch.games_before;
                    Ok((place, game))
                }
                Err(error) => Err(error.after_games(batch.games_before).into()),
            })
        }),
    });
}
