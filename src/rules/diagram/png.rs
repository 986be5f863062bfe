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
        let tree = Tree::from_str(&self.svg(), &Options::default());
        let tree = tree.map_err(|error| PngError(error.to_string()))?;
        let pixmap = Pixmap::new(self.size, self.size);
        let mut pixmap = pixmap.ok_or_else(|| PngError(format!("{} pixels", self.size)))?;
        resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
        pixmap.encode_png().map_err(|error| PngError(error.to_string()))
    }
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
        diagram.size = 0;
        assert!(diagram.png().is_err());
    }
}
