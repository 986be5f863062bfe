//! The tables of the report.

use std::cmp::Ordering;

use super::super::lab::share_text;
use super::claims::{change_text, thousands};
use super::figures::{Figures, Opponent};
use super::openings::{Opening, mean_loss};
use super::rows::{Learned, Test};
use super::unit::PlayDepth;
use super::variant::Variant;
use crate::results::{Align, Summary, Table, number};

pub(super) fn curve_table(figures: &Figures) -> Table {
    let opponents: Vec<Opponent> = figures.opponents().collect();
    let names: Vec<String> =
        opponents.iter().map(|opponent| format!("against {}", opponent.name())).collect();
    let mut columns = vec![("games", Align::Right)];
    columns.extend(names.iter().map(|name| (name.as_str(), Align::Right)));
    columns.extend([("openings as experts", Align::Right), ("equity lost", Align::Right)]);
    let caption = format!(
        "Games won by self-play networks along the way, {} first weights; tests of {} games ({} against gnubg). Openings of 15, \
         with the mean equity that they lose by gnubg where only winning counts.",
        figures.settings.seeds,
        thousands(2 * figures.settings.test_pairs),
        thousands(2 * figures.settings.gnubg_pairs)
    );
    let mut table = Table::new(caption, &columns);
    for &games in &figures.settings.checkpoints {
        let wins = opponents
            .iter()
            .map(|&opponent| share_text(&figures.wins(Variant::PAPER.name, Some(games), opponent)));
        let (count, loss) = opening_cells(figures, Variant::PAPER.name, Some(games));
        table.row(std::iter::once(thousands(games)).chain(wins).chain([count, loss]));
    }
    table
}

/// Openings as the experts', and the equity lost.
fn opening_cells(figures: &Figures, variant: &str, games: Option<u32>) -> (String, String) {
    let loss = figures.opening_loss(variant, games);
    let loss = if loss.count == 0 { "–".into() } else { number(loss.mean, 4) };
    (number(figures.expert_openings(variant, games).mean, 1), loss)
}

pub(super) fn round_robin(figures: &Figures) -> Table {
    let names: Vec<String> = figures.settings.robin.iter().map(|&games| thousands(games)).collect();
    let mut columns = vec![("games", Align::Right)];
    columns.extend(names.iter().map(|name| (name.as_str(), Align::Right)));
    let caption = format!(
        "Games won by the network of the row against that of the column, of the same first weights; {} games a pair for each of {} \
         first weights, every dice sequence with the sides swapped.",
        thousands(2 * figures.settings.robin_pairs),
        figures.settings.seeds
    );
    let mut table = Table::new(caption, &columns);
    let name = Variant::PAPER.name;
    for (row, &own) in figures.settings.robin.iter().enumerate() {
        let cell = |(column, &other): (usize, &u32)| {
            let share = |a, b| {
                figures.share_against((name, a, PlayDepth::Flat), (name, b, PlayDepth::Flat))
            };
            match row.cmp(&column) {
                Ordering::Equal => String::new(),
                Ordering::Greater => share_text(&share(own, other)),
                Ordering::Less => {
                    let share = share(other, own);
                    share_text(&Summary { mean: 1.0 - share.mean, ..share })
                }
            }
        };
        let cells = figures.settings.robin.iter().enumerate().map(cell);
        table.row(std::iter::once(thousands(own)).chain(cells));
    }
    table
}

/// The losses of an opening in a cell: for a point, and for money.
fn loss_cell(opening: Option<&Opening>) -> String {
    match opening.and_then(|opening| opening.loss) {
        Some([point, money]) => format!("{} / {}", number(point, 3), number(money, 3)),
        None => "–".into(),
    }
}

/// The fifteen openings, if they were appraised.
pub(super) fn openings(figures: &Figures) -> Option<Table> {
    let columns = [
        ("roll", Align::Left),
        ("experts", Align::Left),
        ("lost", Align::Right),
        ("the paper's network", Align::Left),
        ("lost", Align::Right),
        ("ours", Align::Left),
        ("lost", Align::Right),
    ];
    let caption = "The fifteen openings: what experts play (Damish 1995), the paper's network, and ours after the last game, with \
                   the number of first weights that lead to it; equity lost by gnubg 2-ply, where only winning counts / for money.";
    let mut table = Table::new(caption, &columns);
    let (experts, network) = figures.paper_openings()?;
    let last: Vec<&Test> = figures
        .tests(Variant::PAPER.name, Some(figures.settings.games()))
        .map(|(_, test)| test)
        .collect();
    for (expert, theirs) in experts.iter().zip(network) {
        let ours: Vec<&Opening> = last
            .iter()
            .flat_map(|test| &test.openings)
            .filter(|opening| opening.roll == expert.roll)
            .collect();
        let (plays, losses) = counted(&ours);
        table.row([
            expert.roll.clone(),
            expert.play.clone(),
            loss_cell(Some(expert)),
            if theirs.is_expert { "the same".into() } else { theirs.play.clone() },
            loss_cell(Some(theirs)),
            plays,
            losses,
        ]);
    }
    let mean = |openings: &[Opening]| match mean_loss(openings) {
        Some([point, money]) => format!("{} / {}", number(point, 4), number(money, 4)),
        None => "–".into(),
    };
    let ours: Vec<Opening> = last.iter().flat_map(|test| test.openings.iter().cloned()).collect();
    let cells = [
        "mean".into(),
        String::new(),
        mean(experts),
        String::new(),
        mean(network),
        String::new(),
        mean(&ours),
    ];
    table.row(cells);
    Some(table)
}

