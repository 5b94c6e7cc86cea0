//go:build unix

package web

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tabletop/companion"
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
func limits(t *testing.T) (rows [][]string) {
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
func budgets(t *testing.T) (all []budget) {
	t.Helper()
	for _, cells := range limits(t) {
		if method, names, _ := strings.Cut(cells[0], " "); method == "GET" || method == "POST" {
			all = append(all, budget{strings.Fields(names), method, bytesOf(t, cells[1]), bytesOf(t, cells[2]), bytesOf(t, cells[3])})
		}
	}
	return all
}

func TestTheTableOfLimitsSaysWhatHolds(t *testing.T) {
	holds := map[string][]any{ // of a guest, a network, all strangers, in all
		"open connections":       {mostOfGuest, mostOfNetwork, mostOfStrangers, mostOfGuests + mostOfStrangers},
		"requests at once":       {guestBurst, networkBurst, strangersBurst, "-"},
		"requests a second":      {guestPerSec, networkPerSec, strangersPerSec, "-"},
		"streams of events":      {mostOfOne, "-", "-", DefaultOpts().Streams},
		"pictures being encoded": {"-", "-", "-", 1},
		"encoded pictures":       {"-", "-", "-", 2 * mostScale},
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
func bytesOf(t *testing.T, text string) int {
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
var asks = []string{"cup", "lang", "log", "scale", "what", "before", "limit", "game", "nothing"}

// mostMeasured is the longest body that is measured; a longer one grows as it does.
const mostMeasured = 128 << 10

// bill is what a request cost.
type bill struct {
	memory int           // bytes
	time   time.Duration // of the processor
}

// cost is what a request costs, of three the most memory and the least time.
func cost(t *testing.T, s *Server, send func() *http.Request) bill {
	t.Helper()
	all := bill{time: time.Hour}
	for range 3 {
		r := send()
		ctx, cancel := context.WithCancel(r.Context())
		if r.URL.Path == "/api/events" { // which last
			time.AfterFunc(2*time.Millisecond, cancel)
		}
		r = r.WithContext(ctx)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := processor(t)
		ask(s, r)
		spent := processor(t) - start
		runtime.ReadMemStats(&after)
		cancel()
		all = bill{max(all.memory, int(after.TotalAlloc-before.TotalAlloc)), min(all.time, spent)}
	}
	return all
}

// processor is how much time of it this process has had.
func processor(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// parts are how many eighths of the most are sent.
var parts = []int{1, 2, 4, 8}

// noise is time of the processor that says nothing: the kernel counts in ticks.
const noise = 20 * time.Millisecond

// measure sends what send makes, in lengths up to most, and returns the most that one
// cost, and where that is more than b allows or grows faster than what is sent.
func (b budget) measure(t *testing.T, s *Server, most int, send func(n int) *http.Request) (worst bill, faults []string) {
	t.Helper()
	var first, last bill
	for _, part := range parts {
		n := most * part / 8
		spent := cost(t, s, func() *http.Request { return send(n) })
		if allowed := b.fixed + b.each*n; spent.memory > allowed {
			faults = append(faults, fmt.Sprintf("%d bytes of memory for %d bytes, want %d at most", spent.memory, n, allowed))
		}
		if last = spent; part == 1 {
			first = spent
		}
		worst = bill{max(worst.memory, spent.memory), max(worst.time, spent.time)}
	}
	if last.time > noise && last.time > 3*8*first.time {
		faults = append(faults, fmt.Sprintf("%v for %d bytes, and %v for an eighth of them", last.time, most, first.time))
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

// holds measures a route by every query, and where it takes a body by every shape.
func (b budget) holds(t *testing.T, method, path string) {
	t.Helper()
	s := budgeted(t)
	asked := strings.NewReplacer("{id}", "0000000000000001", "{seq}", "1", "{year}", "2026", "{token}", "T").Replace(path)
	var worst bill
	note := func(what string, most int, send func(n int) *http.Request) {
		spent, faults := b.measure(t, s, most, send)
		worst = bill{max(worst.memory, spent.memory), max(worst.time, spent.time)}
		for _, fault := range faults {
			t.Errorf("%s %s, %s: %s", method, path, what, fault)
		}
	}
	for _, name := range asks {
		note(name+" asked", mostQuery, func(n int) *http.Request {
			return request(method, asked+"?"+name+"="+strings.Repeat("9", n), "")
		})
	}
	if b.body > 0 {
		kinds := slices.DeleteFunc(slices.Clone(types), func(kind string) bool {
			return ask(s, sent(asked, kind, "{}")).Code == http.StatusUnsupportedMediaType
		})
		for name, shape := range shapes {
			for _, kind := range kinds {
				note(name+" as "+kind, min(b.body, mostMeasured), func(n int) *http.Request { return sent(asked, kind, shape(n)) })
			}
		}
		b.ends(t, s, asked, kinds[0])
	}
	t.Logf("%-4s %-26s %8d bytes of memory, %v of the processor", method, path, worst.memory, worst.time)
}

// types are those of all bodies.
var types = []string{"application/json", typeRecord, typeCSV}

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
func budgeted(t *testing.T) *Server {
	t.Helper()
	at := newTable()
	at.forgets = true
	at.set(screen.Moment{Match: begun(t, "take 2", "pass"), Frame: chequered(), Lang: words.English, Words: inWords(t)})
	s := shelved(t, at)
	s.opts.History.(*memory).add(begun(t))
	return s
}

func TestWhatGrowsFasterThanItsBodyIsFound(t *testing.T) {
	for name, do := range map[string]func(body []byte){
		"memory": func(body []byte) { _ = make([]byte, len(body)*len(body)/1024) },
		"time": func(body []byte) {
			for range body {
				_ = bytes.IndexByte(body, 'x')
			}
		},
	} {
		s := budgeted(t)
		s.routes = append(s.routes, post("/api/square", companion.Play, func(c *call) {
			body, _ := io.ReadAll(c.r.Body)
			do(body)
		}))
		b := budget{fixed: 64 << 10, each: 32}
		_, faults := b.measure(t, s, mostMeasured, func(n int) *http.Request { return sent("/api/square", typeCSV, strings.Repeat("a", n)) })
		if len(faults) == 0 {
			t.Errorf("%s: no fault is found", name)
		}
		_, faults = b.measure(t, s, mostMeasured, func(n int) *http.Request { return sent("/api/press", typeCSV, strings.Repeat("a", n)) })
		if len(faults) > 0 {
			t.Errorf("%s: of what is not read %v is found", name, faults)
		}
	}
}
