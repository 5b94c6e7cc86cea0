package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"
)

// heapPeak is how many bytes the heap grew at most while work was done.
func heapPeak(work func()) (grown int64) {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	now := func() int64 {
		metrics.Read(heap)
		return int64(heap[0].Value.Uint64())
	}
	defer debug.SetGCPercent(debug.SetGCPercent(20)) // what other tests have left lets garbage grow, too
	runtime.GC()
	rest, peak := now(), int64(0)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			peak = max(peak, now())
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	work()
	close(stop)
	<-stopped
	return peak - rest
}

// backupOf16 is a backup of 15.9 MB.
func backupOf16(t *testing.T) string {
	t.Helper()
	record, err := os.ReadFile(filepath.Join("..", "..", "companion", "match", "testdata", "v1", "mice.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	facts := strings.Count(string(record), "\n")
	var b strings.Builder
	b.WriteString(`{"kind":"backup","version":1}` + "\n")
	n := 0
	for ; b.Len() < 15_900_000; n++ {
		fmt.Fprintf(&b, `{"kind":"match","id":"m%d","over":true,"facts":%d}`+"\n%s", n, facts, record)
	}
	fmt.Fprintf(&b, `{"kind":"end","matches":%d,"facts":%d}`+"\n", n, n*facts)
	return b.String()
}

func TestManyFilesAtOnceAreTakenOneByOneAndNeverWholeInMemory(t *testing.T) {
	text := backupOf16(t)
	for _, c := range []struct{ path, kind string }{
		{"/api/restore", ndjson},
		{"/api/import", ndjson},
		{"/api/import", "text/csv"},
	} {
		box := behind(t)
		var mu sync.Mutex
		answers := map[int]int{}
		grown := heapPeak(func() {
			var all sync.WaitGroup
			for range 45 {
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
		})
		t.Logf("%s %s: %d MB above rest, answers %v", c.path, c.kind, grown>>20, answers)
		if grown > 80<<20 {
			t.Errorf("%s %s: %d MB above rest, want 80", c.path, c.kind, grown>>20)
		}
		if c.path == "/api/restore" && answers[200] == 0 {
			t.Errorf("none was taken: %v", answers)
		}
	}
}
