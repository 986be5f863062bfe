//! Differences of JSON values: of two sets of settings, or of the figures of two runs.

use serde_json::Value;

/// The most bytes of a value that a message shows.
const LONGEST: usize = 100;

/// How many characters come before the first that differs in two long texts.
const LEAD: usize = 30;

/// The names of the settings that differ, in order.
pub(crate) fn differing_names<'a>(there: &'a Value, here: &'a Value) -> Vec<&'a str> {
    let keys = |side: &'a Value| side.as_object().into_iter().flatten().map(|(name, _)| name);
    let mut names: Vec<&str> = keys(there).chain(keys(here)).map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| there.get(name) != here.get(name));
    names
}

/// The leaves in which two values at `path` differ, in order: the path of each, its value there, and here.
///
/// A path is as in `trial.all[0].mse`. Two lists of unequal lengths are a leaf, and a missing value is null.
pub fn differences<'a>(path: &str, values: [&'a Value; 2]) -> Vec<(String, [&'a Value; 2])> {
    match values {
        [there, here] if there == here => Vec::new(),
        [Value::Object(there), Value::Object(here)] => {
            let more = here.keys().filter(|name| !there.contains_key(*name));
            let names = there.keys().chain(more);
            let found = names.flat_map(|name| {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                let values = [there, here].map(|side| side.get(name).unwrap_or(&Value::Null));
                differences(&path, values)
            });
            found.collect()
        }
        [Value::Array(there), Value::Array(here)] if there.len() == here.len() => {
            let pairs = there.iter().zip(here).enumerate();
            let found = pairs.flat_map(|(index, (there, here))| {
                differences(&format!("{path}[{index}]"), [there, here])
            });
            found.collect()
        }
        values => vec![(path.to_owned(), values)],
    }
}

/// The first leaf in which two values at `path` differ: its path, its value there, and its value here, cut where they are long.
pub fn first_difference(
    path: &str,
    there: &Value,
    here: &Value,
) -> Option<(String, String, String)> {
    let (path, [there, here]) = differences(path, [there, here]).into_iter().next()?;
    let start = common_start(there, here).saturating_sub(LEAD);
    Some((path, short(there, start), short(here, start)))
}

fn is_long(value: &Value) -> bool {
    value.to_string().len() > LONGEST
}

/// How many characters two values have in common at their start.
fn common_start(there: &Value, here: &Value) -> usize {
    let (there, here) = (there.to_string(), here.to_string());
    there.chars().zip(here.chars()).take_while(|(a, b)| a == b).count()
}

/// A value as text that fits into a sentence; a long text begins with the character of this number.
fn short(value: &Value, start: usize) -> String {
    match value {
        Value::Array(values) if is_long(value) => format!("{} values", values.len()),
        Value::Object(values) if is_long(value) => format!("{} settings", values.len()),
        _ if is_long(value) => {
            let text: String = value.to_string().chars().skip(start).take(LONGEST).collect();
            if start > 0 { format!("…{text}") } else { format!("{text}…") }
        }
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn settings_that_differ_or_are_missing_are_named() {
        let (there, here) = (json!({ "a": 1, "b": 2, "c": 3 }), json!({ "b": 2, "c": 4, "d": 5 }));
        assert_eq!(differing_names(&there, &here), ["a", "c", "d"]);
        assert!(differing_names(&there, &there).is_empty());
    }

    #[test]
    fn the_first_leaf_is_named_by_its_path() {
        let (there, here) =
            (json!({ "a": 1, "b": { "c": [1] } }), json!({ "a": 1, "b": { "c": [2] } }));
        assert_eq!(
            first_difference("", &there, &here),
            Some(("b.c[0]".into(), "1".into(), "2".into()))
        );
        assert_eq!(
            first_difference("", &json!({ "x": 1 }), &json!({})),
            Some(("x".into(), "1".into(), "null".into()))
        );
        assert_eq!(first_difference("", &there, &there), None);
    }

    #[test]
    fn all_leaves_that_differ_come_in_order() {
        let there = json!({ "a": [1, { "b": 2 }], "c": [1], "d": 3 });
        let here = json!({ "a": [4, { "b": 5 }], "c": [1, 2], "d": 3, "e": 6 });
        let found = differences("top", [&there, &here]);
        let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["top.a[0]", "top.a[1].b", "top.c", "top.e"]);
        assert_eq!(found[3].1, [&Value::Null, &json!(6)]);
    }

    #[test]
    fn long_values_are_counted_or_cut() {
        let list = |last: u32| json!({ "list": (0..99).chain([last]).collect::<Vec<u32>>() });
        let (there, here) = (list(7), list(8));
        let found = first_difference("", &there, &here);
        assert_eq!(found, Some(("list[99]".into(), "7".into(), "8".into())));
        let found = first_difference("", &there, &json!({ "list": [1] }));
        assert_eq!(found, Some(("list".into(), "100 values".into(), "[1]".into())));
        let text = json!({ "text": "é".repeat(4000) });
        let (_, there, _) = first_difference("", &text, &json!({})).expect("a difference");
        assert_eq!(there.chars().count(), LONGEST + 1);
        let text = |last: &str| json!({ "text": "x=1 ".repeat(50) + last });
        let (_, there, here) = first_difference("", &text("y=1"), &text("y=2")).expect("one");
        assert!(there.starts_with('…') && there.ends_with("y=1\"") && here.ends_with("y=2\""));
    }
}
