package voice

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"tabletop/cmd/internal/config"
)

// sentences has texts of the usual lengths.
var sentences = []string{
	"Ваш ход, Аня", "Лови мышей! Красная, зелёная, синяя", "двадцать одно очко", "Боря: третья строка из семи", "Новая партия",
}

// reports sends the time of its first sound to a socket, in place of a player.
func reports(socket string) int {
	first := make([]byte, chunk)
	if _, err := io.ReadAtLeast(os.Stdin, first, headerSize+1); err != nil {
		return 0
	}
	conn, err := net.Dial("unix", socket)
	if err != nil {
		panic(err)
	}
	defer conn.Close()
	fmt.Fprintln(conn, time.Now().UnixNano())
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}

// speaks skips a benchmark without espeak-ng, and returns its usual command.
func speaks(b *testing.B) []string {
	b.Helper()
	if _, err := exec.LookPath("espeak-ng"); err != nil {
		b.Skip(err)
	}
	return config.Default().Voice.Program
}

// percentiles reports the median and the time within which 99 of 100 measurements lie.
func percentiles(b *testing.B, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2].Seconds()*1000, "ms-p50")
	b.ReportMetric(took[len(took)*99/100].Seconds()*1000, "ms-p99")
	b.ReportMetric(took[len(took)-1].Seconds()*1000, "ms-max")
}

// BenchmarkFirstSample measures the time from the client's call, at a key press, until the player has
// the first samples of espeak-ng. Each text ends the text before, as when a bar moves through a list.
func BenchmarkFirstSample(b *testing.B) {
	v := config.Voice{Program: speaks(b), Rate: usualRate}
	dir := b.TempDir()
	times, err := net.Listen("unix", filepath.Join(dir, "times"))
	if err != nil {
		b.Fatal(err)
	}
	defer times.Close()
	v.Player = []string{os.Args[0], "reports", filepath.Join(dir, "times")}
	l, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan error, 2)
	go func() { ended <- serve(ctx, l, func() *mouth { return newMouth(v) }) }()
	ready := make(chan bool, 1)
	c := New(filepath.Join(dir, "socket"), func(e Event) {
		switch {
		case e.Kind == CardChanged:
			ready <- true
		case e.Kind == Failed:
			b.Errorf("%+v", e)
		}
	})
	go func() { ended <- c.Run(ctx) }()
	<-ready
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		began := time.Now()
		c.Say("ru", sentences[i%len(sentences)])
		conn, err := times.Accept()
		if err != nil {
			b.Fatal(err)
		}
		var at int64
		if _, err := fmt.Fscan(conn, &at); err != nil {
			b.Fatal(err)
		}
		conn.Close()
		if i > 0 { // the first program isn't started before it is needed
			took = append(took, time.Unix(0, at).Sub(began))
		}
		time.Sleep(pressPause)
	}
	percentiles(b, took)
	stop()
	<-ended
	<-ended
}

// pressPause is the time between two quick presses. The next processes start in this time.
const pressPause = 150 * time.Millisecond

// BenchmarkProgram measures espeak-ng alone: from its line to its first samples if it waits for the
// line, and from its start.
func BenchmarkProgram(b *testing.B) {
	m := mouth{Voice: config.Voice{Program: speaks(b), Rate: usualRate}, start: startChild}
	for _, waits := range []bool{true, false} {
		b.Run(map[bool]string{true: "waiting", false: "cold"}[waits], func(b *testing.B) {
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				began := time.Now()
				c, err := m.startProgram("ru")
				if err != nil {
					b.Fatal(err)
				}
				if waits {
					time.Sleep(pressPause)
					began = time.Now()
				}
				fmt.Fprintln(c.in, sentences[i%len(sentences)])
				if _, err := io.ReadAtLeast(bufio.NewReader(c.out), make([]byte, headerSize+1), headerSize+1); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
				c.end()
				<-c.done
			}
			percentiles(b, took)
		})
	}
}

// BenchmarkSay measures the call that a key waits for.
func BenchmarkSay(b *testing.B) {
	c := New("", func(Event) {})
	c.linked.Store(true)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c.Say("ru", sentences[i%len(sentences)])
	}
}
