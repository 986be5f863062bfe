-- What a user has said about names and games; each table is there once it was needed. Names of one person: `player` counts as `same_as`.
CREATE TABLE alias (player INTEGER PRIMARY KEY REFERENCES player, same_as INTEGER NOT NULL REFERENCES player) STRICT;

-- Games that no question finds: removed, or replaced by the game `replaced_by`. Their rows stay, so that they can be brought back.
CREATE TABLE removed (game INTEGER PRIMARY KEY REFERENCES game, replaced_by INTEGER REFERENCES game) STRICT;
