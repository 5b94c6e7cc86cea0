package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// soakMemory is what a soak leaves to the next one on the same folder, beside the state
// folder: what must be there, and who was let in.
type soakMemory struct {
	Runs    int     // soaks on this folder so far
	Minutes float64 // of all of them

	Head    []string // see kept
	Matches map[string][]string
	Panel   string
	Seq     int

	Seqs   map[string]int
	Phones []soakPhone
}

type soakPhone struct {
	Cookie string
	Looks  bool
}

// memoryFile is where it lies.
const memoryFile = "soak.json"

// memory is what there is now, once nothing is under way.
func (s *soak) memory() soakMemory {
	k := s.settled()
	m := soakMemory{
		Runs: s.last.Runs + 1, Minutes: s.last.Minutes + time.Since(s.began).Minutes(),
		Head: k.head, Matches: k.matches, Panel: k.panel, Seq: k.seq, Seqs: s.seqs,
	}
	for _, p := range s.phones {
		m.Phones = append(m.Phones, soakPhone{p.cookie, p.looks})
	}
	return m
}

func (m soakMemory) save(t *testing.T, folder string) {
	t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, memoryFile), string(text))
}

// recall takes what the soak before has left in a folder, which may be nothing. A state
// folder without it is of a soak that failed or was cut off: that stays under another name.
func recall(t *testing.T, folder string) (m soakMemory) {
	t.Helper()
	file, state := filepath.Join(folder, memoryFile), filepath.Join(folder, "state")
	text, err := os.ReadFile(file)
	if err == nil {
		if err := errors.Join(json.Unmarshal(text, &m), os.Remove(file)); err != nil {
			t.Fatal(err)
		}
		return m
	}
	if _, err := os.Stat(state); err == nil {
		aside := fmt.Sprintf("%s-%d", state, time.Now().Unix())
		t.Logf("the soak before did not come to a good end: its state folder is now %s", aside)
		if err := os.Rename(state, aside); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// goOn starts a daemon on the folder of the soak before: all that it had must be there.
func (s *soak) goOn() {
	for _, p := range s.last.Phones {
		if s.address != "" {
			s.phones = append(s.phones, s.stranger())
			s.phones[len(s.phones)-1].cookie, s.phones[len(s.phones)-1].looks = p.Cookie, p.Looks
		}
	}
	if s.last.Seqs != nil {
		s.seqs = s.last.Seqs
	}
	s.start()
	s.step = "the first"
	before := kept{head: s.last.Head, matches: s.last.Matches, panel: s.last.Panel, seq: s.last.Seq}
	for _, lost := range before.lacking(s.kept(), true) {
		s.fault("of the soak before there is no more: %s", lost)
	}
}

// inOneLine says how the soak went.
func (s *soak) inOneLine(life []figures, m soakMemory) string {
	f := life[len(life)-1]
	return fmt.Sprintf("%.1f minutes, %.1f of %d soaks on this folder, -soakseed %d: %d lives, %d steps, %d decisions, %d refusals, %d faults; "+
		"MB-RSS %.1f, MB-peak %.1f, MB-heap %.2f, %.0f goroutines, %.0f descriptors, KB-db %.0f, KB-wal %.0f",
		time.Since(s.began).Minutes(), m.Minutes, m.Runs, s.seed, s.lives, s.steps, s.decisions, s.refused, s.faults,
		f.memory/1024, f.peak/1024, f.heap/1024, f.goroutines, f.descriptors, f.db/1024, f.log/1024)
}
