package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"tabletop/companion/history"
	"tabletop/companion/settings"
	"tabletop/games"
)

// clubKey is the key of the setting that contains the seed of the box's signing key for the
// club. The seed is in hexadecimal, and the setting is private; see companion.Private.
const clubKey = "secret.club"

// houseKey is the key of the setting with the topic prefixes under which a broker may retain a
// description of this box for Home Assistant: a JSON list. The setting is private.
const houseKey = "house"

// SeedBytes is the length of the seed of a signing key in bytes.
const SeedBytes = 32

var (
	findSetting     = statement{"find setting", `SELECT coalesce((SELECT value FROM settings WHERE key = ?), '')`}
	listUnpublished = statement{"list unpublished", `
		SELECT number, id, head FROM matches
		WHERE over = 1 AND cut = 0 AND head IS NOT NULL AND instr(?2, ' ' || game || ' ') = 0
			AND NOT EXISTS (SELECT * FROM told WHERE told.match = number AND told.head = matches.head)
		ORDER BY place LIMIT ?1`}
	markPublished = statement{"mark published", `
		INSERT INTO told (match, head) SELECT number, ?2 FROM matches WHERE id = ?1
		ON CONFLICT (match) DO UPDATE SET head = excluded.head`}
	listNamed     = statement{"list named", `SELECT name, code FROM named`}
	addNamed      = statement{"named", `INSERT INTO named (name, code) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET code = excluded.code`}
	dropNamed     = statement{"drop named", `DELETE FROM named WHERE name = ?`}
	publishedWith = statement{"published with", `
		SELECT told.match FROM told CROSS JOIN facts ON facts.match = told.match AND seq = 1 WHERE instr(line, ?1)
		UNION
		SELECT match FROM facts WHERE (instr(line, '"kind":"seated"') OR instr(line, '"kind":"undone"')) AND instr(line, ?1)`}
	unmarkPublished = statement{"unmark published", `DELETE FROM told WHERE match = ?`}
)

// ClubSeed returns the seed of the key that signs publications to the club. The first call draws
// the seed and stores it. No backup contains the seed.
func (s *Store) ClubSeed(ctx context.Context) (seed [SeedBytes]byte, err error) {
	seedHex := ""
	err = s.transact(ctx, func(w *writer) {
		if w.find(findSetting, []any{clubKey}, &seedHex); seedHex == "" {
			_, _ = rand.Read(seed[:]) // rand.Read never fails
			seedHex = hex.EncodeToString(seed[:])
			w.set(settings.Line{Key: clubKey, Value: seedHex})
		}
	})
	if err == nil {
		seed, err = parseSeed(seedHex)
	}
	return seed, s.failure("read the club's key", err)
}

// Houses returns the topic prefixes under which a broker may retain a description of this box for
// Home Assistant. known is false before the first SetHouses.
func (s *Store) Houses(ctx context.Context) (prefixes []string, known bool, err error) {
	err = s.read(ctx, func(r reader) error {
		texts, err := r.texts(findSetting, houseKey)
		if err == nil && texts[0] != "" {
			known = true
			err = json.Unmarshal([]byte(texts[0]), &prefixes)
		}
		return err
	})
	return prefixes, known, s.failure("read the prefixes of Home Assistant", err)
}

// SetHouses stores the topic prefixes that Houses returns.
func (s *Store) SetHouses(ctx context.Context, prefixes []string) error {
	text, err := json.Marshal(append([]string{}, prefixes...))
	if err == nil {
		err = s.transact(ctx, func(w *writer) { w.set(settings.Line{Key: houseKey, Value: string(text)}) })
	}
	return s.failure("store the prefixes of Home Assistant", err)
}

func parseSeed(seedHex string) (seed [SeedBytes]byte, err error) {
	if n, err := hex.Decode(seed[:], []byte(seedHex)[:min(len(seedHex), 2*SeedBytes)]); err != nil || n != SeedBytes {
		return seed, fmt.Errorf("%w: the setting %s is not a seed", ErrDamaged, clubKey)
	}
	return seed, nil
}

