//! Boards as pictures, and games as pages to print.

use draughts_td::board::{Position, Square};
use draughts_td::diagram::{Arrow, Diagram, PageOptions, PageWords, Palette, game_page as page_of};
use pyo3::prelude::*;

use crate::arguments::{Int, List};
use crate::board::Board;
use crate::error::value_error;

/// How a board is drawn.
struct Look {
    size: Int<u32>,
    print: bool,
    numbers: bool,
    coordinates: bool,
    flipped: bool,
}

impl Look {
    fn of(self, position: Position) -> PyResult<Diagram> {
        let Look { size: Int(size), print, numbers, coordinates, flipped } = self;
        let (least, most) = Diagram::SIZES.into_inner();
        if !Diagram::SIZES.contains(&size) {
            return Err(value_error(format!(
                "size: give a number of pixels from {least} to {most}"
            )));
        }
        let palette = if print { Palette::Print } else { Palette::Wood };
        let plain = Diagram::of(position);
        Ok(Diagram { size, palette, numbers, coordinates, flipped, ..plain })
    }

    fn marked(
        self,
        board: &Board,
        arrows: Option<List<String>>,
        marked: Option<List<Int<u8>>>,
    ) -> PyResult<Diagram> {
        let mut diagram = self.of(board.position)?;
        let arrows = arrows.map_or_else(Vec::new, |arrows| arrows.0);
        let arrow = |text: &String| text.parse::<Arrow>().map_err(value_error);
        diagram.arrows = arrows.iter().map(arrow).collect::<PyResult<_>>()?;
        let square = |Int(number): Int<u8>| {
            Square::new(number).ok_or_else(|| value_error("marked: give squares from 1 to 50"))
        };
        let marked = marked.map_or_else(Vec::new, |marked| marked.0);
        diagram.marked = marked.into_iter().map(square).collect::<PyResult<_>>()?;
        Ok(diagram)
    }
}

/// A board as SVG.
#[pyfunction]
#[pyo3(signature = (board, *, arrows=None, marked=None, size=Int(Diagram::SIZE), print=false, numbers=false, coordinates=false, flipped=false))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn svg(
    board: PyRef<'_, Board>,
    arrows: Option<List<String>>,
    marked: Option<List<Int<u8>>>,
    size: Int<u32>,
    print: bool,
    numbers: bool,
    coordinates: bool,
    flipped: bool,
) -> PyResult<String> {
    let look = Look { size, print, numbers, coordinates, flipped };
    Ok(look.marked(&board, arrows, marked)?.svg())
}

/// A board as the bytes of a PNG file.
#[pyfunction]
#[pyo3(signature = (board, *, arrows=None, marked=None, size=Int(Diagram::SIZE), print=false, numbers=false, coordinates=false, flipped=false))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn png(
    board: PyRef<'_, Board>,
    arrows: Option<List<String>>,
    marked: Option<List<Int<u8>>>,
    size: Int<u32>,
    print: bool,
    numbers: bool,
    coordinates: bool,
    flipped: bool,
) -> PyResult<Vec<u8>> {
    let look = Look { size, print, numbers, coordinates, flipped };
    look.marked(&board, arrows, marked)?.png().map_err(value_error)
}

/// A game as a page of HTML with diagrams.
#[pyfunction]
#[pyo3(signature = (pdn, *, every=None, print=false, numbers=false, coordinates=false, flipped=false))]
pub(crate) fn game_page(
    pdn: &str,
    every: Option<Int<usize>>,
    print: bool,
    numbers: bool,
    coordinates: bool,
    flipped: bool,
) -> PyResult<String> {
    let look = Look { size: Int(Diagram::SIZE), print, numbers, coordinates, flipped };
    let every = every.map(|every| every.0);
    if every == Some(0) {
        return Err(value_error("every: give a number from 1"));
    }
    let options =
        PageOptions { every, look: look.of(Position::start())?, words: PageWords::default() };
    page_of(pdn, &options).ok_or_else(|| value_error("pdn: the text has no game with a position"))
}
