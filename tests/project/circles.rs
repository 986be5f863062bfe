//! The files of the library know each other one way: no circle of files, within a room or between rooms.

use super::sources::sources;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A name: the crate, the modules, then the item.
type Name = Vec<String>;

/// What a file says of others.
#[derive(Debug, Default)]
struct File {
    /// What it names: imports and paths in the text.
    names: BTreeSet<Name>,
    /// What it hands on under its own name, by the last word.
    exports: BTreeMap<String, Name>,
}

/// The files of the library by module.
type Library = BTreeMap<Name, File>;

fn library() -> Library {
    let texts: Vec<(Name, String)> = sources(Path::new("src"), &["rs"])
        .into_iter()
        .filter(|path| path != Path::new("src/web/alone.rs"))
        .map(|path| {
            (module(&path), without_tests(&fs::read_to_string(&path).expect("a source file")))
        })
        .filter(|(module, _)| module.last().is_none_or(|name| !name.ends_with("tests")))
        .collect();
    let modules: BTreeSet<Name> = texts.iter().map(|(module, _)| module.clone()).collect();
    texts
        .into_iter()
        .map(|(module, text)| (module.clone(), read(&module, &text, &modules)))
        .collect()
}

/// `src/rules/board/fen.rs` is rules::board::fen, `src/rules/lib.rs` is rules, `src/commands/mod.rs` program::commands. The compiler keeps
/// crates from a circle, so that names of other crates do not count.
fn module(path: &Path) -> Name {
    let path = path.strip_prefix("src").expect("below src").with_extension("");
    let words = path.iter().map(|word| word.to_string_lossy().into_owned());
    let name: Name = words.filter(|word| word != "mod" && word != "lib").collect();
    let is_crate = |name: &String| Path::new("src").join(name).join("Cargo.toml").exists();
    if name.first().is_some_and(is_crate) { name } else { [vec!["program".into()], name].concat() }
}

