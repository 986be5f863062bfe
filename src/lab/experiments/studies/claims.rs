//! Claims of a study: which of two players is better, or that they are equal, and the verdicts.

use toml::Spanned;

use super::super::lab::{LabResults, Pairing, Strength, error_evidence, error_p, strength_text};
use super::arms::Arms;
use super::fault::{Misprint, did_you_mean};
use super::file::{ClaimEntry, StudyFile};
use super::pairings::check_player;
use crate::arena::tournament::significance::false_discovery;
use crate::results::{FINDINGS, Report, number, placeholders};

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
    /// The words in braces by which the notes ask for it; the others have a table of their own.
    words: Option<String>,
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
        words: None,
        relation: Relation::Better,
        players: [pair.a.clone(), pair.b.clone()],
        within: file.equal_within,
        by: DECIDERS[0].into(),
    };
    counted.map(claim).collect()
}

/// The claims that notes name in braces, each once. By matches: `elo a b` that the first is better, `parity a b 25` that both are equal within 25
/// Elo. By held-out games, that the first errs less: `error a b` on the positions of the paper's filter, `error-on-all a b`, and
/// `error-early a b` after a quarter of the games.
pub(super) fn noted(notes: &str, file: &StudyFile) -> Vec<Claim> {
    let mut named: Vec<&str> = placeholders(notes).collect();
    named.sort_unstable();
    named.dedup();
    named.into_iter().filter_map(|words| noted_claim(words, file)).collect()
}

fn noted_claim(words: &str, file: &StudyFile) -> Option<Claim> {
    let list: Vec<&str> = words.split(' ').collect();
    let (by, relation, a, b, within) = match *list.as_slice() {
        ["parity", a, b, within] => {
            (DECIDERS[0], Relation::Equal, a, b, Some(within.parse().ok()?))
        }
        [by, a, b] if DECIDERS.contains(&by) => (by, Relation::Better, a, b, file.equal_within),
        _ => return None,
    };
    let players = [a, b].map(str::to_owned);
    let words = Some(words.to_owned());
    Some(Claim { text: None, words, relation, players, within, by: by.into() })
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
        words: None,
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

    /// The words of the notes, else the text.
    fn name(&self, results: &LabResults) -> String {
        self.words.clone().unwrap_or_else(|| self.text(results))
    }

    fn outcome(&self, results: &LabResults) -> Outcome {
        let [a, b] = [0, 1].map(|place| self.players[place].as_str());
        let Some(lower) = results.error_change(&self.by, a, b) else {
            return self.by_elo(results.strength(a, b).as_ref());
        };
        let (is_lower, p) = (lower.mean > 0.0, error_p(&lower));
        Outcome::new(error_evidence(&lower), &[(direction(is_lower), p)])
    }

    fn by_elo(&self, strength: Option<&Strength>) -> Outcome {
        let evidence = format!("Elo {}", strength_text(strength).replace("**", ""));
        let Some(strength) = strength else { return Outcome::new(evidence, &[]) };
        let differs = (direction(strength.score > 0.5), strength.p_differs(0.0));
        let Some(within) = self.within else { return Outcome::new(evidence, &[differs]) };
        let equal = format!("{} within {within} Elo", FINDINGS[2]);
        let equal = (equal, strength.p_within(within));
        match self.relation {
            Relation::Equal => Outcome::new(evidence, &[equal, differs]),
            Relation::Better | Relation::Worse => Outcome::new(evidence, &[differs, equal]),
        }
    }
}

const UNDECIDED: &str = "**undecided**";

/// The word for a difference that is not chance.
fn direction(is_better: bool) -> String {
    FINDINGS[usize::from(!is_better)].into()
}

/// The outcome of a claim.
struct Outcome {
    finding: String,
    evidence: String,
    p: f64,
    /// The false-discovery rate at which the claim is still decided.
    adjusted: f64,
}

