-- Puzzles of games: positions where exactly one move wins, at every move of the solver. They are in a database of games or in a file of their own.
-- The games that were searched, by what they are: a PDN file, or a database. `games` of them are done, and all of them once `finished` is 1.
-- `settings` is what the puzzles depend on, as JSON.
CREATE TABLE puzzle_source (
    id INTEGER PRIMARY KEY,
    file TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    settings TEXT NOT NULL,
    games INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    UNIQUE (sha256, settings)
) STRICT;

-- White is the solver: where Black was in the game, the board is turned, the colours are swapped, and `solver` is 'B'. `position` is a FEN and
-- `moves` the solution as PDN 3.0 spells it, both sides. In the first `asked` plies each move of White is the only one that wins; the rest
-- shows the gain. `gain` is in men, a king as three, from the position to the end of the solution. `before` is the value for White
-- before the opponent erred, `value` that of the solution and `lead` how much worse the best other move is, where it is least, all in
-- hundredths of a man; 1000 is a win. `nodes` is when the search keeps to the first move, `level` the lowest level that finds it. `themes` are
-- those of themes.toml, with spaces between them. `missed` is 1 where the game went on with another move. `last_position` and `last_move` are
-- the error. `game` is the number of the game in its source, `ply` the plies before the position.
CREATE TABLE puzzle (
    id INTEGER PRIMARY KEY,
    position TEXT NOT NULL UNIQUE,
    moves TEXT NOT NULL,
    asked INTEGER NOT NULL,
    gain INTEGER NOT NULL,
    before INTEGER NOT NULL,
    value INTEGER NOT NULL,
    lead INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    level INTEGER NOT NULL,
    rating INTEGER NOT NULL,
    themes TEXT NOT NULL,
    missed INTEGER NOT NULL,
    solver TEXT NOT NULL,
    last_position TEXT NOT NULL,
    last_move TEXT NOT NULL,
    source INTEGER NOT NULL REFERENCES puzzle_source,
    game INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    event TEXT NOT NULL,
    date TEXT NOT NULL
) STRICT;
