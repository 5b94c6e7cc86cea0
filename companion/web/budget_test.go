package web

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// budget is a row of the table in the package comment: what a request may cost.
type budget struct {
	names  []string // of paths below /api/, all that begin with one that ends in /; or page
	method string
	body   int // bytes
	fixed  int // bytes of memory
	each   int // more of them for each byte that is sent
}

// limits are the rows of all tables of limits in the package comment, by their cells.
func limits(t testing.TB) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, limits, _ := strings.Cut(string(text), "# Limits")
	for line := range strings.Lines(limits) {
		if row, ok := strings.CutPrefix(line, "//\t"); ok {
			rows = append(rows, regexp.MustCompile(`  +`).Split(strings.TrimSpace(row), -1))
		}
	}
	return rows
}

// budgets are the rows of requests.
func budgets(t testing.TB) (all []budget) {
	t.Helper()
	for _, cells := range limits(t) {
		if method, names, _ := strings.Cut(cells[0], " "); method == "GET" || method == "POST" {
			all = append(all, budget{strings.Fields(names), method, bytesOf(t, cells[1]), bytesOf(t, cells[2]), bytesOf(t, cells[3])})
		}
	}
	return all
}

func TestTheTableOfLimitsSaysWhatHolds(t *testing.T) {
	holds := map[string][]any{ // of a guest, a token, a network, all strangers, in all
		"open connections":       {mostOfGuest, mostOfInvite, mostOfNetwork, mostOfStrangers, mostOfGuests + mostOfAllInvited + mostOfStrangers},
		"requests at once":       {guestBurst, networkBurst, networkBurst, strangersBurst + strangersReserve, "-"},
		"requests a second":      {guestPerSec, networkPerSec, networkPerSec, strangersPerSec, "-"},
		"streams of events":      {mostPerGuest, "-", "-", "-", DefaultOpts().Streams},
		"pictures being encoded": {"-", "-", "-", "-", 1},
		"encoded pictures":       {"-", "-", "-", "-", 2 * mostScale},
		"bytes":                  {MostRecord >> 20, "MiB", mostTable >> 20, "MiB", MostBackup >> 20, "MiB"},
	}
	for _, cells := range limits(t) {
		want, ok := holds[cells[0]]
		if got := strings.Join(cells[1:], " "); ok && got != strings.Trim(fmt.Sprintln(want...), "\n") {
			t.Errorf("%s: the package comment says %s, want %v", cells[0], got, want)
		}
		delete(holds, cells[0])
	}
	if len(holds) > 0 {
		t.Errorf("the package comment says nothing of %v", holds)
	}
}

// bytesOf reads a size.
func bytesOf(t testing.TB, text string) int {
	t.Helper()
	if text == "-" {
		return 0
	}
	number, unit, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(number)
	of := map[string]int{"B": 1, "KiB": 1 << 10, "MiB": 1 << 20}[unit]
	if err != nil || of == 0 {
		t.Fatalf("%q is no size", text)
	}
	return n * of
}

// of reports whether b is the budget of that request.
func (b budget) of(method, path string) bool {
	name, isAPI := strings.CutPrefix(path, "/api/")
	return b.method == method && slices.ContainsFunc(b.names, func(n string) bool {
		return n == name || n == "page" && !isAPI || strings.HasSuffix(n, "/") && strings.HasPrefix(name, n)
	})
}

// pad is begin, then as many of more as fit into n bytes, and end.
func pad(n int, begin, more, end string) string {
	times := max(0, n-len(begin)-len(end)) / len(more)
	return begin + strings.Repeat(more, times) + end
}

