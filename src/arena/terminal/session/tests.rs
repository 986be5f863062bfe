//! Games input by a script.

use super::*;
use crate::player::{Evaluation, Options};

fn game(color: Color, start: &str, input: &str) -> String {
    let options = Options { hash_mb: 1, ..Options::default() };
    let engine = Engine::new(&Evaluation::material(), &options).expect("engine");
    let start = fen::read(start).expect(start);
    let setup = Setup {
        start,
        color,
        budget: Budget::of_depth(Depth::new(2)),
        colors: false,
        prompt: false,
    };
    let mut output = Vec::new();
    run(setup, engine, input.as_bytes(), &mut output).expect("a pipe that works");
    String::from_utf8(output).expect("UTF-8")
}

const START: &str = "W:W31-50:B1-20";

fn legal(text: &str) -> Vec<Move> {
    sorted(&fen::read(text).expect(text))
}

fn chosen(input: &str, position: &str) -> Result<String, String> {
    parse_move(input, &fen::read(position).expect(position), &legal(position))
        .map(|mv| mv.to_string())
}

#[test]
fn a_move_may_be_typed_as_far_as_it_is_the_only_one() {
    for input in ["31-27", "31 27", "3127", "31x27", "#2"] {
        assert_eq!(chosen(input, START), Ok("31-27".into()), "{input}");
    }
    assert_eq!(chosen("35", START), Ok("35-30".into()));
    assert_eq!(chosen("32", START), Err("which one: 32-27 32-28?".into()));
    assert_eq!(chosen("3", START), Ok("32-27".into()), "no man on 3: the third of the list");
}

#[test]
fn a_number_that_is_both_an_origin_and_a_place_in_the_list_is_asked_back() {
    let position = "B:W50,49,48:B2,11,12";
    let list: Vec<String> = legal(position).iter().map(|mv| mv.to_string()).collect();
    assert!(
        list.len() > 2 && list.iter().filter(|mv| mv.starts_with("2-")).count() > 1,
        "{list:?}"
    );
    assert!(chosen("2", position).is_err());
}

#[test]
fn captures_with_the_same_squares_are_told_apart_by_what_they_take() {
    let position = "W:WK47,26:B14,19,29,31,42";
    assert!(chosen("47x36", position).expect_err("two").starts_with("which one: 47x36x"));
    assert_eq!(chosen("47x36x14", position), Ok("47x36".into()));
}

#[test]
fn what_is_not_legal_is_explained() {
    assert!(chosen("32-22", START).expect_err("illegal").contains("type moves"));
    assert!(
        chosen("40-35", "W:W28,40:B23")
            .expect_err("must capture")
            .contains("a capture is obligatory (28x19)")
    );
    assert!(chosen("fly", START).expect_err("no move").contains("type help"));
    assert!(
        chosen("#99", START).is_err()
            && chosen("99-1", START).is_err()
            && chosen("#x", START).is_err()
    );
}

#[test]
fn the_engine_answers_and_undo_goes_back_to_the_persons_turn() {
    let text = game(Color::White, START, "32-28\nundo\nfen\nundo\nquit\n");
    assert!(text.contains("The engine plays "), "{text}");
    assert!(text.contains(&fen::write(&Position::start())), "{text}");
    assert!(text.ends_with("There is nothing to take back.\n"), "{text}");
}

#[test]
fn the_engine_moves_first_when_the_person_has_black() {
    let text = game(Color::Black, START, "moves\n");
    assert!(text.contains("The engine plays 3") && text.contains("#1 16-21"), "{text}");
}

#[test]
fn hints_levels_sides_and_the_bar_are_there() {
    let text =
        game(Color::White, START, "hint\neval\nlevel 2\nswap\ngo\nflip\nhelp\nlevel x\nbanana\n");
    for part in [
        "Try 3",
        "White █",
        "40 nodes for a move",
        "The engine plays 3",
        "save FILE",
        "type level 1 to 10",
        "no command",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn a_finished_game_says_so_and_can_be_taken_back() {
    let text = game(Color::White, "W:W28:B23", "28\n28x19\nundo\nresign\n31-27\nnew black\n");
    assert!(text.contains("White wins: Black cannot move"), "{text}");
    assert!(text.contains("The game is over (Black cannot move); type new"), "{text}");
    assert!(text.contains("Black wins: White resigns"), "{text}");
}

#[test]
fn a_game_is_saved_and_loaded_again() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("game.pdn");
    let file = file.to_str().expect("UTF-8");
    let saved = game(Color::White, START, &format!("32-28\nfen\nsave {file}\n"));
    let position = saved.lines().find(|line| line.contains("W:W")).expect("a FEN").to_owned();
    let loaded = game(
        Color::White,
        START,
        &format!("load {file}\nfen\nload {file}.missing\nsave {file}/x\n"),
    );
    assert!(loaded.contains(&position), "{position} in {loaded}");
    assert!(loaded.contains("missing") && loaded.contains("Cannot write"), "{loaded}");
}

#[test]
fn a_file_of_games_is_not_replaced_by_save_even_after_it_was_loaded() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("games.pdn");
    let games = "1. 32-28 19-23 *\n\n1. 33-28 *\n";
    std::fs::write(&file, games).expect("written");
    let there = || std::fs::read_to_string(&file).expect("games");
    let name = file.display();
    let said = game(Color::White, START, &format!("save {name}\nload {name}\nsave {name}\n"));
    assert_eq!(said.matches("exists; name another, or type save!").count(), 2, "{said}");
    assert_eq!(there(), games);
    let said = game(Color::White, START, &format!("save! {name}\n"));
    assert!(said.contains("Saved to") && there() != games, "{said}");
}

