//! An archive of NumPy arrays, read as its makers describe it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Arrays by name.
pub struct Archive(BTreeMap<String, Array>);

/// Type, shape and bytes.
pub struct Array {
    pub kind: String,
    pub shape: Vec<usize>,
    pub bytes: Vec<u8>,
}

impl Archive {
    pub fn open(path: &Path) -> Archive {
        let mut archive = zip::ZipArchive::new(File::open(path).expect("a file")).expect("a zip");
        let mut arrays = BTreeMap::new();
        for index in 0..archive.len() {
            let mut member = archive.by_index(index).expect("a member");
            let name = member.name().expect("UTF-8").into_owned();
            let mut content = Vec::new();
            member.read_to_end(&mut content).expect("whole");
            arrays.insert(name.strip_suffix(".npy").expect("an array").into(), Array::of(&content));
        }
        Archive(arrays)
    }

    pub fn names(&self) -> Vec<&str> {
        self.0.keys().map(String::as_str).collect()
    }

    pub fn array(&self, name: &str) -> &Array {
        self.0.get(name).unwrap_or_else(|| panic!("{name} is missing"))
    }

    /// The numbers of an array of this type, each from this many bytes.
    pub fn numbers<T, const N: usize>(
        &self,
        name: &str,
        kind: &str,
        of: impl Fn([u8; N]) -> T,
    ) -> Vec<T> {
        let array = self.array(name);
        assert_eq!(array.kind, kind, "{name}");
        let count: usize = array.shape.iter().product();
        assert_eq!(array.bytes.len(), N * count, "{name}");
        array.bytes.as_chunks().0.iter().map(|&bytes| of(bytes)).collect()
    }

    pub fn words(&self, name: &str) -> Vec<u64> {
        self.numbers(name, "<u8", u64::from_le_bytes)
    }

    pub fn counts(&self, name: &str) -> Vec<u32> {
        self.numbers(name, "<u4", u32::from_le_bytes)
    }

    pub fn reals(&self, name: &str) -> Vec<f32> {
        self.numbers(name, "<f4", f32::from_le_bytes)
    }

    pub fn signs(&self, name: &str) -> Vec<i8> {
        self.numbers(name, "|i1", i8::from_le_bytes)
    }

    pub fn flags(&self, name: &str) -> Vec<bool> {
        self.numbers(name, "|b1", |[byte]| byte != 0)
    }

    pub fn texts(&self, name: &str) -> Vec<String> {
        let array = self.array(name);
        let width: usize =
            array.kind.strip_prefix("<U").and_then(|n| n.parse().ok()).expect("text");
        let letters: Vec<char> = array
            .bytes
            .as_chunks()
            .0
            .iter()
            .map(|&bytes| char::from_u32(u32::from_le_bytes(bytes)).expect("a letter"))
            .collect();
        let text = |letters: &[char]| letters.iter().filter(|&&letter| letter != '\0').collect();
        letters.chunks(width).map(text).collect()
    }
}

impl Array {
    fn of(content: &[u8]) -> Array {
        assert_eq!(content[..8], *b"\x93NUMPY\x01\x00");
        let length = usize::from(u16::from_le_bytes([content[8], content[9]]));
        let head = std::str::from_utf8(&content[10..10 + length]).expect("text");
        let after = |name: &str| head.split_once(name).expect(name).1;
        let kind = after("'descr': '").split_once('\'').expect("an end").0.to_owned();
        let shape = after("'shape': (").split_once(')').expect("an end").0;
        let sizes = shape.split(',').filter(|size| !size.trim().is_empty());
        let shape = sizes.map(|size| size.trim().parse().expect("a size")).collect();
        Array { kind, shape, bytes: content[10 + length..].to_vec() }
    }
}
