package web

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/mazaitsy"
	"tabletop/games/mice"
)

// bodies are what is posted to each path; {match} is that on the panel, {id} one in the history.
var bodies = map[string]struct{ kind, body string }{
	"/api/join":    {"application/json", `{"key":"WRONG"}`},
	"/api/press":   {"application/json", `{"key":"ok"}`},
	"/api/decide":  {"application/json", `{"says":"take 2","match":"{match}","after":0}`},
	"/api/undo":    {"application/json", `{"to":1,"match":"{match}","after":0}`},
	"/api/rule":    {"application/json", `{"says":"left 3","why":"mistake","match":"{match}","after":0}`},
	"/api/seat":    {"application/json", `{"seat":1,"name":"Вера","match":"{match}","after":0}`},
	"/api/away":    {"application/json", `{"seat":1,"away":true,"match":"{match}","after":0}`},
	"/api/setup":   {"application/json", `{"draft":{"game":"mice"}}`},
	"/api/begin":   {"application/json", `{"match":"{match}","after":0}`},
	"/api/end":     {"application/json", `{"match":"{match}","after":0}`},
	"/api/resume":  {"application/json", `{"id":"{id}"}`},
	"/api/choose":  {"application/json", `{"key":"guests","value":"x"}`},
	"/api/hint":    {"application/json", `{"topic":"move","match":"{match}","after":0}`},
	"/api/roll":    {"application/json", `{"cup":"2d6"}`},
	"/api/look":    {"application/json", `{"name":"Аня","colour":"red","picture":"owl"}`},
	"/api/naming":  {"application/json", `{"name":"Аня","told":true}`},
	"/api/ask":     {"application/json", `{"what":"erase","arg":"{id}"}`},
	"/api/game":    {"application/json", `{"name":"coins","program":"coins()"}`},
	"/api/restore": {typeRecord, "match\n"},
	"/api/update":  {typePackage, "1.3.0"},
	"/api/import":  {typeRecord, "match\n"},
}

// queries are asked of paths beside none at all.
var queries = map[string][]string{
	"/api/match": {"?log=all"}, "/api/glyphs": {"?game=mice", "?game=fox"}, "/api/rules": {"?game=mice", "?game=fox"}, "/api/odds": {"?cup=4d6k3", "?cup=d"},
	"/api/export.csv": {"?what=matches", "?what=rolls", "?what=players"},
}

// brief is an answer that ends once it was flushed twice: the first events.
type brief struct {
	*httptest.ResponseRecorder
	flushes int
	end     context.CancelFunc
}

func (b *brief) Flush() {
	b.ResponseRecorder.Flush()
	if b.flushes++; b.flushes == 2 {
		b.end()
	}
}

// everything asks every path in every way and calls each with what was answered.
func everything(t *testing.T, s *Server, ids []string, seqs int, each func(what, answer string)) {
	t.Helper()
	asked := 0
	for _, route := range s.routes {
		for method := range route.do {
			for _, address := range addresses(route.path, ids, seqs) {
				for _, who := range []string{bySystemSocket, byThisMachine, byPlayer, byOnlooker, byStranger} {
					b := bodies[route.path]
					r := from(who, request(method, address, strings.NewReplacer("{id}", ids[0], "{match}", s.table.Now().Point.Match).Replace(b.body)))
					if method == http.MethodPost && b.body == "" {
						t.Fatalf("nobody posts to %s", route.path)
					}
					r.Header.Set("Content-Type", b.kind)
					ctx, end := context.WithCancel(r.Context())
					w := &brief{ResponseRecorder: httptest.NewRecorder(), end: end}
					s.pace = newPace() // how fast is not the question
					s.ServeHTTP(w, r.WithContext(ctx))
					end()
					each(fmt.Sprintf("%s %s by %s", method, address, who), fmt.Sprint(w.Header())+w.Body.String())
					asked++
				}
			}
		}
	}
	if asked < 200 {
		t.Errorf("only %d questions were asked", asked)
	}
}

// addresses are those that a path stands for.
func addresses(path string, ids []string, seqs int) (all []string) {
	all = []string{strings.NewReplacer("{token}", "WRONG", "{year}", "2026").Replace(path)}
	for _, q := range queries[path] {
		all = append(all, path+q, path+q+"&lang=en")
	}
	if !strings.Contains(path, "{id}") {
		return all
	}
	all = nil
	for _, id := range ids {
		if !strings.Contains(path, "{seq}") {
			all = append(all, strings.ReplaceAll(path, "{id}", id))
			continue
		}
		for _, seq := range []int{1, seqs / 2, seqs} {
			all = append(all, strings.NewReplacer("{id}", id, "{seq}", strconv.Itoa(seq)).Replace(path))
		}
	}
	return all
}

