//! Laws of the inputs over thousands of random positions: a slow twin by the words of the definitions, the colour mirror, and
//! the forms of writing them down.

use draughts_td::board::Position;
use draughts_td::features::{
    BLACK_MEN, COUNT, Catalogue, GLOBALS, Globals, Inputs, Layout, NAMED, TRIPLES, WHITE_MEN,
    WORD_SIGN, WORDS,
};

use crate::positions;
use crate::twin;

fn samples() -> Vec<Position> {
    let mut samples = positions::played(60, 1);
    samples.extend(positions::scattered(6000, 2));
    samples
}

#[test]
fn the_inputs_equal_their_definitions_read_square_by_square() {
    let names: Vec<&str> = Catalogue::embedded().names().collect();
    for position in samples() {
        let expected = twin::inputs(&position);
        let found = Inputs::of(&position).dense();
        for index in 0..COUNT {
            assert_eq!(found[index], expected[index], "{position:?} {index} {}", names[index]);
        }
    }
}

/// Where the input of the mirrored position is found, and whether its sign turns.
fn mirror_of(index: usize) -> (usize, f32) {
    if GLOBALS.contains(&index) {
        let is_even = ["total_men", "total_advance"].contains(&Globals::NAMES[index]);
        (index, if is_even { 1.0 } else { -1.0 })
    } else if TRIPLES.contains(&index) {
        let t = index - TRIPLES.start;
        (TRIPLES.start + 2 * (31 - t / 2) + t % 2, -1.0)
    } else if NAMED.contains(&index) {
        let is_even = Catalogue::embedded().names().nth(index) == Some("klassiek");
        (index, if is_even { 1.0 } else { -1.0 })
    } else if WHITE_MEN.contains(&index) {
        (BLACK_MEN.end - 1 - (index - WHITE_MEN.start), 1.0)
    } else {
        (WHITE_MEN.end - 1 - (index - BLACK_MEN.start), 1.0)
    }
}

#[test]
fn the_mirrored_position_has_the_mirrored_inputs() {
    let map: Vec<(usize, f32)> = (0..COUNT).map(mirror_of).collect();
    for position in samples() {
        let here = Inputs::of(&position).dense();
        let there = Inputs::of(&position.mirrored()).dense();
        for (index, &(twin, sign)) in map.iter().enumerate() {
            assert_eq!(there[twin], sign * here[index], "{position:?} input {index}");
        }
    }
}

#[test]
fn mirroring_the_inputs_is_the_same_as_mirroring_the_position() {
    for position in samples() {
        let direct = Inputs::of(&position.mirrored());
        let mirrored = Inputs::of(&position).mirrored();
        assert_eq!(mirrored.words, direct.words, "{position:?}");
        let bits = |inputs: Inputs| inputs.globals.map(f32::to_bits);
        assert_eq!(bits(mirrored), bits(direct), "{position:?}");
    }
}

#[test]
fn exactly_ten_inputs_never_fire() {
    let mut fired = [false; COUNT];
    for position in samples().into_iter().chain(positions::played(2000, 3)) {
        Inputs::of(&position).for_each(|index, _| fired[index] = true);
    }
    let dead: Vec<usize> = (0..COUNT).filter(|&index| !fired[index]).collect();
    // A white man on 1-5 and a black man on 46-50.
    let expected: Vec<usize> = (122..127).chain(217..222).collect();
    assert_eq!(dead, expected);
}

#[test]
fn the_visited_inputs_are_the_dense_ones_that_are_not_zero() {
    for position in samples() {
        let inputs = Inputs::of(&position);
        let mut visited = [0.0; COUNT];
        inputs.for_each(|index, value| {
            assert_ne!(value, 0.0);
            assert_eq!(visited[index], 0.0, "{position:?} visits {index} twice");
            visited[index] = value;
        });
        assert_eq!(visited, inputs.dense());
    }
}

#[test]
fn words_and_their_tables_give_the_dense_form() {
    for position in samples() {
        let inputs = Inputs::of(&position);
        let mut values = [0.0; COUNT];
        values[GLOBALS].copy_from_slice(&inputs.globals);
        for word in 0..WORDS {
            for bit in (0..64).filter(|bit| inputs.words[word] >> bit & 1 == 1) {
                values[usize::from(Layout::BUILT_IN.index()[word][bit])] += WORD_SIGN[word];
            }
        }
        assert_eq!(values, inputs.dense());
    }
}

#[test]
fn writing_over_other_numbers_leaves_nothing_of_them() {
    let mut values = [7.0; COUNT];
    for position in positions::scattered(200, 4) {
        let inputs = Inputs::of(&position);
        inputs.write_dense(&mut values);
        assert_eq!(values, inputs.dense());
    }
}

#[test]
fn the_strict_reproduction_lacks_two_inputs_and_nothing_else() {
    let mut seen = [false; COUNT];
    for position in samples() {
        let inputs = Inputs::of(&position);
        let (full, strict) = (inputs.dense(), inputs.without_extra_inputs().dense());
        for index in 0..COUNT {
            let is_addition = index == 19 || index == 20;
            assert_eq!(strict[index], if is_addition { 0.0 } else { full[index] });
            seen[index] |= full[index] != 0.0;
        }
    }
    assert!(seen[19] && seen[20]);
}
