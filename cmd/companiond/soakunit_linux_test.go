package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"tabletop/cmd/internal/heaptest"
	"tabletop/companion/store/plugtest"
	"tabletop/companion/waittest"
)

// unit is a daemon in a process of its own, started as systemd does: main itself, with
// a socket handed over. The process is that of the test binary, since the product has
// nothing that tells how many goroutines it has: there one more, asked through a pipe,
// tells it. What is resident, its descriptors and threads are read from outside.
type unit struct {
	t       *testing.T
	state   string
	cmd     *exec.Cmd
	in      io.Writer
	answers chan string // lines of standard output
	asked   io.Writer   // a byte asks for the figures
	told    *bufio.Reader
	journal *journal
	ended   chan struct{}
	err     error // how it ended
	meant   bool  // to end
}

// unitArgs is the variable of the environment that has the daemon's command line, in
// lines; without one this process is a test's.
const unitArgs = "SOAK_UNIT"

// beUnit is the daemon, if this process was started to be, and doesn't return then.
func beUnit() {
	args := os.Getenv(unitArgs)
	if args == "" {
		return
	}
	runtime.MemProfileRate = 0 // as in the daemon's own program, which can't be profiled
	_ = os.Setenv("LISTEN_PID", strconv.Itoa(os.Getpid()))
	go tellFigures(os.NewFile(4, "asked"), os.NewFile(5, "told"))
	os.Args = strings.Split(args, "\n")
	main()
	os.Exit(0)
}

// tellFigures answers each byte with goroutines and heap, until who asks is gone: then
// the daemon ends, too.
func tellFigures(asked io.Reader, told io.Writer) {
	for b := make([]byte, 1); ; {
		if _, err := asked.Read(b); err != nil {
			os.Exit(1)
		}
		runtime.GC()
		fmt.Fprintln(told, heaptest.InUse(), runtime.NumGoroutine())
	}
}

// startUnit starts the daemon on a state folder, with a socket that l listens at, and
// returns it once it has drawn its first picture and serves its page.
func startUnit(t *testing.T, state, listen string, l *os.File) *unit {
	t.Helper()
	u := &unit{t: t, state: state, answers: make(chan string, 1<<10), journal: newJournal(), ended: make(chan struct{})}
	argv := append(strings.Fields(os.Getenv("PLUGTEST_EXEC")), os.Args[0], "-test.run="+plugtest.Pattern(t.Name()), "-test.timeout=0")
	u.cmd = exec.Command(argv[0], argv[1:]...)
	args := []string{"companiond", "-panel", "sim", "-state", state, "-listen", listen}
	// No PATH: no key that is pressed finds NetworkManager.
	u.cmd.Env = append(os.Environ(), unitArgs+"="+strings.Join(args, "\n"), "LISTEN_FDS=1", "PATH=", "LANG=en")
	u.cmd.Stdout, u.cmd.Stderr = &lines{each: func(line string) { u.answers <- line }}, &lines{each: u.journal.note}
	theirs := u.pipes(l)
	if err := u.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for _, f := range theirs {
		_ = f.Close()
	}
	go func() {
		u.err = u.cmd.Wait()
		close(u.ended)
		close(u.answers)
		close(u.journal.page)
	}()
	t.Cleanup(u.last)
	u.line("screen")
	return u
}

// port is that of the page.
func (u *unit) port() string {
	u.t.Helper()
	return waittest.Receive(u.t, "the daemon's page", u.journal.page)
}

// pipes connects standard input and the pipes of the figures, and returns the other ends.
func (u *unit) pipes(l *os.File) (theirs []*os.File) {
	u.t.Helper()
	stdin, in := u.pipe()
	asked, asks := u.pipe()
	told, tells := u.pipe()
	u.cmd.Stdin, u.in, u.asked, u.told = stdin, in, asks, bufio.NewReader(told)
	u.cmd.ExtraFiles = []*os.File{l, asked, tells}
	return []*os.File{stdin, asked, tells}
}

func (u *unit) pipe() (out, in *os.File) {
	u.t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		u.t.Fatal(err)
	}
	return out, in
}

// longestAnswer is how long an answer may take. Who waits longer never gets one.
const longestAnswer = waittest.Patience

// line types a line and returns what is printed before its "ok".
func (u *unit) line(text string) (printed []string) {
	u.t.Helper()
	if _, err := io.WriteString(u.in, text+"\n"); err != nil {
		u.fatal("typing %q: %v", text, err)
	}
	for {
		line := waittest.Receive(u.t, fmt.Sprintf("the answer to %q", text), u.answers)
		if strings.HasPrefix(line, "ok ") {
			return printed
		}
		if strings.HasPrefix(line, "error ") {
			u.fatal("%q is answered by %q", text, line)
		}
		printed = append(printed, line)
	}
}

