//! One array in the NPY format: a header with type and shape, and the little-endian numbers.

use std::io::{self, Write};

/// Writes the header of an array of this type, `<u8` for instance, and shape.
///
/// # Errors
/// The error of the writer.
pub(super) fn head(to: &mut impl Write, kind: &str, shape: &[usize]) -> io::Result<()> {
    /// The alignment of the numbers, for readers that map the file into memory.
    const ALIGNMENT: usize = 64;
    /// Bytes of magic, version and header length.
    const HEADER_PREFIX: usize = 10;
    let sizes: String = shape.iter().map(|size| format!("{size},")).collect();
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({sizes})}}");
    let length = (HEADER_PREFIX + text.len() + 1).next_multiple_of(ALIGNMENT) - HEADER_PREFIX;
    text.extend(std::iter::repeat_n(' ', length - 1 - text.len()));
    text.push('\n');
    to.write_all(b"\x93NUMPY\x01\x00")?;
    to.write_all(&(length as u16).to_le_bytes())?;
    to.write_all(text.as_bytes())
}

/// Writes texts as an array of texts, each as wide as the widest; with an empty shape, one text as an array without dimension.
///
/// # Errors
/// The error of the writer.
pub(super) fn texts(to: &mut impl Write, texts: &[&str], shape: &[usize]) -> io::Result<()> {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
    head(to, &format!("<U{width}"), shape)?;
    for text in texts {
        let padding = width - text.chars().count();
        let letters = text.chars().chain(std::iter::repeat_n('\0', padding));
        for letter in letters {
            to.write_all(&u32::from(letter).to_le_bytes())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_ends_where_numbers_may_begin_and_has_the_shape_as_python_writes_it() {
        for (shape, stored) in [
            (&[][..], "()"),
            (&[7], "(7,)"),
            (&[7, 222], "(7,222,)"),
            (&[123_456_789], "(123456789,)"),
        ] {
            let mut bytes = Vec::new();
            head(&mut bytes, "<f4", shape).expect("memory takes all");
            assert_eq!(bytes.len() % 64, 0);
            assert_eq!(usize::from(bytes[8]) + 10, bytes.len());
            let text = String::from_utf8_lossy(&bytes[10..]).into_owned();
            assert!(
                text.ends_with('\n') && text.contains(&format!("'shape': {stored}}}")),
                "{text}"
            );
        }
    }

    #[test]
    fn texts_are_padded_to_the_widest() {
        let mut bytes = Vec::new();
        texts(&mut bytes, &["é", "abc"], &[2]).expect("memory takes all");
        let letters = &bytes[bytes.len() - 24..];
        let expected: Vec<u8> =
            "é\0\0abc".chars().flat_map(|letter| u32::from(letter).to_le_bytes()).collect();
        assert_eq!(letters, expected);
        assert!(String::from_utf8_lossy(&bytes).contains("'<U3'"));
    }
}
