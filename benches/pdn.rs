//! How fast PDN is read on one core: only tokens, with legal replay, and with the filter after it.
//!
//! The text is the sample database, unpacked in memory; figures are bytes of plain text a second.

use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;

use divan::Bencher;
use divan::counter::BytesCount;
use draughts_td::dataset::Filter;
use draughts_td::game::{Replayer, each_game};
use draughts_td::parallel::{Reading, fold_games};
use draughts_td::pdn::{Games, Scan, TextBlock, block_of};

fn main() {
    divan::main();
}

/// The sample as blocks of about the size in which files are read.
fn blocks() -> Vec<TextBlock> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("pdn/sample.pdn.zst");
    let packed = File::open(path).expect("pdn/sample.pdn.zst");
    let text = zstd::decode_all(packed).expect("Zstandard");
    let mut blocks = Vec::new();
    let mut rest = text.as_slice();
    while !rest.is_empty() {
        let from = rest.len().min(1 << 20);
        let next = memchr::memmem::find(&rest[from..], b"\n\n[Event ");
        let end = next.map_or(rest.len(), |at| from + at + 2);
        blocks.push(block_of("sample", &rest[..end]));
        rest = &rest[end..];
    }
    blocks
}

fn bytes(blocks: &[TextBlock]) -> BytesCount {
    BytesCount::new(blocks.iter().map(|block| block.text.len()).sum::<usize>())
}

#[divan::bench]
fn tokenise(bencher: Bencher<'_, '_>) {
    let blocks = blocks();
    let mut scan = Scan::default();
    bencher.counter(bytes(&blocks)).bench_local(|| {
        let mut elements = 0;
        for block in &blocks {
            let mut games = Games::new(block, &mut scan);
            while let Some(game) = games.next() {
                elements += game.len();
            }
        }
        elements
    });
}

#[divan::bench]
fn tokenise_and_replay(bencher: Bencher<'_, '_>) {
    let blocks = blocks();
    let (mut scan, mut replayer) = (Scan::default(), Replayer::default());
    bencher.counter(bytes(&blocks)).bench_local(|| {
        let mut plies = 0;
        for block in &blocks {
            each_game(block, &mut scan, &mut replayer, |_, replay| plies += replay.game.plies());
        }
        plies
    });
}

#[divan::bench]
fn tokenise_replay_and_filter(bencher: Bencher<'_, '_>) {
    let blocks = blocks();
    let (mut scan, mut replayer) = (Scan::default(), Replayer::default());
    let (filter, mut verdicts) = (Filter::default(), Vec::new());
    bencher.counter(bytes(&blocks)).bench_local(|| {
        let mut kept = 0;
        for block in &blocks {
            each_game(block, &mut scan, &mut replayer, |_, replay| {
                let segment = replay.game.main();
                filter.check(segment.positions, segment.moves, &mut verdicts);
                kept += verdicts.iter().filter(|verdict| verdict.is_none()).count();
            });
        }
        kept
    });
}

/// From a plain file in the page cache, by the pipeline that `learn` and `inspect` use, on this one thread.
#[divan::bench]
fn plain_file_to_filter(bencher: Bencher<'_, '_>) {
    let blocks = blocks();
    let file = tempfile::NamedTempFile::new().expect("temporary file");
    let text: Vec<u8> = blocks.iter().flat_map(|block| block.text.iter().copied()).collect();
    std::fs::write(file.path(), text).expect("written");
    let filter = Filter::default();
    bencher.counter(bytes(&blocks)).bench_local(|| {
        let mut kept = 0;
        fold_games(
            &[file.path()],
            1,
            || (0, Vec::new()),
            |(kept, verdicts), _, replay| {
                let segment = replay.game.main();
                filter.check(segment.positions, segment.moves, verdicts);
                *kept += verdicts.iter().filter(|verdict| verdict.is_none()).count();
            },
            |reading| {
                if let Reading::Batch(batch) = reading {
                    kept += batch.value.0;
                }
                ControlFlow::Continue(())
            },
        );
        kept
    });
}