// last ends the daemon, and where the test failed says how it was.
func (u *unit) last() {
	if u.t.Failed() && !u.meant {
		u.meant = true
		_ = u.cmd.Process.Signal(syscall.SIGQUIT) // the stacks say what it waits for
		<-u.ended
		u.t.Logf("the daemon ended with %v\nthe log:\n%s", u.err, u.journal)
		return
	}
	u.end(syscall.SIGKILL)
}

// fatal ends the test; last tells the latest of the log.
func (u *unit) fatal(format string, args ...any) {
	u.t.Helper()
	u.t.Fatalf(format, args...)
}

// end ends the daemon by a signal and waits for it. One that is told to must end well.
func (u *unit) end(by syscall.Signal) {
	u.t.Helper()
	select {
	case <-u.ended:
		if !u.meant {
			u.t.Errorf("the daemon had ended by itself: %v\nthe log:\n%s", u.err, u.journal)
		}
		u.meant = true
		return
	default:
	}
	_ = u.cmd.Process.Signal(by)
	waittest.Closed(u.t, fmt.Sprintf("the end of the daemon by %v", by), u.ended)
	if u.meant = true; by != syscall.SIGKILL && u.err != nil {
		u.t.Errorf("told to end by %v, the daemon ended with %v\nthe log:\n%s", by, u.err, u.journal)
	}
}

// figures measures the daemon.
func (u *unit) figures() (f figures) {
	u.t.Helper()
	pid := strconv.Itoa(u.cmd.Process.Pid)
	status, err := os.ReadFile(filepath.Join("/proc", pid, "status"))
	open, err2 := os.ReadDir(filepath.Join("/proc", pid, "fd"))
	if err != nil || err2 != nil {
		u.fatal("measuring: %v, %v", err, err2)
	}
	for line := range strings.Lines(string(status)) {
		name, rest, _ := strings.Cut(line, ":")
		n, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 64)
		switch name {
		case "VmRSS":
			f.memory = n
		case "VmHWM":
			f.peak = n
		case "Threads":
			f.threads = n
		}
	}
	f.descriptors = float64(len(open))
	f.db, f.log = size(u.state, "companion.db"), size(u.state, "companion.db-wal")
	if _, err := u.asked.Write([]byte{'?'}); err != nil {
		u.fatal("measuring: %v", err)
	}
	if _, err := fmt.Fscanln(u.told, &f.heap, &f.goroutines); err != nil {
		u.fatal("measuring: %v", err)
	}
	f.heap /= 1024
	return f
}

// size is that of a file, 0 of one that isn't there.
func size(folder, name string) float64 {
	info, err := os.Stat(filepath.Join(folder, name))
	if err != nil {
		return 0
	}
	return float64(info.Size())
}

// lines hands on what is written, line by line.
type lines struct {
	rest []byte
	each func(string)
}

func (l *lines) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	for {
		line, rest, ok := bytes.Cut(l.rest, []byte("\n"))
		if !ok {
			return len(p), nil
		}
		l.each(string(line))
		l.rest = rest
	}
}

// journal is the log of a daemon: its last lines, and those that should not be there.
type journal struct {
	page chan string // the port of the page

	mu    sync.Mutex
	last  []string
	wrong []string
	known map[string]int // messages that may be there, and how often they were
}

func newJournal() *journal { return &journal{page: make(chan string, 1), known: map[string]int{}} }

// mayBeLogged are the errors and warnings of a table whose devices are pulled out, whose
// cards are read at the wrong time, where names are to be changed that can't be, matches
// are brought in which they were changed, and files whose sender hangs up too soon.
var mayBeLogged = []string{
	`msg="device is away"`, `msg="code refused"`,
	`msg="carry out" what=companion.Rename `, `msg="carry out" what=companion.ErasePlayers `,
	`msg="carry out" what=companion.Import err="store: take a record: the match exists with other lines"`,
	`msg="carry out" what=companion.Restore err="companiond: uploaded file: openat `,
}

// lastLines is how much of a log is told when something is wrong.
const lastLines = 200

// note takes a line. Whatever slog did not write is wrong: a panic, a data race.
func (j *journal) note(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.last = append(j.last[max(0, len(j.last)-lastLines):], line)
	if _, port, ok := strings.Cut(line, "The panel is on http://"); ok {
		_, port, _ = net.SplitHostPort(strings.Trim(port, `"`))
		j.page <- port
	}
	at := slices.IndexFunc(mayBeLogged, func(known string) bool { return strings.Contains(line, known) })
	switch {
	case at >= 0:
		j.known[mayBeLogged[at]]++
	case !strings.HasPrefix(line, "time=") || !strings.Contains(line, " level=INFO "):
		j.wrong = append(j.wrong, line)
	}
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Join(j.last, "\n")
}

// amiss returns what should not have been logged since it was last asked.
func (j *journal) amiss() (wrong []string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	wrong, j.wrong = j.wrong, nil
	return wrong
}
