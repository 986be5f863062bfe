//! What can be had at all, exactly: by the best reply to each opponent, by perfect play, by the opponents themselves.

use super::settings::Start;
use crate::tictactoe::{BestReply, Conduct, Expert, Mark, Player, Random, equity};

/// The expected score as crosses and as noughts.
pub(crate) type Sides = [f64; 2];

/// The expected score when the sides are shared out like this.
pub(super) fn shared([first, second]: Sides, start: Start) -> f64 {
    match start {
        Start::Alternate => f64::midpoint(first, second),
        Start::First => first,
        Start::Second => second,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opponent {
    Expert,
    Random,
}

impl Opponent {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Opponent::Expert => "Expert",
            Opponent::Random => "Random",
        }
    }
}

/// A player of which everything is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SolvedPlayer {
    pub name: &'static str,
    pub expert: Sides,
    pub random: Sides,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub reply_to_expert: SolvedPlayer,
    pub reply_to_random: SolvedPlayer,
    /// Any move that keeps the value of the game.
    pub perfect: SolvedPlayer,
    pub expert: SolvedPlayer,
    pub random: SolvedPlayer,
}

impl Bounds {
    pub(super) fn exact() -> Bounds {
        let (mut e1, mut e2, mut r1, mut r2) = (Expert, Expert, Random, Random);
        let mut to_expert = BestReply::new(Conduct::As(&mut e1), Conduct::As(&mut e2));
        let mut to_random = BestReply::new(Conduct::As(&mut r1), Conduct::As(&mut r2));
        let mut perfect = BestReply::new(Conduct::Best, Conduct::Best);
        Bounds {
            reply_to_expert: known("best reply to Expert", &mut to_expert),
            reply_to_random: known("best reply to Random", &mut to_random),
            perfect: known("perfect play: any move that keeps the draw", &mut perfect),
            expert: known("Expert", &mut Expert),
            random: known("Random", &mut Random),
        }
    }

    /// All players, the strongest against Expert first.
    pub(super) fn players(&self) -> [&SolvedPlayer; 5] {
        [&self.reply_to_expert, &self.reply_to_random, &self.perfect, &self.expert, &self.random]
    }

    pub(super) fn most(&self, opponent: Opponent, start: Start) -> f64 {
        match opponent {
            Opponent::Expert => shared(self.reply_to_expert.expert, start),
            Opponent::Random => shared(self.reply_to_random.random, start),
        }
    }
}

fn known(name: &'static str, player: &mut dyn Player) -> SolvedPlayer {
    let mut against = |opponent: &mut dyn Player| {
        [Mark::Cross, Mark::Nought].map(|mark| equity(player, opponent, mark))
    };
    SolvedPlayer { name, expert: against(&mut Expert), random: against(&mut Random) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_has_more_than_the_best_reply() {
        let bounds = Bounds::exact();
        for start in [Start::Alternate, Start::First, Start::Second] {
            for player in bounds.players() {
                let most = bounds.most(Opponent::Expert, start) + 1e-12;
                assert!(shared(player.expert, start) <= most, "{}", player.name);
                let most = bounds.most(Opponent::Random, start) + 1e-12;
                assert!(shared(player.random, start) <= most, "{}", player.name);
            }
        }
    }
}
