package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tabletop/cmd/internal/heaptest"
	"tabletop/companion/waittest"
)

var (
	uploads    = flag.Int("uploads", 24, "how many files are sent at once")
	uploadSize = flag.Int("upload-size", 1_000_000, "bytes of each of them")
)

// mostUploads is how much the heap may grow while those files are taken, bytes: far less than
// all of them have together.
func mostUploads() int64 { return 16<<20 + int64(*uploads)*int64(*uploadSize)/12 }

// heapWatch sees after each garbage collection what the heap holds.
type heapWatch struct {
	percent int // of the garbage collector before
	rest    int64
	peak    atomic.Int64
	stopped atomic.Bool
}

// watchHeap begins to watch. Nothing else may go on in this process.
func watchHeap() *heapWatch {
	w := &heapWatch{percent: debug.SetGCPercent(20)} // it collects whenever a fifth more was allocated
	heaptest.AtRest()
	w.rest = heapLive()
	w.look(0)
	return w
}

// look looks now, and again after the next garbage collection.
func (w *heapWatch) look(int) {
	if w.stopped.Load() {
		return
	}
	live := heapLive()
	for peak := w.peak.Load(); live > peak && !w.peak.CompareAndSwap(peak, live); {
		peak = w.peak.Load()
	}
	runtime.AddCleanup(new([64]byte), w.look, 0)
}

// grown is how many bytes more than at first the heap has held at most.
func (w *heapWatch) grown() int64 { return w.peak.Load() - w.rest }

func (w *heapWatch) stop() {
	w.stopped.Store(true)
	debug.SetGCPercent(w.percent)
}

// heapLive is what the garbage collector found alive the last time, bytes.
func heapLive() int64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return int64(live[0].Value.Uint64())
}

// backupOf is a backup of about so many bytes.
func backupOf(t *testing.T, size int) string {
	t.Helper()
	record, err := os.ReadFile(filepath.Join("..", "..", "companion", "match", "testdata", "v1", "mice.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	facts := strings.Count(string(record), "\n")
	var b strings.Builder
	b.WriteString(`{"kind":"backup","version":1}` + "\n")
	n := 0
	for ; b.Len() < size; n++ {
		fmt.Fprintf(&b, `{"kind":"match","id":"m%d","over":true,"facts":%d}`+"\n%s", n, facts, record)
	}
	fmt.Fprintf(&b, `{"kind":"end","matches":%d,"facts":%d}`+"\n", n, n*facts)
	return b.String()
}

// It measures the heap of this process, so that no other test may run beside it.
func TestManyFilesAtOnceAreTakenOneByOneAndNeverWholeInMemory(t *testing.T) {
	text := backupOf(t, *uploadSize)
	for _, c := range []struct{ path, kind string }{
		{"/api/restore", ndjson},
		{"/api/import", ndjson},
		{"/api/import", "text/csv"},
	} {
		box := behind(t)
		var mu sync.Mutex
		answers := map[int]int{}
		heap := watchHeap()
		var all sync.WaitGroup
		for range *uploads {
			all.Go(func() {
				r, err := http.NewRequest("POST", "http://localhost"+c.path, strings.NewReader(text))
				if err != nil {
					t.Error(err)
					return
				}
				r.Header.Set("Content-Type", c.kind)
				status := 0 // hung up before all was sent
				if answer, err := box.client.Do(r); err == nil {
					status = answer.StatusCode
					answer.Body.Close()
				}
				mu.Lock()
				defer mu.Unlock()
				answers[status]++
			})
		}
		all.Wait()
		heap.stop()
		grown := heap.grown()
		t.Logf("%s %s: %d MB above rest, answers %v", c.path, c.kind, grown>>20, answers)
		if grown > mostUploads() {
			t.Errorf("%s %s: %d MB above rest, want %d", c.path, c.kind, grown>>20, mostUploads()>>20)
		}
		if c.path == "/api/restore" && answers[200] == 0 {
			t.Errorf("none was taken: %v", answers)
		}
	}
}

func TestFilesThatAreHeldWholeAreFoundOut(t *testing.T) {
	heap := watchHeap()
	defer heap.stop()
	var held [][]byte
	for range *uploads {
		held = append(held, make([]byte, *uploadSize))
	}
	waittest.Until(t, "a heap that holds all files", func() (any, bool) {
		runtime.GC() // on a busy machine the look after one collection comes after the next has begun
		return heap.grown() >> 20, heap.grown() > mostUploads()
	})
	runtime.KeepAlive(held)
}
