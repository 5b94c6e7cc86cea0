package web

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/loop"
	"tabletop/companion/match"
	"tabletop/companion/settings"
	"tabletop/companion/waittest"
	"tabletop/games"
	score "tabletop/games/table"
)

// oled is a panel on a bus at 400 kHz: a frame takes 24 ms. It notes when a picture
// has been drawn that is another than the one before.
type oled struct {
	mu   sync.Mutex
	last []byte
	at   time.Time
}

const frameTime = 24 * time.Millisecond

func (o *oled) Show(data []byte, _ byte) error {
	time.Sleep(frameTime)
	o.mu.Lock()
	defer o.mu.Unlock()
	if !bytes.Equal(data, o.last) {
		o.last, o.at = bytes.Clone(data), time.Now()
	}
	return nil
}

func (o *oled) Halt() error    { return nil }
func (o *oled) String() string { return "oled" }

func (o *oled) drawn() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.at
}

// watchers are phones that note when they have each position of the match.
type watchers struct {
	mu   sync.Mutex
	seen map[int][]time.Time // by seq
	hung []func()
	all  sync.WaitGroup
}

// watch lets one more phone follow the events at that address.
func (w *watchers) watch(b *testing.B, address string) {
	r, err := http.Get(address + "/api/events")
	if err != nil || r.StatusCode != 200 {
		b.Fatalf("%v, %v", r, err)
	}
	w.hung = append(w.hung, func() { r.Body.Close() })
	w.all.Go(func() {
		name, in := "", bufio.NewReaderSize(r.Body, 8<<10)
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			var m matchEvent
			switch {
			case field == "event":
				name = value
			case field == "data" && name == "match" && json.Unmarshal([]byte(value), &m) == nil:
				now := time.Now()
				w.mu.Lock()
				w.seen[m.Seq] = append(w.seen[m.Seq], now)
				w.mu.Unlock()
			}
		}
	})
}

// count is how many phones have seen a position.
func (w *watchers) count(seq int) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.seen[seq])
}

// late returns by how much the last of n phones saw each position, or a later one,
// after its key was pressed.
func (w *watchers) late(pressed map[int]time.Time, n int) (all []time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for seq, at := range pressed {
		times := w.seen[seq]
		for later := seq + 1; len(times) < n && later < seq+5; later++ {
			times = append(times, w.seen[later]...) // who was slow saw that at once
		}
		if len(times) >= n {
			slices.SortFunc(times, time.Time.Compare)
			all = append(all, times[n-1].Sub(at))
		}
	}
	return all
}

// quantile of durations in ms.
func quantile(all []time.Duration, q float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return float64(all[int(q*float64(len(all)-1))].Microseconds()) / 1000
}

// pace20 is how long 20 decisions a second are apart.
const pace20 = 50 * time.Millisecond

// decide makes n decisions, 20 a second, and returns when each was sent, by the seq
// it led to, and how long each took to the OLED.
func decide(b *testing.B, l *loop.Loop, o *oled, n int) (pressed map[int]time.Time, toOLED []time.Duration) {
	pressed = map[int]time.Time{}
	tick := time.NewTicker(pace20)
	defer tick.Stop()
	for i := range n {
		<-tick.C
		m := l.Now()
		start := time.Now()
		a, err := l.Do(b.Context(), companion.Keys, companion.Decide{Point: m.Point, Says: fmt.Sprintf("score %d %d", m.Match.State().Turn(), 1+i%7)})
		if err != nil || a.Refusal.Kind != companion.Accepted {
			b.Fatal(a, err)
		}
		if _, err := l.Do(b.Context(), companion.Keys, companion.WaitSettled{}); err != nil { // all is drawn
			b.Fatal(err)
		}
		pressed[a.Seq] = start
		toOLED = append(toOLED, o.drawn().Sub(start))
	}
	return pressed, toOLED
}

// BenchmarkPhones is 50 phones that follow the events while decisions come, 20 a
// second: b.N of them with all phones, up to 1,300, after some without any. It reports in ms how long
// a decision takes to the last phone (median and 99 of 100) and to an OLED on a bus
// of 400 kHz, without phones and with, and what a phone takes of memory in kB.
func BenchmarkPhones(b *testing.B) {
	const phones = 50
	disk, panel := &card{d: scored(b)}, &oled{}
	table, stop := run(b, b.Context(), disk, panel)
	into(b, table)
	s, err := New(table, Opts{Addr: "127.0.0.1:0", Streams: 64, Games: games.Of(wholeGames...), Simulated: true})
	if err != nil {
		b.Fatal(err)
	}
	listener, err := s.Listen(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	go func() { _ = s.Serve(b.Context(), listener) }()

	_, alone := decide(b, table, panel, min(b.N, mostAlone))
	before := memory0()
	w := &watchers{seen: map[int][]time.Time{}}
	for range phones {
		w.watch(b, "http://"+listener.Addr().(*net.TCPAddr).String())
	}
	pressed, beside := decide(b, table, panel, b.N)
	after := memory0()
	last := table.Now().Match.Seq()
	waittest.Until(b, "the last position on all phones", func() (any, bool) {
		n := w.count(last)
		return n, n == phones
	})
	late := w.late(pressed, phones)
	if len(late) < len(pressed)*9/10 {
		b.Errorf("of %d positions all phones saw %d", len(pressed), len(late))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(quantile(late, 0.5), "phones-p50-ms")
	b.ReportMetric(quantile(late, 0.99), "phones-p99-ms")
	b.ReportMetric(quantile(alone, 0.5), "oled-alone-p50-ms")
	b.ReportMetric(quantile(beside, 0.5), "oled-p50-ms")
	b.ReportMetric(quantile(beside, 0.5)/quantile(alone, 0.5), "oled-ratio")
	b.ReportMetric(quantile(alone, 0.99), "oled-alone-p99-ms")
	b.ReportMetric(quantile(beside, 0.99), "oled-p99-ms")
	b.ReportMetric(float64(after-before)/phones/1000, "kB/phone")
	for _, hangUp := range w.hung {
		hangUp()
	}
	w.all.Wait()
	if err := stop(); err != nil {
		b.Error(err)
	}
}

// memory0 is how much of it is in use once all rubbish is gone, stacks included.
func memory0() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

// mostAlone is how many decisions are made before the phones come.
const mostAlone = 200

// scored is a disk with a match of scores at the largest table: numbers enough for a
// minute with phones.
func scored(b *testing.B) *companiontest.Disk {
	b.Helper()
	_, most := score.Score{}.Seats()
	f := match.Fact{Kind: match.Started, Game: "score", Options: map[string]string{}}
	for i := range most {
		f.Seats = append(f.Seats, fmt.Sprintf("Seat %d", i+1))
	}
	mt, err := match.Begin(games.Of(wholeGames...), f)
	if err != nil {
		b.Fatal(err)
	}
	d := companiontest.NewDisk()
	lines := strings.Split(strings.TrimSuffix(mt.Since(0), "\n"), "\n")
	if err := d.Keep(companion.Keep{Match: "scores", First: 1, Lines: lines, Settings: []settings.Line{{Key: "language", Value: "en"}}}); err != nil {
		b.Fatal(err)
	}
	return d
}
