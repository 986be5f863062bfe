//! Groups of inputs that speak of the same thing, to be left out of learning together. The files in `features/` say to which
//! group each input belongs.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A group of inputs; every input belongs to one.
///
/// A group holds an input and its colour mirror or neither of them, so that a masked position mirrored is a mirrored position
/// masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// The balance of men and kings.
    Material,
    /// Having kings, the long diagonal, and the base line that guards against them.
    Kings,
    /// How many men are left and whose turn it is.
    State,
    /// Development, advance of both sides, and the move.
    Tempo,
    /// Men in the centre and the build-up that supports it.
    Centre,
    /// Steps, safe steps, locked men.
    Mobility,
    /// Edges and the balance of left and right.
    Wings,
    /// Connections, loose men, men en prise.
    Cohesion,
    /// Free men and the race to promotion.
    Runaways,
    /// Three men on a diagonal.
    Triples,
    /// Structures in which few men hold many.
    Locks,
    /// Structures of the opening and middle game.
    Formations,
    /// Men far forward, supported or not.
    Outposts,
    /// The square of each man.
    Raw,
}

impl Group {
    /// All groups, in the order in which their inputs begin.
    pub const ALL: [Group; 14] = [
        Group::Material,
        Group::Kings,
        Group::State,
        Group::Tempo,
        Group::Centre,
        Group::Mobility,
        Group::Wings,
        Group::Cohesion,
        Group::Runaways,
        Group::Triples,
        Group::Locks,
        Group::Formations,
        Group::Outposts,
        Group::Raw,
    ];

    /// The name, as written after `--drop-inputs` and in network files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Group::Material => "material",
            Group::Kings => "kings",
            Group::State => "state",
            Group::Tempo => "tempo",
            Group::Centre => "centre",
            Group::Mobility => "mobility",
            Group::Wings => "wings",
            Group::Cohesion => "cohesion",
            Group::Runaways => "runaways",
            Group::Triples => "triples",
            Group::Locks => "locks",
            Group::Formations => "formations",
            Group::Outposts => "outposts",
            Group::Raw => "raw",
        }
    }

    /// What its inputs speak of, for tables.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Group::Material => "balance of men and kings",
            Group::Kings => {
                "having kings, the long diagonal, the base line that guards against them"
            }
            Group::State => "how many men are left and whose turn it is",
            Group::Tempo => "development, advance of both sides, the move",
            Group::Centre => "men in the centre and those that support it",
            Group::Mobility => "steps, safe steps, locked men",
            Group::Wings => "edges, balance of left and right",
            Group::Cohesion => "connections, loose men, men en prise",
            Group::Runaways => "free men, race to promotion",
            Group::Triples => "three men on a diagonal",
            Group::Locks => "structures in which few men hold many",
            Group::Formations => "structures of the opening and middle game",
            Group::Outposts => "men far forward, supported or not",
            Group::Raw => "the square of each man",
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no group or no subset of the inputs.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{name}' is no {kind}")]
pub struct UnknownInputs {
    name: String,
    /// What it should name, and the names there are.
    kind: String,
}

impl UnknownInputs {
    pub(super) fn new(name: &str, kind: String) -> UnknownInputs {
        UnknownInputs { name: name.chars().take(40).collect(), kind }
    }
}

impl FromStr for Group {
    type Err = UnknownInputs;

    fn from_str(text: &str) -> Result<Group, UnknownInputs> {
        let named = Group::ALL.into_iter().find(|group| group.name().eq_ignore_ascii_case(text));
        named.ok_or_else(|| {
            let names = Group::ALL.map(Group::name).join(", ");
            UnknownInputs::new(text, format!("group of inputs; the groups are {names}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::Catalogue;
    use super::super::layout::{COUNT, GLOBALS, NAMED, TRIPLES};
    use super::*;

    #[test]
    fn every_input_belongs_to_exactly_one_group_and_no_group_is_empty() {
        let mut seen = vec![0; COUNT];
        for group in Group::ALL {
            assert!(Catalogue::embedded().inputs_of(group).next().is_some(), "{group}");
            Catalogue::embedded().inputs_of(group).for_each(|index| seen[index] += 1);
        }
        assert_eq!(seen, vec![1; COUNT]);
    }

    #[test]
    fn a_group_has_inputs_of_one_kind_only() {
        let kind = |index: usize| match index {
            i if GLOBALS.contains(&i) => 0,
            i if TRIPLES.contains(&i) => 1,
            i if NAMED.contains(&i) => 2,
            _ => 3,
        };
        for group in Group::ALL {
            let kinds: Vec<_> = Catalogue::embedded().inputs_of(group).map(kind).collect();
            assert!(kinds.windows(2).all(|pair| pair[0] == pair[1]), "{group}");
        }
    }

    #[test]
    fn the_hekstelling_is_a_lock_and_the_runaways_are_the_two_extra_inputs() {
        let of = |index: usize| Catalogue::embedded().entries()[index].group;
        assert_eq!((of(0), of(87), of(111), of(121)), {
            (Group::Material, Group::Locks, Group::Outposts, Group::Formations)
        });
        assert_eq!(Catalogue::embedded().inputs_of(Group::Runaways).collect::<Vec<_>>(), [19, 20]);
        assert_eq!(
            (
                Catalogue::embedded().inputs_of(Group::Triples).count(),
                Catalogue::embedded().inputs_of(Group::Raw).count()
            ),
            (64, 100)
        );
    }

    #[test]
    fn a_group_written_out_reads_back_and_in_a_file_it_has_the_same_name() {
        for group in Group::ALL {
            assert_eq!(group.to_string().parse(), Ok(group));
            assert_eq!(serde_json::to_value(group).ok(), Some(group.name().into()));
        }
        let message = "hek".parse::<Group>().expect_err("no group").to_string();
        assert!(message.starts_with("'hek' is no group") && message.contains("locks, formations"));
    }
}
