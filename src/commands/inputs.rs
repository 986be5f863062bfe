//! Input files: looked at before any work begins, so that a wrong name costs no time.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::learning::DataFile;
use crate::pdn::STANDARD_INPUT;

/// Fails on the first file that is missing or a folder.
///
/// # Errors
/// The file and the remedy.
pub fn check(paths: &[PathBuf]) -> Result<()> {
    for path in paths.iter().filter(|path| !is_standard_input(path)) {
        let shown = path.display();
        let data = std::fs::metadata(path).with_context(|| format!("cannot read {shown}"))?;
        if data.is_dir() {
            bail!(
                "{shown} is a folder; name the PDN files in it, for example {}",
                path.join("*.pdn").display()
            );
        }
    }
    Ok(())
}

/// Name, size and checksum of each file; a stream, which would be gone once read, has the name alone.
///
/// # Errors
/// A file that cannot be read.
pub fn describe(paths: &[PathBuf]) -> Result<Vec<DataFile>> {
    paths.iter().map(|path| describe_one(path)).collect()
}

/// Name, size and checksum of a network to start from.
///
/// # Errors
/// A file that cannot be read, or something else than a file, which could not be told again by its checksum.
pub fn describe_network(path: &Path) -> Result<DataFile> {
    let data =
        std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(data.is_file(), "{} is not a file; name a network file", path.display());
    describe_one(path)
}

/// The bytes of all files together; a stream counts nothing.
#[must_use]
pub fn total_bytes(paths: &[PathBuf]) -> u64 {
    paths.iter().filter_map(|path| std::fs::metadata(path).ok()).map(|data| data.len()).sum()
}

/// Whether the path stands for standard input, or names a pipe or a device: such input can be read only once.
#[must_use]
pub fn is_stream(path: &Path) -> bool {
    is_standard_input(path) || std::fs::metadata(path).is_ok_and(|data| !data.is_file())
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

/// Fails if the output is one of the inputs.
///
/// # Errors
/// The flag and the file.
pub fn check_apart(paths: &[PathBuf], flag: &str, output: &Path) -> Result<()> {
    let Ok(output) = output.canonicalize() else { return Ok(()) };
    let input = paths.iter().find(|path| path.canonicalize().is_ok_and(|path| path == output));
    match input {
        Some(input) => {
            bail!("{flag} would overwrite {}, which is to be read; name another", input.display())
        }
        None => Ok(()),
    }
}

/// The processor's cores.
#[must_use]
pub fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs work with this many threads for what is parallel inside.
///
/// # Errors
/// When the system gives no threads.
pub fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    Ok(pool.context("cannot start threads")?.install(work))
}

fn describe_one(path: &Path) -> Result<DataFile> {
    if is_stream(path) {
        let name = path.file_name().unwrap_or(path.as_os_str());
        return Ok(DataFile::stream(&name.to_string_lossy()));
    }
    DataFile::of(path).with_context(|| format!("cannot read {}", path.display()))
}
