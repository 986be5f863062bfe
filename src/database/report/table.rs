//! A table as text, as HTML and as JSON.

use serde_json::{Value, json};

use crate::diagram::{PageWords, escape};

/// Rows under a title. A column of numbers is on the right.
pub(super) struct Table {
    title: String,
    columns: Vec<&'static str>,
    numbers: usize,
    rows: Vec<TableRow>,
}

struct TableRow {
    cells: Vec<String>,
    /// The game that the row is about, and the plies before the move that it is about.
    game: Option<(u32, usize)>,
}

impl Table {
    /// A table in which all columns but the first few are numbers.
    pub(super) fn new(title: impl Into<String>, words: usize, columns: &[&'static str]) -> Table {
        Table { title: title.into(), columns: columns.to_vec(), numbers: words, rows: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(TableRow { cells, game: None });
    }

    /// A row about a game, or a place in it, whose number is its first cell.
    pub(super) fn game_row(&mut self, game: u32, before: usize, cells: Vec<String>) {
        let cells = std::iter::once(game.to_string()).chain(cells).collect();
        self.rows.push(TableRow { cells, game: Some((game, before)) });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn text(&self) -> String {
        let head: Vec<String> = self.columns.iter().map(|name| (*name).to_owned()).collect();
        let all = || [&head].into_iter().chain(self.rows.iter().map(|row| &row.cells));
        let width = |column: usize| {
            all()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
        };
        let columns = all().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().enumerate().map(|(column, cell)| match column < self.numbers {
                true => format!("{cell:<width$}", width = widths[column]),
                false => format!("{cell:>width$}", width = widths[column]),
            });
            format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
        };
        let lines: String = all().map(line).filter(|line| line != "\n").collect();
        format!("{}\n{lines}", self.title)
    }

    /// The title; that of a side of a player has his name before it.
    fn titled(&self, words: &PageWords) -> String {
        let side = |end, text| {
            let name = self.title.strip_suffix(end)?;
            Some(words.fill(text, &[("name", &name)]))
        };
        side(" as White", "{name} as White")
            .or_else(|| side(" as Black", "{name} as Black"))
            .unwrap_or_else(|| words.say(&self.title).to_owned())
    }

    pub(super) fn html(&self, words: &PageWords) -> String {
        let cell = |tag: &str, (column, text): (usize, &str)| {
            let class = if column < self.numbers { "" } else { " class=\"number\"" };
            let text = match self.columns.get(column) {
                Some(_) if tag == "th" => words.say(text),
                Some(&"side") if text == "both" => words.say("both sides"),
                Some(&("side" | "moves")) => words.say(text),
                _ => text,
            };
            format!("<{tag}{class}>{}</{tag}>", escape(text))
        };
        let row = |tag: &str, cells: &[&str]| {
            let cells = cells.iter().copied().enumerate().map(|place| cell(tag, place));
            format!("<tr>{}</tr>\n", cells.collect::<String>())
        };
        let body = self
            .rows
            .iter()
            .map(|own| row("td", &own.cells.iter().map(String::as_str).collect::<Vec<_>>()));
        format!(
            "<h2>{}</h2>\n<div class=\"wide\"><table>\n{}{}</table></div>\n",
            escape(&self.titled(words)),
            row("th", &self.columns),
            body.collect::<String>()
        )
    }

    /// For the page: how many columns are words, and of rows about a game its number and the plies before the move.
    pub(super) fn to_json(&self) -> Value {
        let row = |row: &TableRow| {
            let (game, ply) = row.game.unzip();
            json!({ "cells": row.cells, "game": game, "ply": ply })
        };
        json!({
            "title": self.title, "columns": self.columns, "words": self.numbers,
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }
}
