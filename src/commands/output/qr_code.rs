//! A QR code in the terminal, which a phone reads from the screen.

use std::io::{self, IsTerminal, Write};

use anyhow::{Context, Result};
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

/// White on black, whatever the colours of the terminal are, and back (ECMA-48, 8.3.117).
const COLOURS: [&str; 2] = ["\x1b[48;5;16;38;5;231m", "\x1b[0m"];

/// Draws a text on standard output if it is a terminal.
pub(crate) fn show(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        let [begin, end] = COLOURS;
        let drawn = drawn(text)?.replace('\n', &format!("{end}\n{begin}"));
        writeln!(out, "{begin}{drawn}{end}")?;
    }
    Ok(())
}

/// The code in half blocks: light modules are drawn, dark ones left out.
fn drawn(text: &str) -> Result<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).context("the QR code")?;
    let mut picture = code.render::<Dense1x2>();
    Ok(picture.dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

#[cfg(test)]
mod tests {
    use qrcode::Color;

    use super::*;

    /// The margin that a code must have, in modules (ISO/IEC 18004, 5.3.8).
    const MARGIN: usize = 4;

    /// Whether each module of a picture in half blocks is light, row by row.
    fn modules(picture: &str) -> Vec<Vec<bool>> {
        let half =
            |line: &str, blocks: [char; 2]| line.chars().map(|c| blocks.contains(&c)).collect();
        let rows =
            picture.lines().flat_map(|line| [half(line, ['█', '▀']), half(line, ['█', '▄'])]);
        rows.collect()
    }

    #[test]
    fn every_module_is_drawn_light_or_dark_within_a_light_margin() {
        for address in [
            "http://192.168.1.5:8110/#0123456789abcdef0123456789abcdef",
            "http://[2001:db8:1234:5678:9abc:def0:1234:5678]:65535/#0123456789abcdef0123456789abcdef",
        ] {
            let code = QrCode::with_error_correction_level(address, EcLevel::L).expect("a code");
            let (width, drawn) = (code.width(), modules(&drawn(address).expect("a code")));
            assert!(drawn.len() >= width + 2 * MARGIN, "{address}");
            let inside = |at: usize| at.checked_sub(MARGIN).filter(|&at| at < width);
            for (y, row) in drawn.iter().take(width + 2 * MARGIN).enumerate() {
                for (x, &light) in row.iter().take(width + 2 * MARGIN).enumerate() {
                    let module = inside(x).zip(inside(y)).map(|(x, y)| code[(x, y)]);
                    assert_eq!(light, module != Some(Color::Dark), "{address}: {x}, {y}");
                }
            }
        }
    }
}
