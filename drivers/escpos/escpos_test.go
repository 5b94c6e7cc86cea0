package escpos

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// connect returns a printer that is plugged in.
func connect(t *testing.T, change func(*Opts)) (*Dev, *wire) {
	t.Helper()
	w := &wire{printer: &printer{}}
	o := DefaultOpts()
	if change != nil {
		change(&o)
	}
	d, err := New(w, o)
	if err != nil {
		t.Fatal(err)
	}
	return d, w
}

func add(t *testing.T, d *Dev, name string, lines ...string) {
	t.Helper()
	j := Job{Name: name}
	for _, l := range lines {
		j.Items = append(j.Items, Line(l))
	}
	if err := d.Add(j); err != nil {
		t.Fatal(err)
	}
}

func TestJobsArePrintedInTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, w := connect(t, nil)
		add(t, d, "score", "Аня 12", "Боря 9")
		add(t, d, "log", "ход 1")
		if got := d.Waiting(); !slices.Equal(got, []string{"score", "log"}) {
			t.Errorf("waiting: %q", got)
		}
		if err := d.Print(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, want := w.receipt(), "Аня 12|Боря 9|[feed]|ход 1|[feed]"; got != want {
			t.Errorf("printed %s, want %s", got, want)
		}
		if got := d.Waiting(); len(got) > 0 || w.ends != 2 {
			t.Errorf("waiting: %q; asked %d times for the end", got, w.ends)
		}
		if err := d.Print(t.Context()); err != nil || len(w.paper) != 5 {
			t.Errorf("Print of nothing: %v, %q", err, w.paper)
		}
	})
}

func TestASlowPrinterIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, w := connect(t, nil)
		w.slow = 10 * time.Second
		add(t, d, "score", "1", "2", "3", "4")
		began := time.Now()
		if err := d.Print(t.Context()); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took < 50*time.Second || took > 51*time.Second {
			t.Errorf("Print took %v", took)
		}
		w.slow = 61 * time.Second
		add(t, d, "log", "1")
		if err := d.Print(t.Context()); !errors.Is(err, ErrSilent) {
			t.Errorf("a printer that never comes to the end: %v", err)
		}
	})
}

func TestAJobThatBreaksOffIsKeptAndPrintedAgainFromItsBeginning(t *testing.T) {
	for _, tt := range []struct {
		name    string
		breaks  func(*printer)
		want    error
		mend    func(*printer)
		receipt string
	}{
		{
			"out of paper in the middle",
			func(p *printer) { p.noPaper = 2 }, ErrPaper,
			func(p *printer) { p.noPaper = 0; p.work() },
			// The rest that the printer had taken comes first.
			"one|two|three|[feed]|one|two|three|[feed]",
		},
		{
			"no paper from the start",
			func(p *printer) { p.paper, p.noPaper = []string{"before"}, 1 }, ErrPaper,
			func(p *printer) { p.noPaper = 0; p.work() },
			"before|one|two|three|[feed]",
		},
		{
			"the cover is open",
			func(p *printer) { p.cover = true }, ErrCover,
			func(p *printer) { p.cover = false },
			"one|two|three|[feed]",
		},
		{
			"the cutter is jammed",
			func(p *printer) { p.fault = true }, ErrFault,
			func(p *printer) { p.fault = false },
			"one|two|three|[feed]",
		},
		{
			"offline",
			func(p *printer) { p.offline = true }, ErrOffline,
			func(p *printer) { p.offline = false },
			"one|two|three|[feed]",
		},
		{
			"switched off",
			func(p *printer) { p.off = true }, ErrSilent,
			func(p *printer) { p.off = false },
			"one|two|three|[feed]",
		},
		{
			"unplugged in the middle of a line",
			func(p *printer) { p.cutAfter = 9 + 7 + 6 }, errUnplugged,
			func(p *printer) { p.cutAfter = 0 },
			"one|one|two|three|[feed]",
		},
		{
			"unplugged before anything",
			func(p *printer) { p.cutAfter = 1 }, errUnplugged,
			func(p *printer) { p.cutAfter = 0 },
			"one|two|three|[feed]",
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			d, w := connect(t, nil)
			tt.breaks(w.printer)
			add(t, d, "score", "one", "two", "three")
			err := d.Print(t.Context())
			if !errors.Is(err, tt.want) || !strings.HasPrefix(err.Error(), `escpos: print "score": `) {
				t.Errorf("%s: Print: %v", tt.name, err)
			}
			if got := d.Waiting(); !slices.Equal(got, []string{"score"}) {
				t.Errorf("%s: waiting: %q", tt.name, got)
			}
			tt.mend(w.printer)
			if err := d.Print(t.Context()); err != nil {
				t.Errorf("%s: Print again: %v", tt.name, err)
			}
			if got := w.receipt(); got != tt.receipt {
				t.Errorf("%s: printed %s, want %s", tt.name, got, tt.receipt)
			}
			if got := d.Waiting(); len(got) > 0 {
				t.Errorf("%s: still waiting: %q", tt.name, got)
			}
		})
	}
}

