PRAGMA foreign_keys = 0;
BEGIN;
CREATE TABLE broken (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source,
    line INTEGER NOT NULL,
    reason TEXT NOT NULL,
    message TEXT NOT NULL,
    text BLOB NOT NULL
) STRICT;
INSERT INTO "broken" VALUES(5,1,32,'illegal_move','ply 3: ''28-22'' is not legal in W:W28,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,20,23; legal (capturing is compulsory): 28x19',X'28B52FFD20339901005B5768697465202256656C646D616E2C20416461225D0A0A312E2033322D32382031392D323320322E2032382D3232202A0A0A');
CREATE TABLE bucket (
    segment INTEGER NOT NULL REFERENCES segment,
    bucket INTEGER NOT NULL,
    games BLOB NOT NULL,
    PRIMARY KEY (segment, bucket)
) STRICT, WITHOUT ROWID;
INSERT INTO "bucket" VALUES(1,0,X'0005');
CREATE TABLE event (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, words TEXT NOT NULL) STRICT;
INSERT INTO "event" VALUES(1,'Spring open','spring open');
INSERT INTO "event" VALUES(2,'Autumn open','autumn open');
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
    double_of INTEGER REFERENCES game,
    hash INTEGER,
    tags TEXT
) STRICT;
INSERT INTO "game" VALUES(1,1,1,1,1,NULL,'1998.05.02',NULL,1,2,NULL,NULL,'2-0',4,NULL,-6239788749888854982,NULL);
INSERT INTO "game" VALUES(2,1,9,1,1,NULL,'1998.05.02',NULL,3,4,NULL,NULL,'2-0',4,1,-6239788749888854982,NULL);
INSERT INTO "game" VALUES(3,1,17,2,1,NULL,NULL,NULL,1,2,NULL,NULL,'2-0',4,1,-6239788749888854982,NULL);
INSERT INTO "game" VALUES(4,1,24,1,2,NULL,'2011.11.20',NULL,1,2,NULL,NULL,'1-1',4,1,-6239788749888854982,NULL);
INSERT INTO "game" VALUES(6,1,36,3,NULL,NULL,NULL,NULL,5,NULL,NULL,NULL,'*',2,NULL,-1326096140155981477,'["W:W27,K33:B13"]');
CREATE TABLE layout (
    id INTEGER PRIMARY KEY,
    tags TEXT NOT NULL,
    terminator TEXT NOT NULL,
    UNIQUE (tags, terminator)
) STRICT;
INSERT INTO "layout" VALUES(1,'Event Date White Black Result','result');
INSERT INTO "layout" VALUES(2,'Event White Black Result','result');
INSERT INTO "layout" VALUES(3,'FEN* White','*');
CREATE TABLE moves (game INTEGER PRIMARY KEY REFERENCES game, start TEXT, moves BLOB NOT NULL) STRICT;
INSERT INTO "moves" VALUES(1,NULL,X'3F24659A');
INSERT INTO "moves" VALUES(6,'W:W27,K33:B13',X'3418');
CREATE TABLE movetext (game INTEGER PRIMARY KEY REFERENCES game, text BLOB NOT NULL) STRICT;
INSERT INTO "movetext" VALUES(3,X'28B52FFD2034A10100312E2033322D32382031392D323320322E203238783139207B61206B6E6F776E2065786368616E67657D20313478323320322D30');
CREATE TABLE packed_column (
    name TEXT NOT NULL,
    first_game INTEGER NOT NULL,
    width INTEGER NOT NULL,
    numbers BLOB NOT NULL,
    UNIQUE (name, first_game)
) STRICT;
INSERT INTO "packed_column" VALUES('result',1,1,X'010000000005');
INSERT INTO "packed_column" VALUES('white',1,1,X'010301010005');
INSERT INTO "packed_column" VALUES('black',1,1,X'020402020000');
INSERT INTO "packed_column" VALUES('event',1,1,X'010101020000');
INSERT INTO "packed_column" VALUES('site',1,1,X'000000000000');
INSERT INTO "packed_column" VALUES('date',1,4,X'0F8D34020F8D340200000000956755020000000000000000');
INSERT INTO "packed_column" VALUES('white_rating',1,1,X'000000000000');
INSERT INTO "packed_column" VALUES('black_rating',1,1,X'000000000000');
INSERT INTO "packed_column" VALUES('plies',1,1,X'040404040002');
INSERT INTO "packed_column" VALUES('source',1,1,X'010101010001');
CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, words TEXT NOT NULL) STRICT;
INSERT INTO "player" VALUES(1,'Veldman, Ada','veldman ada');
INSERT INTO "player" VALUES(2,'Broek, Cor','broek cor');
INSERT INTO "player" VALUES(3,'VELDMAN Ada','veldman ada');
INSERT INTO "player" VALUES(4,'broek cor','broek cor');
INSERT INTO "player" VALUES(5,'Study','study');
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
CREATE TABLE segment (
    id INTEGER PRIMARY KEY,
    first_game INTEGER NOT NULL,
    last_game INTEGER NOT NULL,
    bits INTEGER NOT NULL
) STRICT;
INSERT INTO "segment" VALUES(1,1,6,0);
CREATE TABLE site (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, words TEXT NOT NULL) STRICT;
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    file TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL UNIQUE,
    games INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    fault TEXT
) STRICT;
INSERT INTO "source" VALUES(1,'old.pdn',652,'023a053ac497b39fc0b6ee374e1955ef5eb5bbf5e96742fcb591376d63075bb1',6,1,NULL);
CREATE VIEW games AS
SELECT game.id, event.name AS event, site.name AS site, date, round, white.name AS white, black.name AS black,
    white_rating, black_rating, result, plies, source.file AS file, line
FROM game
JOIN source ON source.id = game.source
LEFT JOIN event ON event.id = game.event
LEFT JOIN site ON site.id = game.site
LEFT JOIN player AS white ON white.id = game.white
LEFT JOIN player AS black ON black.id = game.black
WHERE double_of IS NULL;
PRAGMA application_id = 1146373186;
PRAGMA user_version = 2;
COMMIT;
