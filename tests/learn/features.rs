//! Inputs of one's own, through the built program: a structure added, a network learned on it, explained, judged and played.

use std::fs;
use std::path::Path;

use draughts_td::features::{Catalogue, Sources};
use draughts_td::models::Card;
use draughts_td::models::WeightsFile;

use crate::run::{program, told};

const SAMPLE: &str = "pdn/sample.pdn.zst";

const OWN: &str = r#"
[[structure]]
name = "pair_at_the_edge"
english = "Pair at the edge"
white = [26, 31]
black = []
empty = []
parity = "odd"
group = "formations"
meaning = "Two men behind one another at the left edge"
source = "this test"
"#;

/// A folder with the program's structures and one more.
fn catalogue(folder: &Path) -> String {
    let own = folder.join("own");
    fs::create_dir(&own).expect("a folder");
    let text = format!("{}{OWN}", Sources::EMBEDDED.structures);
    fs::write(own.join("structures.toml"), text).expect("written");
    own.display().to_string()
}

fn card(net: &str) -> Card {
    WeightsFile::read(Path::new(net)).expect("a network").card().clone()
}

#[test]
fn a_structure_of_one_s_own_is_learned_explained_judged_and_played() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let own = catalogue(folder.path());
    let net = folder.path().join("own.safetensors").display().to_string();
    let learn = ["learn", SAMPLE, "--games", "400", "--features", &own, "-o", &net];
    let said = told(&program(&learn), 0);
    assert!(said.contains("223 inputs (nn4)"), "{said}");

    let names = card(&net).model["input_names"].clone();
    assert_eq!(
        (names[122].as_str(), names.as_array().map(Vec::len)),
        (Some("pair_at_the_edge"), Some(223))
    );
    assert_ne!(card(&net).model["fingerprint"].as_str(), Some(Catalogue::embedded().fingerprint()));

    // The catalogue is in the file: to open it needs no folder.
    fs::remove_dir_all(&own).expect("removed");
    let fen = "W:W26,31,38,43:B3,8,14,20";
    let explained = told(&program(&["eval", fen, "--net", &net, "--all"]), 0);
    assert!(explained.contains("pair_at_the_edge"), "{explained}");
    let searched = told(&program(&["analyse", fen, "--net", &net, "--depth", "4"]), 0);
    assert!(searched.contains("best move"), "{searched}");
    told(&program(&["validate", SAMPLE, "--net", &net, "--threads", "1"]), 0);
    let player = format!("net:{net}");
    told(&program(&["match", &player, "material", "--games", "2", "--nodes", "200"]), 0);
}

#[test]
fn networks_of_different_catalogues_do_not_start_or_continue_one_another() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let own = catalogue(folder.path());
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (plain, with) = (path("plain"), path("with"));
    let learn = |more: &[&str]| {
        let common = ["learn", SAMPLE, "--games", "100", "--model", "nn3"];
        program(&[&common[..], more].concat())
    };
    told(&learn(&["-o", &plain]), 0);
    told(&learn(&["-o", &with, "--features", &own]), 0);
    let refused = told(&learn(&["-o", &path("new"), "--init", &plain, "--features", &own]), 2);
    assert!(refused.contains("122 inputs") || refused.contains("catalogue"), "{refused}");
    let refused = told(&learn(&["-o", &with, "--resume"]), 2);
    assert!(refused.contains("give the --features it was trained with"), "{refused}");
    told(&learn(&["-o", &with, "--resume", "--features", &own]), 0);
}

#[test]
fn a_fault_in_one_s_own_catalogue_is_told_with_file_and_line() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let shown = folder.path().display().to_string();
    let learn = || told(&program(&["learn", SAMPLE, "--games", "10", "--features", &shown]), 2);
    assert!(learn().contains("copy features/ and edit it"), "{}", learn());
    fs::write(folder.path().join("structures.toml"), OWN.replace("26", "51")).expect("written");
    assert!(
        learn().contains(&format!(
            "{}/structures.toml:5: 'pair_at_the_edge' names square 51",
            folder.path().display()
        )),
        "{}",
        learn()
    );
    fs::write(folder.path().join("structures.toml"), [0xff, 0xfe]).expect("written");
    assert!(learn().contains("cannot read"), "{}", learn());
}
