//! A report: the words of its notes, with values, tables and plots in the places that the notes name.

use super::table::Table;
use super::text::{code, fence};

#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub number: usize,
    pub title: String,
    pub svg: String,
}

impl Figure {
    /// Its name in notes, and that of its file without the ending.
    fn name(&self) -> String {
        format!("figure-{}", self.number)
    }

    /// Its file in the run folder.
    pub fn file(&self) -> String {
        self.name() + ".svg"
    }

    /// A link to the plot's file.
    fn to_markdown(&self) -> String {
        // A description ends at the first bracket.
        let title = self.title.replace(['[', ']'], "");
        format!("![Figure {}. {title}]({})", self.number, self.file())
    }
}

/// Notes in Markdown with the parts to fill in. `{{name}}` in the notes stands for the part of that name.
///
/// A paragraph that is empty once filled in is left out, and so is a heading with nothing below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    notes: &'static str,
    parts: Vec<(String, String)>,
    figures: Vec<Figure>,
}

impl Report {
    /// The notes of an experiment with the command that repeats it: `{{command}}` in a line, `{{repeat}}` as lines to type.
    pub fn new(notes: &'static str, command: &str) -> Report {
        let report = Report { notes, parts: Vec::new(), figures: Vec::new() };
        report.text("command", code(command)).text("repeat", typed(command))
    }

    /// With a value, a paragraph, or several.
    pub fn text(mut self, name: &str, text: impl ToString) -> Report {
        self.parts.push((name.into(), text.to_string()));
        self
    }

    pub fn table(self, name: &str, table: &Table) -> Report {
        self.text(name, table.to_markdown().trim_end())
    }

    /// With several tables, one below the other.
    pub fn tables(self, name: &str, tables: impl IntoIterator<Item = Table>) -> Report {
        let tables: Vec<String> = tables.into_iter().map(|table| table.to_markdown()).collect();
        self.text(name, tables.join("\n").trim_end())
    }

    pub fn list(self, name: &str, points: impl IntoIterator<Item = String>) -> Report {
        let points: Vec<String> = points.into_iter().map(|point| format!("- {point}")).collect();
        self.text(name, points.join("\n"))
    }

    /// With a plot, called as its file without the ending.
    pub fn figure(mut self, figure: Figure) -> Report {
        self.parts.push((figure.name(), figure.to_markdown()));
        self.figures.push(figure);
        self
    }

    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// Some parts, one below the other, for a terminal.
    pub fn excerpt(&self, names: &[&str]) -> String {
        names.iter().map(|name| self.part(name)).collect::<Vec<_>>().join("\n\n")
    }

    /// The report as Markdown; plots are links to their files in the same folder.
    pub fn to_markdown(&self) -> String {
        let mut text: Vec<String> = Vec::new();
        for paragraph in self.notes.trim_end().split("\n\n").map(|notes| self.filled(notes)) {
            if is_heading(&paragraph) && text.last().is_some_and(|last| is_heading(last)) {
                text.pop();
            }
            if !paragraph.trim().is_empty() {
                text.push(paragraph);
            }
        }
        text.join("\n\n") + "\n"
    }

    /// Notes with their parts filled in.
    fn filled(&self, notes: &str) -> String {
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

/// Lines to type as a block of code.
pub fn typed(lines: &str) -> String {
    let fence = fence(lines, 3);
    format!("{fence}sh\n{lines}\n{fence}")
}

/// What stands before the first placeholder, its name, and what follows.
fn placeholder(notes: &str) -> Option<(&str, (&str, &str))> {
    let (before, rest) = notes.split_once("{{")?;
    Some((before, rest.split_once("}}")?))
}

fn is_heading(paragraph: &str) -> bool {
    paragraph.starts_with("## ") && !paragraph.contains('\n')
}

#[cfg(test)]
mod tests {
    use super::super::table::Align;
    use super::*;

    #[test]
    fn backticks_in_a_command_break_nothing() {
        let command = "draughts-td reproduce networks 'a```b.pdn'";
        let text = Report::new("Made by {{command}}.\n\n{{repeat}}\n", command).to_markdown();
        assert_eq!(text, format!("Made by ````{command}````.\n\n````sh\n{command}\n````\n"));
    }

    #[test]
    fn parts_stand_where_the_notes_name_them_and_what_is_empty_is_left_out() {
        let mut table = Table::new("Speeds", &[("who", Align::Left)]);
        table.row(["a"]);
        let notes = "# T\n\n{{n}} of {{n}}\n\n## Gone\n\n{{none}}\n\n## H\n\n{{t}}\n\n{{figure-1}}\n\n{{list}}\n";
        let figure = Figure { number: 1, title: "F [x]".into(), svg: String::new() };
        let report = Report::new(notes, "c").text("n", 2).table("t", &table).figure(figure);
        let report = report.text("none", "").list("list", ["{{n}}".into(), "q".into()]);
        assert_eq!(
            report.to_markdown(),
            "# T\n\n2 of 2\n\n## H\n\nSpeeds\n\n| who |\n| --- |\n| a |\n\n![Figure 1. F x](figure-1.svg)\n\n- {{n}}\n- q\n"
        );
        assert_eq!(report.excerpt(&["n", "t"]), "2\n\nSpeeds\n\n| who |\n| --- |\n| a |");
    }
}
