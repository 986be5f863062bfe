//! The catalogue: 222 distinct inputs, sound structures, a fingerprint of what matters, and faults found with file and line.

use std::collections::HashSet;

use draughts_td::board::fen;
use draughts_td::board::{Bitboard, ByColor, Color, Direction, Setup};
use draughts_td::features::{COUNT, Catalogue, CatalogueError, Fault, Inputs, Parity, Sources};

fn catalogue() -> &'static Catalogue {
    Catalogue::embedded()
}

fn name(index: usize) -> &'static str {
    catalogue().names().nth(index).expect("an input")
}

/// Reads the catalogue with one text replaced, once, in one of its files.
fn changed(file: &str, from: &str, to: &str) -> Result<Catalogue, CatalogueError> {
    let mut sources = Sources::EMBEDDED;
    let text = match file {
        "globals" => &mut sources.globals,
        "triples" => &mut sources.triples,
        "structures" => &mut sources.structures,
        "raw" => &mut sources.raw,
        other => panic!("no file {other}"),
    };
    assert!(text.contains(from), "{file} does not contain '{from}'");
    let new = text.replacen(from, to, 1);
    *text = new.leak();
    Catalogue::read(&sources)
}

fn fingerprint(file: &str, from: &str, to: &str) -> String {
    changed(file, from, to).expect("sound").fingerprint().to_owned()
}

/// The message for a catalogue with one text replaced.
fn fault(file: &str, from: &str, to: &str) -> String {
    changed(file, from, to).map(|_| ()).expect_err("malformed").to_string()
}

#[test]
fn all_222_names_differ() {
    let names: HashSet<&str> = catalogue().names().collect();
    assert_eq!((names.len(), catalogue().entries().len()), (COUNT, COUNT));
}

#[test]
fn names_are_at_their_indexes() {
    assert_eq!([name(0), name(22)], ["material", "main_road"]);
    assert_eq!([name(23), name(24)], ["triple_1_7_12", "triple_2_7_11"]);
    assert_eq!([name(55), name(56)], ["triple_21_27_32", "triple_22_27_31"]);
    assert_eq!([name(85), name(86)], ["triple_39_44_50", "triple_40_44_49"]);
    assert_eq!([name(87), name(121)], ["hekstelling", "randdriehoek_26_31_36"]);
    assert_eq!([name(122), name(171)], ["white_man_1", "white_man_50"]);
    assert_eq!([name(172), name(221)], ["black_man_1", "black_man_50"]);
}

#[test]
fn only_klassiek_is_its_own_mirror() {
    let even = catalogue().structures().iter().filter(|s| s.parity == Parity::Even);
    assert_eq!(even.map(|s| s.name.as_str()).collect::<Vec<_>>(), ["klassiek"]);
}

#[test]
fn no_structure_contains_a_capture_among_its_own_squares() {
    let captures = |men: Bitboard, enemies: Bitboard, empty: Bitboard| {
        Direction::ALL.into_iter().any(|d| {
            let jumped = men.shifted(d) & enemies;
            !(jumped.shifted(d) & empty).is_empty()
        })
    };
    for s in catalogue().structures() {
        assert!(!captures(s.white, s.black, s.empty), "{}", s.name);
        assert!(!captures(s.black, s.white, s.empty), "{}", s.name);
    }
}

#[test]
fn every_structure_and_its_mirror_is_a_position() {
    for structure in catalogue().structures() {
        let own = [structure.white, structure.black, structure.empty];
        for [white, black, empty] in [own, structure.mirrored()] {
            let men = ByColor { white, black };
            let kings = ByColor { white: Bitboard::EMPTY, black: Bitboard::EMPTY };
            let setup = Setup { men, kings, turn: Color::White };
            assert!(setup.check().is_ok(), "{}", structure.name);
            assert!(((white | black) & empty).is_empty(), "{}", structure.name);
        }
    }
}

