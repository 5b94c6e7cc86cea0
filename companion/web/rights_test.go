package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/door"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// handled are the commands that a path sends whose handler reads them its own way.
var handled = map[string][]companion.Command{
	"/api/join": {companion.Join{}}, "/api/press": {companion.Press{}},
	"/api/game":    {companion.AddGame{}},
	"/api/update":  {companion.Update{}},
	"/api/ask":     {companion.DropGame{}, companion.Erase{}, companion.ErasePlayers{}, companion.Rename{}, companion.SetTime{}},
	"/api/restore": {companion.Restore{}}, "/api/import": {companion.Import{}},
}

// sent are all commands that a path sends.
func (r route) sent() []companion.Command {
	if r.command != nil {
		return []companion.Command{r.command}
	}
	return handled[r.path]
}

func TestARouteIsOpenToThoseWhoMaySendItsCommands(t *testing.T) {
	sent := map[string]bool{}
	for _, route := range shelved(t, newTable()).routes {
		if route.do[http.MethodPost] == nil {
			continue
		}
		if len(route.sent()) == 0 {
			t.Errorf("nobody knows what %s sends", route.path)
		}
		for _, c := range route.sent() {
			right := companion.RightOf(c)
			if route.may != right.MinRole || right.Wired {
				t.Errorf("%s is open to whoever may %q, and %T to whoever may %q, by wire only: %t", route.path, route.may, c, right.MinRole, right.Wired)
			}
			sent[fmt.Sprintf("%T", c)] = true
		}
	}
	for _, right := range companion.Rights() {
		if name := fmt.Sprintf("%T", right.Command); right.MaxBytes > 0 && !sent[name] {
			t.Errorf("phones send %s as JSON, and there is no route for it", name)
		}
	}
}

func TestACommandIsSentInTheNameOfWhoeverSendsIt(t *testing.T) {
	player := companion.Sender{Role: door.Play, Guest: (*guests)[0]}
	for who, want := range map[string]companion.Sender{bySystemSocket: companion.Socket, byThisMachine: companion.Keys, byPlayer: player} {
		at := newTable()
		at.set(screen.Moment{Moment: companion.Moment{Match: begun(t), Guests: guests}})
		got := ask(server(t, at), from(who, request("POST", "/api/begin", about(1, ""))))
		if got.Code != 200 || len(at.senders) != 1 || at.senders[0] != want {
			t.Errorf("from %s: %d %s, sent by %+v, want %+v", who, got.Code, got.Body, at.senders, want)
		}
	}
}

// unseen is the Point in bodies.
const unseen = `"match":"{match}","after":0}`

// pointed are the paths of commands about the match, and what each says beside.
func pointed() map[string]string {
	all := map[string]string{"/api/press": `"key":"ok"`}
	for path, sent := range bodies {
		if said, ok := strings.CutSuffix(sent.body, unseen); ok {
			all[path] = strings.Trim(said, "{,")
		}
	}
	return all
}

// sees is a body of fields, and what was seen of a match.
func sees(fields, point string) string { return "{" + strings.Trim(fields+","+point, ",") + "}" }

func TestWhatSawAnotherMatchChangesNothing(t *testing.T) {
	stale := map[string]string{
		"another match":     `"match":"0000000000000002","after":1`,
		"no match":          `"match":"","after":1`,
		"an older position": about(0, "")[1:],
		"a later position":  about(2, "")[1:],
	}
	for path, fields := range pointed() {
		for what, point := range stale {
			got, at := sawFirst(t, path, sees(fields, strings.TrimSuffix(point, "}")))
			if !strings.HasPrefix(got, `409 {"seq":1,"error":"the match has moved on"`) || at.changed() {
				t.Errorf("%s of who saw %s gets %s, and changes the table: %t", path, what, got, at.changed())
			}
		}
		if got, at := sawFirst(t, path, about(1, fields)); !strings.HasPrefix(got, "200 ") && !strings.HasPrefix(got, "422 ") || len(at.senders) != 1 {
			t.Errorf("%s of who saw what is gets %s", path, got)
		}
	}
}

func TestWhatSawNoMatchIsNotEvenSent(t *testing.T) {
	for path, fields := range pointed() {
		if path == "/api/press" {
			continue // may be of who saw the panel
		}
		for missing, point := range map[string]string{"match": `"after":1`, "after": `"match":"` + theMatch + `"`} {
			got, at := sawFirst(t, path, sees(fields, point))
			want := `400 {"error":"the request lacks the field “` + missing + `”"}`
			if missing == "match" { // as the page of an older version sends it
				want = strings.TrimSuffix(want, "}") + `,"reload":true}`
			}
			if got != want || len(at.senders) > 0 {
				t.Errorf("%s without %s gets %s, want %s; it was sent: %t", path, missing, got, want, len(at.senders) > 0)
			}
		}
	}
}

// sawFirst sends a body to a table whose match has just begun.
func sawFirst(t *testing.T, path, body string) (gets string, at *table) {
	t.Helper()
	at = newTable()
	at.set(screen.Moment{Moment: companion.Moment{Match: begun(t), Lang: words.English, Library: inWords(t)}})
	got := ask(server(t, at), request("POST", path, body))
	return fmt.Sprint(got.Code, " ", strings.TrimSpace(got.Body.String())), at
}

// changed reports whether anything came of what was sent.
func (t *table) changed() bool {
	return len(t.asked)+len(t.pressed) > 0 || t.Now().Match.Seq() != 1
}

func TestTheRealTableTakesNothingThatSawAnotherMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, stop := run(t, t.Context(), &card{d: companiontest.NewDisk()})
		into(t, table)
		s, err := New(table, Opts{Games: games.Of(wholeGames...), Simulated: true})
		if err != nil {
			t.Fatal(err)
		}
		before := table.Now()
		for path, fields := range pointed() {
			body := sees(fields, fmt.Sprintf(`"match":"0000000000000002","after":%d`, before.Point.After))
			if got := ask(s, request("POST", path, body)); got.Code != http.StatusConflict {
				t.Errorf("%s gets %d %s, want 409", path, got.Code, got.Body)
			}
		}
		if now := table.Now(); now.Point != before.Point || now.Match.Since(0) != before.Match.Since(0) || now.Frame != before.Frame {
			t.Errorf("the table was at %+v, and is at %+v", before.Point, now.Point)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
