package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion"
	"tabletop/companion/store"
)

// The whole process, built as it is shipped. For another machine name its
// architecture and what runs it here:
//
//	BENCH_GOARCH=arm BENCH_EXEC=qemu-arm-static go test ./cmd/companiond -run '^$' -bench Process -benchtime 5x

// shipped builds the daemon and returns its file and size in bytes.
func shipped(b *testing.B) (file string, size int64) {
	b.Helper()
	file = filepath.Join(b.TempDir(), "companiond")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if arch := os.Getenv("BENCH_GOARCH"); arch != "" {
		build.Env = append(build.Env, "GOARCH="+arch, "GOARM=6")
	}
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(file)
	if err != nil {
		b.Fatal(err)
	}
	return file, info.Size()
}

// child is a running daemon.
type child struct {
	b   *testing.B
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func begin(b *testing.B, file, state string) *child {
	b.Helper()
	args := []string{file, "-panel", "sim", "-state", state, "-listen", "127.0.0.1:0"}
	if runner := os.Getenv("BENCH_EXEC"); runner != "" {
		args = append([]string{runner}, args...)
	}
	p := &child{b: b, cmd: exec.Command(args[0], args[1:]...)}
	in, err := p.cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	p.in, p.out = in, bufio.NewScanner(out)
	if err := p.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	return p
}

// line types a line and waits for its answer.
func (p *child) line(text string) {
	p.b.Helper()
	if _, err := io.WriteString(p.in, text+"\n"); err != nil {
		p.b.Fatal(err)
	}
	for p.out.Scan() {
		if strings.HasPrefix(p.out.Text(), "ok ") {
			return
		}
	}
	p.b.Fatalf("no answer to %q", text)
}

func (p *child) quit() {
	p.b.Helper()
	p.line("quit")
	if err := p.cmd.Wait(); err != nil {
		p.b.Error(err)
	}
}

// status reads a number of kB from /proc: VmRSS, VmHWM.
func (p *child) status(name string) float64 {
	p.b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		p.b.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); fields[0] == name+":" {
			kB, _ := strconv.ParseFloat(fields[1], 64)
			return kB
		}
	}
	p.b.Fatalf("no %s", name)
	return 0
}

// busy is the time on a processor so far, in ticks of 10 ms.
func (p *child) busy() float64 {
	p.b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		p.b.Fatal(err)
	}
	fields := strings.Fields(string(text[strings.LastIndex(string(text), ")")+1:]))
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return user + system
}

// Start to first picture. Aim: 150 ms, with no match on disk and with a thousand.
func BenchmarkProcessStart(b *testing.B) {
	file, size := shipped(b)
	for _, matches := range []int{0, 1000} {
		b.Run(strconv.Itoa(matches)+"-matches", func(b *testing.B) {
			state := b.TempDir()
			fill(b, state, matches)
			for b.Loop() {
				p := begin(b, file, state)
				p.line("screen")
				b.StopTimer()
				p.quit()
				b.StartTimer()
			}
			b.ReportMetric(float64(size)/1e6, "MB-binary")
		})
	}
}

// fill writes finished matches of a whole night to a state folder, and one open.
func fill(b *testing.B, state string, matches int) {
	b.Helper()
	record, err := os.ReadFile(filepath.Join("..", "..", "companion", "match", "testdata", "v1", "mice.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	s, err := store.Open(state, time.Now(), catalogue.Games())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for i := range matches {
		k := companion.Keep{Ticket: 1, Match: fmt.Sprintf("m%d", i), First: 1, Lines: strings.Split(strings.TrimSpace(string(record)), "\n"), Over: i > 0}
		if err := s.Keep(b.Context(), k); err != nil {
			b.Fatal(err)
		}
	}
}

// Memory after a whole game by keys (aim: 40 MB), then ten seconds of nothing
// (aim: under 0.5 % of one processor).
func BenchmarkProcessEvening(b *testing.B) {
	file, _ := shipped(b)
	for b.Loop() {
		p := begin(b, file, b.TempDir())
		keys, err := os.ReadFile(filepath.Join("testdata", "nights", "mazaitsy.in"))
		if err != nil {
			b.Fatal(err)
		}
		for line := range strings.Lines(string(keys)) {
			p.line(strings.TrimSpace(line))
		}
		b.ReportMetric(p.status("VmRSS")/1000, "MB-RSS")
		b.ReportMetric(p.status("VmHWM")/1000, "MB-peak")
		before := p.busy()
		time.Sleep(10 * time.Second)
		b.ReportMetric((p.busy()-before)/10, "%-idle")
		p.quit()
	}
}
