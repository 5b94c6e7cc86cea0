package web

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// updates is a box whose packages hold nothing but their version.
type updates struct{ state companion.UpdateState }

func (u updates) State() (string, companion.UpdateState) { return "1.2.0", u.state }

func (updates) Inspect(_ context.Context, file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text := make([]byte, 5)
	n, err := io.ReadFull(f, text)
	if version := string(text[:n]); err != nil || version < "1.2.0" {
		return "", older(version)
	}
	return string(text), nil
}

type older string

func (o older) Error() string          { return string(o) + " is older" }
func (o older) In(l words.Lang) string { return string(l) + ": " + string(o) + ", below 1.2.0" }

func updatable(t *testing.T, at *table, state companion.UpdateState) *Server {
	t.Helper()
	s := shelved(t, at)
	s.opts.Updates = updates{state}
	return s
}

func TestAPackageIsCheckedBeforeTheTableIsAsked(t *testing.T) {
	for _, tt := range []struct {
		name, kind, body string
		impossible       string
		code             int
		want             string
	}{
		{"newer", typePackage, "1.3.0", "", 202, `{"asked":true}`},
		{"older", typePackage, "1.1.0", "", 422, "1.1.0, below 1.2.0"},
		{"no package", "text/plain", "1.3.0", "", 415, typePackage},
		{"impossible", typePackage, "1.3.0", "update.nokeys", 422, "update.nokeys"},
		{"too long", typePackage, strings.Repeat("9", MostPackage+1), "", 413, "67108864"},
	} {
		at := newTable()
		s := updatable(t, at, companion.UpdateState{Impossible: tt.impossible})
		got := ask(s, sent("/api/update", tt.kind, tt.body))
		if got.Code != tt.code || !strings.Contains(got.Body.String(), tt.want) {
			t.Errorf("%s: %d %s, want %d %s", tt.name, got.Code, got.Body, tt.code, tt.want)
		}
		staged, _ := filepath.Glob(filepath.Join(s.opts.Uploads, "*.deb"))
		if asked := len(at.asked) == 1; asked != (tt.code == 202) || len(staged) != len(at.asked) {
			t.Errorf("%s: asked %v; %v is staged", tt.name, at.asked, staged)
		} else if want := "ask Update{Upload:" + strings.Join(names(staged), "") + " Version:1.3.0}"; asked && at.asked[0] != want {
			t.Errorf("%s: %s, want %s", tt.name, at.asked[0], want)
		}
	}
}

func names(files []string) (all []string) {
	for _, f := range files {
		all = append(all, filepath.Base(f))
	}
	return all
}

func TestThePageLearnsTheStateOfAnUpdate(t *testing.T) {
	back := companion.UpdateResult{ID: "7", Outcome: "back", Why: "parts", From: "1.2.0", To: "1.3.0"}
	for _, tt := range []struct {
		state    companion.UpdateState
		updating bool
		want     string
	}{
		{companion.UpdateState{CanGoBack: true}, false, `{"version":"1.2.0","news":[],"canGoBack":true,"possible":true,"step":""}`},
		{companion.UpdateState{News: map[words.Lang][]string{"en": {"Mice run."}}}, true, `{"version":"1.2.0","news":["Mice run."],"canGoBack":false,"possible":true,"step":"waits"}`},
		{companion.UpdateState{Impossible: "update.nokeys"}, false, `{"version":"1.2.0","news":[],"canGoBack":false,"possible":false,"why":"update.nokeys","step":""}`},
		{companion.UpdateState{Step: "keep"}, true, `{"version":"1.2.0","news":[],"canGoBack":false,"possible":true,"step":"keep"}`},
		{companion.UpdateState{Result: back}, false, `"result":{"id":"7","outcome":"back","why":"parts","from":"1.2.0","to":"1.3.0","title":"update.back"`},
		{companion.UpdateState{Result: back, Untaken: true}, false, `"result":{"id":"untaken","outcome":"refused","why":"untaken","from":"1.2.0","title":"update.refused"`},
	} {
		at := newTable()
		at.set(screen.Moment{Moment: companion.Moment{Updating: tt.updating}})
		got := ask(updatable(t, at, tt.state), request("GET", "/api/update?lang=en", ""))
		if got.Code != 200 || !strings.Contains(got.Body.String(), tt.want) {
			t.Errorf("%+v: %d %s, want %s", tt.state, got.Code, got.Body, tt.want)
		}
	}
}

// During an update nothing is changed, whoever asks; and a phone isn't sent away as a stranger by a
// version on trial, which doesn't know it yet.
func TestDuringAnUpdateTheBoxTakesNoCommand(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Updating: true}})
	s := shelved(t, at)
	for _, route := range s.routes {
		path := strings.NewReplacer("{", "", "}", "").Replace(route.path)
		for method := range route.do {
			for _, who := range []string{byPlayer, byStranger, byThisMachine, bySystemSocket} {
				if path == "/api/events" && method == "GET" && who != byStranger {
					continue // never ends
				}
				got := ask(s, from(who, request(method, path, "{}")))
				refused := got.Code == http.StatusServiceUnavailable
				want := method == "POST" || (who == byPlayer || who == byStranger) && strings.HasPrefix(path, "/api/")
				if refused != want || refused && got.Header().Get("Retry-After") == "" {
					t.Errorf("%s %s of %s is %d", method, path, who, got.Code)
				}
			}
		}
	}
	if len(at.asked) > 0 {
		t.Errorf("the table was asked: %v", at.asked)
	}
}
