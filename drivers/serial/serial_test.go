package serial

import (
	"errors"
	"io"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// What the drivers of serial devices ask of their line.
var _ interface {
	io.ReadWriteCloser
	SetReadDeadline(time.Time) error
} = (*Port)(nil)

// script is a device whose reads and writes are functions; nil is an idle line,
// or bytes that are taken.
type script struct {
	read   func([]byte) (int, error)
	write  func([]byte) (int, error)
	close  func() error
	idle   time.Duration
	closed bool
}

func (s *script) Read(b []byte) (int, error) {
	if s.read != nil {
		return s.read(b)
	}
	time.Sleep(s.idle)
	return 0, io.EOF
}

func (s *script) Write(b []byte) (int, error) {
	if s.write != nil {
		return s.write(b)
	}
	return len(b), nil
}

func (s *script) Close() error {
	s.closed = true
	if s.close != nil {
		return s.close()
	}
	return nil
}

// bench opens a port on whatever dial gives.
func bench(t *testing.T, change func(*Opts), dial func() (Device, error)) *Port {
	t.Helper()
	o := DefaultOpts()
	o.Dial = func(string, int, time.Duration) (Device, error) { return dial() }
	if change != nil {
		change(&o)
	}
	p, err := Open("bench", 9600, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestALineThatCantWorkIsRefusedAtOnce(t *testing.T) {
	for _, tt := range []struct {
		name   string
		path   string
		baud   int
		change func(*Opts)
		want   string
	}{
		{"rate", "x", 250000, nil, `serial: open "x": 250000 baud: want one of [1200 2400 4800 9600 19200 38400 57600 115200 230400 460800 921600]`},
		{"path", "", 9600, nil, `serial: open "": no path`},
		{"idle not a tenth", "x", 9600, func(o *Opts) { o.Idle = 150 * time.Millisecond }, `serial: open "x": idle time 150ms: want 100ms to 25.5s in steps of 100ms`},
		{"no idle", "x", 9600, func(o *Opts) { o.Idle = 0 }, `serial: open "x": idle time 0s: want 100ms to 25.5s in steps of 100ms`},
		{"long idle", "x", 9600, func(o *Opts) { o.Idle = 26 * time.Second }, `serial: open "x": idle time 26s: want 100ms to 25.5s in steps of 100ms`},
		{"no pause", "x", 9600, func(o *Opts) { o.FirstPause = 0 }, `serial: open "x": times must be positive`},
		{"no dial", "x", 9600, func(o *Opts) { o.Dial = nil }, `serial: open "x": no Dial`},
	} {
		o := DefaultOpts()
		if tt.change != nil {
			tt.change(&o)
		}
		if p, err := Open(tt.path, tt.baud, o); p != nil || err == nil || err.Error() != tt.want {
			t.Errorf("%s: Open: %v, %v, want %s", tt.name, p, err, tt.want)
		}
	}
}

func TestADeviceThatIsAwayIsTriedWithGrowingPausesAndSaidOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var tries []time.Duration
		said := 0
		p := bench(t, func(o *Opts) {
			o.Notice = func(error) { said++ }
		}, func() (Device, error) {
			tries = append(tries, time.Since(began))
			return nil, os.ErrNotExist
		})
		time.Sleep(8 * time.Second)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		// 100 ms, doubled up to 2 s.
		want := []int{0, 100, 300, 700, 1500, 3100, 5100, 7100}
		if len(tries) != len(want) {
			t.Fatalf("tried at %v", tries)
		}
		for i, ms := range want {
			if tries[i] != time.Duration(ms)*time.Millisecond {
				t.Errorf("try %d came at %v, want %d ms", i, tries[i], ms)
			}
		}
		if said != 1 {
			t.Errorf("said %d times", said)
		}
	})
}