// shapes are bodies of about n bytes that every request is sent: right ones of some
// routes, and wrong ones.
var shapes = map[string]func(n int) string{
	"blanks": func(n int) string { return pad(n, "{", " ", "}") },
	"a long field": func(n int) string {
		return pad(n, `{"key":"`, "k", `","value":"","says":"","match":"`+theMatch+`","after":1}`)
	},
	"a decision": func(n int) string { return pad(n, `{"match":"`+theMatch+`","after":3,"says":"`, "take 1 ", `"}`) },
	"a reason": func(n int) string {
		return pad(n, `{"match":"`+theMatch+`","after":3,"says":"left 2","why":"`, "because ", `"}`)
	},
	"a setting":   func(n int) string { return pad(n, `{"key":"dice","value":"`, "1d6|", `"}`) },
	"a draft":     func(n int) string { return pad(n, `{"draft":{"names":["A"`, `, "Боря"`, `]}}`) },
	"a name":      func(n int) string { return pad(n, `{"what":"rename","arg":"A","with":"`, "é", `"}`) },
	"fields":      func(n int) string { return pad(n, "{", `"key":1,`, `"key":"ok"}`) },
	"escapes":     func(n int) string { return pad(n, `{"key":"`, `\u0416`, `"}`) },
	"braces":      func(n int) string { return pad(n, `{"draft":`, "[", "") },
	"zeros":       func(n int) string { return pad(n, "", "\x00", "") },
	"line feeds":  func(n int) string { return pad(n, "", "\n", "") },
	"empty lines": func(n int) string { return pad(n, "", "{}\n", "") },
	"a record": func(n int) string {
		return pad(n, `{"kind":"started","game":"coins","seats":["A","B"]}`+"\n", `{"kind":"decided","says":"pass"}`+"\n", "")
	},
	"one name": func(n int) string { return pad(n, "name\n", "Аня\n", "") },
	"one row":  func(n int) string { return pad(n, "name\n", "Аня,", "\n") },
	"a seat":   func(n int) string { return pad(n, `{"match":"`+theMatch+`","after":3,"seat":1,"name":"`, "é", `"}`) },
	"options": func(n int) string {
		b := []byte(`{"draft":{"game":"coins","options":{"a":"b"`)
		for i := 0; len(b) < n-3; i++ {
			b = fmt.Appendf(b, `,"%d":""`, i)
		}
		return string(b) + "}}}"
	},
	"names": func(n int) string {
		b := []byte("name\n")
		for i := 0; len(b) < n; i++ {
			b = fmt.Appendf(b, "N %d\n", i)
		}
		return string(b)
	},
	"a quote":  func(n int) string { return pad(n, `"`, "Аня\n", "") },
	"a backup": func(n int) string { return pad(n, "", "match\nplayer\n", "") },
}

// asks are what addresses are asked with, of any length.
var asks = []string{"cup", "lang", "log", "scale", "what", "before", "limit", "game", "a", "find", "player", "nothing"}

// mostMeasured is the longest body that is measured; a longer one grows as it does.
const mostMeasured = 128 << 10

// lengths is how many lengths of each body and query are sent, from an eighth of the most
// to all of it.
var lengths = flag.Int("lengths", 2, "how many lengths of each request are measured, two or more")

// bill is what a request cost.
type bill struct {
	memory int // bytes
	pieces int // of memory that were asked for
	calls  int // of the table and the history
}

// most is the most that either cost.
func (b bill) most(other bill) bill {
	return bill{max(b.memory, other.memory), max(b.pieces, other.pieces), max(b.calls, other.calls)}
}

// cost is what a request costs.
func cost(t testing.TB, s *Server, send func() *http.Request) bill {
	t.Helper()
	r, calls := send(), callsOf(s)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	r = r.WithContext(ctx)
	w := &reader{httptest.NewRecorder(), cancel}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.ServeHTTP(w, r)
	runtime.ReadMemStats(&after)
	return bill{int(after.TotalAlloc - before.TotalAlloc), int(after.Mallocs - before.Mallocs), callsOf(s) - calls}
}

// callsOf is how often the table and the history of a server were asked.
func callsOf(s *Server) (n int) {
	if at, ok := s.table.(*table); ok {
		n += int(at.calls.Load())
	}
	if h, ok := s.opts.History.(*memory); ok {
		n += int(h.calls.Load())
	}
	return n
}

// reader reads an answer, and hangs up once it knows how the match stands: a stream of
// events has no end.
type reader struct {
	*httptest.ResponseRecorder
	hangUp func()
}

func (r *reader) Write(data []byte) (int, error) {
	if bytes.Contains(data, []byte("\nevent: match\n")) {
		r.hangUp()
	}
	return r.ResponseRecorder.Write(data)
}

// What costs less than that says nothing of how a cost grows.
const (
	fewPieces = 400
	fewCalls  = 8
	shortTime = 20 * time.Millisecond
)

// much is how many times as much as an eighth of it a body may cost: three times what a
// cost would that grows as the body does.
const much = 3 * 8

// grows says what of a cost grows faster than what is sent, whose eighth cost eighth.
func (b bill) grows(eighth bill) (faults []string) {
	if b.pieces > fewPieces && b.pieces > much*eighth.pieces {
		faults = append(faults, fmt.Sprintf("%d pieces of memory, and %d for an eighth", b.pieces, eighth.pieces))
	}
	if b.calls > fewCalls {
		faults = append(faults, fmt.Sprintf("%d calls of table and history, want %d at most", b.calls, fewCalls))
	}
	return faults
}

