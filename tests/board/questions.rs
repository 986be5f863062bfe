//! What the page may ask, and what it is answered.

use serde_json::{Value, json};

use crate::ask::{after, at};
use crate::server::Server;

#[test]
fn the_state_names_evaluations_levels_and_files() {
    let server = Server::start(&["pdn/accept/nags.pdn"]);
    let state = server.answer("/api/state", &json!({}));
    assert_eq!(state["nets"], json!(["reference", "material"]));
    assert_eq!(state["files"], json!(["nags.pdn"]));
    assert_eq!(state["levels"].as_array().map(Vec::len), Some(10));
}

#[test]
fn a_refused_move_names_the_rule() {
    let server = Server::start(&[]);
    let refused = |fen: &str, text: &str| {
        let answer = server.answer("/api/move", &json!({ "at": at(fen), "text": text }));
        answer["refused"].as_str().unwrap_or_default().to_owned()
    };
    assert!(refused("W:W28,40,50:B22,12,3", "40-35").starts_with("capture of 2 is obligatory"));
    assert!(refused("W:W31-50:B1-20", "31-36").contains("is on 36"));
    assert!(refused("W:WK47:B14,19,29,31,42", "47x36").contains("several captures fit"));
}

#[test]
fn the_engine_plays_at_every_level_and_on_a_clock() {
    let server = Server::start(&[]);
    for (level, net) in [(1, "material"), (4, "reference"), (7, "reference")] {
        let question = json!({ "at": after(&["32-28"]), "level": level, "net": net });
        let played = server.answer("/api/play", &question);
        assert!(played["move"]["id"].is_string(), "{played}");
    }
    let clock = json!({ "at": after(&[]), "level": 10, "remaining": 500, "increment": 0 });
    assert!(server.answer("/api/play", &clock)["move"]["id"].is_string());
    let over = json!({ "at": at("W:W46:B41,37"), "level": 1 });
    assert_eq!(server.ask("/api/play", &over).0, 400);
    let unknown = json!({ "at": after(&[]), "level": 1, "net": "/etc/passwd" });
    assert_eq!(server.ask("/api/play", &unknown).0, 400);
}

#[test]
fn several_lines_are_told_with_values_in_order() {
    let server = Server::start(&[]);
    let question = json!({ "at": after(&[]), "lines": 4, "nodes": 20_000 });
    let (status, lines) = server.ask("/api/analyse", &question);
    assert_eq!(status, 200);
    let last = &lines[lines.len() - 2];
    let told = last["lines"].as_array().expect("lines");
    assert_eq!(told.len(), 4, "{last}");
    let men: Vec<f64> = told.iter().filter_map(|line| line["score"]["men"].as_f64()).collect();
    assert!(men.windows(2).all(|pair| pair[0] >= pair[1]), "{men:?}");
}

#[test]
fn a_review_finds_a_man_given_away() {
    let server = Server::start(&[]);
    // 28-23 gives the best man away.
    let moves = ["28-23", "19x28x23", "37-32", "28x37x32"];
    let at = json!({ "fen": "W:W28,37,48:B19,8,3", "moves": moves });
    let question = json!({ "at": at, "nodes": 2000 });
    let (_, lines) = server.ask("/api/review", &question);
    let done = lines.last().expect("an end");
    let plies = lines.iter().filter(|line| line["ply"].is_number()).count();
    assert_eq!(plies, moves.len() + 1);
    let mistakes = done["mistakes"].as_array().expect("mistakes");
    assert!(mistakes.iter().any(|mistake| mistake["before"] == 0), "{done}");
}

#[test]
fn inside_shows_parts_moves_and_what_a_search_says_of_them() {
    let server = Server::start(&[]);
    let question = json!({ "at": after(&["32-28"]), "search": true });
    let (_, lines) = server.ask("/api/inside", &question);
    let (first, searched) = (&lines[0], &lines[lines.len() - 2]["searched"]);
    assert_eq!(first["inside"]["squares"].as_array().map(Vec::len), Some(50));
    let moves = first["moves"].as_array().expect("moves").len();
    assert_eq!(searched.as_array().map(Vec::len), Some(moves), "{searched}");
    let what_if = json!({ "pieces": "w".repeat(5) + &".".repeat(40) + "b....", "turn": "W" });
    assert_eq!(
        server.ask("/api/inside", &json!({ "at": what_if })).0,
        400,
        "men on the crowning row"
    );
    let what_if = json!({ "pieces": ".".repeat(27) + "w" + &".".repeat(21) + "B", "turn": "B" });
    let answer = server.ask("/api/inside", &json!({ "at": what_if, "net": "material" })).1;
    assert_eq!(answer[0]["inside"]["value"], -2.0);
}

#[test]
fn a_game_is_pasted_and_written_again() {
    let server = Server::start(&[]);
    let text = "[White \"<img src=x>\"]\n[Black \"B\"]\n\n1. 32-28 19-23 2. 28x19 2-0";
    let pasted = server.answer("/api/paste", &json!({ "text": text }));
    let game = &pasted["games"][0];
    assert_eq!((&game["white"], &game["result"]), (&json!("<img src=x>"), &json!("2-0")));
    let moves: Vec<Value> = game["line"]["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|mv| mv["id"].clone())
        .collect();
    let written = json!({
        "at": {}, "line": { "moves": moves }, "white": "A", "black": "B", "result": "2-0",
    });
    let pdn = server.answer("/api/write", &written)["pdn"].as_str().expect("text").to_owned();
    assert!(pdn.ends_with("1. 32-28 19-23 2. 28x19 2-0\n\n"), "{pdn}");
}

#[test]
fn every_quirk_of_the_corpus_can_be_pasted_or_says_why_not() {
    let server = Server::start(&[]);
    for folder in ["pdn/accept", "pdn/reject"] {
        for entry in std::fs::read_dir(folder).expect("the corpus") {
            let path = entry.expect("an entry").path();
            let bytes = std::fs::read(&path).expect("a file");
            if path.extension().is_none_or(|ending| ending != "pdn") {
                continue;
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let (status, lines) = server.ask("/api/paste", &json!({ "text": text }));
            assert!(matches!(status, 200 | 400), "{}", path.display());
            let answer = lines.last().expect("an answer");
            assert!(answer.get("games").or(answer.get("fen")).or(answer.get("error")).is_some());
        }
    }
}

#[test]
fn the_worth_of_men_comes_of_the_games_given() {
    let server = Server::start(&["pdn/accept/nags.pdn", "pdn/sample.pdn.zst"]);
    let worth = server.answer("/api/worth", &json!({}));
    assert_eq!(worth["source"], "the games given");
    let opening = worth["phases"][0]["squares"].as_array().expect("squares");
    assert!(opening.iter().filter(|worth| worth.is_number()).count() > 30, "{worth}");
}
