//! Every input that fuzzing has kept, run through its target by the ordinary compiler, and inputs changed at random from those. `fuzz/run`
//! looks further: it knows which change reaches new code.

#[path = "../fuzz/src/corpus.rs"]
mod corpus;
#[path = "../fuzz/src/targets/mod.rs"]
mod targets;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Changed inputs of each target.
const CHANGED: usize = 500;

/// An input that a failed test shows, in the form of the kept inputs.
struct Tried(Vec<u8>);

impl Drop for Tried {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the input: {}", corpus::escape(&self.0));
        }
    }
}

/// An input with up to four changes: bytes replaced, taken out, or put in from another input.
fn changed(inputs: &[Vec<u8>], rng: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let mut input = inputs[rng.random_range(0..inputs.len())].clone();
    for _ in 0..rng.random_range(1..=4) {
        let at = rng.random_range(0..=input.len());
        let end = (at + rng.random_range(0..16)).min(input.len());
        let other = &inputs[rng.random_range(0..inputs.len())];
        match rng.random_range(0..4) {
            0 => input[at..end].iter_mut().for_each(|byte| *byte = rng.random()),
            1 => drop(input.drain(at..end)),
            2 => drop(input.splice(at..end, other.iter().copied())),
            _ => {
                let from = rng.random_range(0..=other.len());
                let part = other[from..].iter().copied().take(rng.random_range(1..32));
                input.splice(at..at, part);
            }
        }
    }
    input
}

/// Runs every kept input of a target, and changed ones; libFuzzer's own run holds time and memory.
fn replay(name: &str, target: fn(&[u8])) {
    let path = format!("{}/fuzz/corpus/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let inputs = corpus::inputs(&text);
    assert!(!inputs.is_empty(), "{path} holds no input");
    for (input, line) in inputs.iter().zip(text.lines()) {
        assert_eq!(corpus::escape(input), line, "written as it is read");
        target(input);
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..CHANGED {
        let tried = Tried(changed(&inputs, &mut rng));
        target(&tried.0);
    }
}

macro_rules! replay {
    ($($target:ident)*) => {
        $(
            #[test]
            fn $target() {
                replay(stringify!($target), targets::$target::run);
            }
        )*

        #[test]
        fn every_target_is_replayed() {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus");
            let files = std::fs::read_dir(folder).expect("the kept inputs");
            let names = files.map(|file| file.expect("an entry").file_name().into_string());
            let mut names: Vec<String> = names.map(|name| name.expect("a plain name")).collect();
            names.sort_unstable();
            assert_eq!(names, [$(concat!(stringify!($target), ".txt")),*]);
            let fuzzed: Vec<&str> = targets::ALL.iter().map(|(name, _)| *name).collect();
            assert_eq!(fuzzed, [$(stringify!($target)),*]);
        }
    };
}

replay! {
    api arrays book catalogue checkpoint database database_file dxp edits endgame fen files generate_state http hub journal lock metrics move_text
    mpi network openings pdn reproduce settings shards suites train_settings written
}