// measure sends what send makes, in lengths up to most, and returns the most that one
// cost, and where that is more than b allows or grows faster than what is sent.
func (b budget) measure(t *testing.T, s *Server, most int, send func(n int) *http.Request) (worst bill, faults []string) {
	t.Helper()
	var eighth bill
	for i := range *lengths {
		n := most/8 + most*7/8*i/max(1, *lengths-1)
		spent := cost(t, s, func() *http.Request { return send(n) })
		if allowed := b.fixed + b.each*n; spent.memory > allowed {
			faults = append(faults, fmt.Sprintf("%d bytes of memory for %d bytes, want %d at most", spent.memory, n, allowed))
		}
		if i == 0 {
			eighth = spent
		}
		for _, fault := range spent.grows(eighth) {
			faults = append(faults, fmt.Sprintf("for %d bytes %s", n, fault))
		}
		worst = worst.most(spent)
	}
	return worst, faults
}

// mostQuery is the longest query that is sent: half of what headers may be.
const mostQuery = headerSize / 2

func TestNoRequestCostsMoreThanItsRowSays(t *testing.T) {
	rows := budgets(t)
	for _, route := range budgeted(t).routes {
		for method := range route.do {
			i := slices.IndexFunc(rows, func(b budget) bool { return b.of(method, route.path) })
			if i < 0 {
				t.Errorf("%s %s has no row in the package comment", method, route.path)
				continue
			}
			rows[i].holds(t, method, route.path)
		}
	}
}

// holds measures a route by all that it is sent.
func (b budget) holds(t *testing.T, method, path string) {
	t.Helper()
	s := budgeted(t)
	var worst bill
	for p := range b.probes(s, method, path) {
		spent, faults := b.measure(t, s, p.most, p.send)
		worst = worst.most(spent)
		for _, fault := range faults {
			t.Errorf("%s %s, %s: %s", method, path, p.what, fault)
		}
	}
	if b.body > 0 {
		b.ends(t, s, addressed(path), taken(s, path)[0])
	}
	t.Logf("%-4s %-26s %8d bytes of memory in %d pieces, %d calls", method, path, worst.memory, worst.pieces, worst.calls)
}

// probe is a request of any length up to most bytes.
type probe struct {
	what string
	most int
	send func(n int) *http.Request
}

// probes ask a route by every query, and where it takes a body send it every shape.
func (b budget) probes(s *Server, method, path string) iter.Seq[probe] {
	return func(yield func(probe) bool) {
		for _, name := range asks {
			if !yield(probe{name + " asked", mostQuery, func(n int) *http.Request {
				return request(method, addressed(path)+"?"+name+"="+strings.Repeat("9", n), "")
			}}) {
				return
			}
		}
		if b.body == 0 {
			return
		}
		for _, kind := range taken(s, path) {
			for name, shape := range shapes {
				if !yield(probe{name + " as " + kind, min(b.body, mostMeasured), func(n int) *http.Request { return sent(addressed(path), kind, shape(n)) }}) {
					return
				}
			}
		}
	}
}

// addressed is the path of a route with something in each place that is left open.
func addressed(path string) string {
	return strings.NewReplacer("{id}", "0000000000000001", "{seq}", "1", "{year}", "2026", "{token}", "T").Replace(path)
}

// taken are the types of bodies that a route takes.
func taken(s *Server, path string) []string {
	return slices.DeleteFunc(slices.Clone(types), func(kind string) bool {
		return ask(s, sent(addressed(path), kind, "{}")).Code == http.StatusUnsupportedMediaType
	})
}

// types are those of all bodies.
var types = []string{"application/json", typeRecord, typeCSV, typePackage}

// ends checks that a body may have as many bytes as the row says, and no more.
func (b budget) ends(t *testing.T, s *Server, path, kind string) {
	t.Helper()
	for n, want := range map[int]bool{min(b.body, mostMeasured): false, b.body + 1: true} {
		got := ask(s, sent(path, kind, pad(n, "{", " ", "}")))
		if long := got.Code == http.StatusRequestEntityTooLarge; long != want {
			t.Errorf("%s: a body of %d bytes gets %d %s", path, n, got.Code, got.Body)
		}
	}
}

