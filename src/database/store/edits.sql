-- What a user has said about names, games and files; each table is there once it was needed. Names of one person: `player` counts as `same_as`.
CREATE TABLE alias (player INTEGER PRIMARY KEY REFERENCES player, same_as INTEGER NOT NULL REFERENCES player) STRICT;

-- Games that no question finds: removed, or replaced by the game `replaced_by`. Their rows stay, so that they can be brought back.
CREATE TABLE removed (game INTEGER PRIMARY KEY REFERENCES game, replaced_by INTEGER REFERENCES game) STRICT;

-- The encoding in which a file was read, by its name in the Encoding Standard, where a user named one.
CREATE TABLE encoding (source INTEGER PRIMARY KEY REFERENCES source, name TEXT NOT NULL) STRICT;

-- The views of the schema without removed games, in their place from the first one on.
CREATE VIEW versions AS
SELECT game.id, event.name AS event, site.name AS site, date, round, white.name AS white, black.name AS black,
    white_rating, black_rating, result, plies, source.file AS file, line, version_of, rank
FROM game
JOIN source ON source.id = game.source
LEFT JOIN event ON event.id = game.event
LEFT JOIN site ON site.id = game.site
LEFT JOIN player AS white ON white.id = game.white
LEFT JOIN player AS black ON black.id = game.black
WHERE game.id NOT IN (SELECT game FROM removed);

CREATE VIEW games AS
SELECT id, event, site, date, round, white, black, white_rating, black_rating, result, plies, file, line
FROM versions AS shown
WHERE NOT EXISTS (
    SELECT 1 FROM game AS other
    WHERE (other.version_of = coalesce(shown.version_of, shown.id) OR other.id = shown.version_of)
        AND (other.rank, other.id) > (shown.rank, shown.id)
        AND other.id NOT IN (SELECT game FROM removed)
);
