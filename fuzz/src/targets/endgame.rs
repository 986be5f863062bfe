//! Endgame tables: what opens answers, and what was changed is refused by the name of its file.

use std::sync::LazyLock;

use draughts_td::board::fen;
use draughts_td::checksum::of_bytes as checksum_of;
use draughts_td::files::folder_of;
use draughts_td::tablebase::{BuildRequest, Tables, build};

use super::bytes::Bytes;
use super::scratch;

/// A king against a king.
const NAME: &str = "0101.table";

/// Opens an edited copy of a sound table; where the first byte is odd the checksum after it is made to fit.
pub fn run(data: &[u8]) {
    static SOUND: LazyLock<Vec<u8>> = LazyLock::new(sound_file);
    let mut bytes = Bytes(data);
    let is_sealed = bytes.byte() % 2 == 1;
    let (body, _) = SOUND.split_at(SOUND.len() - CHECKSUM);
    let file =
        if is_sealed { sealed(bytes.edited(body.to_vec())) } else { bytes.edited(SOUND.clone()) };
    let is_sound = file == *SOUND;
    scratch::with_file(NAME, &file, |path| match Tables::open(folder_of(path)) {
        Ok((tables, _)) => {
            let position = fen::read("W:WK5:BK46").expect("two kings");
            let value = tables.outcome(&position);
            assert!(!is_sound || value.is_some(), "{value:?}");
        }
        Err(error) => {
            assert!(!is_sound && error.to_string().contains(NAME), "{error}");
        }
    });
}

/// The bytes of SHA-256.
const CHECKSUM: usize = 32;

/// A body with its checksum after it.
fn sealed(mut body: Vec<u8>) -> Vec<u8> {
    let hex = checksum_of(&body);
    let byte = |place: usize| u8::from_str_radix(&hex[place..place + 2], 16).expect("hex");
    body.extend((0..CHECKSUM).map(|index| byte(2 * index)));
    body
}

/// The table as the program makes it.
fn sound_file() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dir = folder.path().to_path_buf();
    let order = BuildRequest { dir, pieces: 2, distances: true, threads: 1 };
    build(&order, &mut |_| {}, &|| false).expect("tables of two pieces");
    std::fs::read(folder.path().join(NAME)).expect("the table")
}
