//! Claims of a study: which of two players is better, or that they are equal, and the verdicts.

use toml::Spanned;

use super::super::lab::{LabResults, Pairing, error_evidence, error_p, strength_text};
use super::arms::Arms;
use super::fault::{Misprint, did_you_mean};
use super::file::{ClaimEntry, StudyFile};
use super::pairings::check_player;
use crate::arena::tournament::significance::false_discovery;
use crate::results::{ClaimVerdict, FINDINGS, Report, Summary, number, placeholders};

/// The rate of false discoveries, and the probability of a chance result that a single claim may have.
pub(super) const RATE: f64 = 0.05;

const DECIDERS: [&str; 4] = ["elo", "error", "error-on-all", "error-early"];

/// What is claimed of the first of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Better,
    Worse,
    Equal,
}

#[derive(Clone, Debug)]
pub(super) struct Claim {
    text: Option<String>,
    relation: Relation,
    players: [String; 2],
    /// Within how many Elo players count as equal.
    within: Option<f64>,
    by: String,
}

/// The claims of a file.
///
/// # Errors
/// A claim that says nothing or too much, about an unknown arm, or about arms that play no match.
pub(super) fn read(
    file: &StudyFile,
    arms: &Arms,
    pairs: &[Pairing],
) -> Result<Vec<Claim>, Misprint> {
    let read = |entry: &Spanned<ClaimEntry>| {
        let claim = claim(entry.get_ref(), file, arms, pairs);
        claim.map_err(|what| Misprint::new(entry.span().start, what))
    };
    file.claims.iter().map(read).collect()
}

/// That the first of every pairing is better.
pub(super) fn of(file: &StudyFile, pairs: &[Pairing]) -> Vec<Claim> {
    let counted = pairs.iter().filter(|pair| pair.seconds.is_none());
    let claim = |pair: &Pairing| Claim {
        text: None,
        relation: Relation::Better,
        players: [pair.a.clone(), pair.b.clone()],
        within: file.equal_within,
        by: DECIDERS[0].into(),
    };
    counted.map(claim).collect()
}

fn claim(
    entry: &ClaimEntry,
    file: &StudyFile,
    arms: &Arms,
    pairs: &[Pairing],
) -> Result<Claim, String> {
    let said = [
        (Relation::Better, &entry.better),
        (Relation::Worse, &entry.worse),
        (Relation::Equal, &entry.equal),
    ];
    let mut said = said.into_iter().filter_map(|(is, players)| Some((is, players.clone()?)));
    let (Some((relation, players)), None) = (said.next(), said.next()) else {
        return Err(
            "a claim has one of better, worse and equal, such as better = [\"a\", \"b\"]".into()
        );
    };
    let by = entry.by.clone().unwrap_or_else(|| DECIDERS[0].into());
    if !DECIDERS.contains(&by.as_str()) {
        let near = did_you_mean(&by, DECIDERS.into_iter());
        return Err(format!(
            "by = \"{by}\" decides nothing; there are {}{near}",
            DECIDERS.join(", ")
        ));
    }
    let claim = Claim {
        text: entry.text.clone(),
        relation,
        players,
        within: entry.within.or(file.equal_within),
        by,
    };
    claim.check(arms, pairs, file.play.is_some())?;
    Ok(claim)
}

