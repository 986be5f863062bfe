-- The PDN files that were read. `games` of them, broken ones included, are in this file; all of them once `finished` is 1.
-- Games that were saved on the board come from no file; they have one row, whose `file` and `sha256` are 'board'.
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    file TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL UNIQUE,
    games INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    fault TEXT
) STRICT;

-- Names as they are written; `words` is the same in small letters without accents and signs.
CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, words TEXT NOT NULL) STRICT;
CREATE TABLE event (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, words TEXT NOT NULL) STRICT;
CREATE TABLE site (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, words TEXT NOT NULL) STRICT;

-- The names of the tags of a game in the order of its file. A name with a star has its value in `game.tags`, the others in the column
-- of that name. `terminator` is what follows the moves: '*', 'result' or ''.
CREATE TABLE layout (
    id INTEGER PRIMARY KEY,
    tags TEXT NOT NULL,
    terminator TEXT NOT NULL,
    UNIQUE (tags, terminator)
) STRICT;

-- A game that can be read. `date` is YYYY.MM.DD, with ? for what is not known; `result` 2-0, 1-1, 0-2, 0-0 or *; `tags` a JSON list.
-- A game may be there several times: `version_of` is the first of them, and NULL there. `rank` is 0 for a duplicate that says nothing new. For any
-- other it is 1, and 2 more for each of White, Black and the result that is known, and 1 more with a text in `movetext`; searches show the
-- version with the highest rank and, of these, the newest. `hash` is that of start and moves, or NULL without a move.
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source,
    line INTEGER NOT NULL,
    layout INTEGER NOT NULL REFERENCES layout,
    event INTEGER REFERENCES event,
    site INTEGER REFERENCES site,
    date TEXT,
    round TEXT,
    white INTEGER REFERENCES player,
    black INTEGER REFERENCES player,
    white_rating INTEGER,
    black_rating INTEGER,
    result TEXT NOT NULL,
    plies INTEGER NOT NULL,
    version_of INTEGER REFERENCES game,
    rank INTEGER NOT NULL,
    hash INTEGER,
    tags TEXT
) STRICT;

CREATE INDEX version ON game (version_of) WHERE version_of IS NOT NULL;

-- The moves of a game that repeats none, a byte or two each; `start` is a FEN, or NULL for the start of a game.
CREATE TABLE moves (game INTEGER PRIMARY KEY REFERENCES game, start TEXT, moves BLOB NOT NULL) STRICT;

-- The text after the tags in the file, byte for byte and packed by Zstandard, where that is more than moves and a result: comments,
-- glyphs, variations, positions set up on the way.
CREATE TABLE movetext (game INTEGER PRIMARY KEY REFERENCES game, text BLOB NOT NULL) STRICT;

-- A game that cannot be read, with the reason and its whole text packed by Zstandard. Its number is that of no game.
CREATE TABLE broken (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source,
    line INTEGER NOT NULL,
    reason TEXT NOT NULL,
    message TEXT NOT NULL,
    text BLOB NOT NULL
) STRICT;

-- What games are searched by, packed: for each column `name` of `game` and each block of games a number a game, from `first_game` on, in
-- `width` bytes, the lower first. 0 is unknown. `result` is 1 for 2-0, 2 for 1-1, 3 for 0-2, 4 for 0-0 and 5 for *, and 0 for
-- the numbers of broken games; ratings have 1 added; a date is its eight signs as digits of base 11, where ? is 10, and 1 added.
CREATE TABLE packed_column (
    name TEXT NOT NULL,
    first_game INTEGER NOT NULL,
    width INTEGER NOT NULL,
    numbers BLOB NOT NULL,
    UNIQUE (name, first_game)
) STRICT;

-- Which games may have a position: of each segment of games a number of buckets, chosen by the first `bits` bits of the position's key. A
-- bucket lists games in order, each as the difference from the one before in base 128, from `first_game` on.
CREATE TABLE segment (
    id INTEGER PRIMARY KEY,
    first_game INTEGER NOT NULL,
    last_game INTEGER NOT NULL,
    bits INTEGER NOT NULL
) STRICT;
CREATE TABLE bucket (
    segment INTEGER NOT NULL REFERENCES segment,
    bucket INTEGER NOT NULL,
    games BLOB NOT NULL,
    PRIMARY KEY (segment, bucket)
) STRICT, WITHOUT ROWID;

-- The moves of positions that many games have, counted. It may be empty: everything in it can be counted again.
CREATE TABLE popular (
    position INTEGER NOT NULL,
    move TEXT NOT NULL,
    games INTEGER NOT NULL,
    white INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    black INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    ratings INTEGER NOT NULL,
    last_year INTEGER,
    PRIMARY KEY (position, move)
) STRICT, WITHOUT ROWID;

-- All games as a person reads them, every version and duplicate.
CREATE VIEW versions AS
SELECT game.id, event.name AS event, site.name AS site, date, round, white.name AS white, black.name AS black,
    white_rating, black_rating, result, plies, source.file AS file, line, version_of, rank
FROM game
JOIN source ON source.id = game.source
LEFT JOIN event ON event.id = game.event
LEFT JOIN site ON site.id = game.site
LEFT JOIN player AS white ON white.id = game.white
LEFT JOIN player AS black ON black.id = game.black;

-- Each game once, in the version that searches show: of those with the highest rank the newest.
CREATE VIEW games AS
SELECT id, event, site, date, round, white, black, white_rating, black_rating, result, plies, file, line
FROM versions AS shown
WHERE NOT EXISTS (
    SELECT 1 FROM game AS other
    WHERE (other.version_of = coalesce(shown.version_of, shown.id) OR other.id = shown.version_of)
        AND (other.rank, other.id) > (shown.rank, shown.id)
);
