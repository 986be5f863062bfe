//! Borders of phases of the user's own in the study of phases: arms like that of the two networks, and wherever it is.

use toml::{Spanned, Value};

use super::file::{GroupEntry, Row, StudyFile, Table};

/// The arm that those with other borders are like, and the arm before which they are put.
const LIKE: &str = "nn5-two";
const BEFORE: &str = "nn4-few";

/// Adds an arm for these borders, with the matches and the places in tables and plots that the arm of two networks has.
pub(super) fn add(file: &mut StudyFile, borders: &[u32]) {
    let numbers: Vec<String> = borders.iter().map(u32::to_string).collect();
    let name = format!("nn5-{}", numbers.join("-"));
    let meaning = format!("borders at {} pieces", numbers.join(", "));
    let borders = borders.iter().map(|&border| Value::Integer(border.into())).collect();
    let keys = [
        ("name", Value::String(name.clone())),
        ("meaning", Value::String(meaning)),
        ("model", Value::String("nn5".into())),
        ("phases", Value::Array(borders)),
    ];
    let arm = keys.map(|(key, value)| (key.to_owned(), Spanned::new(0..0, value)));
    let place = file.arms.iter().position(|arm| is_called(arm.get_ref(), BEFORE));
    file.arms.insert(place.unwrap_or(file.arms.len()), Spanned::new(0..0, arm.into()));
    for entry in &mut file.matches {
        let lists = entry.get_mut().arms.iter_mut();
        let arms = lists.filter(|arms| arms.iter().any(|arm| arm == LIKE));
        arms.for_each(|arms| arms.push(name.clone()));
    }
    let rows = file.tables.iter_mut().map(|table| &mut table.rows);
    for rows in rows.chain(file.plots.iter_mut().map(|plot| &mut plot.rows)) {
        if rows.iter().any(|row| matches!(row, Row::Word(word) if word == LIKE)) {
            rows.push(Row::Word(name.clone()));
        }
    }
    add_to_group(file, name);
}

fn is_called(arm: &Table, name: &str) -> bool {
    arm.get("name").is_some_and(|value| value.get_ref().as_str() == Some(name))
}

fn add_to_group(file: &mut StudyFile, name: String) {
    const HEADING: &str = "Borders of your own";
    let name = Spanned::new(0..0, name);
    let holds_like = |group: &GroupEntry| group.arms.iter().any(|arm| arm.get_ref() == LIKE);
    for comparison in &mut file.comparisons {
        if !comparison.groups.iter().any(holds_like) {
            continue;
        }
        match comparison.groups.iter_mut().find(|group| group.heading == HEADING) {
            Some(group) => group.arms.push(name.clone()),
            None => comparison
                .groups
                .push(GroupEntry { heading: HEADING.into(), arms: vec![name.clone()] }),
        }
    }
}
