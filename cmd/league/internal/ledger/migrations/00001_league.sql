-- Both SQLite and PostgreSQL run these files. Types are TEXT and BIGINT only; a truth is 0 or
-- 1; a time is in ms since 1970, 0: never.

-- +goose Up
CREATE TABLE boxes (
  id TEXT PRIMARY KEY,
  key TEXT NOT NULL,           -- its public key, in base64
  name TEXT NOT NULL,
  version TEXT NOT NULL,       -- of its software
  online BIGINT NOT NULL,
  seen BIGINT NOT NULL,        -- when it was last heard
  told BIGINT NOT NULL,        -- counts what it has told
  enrolled BIGINT NOT NULL,    -- when it was
  revoked BIGINT NOT NULL,     -- when it was
  announced BIGINT NOT NULL    -- what of these two the broker was told
);
CREATE TABLE states (
  box TEXT PRIMARY KEY,
  n BIGINT NOT NULL,
  body TEXT NOT NULL,          -- wire.State
  rev BIGINT NOT NULL
);
CREATE INDEX states_rev ON states (rev);
CREATE TABLE seals (
  matchid TEXT NOT NULL,
  box TEXT NOT NULL,
  seal TEXT NOT NULL,
  seq BIGINT NOT NULL,         -- the last fact then
  told BIGINT NOT NULL,        -- see boxes
  late BIGINT NOT NULL,        -- an outcome under it was known before
  PRIMARY KEY (matchid, box, seal)
);
CREATE TABLE records (
  matchid TEXT PRIMARY KEY,
  box TEXT NOT NULL,
  sum TEXT NOT NULL,           -- of the record as it was told last
  facts BIGINT NOT NULL,
  lines TEXT NOT NULL,
  players TEXT NOT NULL,       -- ids by names, a JSON object
  heard BIGINT NOT NULL,       -- when it was first
  told BIGINT NOT NULL,        -- see boxes
  verdict TEXT NOT NULL,       -- the rest of audit.Verdict, as JSON
  witnessed BIGINT NOT NULL,
  rev BIGINT NOT NULL
);
CREATE INDEX records_rev ON records (rev);
CREATE INDEX records_box ON records (box);
CREATE TABLE results (
  matchid TEXT NOT NULL,
  seat BIGINT NOT NULL,
  player TEXT NOT NULL,        -- '': isn't told
  name TEXT NOT NULL,
  score BIGINT NOT NULL,
  rank BIGINT NOT NULL,
  won BIGINT NOT NULL,
  PRIMARY KEY (matchid, seat)
);
CREATE INDEX results_player ON results (player);
CREATE TABLE aside (
  id BIGINT PRIMARY KEY,
  matchid TEXT NOT NULL,
  box TEXT NOT NULL,
  sum TEXT NOT NULL,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  body TEXT NOT NULL,          -- wire.Record or wire.Seal
  heard BIGINT NOT NULL,
  told BIGINT NOT NULL,        -- see boxes
  UNIQUE (matchid, box, sum)
);
CREATE INDEX aside_box ON aside (box);
CREATE TABLE aliases (
  player TEXT PRIMARY KEY,
  box TEXT NOT NULL,
  name TEXT NOT NULL
);
CREATE TABLE erased (
  player TEXT NOT NULL,
  box TEXT NOT NULL,
  heard BIGINT NOT NULL,
  PRIMARY KEY (player, box)
);
CREATE INDEX erased_box ON erased (box);
CREATE TABLE deeds (
  seq BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  who TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE TABLE accounts (
  token TEXT PRIMARY KEY,      -- its hash
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  made BIGINT NOT NULL,
  revoked BIGINT NOT NULL
);
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  n BIGINT NOT NULL
);
INSERT INTO counters (name, n) VALUES ('states', 0), ('results', 0), ('aside', 0);
