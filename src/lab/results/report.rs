//! A report: the words of its notes, with values, rows of tables and plots in the places that the notes name.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Value, json};

use super::description::Description;
use super::plot::Plot;
use super::statistics::ClaimVerdict;
use super::text::{code, fence, number};

/// What a report says of the size `--quick`.
const TRIAL: &str = "A trial of the machinery: no verdict. With `--quick` there are too few games to say whether a claim holds.";

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    number: usize,
    pub svg: String,
}

impl Figure {
    pub(crate) fn file(&self) -> String {
        format!("figure-{}.svg", self.number)
    }
}

/// What a report is made of: the settings of a run, its rows, and what the run is.
#[derive(Debug)]
pub(crate) struct Figures<'a, S, R> {
    pub settings: &'a S,
    pub rows: &'a [R],
    pub run: &'a Description,
}

/// Notes in Markdown with the parts to fill in. The part of a name takes the place of `{{name}}` in the notes.
///
/// A paragraph that is empty once filled in is left out, and so is a heading with nothing below it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Report {
    notes: Cow<'static, str>,
    command: String,
    /// Whether nothing can be concluded.
    is_trial: bool,
    parts: Vec<(String, String)>,
    figures: Vec<Figure>,
}

impl Report {
    /// The notes of an experiment with the command that repeats it, `{{command}}` in a line, `{{repeat}}` as lines to type, and the program
    /// that made the figures, `{{made-with}}`.
    pub(crate) fn new(notes: impl Into<Cow<'static, str>>, run: &Description) -> Report {
        let notes = notes.into();
        let Description { command, program, is_trial, .. } = run.clone();
        let (line, lines) = (code(&command), typed(&command));
        let report = Report { notes, command, is_trial, parts: Vec::new(), figures: Vec::new() };
        report
            .text("command", line)
            .text("repeat", lines)
            .text("made-with", program)
            .text("trial", if is_trial { TRIAL } else { "" })
    }

    pub(crate) fn text(mut self, name: &str, text: impl ToString) -> Report {
        let text = text.to_string();
        let text = if self.is_trial { ClaimVerdict::withheld(&text) } else { text };
        self.parts.push((name.into(), text));
        self
    }

    /// With rows of a table whose head is in the notes.
    pub(crate) fn rows<R: IntoIterator<Item: Into<String>>>(
        self,
        name: &str,
        rows: impl IntoIterator<Item = R>,
    ) -> Report {
        self.text(name, rows.into_iter().map(row).collect::<Vec<_>>().join("\n"))
    }

    pub(crate) fn list(self, name: &str, points: impl IntoIterator<Item = String>) -> Report {
        let points: Vec<String> = points.into_iter().map(|point| format!("- {point}")).collect();
        self.text(name, points.join("\n"))
    }

    /// With answers to what the notes ask in several words, such as `{{elo a b}}`.
    pub(crate) fn answers(self, answer: impl Fn(&[&str]) -> Option<String>) -> Report {
        let notes = self.notes.clone();
        placeholders(&notes).fold(self, |report, name| {
            match answer(&name.split(' ').collect::<Vec<_>>()) {
                Some(answer) => report.text(name, answer),
                None => report,
            }
        })
    }

    /// With settings by their paths: `{{/seed}}`.
    pub(crate) fn settings(self, settings: &impl Serialize) -> Report {
        let settings = json!(settings);
        self.answers(|words| settings.pointer(words[0]).filter(|_| !words[0].is_empty()).map(plain))
    }

    /// With a plot, `{{figure-1}}` for the first.
    pub(crate) fn figure(mut self, number: usize, title: &str, plot: &impl Plot) -> Report {
        let title = format!("Figure {number}. {title}");
        let figure = Figure { number, svg: plot.to_svg(&title, &self.command) };
        // A description ends at the first bracket.
        let link = format!("![{}]({})", title.replace(['[', ']'], ""), figure.file());
        self.figures.push(figure);
        self.text(&format!("figure-{number}"), link)
    }

    pub(crate) fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// The tables below these beginnings of captions, for a terminal.
    pub(super) fn excerpt(&self, captions: &[&str]) -> String {
        let paragraphs = self.paragraphs();
        let tables = captions.iter().filter_map(|caption| {
            let place = paragraphs.iter().position(|words| words.starts_with(caption))?;
            let shown = paragraphs[place..].iter().take(2).filter(|words| !is_heading(words));
            Some(shown.cloned().collect::<Vec<_>>().join("\n\n"))
        });
        let trial = self.is_trial.then(|| TRIAL.to_owned());
        trial.into_iter().chain(tables).collect::<Vec<_>>().join("\n\n")
    }

    /// The report as Markdown; plots are links to their files in the same folder.
    pub(crate) fn to_markdown(&self) -> String {
        self.paragraphs().join("\n\n") + "\n"
    }

    fn paragraphs(&self) -> Vec<String> {
        let mut text: Vec<String> = Vec::new();
        for paragraph in self.notes.trim_end().split("\n\n").map(|notes| self.filled(notes)) {
            if is_heading(&paragraph) && text.last().is_some_and(|last| is_heading(last)) {
                text.pop();
            }
            if !paragraph.trim().is_empty() {
                text.push(paragraph);
            }
        }
        text
    }

