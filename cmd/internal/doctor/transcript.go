package doctor

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Op is a transfer on a bus, or a level that a line was given.
type Op struct {
	At   time.Duration // since the recording began
	To   string        // "0x3C" on I²C, "-" on SPI, "GPIO25" of lines
	W, R []byte        // written and read; a level is written as 00 or 01
	Err  string        // "" if it succeeded; then nothing is known of R
}

// String is the op as a line of a transcript:
//
//	MICROSECONDS TO WRITTEN READ [ERROR]
//	1520 0x3C 00ae -
//	1790 0x3C 00 43
//	2010 0x70 21 - sysfs-i2c: remote I/O error
//
// Bytes are hexadecimal, none is "-". Lines that begin with # are remarks: the name
// of the bus, and how an SPI port was connected to.
func (o Op) String() string {
	line := fmt.Sprintf("%d %s %s %s", o.At.Microseconds(), o.To, digits(o.W), digits(o.R))
	if o.Err != "" {
		line += " " + strings.Join(strings.Fields(o.Err), " ")
	}
	return line
}

func digits(b []byte) string {
	if len(b) == 0 {
		return "-"
	}
	return hex.EncodeToString(b)
}

// ReadOps reads a transcript; an error names its line.
func ReadOps(in io.Reader) (ops []Op, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		op, err := parseOp(lines.Text())
		if err != nil {
			return ops, fmt.Errorf("doctor: transcript, line %d: %w", n, err)
		}
		ops = append(ops, op)
	}
	return ops, lines.Err()
}

func parseOp(line string) (Op, error) {
	f := strings.SplitN(line, " ", 5)
	if len(f) < 4 {
		return Op{}, fmt.Errorf("%.80q is no “MICROSECONDS TO WRITTEN READ [ERROR]”", line)
	}
	at, err := strconv.ParseUint(f[0], 10, 40)
	op := Op{At: time.Duration(at) * time.Microsecond, To: f[1], Err: strings.Join(f[4:], "")}
	w, werr := undigits(f[2])
	r, rerr := undigits(f[3])
	op.W, op.R = w, r
	return op, errors.Join(err, werr, rerr)
}

func undigits(s string) ([]byte, error) {
	if s == "-" {
		return nil, nil
	}
	return hex.DecodeString(s)
}
