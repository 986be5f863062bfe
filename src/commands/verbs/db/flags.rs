//! The questions of `db`: by the tags of a game, and by its positions.

use anyhow::{Result, ensure};
use clap::ValueEnum;

use crate::board::Color;
use crate::commands::args::positions::position_after;
use crate::commands::flags::color::ColorName;
use crate::database::query::{
    Formation, GameFilter, Material, Pattern, PositionQuery, ResultFilter, Sequence,
};

/// What is asked of the tags of a game.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Games")]
pub(super) struct HeaderFlags {
    /// Words, each of which begins a word of a player's name or of the event, or the date
    #[arg(long, value_name = "WORDS")]
    text: Option<String>,
    /// A player on either side: the words of the name in any order, or their beginnings. An initial is a given name; accents make no difference
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// The opponent of that player
    #[arg(long, value_name = "NAME", requires = "player")]
    opponent: Option<String>,
    /// The player of White
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// The player of Black
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Words of the event, or their beginnings
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Words of the site, or their beginnings
    #[arg(long, value_name = "NAME")]
    site: Option<String>,
    /// From this year, month or day on: 2003, 2003.05 or 2003.05.23
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Up to this year, month or day
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// Both players are rated this high
    #[arg(long, value_name = "RATING")]
    min_rating: Option<u32>,
    /// Neither player is rated higher
    #[arg(long, value_name = "RATING")]
    max_rating: Option<u32>,
    /// The result; `win` and `loss` are those of --player
    #[arg(long, value_name = "RESULT", value_enum, value_delimiter = ',')]
    result: Vec<ResultWord>,
    /// At least this many plies
    #[arg(long, value_name = "PLIES")]
    min_plies: Option<u32>,
    /// At most this many plies
    #[arg(long, value_name = "PLIES")]
    max_plies: Option<u32>,
    /// A part of the name of the PDN file
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,
    /// Numbers of games, as a search shows them
    #[arg(long = "game", value_name = "N", value_delimiter = ',')]
    games: Vec<u32>,
    /// Every version and duplicate of a game, instead of the newest version that passes
    #[arg(long)]
    versions: bool,
}

/// A result as it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ResultWord {
    /// White won
    #[value(name = "2-0", alias = "1-0")]
    White,
    /// A draw
    #[value(name = "1-1", alias = "draw")]
    Draw,
    /// Black won
    #[value(name = "0-2", alias = "0-1")]
    Black,
    /// No result
    #[value(name = "*")]
    Unknown,
    /// The player won
    Win,
    /// The player lost
    Loss,
}

impl HeaderFlags {
    pub(super) fn filter(&self) -> GameFilter {
        let result = |word: &ResultWord| match word {
            ResultWord::White => ResultFilter::White,
            ResultWord::Draw => ResultFilter::Draw,
            ResultWord::Black => ResultFilter::Black,
            ResultWord::Unknown => ResultFilter::Unknown,
            ResultWord::Win => ResultFilter::Win,
            ResultWord::Loss => ResultFilter::Loss,
        };
        let flags = self.clone();
        GameFilter {
            text: flags.text,
            player: flags.player,
            opponent: flags.opponent,
            white: flags.white,
            black: flags.black,
            event: flags.event,
            site: flags.site,
            from: flags.from,
            to: flags.to,
            min_rating: flags.min_rating,
            max_rating: flags.max_rating,
            results: self.result.iter().map(result).collect(),
            min_plies: flags.min_plies,
            max_plies: flags.max_plies,
            source: flags.source,
            numbers: flags.games,
            versions: flags.versions,
        }
    }
}

/// What a position of a game must have, all of it at once.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Positions")]
pub(super) struct PositionFlags {
    /// The position itself: a FEN, `start`, or the moves that lead to it
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// All of these pieces are on the board, as in W27,31-33,K3:BP18:E28: W and B men, K kings, P either, E empty squares
    #[arg(long, value_name = "PIECES")]
    with: Option<Formation>,
    /// At least one of these pieces is on the board
    #[arg(long, value_name = "PIECES")]
    any: Option<Formation>,
    /// None of these pieces is on the board
    #[arg(long, value_name = "PIECES")]
    without: Option<Formation>,
    /// Men and kings, White's and Black's, as in 3K:1K, 5+K:6 or 4-6:5
    #[arg(long, value_name = "MATERIAL")]
    material: Option<Material>,
    /// The side to move
    #[arg(long, value_enum, value_name = "SIDE")]
    turn: Option<ColorName>,
    /// The moves played from it, as in '32-28 19-23', with wildcards: '?-27 x27', 'gives takes1 takes3+', '32-28 * crowns'
    #[arg(long, value_name = "MOVES")]
    moves: Option<Sequence>,
    /// For at least this many positions in a row
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    lasting: usize,
    /// Also with the colours swapped and the board turned
    #[arg(long)]
    turned: bool,
    /// Only in the last position of a game
    #[arg(long)]
    last: bool,
    /// Material reached anywhere in the game
    #[arg(long, value_name = "MATERIAL")]
    ending: Option<Material>,
}

impl PositionFlags {
    pub(super) fn query(&self) -> Result<PositionQuery> {
        let asks = [self.with, self.any, self.without].iter().any(Option::is_some)
            || self.position.is_some()
            || self.material.is_some()
            || self.turn.is_some()
            || self.moves.is_some();
        ensure!(
            asks || !(self.turned && self.ending.is_none() || self.last || self.lasting > 1),
            "--turned, --last and --lasting need a position; give --position, --with, --any, --without, --material, --turn or --moves"
        );
        let position = self.position.as_deref().map(position_after).transpose()?;
        let pattern = Pattern {
            position,
            with: self.with.unwrap_or_default(),
            any: self.any,
            without: self.without.unwrap_or_default(),
            material: self.material.clone(),
            turn: self.turn.map(Color::from),
            moves: self.moves.clone().unwrap_or_default(),
        };
        Ok(PositionQuery {
            pattern: asks.then_some(pattern),
            min_consecutive: self.lasting,
            either_color: self.turned,
            only_last: self.last,
            ending: self.ending.clone(),
        })
    }
}
