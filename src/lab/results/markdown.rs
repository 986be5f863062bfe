//! A report as Markdown, with links to the plots' files.

use std::fmt::Write;

use super::document::{Document, Section};
use super::inline::{code, fence};
use super::table::{Align, Table};

impl Document {
    /// The report as Markdown; plots are links to their files in the same folder.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut text = format!(
            "# {}\n\n{}\n\nMade by {}; do not edit.\n",
            self.title,
            self.subtitle,
            code(&self.command)
        );
        for block in &self.blocks {
            text.push('\n');
            push_block(&mut text, block);
        }
        text
    }
}

fn push_block(text: &mut String, block: &Section) {
    match block {
        Section::Heading(heading) => push(text, &format!("## {heading}")),
        Section::Text(paragraph) => push(text, paragraph),
        Section::List(points) => points.iter().for_each(|point| push(text, &format!("- {point}"))),
        Section::Code(lines) => {
            let fence = fence(lines, 3);
            push(text, &format!("{fence}sh\n{lines}\n{fence}"));
        }
        Section::Table(table) => push(text, table.to_markdown().trim_end()),
        Section::Figure(figure) => {
            push(
                text,
                &format!("![{}]({})\n\n{}", plain(&figure.caption), figure.file, figure.caption),
            );
        }
    }
}

fn push(text: &mut String, lines: &str) {
    writeln!(text, "{lines}").expect("a string takes everything");
}

/// Text without what would end the description of a picture.
fn plain(text: &str) -> String {
    text.replace(['[', ']', '`'], "").replace("**", "")
}

impl Table {
    /// The table as Markdown, its caption above it.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let cell = |cell: &String| cell.replace('|', "\\|");
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let names = self.columns.iter().map(|(name, _)| cell(name)).collect();
        let rules = self.columns.iter().map(|(_, align)| match align {
            Align::Left => "---".to_string(),
            Align::Right => "---:".to_string(),
        });
        let head = line(names) + &line(rules.collect());
        let rows: String =
            self.rows.iter().map(|row| line(row.iter().map(cell).collect())).collect();
        let caption =
            if self.caption.is_empty() { String::new() } else { format!("{}\n\n", self.caption) };
        caption + &head + &rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_as_markdown() {
        let mut table = Table::new("Speeds", &[("who", Align::Left), ("m/s", Align::Right)]);
        table.row(["a|b", "1.5"]);
        assert_eq!(
            table.to_markdown(),
            "Speeds\n\n| who | m/s |\n| --- | ---: |\n| a\\|b | 1.5 |\n"
        );
    }

    #[test]
    fn backticks_in_a_command_break_nothing() {
        let command = "draughts-td reproduce networks 'a```b.pdn'";
        let document = Document {
            title: "T".into(),
            subtitle: "s".into(),
            command: command.into(),
            blocks: vec![Section::Code(command.into())],
        };
        let text = document.to_markdown();
        assert!(text.contains(&format!("Made by ````{command}````; do not edit.")), "{text}");
        assert!(text.ends_with(&format!("\n````sh\n{command}\n````\n")), "{text}");
        assert!(document.to_html().contains(&format!("Made by <code>{command}</code>")));
    }

    #[test]
    fn the_command_stands_under_the_title() {
        let document = Document {
            title: "T".into(),
            subtitle: "s".into(),
            command: "draughts-td reproduce x".into(),
            blocks: vec![Section::Heading("H".into()), Section::List(vec!["p".into(), "q".into()])],
        };
        let expected =
            "# T\n\ns\n\nMade by `draughts-td reproduce x`; do not edit.\n\n## H\n\n- p\n- q\n";
        assert_eq!(document.to_markdown(), expected);
    }
}
