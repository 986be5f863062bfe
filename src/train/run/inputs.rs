//! Files that runs read and write, checked before the work.

use std::path::{Path, PathBuf};

use super::error::{At, RunError, ensure, refuse};
use super::notice::Notice;
use crate::files;
use crate::learning::DataFile;
use crate::models::{file, is_reference};
use crate::pdn::{STANDARD_INPUT, is_pdn_name, passed_over};

/// Fails if the name of an output has the ending of a packed file, which it will not be.
///
/// # Errors
/// The name of a packed file.
pub fn check_unpacked(output: &Path, flag: &str) -> Result<(), RunError> {
    match files::packing_of(output) {
        Some(packing) => refuse!(
            "{flag} {}: what is written there is not packed; leave {packing} out of the name",
            output.display()
        ),
        None => Ok(()),
    }
}

/// Fails if the name of an output that is plain or .zst has the ending of another packing.
///
/// # Errors
/// The name of a file that is packed in another way.
pub fn check_zstd(output: &Path, flag: &str) -> Result<(), RunError> {
    match files::packing_of(output).filter(|&packing| packing != ".zst") {
        Some(packing) => refuse!(
            "{flag} {}: what is written there is packed only as .zst; write that instead of {packing}",
            output.display()
        ),
        None => Ok(()),
    }
}

/// The files that the paths name: of a folder all PDN files in it and in the folders within it, plain or packed, in the order of their
/// paths. What is hidden is passed over; what has another name, or is a pipe or a device, is passed over with a note, also in a zip archive.
///
/// # Errors
/// A folder that cannot be read or holds no PDN file.
pub fn listed(paths: &[PathBuf], note: &mut dyn FnMut(Notice)) -> Result<Vec<PathBuf>, RunError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(files_in(path, note)?);
        } else {
            files.push(path.clone());
        }
    }
    for file in &files {
        let others = passed_over(file);
        if !others.is_empty() {
            note(Notice::PassedOver { within: file.clone(), names: few(&others) });
        }
    }
    Ok(files)
}

fn files_in(folder: &Path, note: &mut dyn FnMut(Notice)) -> Result<Vec<PathBuf>, RunError> {
    let shown = folder.display();
    let (mut files, mut others) = (Vec::new(), Vec::new());
    collect(folder, &mut files, &mut others)?;
    ensure!(
        !files.is_empty(),
        "the folder {shown} holds no PDN file: a name that ends in .pdn, or .pdn.gz, .pdn.zst or .pdn.zip"
    );
    files.sort();
    others.sort();
    if !others.is_empty() {
        note(Notice::PassedOver { within: folder.into(), names: few(&others) });
    }
    Ok(files)
}

