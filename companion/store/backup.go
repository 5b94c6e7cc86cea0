package store

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/games"
)

// A backup is JSON Lines:
//
//	{"kind":"backup","version":1,"chained":true}
//	{"kind":"player","name":"Аня"}                    the latest seated last
//	{"kind":"setting","key":"language","value":"ru"}
//	{"kind":"match","id":"…","over":true,"facts":12,"head":"…"}
//	                                                  the latest begun last;
//	                                                  its facts are the next 12 lines
//	{"kind":"end","players":1,"settings":1,"matches":1,"facts":12}
//
// An open match also has "played", which orders open matches by their last play. The counts in
// the last line reveal a truncated file. The head is the last link of the chain over the lines
// that follow (see link). A match whose lines don't have that head is skipped, and reading
// continues. "damaged" is the first fact that the box itself could not read. Older backups
// aren't chained and have no heads. A backup never contains secrets.

const backupVersion = 1

// part is a line of a backup that isn't a fact.
type part struct {
	Kind       string `json:"kind"`
	Version    int    `json:"version,omitempty"`
	Chained    bool   `json:"chained,omitempty"`
	Name       string `json:"name,omitempty"`
	Key        string `json:"key,omitempty"`
	Value      string `json:"value,omitempty"`
	ID         string `json:"id,omitempty"`
	Over       bool   `json:"over,omitempty"`
	Played     int64  `json:"played,omitempty"`
	Players    int    `json:"players,omitempty"`
	Settings   int    `json:"settings,omitempty"`
	Matches    int    `json:"matches,omitempty"`
	Facts      int    `json:"facts,omitempty"`
	Head       string `json:"head,omitempty"`
	Damaged    int    `json:"damaged,omitempty"`
	Unreadable int    `json:"unreadable,omitempty"` // number of omitted matches, which can't be read
}

var (
	backupMatches = statement{"matches", `
		SELECT id, CASE over WHEN 1 THEN 0 ELSE row_number() OVER (PARTITION BY over ORDER BY played) END FROM matches ORDER BY place`}
	oldestPlayers = statement{"players", `SELECT name FROM players WHERE staged <> (SELECT number FROM staging) ORDER BY seated`}
	sortedSetting = statement{"settings", `SELECT key, value FROM settings ORDER BY key`}
)

// Backup writes all matches, players and settings as JSON Lines. Of each match it writes the
// lines of history.PublicLines. It omits matches that can't be read and counts them in the last
// line. Backup reads each match in a transaction of its own, so a slow reader delays nobody. If
// a match is erased or a player renamed meanwhile, Backup returns [ErrChanged], and the file
// lacks its last line.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	return s.failure("back up", s.backup(ctx, &backup{w: bufio.NewWriter(w), games: s.games}))
}

func (s *Store) backup(ctx context.Context, b *backup) error {
	edits := s.edits.Load()
	matches, err := s.backupHead(ctx, b)
	for i := 0; i < len(matches) && err == nil; i++ {
		var e history.Entry
		err = s.read(ctx, func(r reader) error {
			e, err = r.entry(matches[i].ID)
			return err
		})
		if s.edits.Load() != edits {
			return ErrChanged
		}
		if err == nil {
			err = b.match(matches[i], e)
		}
	}
	if err == nil {
		b.end.Kind = "end"
		err = b.line(b.end)
	}
	if err != nil {
		return err
	}
	return b.w.Flush()
}

// backupHead writes the first lines of a backup: its header, the players and the settings. It
// returns the match lines that are still to be written, one for each match.
func (s *Store) backupHead(ctx context.Context, b *backup) (matches []part, err error) {
	var head []part
	err = s.read(ctx, func(r reader) error {
		if head, err = r.head(); err == nil {
			matches, err = r.backupMatches()
		}
		return err
	})
	if err == nil {
		err = b.line(part{Kind: "backup", Version: backupVersion, Chained: true})
	}
	for _, p := range head {
		if err == nil {
			err = b.line(p)
		}
	}
	return matches, err
}

// head returns the backup lines of the players and of the settings that aren't private.
func (r reader) head() (head []part, err error) {
	names, err := r.texts(oldestPlayers)
	for _, name := range names {
		head = append(head, part{Kind: "player", Name: name})
	}
	if err != nil {
		return nil, err
	}
	err = r.rows(sortedSetting, func(rows *sql.Rows) error {
		p := part{Kind: "setting"}
		err := rows.Scan(&p.Key, &p.Value)
		if !companion.Private(p.Key) {
			head = append(head, p)
		}
		return err
	})
	return head, err
}

func (r reader) backupMatches() (matches []part, err error) {
	err = r.rows(backupMatches, func(rows *sql.Rows) error {
		p := part{Kind: "match"}
		err := rows.Scan(&p.ID, &p.Played)
		matches = append(matches, p)
		return err
	})
	return matches, err
}

// backup is a writer of one backup.
type backup struct {
	w     *bufio.Writer
	games games.Catalogue
	end   part // last line of the backup, with the counts of the parts written so far
}

// line writes the line p and counts it in b.end.
func (b *backup) line(p part) error {
	switch p.Kind {
	case "player":
		b.end.Players++
	case "setting":
		b.end.Settings++
	case "match":
		b.end.Matches++
		b.end.Facts += p.Facts
	}
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(b.w, "%s\n", text)
	return err
}

// match writes the line p for a match, followed by the public lines of e. If e can't be read,
// match only counts it as unreadable.
func (b *backup) match(p part, e history.Entry) error {
	mt, err := e.Match(b.games)
	if err != nil {
		b.end.Unreadable++
		return nil
	}
	lines, facts := history.PublicLines(mt)
	p.Over, p.Facts, p.Head, p.Damaged = e.Over, facts, headOf(lines), e.Damaged
	if e.Over {
		p.Played = 0
	}
	if err := b.line(p); err != nil {
		return err
	}
	_, err = b.w.WriteString(lines)
	return err
}

// headOf returns the link of the last of the lines, in hexadecimal.
func headOf(lines string) string {
	var l link
	for line := range strings.Lines(lines) {
		l = l.follow(strings.TrimSuffix(line, "\n"))
	}
	return hex.EncodeToString(l[:])
}

// partKinds are the kinds of a backup's lines.
var partKinds = []string{"backup", "player", "setting", "match", "end"}

// sameCounts reports whether c and end have equal counts.
func (c part) sameCounts(end part) bool {
	return c.Players == end.Players && c.Settings == end.Settings && c.Matches == end.Matches && c.Facts == end.Facts
}

func knownKind(kind string) bool { return slices.Contains(partKinds, kind) }
