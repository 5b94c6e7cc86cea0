package voice

import (
	"bytes"
	"encoding/binary"
	"math"
	"time"
)

// earconRate is the sample rate of tones in Hz. espeak-ng has the same.
const earconRate = 22050

// note is a part of a tone. Its pitch glides from one frequency to the other.
type note struct {
	from, to float64 // in Hz
	length   time.Duration
}

// earcons maps each kind to its sound, a WAV file of 16 bits and one channel.
var earcons = map[Earcon][]byte{
	Edge:    wav(synthesize(note{330, 300, 45 * time.Millisecond})),
	Refused: wav(synthesize(note{260, 250, 50 * time.Millisecond}, note{190, 170, 65 * time.Millisecond})),
	Done:    wav(synthesize(note{590, 590, 45 * time.Millisecond}, note{880, 880, 65 * time.Millisecond})),
}

// ramp is the duration of the rise and of the fall of each note, which otherwise would click.
const ramp = 8 * time.Millisecond

// loudness is the amplitude of tones, about that of speech.
const loudness = 9000

// synthesize returns the samples of notes that follow each other. Each begins and ends with 0.
func synthesize(notes ...note) (samples []int16) {
	for _, n := range notes {
		count := int(n.length * earconRate / time.Second)
		edge := int(ramp * earconRate / time.Second)
		phase := 0.0
		for i := range count {
			level := min(1, float64(i)/float64(edge), float64(count-1-i)/float64(edge))
			level = (1 - math.Cos(math.Pi*level)) / 2
			samples = append(samples, int16(loudness*level*math.Sin(phase)))
			phase += 2 * math.Pi * (n.from + (n.to-n.from)*float64(i)/float64(count)) / earconRate
		}
	}
	return samples
}

// headerSize is the size in bytes of the header of a WAV file with one format.
const headerSize = 44

// wav returns a WAV file of 16 bits, one channel and earconRate.
func wav(samples []int16) []byte {
	var b bytes.Buffer
	size := uint32(2 * len(samples))
	for _, part := range []any{
		[]byte("RIFF"), headerSize - 8 + size, []byte("WAVEfmt "), uint32(16), uint16(1), uint16(1),
		uint32(earconRate), uint32(2 * earconRate), uint16(2), uint16(16), []byte("data"), size, samples,
	} {
		_ = binary.Write(&b, binary.LittleEndian, part) // a bytes.Buffer takes everything
	}
	return b.Bytes()
}

// usualPace is the assumed number of bytes per second of sound without a header.
const usualPace = 32000

// lengthOf returns the time that size bytes of sound take. head is their beginning.
func lengthOf(head []byte, size int) time.Duration {
	pace := usualPace
	if len(head) >= headerSize && string(head[:4]) == "RIFF" {
		if p := binary.LittleEndian.Uint32(head[28:]); p > 0 {
			pace = int(p)
		}
	}
	return time.Duration(size) * time.Second / time.Duration(pace)
}