/// The text up to the test module, comments left out.
fn without_tests(text: &str) -> String {
    let tests = ["mod tests {", "pub(super) mod tests {"];
    let starts = tests.iter().filter_map(|start| text.find(&format!("#[cfg(test)]\n{start}")));
    let text = &text[..starts.min().unwrap_or(text.len())];
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn read(module: &Name, text: &str, modules: &BTreeSet<Name>) -> File {
    let mut file = File::default();
    for (tree, is_export) in imports(text) {
        for name in expand(&tree).iter().filter_map(|name| absolute(module, name, modules)) {
            if is_export {
                file.exports.insert(name[name.len() - 1].clone(), name);
            } else {
                file.names.insert(name);
            }
        }
    }
    file.names.extend(inline(text).iter().filter_map(|name| absolute(module, name, modules)));
    file
}

/// What is between `use` and the semicolon, and whether it is handed on.
fn imports(text: &str) -> Vec<(String, bool)> {
    let (mut lines, mut found) = (text.lines(), Vec::new());
    while let Some(line) = lines.next() {
        let line = line.trim_start();
        let exported = line.strip_prefix("pub use ").or(line.strip_prefix("pub(super) use "));
        let Some(start) = exported.or(line.strip_prefix("use ")) else { continue };
        let mut tree = start.to_string();
        while !tree.contains(';') {
            tree += lines.next().expect("an import ends");
        }
        tree.truncate(tree.find(';').expect("its end"));
        found.push((tree, exported.is_some()));
    }
    found
}

/// The names in a tree of imports: `a::{b, c::{d, e}}` are `a::b`, `a::c::d` and `a::c::e`.
fn expand(tree: &str) -> Vec<String> {
    let Some((start, rest)) = tree.split_once('{') else {
        let name = tree.split(" as ").next().unwrap_or_default();
        return vec![name.trim().trim_end_matches("::self").to_string()];
    };
    let inner = &rest[..rest.rfind('}').expect("a closed brace")];
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in inner.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match (c, depth) {
            (',', 0) => parts.push(String::new()),
            _ => parts.last_mut().expect("a part").push(c),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expand(&format!("{}{}", start.trim(), part.trim()))).collect()
}

/// The paths that are in the text and begin in the library or with a parent.
fn inline(text: &str) -> Vec<String> {
    let is_of_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = text.split(|c| !is_of_path(c)).map(|word| word.trim_end_matches(':'));
    let paths = words.filter(|word| word.starts_with("crate::") || word.starts_with("super::"));
    paths.map(str::to_string).collect()
}

/// A name from the root, if it is of this library.
fn absolute(module: &Name, name: &str, modules: &BTreeSet<Name>) -> Option<Name> {
    let mut words: Vec<String> = name.split("::").map(str::to_string).collect();
    let mut base = module.clone();
    match words[0].as_str() {
        "crate" => base.truncate(1),
        "super" | "self" => {}
        // A module of this one, or of another library.
        first => {
            let child = [module.as_slice(), &[first.to_string()]].concat();
            return modules.contains(&child).then(|| [base, words].concat());
        }
    }
    while words.first().is_some_and(|word| ["crate", "self", "super"].contains(&word.as_str())) {
        if words.remove(0) == "super" {
            base.pop();
        }
    }
    let name = [base, words].concat();
    (!name.is_empty()).then_some(name)
}

/// The module in which a name is at home: along what other modules hand on.
fn home(library: &Library, name: &Name) -> Name {
    let module = (0..=name.len()).rev().map(|len| &name[..len]);
    let module = module.into_iter().find(|part| library.contains_key(*part)).expect("the root");
    let item = name.get(module.len());
    let handed_on = item.and_then(|item| library[module].exports.get(item));
    match handed_on {
        Some(next) if next != name => home(library, next),
        _ => module.to_vec(),
    }
}

/// Which module knows which others.
fn edges(library: &Library) -> BTreeMap<Name, BTreeSet<Name>> {
    let known = |(module, file): (&Name, &File)| {
        let exported: BTreeSet<&Name> = file.exports.values().collect();
        let names = file.names.iter().filter(|name| !exported.contains(name));
        let homes = names.map(|name| home(library, name)).filter(|home| home != module);
        (module.clone(), homes.collect())
    };
    library.iter().map(known).collect()
}

/// A way along the edges that comes back to its beginning, if there is one.
fn circle(edges: &BTreeMap<Name, BTreeSet<Name>>) -> Option<Vec<Name>> {
    let (mut done, mut way) = (BTreeSet::new(), Vec::new());
    edges.keys().find_map(|module| walk(edges, module, &mut done, &mut way))
}

fn walk(
    edges: &BTreeMap<Name, BTreeSet<Name>>,
    module: &Name,
    done: &mut BTreeSet<Name>,
    way: &mut Vec<Name>,
) -> Option<Vec<Name>> {
    if let Some(start) = way.iter().position(|passed| passed == module) {
        return Some([&way[start..], std::slice::from_ref(module)].concat());
    }
    if !done.insert(module.clone()) {
        return None;
    }
    way.push(module.clone());
    let others = edges.get(module).into_iter().flatten();
    let found = others.into_iter().find_map(|other| walk(edges, other, done, way));
    way.pop();
    found
}

fn shown(circle: &[Name]) -> String {
    circle.iter().map(|module| module.join("::")).collect::<Vec<_>>().join(" knows ")
}

#[test]
fn no_files_know_each_other_in_a_circle() {
    let edges = edges(&library());
    let known: usize = edges.values().map(BTreeSet::len).sum();
    assert!(known > 500, "only {known} imports were understood");
    assert_eq!(circle(&edges).map(|circle| shown(&circle)), None);
}

#[test]
fn a_circle_is_found_through_what_a_room_hands_on() {
    let texts = [
        ("lib", "pub mod room;"),
        ("lib::room", "mod a;\nmod b;\npub use a::A;\npub use b::{B, C as D};"),
        ("lib::room::a", "use super::{b::B};\nfn f() -> u8 { 1 }"),
        ("lib::room::b", "fn g() { crate::room::A::new() }"),
    ];
    let name = |text: &str| -> Name {
        text.split("::").filter(|word| !word.is_empty()).map(str::to_string).collect()
    };
    let modules: BTreeSet<Name> = texts.iter().map(|(module, _)| name(module)).collect();
    let files = texts
        .iter()
        .map(|(module, text)| (name(module), read(&name(module), &without_tests(text), &modules)));
    let found = circle(&edges(&files.collect())).map(|circle| shown(&circle));
    assert_eq!(found.as_deref(), Some("lib::room::a knows lib::room::b knows lib::room::a"));
}

/// The scripts of the page know each other one way too.
#[test]
fn no_scripts_of_the_page_know_each_other_in_a_circle() {
    let folder = Path::new("src/web/page");
    let scripts: BTreeMap<String, Vec<String>> = fs::read_dir(folder)
        .expect("the page")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "js"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a script");
            let others = text.lines().filter_map(|line| line.split_once("from \"./"));
            let others = others.map(|(_, rest)| rest.trim_end_matches("\";").to_owned()).collect();
            (path.file_name().expect("a name").to_string_lossy().into_owned(), others)
        })
        .collect();
    assert!(scripts["app.js"].contains(&"board.js".to_owned()), "imports are found: {scripts:?}");
    // A module that knows only settled ones is settled too; what is left knows itself in the end.
    let mut settled: BTreeSet<&str> = BTreeSet::new();
    while let Some((script, _)) = scripts.iter().find(|(script, others)| {
        !settled.contains(script.as_str())
            && others.iter().all(|one| settled.contains(one.as_str()))
    }) {
        settled.insert(script);
    }
    let left: Vec<&String> = scripts.keys().filter(|one| !settled.contains(one.as_str())).collect();
    assert!(left.is_empty(), "in a circle, or behind one: {left:?}");
}
