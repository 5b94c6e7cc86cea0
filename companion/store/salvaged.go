package store

import (
	"context"
	"time"
)

var (
	saveMatch = statement{"save match", `
		INSERT INTO matches (number, id, started, game, played, over, place, summary, began)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`}
	saveFact   = statement{"save line", `INSERT INTO facts (match, seq, line, link) VALUES (?, ?, ?, ?)`}
	saveAside  = statement{"save aside", `INSERT INTO aside (match, seq, line, link, found) VALUES (?, ?, ?, ?, ?)`}
	saveSecret = statement{"save secret", `INSERT INTO secrets (match, seal, secret) VALUES (?, ?, ?)`}
	savePlayer = statement{"save player", `INSERT INTO players (name, seated) VALUES (?, ?) ON CONFLICT DO NOTHING`}
)

// writeTo writes the salvaged data into an empty database of the current version, in one
// transaction.
func (all salvagedData) writeTo(ctx context.Context, s *session, now time.Time) error {
	w := &writer{session: s, ctx: ctx, step: func(string) {}, now: now}
	w.exec(begin)
	for _, m := range all.matches {
		w.save(m, now.UTC().Format(time.RFC3339))
	}
	for _, p := range all.players {
		w.exec(savePlayer, p.name, p.number)
	}
	for _, set := range all.settings {
		w.exec(setSetting, set.Key, set.Value)
	}
	w.exec(commit)
	return w.err
}

// save writes a salvaged match with its sound facts, and writes its other facts to the table
// "aside". A match without sound facts may still have its result.
func (w *writer) save(m salvagedMatch, found string) {
	if w.count(saveMatch, m.number, m.id, m.started, m.game, m.played, m.over, m.place, m.summary, m.began) == 1 {
		for _, f := range m.facts {
			w.exec(saveFact, m.number, f.seq, f.line, f.link)
		}
		for seal, secret := range m.secrets {
			w.exec(saveSecret, m.number, seal, secret)
		}
		w.mark(m.number, m.ending)
	}
	for _, f := range m.aside {
		w.exec(saveAside, m.number, f.seq, f.line, f.link, found)
	}
}