/// Different plays of one roll with how often each came, the most frequent first, and their losses.
fn counted(openings: &[&Opening]) -> (String, String) {
    let mut plays: Vec<(&Opening, usize)> = Vec::new();
    for &opening in openings {
        match plays.iter_mut().find(|(known, _)| known.play == opening.play) {
            Some((_, count)) => *count += 1,
            None => plays.push((opening, 1)),
        }
    }
    plays.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let words: Vec<String> =
        plays.iter().map(|(opening, count)| format!("{} ({count})", opening.play)).collect();
    let losses: Vec<String> = plays.iter().map(|(opening, _)| loss_cell(Some(opening))).collect();
    (words.join(", "), losses.join(", "))
}

pub(super) fn departures(figures: &Figures) -> Table {
    let opponents: Vec<Opponent> = figures.opponents().collect();
    let names: Vec<String> =
        opponents.iter().map(|opponent| format!("against {}", opponent.name())).collect();
    let mut columns = vec![("way", Align::Left)];
    columns.extend(names.iter().map(|name| (name.as_str(), Align::Right)));
    columns.extend([("openings as experts", Align::Right), ("equity lost", Align::Right)]);
    let caption = format!(
        "Games won after {} games in other ways, and the change against self-play as in the paper with the same first weights, \
         {} of them. **Strong**: the interval of the change leaves out 0.",
        thousands(figures.settings.departure_games),
        figures.settings.departures
    );
    let mut table = Table::new(caption, &columns);
    let wins = opponents.iter().map(|&opponent| {
        share_text(&figures.wins(
            Variant::PAPER.name,
            Some(figures.settings.departure_games),
            opponent,
        ))
    });
    let (count, loss) =
        opening_cells(figures, Variant::PAPER.name, Some(figures.settings.departure_games));
    table.row(std::iter::once(Variant::PAPER.meaning.to_string()).chain(wins).chain([count, loss]));
    let variants = Variant::DEPARTURES.into_iter().chain(Variant::DATA_SOURCES);
    for variant in variants.filter(|variant| figures.settings.has(variant.source)) {
        let cells = opponents.iter().map(|&opponent| departure_cell(figures, variant, opponent));
        let (count, loss) = opening_cells(figures, variant.name, None);
        table.row(std::iter::once(variant.meaning.to_string()).chain(cells).chain([count, loss]));
    }
    table
}

fn departure_cell(figures: &Figures, variant: Variant, opponent: Opponent) -> String {
    let diverged = figures.learned(variant.name).filter(|learned| learned.diverged).count();
    let change = figures.change(variant.name, opponent);
    if change.count == 0 {
        return format!("{diverged} diverged");
    }
    let wins = figures.wins(variant.name, None, opponent);
    let words = format!("{} % ({})", number(100.0 * wins.mean, 1), change_text(&change));
    let words = if change.is_significant() { format!("**{words}**") } else { words };
    if diverged > 0 { format!("{words}; {diverged} diverged") } else { words }
}

pub(super) fn looks(figures: &Figures) -> Table {
    let mut columns =
        vec![("way", Align::Left), ("games", Align::Right), ("evaluations, million", Align::Right)];
    let names: Vec<String> =
        figures.opponents().map(|opponent| format!("against {}", opponent.name())).collect();
    columns.extend(names.iter().map(|name| (name.as_str(), Align::Right)));
    let caption = format!(
        "Networks that have learned {} games by self-play and go on in four ways, each as a player that does not look ahead.",
        thousands(figures.settings.games())
    );
    let mut table = Table::new(caption, &columns);
    for variant in Variant::LOOKS.into_iter().chain([Variant::FLAT_LONG]) {
        let count = figures.learned(variant.name).count().max(1) as f64;
        let mean =
            |of: fn(&Learned) -> f64| figures.learned(variant.name).map(of).sum::<f64>() / count;
        let (games, evaluations) = (mean(|l| l.games.into()), mean(|l| l.evaluations as f64));
        let wins = figures.opponents().map(|o| share_text(&figures.wins(variant.name, None, o)));
        let first = [variant.meaning.to_string(), number(games, 0), number(evaluations / 1e6, 1)];
        table.row(first.into_iter().chain(wins));
    }
    table
}
