//! The links between the pages of the repository: each leads to a file that is there, and to a heading of it.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::prose::{outside_code, without_links};

/// Folders of this kind hold no pages of the repository.
const LEFT_OUT: [&str; 4] = ["target", "node_modules", "runs", "common"];

/// Every Markdown file below a folder.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if path.is_dir() && !name.starts_with('.') && !LEFT_OUT.contains(&name.as_str()) {
            pages(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// The targets of the links of a line that lead to files here.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|part| part.split_once(')'));
    targets.map(|(target, _)| target).filter(|target| !target.contains("://"))
}

/// The names by which links find the headings of a page, as GitHub and mdBook make them.
fn headings(text: &str) -> HashSet<String> {
    let lines = outside_code(text).filter(|line| line.starts_with('#'));
    lines.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let text = without_links(heading).to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_link_of_a_page_leads_to_a_file_and_a_heading() {
    let (mut files, mut dead) = (Vec::new(), Vec::new());
    pages(Path::new(env!("CARGO_MANIFEST_DIR")), &mut files);
    assert!(files.len() > 60, "{} pages", files.len());
    for page in &files {
        let text = fs::read_to_string(page).expect("a page");
        for target in outside_code(&text).flat_map(targets) {
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let folder = page.parent().expect("a folder");
            let file = if path.is_empty() { page.clone() } else { folder.join(path) };
            let is_page = file.extension().is_some_and(|ending| ending == "md");
            let has_heading = || {
                let text = fs::read_to_string(&file).expect("a page");
                headings(&text).contains(heading)
            };
            if !file.exists() || is_page && !heading.is_empty() && !has_heading() {
                dead.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

#[test]
fn headings_are_found_by_their_words() {
    assert_eq!(anchor("What `ranks` evaluations, and why?"), "what-ranks-evaluations-and-why");
    assert_eq!(anchor("[A link](to.md) in it"), "a-link-in-it");
    let text = "# One\n```\n# not two\n[no](link.md)\n```\n[yes](page.md#one)\n";
    assert_eq!(headings(text), HashSet::from(["one".to_owned()]));
    assert_eq!(outside_code(text).flat_map(targets).collect::<Vec<_>>(), ["page.md#one"]);
}
