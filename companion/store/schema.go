package store

import (
	"context"
	"errors"
	"fmt"
)

// steps lists the migrations of the database. A database of version n has passed the first n
// steps. A released step never changes, not even in its SQL comments: databases store its text,
// and newerVersion compares the text. New steps are appended. Each step changes the tables, so
// the version can also be derived from the tables.
var steps = []string{`
CREATE TABLE matches (
	number  INTEGER PRIMARY KEY,
	id      TEXT    NOT NULL UNIQUE,
	started TEXT    NOT NULL,  -- the label of the first fact
	game    TEXT    NOT NULL,
	played  INTEGER NOT NULL,  -- the match written latest has the highest
	over    INTEGER NOT NULL
) STRICT;
CREATE INDEX open ON matches (played) WHERE over = 0;
CREATE TABLE facts (
	match INTEGER NOT NULL REFERENCES matches (number),
	seq   INTEGER NOT NULL,
	line  TEXT    NOT NULL,    -- JSON, without its line feed
	PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE secrets (
	match  INTEGER NOT NULL REFERENCES matches (number),
	seal   INTEGER NOT NULL,   -- counts the seals of the match from 1
	secret TEXT    NOT NULL,
	PRIMARY KEY (match, seal)
) STRICT, WITHOUT ROWID;
CREATE TABLE players (
	name   TEXT    PRIMARY KEY,
	seated INTEGER NOT NULL    -- the name seated latest has the highest
) STRICT, WITHOUT ROWID;
CREATE TABLE settings (
	key   TEXT PRIMARY KEY,
	value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
PRAGMA application_id = 1952539244;
`, `
ALTER TABLE matches ADD COLUMN summary TEXT NOT NULL DEFAULT '';  -- JSON; '' until it is over
ALTER TABLE matches ADD COLUMN began TEXT NOT NULL DEFAULT '';    -- in the summary: who began
ALTER TABLE matches ADD COLUMN place INTEGER NOT NULL DEFAULT 0;  -- the match begun latest has the highest
UPDATE matches SET place = number;
CREATE INDEX placed ON matches (place);
CREATE INDEX began ON matches (began) WHERE over = 1 AND began <> '';
`, `
CREATE INDEX chairs ON facts (match, seq)  -- who sits where, and what was taken back of it
	WHERE instr(line, '"kind":"seated"') OR instr(line, '"kind":"undone"');
ALTER TABLE players ADD COLUMN staged INTEGER NOT NULL DEFAULT 0;  -- nobody knows the name while it is that of staging
CREATE INDEX seated ON players (seated);
CREATE TABLE staging (
	number INTEGER NOT NULL    -- of what is being brought; what has another is there
) STRICT;
INSERT INTO staging VALUES (1);
CREATE TABLE arrivals (            -- matches whose facts are being brought
	number  INTEGER PRIMARY KEY,
	id      TEXT    NOT NULL,
	started TEXT    NOT NULL,
	game    TEXT    NOT NULL,
	over    INTEGER NOT NULL,
	summary TEXT    NOT NULL,
	began   TEXT    NOT NULL
) STRICT;
`, `
ALTER TABLE matches ADD COLUMN count INTEGER NOT NULL DEFAULT 0;  -- of its facts; 0 until they are chained
ALTER TABLE matches ADD COLUMN head BLOB;  -- link of the last fact; NULL until they are chained
ALTER TABLE matches ADD COLUMN cut INTEGER NOT NULL DEFAULT 0;    -- the first fact that was lost to damage
ALTER TABLE matches ADD COLUMN sum BLOB;   -- see shelved.sum; NULL until they are chained
ALTER TABLE facts ADD COLUMN link BLOB;    -- see link; NULL until the fact is chained
CREATE TABLE aside (                       -- what stood behind a damaged fact
	match INTEGER NOT NULL,
	seq   INTEGER NOT NULL,
	line  TEXT    NOT NULL,
	link  BLOB,
	found TEXT    NOT NULL                 -- when, RFC 3339
) STRICT;
`, `
CREATE TABLE told (                        -- what the club holds
	match INTEGER PRIMARY KEY,
	head  BLOB NOT NULL                -- of the match as it was told
) STRICT;
CREATE TABLE named (                       -- who was named to the club
	name TEXT PRIMARY KEY,
	code TEXT NOT NULL                 -- what the player agrees with
) STRICT, WITHOUT ROWID;
`}

// application is the SQLite application id that marks a database of this program: "tabl" in
// ASCII.
const application = 1952539244

// migrate runs the steps that the database has not passed, in one transaction. If one fails, the
// database doesn't change.
func (s *session) migrate(ctx context.Context, steps []string) error {
	version, err := s.version(ctx)
	if err != nil || version == len(steps) {
		return err
	}
	if version > len(steps) {
		return s.newerVersion(ctx, version)
	}
	if _, err := s.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err = s.runSteps(ctx, version, steps)
	if err == nil {
		_, err = s.conn.ExecContext(ctx, "COMMIT")
	}
	if err != nil {
		_, undone := s.conn.ExecContext(ctx, "ROLLBACK")
		return errors.Join(err, undone)
	}
	return nil
}

// newerVersion returns ErrNewer for a database of an unknown version. If its tables are those of
// the newest known version, the version number itself was damaged, and newerVersion returns
// ErrDamaged.
func (s *session) newerVersion(ctx context.Context, version int) error {
	here, err := s.tables(ctx)
	known := ""
	if err == nil {
		_, err = withMemoryDB(ctx, nil, func(fresh *session) (err error) {
			if err = fresh.migrate(ctx, steps); err == nil {
				known, err = fresh.tables(ctx)
			}
			return err
		})
	}
	if err == nil && here == known {
		return fmt.Errorf("%w: its tables have version %d, its header has version %d", ErrDamaged, len(steps), version)
	}
	return fmt.Errorf("%w: it has version %d, the newest known is %d", ErrNewer, version, len(steps))
}

// tables returns the SQL statements that created the tables and indices, separated by
// semicolons.
func (s *session) tables(ctx context.Context) (text string, err error) {
	err = s.conn.QueryRowContext(ctx, `
		SELECT coalesce(group_concat(sql, ';'), '') FROM (SELECT sql FROM sqlite_schema ORDER BY name)`).Scan(&text)
	return text, err
}

// runSteps runs the steps that follow the first ones; version is the number of steps to skip. If
// SQLite rejects a step, the version in the header of the file doesn't fit its tables, so the
// header must be damaged.
func (s *session) runSteps(ctx context.Context, version int, steps []string) error {
	for n, step := range steps[version:] {
		if _, err := s.conn.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("migration to version %d: %w", version+n+1, misread(err))
		}
	}
	_, err := s.conn.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", len(steps)))
	return err
}

// version returns the number of steps that the database has passed. It returns ErrDamaged for a
// database of another program.
func (s *session) version(ctx context.Context) (int, error) {
	var owner, version, tables int
	err := s.conn.QueryRowContext(ctx, `SELECT * FROM pragma_application_id, pragma_user_version,
		(SELECT count(*) FROM sqlite_schema)`).Scan(&owner, &version, &tables)
	if err != nil {
		return 0, misread(err)
	}
	fresh := owner == 0 && version == 0 && tables == 0
	ours := owner == application && version > 0
	if !fresh && !ours {
		return 0, fmt.Errorf("%w: it belongs to another program", ErrDamaged)
	}
	return version, nil
}
