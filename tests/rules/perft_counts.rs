//! Known counts of move sequences, found again.

use draughts_td::board::fen;
use draughts_td::board::perft::perft;

const SUITE: &str = include_str!("perft.epd");

/// Counts above this are left to `draughts-td perft --suite`.
const MOST_NODES: u64 = 10_000_000;

#[test]
fn the_known_counts_are_found() {
    let mut checked = 0;
    for line in SUITE.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let text = fields.next().expect("a FEN");
        let position = fen::read(text).expect(text);
        for field in fields {
            let (depth, count) = field.split_once(' ').expect(line);
            let depth = depth.strip_prefix('D').and_then(|n| n.parse().ok()).expect(line);
            let count: u64 = count.parse().expect(line);
            if count <= MOST_NODES {
                assert_eq!(perft(&position, depth), count, "depth {depth} of {text}");
                checked += 1;
            }
        }
    }
    assert!(checked > 200, "only {checked} counts were checked");
}
