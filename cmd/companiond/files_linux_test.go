package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tabletop/cmd/internal/evaluator"
	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
)

// players are the processes that this one has started to play games in files.
func players(t *testing.T) (pids []int) {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range lines {
		line, _ := os.ReadFile(file)
		status, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "status"))
		if slices.Contains(strings.Split(string(line), "\x00"), evaluator.Role) &&
			strings.Contains(string(status), "\nPPid:\t"+strconv.Itoa(os.Getpid())+"\n") {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// tellPlayers sends a signal to those, and returns them.
func tellPlayers(t *testing.T, s syscall.Signal) (pids []int) {
	t.Helper()
	pids = players(t)
	if len(pids) == 0 {
		t.Fatal("no process plays the game")
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, s); err != nil {
			t.Fatal(err)
		}
	}
	return pids
}

// all reports whether each thread of a process is in a state, as proc(5) has them; one that
// is gone has none.
func all(t *testing.T, pid int, state string) bool {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range threads {
		if status, err := os.ReadFile(file); err == nil && !strings.Contains(string(status), "\nState:\t"+state+" ") {
			return false
		}
	}
	return true
}

// until waits until each thread of the processes is in a state: before that one that was
// stopped still answers, and one that was killed still takes questions.
func until(t *testing.T, pids []int, state string) {
	t.Helper()
	for _, pid := range pids {
		waittest.True(t, fmt.Sprintf("process %d in state %s", pid, state), func() bool { return all(t, pid, state) })
	}
}

// sticks leads from the first start into a match of a game in a file of the table's own.
func (e *evening) sticks() {
	e.t.Helper()
	e.press("ok") // Русский
	e.until("the game", func(m *screen.Moment) bool { return m.Games.Find("file/sticks") != nil })
	e.choose("home.other", "Sticks", "setup.start")
	e.until("the match", func(m *screen.Moment) bool { return !m.Match.IsZero() })
}

// hurried gives the processes that play games less time for a decision, until the test ends.
// No other test may run beside it.
func hurried(t *testing.T, decision time.Duration) {
	usual := player
	t.Cleanup(func() { player = usual })
	player = func() (*evaluator.Evaluator, error) {
		e, err := usual()
		if err == nil {
			e.Limits.Decision = decision
		}
		return e, err
	}
}

// A process that plays a game may die or say nothing at any time: the table is told, the
// match stands as it stood, and goes on. No other test may run beside it, for it knows none of
// the processes of this one from another's.
func TestAMatchGoesOnThoughTheProcessOfItsGameDoesNot(t *testing.T) {
	hurried(t, 100*time.Millisecond)
	state := t.TempDir()
	write(t, filepath.Join(state, gamesFolder, "sticks.star"), evaluator.Sample("sticks"))
	e := gatherIn(t, state, "127.0.0.1:0", "", nil)
	e.sticks()
	e.decide("take 3")
	until(t, tellPlayers(t, syscall.SIGKILL), "Z")
	e.decide("take 1")
	until(t, tellPlayers(t, syscall.SIGSTOP), "T")
	stood := e.d.loop.Now().Point
	a, err := e.d.loop.Do(t.Context(), companion.Sender{Role: door.Play}, companion.Decide{Point: stood, Says: "take 2"})
	if err != nil || a.Refusal.Kind != companion.Illegal || !strings.Contains(a.Refusal.Text, e.text("rule.file.time")) {
		t.Fatalf("an answer that never comes is %+v, %v", a, err)
	}
	if now := e.d.loop.Now().Point; now != stood {
		t.Errorf("the match stands at %v, stood at %v", now, stood)
	}
	e.decide("take 2")
	if got, want := e.d.loop.Now().Match.State().String(), "15"; !strings.Contains(got, want) {
		t.Errorf("after 3, 1 and 2 of 21: %s", got)
	}
}