func TestAPictureThatBrokeOffDoesNotSwallowTheJobThatBeginsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, w := connect(t, nil)
		if err := d.Add(Job{"seal", []Item{Line("seal"), QR("http://10.42.0.1/J/7K2P"), Line("end")}}); err != nil {
			t.Fatal(err)
		}
		w.cutAfter = 100 // amid the first rows of the QR code
		if err := d.Print(t.Context()); !errors.Is(err, errUnplugged) {
			t.Fatal(err)
		}
		w.cutAfter = 0
		if err := d.Print(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := "seal|[picture]|seal|[picture]|[picture]|[picture]|end|[feed]"
		if got := w.receipt(); got != want {
			t.Errorf("printed %s, want %s", got, want)
		}
		if got := w.zeros(); got < longestCommand(384) {
			t.Errorf("filled up with %d zeros", got)
		}
		if w.atOnce != 3+3 {
			t.Errorf("%d commands were obeyed at once, 6 were given", w.atOnce)
		}
	})
}

func TestAMutePrinterHasPrintedWhatTheLineTook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, w := connect(t, func(o *Opts) { o.Mute = true })
		add(t, d, "score", "one")
		if err := d.Print(t.Context()); err != nil || w.receipt() != "one|[feed]" || w.atOnce != 0 || w.ends != 0 {
			t.Errorf("Print: %v, printed %s, asked %d and %d times", err, w.receipt(), w.atOnce, w.ends)
		}
	})
}

// receiver is a line whose Write tells that the printer has received the bytes.
type receiver struct {
	*wire
	paperOut bool
}

func (r *receiver) PaperOut() bool { return r.paperOut }

// connectUSB returns a printer that is plugged in by USB.
func connectUSB(t *testing.T) (*Dev, *receiver) {
	t.Helper()
	r := &receiver{wire: &wire{printer: &printer{}}}
	d, err := New(r, DefaultOpts())
	if err != nil {
		t.Fatal(err)
	}
	return d, r
}

func TestAPrinterThatNeverAnswersPrintsWhereTheLineTellsWhatItReceived(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, r := connectUSB(t)
		r.late = time.Hour
		add(t, d, "score", "one")
		r.paperOut = true
		if err := d.Print(t.Context()); !errors.Is(err, ErrPaper) || r.receipt() != "" {
			t.Errorf("without paper: %v, printed %s", err, r.receipt())
		}
		r.paperOut = false
		began := time.Now()
		if err := d.Print(t.Context()); err != nil || r.receipt() != "one|[feed]" || r.ends != 0 || len(d.Waiting()) > 0 {
			t.Errorf("Print: %v, printed %s, asked %d times for the end", err, r.receipt(), r.ends)
		}
		if took := time.Since(began); took > 2*DefaultOpts().Answer {
			t.Errorf("Print took %v", took)
		}
		add(t, d, "log", "two", "three")
		r.cutAfter = len(r.sent) + 3 + 9 + 4 + 3
		if err := d.Print(t.Context()); !errors.Is(err, errUnplugged) || !slices.Equal(d.Waiting(), []string{"log"}) {
			t.Errorf("unplugged amid the second line: %v, waiting %q", err, d.Waiting())
		}
		r.cutAfter = 0
		if err := d.Print(t.Context()); err != nil || r.receipt() != "one|[feed]|two|two|three|[feed]" || r.zeros() < longestCommand(384) {
			t.Errorf("Print again: %v, printed %s", err, r.receipt())
		}
	})
}

func TestAPrinterThatAnswersIsListenedToWhateverItsLineTells(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, r := connectUSB(t)
		r.paperOut = true
		add(t, d, "score", "one")
		if err := d.Print(t.Context()); err != nil || r.receipt() != "one|[feed]" || r.ends != 1 {
			t.Errorf("Print: %v, printed %s", err, r.receipt())
		}
		r.cover, r.paperOut = true, false
		add(t, d, "log", "two")
		if err := d.Print(t.Context()); !errors.Is(err, ErrCover) {
			t.Errorf("with an open cover: %v", err)
		}
		r.cover, r.slow = false, time.Hour // it never reports the end, only its state
		if err := d.Print(t.Context()); err != nil || len(d.Waiting()) > 0 {
			t.Errorf("without a report of the end: %v", err)
		}
	})
}

