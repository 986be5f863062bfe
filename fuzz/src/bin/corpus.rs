//! Unpacks kept inputs into a folder for libFuzzer, and packs a folder again: `corpus unpack FILE FOLDER`, `corpus pack
//! FILE FOLDER`.

use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

// Everything here is instrumented, so this too needs the counters of libFuzzer.
use libfuzzer_sys as _;

use draughts_td_fuzz::corpus::{escape, inputs};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["unpack", file, folder] => unpack(file.as_ref(), folder.as_ref()),
        ["pack", file, folder] => pack(file.as_ref(), folder.as_ref()),
        _ => Err(io::Error::other("corpus unpack FILE FOLDER, corpus pack FILE FOLDER")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("corpus: {error}");
            ExitCode::FAILURE
        }
    }
}

fn unpack(file: &Path, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let text = fs::read_to_string(file)?;
    inputs(&text)
        .iter()
        .enumerate()
        .try_for_each(|(number, input)| fs::write(folder.join(format!("kept-{number}")), input))
}

/// Shortest first, so that what is kept does not depend on names.
fn pack(file: &Path, folder: &Path) -> io::Result<()> {
    let mut inputs = fs::read_dir(folder)?
        .map(|entry| fs::read(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    inputs.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    inputs.dedup();
    fs::write(file, inputs.iter().map(|input| escape(input) + "\n").collect::<String>())
}