// budgeted returns the interface to a table with a match, and one in its history.
func budgeted(t testing.TB) *Server {
	t.Helper()
	at := newTable()
	at.forgets = true
	at.set(screen.Moment{Moment: companion.Moment{Match: begun(t, "take 2", "pass"), Lang: words.English, Library: inWords(t)}, Frame: chequered()})
	s := shelved(t, at)
	s.opts.History.(*memory).add(begun(t))
	return s
}

// square is a route that does something with a body which may cost more and more.
func square(s *Server, do func(body []byte)) probe {
	const path = "/api/square"
	s.routes = append(s.routes, post(path, door.Play, func(c *call) {
		body, _ := io.ReadAll(c.r.Body)
		do(body)
	}))
	return probe{path, mostMeasured, func(n int) *http.Request { return sent(path, typeCSV, strings.Repeat("a", n)) }}
}

// notRead is a request whose body is not read.
var notRead = probe{"/api/press", mostMeasured, func(n int) *http.Request { return sent("/api/press", typeCSV, strings.Repeat("a", n)) }}

func TestWhatGrowsFasterThanItsBodyIsFound(t *testing.T) {
	for name, do := range map[string]func(s *Server, body []byte){
		"memory": func(_ *Server, body []byte) { _ = make([]byte, len(body)*len(body)/1024) },
		"pieces": func(_ *Server, body []byte) {
			for range len(body) * len(body) / mostMeasured / 16 {
				_ = make([]byte, len(body)/1024)
			}
		},
		"calls": func(s *Server, body []byte) {
			for range len(body) / 1024 {
				s.table.Now()
			}
		},
	} {
		s := budgeted(t)
		p := square(s, func(body []byte) { do(s, body) })
		b := budget{fixed: 64 << 10, each: 32}
		if _, faults := b.measure(t, s, p.most, p.send); len(faults) == 0 {
			t.Errorf("%s: no fault is found", name)
		}
		if _, faults := b.measure(t, s, notRead.most, notRead.send); len(faults) > 0 {
			t.Errorf("%s: of what is not read %v is found", name, faults)
		}
	}
}

// BenchmarkNoRequestGrowsFasterThanItsBody compares the time that each request takes with
// that of an eighth of it, and fails where it is more than three times eight times as much,
// as often as both are repeated. It finds that of a request that was made so.
func BenchmarkNoRequestGrowsFasterThanItsBody(b *testing.B) {
	s := budgeted(b)
	p := square(s, func(body []byte) {
		for range body {
			_ = bytes.IndexByte(body, 'x')
		}
	})
	if whole, eighth := p.times(s); !grown(whole, eighth) {
		b.Fatalf("%v after %v isn't found", whole, eighth)
	}
	if whole, eighth := notRead.times(s); grown(whole, eighth) {
		b.Fatalf("of what is not read %v after %v is found", whole, eighth)
	}
	rows, worst := budgets(b), time.Duration(0)
	for b.Loop() {
		for _, route := range s.routes {
			for method := range route.do {
				for _, row := range rows {
					if row.of(method, route.path) {
						worst = max(worst, row.times(b, s, method, route.path))
					}
				}
			}
		}
	}
	b.ReportMetric(worst.Seconds()*1000, "ms-worst")
}

// times returns the longest time of a route.
func (b budget) times(t testing.TB, s *Server, method, path string) (worst time.Duration) {
	t.Helper()
	for p := range b.probes(s, method, path) {
		whole, eighth := p.times(s)
		if grown(whole, eighth) {
			t.Errorf("%s %s, %s: %v, and %v for an eighth of it", method, path, p.what, whole, eighth)
		}
		worst = max(worst, whole)
	}
	return worst
}

// grown reports whether a time grows faster than what is sent.
func grown(whole, eighth time.Duration) bool { return whole > shortTime && whole > much*eighth }

// times returns the shortest times of the whole request and an eighth of it, which are
// sent in turn until the times are in proportion, or often enough.
func (p probe) times(s *Server) (whole, eighth time.Duration) {
	whole, eighth = time.Hour, time.Hour
	for range 20 {
		eighth, whole = min(eighth, timeOf(s, p.send(p.most/8))), min(whole, timeOf(s, p.send(p.most)))
		if !grown(whole, eighth) {
			break
		}
	}
	return whole, eighth
}

// timeOf is how long a request takes.
func timeOf(s *Server, r *http.Request) time.Duration {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	w := &reader{httptest.NewRecorder(), cancel}
	r = r.WithContext(ctx)
	start := time.Now()
	s.ServeHTTP(w, r)
	return time.Since(start)
}
