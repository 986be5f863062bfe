//! A position as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::board::Diagram;

/// A picture that could not be made.
#[derive(Debug, thiserror::Error)]
#[error("the picture cannot be drawn: {0}")]
pub struct PngError(String);

impl Diagram {
    /// The picture as a PNG file, [`size`](Diagram::size) pixels wide and high.
    ///
    /// # Errors
    /// A size of 0, or one for which there is no memory.
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        png(&self.svg(), self.size)
    }
}

/// A square picture in SVG as a PNG file, `size` pixels wide and high.
///
/// # Errors
/// A text that is not SVG, a size of 0, or one for which there is no memory.
pub fn png(svg: &str, size: u32) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &Options::default());
    let tree = tree.map_err(|error| PngError(error.to_string()))?;
    let pixmap = Pixmap::new(size, size);
    let mut pixmap = pixmap.ok_or_else(|| PngError(format!("{size} pixels")))?;
    let scale = size as f32 / tree.size().width();
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PngError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    /// The colour of the middle of a square of 10 × 10 pixels.
    fn colour(picture: &Pixmap, row: u32, file: u32) -> (u8, u8, u8) {
        let pixel = picture.pixel(10 * file + 5, 10 * row + 5).expect("a pixel").demultiply();
        (pixel.red(), pixel.green(), pixel.blue())
    }

    #[test]
    fn a_picture_has_its_size_its_squares_and_its_pieces() {
        let mut diagram = Diagram::of(fen::read("W:W28:B23").expect("fen"));
        diagram.size = 100;
        let picture = Pixmap::decode_png(&diagram.png().expect("drawn")).expect("a PNG");
        assert_eq!((picture.width(), picture.height()), (100, 100));
        assert_eq!(colour(&picture, 5, 4), (0xfb, 0xf6, 0xea), "a white man on 28");
        assert_eq!(colour(&picture, 4, 5), (0x1b, 0x17, 0x14), "a black man on 23");
        assert_eq!(colour(&picture, 0, 3), (0x8a, 0x5f, 0x3c), "an empty square");
        assert_eq!(colour(&picture, 0, 0), (0xec, 0xd9, 0xb9), "a light field");
        let icon = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><rect width=\"5\" height=\"10\" fill=\"#fbf6ea\"/></svg>";
        let icon = Pixmap::decode_png(&png(icon, 100).expect("drawn")).expect("a PNG");
        assert_eq!(colour(&icon, 9, 4), (0xfb, 0xf6, 0xea), "scaled to its size");
        assert_eq!(colour(&icon, 9, 5), (0, 0, 0));
        diagram.size = 0;
        assert!(diagram.png().is_err());
    }
}
