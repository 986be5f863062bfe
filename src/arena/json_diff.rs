//! Differences of JSON values: two sets of settings.

use serde_json::Value;

/// The names of the settings that differ, in order.
pub(crate) fn differing_names<'a>(there: &'a Value, here: &'a Value) -> Vec<&'a str> {
    let keys = |side: &'a Value| side.as_object().into_iter().flatten().map(|(name, _)| name);
    let mut names: Vec<&str> = keys(there).chain(keys(here)).map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| there.get(name) != here.get(name));
    names
}

/// The first leaf in which two values at `path` differ: its path, its value there, and its value here.
pub fn first_difference(
    path: &str,
    there: &Value,
    here: &Value,
) -> Option<(String, String, String)> {
    if there == here {
        return None;
    }
    let (Value::Object(own), Value::Object(others)) = (there, here) else {
        return Some((path.into(), there.to_string(), here.to_string()));
    };
    let names = own.keys().chain(others.keys().filter(|name| !own.contains_key(*name)));
    names
        .filter_map(|name| {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            let (there, here) = (own.get(name), others.get(name));
            first_difference(&path, there.unwrap_or(&Value::Null), here.unwrap_or(&Value::Null))
        })
        .next()
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
            Some(("b.c".into(), "[1]".into(), "[2]".into()))
        );
        assert_eq!(
            first_difference("", &json!({ "x": 1 }), &json!({})),
            Some(("x".into(), "1".into(), "null".into()))
        );
        assert_eq!(first_difference("", &there, &there), None);
    }
}