impl Outcome {
    /// The first finding that its test decides; else the smallest p-value. A difference cannot be 0 and beyond 25 Elo at once: at most one of
    /// two tests can err, and no p-value is doubled.
    fn new(evidence: String, tests: &[(String, f64)]) -> Outcome {
        let least = tests.iter().map(|(_, p)| *p).fold(1.0, f64::min);
        let decided = tests.iter().find(|(_, p)| *p <= RATE).cloned();
        let (finding, p) = decided.unwrap_or_else(|| (UNDECIDED.into(), least));
        Outcome { finding, evidence, p, adjusted: p }
    }

    /// What the notes say that ask for the claim.
    fn text(&self) -> String {
        format!("{}: {}, adjusted p {}", self.finding, self.evidence, p_text(self.adjusted))
    }
}

/// The outcomes of all claims of a run: decided is what the false-discovery rate decides, over them and the claims of the other runs.
fn outcomes(results: &LabResults, claims: &[Claim]) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = claims.iter().map(|claim| claim.outcome(results)).collect();
    let own = outcomes.iter().map(|outcome| outcome.p);
    let all: Vec<f64> = own.chain(results.other_claims.iter().copied()).collect();
    for (outcome, adjusted) in outcomes.iter_mut().zip(false_discovery(&all)) {
        outcome.adjusted = adjusted;
        if adjusted > RATE {
            outcome.finding = UNDECIDED.into();
        }
    }
    outcomes
}

/// Adds the table of claims with its head, the verdicts that the notes ask for, and how many are decided.
pub(super) fn parts(results: &LabResults, claims: &[Claim], report: Report) -> Report {
    if claims.is_empty() {
        return report;
    }
    let outcomes = outcomes(results, claims);
    let (mut rows, mut report) = (Vec::new(), report);
    for (claim, outcome) in claims.iter().zip(&outcomes) {
        if let Some(words) = &claim.words {
            report = report.text(words, outcome.text());
            continue;
        }
        let Outcome { finding, evidence, p, adjusted } = outcome;
        let (finding, evidence) = (finding.clone(), evidence.clone());
        rows.push([claim.text(results), finding, evidence, p_text(*p), p_text(*adjusted)]);
    }
    let head =
        "| claim | the first is | evidence | p | p, adjusted |\n| --- | --- | --- | ---: | ---: |";
    let is_shown = !results.run.is_trial;
    report.text("claims-head", head).rows("claims", rows).text(
        "false-discovery",
        if is_shown { decided(&outcomes, results.other_claims.len()) } else { String::new() },
    )
}

pub(super) fn p_text(p: f64) -> String {
    if p < 0.001 { "< 0.001".into() } else { number(p, 3) }
}

/// How many claims are decided one by one, and how many by the false-discovery rate over them and those of other runs.
fn decided(outcomes: &[Outcome], others: usize) -> String {
    let count = |p: &dyn Fn(&Outcome) -> f64| outcomes.iter().filter(|&one| p(one) <= RATE).count();
    let over = match others {
        0 => "all of them".into(),
        others => format!("them and the {others} claims of the other reports"),
    };
    survivors(outcomes.len(), count(&|one| one.p), &over, count(&|one| one.adjusted))
}

pub(super) fn survivors(claims: usize, single: usize, over: &str, joint: usize) -> String {
    format!(
        "Of {claims} claims {single} are decided at 5 % each. At a false-discovery rate of 5 % over {over} (Benjamini–Hochberg) {joint} are."
    )
}

/// What the claims of a run are called, with their p-values.
pub(super) fn all(results: &LabResults, claims: &[Claim]) -> Vec<(String, f64)> {
    claims.iter().map(|claim| (claim.name(results), claim.outcome(results).p)).collect()
}

/// What the claims of a run are called, with their verdicts.
pub(super) fn verdicts(results: &LabResults, claims: &[Claim]) -> Vec<(String, String)> {
    let outcomes = outcomes(results, claims).into_iter();
    let named = claims.iter().zip(outcomes);
    named.map(|(claim, outcome)| (claim.name(results), outcome.finding.replace("**", ""))).collect()
}

/// The false-discovery rate over the claims of a study; empty without a claim or in a trial.
pub(super) fn summary(results: &LabResults, claims: &[Claim]) -> String {
    if claims.is_empty() || results.run.is_trial {
        return String::new();
    }
    decided(&outcomes(results, claims), results.other_claims.len())
}
