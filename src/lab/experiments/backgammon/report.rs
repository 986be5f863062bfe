//! The report: what came out, beside what the documents say, with every number computed from the raw figures.

use super::super::lab::{heading, share_text};
use super::claims::{claims, thousands};
use super::figures::{Figures, Opponent};
use super::plots;
use super::tables::{curve_table, departures, looks, openings, robin};
use super::variant::Variant;
use crate::results::{Align, Claim, Document, Section, Table, number};

/// Where the documents leave room, what was chosen.
const CHOICES: [&str; 9] = [
    "α = 0.1, λ = 0.7 and first weights uniform in ±0.1: the paper gives none of them.",
    "The output is the probability that White wins; gammons do not count. White takes the result with the largest value, Black \
     the smallest, the first among equals; a play that ends the game by a win is taken.",
    "Each position after a ply teaches the one before it (δ = y(s′) − y(s) with the weights of now), before the next move is \
     chosen; the last position before the end learns the result. Final positions are not judged: who looks ahead knows them for a win.",
    "No exploration: chance comes from the dice.",
    "Matches are played in pairs of games with the same dice and the sides swapped; all networks are tested with the same dice.",
    "Intervals are 95 % intervals of a mean over first weights by Student's t, so that they hold for networks learned again, and \
     no narrower than the number of games allows; departures are compared in pairs that share first weights.",
    "Those who look ahead judge the five best plays by their own values by the mean over 21 rolls of the other side's best reply \
     (TDLeaf learns that mean, TD-directed the value of the position itself), and go on from a network that has learned by \
     self-play; so does TD(λ) beside them.",
    "gnubg plays without looking at the next roll (0-ply), as in a match of one point, without cube; it is asked over its socket, \
     and dice and rules are ours. What a play loses is the difference of its 2-ply evaluations.",
    "pubeval plays with weights from a file of the user's.",
];

/// The report of a run.
#[must_use]
pub fn report(figures: &Figures, command: &str) -> Document {
    let sections = [
        outcome(figures),
        curve(figures, command),
        robin(figures),
        openings(figures),
        departures(figures, command),
        looks(figures),
        set_up(figures),
        files(command),
    ];
    Document {
        title: "Backgammon: learning by self-play".into(),
        subtitle: "TD-Gammon as Tsinteris and Wilson made it again, beside opponents from outside"
            .into(),
        command: command.into(),
        blocks: sections.into_iter().flatten().collect(),
    }
}

/// The main tables, for a terminal.
#[must_use]
pub fn summary(figures: &Figures) -> String {
    format!("{}\n{}", curve_table(figures).to_markdown(), claims_table(figures).to_markdown())
}

fn claims_table(figures: &Figures) -> Table {
    let caption = format!(
        "The documents' claims. Verdicts by 95 % intervals over {} first weights ({} for departures and other games to learn \
         from); parity means that the whole interval lies within 2 percentage points.",
        figures.settings.seeds, figures.settings.departures
    );
    Claim::table(caption, &["verdict"], &claims(figures))
}

fn outcome(figures: &Figures) -> Vec<Section> {
    let last = Some(figures.settings.games());
    let of = |opponent| share_text(&figures.wins(Variant::PAPER.name, last, opponent));
    let wins: Vec<String> = figures
        .opponents()
        .map(|opponent| format!("{} against {}", of(opponent), opponent.name()))
        .collect();
    let absent: Vec<&str> = Opponent::ALL
        .into_iter()
        .filter(|opponent| !figures.opponents().any(|present| present == *opponent))
        .map(Opponent::name)
        .collect();
    let mut blocks = vec![
        heading("What came out"),
        Section::Text(format!(
            "A network of 198 inputs and 50 hidden units that learns from {} games against itself wins {}. A game has {} plies \
             on average, a ply {} results to choose from.",
            thousands(figures.settings.games()),
            wins.join(", "),
            number(figures.length(), 1),
            number(figures.breadth(), 1),
        )),
    ];
    if !absent.is_empty() {
        let text =
            format!("Not in this run: {}; what rests on them is left out.", absent.join(", "));
        blocks.push(Section::Text(text));
    }
    blocks.push(Section::Table(claims_table(figures)));
    blocks
}

fn curve(figures: &Figures, command: &str) -> Vec<Section> {
    vec![
        heading("The curve"),
        Section::Figure(plots::curve(figures, command)),
        Section::Table(curve_table(figures)),
    ]
}

fn set_up(figures: &Figures) -> Vec<Section> {
    let s = figures.settings;
    let list =
        |games: &[u32]| games.iter().map(|&games| thousands(games)).collect::<Vec<_>>().join(", ");
    let rows = [
        ("network", "198 inputs, 50 hidden units, 1 output, logistic, 10,001 weights".to_string()),
        ("first weights", s.seeds.to_string()),
        ("tested after", format!("{} games", list(&s.checkpoints))),
        (
            "departures and other schools",
            format!("{} first weights × {} games", s.departures, thousands(s.departure_games)),
        ),
        ("games in a database", thousands(s.database)),
        ("games of those who look ahead", thousands(s.look_games)),
        ("gnubg", s.gnubg.clone().unwrap_or_else(|| "not in this run".into())),
        (
            "pubeval's weights",
            s.pubeval.clone().map_or("not in this run".into(), |sum| format!("SHA-256 {sum}")),
        ),
        ("seed", s.seed.to_string()),
    ];
    let mut table =
        Table::new("The numbers of the run.", &[("setting", Align::Left), ("value", Align::Left)]);
    rows.into_iter().for_each(|(name, value)| table.row([name.to_string(), value]));
    vec![
        heading("Set-up"),
        Section::Table(table),
        Section::Text("Where the documents leave room, this was chosen:".into()),
        Section::List(CHOICES.map(String::from).to_vec()),
    ]
}

fn files(command: &str) -> Vec<Section> {
    vec![
        heading("Files, and how to repeat them"),
        Section::Code(command.into()),
        Section::Text(
            "`settings.json` holds what the figures depend on. `figures.jsonl` holds a line for each network (way, first weights, \
             moves, games and evaluations while learning; tests: pairs of games of which none, one or both were won, openings) \
             and for each meeting. The same command goes on where an interrupted run stopped, with the networks in `nets/`, \
             and writes the same files whatever the number of threads. On a processor with other vector instructions sums may \
             be rounded otherwise, and single networks differ."
                .into(),
        ),
    ]
}
