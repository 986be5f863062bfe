//! The numbers of the search that only matches can decide, each with a name and a range, so that matches can.

use std::ops::RangeInclusive;

/// The numbers; those that matches have decided by default. A man is 100 points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Points for each ply of depth by which ProbCut's shallow search must be above the window.
    pub(crate) prob_cut_margin: i32,
    /// The depth of ProbCut's shallow search in hundredths of the node's; at least a ply.
    pub(crate) prob_cut_share: i32,
    /// Plies below which ProbCut is not tried.
    pub(crate) prob_cut_depth: i32,
    /// Points by which the evaluation may stay below what ProbCut asks for.
    pub(crate) prob_cut_near: i32,
    /// What every late move is reduced by, in hundredths of a ply.
    pub(crate) reduction_base: i32,
    /// What ln(depth) · ln(place + 1) is divided by, in hundredths.
    pub(crate) reduction_divisor: i32,
    /// Points on each side of the last score in which an iteration begins.
    pub aspiration: i32,
}

impl Parameters {
    /// As matches have decided.
    pub const TUNED: Parameters = Parameters {
        prob_cut_margin: 10,
        prob_cut_share: 40,
        prob_cut_depth: 3,
        prob_cut_near: 6,
        reduction_base: 35,
        reduction_divisor: 104,
        aspiration: 7,
    };
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters::TUNED
    }
}

/// A number's name, its place, and its range.
struct TunableParameter {
    name: &'static str,
    at: fn(&mut Parameters) -> &mut i32,
    range: RangeInclusive<i32>,
}

/// Every number, in the order of the fields.
const PARAMETERS: [TunableParameter; 7] = [
    TunableParameter { name: "prob-cut-margin", at: |p| &mut p.prob_cut_margin, range: 0..=200 },
    TunableParameter { name: "prob-cut-share", at: |p| &mut p.prob_cut_share, range: 10..=90 },
    TunableParameter { name: "prob-cut-depth", at: |p| &mut p.prob_cut_depth, range: 1..=20 },
    TunableParameter { name: "prob-cut-near", at: |p| &mut p.prob_cut_near, range: 0..=1000 },
    TunableParameter { name: "reduction-base", at: |p| &mut p.reduction_base, range: -200..=300 },
    TunableParameter {
        name: "reduction-divisor",
        at: |p| &mut p.reduction_divisor,
        range: 50..=1000,
    },
    TunableParameter { name: "aspiration", at: |p| &mut p.aspiration, range: 1..=500 },
];

impl Parameters {
    /// The names of all numbers.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PARAMETERS.iter().map(|parameter| parameter.name)
    }

    /// What a number may be; `None` if there is none of this name.
    #[must_use]
    pub fn range(name: &str) -> Option<RangeInclusive<i32>> {
        PARAMETERS
            .iter()
            .find(|parameter| parameter.name == name)
            .map(|parameter| parameter.range.clone())
    }

    /// The names and values of all.
    pub fn all(self) -> impl Iterator<Item = (&'static str, i32)> {
        PARAMETERS.iter().map(move |parameter| (parameter.name, *(parameter.at)(&mut self.clone())))
    }

    /// These numbers with another value of one; `None` if there is none of this name, or the value is out of its range.
    #[must_use]
    pub fn with(mut self, name: &str, value: i32) -> Option<Parameters> {
        let parameter = PARAMETERS
            .iter()
            .find(|parameter| parameter.name == name && parameter.range.contains(&value))?;
        *(parameter.at)(&mut self) = value;
        Some(self)
    }

    /// The names and values of those that are not as tuned.
    pub fn changed(self) -> impl Iterator<Item = (&'static str, i32)> {
        let both = self.all().zip(Parameters::TUNED.all());
        both.filter(|(own, tuned)| own != tuned).map(|(own, _)| own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_changed_only_by_its_name_and_within_its_range() {
        for name in Parameters::names() {
            let range = Parameters::range(name).expect(name);
            let changed = Parameters::TUNED.with(name, *range.end()).expect(name);
            assert_eq!(changed.changed().collect::<Vec<_>>(), [(name, *range.end())]);
            assert_eq!(Parameters::TUNED.with(name, range.end() + 1), None);
        }
        assert_eq!(Parameters::TUNED.with("luck", 1), None);
        assert_eq!(Parameters::TUNED.changed().count(), 0);
    }
}