/// # Errors
/// That no match is played between the two, with the remedy.
pub(super) fn meet(pairs: &[Pairing], [a, b]: [&str; 2]) -> Result<(), String> {
    let is_theirs = |pair: &Pairing| (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
    if pairs.iter().any(is_theirs) {
        return Ok(());
    }
    Err(format!(
        "no match between {a} and {b}, which the claim is about; add [[match]] with arms = [\"{a}\"] and against = \"{b}\""
    ))
}

impl Claim {
    fn is_by_elo(&self) -> bool {
        self.by == DECIDERS[0]
    }

    fn check(&self, arms: &Arms, pairs: &[Pairing], is_play: bool) -> Result<(), String> {
        let [a, b] = &self.players;
        if is_play && !self.is_by_elo() {
            return Err("arms that play have no held-out error; leave out by".into());
        }
        for player in &self.players {
            let is_arm = arms.names().any(|arm| arm == player);
            let near = || did_you_mean(player, arms.names());
            if !self.is_by_elo() && !is_arm {
                return Err(format!(
                    "a claim by {} is about arms, and '{player}' is not one{}",
                    self.by,
                    near()
                ));
            }
            check_player(player, arms)
                .map_err(|what| format!("a claim about an unknown arm: {what}"))?;
        }
        if self.is_by_elo() {
            meet(pairs, [a, b])?;
        }
        match (self.relation, self.within) {
            (Relation::Equal, None) => {
                Err("equal within how many Elo? Add within = 25, say".into())
            }
            (Relation::Equal, _) if !self.is_by_elo() => {
                Err(format!("equality is decided by elo, not by {}", self.by))
            }
            (_, Some(within)) if !(within > 0.0 && within.is_finite()) => {
                Err(format!("within is {within}; it must be a number of Elo above 0"))
            }
            _ => Ok(()),
        }
    }

    fn text(&self, results: &LabResults) -> String {
        let [a, b] = [0, 1].map(|place| results.label(&self.players[place]));
        let within = self.within.unwrap_or_default();
        let stated = match self.relation {
            Relation::Better => format!("{a} is better than {b}"),
            Relation::Worse => format!("{a} is worse than {b}"),
            Relation::Equal => format!("{a} is equal to {b} within {within} Elo"),
        };
        self.text.clone().unwrap_or(stated)
    }

    fn outcome(&self, results: &LabResults) -> Outcome {
        let [a, b] = [0, 1].map(|place| self.players[place].as_str());
        match results.error_change(&[&self.by, a, b]) {
            Some(change) => by_error(&change),
            None => self.by_elo(results, [a, b]),
        }
    }

    fn by_elo(&self, results: &LabResults, [a, b]: [&str; 2]) -> Outcome {
        let strength = results.strength(a, b);
        let evidence = format!("Elo {}", strength_text(strength.as_ref()).replace("**", ""));
        let Some(strength) = strength else {
            return Outcome { finding: UNDECIDED.into(), evidence, p: 1.0 };
        };
        let equal = self.within.map(|within| (within, strength.p_within(within)));
        let found = equal.filter(|(_, p)| *p < RATE);
        let found = found.map(|(within, _)| format!("{} within {within} Elo", FINDINGS[2]));
        let differs = direction(strength.is_stronger());
        let (finding, p) = match self.relation {
            Relation::Equal => (found.or(differs), equal.map_or(1.0, |(_, p)| p)),
            Relation::Better | Relation::Worse => (differs.or(found), strength.p_differs(0.0)),
        };
        Outcome { finding: finding.unwrap_or_else(|| UNDECIDED.into()), evidence, p }
    }
}

const UNDECIDED: &str = "**undecided**";

/// The word for a difference that is not chance.
fn direction(verdict: ClaimVerdict) -> Option<String> {
    match verdict {
        ClaimVerdict::Holds => Some(FINDINGS[0].into()),
        ClaimVerdict::Fails => Some(FINDINGS[1].into()),
        ClaimVerdict::Undecided => None,
    }
}

fn by_error(lower: &Summary) -> Outcome {
    let (verdict, evidence) = error_evidence(lower);
    let finding = direction(verdict).unwrap_or_else(|| UNDECIDED.into());
    Outcome { finding, evidence, p: error_p(lower) }
}

/// The outcome of a claim.
struct Outcome {
    finding: String,
    evidence: String,
    p: f64,
}

/// Adds the table of claims with its head, and what is left of them by the false-discovery rate.
pub(super) fn parts(results: &LabResults, claims: &[Claim], report: Report) -> Report {
    if claims.is_empty() {
        return report;
    }
    let outcomes: Vec<Outcome> = claims.iter().map(|claim| claim.outcome(results)).collect();
    let p_values: Vec<f64> = outcomes.iter().map(|outcome| outcome.p).collect();
    let adjusted = false_discovery(&p_values);
    let rows = claims.iter().zip(&outcomes).zip(adjusted).map(|((claim, outcome), adjusted)| {
        let Outcome { finding, evidence, p } = outcome;
        [claim.text(results), finding.clone(), evidence.clone(), p_text(*p), p_text(adjusted)]
    });
    let head =
        "| claim | the first is | evidence | p | p, adjusted |\n| --- | --- | --- | ---: | ---: |";
    report.text("claims-head", head).rows("claims", rows).text(
        "false-discovery",
        if results.run.is_trial { String::new() } else { survivors(&p_values) },
    )
}

pub(super) fn p_text(p: f64) -> String {
    if p < 0.001 { "< 0.001".into() } else { number(p, 3) }
}

/// How many claims are decided one by one, and how many by the false-discovery rate.
pub(super) fn survivors(p_values: &[f64]) -> String {
    let count = |values: &[f64]| values.iter().filter(|&&p| p <= RATE).count();
    let (single, joint) = (count(p_values), count(&false_discovery(p_values)));
    format!(
        "Of {} claims {single} are decided at 5 % each. At a false-discovery rate of 5 % over all of them (Benjamini–Hochberg) {joint} are.",
        p_values.len()
    )
}

/// The claims of a study and those that its notes name, with their p-values.
pub(super) fn all(results: &LabResults, notes: &str, claims: &[Claim]) -> Vec<(String, f64)> {
    let noted = placeholders(notes).filter_map(|words| {
        let (_, p) = results.claim(&words.split(' ').collect::<Vec<_>>())?;
        Some((words.to_owned(), p))
    });
    let own = claims.iter().map(|claim| (claim.text(results), claim.outcome(results).p));
    own.chain(noted).collect()
}

/// The false-discovery rate over the claims of a study, and over those that its notes name; empty without a claim or in a trial.
pub(super) fn summary(results: &LabResults, notes: &str, claims: &[Claim]) -> String {
    let p_values: Vec<f64> = all(results, notes, claims).into_iter().map(|(_, p)| p).collect();
    if p_values.is_empty() || results.run.is_trial {
        return String::new();
    }
    survivors(&p_values)
}