#[test]
fn the_fingerprint_is_the_same_on_every_machine_and_in_every_run() {
    assert_eq!(catalogue().fingerprint(), "3c7b0f58f45569d1");
}

#[test]
fn the_fingerprint_changes_with_squares_order_names_and_scales() {
    let embedded = catalogue().fingerprint();
    let changes = [
        ("structures", "white = [26, 27, 31, 36]", "white = [26, 27, 31, 37]"),
        ("structures", "empty = [21, 26]", "empty = [21]"),
        ("structures", "\"hekstelling\"", "\"fork_lock\""),
        ("globals", "scale = 10", "scale = 11"),
        ("globals", "offset = 20", "offset = 19.5"),
        ("globals", "clip = 3", "clip = 4"),
        ("triples", "\"triple\"", "\"line\""),
        ("raw", "\"white_man\"", "\"w\""),
    ];
    let mut seen = HashSet::from([embedded.to_owned()]);
    for (file, from, to) in changes {
        assert!(seen.insert(fingerprint(file, from, to)), "{from} -> {to}");
    }
}

#[test]
fn the_fingerprint_changes_when_two_structures_change_places() {
    let text = Sources::EMBEDDED.structures;
    let (head, entries) = text.split_once("[[structure]]").expect("structures");
    let mut entries: Vec<&str> = entries.split("[[structure]]").collect();
    entries.swap(3, 4);
    let swapped = format!("{head}[[structure]]{}", entries.join("[[structure]]"));
    let sources = Sources { structures: &swapped, ..Sources::EMBEDDED };
    let swapped = Catalogue::read(&sources).expect("still sound");
    assert_ne!(swapped.fingerprint(), catalogue().fingerprint());
}

#[test]
fn the_fingerprint_does_not_change_with_words_for_people() {
    let embedded = catalogue().fingerprint();
    for (file, from, to) in [
        ("structures", "# The 35 named", "# Thirty-five"),
        ("structures", "[26, 27, 31, 36]", "[36,26,  31,\n 27]  # a comment"),
        ("structures", "half fork lock", "fork lock, half"),
        ("structures", "Four men nail", "Four men hold"),
        ("globals", "scale = 10", "scale = 10.0"),
        ("globals", "men, and three for every king", "the man count"),
        ("raw", "# The 100 raw inputs", "# Men"),
    ] {
        assert_eq!(fingerprint(file, from, to), embedded, "{from} -> {to}");
    }
}

#[test]
fn faults_name_the_file_the_line_and_the_remedy() {
    for (file, from, to, expected) in [
        ("globals", "scale = 2", "scale = ", "11: "),
        ("globals", "scale = 2", "scale = -2", "10: 'material' must have"),
        ("globals", "scale = 2", "size = 2", "11: unknown field `size`"),
        ("globals", "offset = 0", "offset = 1", "10: 'material' is odd"),
        ("globals", "\"material\"", "\"men\"", "10: the input in this place"),
        ("triples", "\"/\"]", "\"\\\\\"]", "10: the lines must be"),
        ("raw", "\"black_man\"", "\"white_man\"", "8: the name 'white_man' is"),
        ("raw", "\"black_man\"", "\"Black\"", "8: the name 'Black' must be"),
        ("structures", "16, 18, 22", "16, 18, 51", "16: 'hekstelling' names"),
        ("structures", "16, 18, 22", "16, 16, 22", "16: 'hekstelling' uses"),
        ("structures", "16, 18, 22", "16, 18, 27", "16: 'hekstelling' uses"),
        ("structures", "16, 18, 22", "16, 18, 46", "16: 'hekstelling' wants"),
        ("structures", "parity = \"odd\"", "parity = \"even\"", "13: 'hekstelling' is not"),
        ("structures", "parity = \"odd\"", "parity = \"strange\"", "18: unknown variant"),
        ("structures", "\"kroonschijf\"", "\"klassiek\"", ""),
        ("structures", "\"kroonschijf\"", "\"white_man_3\"", ""),
    ] {
        let message = fault(file, from, to);
        let expected = format!("features/{file}.toml:{expected}");
        assert!(message.starts_with(&expected), "{from} -> {to}: {message}");
    }
}