#[test]
fn a_loaded_game_is_saved_as_it_was_written_with_the_moves_played_since() {
    let folder = tempfile::tempdir().expect("folder");
    let [old, new] = ["old.pdn", "new.pdn"].map(|name| folder.path().join(name));
    let tags = "[Event \"Mine\"]\n[White \"Piet\"]\n[Black \"Jan\"]\n[Result \"2-0\"]\n[Annotator \"Q\"]\n\n";
    let before = "{b} 1. 32-28 {c} 19-23 ! (1... 18-23 {d})";
    let text = format!("{tags}{before} 2. 28x19 14x23 2-0\n");
    std::fs::write(&old, format!("{text}\n1. 33-28 *\n")).expect("written");
    let saved = |input: &str| {
        let (load, save) = (old.display(), new.display());
        let said = game(Color::White, START, &format!("load {load}\n{input}save! {save}\n"));
        (std::fs::read_to_string(&new).expect("saved"), said)
    };
    for input in ["", "back 2\n", "undo\n", "37-32\nundo\n"] {
        assert_eq!(saved(input).0, text, "{input}");
    }
    let text = text.replace("\"2-0\"", "\"*\"").replace(" 2-0\n", " *\n");
    let (found, said) = saved("37-32\n");
    let answer = said.split("The engine plays ").nth(1).and_then(|rest| rest.split(' ').next());
    let more = format!("14x23 3. 37-32 {} *", answer.expect("a move"));
    assert_eq!(found, text.replace("14x23 *", &more), "{said}");
    // What the new moves are in place of is a variation.
    let (found, said) = saved("back 2\nback\n18-23\n");
    assert!(found.contains("[Annotator \"Q\"]") && found.contains("14x23)"), "{found}{said}");
    let (found, _) = saved("resign\n");
    assert_eq!(found, text.replace("\"*\"", "\"0-2\"").replace(" *\n", " 0-2\n"));
    let (found, _) = saved("new\n");
    assert!(!found.contains("Mine"), "{found}");
}

#[test]
fn nothing_typed_ends_the_game_but_quit_and_the_end() {
    let rubbish = "\u{0}\n#\n####\n-\n--\nx\n32-\n999999999999999999999\nlevel\nfen x\nfen W:W1:B\nload\nnew 5\nundo\n#0\n";
    let text = game(Color::White, START, rubbish);
    assert!(text.lines().count() > 10);
}

#[test]
fn a_board_without_pieces_of_a_side_is_refused_and_the_game_continues() {
    for board in ["W:W", "W:W28", "B:BK5", "W:W:B1"] {
        let shown = game(Color::White, START, &format!("fen {board}\nfen\n"));
        assert!(shown.contains("has no piece there"), "{board}: {shown}");
        assert!(shown.contains("W:W31,32"), "{board}: the game before is still there: {shown}");
    }
}

#[test]
fn a_loaded_game_can_be_walked_through_and_played_on_from_anywhere() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("game.pdn");
    std::fs::write(&file, "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *\n").expect("written");
    let load = format!("load {}\n", file.display());
    let ply = |input: &str| {
        let shown = game(Color::White, START, &format!("{load}{input}\n"));
        let line = shown.lines().rfind(|line| line.starts_with("  ply ")).map(str::trim);
        line.unwrap_or(&shown).to_owned()
    };
    assert_eq!(ply("first"), "ply 0 of 5; next 32-28");
    assert_eq!(ply("first\nnext 2"), "ply 2 of 5; next 28x19");
    assert_eq!(ply("back 3\nnext"), "ply 3 of 5; next 14x23");
    assert_eq!(ply("first\nback\nlast\nnext"), "ply 5 of 5; the end");
    let played = game(Color::White, START, &format!("{load}first\n31-27\nlast\n"));
    assert!(played.contains("The engine plays ") && played.contains("ply 2 of 2"), "{played}");
    let quiet = game(Color::White, START, &format!("{load}back\nnext\nlast\n"));
    assert!(!quiet.contains("The engine plays "), "{quiet}");
}
