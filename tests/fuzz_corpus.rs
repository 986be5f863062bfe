//! Every input that fuzzing has kept, run through its target by the ordinary compiler; `fuzz/run` looks for new ones.

#[path = "../fuzz/src/corpus.rs"]
mod corpus;
#[path = "../fuzz/src/targets/mod.rs"]
mod targets;

/// Runs every kept input of a target; libFuzzer's own run holds time and memory.
fn replay(name: &str, target: fn(&[u8])) {
    let path = format!("{}/fuzz/corpus/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let inputs = corpus::inputs(&text);
    assert!(!inputs.is_empty(), "{path} holds no input");
    for (input, line) in inputs.iter().zip(text.lines()) {
        assert_eq!(corpus::escape(input), line, "written as it is read");
        target(input);
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
        }
    };
}

replay! {
    api arrays book catalogue checkpoint database database_file dxp edits endgame fen files generate_state http hub journal lock metrics move_text
    mpi network openings pdn reproduce settings shards suites train_settings written
}