// Report is a finished match as published to the club. Head is the link of the last line, which
// is a hash of all lines.
type Report struct {
	ID    string
	Head  []byte
	Lines string
}

// Unpublished returns up to limit finished matches that the club has not acknowledged in their
// current form, oldest first. It skips damaged matches and tools such as dice.
func (s *Store) Unpublished(ctx context.Context, limit int) (all []Report, err error) {
	err = s.read(ctx, func(r reader) (err error) {
		all, err = r.unpublished(limit, s.toolNames())
		return err
	})
	return all, s.failure("list unpublished matches", err)
}

// toolNames returns the names of all tools, space-separated with a leading and trailing space,
// for SQL instr.
func (s *Store) toolNames() string {
	all := " "
	for _, r := range slices.Concat(s.games.Games, s.games.Hidden) {
		if games.IsTool(r) {
			all += r.Name() + " "
		}
	}
	return all
}

func (r reader) unpublished(limit int, tools string) (all []Report, err error) {
	var numbers []int64
	err = r.rows(listUnpublished, func(rows *sql.Rows) error {
		var number int64
		var m Report
		err := rows.Scan(&number, &m.ID, &m.Head)
		numbers, all = append(numbers, number), append(all, m)
		return err
	}, limit, tools)
	for i := 0; err == nil && i < len(all); i++ {
		var e history.Entry
		err = r.fill(numbers[i], &e)
		all[i].Lines = e.Lines
	}
	return all, err
}

// MarkPublished records that the club has acknowledged a match in the form with that head. It
// returns no error if the match was erased meanwhile.
func (s *Store) MarkPublished(ctx context.Context, id string, head []byte) error {
	err := s.transact(ctx, func(w *writer) { w.exec(markPublished, id, head) })
	return s.failure("record that the club holds match "+quote(id), err)
}

// Named returns the names of players published to the club, each with its code.
func (s *Store) Named(ctx context.Context) (named map[string]string, err error) {
	named = map[string]string{}
	err = s.read(ctx, func(r reader) error {
		return r.rows(listNamed, func(rows *sql.Rows) error {
			var name, code string
			err := rows.Scan(&name, &code)
			named[name] = code
			return err
		})
	})
	return named, s.failure("list names published to the club", err)
}

// Name stores names of players with their codes, before they are published to the club.
func (s *Store) Name(ctx context.Context, named map[string]string) error {
	err := s.transact(ctx, func(w *writer) {
		for _, name := range slices.Sorted(maps.Keys(named)) {
			w.exec(addNamed, name, named[name])
		}
	})
	return s.failure("record names published to the club", err)
}

// Republish marks all matches with players of these names for publication again, in small steps.
func (s *Store) Republish(ctx context.Context, names []string) error {
	var numbers []int64
	err := s.read(ctx, func(r reader) (err error) {
		numbers, err = r.publishedWith(names)
		return err
	})
	for some := range slices.Chunk(numbers, stepRows) {
		if err == nil {
			err = s.transact(ctx, func(w *writer) {
				for _, number := range some {
					w.exec(unmarkPublished, number)
				}
			})
		}
	}
	return s.failure("mark matches for publication", err)
}

// publishedWith returns the numbers of the published matches with players of these names. The
// result may contain other matches too.
func (r reader) publishedWith(names []string) (numbers []int64, err error) {
	for _, name := range names {
		if err == nil {
			err = r.rows(publishedWith, func(rows *sql.Rows) error {
				var number int64
				err := rows.Scan(&number)
				numbers = append(numbers, number)
				return err
			}, `"`+name+`"`)
		}
	}
	return numbers, err
}

// Forget deletes names of players from the table "named", after the club has deleted them.
func (s *Store) Forget(ctx context.Context, names []string) error {
	err := s.transact(ctx, func(w *writer) {
		for _, name := range names {
			w.exec(dropNamed, name)
		}
	})
	return s.failure("record names deleted by the club", err)
}
