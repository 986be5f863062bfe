//! Ways of doing the experiment: as the paper describes it, and departures from that, each of which may explain a difference.

use super::settings::Regime;

/// Who makes the first move, in learning and in tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The network, in every other game.
    Alternate,
    First,
    Second,
}

/// How the player treats a move that wins at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endings {
    /// Like any other: the network judges the final position, and learns it.
    Judged,
    /// It takes the win, whatever the network says; final positions are still learned.
    Taken,
    /// It takes the win, and final positions are not learned.
    TakenUnlearned,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Once after a game, by the sum over its positions.
    Game,
    /// After each position, the last first, towards targets from before the game.
    Position,
}

/// From whose side the games of a database are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Views {
    /// The positions after the moves of the network that played.
    Network,
    /// The positions after Expert's moves, from Expert's side.
    Expert,
    Both,
    /// The positions after every move as one trajectory, from the network's side.
    Whole,
}

/// A way of doing the experiment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variant {
    /// Its name in the raw figures.
    pub name: &'static str,
    /// What it does, in a few words.
    pub meaning: &'static str,
    /// Factor on the number of hidden units.
    pub units: usize,
    pub rate: f32,
    /// Whether the rates fall in a straight line to 0 at the last game.
    pub falls: bool,
    /// λ, if not that of the settings.
    pub lambda: Option<f32>,
    /// Share of random moves while learning by play.
    pub exploration: f64,
    pub start: Start,
    /// What becomes of moves that win at once.
    pub endings: Endings,
    pub update: Update,
    pub views: Views,
    /// Factor on the number of games learned.
    pub games: u32,
}

impl Variant {
    /// As the paper describes it, and with the update of the draughts learner.
    pub const PAPER: Variant = Variant {
        name: "paper",
        meaning: "as the paper describes it",
        units: 1,
        rate: 1.0,
        falls: false,
        lambda: None,
        exploration: 0.0,
        start: Start::Alternate,
        endings: Endings::Judged,
        update: Update::Game,
        views: Views::Network,
        games: 1,
    };

    /// Two changes that the paper's text leaves room for and that bring the figures nearest to its own.
    pub const NEAREST: Variant = Variant {
        name: "nearest",
        meaning: "update by position, wins taken",
        endings: Endings::Taken,
        update: Update::Position,
        ..Variant::PAPER
    };

    /// The departures that are compared with the paper's way at one size.
    pub const DEPARTURES: [Variant; 21] = [
        Variant { name: "units-2", meaning: "hidden units doubled", units: 2, ..Variant::PAPER },
        Variant { name: "units-4", meaning: "hidden units times 4", units: 4, ..Variant::PAPER },
        Variant { name: "rate-1/8", meaning: "rates divided by 8", rate: 0.125, ..Variant::PAPER },
        Variant { name: "rate-1/4", meaning: "rates divided by 4", rate: 0.25, ..Variant::PAPER },
        Variant { name: "rate-1/2", meaning: "rates halved", rate: 0.5, ..Variant::PAPER },
        Variant { name: "rate-2", meaning: "rates doubled", rate: 2.0, ..Variant::PAPER },
        Variant { name: "rate-4", meaning: "rates times 4", rate: 4.0, ..Variant::PAPER },
        Variant { name: "falling", meaning: "rates falling to 0", falls: true, ..Variant::PAPER },
        Variant { name: "lambda-0", meaning: "λ = 0", lambda: Some(0.0), ..Variant::PAPER },
        Variant { name: "lambda-1", meaning: "λ = 1", lambda: Some(1.0), ..Variant::PAPER },
        Variant {
            name: "exploration",
            meaning: "one move in ten at random",
            exploration: 0.1,
            ..Variant::PAPER
        },
        Variant { name: "taken", meaning: "wins taken", endings: Endings::Taken, ..Variant::PAPER },
        Variant {
            name: "unlearned",
            meaning: "wins taken, ends not learned",
            endings: Endings::TakenUnlearned,
            ..Variant::PAPER
        },
        Variant {
            name: "stepwise",
            meaning: "update by position",
            update: Update::Position,
            ..Variant::PAPER
        },
        Variant { name: "longer", meaning: "5 × games", games: 5, ..Variant::PAPER },
        Variant {
            name: "nearest-longer",
            meaning: "update by position, wins taken, 5 × games",
            games: 5,
            ..Variant::NEAREST
        },
        Variant {
            name: "expert-side",
            meaning: "database from Expert's side",
            views: Views::Expert,
            ..Variant::PAPER
        },
        Variant {
            name: "both-sides",
            meaning: "database from both sides",
            views: Views::Both,
            ..Variant::PAPER
        },
        Variant {
            name: "whole-games",
            meaning: "database, positions after all moves",
            views: Views::Whole,
            ..Variant::PAPER
        },
        Variant {
            name: "first",
            meaning: "the network always starts",
            start: Start::First,
            ..Variant::PAPER
        },
        Variant {
            name: "second",
            meaning: "the opponent always starts",
            start: Start::Second,
            ..Variant::PAPER
        },
    ];

    /// Whether the departure makes a difference to a regime.
    pub fn concerns(&self, regime: Regime) -> bool {
        self.views == Views::Network || regime == Regime::Database
    }
}
