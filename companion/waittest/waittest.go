// Package waittest helps tests to wait for a result: a state, a line, a value on a channel. A test
// never waits for a fixed time, so a busy machine makes it slower but doesn't make it fail.
//
//	waittest.Until(t, "the worker to subscribe", func() (any, bool) {
//		n := broker.Subscribers()
//		return n, n == 2
//	})
//	line := waittest.Receive(t, "the receipt", lines)
//
// A wait fails only when nothing has changed for [Patience]. Each change starts that time again.
// The failure names the awaited result and the last state.
//
// No test uses Sleep, After or Tick of package time in real time. Tests of elapsed time run in
// bubbles of testing/synctest, where the functions of this package work too. A helper that is
// called in such a bubble lets time pass with [Pass] and [After], which panic outside of bubbles. A
// test in package companion lists the exceptions.
package waittest

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// Patience is the time without any change after which a wait fails.
const Patience = 60 * time.Second

// Pauses between two calls of look. They grow from the first to the last.
const (
	firstPause = 500 * time.Microsecond
	lastPause  = 50 * time.Millisecond
)

// Until calls look until it returns true. If seen, as text, doesn't change for [Patience], the test
// fails, and the failure contains the last text: a state, a count, the last line of a log.
func Until(t testing.TB, what string, look func() (seen any, done bool)) {
	t.Helper()
	if err := until(Patience, what, look); err != nil {
		t.Fatal(err)
	}
}

// True calls the function "is" until the result is true. It fails the test after [Patience].
func True(t testing.TB, what string, is func() bool) {
	t.Helper()
	Until(t, what, func() (any, bool) { return "nothing yet", is() })
}

// Receive waits for the next value of c and returns it. The test fails if c is closed or if nothing
// arrives within [Patience].
func Receive[T any](t testing.TB, what string, c <-chan T) T {
	t.Helper()
	v, open, err := receive(Patience, what, c)
	if err == nil && !open {
		err = fmt.Errorf("waited for %s: the channel was closed", what)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Events returns the lines of a stream of server-sent events until the stream ends. It omits
// comments, which only show that the stream is alive.
func Events(stream io.Reader) <-chan string {
	lines := make(chan string, 1000)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(stream); in.Scan(); {
			if !strings.HasPrefix(in.Text(), ":") {
				lines <- in.Text()
			}
		}
	}()
	return lines
}

// Closed waits until c is closed. It drops the values that arrive before.
func Closed[T any](t testing.TB, what string, c <-chan T) {
	t.Helper()
	for {
		if _, open, err := receive(Patience, what, c); err != nil {
			t.Fatal(err)
		} else if !open {
			return
		}
	}
}

func until(patience time.Duration, what string, look func() (any, bool)) error {
	last, moved, pause := "", time.Now(), firstPause
	for {
		seen, done := look()
		if done {
			return nil
		}
		if now := fmt.Sprint(seen); now != last {
			last, moved, pause = now, time.Now(), firstPause
		}
		if time.Since(moved) > patience {
			return fmt.Errorf("waited for %s: nothing has moved for %v; seen last: %s", what, patience, last)
		}
		time.Sleep(pause)
		pause = min(2*pause, lastPause)
	}
}

func receive[T any](patience time.Duration, what string, c <-chan T) (v T, open bool, err error) {
	limit := time.NewTimer(patience)
	defer limit.Stop()
	select {
	case v, open = <-c:
		return v, open, nil
	case <-limit.C:
		return v, false, fmt.Errorf("waited for %s: nothing came for %v", what, patience)
	}
}

// Pass lets the time d pass in a bubble of testing/synctest, whose clock starts in the year 2000.
// Outside of a bubble it panics, because tests must not wait for real time.
func Pass(d time.Duration) {
	bubble(d)
	time.Sleep(d)
}

// After is like time.After in a bubble of testing/synctest. Outside of a bubble it panics, as Pass
// does.
func After(d time.Duration) <-chan time.Time {
	bubble(d)
	return time.After(d)
}

func bubble(d time.Duration) {
	if d > 0 && time.Now().Year() >= 2020 {
		panic(fmt.Sprintf("waittest: %v of real time would pass", d))
	}
}
