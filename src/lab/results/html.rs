//! A report as one HTML file that needs nothing else: style and plots stand inside.

use super::document::{Document, Figure, Section};
use super::inline::{Span, escape, spans};
use super::table::{Align, Table};

/// The page's looks.
const STYLE: &str = include_str!("report.css");

impl Document {
    /// The report as one HTML file.
    #[must_use]
    pub fn to_html(&self) -> String {
        let blocks: Vec<String> = self.blocks.iter().map(block).collect();
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n\
             <h1>{title}</h1>\n<p class=\"subtitle\">{subtitle}</p>\n\
             <p class=\"command\">Made by <code>{command}</code></p>\n</header>\n<main>\n{blocks}\n</main>\n\
             </body>\n</html>\n",
            title = escape(&self.title),
            subtitle = inline(&self.subtitle),
            command = escape(&self.command),
            blocks = blocks.join("\n"),
        )
    }
}

fn block(block: &Section) -> String {
    match block {
        Section::Heading(heading) => format!("<h2>{}</h2>", inline(heading)),
        Section::Text(paragraph) => format!("<p>{}</p>", inline(paragraph)),
        Section::List(points) => {
            let items: String =
                points.iter().map(|point| format!("<li>{}</li>\n", inline(point))).collect();
            format!("<ul>\n{items}</ul>")
        }
        Section::Code(lines) => format!("<pre><code>{}</code></pre>", escape(lines)),
        Section::Table(table) => html_table(table),
        Section::Figure(figure) => html_figure(figure),
    }
}

fn html_table(table: &Table) -> String {
    let class = |index: usize| match table.columns[index].1 {
        Align::Left => "",
        Align::Right => " class=\"number\"",
    };
    let cells = |tag: &str, cells: Vec<&String>| -> String {
        let cell = |(index, text): (usize, &String)| {
            format!("<{tag}{}>{}</{tag}>", class(index), inline(text))
        };
        cells.into_iter().enumerate().map(cell).collect()
    };
    let head = cells("th", table.columns.iter().map(|(name, _)| name).collect());
    let rows: String = table
        .rows
        .iter()
        .map(|row| format!("<tr>{}</tr>\n", cells("td", row.iter().collect())))
        .collect();
    format!(
        "<div class=\"table\"><table>\n<caption>{}</caption>\n<thead><tr>{head}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>",
        inline(&table.caption)
    )
}

fn html_figure(figure: &Figure) -> String {
    let caption = inline(&figure.caption);
    format!("<figure>\n{}<figcaption>{caption}</figcaption>\n</figure>", figure.svg)
}

fn inline(text: &str) -> String {
    let span = |span: Span| match span {
        Span::Plain(text) => escape(text),
        Span::Code(text) => format!("<code>{}</code>", escape(text)),
        Span::Strong(text) => format!("<strong>{}</strong>", escape(text)),
    };
    spans(text).into_iter().map(span).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(blocks: Vec<Section>) -> String {
        let document = Document {
            title: "A < B".into(),
            subtitle: "both".into(),
            command: "draughts-td reproduce x".into(),
            blocks,
        };
        document.to_html()
    }

    #[test]
    fn the_page_stands_alone() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>\n".to_string();
        let figure = Figure { file: "f.svg".into(), caption: "c".into(), svg };
        let page = page(vec![Section::Figure(figure)]);
        assert!(page.contains("<style>") && page.contains("<svg"), "{page}");
        for outside in ["src=", "href=", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn text_is_escaped_and_marked() {
        let page = page(vec![Section::Text("1 < 2, `a<b` and **so**".into())]);
        assert!(page.contains("<h1>A &lt; B</h1>"));
        assert!(page.contains("<p>1 &lt; 2, <code>a&lt;b</code> and <strong>so</strong></p>"));
    }

    #[test]
    fn numbers_stand_to_the_right() {
        let mut table = Table::new("t", &[("who", Align::Left), ("n", Align::Right)]);
        table.row(["a", "1"]);
        let page = page(vec![Section::Table(table)]);
        assert!(page.contains("<td>a</td><td class=\"number\">1</td>"), "{page}");
    }
}
