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

// Op is a transfer on a bus, or a level set on a line.
type Op struct {
	At   time.Duration // time since the start of the recording
	To   string        // address "0x3C" on I²C, "-" on SPI, name "GPIO25" of a line
	W, R []byte        // bytes written and read; W is 00 or 01 for a level
	Err  string        // text of the error; "" for success. After an error, R is unknown.
}

// String returns the op as a line of a transcript:
//
//	MICROSECONDS TO WRITTEN READ [ERROR]
//	1520 0x3C 00ae -
//	1790 0x3C 00 43
//	2010 0x70 21 - sysfs-i2c: remote I/O error
//
// Bytes are hexadecimal; "-" means none. Lines that begin with # are comments: the name of the bus,
// and the settings of an SPI port.
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

// ReadOps reads the ops of a transcript. An error contains the line number.
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
		return Op{}, fmt.Errorf("%.80q is not “MICROSECONDS TO WRITTEN READ [ERROR]”", line)
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
