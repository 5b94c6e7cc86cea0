package chaos

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"tabletop/cmd/league/internal/admin"
	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club"
	"tabletop/companion/club/wire"
	"tabletop/companion/history"
)

type ed25519Key = ed25519.PublicKey

func idOf(b *box) string { return wire.IDOf(b.key.Public().(ed25519.PublicKey)) }

// mayName are those whom a box may name.
func (b *box) mayName() map[string]bool {
	o, may := b.loop.Now().Offer, map[string]bool{}
	for _, name := range o.Players {
		may[name] = !slices.Contains(o.Unpublished, name)
	}
	return may
}

// unforgotten are those whom the league was to forget and hasn't.
func (b *box) unforgotten() (wrong []string) {
	may := b.mayName()
	for name := range b.codes() {
		if !may[name] {
			wrong = append(wrong, fmt.Sprintf("box %d: the league hasn't forgotten %s", b.n, name))
		}
	}
	return wrong
}

// codes are those of whom the box has named.
func (b *box) codes() map[string]string {
	codes, err := b.store.Named(context.Background())
	ok(b.t, err)
	return codes
}

// verdicts are what the matches of a box are worth, by id, as it may tell them.
func (b *box) verdicts() map[string]audit.Verdict {
	all := map[string]audit.Verdict{}
	entries, err := b.store.List(context.Background(), 0, 100_000)
	ok(b.t, err)
	for _, e := range entries {
		if e.Over {
			e, err = b.store.Record(context.Background(), e.ID)
			ok(b.t, err)
			all[e.ID] = b.verdict(e)
		}
	}
	return all
}

func (b *box) verdict(e history.Entry) audit.Verdict {
	m, err := e.Match(known)
	ok(b.t, err)
	may, codes := b.mayName(), b.codes()
	rec := wire.Record{Match: e.ID, Players: map[string]string{}}
	for _, name := range m.Names() {
		if may[name] {
			rec.Players[name] = wire.PlayerID(idOf(b), codes[name])
		}
	}
	rec.Lines, err = club.Nameless(e.Lines, func(name string) bool { return may[name] }, b.loop.Now().Lang)
	ok(b.t, err)
	v, err := audit.Check(rec, known.Elsewhere())
	ok(b.t, err)
	return v
}

// findings are what a night has come to.
type findings struct {
	compared int      // matches of the boxes
	lost     []string // that the league doesn't hold
	wrong    []string // what else is: doubled, contradicted, different
	lines    int      // of the table that was compared
	took     int      // beats, from the end of the troubles until all was told
}

// check compares what the league holds with what all boxes have.
func (n *night) check() (f findings) {
	say := func(format string, args ...any) { f.wrong = append(f.wrong, fmt.Sprintf(format, args...)) }
	want := map[string]map[string]audit.Verdict{} // by match, by box
	boxes := map[string]*box{}
	for _, b := range n.boxes {
		boxes[idOf(b)] = b
		for id, v := range b.verdicts() {
			if want[id] == nil {
				want[id] = map[string]audit.Verdict{}
			}
			want[id][idOf(b)] = v
		}
	}
	f.compared = len(want)
	held := n.held()
	var got, folded []admin.Result
	for _, id := range slices.Sorted(maps.Keys(want)) {
		m, is := held[id]
		if !is {
			f.lost = append(f.lost, fmt.Sprintf("match %s of %d boxes isn't held", id, len(want[id])))
			continue
		}
		v, is := want[id][m.Box]
		if !is {
			say("match %s of %d boxes is held of %q", id, len(want[id]), m.Box)
			continue
		}
		n.compare(boxes[m.Box], m, v, say)
		got, folded = append(got, resultOf(m, m.Verdict)), append(folded, resultOf(m, v))
	}
	if more := len(held) - (len(want) - len(f.lost)); more != 0 {
		say("%d matches are held that no box has", more)
	}
	aside, err := n.ledger.Quarantine(context.Background(), 0, 1000)
	ok(n.t, err)
	for _, k := range aside {
		say("kept aside: %s of box %s: %s %s", k.Record.Match+k.Seal.Match, k.From.Box, k.Reason, k.Detail)
	}
	f.lines = n.compareDesks(got, folded, say)
	return f
}

