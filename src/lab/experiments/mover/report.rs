//! The report: orders, strength, what the mover costs.

use super::figures::{Figures, Kind};
use super::orders::MoveOrder;
use super::settings::SHORTER;
use super::{claims, plot, tables};
use crate::experiments::lab::heading;
use crate::results::{Document, Section};

/// The report of a run.
#[must_use]
pub fn report(figures: &Figures) -> Document {
    let blocks = vec![
        Section::Text(how(figures)),
        heading("Does it find the best move?"),
        Section::Table(tables::orders(figures)),
        Section::Figure(plot::shares(figures)),
        Section::Table(claims::orders(figures)),
        heading("Does the engine gain by it?"),
        Section::Text(match_text(figures)),
        Section::Text(tables::speed(figures)),
        Section::Table(tables::matches(figures)),
        Section::Table(claims::strength(figures)),
        heading("Files, and how to repeat them"),
        Section::Code(figures.command.into()),
        Section::Text(
            "`settings.json` holds what the figures depend on, with the checksums of the data. `figures.jsonl` holds the place of the best \
             move among the legal ones for every position that was learned from, its place in every order for the held-out ones, the speeds, \
             and one line for each pair of games. The mover is learned from these best moves in a fixed order whenever the command is given, \
             the same to the bit whatever the threads. The speeds depend on the machine, and by them the match at equal time; all else on data \
             and seed alone."
                .into(),
        ),
    ];
    Document {
        title: "What a mover is worth".into(),
        subtitle:
            "A table that ranks moves by what is around them, beside history and the hash move"
                .into(),
        command: figures.command.into(),
        blocks,
    }
}

/// The main tables, for a terminal.
#[must_use]
pub fn summary(figures: &Figures) -> String {
    format!("{}\n{}", tables::orders(figures).to_markdown(), tables::matches(figures).to_markdown())
}

fn how(figures: &Figures) -> String {
    let settings = figures.settings;
    let held_out = figures.share(Kind::All, MoveOrder::Generator, 1).count;
    format!(
        "Giraffe (M. Lai, 2015) lets a network say which moves are likely to be the best ones. The cheapest thing that does the same in \
         draughts is a table: the rank of a man's step is the sum of four weights, by the six squares that touch it, by seven squares ahead, \
         by its origin and direction with four of these squares, and by origin, direction and how many pieces are left; captures and slides of \
         kings have a weight for origin and destination. The board is turned for Black. The weights are learned by gradient descent on \
         the likelihood of the best move (a softmax over the legal moves, {} passes) from {} positions of half of the games; the other figures are from {held_out} \
         positions of a tenth of them that is held out. The best move is that of a search of {} nodes with the evaluation in the box. Forced \
         moves are left out of both. History, and the hash move, are those of a search of the same position with {} nodes: \
         more than an inner node knows, to which history comes from other lines, as it does here from a search of the position after the \
         likeliest other move (the order by another line).",
        settings.passes,
        figures.learned(),
        settings.nodes,
        settings.nodes / SHORTER
    )
}

fn match_text(figures: &Figures) -> String {
    format!(
        "In the search with the mover every move that is neither the hash move nor a killer is ordered by the sum of history and half of \
         the mover's rank, from three plies on. Half, and three plies, were chosen on these held-out positions and by short \
         matches. Both engines have the evaluation in the box, one thread, and {} games from three-move ballots, each with both colours.",
        2 * figures.settings.pairs()
    )
}