// of is the secret whose bytes begin with n.
func of(t *testing.T, n byte) luck.Secret {
	t.Helper()
	var raw luck.Secret
	raw[0] = n
	return raw
}

// underWay is a match under the seal of a secret, played at random until it may stop.
func underWay(t *testing.T, r games.Rules, seats []string, options map[string]string, secret luck.Secret, by string, seed uint64, stop func(match.Match) bool) match.Match {
	t.Helper()
	m, err := match.Begin(games.Of(r), match.Fact{Kind: match.Started, Game: r.Name(), Seats: seats, Options: options, Seal: secret.Seal()})
	if err != nil {
		t.Fatal(err)
	}
	for x := seed; !stop(m); {
		if m.State().Turn() == games.Nobody || m.Seq() > 3000 {
			t.Fatalf("%s ended at %d before it could be looked at", r.Name(), m.Seq())
		}
		if m.State().Turn() == games.Chance && by == match.Device {
			if m, err = m.Answer(match.Stamp{}, secret.Key(nil)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		x = x*6364136223846793005 + 1442695040888963407
		legal := m.State().Legal()
		c := legal[int(x>>40)%len(legal)]
		luck := ""
		if m.State().Turn() == games.Chance {
			luck = match.Table
		}
		next, err := m.Decide(match.Stamp{}, string(c.At(int(x>>33)%max(c.Len(), 1))), luck)
		if err == nil {
			m = next
		}
	}
	return m
}

// secretive is the interface to a table with that match, and a history of it.
func secretive(t *testing.T, r games.Rules, m match.Match) (*Server, string) {
	t.Helper()
	at := newTable()
	at.set(screen.Moment{Frame: chequered(), Moment: companion.Moment{
		Match: m, Lang: words.Russian, Guests: guests, Library: library(t, games.Of(r)),
		Offer: &companion.Offer{Game: "mice", Drafts: map[string]companion.Draft{"mice": {Game: "mice"}}},
	}})
	s := shelved(t, at, r)
	return s, s.opts.History.(*memory).add(m)
}

func TestNoAnswerHoldsASecretACookieOrAHiddenCard(t *testing.T) {
	t.Parallel()
	secret := of(t, 77)
	long := func(n int) func(match.Match) bool { return func(m match.Match) bool { return m.Seq() >= n } }
	worlds := map[string]struct {
		rules games.Rules
		match match.Match
	}{
		"coins": {coins{}, begun(t, "take 2")},
		"mice":  {mice.Rules{}, underWay(t, mice.Rules{}, []string{"Аня", "Боря"}, nil, secret, match.Device, 1, long(20))},
		"mazaitsy": {mazaitsy.Rules{}, underWay(t, mazaitsy.Rules{}, []string{"Аня", "Боря", "Вера"}, nil, secret, match.Device, 2, func(m match.Match) bool {
			return m.Seq() >= 30 && m.State().Turn() > games.Chance
		})},
		"fox": {fox.Rules{}, inARound(t, secret)},
	}
	key := secret.Key(nil)
	forbidden := []string{
		secret.String(), base64.StdEncoding.EncodeToString(secret[:]), hex.EncodeToString(key[:]), base64.StdEncoding.EncodeToString(key[:]),
		"000102030405060708090a0b0c0d0e0f", // what seals the coins
		playersCookie, onlookersCookie, cookie, hidden,
	}
	for _, g := range *guests {
		forbidden = append(forbidden, hex.EncodeToString(g.Hash[:]), base64.StdEncoding.EncodeToString(g.Hash[:]))
	}
	for _, name := range slices.Sorted(maps.Keys(worlds)) {
		world := worlds[name]
		s, id := secretive(t, world.rules, world.match)
		everything(t, s, []string{id, "none"}, world.match.Seq()+1, func(what, answer string) {
			for _, text := range forbidden {
				if strings.Contains(answer, text) {
					t.Errorf("%s: %s holds %q", name, what, text)
				}
			}
		})
	}
}

// inARound is a match of the fox in a round in which nobody may look back, some
// tricks into it.
func inARound(t *testing.T, secret luck.Secret) match.Match {
	t.Helper()
	m := underWay(t, fox.Rules{}, []string{"Аня", "Боря"}, nil, secret, match.Table, 5, func(m match.Match) bool {
		return games.Veiled(m.State()) && m.Seq() >= m.FirstHidden()+6
	})
	if m.FirstHidden() < 2 || m.FirstHidden() > m.Seq()-5 {
		t.Fatalf("of %d facts those from %d on are veiled", m.Seq(), m.FirstHidden())
	}
	return m
}

func TestWhatMayNotBeLookedBackAtIsNowhere(t *testing.T) {
	m := inARound(t, of(t, 9))
	s, id := secretive(t, fox.Rules{}, m)
	veil := m.FirstHidden()
	var now position
	tell(t, s, "/api/match?log=all", &now)
	var past struct{ Steps []entry }
	tell(t, s, "/api/history/"+id, &past)
	for name, log := range map[string][]entry{"the log": now.Log, "the history": past.Steps} {
		if len(log) == 0 || log[len(log)-1].Seq >= veil {
			t.Errorf("%s has %+v, veiled from %d on", name, log, veil)
		}
	}
	for _, path := range []string{"/api/record", "/api/history/" + id + "/record"} {
		record := ask(s, request("GET", path, "")).Body.String()
		read, err := match.Read(strings.NewReader(record), path, games.Of(fox.Rules{}))
		if err != nil || read.Seq() != veil-1 {
			t.Errorf("%s reads as %d facts, %v; want %d", path, read.Seq(), err, veil-1)
		}
	}
	var curve struct{ Seqs []int }
	tell(t, s, "/api/history/"+id+"/curve", &curve)
	for _, seq := range curve.Seqs {
		if seq >= veil {
			t.Errorf("the curve goes to fact %d, veiled from %d on", seq, veil)
		}
	}
	for seq := 1; seq <= m.Seq(); seq++ {
		want := 200
		if seq >= veil {
			want = 404
		}
		if got := ask(s, request("GET", fmt.Sprintf("/api/history/%s/at/%d", id, seq), "")); got.Code != want {
			t.Errorf("the position after %d: %d, want %d; veiled from %d on", seq, got.Code, want, veil)
		}
	}
	got := ask(s, request("POST", "/api/decide", `{"says":"x","match":"`+m.Seal()[:16]+`","after":1}`)).Body.String()
	for f := range m.Line() {
		said := companion.FactTexts{Match: m, Words: words.Companion(words.English)}.Line(f)
		if f.Seq >= veil && said != "" && strings.Contains(got, strconv.Quote(said)) {
			t.Errorf("the news tell fact %d: %s", f.Seq, got)
		}
	}
	again, err := m.BackTo(match.Stamp{}, veil-1, "")
	if err == nil {
		again, err = again.Decide(match.Stamp{}, m.Fact(veil).Says, "")
	}
	if err != nil || again.FirstHidden() != veil {
		t.Errorf("after the round was taken back and begun anew it is veiled from %d on, %v; want %d", again.FirstHidden(), err, veil)
	}
	left, err := m.End(match.Stamp{})
	if err != nil {
		t.Fatal(err)
	}
	s, _ = secretive(t, fox.Rules{}, left)
	if record := ask(s, request("GET", "/api/record", "")).Body.String(); strings.Count(record, "\n") != left.Seq() {
		t.Errorf("once it is left the record has %d lines, want all %d", strings.Count(record, "\n"), left.Seq())
	}
}

// TestAnswersDoNotDependOnTheSecret: two tables at which the same happened under
// different secrets can't be told apart but by their seals, so that nothing tells
// what the device would roll next.
func TestAnswersDoNotDependOnTheSecret(t *testing.T) {
	t.Parallel()
	for _, r := range []games.Rules{mice.Rules{}, mazaitsy.Rules{}} {
		var answers [2][]string
		var seals [2]string
		for i := range answers {
			secret := of(t, byte(i+1))
			seals[i] = secret.Seal()
			m := underWay(t, r, []string{"Аня", "Боря"}, nil, secret, match.Table, 3, func(m match.Match) bool {
				return m.Seq() >= 25 && m.State().Turn() == games.Chance
			})
			s, id := secretive(t, r, m)
			everything(t, s, []string{id}, m.Seq(), func(what, answer string) {
				if !strings.Contains(what, "/api/restore") && !strings.Contains(what, "/api/update") { // names its file at random
					answers[i] = append(answers[i], what+": "+strings.NewReplacer(secret.Seal(), "SEAL", secret.Seal()[:16], "ID").Replace(answer))
				}
			})
		}
		slices.Sort(answers[0])
		slices.Sort(answers[1])
		if !slices.Equal(answers[0], answers[1]) {
			t.Errorf("%s: answers differ", r.Name())
		}
	}
}
