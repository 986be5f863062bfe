//! PDN text with replay: every move taken is legal, every place is in the text.

use draughts_td::board::{MoveList, Position};
use draughts_td::dataset::{Episode, Filter, Sampler};
use draughts_td::diagram::{Diagram, PageOptions, PageWords, game_page};
use draughts_td::game::{Replay, Replayer, each_game, glyphs, variations};
use draughts_td::pdn::{
    GameText, Outcome, Scan, TextBlock, Variation, block_of, commands, tag_text, variant, with_tag,
};

/// Reads a text.
pub fn run(data: &[u8]) {
    read(&block_of("fuzz", data));
    if let Ok(text) = std::str::from_utf8(data) {
        edit(text);
    }
}

/// A tag that is written is there, so that to write it again changes nothing; a page shows any game.
fn edit(text: &str) {
    for name in ["White", "Round", "Result"] {
        let value = if name == "Result" { "1-1" } else { "Q" };
        if let Some(edited) = with_tag(text, name, value) {
            assert_eq!(with_tag(&edited, name, value).as_ref(), Some(&edited), "{name}");
        }
        let _ = with_tag(text, name, "");
    }
    let look = Diagram::of(Position::start());
    let _ = game_page(text, &PageOptions { every: Some(1), look, words: PageWords::default() });
}

/// Reads a block and checks its games.
pub fn read(block: &TextBlock) {
    each_game(block, &mut Scan::default(), &mut Replayer::default(), check);
}

/// Asks everything there is to ask of a game, and checks every move.
pub fn check(text: &GameText<'_>, replay: Replay<'_>) {
    for (_, value) in text.tags() {
        let _ = (tag_text(value), Outcome::from_tag(value));
    }
    let _ = (variant(text), text.place().to_string(), text.bytes().len());
    for (elements, comment) in text.comments() {
        assert!(replay.game.plies_of_elements(elements) <= replay.game.plies());
        for command in commands(comment) {
            let _ = (command.clocks(), command.time(), command.text());
        }
    }
    for (_, place) in text.warnings() {
        assert!(place.line >= 1 && place.byte >= text.place().byte);
    }
    for segment in replay.game.segments() {
        assert_eq!(segment.positions.len(), segment.moves.len() + 1);
        for (pair, &mv) in segment.positions.windows(2).zip(segment.moves) {
            assert!(MoveList::legal(&pair[0]).contains(&mv), "{mv} in {:?}", pair[0]);
            assert_eq!(pair[0].succ(mv), pair[1]);
        }
    }
    let main = replay.game.main();
    assert!(glyphs(text, replay.game).iter().all(|(plies, _)| *plies <= replay.game.plies()));
    branch(&variations(text, replay.game), main.positions);
    let mut episode = Episode::default();
    let counts =
        Sampler::new(Filter::default()).sample(main.positions, main.moves, 0.0, &mut episode);
    assert_eq!(counts.kept as usize, episode.positions.len());
    if let Some(error) = replay.error {
        assert!(!error.to_string().is_empty());
    }
}

/// Every move of every variation is legal at its place.
fn branch(variations: &[Variation], positions: &[Position]) {
    for other in variations {
        let mut own = vec![positions[other.before]];
        for &mv in &other.moves {
            let before = own[own.len() - 1];
            assert!(MoveList::legal(&before).contains(&mv), "{mv} in {before:?}");
            own.push(before.succ(mv));
        }
        assert!(other.comments.iter().all(|(plies, _)| *plies <= other.moves.len()));
        assert!(other.glyphs.iter().all(|(plies, _)| (1..=other.moves.len()).contains(plies)));
        branch(&other.variations, &own);
    }
}
