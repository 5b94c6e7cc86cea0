package waittest

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestAWaitLastsAsLongAsSomethingMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		err := until(time.Minute, "an hour", func() (any, bool) {
			passed := time.Since(began)
			return passed / (50 * time.Second), passed > time.Hour
		})
		if err != nil || time.Since(began) < time.Hour {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
	})
}

func TestAWaitEndsWhenNothingHasMovedAndSaysWhatItSaw(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, looks := time.Now(), 0
		err := until(time.Minute, "the third box", func() (any, bool) {
			looks++
			return min(looks, 2), false
		})
		if took := time.Since(began); took < time.Minute || took > 61*time.Second {
			t.Errorf("it gave up after %v", took)
		}
		if err == nil || !strings.Contains(err.Error(), "the third box") || !strings.Contains(err.Error(), "seen last: 2") {
			t.Errorf("it says %v", err)
		}
	})
}

func TestAValueIsAwaitedAndAClosedChannelIsSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		go func() {
			time.Sleep(30 * time.Second)
			c <- 7
			close(c)
		}()
		if v := Receive(t, "seven", c); v != 7 {
			t.Errorf("got %d", v)
		}
		Closed(t, "the end", c)
		if _, open, err := receive(time.Minute, "more", c); open || err != nil {
			t.Errorf("after the end: %v, %v", open, err)
		}
		if _, _, err := receive(time.Minute, "a value", make(chan int)); err == nil {
			t.Error("a value came from nowhere")
		}
	})
}

func TestOfAStreamOfEventsEveryLineComesButItsComments(t *testing.T) {
	lines := Events(strings.NewReader("event: match\n: alive\ndata: {}\n\n"))
	for _, want := range []string{"event: match", "data: {}", ""} {
		if got := Receive(t, want, lines); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	Closed(t, "the end of the stream", lines)
}

func TestTimePassesInBubblesOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		Pass(time.Minute)
		<-After(time.Minute)
		if passed := time.Since(began); passed != 2*time.Minute {
			t.Errorf("%v have passed, want 2 minutes", passed)
		}
	})
	Pass(0)
	defer func() {
		if recover() == nil {
			t.Error("real time passed")
		}
	}()
	Pass(time.Nanosecond)
}
