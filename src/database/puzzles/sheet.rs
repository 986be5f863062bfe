//! Puzzles as a sheet to print on A4: diagrams, and the solutions on a page of their own.

use std::fmt::Write;

use super::rows::StoredPuzzle;
use crate::diagram::{Diagram, Palette, escape};
use crate::puzzle::{Language, Themes};

/// How a sheet is laid out.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The language of its words.
    pub language: Language,
    /// Its title; that of the language where there is none.
    pub title: Option<String>,
    /// Diagrams a page: 6, 9 or 12.
    pub per_page: usize,
    /// Whether the themes are named above the diagrams, and not only among the solutions.
    pub themes: bool,
}

/// The words of a sheet.
struct Words {
    code: &'static str,
    title: &'static str,
    white_wins: &'static str,
    solutions: &'static str,
    level: &'static str,
}

fn words(language: Language) -> Words {
    match language {
        Language::En => Words {
            code: "en",
            title: "Combinations",
            white_wins: "White to move and win.",
            solutions: "Solutions",
            level: "level",
        },
        Language::Nl => Words {
            code: "nl",
            title: "Combinaties",
            white_wins: "Wit speelt en wint.",
            solutions: "Oplossingen",
            level: "niveau",
        },
        Language::Fr => Words {
            code: "fr",
            title: "Combinaisons",
            white_wins: "Les blancs jouent et gagnent.",
            solutions: "Solutions",
            level: "niveau",
        },
        Language::Ru => Words {
            code: "ru",
            title: "Комбинации",
            white_wins: "Белые начинают и выигрывают.",
            solutions: "Решения",
            level: "уровень",
        },
    }
}

const STYLE: &str = "@page{size:A4;margin:12mm}:root{color-scheme:light}\
body{font:10.5pt/1.4 Georgia,serif;margin:0 auto;max-width:186mm;color:#111;background:#fff}\
h1{font-size:1.3rem;margin:0}p{margin:.1rem 0 .5rem}section{break-after:page}section:last-child{break-after:auto}\
.board{display:grid;gap:4mm 6mm}.board svg{width:100%;height:auto;display:block}\
figure{margin:0;break-inside:avoid}figcaption{font-size:.85rem}figcaption i{color:#444}\
.by6{grid-template-columns:repeat(2,78mm);justify-content:space-between}.by9,.by12{grid-template-columns:repeat(3,1fr)}\
.by12 figure{max-width:53mm}\
ol{padding-left:2.2em;margin:.4rem 0}li{margin:.15rem 0}li small{color:#444}";

impl Sheet {
    /// The page of HTML with these puzzles, numbered from 1 in this order.
    #[must_use]
    pub fn html(&self, puzzles: &[StoredPuzzle]) -> String {
        let words = words(self.language);
        let title = escape(self.title.as_deref().unwrap_or(words.title));
        let mut body = String::new();
        for (page, part) in puzzles.chunks(self.per_page.max(1)).enumerate() {
            let _ = write!(
                body,
                "<section>\n<h1>{title}</h1>\n<p>{}</p>\n<div class=\"board by{}\">\n",
                words.white_wins, self.per_page
            );
            for (place, stored) in part.iter().enumerate() {
                self.write_figure(&mut body, page * self.per_page + place + 1, stored);
            }
            body.push_str("</div>\n</section>\n");
        }
        let _ = write!(body, "<section>\n<h1>{title}: {}</h1>\n<ol>\n", words.solutions);
        for stored in puzzles {
            let players = format!("{} – {} {}", stored.white, stored.black, stored.date);
            let _ = writeln!(
                body,
                "<li>{} <small>{}{} {}. {}</small></li>",
                numbered(&stored.solution()),
                self.names(stored),
                words.level,
                stored.puzzle.level,
                escape(players.trim().trim_matches('–').trim()),
            );
        }
        body.push_str("</ol>\n</section>\n");
        format!(
            "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n<body>\n{body}</body>\n</html>\n",
            words.code
        )
    }

    fn write_figure(&self, body: &mut String, number: usize, stored: &StoredPuzzle) {
        let diagram = Diagram { palette: Palette::Print, ..Diagram::of(stored.puzzle.position) };
        let names = if self.themes { self.names(stored) } else { String::new() };
        let names = names.trim_end_matches("; ");
        let _ = writeln!(
            body,
            "<figure>{}<figcaption><b>{number}</b> <i>{names}</i></figcaption></figure>",
            diagram.svg()
        );
    }

    /// The names of the themes, each with a sign after it.
    fn names(&self, stored: &StoredPuzzle) -> String {
        let themes = stored.themes.iter().filter_map(|id| Themes::built_in().get(id));
        themes.map(|theme| format!("{}; ", escape(theme.name(self.language)))).collect()
    }
}

/// Moves with their numbers, those of Black in parentheses as draughts books have them.
fn numbered(moves: &[String]) -> String {
    let word = |(ply, mv): (usize, &String)| match ply % 2 {
        0 => format!("{}. {mv}", ply / 2 + 1),
        _ => format!("({mv})"),
    };
    moves.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
}
