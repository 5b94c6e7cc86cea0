package doctor

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"

	"tabletop/cmd/internal/wiring"
)

// Recorder records the traffic on buses and GPIO lines in transcripts. It writes one file per bus,
// such as I2C1.txt or SPI0.0.txt, and lines.txt with the levels that drivers set on lines, such as
// the D/C line of a display on SPI. It creates a file when the bus is opened.
type Recorder struct {
	folder string
	now    func() time.Time
	began  time.Time

	mu    sync.Mutex
	files map[string]*os.File
	err   error // the first error
}

// NewRecorder returns a recorder that writes into a folder. It creates the folder. Existing files
// are replaced.
func NewRecorder(folder string, now func() time.Time) (*Recorder, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("doctor: record: %w", err)
	}
	return &Recorder{folder: folder, now: now, began: now(), files: map[string]*os.File{}}, nil
}

// Host returns h with a recorder on all buses and lines. It does not record the lines of the keys,
// because they are inputs.
func (r *Recorder) Host(h wiring.Host) wiring.Host {
	return wiring.Host{
		I2C: func(name string) (i2c.BusCloser, error) {
			b, err := h.I2C(name)
			if err != nil {
				return nil, err
			}
			return &i2cTap{b, r.tap(name)}, nil
		},
		SPI: func(name string) (spi.PortCloser, error) {
			p, err := h.SPI(name)
			if err != nil {
				return nil, err
			}
			return &spiTap{p, r.tap(name)}, nil
		},
		Pin: func(name string) (gpio.PinIO, error) {
			p, err := h.Pin(name)
			if err != nil {
				return nil, err
			}
			return &lineTap{p, r.tap("lines")}, nil
		},
		Keys: h.Keys,
	}
}

// Close closes the files. It returns the first error of recording, joined with the errors of
// closing.
func (r *Recorder) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.err
	for _, f := range r.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// tap records the traffic of one bus, or of all lines.
type tap struct {
	r    *Recorder
	name string
}

// tap returns the tap of a bus. It creates the file of the bus if necessary.
func (r *Recorder) tap(name string) tap {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.files[name] == nil {
		f, err := os.Create(filepath.Join(r.folder, name+".txt"))
		if err != nil {
			r.fail(err)
			return tap{r, name}
		}
		r.files[name] = f
		_, err = fmt.Fprintf(f, "# %s: MICROSECONDS TO WRITTEN READ [ERROR]\n", name)
		r.fail(err)
	}
	return tap{r, name}
}

// fail stores err if it is the first error.
func (r *Recorder) fail(err error) {
	if r.err == nil && err != nil {
		r.err = fmt.Errorf("doctor: record: %w", err)
	}
}

// op writes a transfer with its result to the transcript.
func (t tap) op(to string, w, read []byte, err error) {
	op := Op{At: t.r.now().Sub(t.r.began), To: to, W: w, R: read}
	if err != nil {
		op.R, op.Err = nil, err.Error()
	}
	t.line(op.String())
}

// line writes a line of text to the file of the bus.
func (t tap) line(text string) {
	t.r.mu.Lock()
	defer t.r.mu.Unlock()
	if f := t.r.files[t.name]; f != nil {
		_, err := fmt.Fprintln(f, text)
		t.r.fail(err)
	}
}
