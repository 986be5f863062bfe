//! A table of text, written as Markdown.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// A table: a caption, named columns, rows of cells. Cells may hold `code` in backquotes and **strong** text.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub caption: String,
    pub columns: Vec<(String, Align)>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(caption: impl Into<String>, columns: &[(&str, Align)]) -> Table {
        let columns = columns.iter().map(|&(name, align)| (name.to_string(), align)).collect();
        Table { caption: caption.into(), columns, rows: Vec::new() }
    }

    /// A table of settings and their values.
    pub fn of_settings<K: Into<String>>(
        caption: &str,
        heading: &str,
        rows: impl IntoIterator<Item = (K, String)>,
    ) -> Table {
        let mut table = Table::new(caption, &[(heading, Align::Left), ("value", Align::Left)]);
        rows.into_iter().for_each(|(name, value)| table.row([name.into(), value]));
        table
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it has not one cell for each column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(cells.len(), self.columns.len(), "one cell for each column");
        self.rows.push(cells);
    }

    /// The table as Markdown, its caption above it.
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
}
