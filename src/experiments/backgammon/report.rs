//! The report: what came out, beside what the documents say, with every number computed from the raw figures.

use super::super::lab::heading;
use super::claims::{change_text, claims, share_text, thousands};
use super::figures::{Figures, Opponent};
use super::openings::{Opening, mean_loss};
use super::plots;
use super::rows::Test;
use super::unit::Sight;
use super::variant::Variant;
use crate::results::{Align, Block, Claim, Document, Table, number};

/// Where the documents leave room, what was chosen.
const CHOICES: [&str; 9] = [
    "α = 0.1, λ = 0.7 and first weights uniform in ±0.1: the paper gives none of them.",
    "The output is the probability that White wins; gammons do not count. White takes the result with the largest value, Black \
     the smallest, the first among equals; a play that ends the game by a win is taken.",
    "Each position after a ply teaches the one before it (δ = y(s′) − y(s) with the weights of now), before the next move is \
     chosen; the last position before the end learns the result. Final positions are not judged.",
    "No exploration: chance comes from the dice.",
    "Matches are played in pairs of games with the same dice and the sides swapped; all networks are tested with the same dice.",
    "Intervals are 95 % intervals of a mean over first weights by Student's t, so that they hold for networks learned again; \
     departures are compared in pairs that share first weights.",
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

fn outcome(figures: &Figures) -> Vec<Block> {
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
        Block::Text(format!(
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
        blocks.push(Block::Text(text));
    }
    blocks.push(Block::Table(claims_table(figures)));
    blocks
}

fn curve_table(figures: &Figures) -> Table {
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

fn opening_cells(figures: &Figures, variant: &str, games: Option<u32>) -> (String, String) {
    let loss = figures.opening_loss(variant, games);
    let loss = if loss.count == 0 { "–".into() } else { number(loss.mean, 4) };
    (number(figures.expert_openings(variant, games).mean, 1), loss)
}

fn curve(figures: &Figures, command: &str) -> Vec<Block> {
    vec![
        heading("The curve"),
        Block::Figure(plots::curve(figures, command)),
        Block::Table(curve_table(figures)),
    ]
}

fn robin(figures: &Figures) -> Vec<Block> {
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
            let met = |a, b| figures.met((name, a, Sight::Flat), (name, b, Sight::Flat));
            match row.cmp(&column) {
                std::cmp::Ordering::Equal => String::new(),
                std::cmp::Ordering::Greater => share_text(&met(own, other)),
                std::cmp::Ordering::Less => {
                    let met = met(other, own);
                    share_text(&crate::results::Summary { mean: 1.0 - met.mean, ..met })
                }
            }
        };
        let cells = figures.settings.robin.iter().enumerate().map(cell);
        table.row(std::iter::once(thousands(own)).chain(cells));
    }
    vec![heading("Checkpoints against each other"), Block::Table(table)]
}

/// The losses of an opening in a cell: for a point, and for money.
fn loss_cell(opening: Option<&Opening>) -> String {
    match opening.and_then(|opening| opening.loss) {
        Some([point, money]) => format!("{} / {}", number(point, 3), number(money, 3)),
        None => "–".into(),
    }
}

fn openings(figures: &Figures) -> Vec<Block> {
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
    let Some((experts, network)) = figures.paper_openings() else { return Vec::new() };
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
    vec![heading("The fifteen openings"), Block::Table(table)]
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

fn departures(figures: &Figures, command: &str) -> Vec<Block> {
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
    let variants = Variant::DEPARTURES.into_iter().chain(Variant::SCHOOLS);
    for variant in variants.filter(|variant| figures.settings.has(variant.school)) {
        let cells = opponents.iter().map(|&opponent| departure_cell(figures, variant, opponent));
        let (count, loss) = opening_cells(figures, variant.name, None);
        table.row(std::iter::once(variant.meaning.to_string()).chain(cells).chain([count, loss]));
    }
    vec![
        heading("One thing changed"),
        Block::Figure(plots::departures(figures, command)),
        Block::Table(table),
    ]
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

fn looks(figures: &Figures) -> Vec<Block> {
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
        let mean = |of: fn(&super::rows::Learned) -> f64| {
            figures.learned(variant.name).map(of).sum::<f64>() / count
        };
        let (games, evaluations) = (mean(|l| l.games.into()), mean(|l| l.evaluations as f64));
        let wins = figures.opponents().map(|o| share_text(&figures.wins(variant.name, None, o)));
        let first = [variant.meaning.to_string(), number(games, 0), number(evaluations / 1e6, 1)];
        table.row(first.into_iter().chain(wins));
    }
    vec![heading("Learning from expected values"), Block::Table(table)]
}

fn set_up(figures: &Figures) -> Vec<Block> {
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
        Block::Table(table),
        Block::Text("Where the documents leave room, this was chosen:".into()),
        Block::List(CHOICES.map(String::from).to_vec()),
    ]
}

fn files(command: &str) -> Vec<Block> {
    vec![
        heading("Files, and how to repeat them"),
        Block::Code(command.into()),
        Block::Text(
            "`settings.json` holds what the figures depend on. `figures.jsonl` holds a line for each network (way, first weights, \
             moves, games and evaluations while learning; tests: pairs of games of which none, one or both were won, openings) \
             and for each meeting. The same command goes on where an interrupted run stopped, with the networks in `networks/`, \
             and writes the same files whatever the number of threads. On a processor with other vector instructions sums may \
             be rounded otherwise, and single networks differ."
                .into(),
        ),
    ]
}
