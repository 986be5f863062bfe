//! The report of `hub check` and `dxp check`, as JSON.

use serde_json::Value;

/// Mark and detail of the check whose title begins so.
pub fn mark<'a>(report: &'a Value, title: &str) -> (&'a str, &'a str) {
    let checks = report["checks"].as_array().expect("checks");
    let check = checks
        .iter()
        .find(|check| check["title"].as_str().is_some_and(|found| found.starts_with(title)))
        .unwrap_or_else(|| panic!("{title}"));
    (check["mark"].as_str().expect("mark"), check["detail"].as_str().expect("detail"))
}
