//! Shapes and words as SVG text.

use std::fmt::Write;

use crate::results::text::escape;

/// Where a text's position lies in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Font {
    pub size: f64,
    pub colour: &'static str,
    pub is_bold: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub colour: &'static str,
    pub width: f64,
    /// Lengths of dashes and gaps; empty for a solid line.
    pub dashes: &'static str,
}

/// A place, in pixels from the top left.
pub(super) type PixelPoint = (f64, f64);

#[derive(Debug, Default)]
pub(super) struct Svg {
    body: String,
}

impl Svg {
    pub(super) fn line(&mut self, from: PixelPoint, to: PixelPoint, stroke: Stroke) {
        let [(x1, y1), (x2, y2)] = [from, to];
        let style = style(stroke);
        self.push(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"{style}/>"
        ));
    }

    pub(crate) fn polyline(&mut self, points: &[PixelPoint], stroke: Stroke) {
        let style = style(stroke);
        self.push(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke-linejoin=\"round\"{style}/>",
            places(points)
        ));
    }

    pub(crate) fn area(&mut self, points: &[PixelPoint], colour: &str, opacity: f64) {
        self.push(format_args!(
            "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"{opacity}\"/>",
            places(points)
        ));
    }

    pub(super) fn dot(&mut self, (x, y): PixelPoint, radius: f64, colour: &str, opacity: f64) {
        self.push(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{colour}\" fill-opacity=\"{opacity}\"/>"
        ));
    }

    /// A diamond: an outline with a white inside.
    pub(crate) fn diamond(&mut self, (x, y): PixelPoint, half: f64, colour: &str) {
        let corners = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)];
        self.push(format_args!(
            "<polygon points=\"{}\" fill=\"#fff\" stroke=\"{colour}\" stroke-width=\"1.6\"/>",
            places(&corners)
        ));
    }

    pub(super) fn text(&mut self, place: PixelPoint, anchor: Anchor, font: Font, text: &str) {
        self.words(place, anchor, font, "", text);
    }

    /// A text that can be read on top of lines: with a white rim, drawn first, because not every viewer knows `paint-order`.
    pub(crate) fn text_on_lines(
        &mut self,
        place: PixelPoint,
        anchor: Anchor,
        font: Font,
        text: &str,
    ) {
        let rim =
            " stroke=\"white\" stroke-width=\"4\" stroke-linejoin=\"round\" aria-hidden=\"true\"";
        self.words(place, anchor, font, rim, text);
        self.words(place, anchor, font, "", text);
    }

    /// A text read from bottom to top, centred on its place.
    pub(crate) fn upward_text(&mut self, (x, y): PixelPoint, font: Font, text: &str) {
        let turn = format!(" transform=\"rotate(-90 {x:.1} {y:.1})\"");
        self.words((x, y), Anchor::Middle, font, &turn, text);
    }

    fn words(&mut self, (x, y): PixelPoint, anchor: Anchor, font: Font, more: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if font.is_bold { " font-weight=\"600\"" } else { "" };
        self.push(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{}\" fill=\"{}\"{weight}{more}>{}</text>",
            font.size,
            font.colour,
            escape(text)
        ));
    }

    fn push(&mut self, element: std::fmt::Arguments) {
        writeln!(self.body, "{element}").expect("a string takes everything");
    }

    /// The picture of this width and height, on white, with a title and a description for those who cannot see it.
    pub(super) fn finish(
        self,
        (width, height): PixelPoint,
        title: &str,
        description: &str,
    ) -> String {
        let body = self.body;
        let (title, description) = (escape(title), escape(description));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>{title}</title>\n<desc>{description}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>\n"
        )
    }
}

fn style(stroke: Stroke) -> String {
    let Stroke { colour, width, dashes } = stroke;
    let dashes =
        if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
    format!(" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}")
}

fn places(points: &[PixelPoint]) -> String {
    let texts: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cannot_break_out_of_the_picture() {
        let mut svg = Svg::default();
        let font = Font { size: 10.0, colour: "#000", is_bold: false };
        svg.text((1.0, 2.0), Anchor::Start, font, "</text><script>");
        let text = svg.finish((10.0, 10.0), "a < b", "by `x`");
        assert!(
            text.contains("&lt;/text&gt;&lt;script&gt;")
                && text.contains("<title>a &lt; b</title>")
        );
    }
}
