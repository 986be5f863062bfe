//! What all plots share: sizes, colours, the title, the command at the foot, panels side by side with grid and ticks.

use super::axis::LinearScale;
use super::svg::{Anchor, Font, PixelPoint, Stroke, Svg};

/// The width of every plot, in pixels.
pub(super) const WIDTH: f64 = 900.0;

/// Height above the panels: title, a legend of one line and the panels' own titles.
const TOP: f64 = 104.0;

/// Where the words of the legend are.
const LEGEND: f64 = 53.0;

const LEGEND_LINE: f64 = 19.0;

/// Height below the panels: ticks, label and a command of one line.
const BOTTOM: f64 = 76.0;

const FOOT_LINE: f64 = 14.0;

/// Space at the right edge and between panels.
pub(super) const GAP: f64 = 34.0;

/// The colours of series, from Okabe and Ito's palette for colour-blind readers, with a dash pattern each for print.
const SERIES: [(&str, &str); 7] = [
    ("#0072b2", ""),
    ("#d55e00", "7 3"),
    ("#009e73", "2 3"),
    ("#cc79a7", "9 3 2 3"),
    ("#e69f00", "12 4"),
    ("#56b4e9", "4 4"),
    ("#000000", "1 2"),
];

const INK: &str = "#1c2430";
const SOFT: &str = "#5b6675";

/// Words at the ticks and in the legend.
pub(super) const SMALL: Font = Font { size: 12.5, colour: INK, is_bold: false };
pub(super) const LABEL: Font = Font { size: 13.5, colour: INK, is_bold: false };
/// Titles of panels, headings of rows.
pub(super) const STRONG: Font = Font { size: 13.5, colour: INK, is_bold: true };
pub(super) const FAINT: Font = Font { size: 11.5, colour: SOFT, is_bold: false };

const TITLE: Font = Font { size: 17.0, colour: INK, is_bold: true };
const FOOT: Font = Font { size: 10.5, colour: SOFT, is_bold: false };
pub(super) const GRID: Stroke = Stroke { colour: "#e4e8ed", width: 1.0, dashes: "" };
const EDGE: Stroke = Stroke { colour: "#8a94a3", width: 1.0, dashes: "" };

/// A line drawn across a panel at a value that matters.
pub(super) const REFERENCE: Stroke = Stroke { colour: SOFT, width: 1.3, dashes: "5 4" };

/// A value to compare with, drawn as a dashed line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reference {
    pub label: String,
    pub at: f64,
}

impl Reference {
    pub(crate) fn new(label: impl Into<String>, at: f64) -> Reference {
        Reference { label: label.into(), at }
    }
}

/// How the series of this number is drawn.
pub(super) fn series_stroke(index: usize) -> Stroke {
    let (colour, dashes) = SERIES[index % SERIES.len()];
    Stroke { colour, width: 2.2, dashes }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// Areas of equal width side by side, below `top` and right of a margin.
pub(super) fn areas(count: usize, margin: f64, top: f64, height: f64) -> Vec<Area> {
    let width = (WIDTH - margin - GAP * count as f64) / count as f64;
    let area = |index: usize| {
        let left = margin + index as f64 * (width + GAP);
        Area { left, right: left + width, top, bottom: top + height }
    };
    (0..count).map(area).collect()
}

/// The title on top and the command at the foot, below panels that end at `bottom`; the height of the whole.
pub(super) fn caption(svg: &mut Svg, title: &str, command: &str, bottom: f64) -> f64 {
    svg.text((14.0, 27.0), Anchor::Start, TITLE, title);
    let lines = wrapped(&format!("made by: {command}"), FOOT, WIDTH - 28.0);
    for (number, line) in lines.iter().enumerate() {
        let level = bottom + BOTTOM - 12.0 + FOOT_LINE * number as f64;
        svg.text((14.0, level), Anchor::Start, FOOT, line);
    }
    bottom + BOTTOM + FOOT_LINE * (lines.len() - 1) as f64
}

/// A text in lines of this width at most, broken between words; a word that is too long has a line to itself.
fn wrapped(text: &str, font: Font, width: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("one at least");
        if line.is_empty() {
            line.push_str(word);
        } else if text_width(&format!("{line} {word}"), font) <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.into());
        }
    }
    lines
}

/// The frame of a panel with its title, of one or two lines, grid and ticks along the bottom.
pub(super) fn bottom_axis(svg: &mut Svg, area: Area, x: LinearScale, title: &str, label: &str) {
    let middle = f64::midpoint(area.left, area.right);
    for (line, words) in title.lines().rev().enumerate() {
        let level = area.top - 9.0 - 16.0 * line as f64;
        svg.text((middle, level), Anchor::Middle, STRONG, words);
    }
    for (value, words) in ticks_with_room(x) {
        let at = x.at(value);
        svg.line((at, area.top), (at, area.bottom), GRID);
        svg.line((at, area.bottom), (at, area.bottom + 5.0), EDGE);
        svg.text((at, area.bottom + 19.0), Anchor::Middle, SMALL, &words);
    }
    svg.line((area.left, area.bottom), (area.right, area.bottom), EDGE);
    svg.text((middle, area.bottom + 40.0), Anchor::Middle, LABEL, label);
}