/// Sorts what lies in a folder and the folders within it into PDN files and others. Links to folders are not followed: they may lead
/// back.
fn collect(
    folder: &Path,
    files: &mut Vec<PathBuf>,
    others: &mut Vec<String>,
) -> Result<(), RunError> {
    let failed = || format!("cannot read the folder {}", folder.display());
    for entry in std::fs::read_dir(folder).at(failed)? {
        let entry = entry.at(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.file_type().at(failed)?.is_dir();
        if name.starts_with('.') {
            continue;
        }
        if is_folder {
            collect(&entry.path(), files, others)?;
        } else if is_pdn_name(&name) && is_file_or_missing(&entry.path()) {
            files.push(entry.path());
        } else {
            others.push(name);
        }
    }
    Ok(())
}

/// Whether a path is that of a file. A link that leads nowhere is named when it is read.
fn is_file_or_missing(path: &Path) -> bool {
    std::fs::metadata(path).map_or(true, |data| data.is_file())
}

/// The first names of many, and how many more there are.
fn few(names: &[String]) -> String {
    const SHOWN: usize = 3;
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Fails on the first file that is missing.
///
/// # Errors
/// The first file that is missing.
pub fn check(paths: &[PathBuf]) -> Result<(), RunError> {
    for path in paths.iter().filter(|path| !is_standard_input(path)) {
        std::fs::metadata(path).at(|| format!("cannot read {}", path.display()))?;
    }
    Ok(())
}

/// Name, size and checksum of each file; only the name of a stream, which can be read once.
///
/// # Errors
/// A file that cannot be read.
pub fn describe(paths: &[PathBuf]) -> Result<Vec<DataFile>, RunError> {
    paths.iter().map(|path| describe_one(path)).collect()
}

/// Name, size and checksum of a network to start from, which may be the built-in one.
///
/// # Errors
/// A file that cannot be read.
pub fn describe_network(path: &Path) -> Result<DataFile, RunError> {
    let shown = path.display();
    let is_file = is_reference(path) || !is_stream(path);
    ensure!(is_file, "{shown} is not a file; name a network file");
    let content = file::bytes(path).at(|| format!("cannot read {shown}"))?;
    Ok(DataFile::with(path, &content))
}

/// The bytes of all files together, without streams.
pub fn total_bytes(paths: &[PathBuf]) -> u64 {
    paths.iter().filter_map(|path| std::fs::metadata(path).ok()).map(|data| data.len()).sum()
}

/// Whether the path is that of standard input, or names a pipe or a device: such input can be read only once.
pub fn is_stream(path: &Path) -> bool {
    is_standard_input(path) || std::fs::metadata(path).is_ok_and(|data| !data.is_file())
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

/// Fails if an output cannot be written; called before the work.
///
/// # Errors
/// A folder that cannot be written.
pub fn check_writable(output: &Path, flag: &str) -> Result<(), RunError> {
    let shown = output.display();
    let file = files::destination(output);
    let file = file.at(|| format!("{flag}: cannot write {shown}"))?;
    let folder = files::folder_of(&file);
    let probe = tempfile::tempfile_in(folder).map(drop);
    probe.at(|| format!("cannot write into {}, where {flag} {shown} should go", folder.display()))
}

/// Fails if the output is one of the inputs.
///
/// # Errors
/// The input that would be lost.
pub fn check_apart(paths: &[PathBuf], flag: &str, output: &Path) -> Result<(), RunError> {
    let output = files::real(output);
    match paths.iter().find(|path| files::real(path) == output) {
        Some(input) => {
            refuse!("{flag} would overwrite {}, which is to be read; name another", input.display())
        }
        None => Ok(()),
    }
}

fn describe_one(path: &Path) -> Result<DataFile, RunError> {
    if is_stream(path) {
        let name = path.file_name().unwrap_or(path.as_os_str());
        return Ok(DataFile::stream(&name.to_string_lossy()));
    }
    DataFile::of(path).at(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_of(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("folder");
        for name in names {
            std::fs::write(folder.path().join(name), "1. 32-28 *").expect("written");
        }
        folder
    }

    #[test]
    fn a_folder_means_its_pdn_files_and_those_of_its_folders_in_order_of_name() {
        let names = [
            "b.pdn",
            "a.PDN.gz",
            "c.pdn.zst",
            "d.pdn.zip",
            "notes.txt",
            ".hidden.pdn",
            "pdn",
            ".pdn",
        ];
        let folder = folder_of(&names);
        std::fs::create_dir_all(folder.path().join("e.pdn/deep")).expect("folder");
        std::fs::create_dir(folder.path().join(".hidden")).expect("folder");
        for name in ["e.pdn/deep/f.pdn", "e.pdn/notes.txt", ".hidden/g.pdn"] {
            std::fs::write(folder.path().join(name), "1. 32-28 *").expect("written");
        }
        let other = PathBuf::from("missing.pdn");
        let files = listed(&[other.clone(), folder.path().into()], &mut |_| {}).expect("files");
        let expected = ["a.PDN.gz", "b.pdn", "c.pdn.zst", "d.pdn.zip", "e.pdn/deep/f.pdn"];
        let expected: Vec<PathBuf> =
            std::iter::once(other).chain(expected.map(|name| folder.path().join(name))).collect();
        assert_eq!(files, expected);
    }

    #[test]
    fn members_of_an_archive_that_are_not_read_are_named() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("games.zip");
        let mut archive = zip::ZipWriter::new(std::fs::File::create(&path).expect("created"));
        for name in ["a.pdn", "games.txt", "read.me"] {
            archive.start_file(name, zip::write::SimpleFileOptions::default()).expect("begun");
        }
        archive.finish().expect("written");
        let mut notices = Vec::new();
        let files = listed(std::slice::from_ref(&path), &mut |notice| notices.push(notice));
        assert_eq!(files.expect("files"), std::slice::from_ref(&path));
        let names = "games.txt, read.me".to_owned();
        assert_eq!(notices, [Notice::PassedOver { within: path, names }]);
    }

    /// A pipe without a writer would never end.
    #[cfg(unix)]
    #[test]
    fn what_is_no_file_in_a_folder_is_passed_over_with_a_note() {
        let folder = folder_of(&["a.pdn"]);
        let socket = std::os::unix::net::UnixListener::bind(folder.path().join("x.pdn"));
        socket.expect("a socket");
        let gone = folder.path().join("y.pdn");
        std::os::unix::fs::symlink("nowhere", &gone).expect("a link");
        let mut notices = Vec::new();
        let files = listed(&[folder.path().into()], &mut |notice| notices.push(notice));
        assert_eq!(files.expect("files"), [folder.path().join("a.pdn"), gone]);
        let within = folder.path().to_path_buf();
        assert_eq!(notices, [Notice::PassedOver { within, names: "x.pdn".into() }]);
    }

    #[test]
    fn of_many_names_the_first_are_shown_and_the_others_counted() {
        let names = ["a", "b", "c", "d", "e"].map(String::from);
        assert_eq!(
            (few(&names), few(&names[..3])),
            ("a, b, c and 2 more".into(), "a, b, c".into())
        );
    }

    #[test]
    fn a_folder_without_a_pdn_file_is_an_error_that_says_what_is_missing() {
        let folder = folder_of(&["notes.txt"]);
        let error =
            listed(&[folder.path().into()], &mut |_| {}).expect_err("nothing to read").to_string();
        assert!(error.contains("holds no PDN file") && error.contains(".pdn.gz"), "{error}");
    }
}
