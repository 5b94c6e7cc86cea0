-- The key of a match is its id with the box that published it. A player belongs to the box that
-- showed the player's code. SQLite cannot change a primary key, so tables are copied.

-- +goose Up
ALTER TABLE boxes ADD COLUMN network TEXT NOT NULL DEFAULT '';  -- of its last login; '': by an external broker
ALTER TABLE boxes ADD COLUMN since BIGINT NOT NULL DEFAULT 0;   -- first seen; 0: before this schema
ALTER TABLE boxes ADD COLUMN login BIGINT NOT NULL DEFAULT 0;   -- 1 after a full login
ALTER TABLE aliases ADD COLUMN proven BIGINT NOT NULL DEFAULT 0; -- 0: the box named the player first, without a code
INSERT INTO counters (name, n) VALUES ('networks', 0), ('scrubbed', 0);

CREATE TABLE records2 (
  matchid TEXT NOT NULL,
  box TEXT NOT NULL,
  sum TEXT NOT NULL,           -- of the latest version of the record
  facts BIGINT NOT NULL,
  lines TEXT NOT NULL,
  players TEXT NOT NULL,       -- ids by names, a JSON object
  heard BIGINT NOT NULL,       -- time of the first version
  told BIGINT NOT NULL,        -- see boxes
  verdict TEXT NOT NULL,       -- the rest of audit.Verdict, as JSON
  witnessed BIGINT NOT NULL,
  unwitnessed TEXT NOT NULL,   -- why the match is not witnessed; '': it is
  rev BIGINT NOT NULL,
  PRIMARY KEY (matchid, box)
);
INSERT INTO records2 (matchid, box, sum, facts, lines, players, heard, told, verdict, witnessed, unwitnessed, rev)
  SELECT matchid, box, sum, facts, lines, players, heard, told, verdict, witnessed,
    CASE WHEN witnessed = 1 THEN '' ELSE 'older' END, rev FROM records;

CREATE TABLE results2 (
  matchid TEXT NOT NULL,
  box TEXT NOT NULL,
  seat BIGINT NOT NULL,
  player TEXT NOT NULL,        -- '': the player is not named
  name TEXT NOT NULL,
  score BIGINT NOT NULL,
  rank BIGINT NOT NULL,
  won BIGINT NOT NULL,
  PRIMARY KEY (matchid, box, seat)
);
INSERT INTO results2 (matchid, box, seat, player, name, score, rank, won)
  SELECT results.matchid, box, seat, player, name, score, rank, won
  FROM results JOIN records ON records.matchid = results.matchid;

-- Records that were refused because of another box wait for a worker, which judges them again.
UPDATE aside SET reason = 'unknown', detail = '' WHERE reason = 'moved' OR reason = 'differs' AND EXISTS (
  SELECT 1 FROM records WHERE records.matchid = aside.matchid AND records.box <> aside.box);

DROP TABLE results;
ALTER TABLE results2 RENAME TO results;
CREATE INDEX results_player ON results (player);
DROP TABLE records;
ALTER TABLE records2 RENAME TO records;
CREATE INDEX records_rev ON records (rev);
CREATE INDEX records_box ON records (box);