/// As many ticks as have room for their words side by side.
fn ticks_with_room(x: LinearScale) -> Vec<(f64, String)> {
    let has_room = |ticks: &Vec<(f64, String)>| {
        let widest = ticks.iter().map(|(_, words)| text_width(words, SMALL)).fold(0.0, f64::max);
        ticks.windows(2).all(|pair| x.at(pair[1].0) - x.at(pair[0].0) >= widest + 10.0)
    };
    (1..=8).rev().map(|about| x.ticks(about)).find(has_room).unwrap_or_default()
}

/// Grid and ticks along the left; the words only if the panel is the first.
pub(super) fn left_axis(svg: &mut Svg, area: Area, y: LinearScale, label: Option<&str>) {
    for (value, words) in y.ticks(7) {
        let at = y.at(value);
        svg.line((area.left, at), (area.right, at), GRID);
        if label.is_some() {
            svg.line((area.left - 5.0, at), (area.left, at), EDGE);
            svg.text((area.left - 9.0, at + 4.5), Anchor::End, SMALL, &words);
        }
    }
    svg.line((area.left, area.top), (area.left, area.bottom), EDGE);
    if let Some(label) = label {
        svg.upward_text((18.0, f64::midpoint(area.top, area.bottom)), LABEL, label);
    }
}

/// About how wide a text of this size is, in pixels.
pub(super) fn text_width(text: &str, font: Font) -> f64 {
    0.58 * font.size * text.chars().count() as f64
}

/// The symbols and words under the title, in as many lines as they need.
pub(super) struct Legend<'a> {
    svg: &'a mut Svg,
    left: f64,
    at: PixelPoint,
}

impl<'a> Legend<'a> {
    /// A legend that begins at this pixel from the left.
    pub(super) fn new(svg: &'a mut Svg, left: f64) -> Legend<'a> {
        Legend { svg, left, at: (left, LEGEND) }
    }

    /// Adds an entry: `draw` draws a symbol of this width, from a place on its middle line to the right.
    pub(super) fn entry(
        &mut self,
        width: f64,
        words: &str,
        draw: impl FnOnce(&mut Svg, PixelPoint),
    ) {
        let whole = width + 7.0 + text_width(words, SMALL);
        if self.at.0 > self.left && self.at.0 + whole > WIDTH {
            self.at = (self.left, self.at.1 + LEGEND_LINE);
        }
        let (x, y) = self.at;
        draw(self.svg, (x, y - 4.5));
        self.svg.text((x + width + 7.0, y), Anchor::Start, SMALL, words);
        self.at.0 += whole + 22.0;
    }

    /// Where the panels begin, from the top.
    pub(super) fn end(self) -> f64 {
        TOP + self.at.1 - LEGEND
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_too_long_for_a_line_takes_another_and_moves_the_panels_down() {
        let legend = |entries: usize| {
            let (mut svg, mut ends) = (Svg::default(), Vec::new());
            let mut legend = Legend::new(&mut svg, 76.0);
            for _ in 0..entries {
                legend.entry(30.0, "twenty letters, each", |_, (x, y)| ends.push((x, y)));
            }
            (legend.end(), ends)
        };
        assert_eq!(legend(0).0, TOP);
        assert_eq!(legend(4).0, TOP);
        let (top, places) = legend(6);
        assert_eq!((top, places[4].0), (TOP + LEGEND_LINE, 76.0));
        assert!(
            places
                .iter()
                .all(|(x, _)| x + 37.0 + text_width("twenty letters, each", SMALL) <= WIDTH)
        );
    }

    #[test]
    fn a_command_too_long_for_a_line_is_broken_between_words_and_makes_the_plot_higher() {
        let command = "draughts-td reproduce strength --against 'NAME=hub:program' ".repeat(5);
        let lines = wrapped(&command, FOOT, 300.0);
        assert_eq!(lines.join(" "), command);
        assert!(lines.len() > 3 && lines.iter().all(|line| text_width(line, FOOT) <= 300.0));
        assert_eq!(wrapped("a-word-that-is-too-long and", FOOT, 60.0).len(), 2);
        let mut svg = Svg::default();
        assert_eq!(caption(&mut svg, "A plot", "short", 500.0), 500.0 + BOTTOM);
        assert!(caption(&mut svg, "A plot", &command, 500.0) > 500.0 + BOTTOM);
    }

    #[test]
    fn a_narrow_axis_has_several_ticks_that_do_not_touch() {
        let x = LinearScale { values: (-0.011, 0.006), pixels: (0.0, 150.0) };
        let ticks = ticks_with_room(x);
        assert!(ticks.len() > 1, "{ticks:?}");
        for pair in ticks.windows(2) {
            let apart = x.at(pair[1].0) - x.at(pair[0].0);
            assert!(apart > text_width(&pair[0].1, SMALL), "{ticks:?}");
        }
    }
}