func TestTheStatusIsToldInWords(t *testing.T) {
	fine := Status{Online: true}
	for _, tt := range []struct {
		set  func(*printer)
		want Status
		err  error
	}{
		{func(*printer) {}, fine, nil},
		{func(p *printer) { p.low = true }, Status{Online: true, PaperLow: true}, nil},
		{func(p *printer) { p.noPaper, p.paper = 1, []string{""} }, Status{PaperOut: true}, ErrPaper},
		{func(p *printer) { p.cover = true }, Status{CoverOpen: true}, ErrCover},
		{func(p *printer) { p.fault = true }, Status{Fault: true}, ErrFault},
		{func(p *printer) { p.offline = true }, Status{}, ErrOffline},
		// XON, XOFF and the four bytes of an automatic status are no answers.
		{func(p *printer) { p.noise = []byte{0x11, 0x13, 0x10, 0x00, 0x00, 0x0f} }, fine, nil},
		{func(p *printer) { p.noise = []byte{0x12, 0x3e, 0x7e} }, fine, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			d, w := connect(t, nil)
			tt.set(w.printer)
			got, err := d.Status(t.Context())
			if got != tt.want || err != nil || !errors.Is(got.Err(), tt.err) {
				t.Errorf("%+v, %v, %v, want %+v, %v", got, err, got.Err(), tt.want, tt.err)
			}
			if want := []byte{0x10, 4, 1, 0x10, 4, 2, 0x10, 4, 4}; !slices.Equal(w.sent, want) {
				t.Errorf("asked % x", w.sent)
			}
		})
	}
}

func TestAPrinterThatNeverStopsTalkingIsNotWaitedForForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, w := connect(t, nil)
		w.noise = make([]byte, 1<<20)
		began := time.Now()
		done := make(chan error, 1)
		go func() { _, err := d.Status(t.Context()); done <- err }()
		if err := <-done; err != nil || time.Since(began) > time.Second {
			t.Errorf("Status: %v after %v", err, time.Since(began))
		}
	})
}

func TestAFailingLineIsSaidWhereverItFails(t *testing.T) {
	// The printer is asked how it is before it comes to the end.
	slow := func() (*Dev, *wire) {
		d, w := connect(t, nil)
		w.slow = 400 * time.Millisecond
		add(t, d, "score", "one")
		return d, w
	}
	synctest.Test(t, func(t *testing.T) {
		d, w := slow()
		if err := d.Print(t.Context()); err != nil {
			t.Fatal(err)
		}
		all, failed := w.calls, 0
		for n := 1; n <= all; n++ {
			d, w := slow()
			w.failAt = n
			err := d.Print(t.Context())
			if !errors.Is(err, errUnplugged) || len(d.Waiting()) != 1 {
				t.Errorf("call %d failed: %v, waiting %q", n, err, d.Waiting())
			}
			if d.broken {
				failed++
				w.failAt = w.calls + 12 // what is written to fill up
				if err := d.Print(t.Context()); !errors.Is(err, errUnplugged) {
					t.Errorf("call %d failed, then filling up: %v", n, err)
				}
			}
			w.failAt = 0
			if err := d.Print(t.Context()); err != nil || !strings.HasSuffix(w.receipt(), "one|[feed]") {
				t.Errorf("call %d failed, then: %v, %s", n, err, w.receipt())
			}
		}
		if failed == 0 || failed == all {
			t.Errorf("%d of %d calls failed amid a job", failed, all)
		}
	})
}

func TestACableThatBreaksAfterAnyByteCostsNoReceipt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, w := connect(t, nil)
		add(t, d, "score", "one")
		if err := d.Print(t.Context()); err != nil {
			t.Fatal(err)
		}
		whole := len(w.sent)
		for n := 1; n < whole; n++ {
			d, w := connect(t, nil)
			w.cutAfter = n
			add(t, d, "score", "one")
			if err := d.Print(t.Context()); !errors.Is(err, errUnplugged) || len(d.Waiting()) != 1 {
				t.Errorf("unplugged after %d bytes: %v, %q", n, err, d.Waiting())
			}
			w.cutAfter = 0
			if err := d.Print(t.Context()); err != nil || !strings.HasSuffix(w.receipt(), "one|[feed]") {
				t.Errorf("unplugged after %d bytes, then: %v, %s", n, err, w.receipt())
			}
		}
	})
}

func TestAFailingLineIsSaidToWhoAsksForTheStatus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for n := 1; n <= 11; n++ {
			d, w := connect(t, nil)
			w.failAt = n
			if _, err := d.Status(t.Context()); !errors.Is(err, errUnplugged) || !strings.HasPrefix(err.Error(), "escpos: status: ") {
				t.Errorf("call %d failed: %v", n, err)
			}
			if _, err := d.Status(t.Context()); err != nil {
				t.Errorf("call %d failed, then: %v", n, err)
			}
		}
	})
}

func TestTheEndIsHeardWhileTheStatusIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, w := connect(t, nil)
		d.opts.Answer = 100 * time.Millisecond
		w.slow = 60 * time.Millisecond
		w.late = 50 * time.Millisecond
		add(t, d, "score", "one")
		began := time.Now()
		if err := d.Print(t.Context()); err != nil || time.Since(began) > 500*time.Millisecond {
			t.Errorf("Print: %v after %v", err, time.Since(began))
		}
		if !d.ended {
			t.Error("the end was heard when it was waited for")
		}
		w.slow, d.opts.Finish = time.Minute, time.Second
		add(t, d, "log", "one")
		if err := d.Print(t.Context()); !errors.Is(err, ErrSilent) {
			t.Errorf("the end of a job was taken for that of the next: %v", err)
		}
	})
}

func TestAPrinterThatTellsAtTheEndThatItHasNoPaperHasNotPrinted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, w := connect(t, nil)
		w.endSays = 0x0c
		add(t, d, "score", "one")
		if err := d.Print(t.Context()); !errors.Is(err, ErrPaper) || len(d.Waiting()) != 1 {
			t.Errorf("Print: %v, waiting %q", err, d.Waiting())
		}
	})
}

func TestHaltEndsAPrintAndKeepsTheJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, w := connect(t, nil)
		w.slow = time.Minute
		add(t, d, "score", "one")
		ended := make(chan error, 1)
		go func() { ended <- d.Print(t.Context()) }()
		time.Sleep(time.Second)
		began := time.Now()
		go func() { _, err := d.Status(t.Context()); ended <- err }()
		synctest.Wait()
		for range 2 {
			if err := d.Halt(); err != nil {
				t.Error(err)
			}
		}
		for range 2 {
			if err := <-ended; !errors.Is(err, ErrHalted) || time.Since(began) > 500*time.Millisecond {
				t.Errorf("ended with %v after %v", err, time.Since(began))
			}
		}
		if _, err := d.Status(t.Context()); !errors.Is(err, ErrHalted) || len(d.Waiting()) != 1 {
			t.Errorf("after Halt: %v, %q", err, d.Waiting())
		}
	})
}

func TestTheEndOfTheContextEndsAPrint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, w := connect(t, nil)
		w.slow = time.Minute
		add(t, d, "score", "one")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		ended := make(chan error, 2)
		go func() { ended <- d.Print(ctx) }()
		synctest.Wait()
		go func() { _, err := d.Status(ctx); ended <- err }()
		for range 2 {
			if err := <-ended; !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("ended with %v", err)
			}
		}
		gone, stop := context.WithCancel(t.Context())
		stop()
		if err := d.Print(gone); !errors.Is(err, context.Canceled) {
			t.Errorf("Print: %v", err)
		}
	})
}

func TestWhatIsDroppedIsNotPrinted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, w := connect(t, nil)
		w.slow = time.Second
		add(t, d, "old", "old")
		ended := make(chan error, 1)
		go func() { ended <- d.Print(t.Context()) }()
		time.Sleep(100 * time.Millisecond)
		d.Drop()
		add(t, d, "new", "new")
		if err := <-ended; err != nil || w.receipt() != "old|[feed]|new|[feed]" || len(d.Waiting()) != 0 {
			t.Errorf("Print: %v, printed %s, waiting %q", err, w.receipt(), d.Waiting())
		}
	})
}

func TestNoMoreThanAMebibyteWaits(t *testing.T) {
	d, _ := connect(t, nil)
	long := Job{Name: "log", Items: make([]Item, 16_000)}
	for i := range long.Items {
		long.Items[i] = Line(strings.Repeat("x", 31))
	}
	if err := errors.Join(d.Add(long), d.Add(long)); err != nil {
		t.Fatal(err)
	}
	if err := d.Add(long); !errors.Is(err, ErrFull) || len(d.Waiting()) != 2 {
		t.Errorf("Add: %v, %q", err, d.Waiting())
	}
	d.Drop()
	if err := d.Add(long); err != nil {
		t.Error(err)
	}
}

func TestAPrinterThatCantBeIsRefused(t *testing.T) {
	for _, change := range []func(*Opts){
		func(o *Opts) { o.Columns = 7 }, func(o *Opts) { o.Columns = 256 },
		func(o *Opts) { o.Dots = 56 }, func(o *Opts) { o.Dots = 380 }, func(o *Opts) { o.Dots = 2048 },
		func(o *Opts) { o.Page = nil }, func(o *Opts) { o.Answer = 0 }, func(o *Opts) { o.Finish = -1 },
	} {
		o := DefaultOpts()
		change(&o)
		if d, err := New(&wire{}, o); d != nil || err == nil || !strings.HasPrefix(err.Error(), "escpos: ") {
			t.Errorf("New(%+v): %v, %v", o, d, err)
		}
	}
	d, _ := connect(t, nil)
	if got := fmt.Sprint(d); got != "escpos{printer}" {
		t.Error(got)
	}
}