func TestTwoEarlyEndsInARowAreAHangUpOneIsNot(t *testing.T) {
	for _, tt := range []struct {
		name string
		ends []time.Duration // how long each read takes to end with nothing
		lost bool
	}{
		{"one early", []time.Duration{0, 200, 200}, false},
		{"early now and then", []time.Duration{0, 200, 0, 200, 0, 200}, false},
		{"a little early", []time.Duration{160, 160, 160, 160}, false},
		{"two early", []time.Duration{0, 0}, true},
		{"two early after a while", []time.Duration{200, 200, 159, 159}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := 0
				var lost error
				d := &script{}
				d.read = func([]byte) (int, error) {
					end := 200 * time.Millisecond
					if n < len(tt.ends) {
						end = tt.ends[n] * time.Millisecond
					}
					n++
					time.Sleep(end)
					return 0, io.EOF
				}
				p := bench(t, func(o *Opts) {
					o.FirstPause, o.LastPause = time.Hour, time.Hour
					o.Notice = func(err error) { lost = err }
				}, func() (Device, error) { return d, nil })
				time.Sleep(5 * time.Second)
				synctest.Wait()
				if got := errors.Is(lost, ErrHungUp); got != tt.lost || d.closed != tt.lost {
					t.Errorf("lost: %v, closed: %v, want %v", lost, d.closed, tt.lost)
				}
				if err := p.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestADeviceThatAnswersNothingWithNoErrorIsIdleToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &script{read: func([]byte) (int, error) { time.Sleep(200 * time.Millisecond); return 0, nil }}
		p := bench(t, func(o *Opts) {
			o.Notice = func(err error) { t.Errorf("said %v", err) }
		}, func() (Device, error) { return d, nil })
		time.Sleep(10 * time.Second)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestCloseLeavesADeviceBehindThatDoesNotLetGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		d := &script{idle: 200 * time.Millisecond, close: func() error { <-release; return nil }}
		p := bench(t, nil, func() (Device, error) { return d, nil })
		synctest.Wait()
		began := time.Now()
		if err := p.Close(); !errors.Is(err, ErrStuck) {
			t.Errorf("Close: %v", err)
		}
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("Close took %v", took)
		}
		close(release)
	})
}

func TestCloseReturnsWhileTheDeviceHangsInARead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		d := &script{read: func([]byte) (int, error) { <-release; return 0, io.EOF }}
		p := bench(t, nil, func() (Device, error) { return d, nil })
		synctest.Wait()
		if err := p.Close(); !errors.Is(err, ErrStuck) {
			t.Errorf("Close: %v", err)
		}
		close(release)
		<-p.done
		if !d.closed {
			t.Error("the device was not closed once it could be")
		}
	})
}

func TestAFailingWriteLosesTheDevice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken pipe")
		var said error
		d := &script{idle: 200 * time.Millisecond}
		d.write = func(b []byte) (int, error) { return 3, broken }
		p := bench(t, func(o *Opts) {
			o.FirstPause, o.LastPause = time.Hour, time.Hour
			o.Notice = func(err error) { said = err }
		}, func() (Device, error) { return d, nil })
		synctest.Wait()
		if n, err := p.Write([]byte("hello")); n != 3 || !errors.Is(err, broken) {
			t.Errorf("Write: %d, %v", n, err)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if !errors.Is(said, broken) || !d.closed {
			t.Errorf("said %v, closed %v", said, d.closed)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		if _, err := p.Write([]byte("hello")); !errors.Is(err, os.ErrClosed) {
			t.Errorf("Write after Close: %v", err)
		}
	})
}

func TestAWriteThatTheDeviceDoesNotTakeIsLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		taken := 0
		d := &script{idle: 200 * time.Millisecond}
		d.write = func(b []byte) (int, error) {
			if taken++; taken > 2 {
				<-release
			}
			return len(b), nil
		}
		p := bench(t, nil, func() (Device, error) { return d, nil })
		synctest.Wait()
		began := time.Now()
		n, err := p.Write(make([]byte, 1000))
		if took := time.Since(began); n != 512 || !errors.Is(err, ErrStuck) || took != 3*time.Second {
			t.Errorf("Write: %d, %v after %v", n, err, took)
		}
		close(release)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestOfWhatNobodyReadsTheLast4KiBAreKept(t *testing.T) {
	in := newInbox()
	for i := range 40 {
		in.put(append(make([]byte, 255), byte(i)))
		in.lose(io.EOF)
		in.lose(io.ErrUnexpectedEOF)
	}
	b := make([]byte, 300)
	for want := 24; want < 40; want++ {
		n, err := in.read(b, nil)
		for n == 0 && err != nil && want == 24 {
			n, err = in.read(b, nil)
		}
		if n != 256 || err != nil || b[255] != byte(want) {
			t.Fatalf("read %d bytes, the last %d, %v, want piece %d", n, b[255], err, want)
		}
		if n, err := in.read(b, nil); n != 0 || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("after piece %d read %d, %v: a loss is told once", want, n, err)
		}
	}
}

func TestADeadlineThatIsSetLateEndsAReadUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := bench(t, nil, func() (Device, error) { return &script{idle: 200 * time.Millisecond}, nil })
		ended := make(chan error)
		go func() { _, err := p.Read(make([]byte, 1)); ended <- err }()
		synctest.Wait()
		if err := p.SetReadDeadline(time.Now()); err != nil {
			t.Error(err)
		}
		if err := <-ended; !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("Read: %v", err)
		}
		if n, err := p.Read(nil); n != 0 || err != nil {
			t.Errorf("Read of nothing: %d, %v", n, err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
}