// held is what the league holds, by match. That no seat is there twice is seen as well.
func (n *night) held() map[string]ledger.Match {
	all := map[string]ledger.Match{}
	for since := int64(0); ; {
		some, rev, err := n.ledger.Results(context.Background(), since, 1000)
		ok(n.t, err)
		for _, m := range some {
			all[m.ID] = m
		}
		if since = rev; len(some) == 0 {
			return all
		}
	}
}

func (n *night) compare(b *box, m ledger.Match, want audit.Verdict, say func(string, ...any)) {
	lines, err := n.ledger.Lines(context.Background(), m.Box, m.ID)
	ok(n.t, err)
	if lines != want.Lines {
		say("match %s of box %d: the lines differ: they begin\n%.200s\nwant\n%.200s", m.ID, b.n, lines, want.Lines)
	}
	if want.Lines = ""; !reflect.DeepEqual(m.Verdict, want) {
		say("match %s of box %d: the result is\n%+v\nwant\n%+v", m.ID, b.n, m.Verdict, want)
	}
	if witnessed, known := b.seals[m.ID]; known && witnessed != m.Witnessed {
		say("match %s of box %d: witnessed %t, want %t", m.ID, b.n, m.Witnessed, witnessed)
	}
}

// resultOf is a match as the pages show it.
func resultOf(m ledger.Match, v audit.Verdict) admin.Result {
	heard := time.UnixMilli(m.Received).UTC()
	day := cmp.Or(v.Date, heard.Format(time.DateOnly))
	if day > heard.AddDate(0, 0, 1).Format(time.DateOnly) {
		day = heard.Format(time.DateOnly)
	}
	return admin.Result{Match: m.ID, Box: m.Box, Game: v.Game, Day: day, Seats: v.Seats, Unrated: v.Unrated, Luck: v.Luck, Witnessed: m.Witnessed, Hints: v.Hints}
}

// compareDesks compares tables and ratings of a league in which somebody plays on two boxes,
// and returns how many lines the table has.
func (n *night) compareDesks(got, want []admin.Result, say func(string, ...any)) (lines int) {
	one, two := n.boxes[0], n.boxes[1]
	code := two.codes()[two.names[0]]
	d := admin.Fold([]admin.Command{
		{Seq: 1, Kind: admin.OpenLeague, Body: admin.Body{Name: "Клуб", Games: []string{"mice", "fox"}}},
		{Seq: 2, Kind: admin.Season, Body: admin.Body{League: 1, Name: "Всегда", From: "2000-01-01", To: "2099-12-31"}},
		{Seq: 3, Kind: admin.MergePlayers, Body: admin.Body{
			Player: wire.PlayerID(idOf(one), one.codes()[one.names[0]]), With: wire.PlayerID(idOf(two), code), Code: code, Box: idOf(two),
		}},
	})
	if len(d.Impossible) > 0 || len(d.Seasons) != 1 {
		say("the desk is %+v", d)
		return 0
	}
	got, want = admin.Ordered(got), admin.Ordered(want)
	a, b := d.Table(d.Seasons[0], got, d.Ratings(got)), d.Table(d.Seasons[0], want, d.Ratings(want))
	if len(b) == 0 || !reflect.DeepEqual(a, b) {
		say("the table differs: it has %d lines, want %d", len(a), len(b))
	}
	if x, y := d.Ratings(got), d.Ratings(want); len(y) == 0 || !reflect.DeepEqual(x, y) {
		say("the ratings differ: of %d, want %d", len(x), len(y))
	}
	return len(b)
}