    /// Notes with their parts filled in; a line that is empty then is left out.
    fn filled(&self, notes: &str) -> String {
        let lines = notes.lines().map(|line| self.filled_line(line));
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }

    fn filled_line(&self, notes: &str) -> String {
        let mut filled = String::new();
        let mut rest = notes;
        while let Some((before, (name, after))) = placeholder(rest) {
            filled += before;
            filled += self.part(name);
            rest = after;
        }
        filled + rest
    }

    /// The part of a name; none where a run has no such part.
    fn part(&self, name: &str) -> &str {
        self.parts.iter().find(|(part, _)| part == name).map_or("", |(_, text)| text)
    }
}

pub(crate) fn row(cells: impl IntoIterator<Item: Into<String>>) -> String {
    let cells = cells.into_iter().map(|cell| cell.into().replace('|', "\\|"));
    format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
}

/// A setting as text: a list with commas, whole numbers with thousands apart.
fn plain(value: &Value) -> String {
    match value {
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Null => "none".into(),
        Value::String(text) => text.replace('|', "\\|"),
        value => match (value.as_u64(), value.as_f64()) {
            (Some(whole), _) => number(whole as f64, 0),
            // Settings have 32 bits, as which they are short.
            (None, Some(value)) => (value as f32).to_string(),
            (None, None) => value.to_string(),
        },
    }
}

pub(crate) fn typed(lines: &str) -> String {
    let fence = fence(lines, 3);
    format!("{fence}sh\n{lines}\n{fence}")
}

/// What notes name in braces, in their order.
pub(crate) fn placeholders(notes: &str) -> impl Iterator<Item = &str> {
    notes.split("{{").skip(1).filter_map(|rest| rest.split_once("}}")).map(|(name, _)| name)
}

/// The text before the first placeholder, its name, and what follows.
fn placeholder(notes: &str) -> Option<(&str, (&str, &str))> {
    let (before, rest) = notes.split_once("{{")?;
    Some((before, rest.split_once("}}")?))
}

fn is_heading(paragraph: &str) -> bool {
    paragraph.starts_with("## ") && !paragraph.contains('\n')
}

#[cfg(test)]
mod tests {
    use super::super::plot::LinePlot;
    use super::*;

    #[test]
    fn backticks_in_a_command_break_nothing() {
        let command = "draughts-td reproduce networks 'a```b.pdn'";
        let run = Description { command: command.into(), ..Description::default() };
        let text = Report::new("Made by {{command}}.\n\n{{repeat}}\n", &run).to_markdown();
        assert_eq!(text, format!("Made by ````{command}````.\n\n````sh\n{command}\n````\n"));
    }

    #[test]
    fn parts_are_where_the_notes_name_them_and_what_is_empty_is_left_out() {
        let notes = "# T\n\n{{n}} of {{n}}\n\n## Gone\n\n{{none}}\n\n## H\n\nSpeeds\n\n| who | of |\n| --- | --- |\n{{t}}\n\n\
                     {{figure-1}}\n\n{{list}} {{sum 2 3}} {{/deep/games}} {{/rates}}\n";
        let report =
            Report::new(notes, &Description::default()).text("n", 2).rows("t", [["a|b", "{{n}}"]]);
        let report = report.figure(1, "F [x]", &LinePlot::default()).text("none", "");
        let report = report
            .list("list", ["p".into(), "q".into()])
            .answers(|words| (words[0] == "sum").then(|| words[1..].concat()))
            .settings(&json!({ "deep": { "games": 12_000 }, "rates": [0.25, 0.8f32] }));
        assert_eq!(
            report.to_markdown(),
            "# T\n\n2 of 2\n\n## H\n\nSpeeds\n\n| who | of |\n| --- | --- |\n| a\\|b | {{n}} |\n\n\
             ![Figure 1. F x](figure-1.svg)\n\n- p\n- q 23 12,000 0.25, 0.8\n"
        );
        assert!(
            report
                .excerpt(&["2 of", "Speeds"])
                .ends_with("Speeds\n\n| who | of |\n| --- | --- |\n| a\\|b | {{n}} |")
        );
    }

    #[test]
    fn a_trial_gives_no_verdict_and_a_report_names_its_program() {
        let notes = "By {{command}} with {{made-with}}.\n\n{{trial}}\n\n{{claim 1}}\n\n{{cell}}\n";
        let program = super::super::Program {
            name: "x 0.1.0".into(),
            commit: Some("abc".into()),
            commit_from: Some("the history".into()),
            signature: Some("12".into()),
        };
        let run = Description { command: "c".into(), program, ..Description::default() };
        let verdict = ClaimVerdict::above(0.0, (1.0, 2.0)).by("Elo 3");
        let report = |run: &Description| {
            let report = Report::new(notes, run)
                .answers(|words| (words[0] == "claim").then(|| verdict.clone()));
            report.text("cell", ClaimVerdict::above(0.0, (-2.0, -1.0)).by("Elo 4")).to_markdown()
        };
        let head = "By `c` with x 0.1.0, commit abc (from the history), bench signature 12.\n\n";
        assert_eq!(report(&run), format!("{head}**holds**: Elo 3\n\n**fails**: Elo 4\n"));
        let trial = Description { is_trial: true, ..run };
        assert_eq!(
            report(&trial),
            format!("{head}{TRIAL}\n\nno verdict: Elo 3\n\nno verdict: Elo 4\n")
        );
    }
}