#[test]
fn structures_that_always_come_together_are_refused() {
    // The half fork lock written like the fork lock, then like the fork lock of Black.
    let own = "white = [26, 27, 31, 36]\nblack = [16, 18, 22]\nempty = [21]\n";
    let mirror = "white = [29, 33, 35]\nblack = [15, 20, 24, 25]\nempty = [30]\n";
    let half = "white = [27, 31, 36]\nblack = [16, 18, 22]\nempty = [21, 26]\n";
    for same in [own, mirror] {
        let error = changed("structures", half, same).expect_err("two equal structures");
        assert_eq!(
            error.fault,
            Fault::Same { name: "halve_hekstelling".into(), other: "hekstelling".into() }
        );
    }
}

#[test]
fn a_structure_less_moves_the_men_and_makes_another_catalogue() {
    let text = Sources::EMBEDDED.structures;
    let last = text.rfind("[[structure]]").expect("structures");
    let sources = Sources { structures: &text[..last], ..Sources::EMBEDDED };
    let less = Catalogue::read(&sources).expect("a catalogue of 34 structures");
    assert_eq!((less.entries().len(), less.layout().white_men().start), (COUNT - 1, 121));
    assert_ne!(less.fingerprint(), catalogue().fingerprint());
    assert_eq!(less.entries()[121].name, catalogue().entries()[122].name);
}

#[test]
fn there_is_room_for_64_structures_and_for_no_more() {
    let own = Sources::EMBEDDED.structures;
    let with = |more: usize| {
        let one = |i: usize| {
            let squares = [6 + i % 40, 6 + (i % 40 + 7 + i / 40) % 40];
            format!(
                "\n[[structure]]\nname = \"own{i}\"\nenglish = \"\"\nwhite = [{}]\nblack = []\nempty = [{}]\nparity = \"odd\"\ngroup = \"locks\"\nmeaning = \"\"\nsource = \"\"\n",
                squares[0], squares[1]
            )
        };
        let text = format!("{own}{}", (0..more).map(one).collect::<String>());
        Catalogue::read(&Sources { structures: &text, ..Sources::EMBEDDED })
    };
    let most = with(29).expect("64 structures");
    assert_eq!(most.entries().len(), COUNT + 29);
    let position = fen::read("W:W6:B44").expect("a position");
    let found = Inputs::by(&most, &position).dense_in(most.layout());
    assert_eq!(found[122], 1.0, "the first of one's own");
    assert_eq!(with(30).expect_err("65").fault, Fault::Room(65));
}

#[test]
fn rubbish_is_refused_and_never_panics() {
    let text = Sources::EMBEDDED.structures;
    // A cut of only the last line's end would leave the catalogue whole.
    for cut in (0..text.trim_end().len()).step_by(7).filter(|&cut| text.is_char_boundary(cut)) {
        let sources = Sources { structures: &text[..cut], ..Sources::EMBEDDED };
        // Cut between two structures it is a catalogue of fewer.
        match Catalogue::read(&sources) {
            Ok(less) => assert_ne!(less.fingerprint(), catalogue().fingerprint(), "{cut}"),
            Err(error) => assert!(error.line > 0, "cut at byte {cut}"),
        }
    }
    for rubbish in ["", "\0", "[[structure]]", "structure = 3", "[[structure]]\nname = 1"] {
        for file in 0..4 {
            let mut sources = Sources::EMBEDDED;
            let texts = [
                &mut sources.globals,
                &mut sources.triples,
                &mut sources.structures,
                &mut sources.raw,
            ];
            **texts.into_iter().nth(file).as_mut().expect("four files") = rubbish;
            assert!(Catalogue::read(&sources).is_err(), "{rubbish:?}");
        }
    }
}
