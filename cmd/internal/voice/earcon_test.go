package voice

import (
	"encoding/binary"
	"math"
	"testing"
	"time"
)

func TestTonesAreShortAndDoNotClick(t *testing.T) {
	for _, kind := range []Earcon{Edge, Refused, Done} {
		file := earcons[kind]
		if string(file[:4]) != "RIFF" || int(binary.LittleEndian.Uint32(file[4:])) != len(file)-8 || int(binary.LittleEndian.Uint32(file[40:])) != len(file)-headerSize {
			t.Errorf("%s has the header %q", kind, file[:headerSize])
		}
		if length := lengthOf(file, len(file)-headerSize); length < 30*time.Millisecond || length > 120*time.Millisecond {
			t.Errorf("%s lasts %v", kind, length)
		}
		before, peak := 0.0, 0.0
		for at := headerSize; at < len(file); at += 2 {
			now := float64(int16(binary.LittleEndian.Uint16(file[at:])))
			// the steepest step of a sine of 1 kHz
			if step := math.Abs(now - before); step > loudness*2*math.Pi*1000/earconRate {
				t.Errorf("%s jumps by %.0f at byte %d", kind, step, at)
			}
			before, peak = now, max(peak, math.Abs(now))
		}
		if before != 0 || peak < 0.9*loudness {
			t.Errorf("%s ends with %.0f and is as loud as %.0f", kind, before, peak)
		}
	}
}

func TestTheLengthOfSoundFollowsItsHeader(t *testing.T) {
	for _, test := range []struct {
		head []byte
		size int
		want time.Duration
	}{
		{wav(nil), 2 * earconRate, time.Second},
		{nil, usualPace, time.Second},
		{make([]byte, headerSize), usualPace, time.Second},
		{append([]byte("RIFF"), make([]byte, headerSize)...), usualPace, time.Second},
	} {
		if got := lengthOf(test.head, test.size); got != test.want {
			t.Errorf("%q: %v, want %v", test.head, got, test.want)
		}
	}
}
