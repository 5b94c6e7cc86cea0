package fakepi

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience is how long the machine may take to answer a line.
const patience = 30 * time.Second

// Machine is one that runs. Only the test's goroutine uses it.
type Machine struct {
	t       testing.TB
	cmd     *exec.Cmd
	to      *os.File
	from    *bufio.Reader
	answers *os.File
	console *console
	begin   time.Time
	ended   bool

	Booted time.Duration // from the start of the kernel until it answered
	Late   time.Duration // the most that it stood still while a key was pressed
}

// Boot starts a machine on a disk and waits until it answers. It is killed when
// the test ends, unless it ended before.
func Boot(t testing.TB, disk string) *Machine {
	t.Helper()
	m := Power(t, disk)
	m.Await()
	return m
}

// Power starts a machine and doesn't wait. The kernel is told more words, if any.
func Power(t testing.TB, disk string, words ...string) *Machine {
	t.Helper()
	m := &Machine{t: t, console: &console{}, cmd: exec.Command(Kernel(t), append(kernelLine(t, disk), words...)...)}
	m.cmd.Stdout, m.cmd.Stderr = m.console, m.console
	m.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	itsIn, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer itsIn.Close()
	from, itsOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer itsOut.Close()
	m.to, m.answers, m.from = to, from, bufio.NewReader(from)
	m.cmd.ExtraFiles = []*os.File{itsIn, itsOut}
	m.begin = time.Now()
	if err := m.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Cut)
	return m
}

// Await waits until a machine answers.
func (m *Machine) Await() {
	m.t.Helper()
	if _, _, err := m.hear(); err != nil {
		m.t.Fatalf("the machine did not come up: %v\n%s", err, m.console)
	}
	m.Booted = time.Since(m.begin)
}

// kernelLine is the kernel's command line: a root folder, a disk, the lines 3 and 4
// for talking, the standard output for the console.
func kernelLine(t testing.TB, disk string) []string {
	return []string{
		"mem=192M", "uml_dir=" + t.TempDir() + "/", "quiet", "loglevel=4", "panic=1", "random.trust_cpu=on",
		"root=none", "rootfstype=hostfs", "rootflags=" + Root(t), "ro", "init=/init",
		"con=null", "con0=null,fd:1", "ssl=null", "ssl0=fd:3,fd:4", "ubd0=" + disk,
	}
}

// Kernel is the program that kernel.sh built, or skips the test.
func Kernel(t testing.TB) string {
	t.Helper()
	path := os.Getenv("FAKEPI_KERNEL")
	if path == "" {
		t.Skip("SKIPPED: no FAKEPI_KERNEL; start the tests by .ci/fakepi/run")
	}
	return path
}

// Cut kills the machine, wherever it is, and waits until nothing of it is left: the
// last of its processes closes the line that it answers on.
func (m *Machine) Cut() {
	if m.ended {
		return
	}
	m.ended = true
	_ = syscall.Kill(-m.cmd.Process.Pid, syscall.SIGKILL)
	_ = m.cmd.Wait()
	_, _ = io.Copy(io.Discard, m.answers)
	m.to.Close()
	m.answers.Close()
	if m.t.Failed() {
		m.t.Logf("console of the machine:\n%s", m.console)
	}
}

// Off switches the machine off in an orderly way.
func (m *Machine) Off() {
	m.t.Helper()
	m.Do("off")
	end := time.AfterFunc(patience, func() { _ = syscall.Kill(-m.cmd.Process.Pid, syscall.SIGKILL) })
	defer end.Stop()
	if err := m.cmd.Wait(); err != nil {
		m.t.Errorf("the machine ended with %v\n%s", err, m.console)
	}
	m.Cut()
}

// Console is what the kernel and the daemon have written so far.
func (m *Machine) Console() string { return m.console.String() }

// console keeps what is written to it.
type console struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (c *console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.b.Write(p)
}

func (c *console) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.ReplaceAll(c.b.String(), "\r\n", "\n")
}

// Send sends a line and doesn't wait for the answer. After it, only Cut makes sense.
func (m *Machine) Send(line string) error {
	if _, err := io.WriteString(m.to, line+"\n"); err != nil {
		return fmt.Errorf("send %q: %w", line, err)
	}
	return nil
}

// Tell sends a line and returns what the machine answers: the text of the lines
// with a bar, and what stands behind the ok.
func (m *Machine) Tell(line string) (text, end string, err error) {
	if err := m.Send(line); err != nil {
		return "", "", err
	}
	if text, end, err = m.hear(); err != nil {
		err = fmt.Errorf("%s: %w", line, err)
	}
	return text, end, err
}

// Do is Tell where anything but ok fails the test.
func (m *Machine) Do(line string) (text string) {
	m.t.Helper()
	text, _, err := m.Tell(line)
	if err != nil {
		m.t.Fatal(err)
	}
	return text
}

// All does several lines, divided by semicolons.
func (m *Machine) All(lines string) {
	m.t.Helper()
	for line := range strings.SplitSeq(lines, "; ") {
		m.Do(line)
	}
}

// hear reads one answer.
func (m *Machine) hear() (text, end string, err error) {
	if err := m.answers.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return "", "", err
	}
	var b strings.Builder
	for {
		line, err := m.from.ReadString('\n')
		if err != nil {
			return "", "", err
		}
		line = strings.TrimSuffix(line, "\n")
		if payload, ok := strings.CutPrefix(line, "|"); ok {
			b.WriteString(payload + "\n")
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "ok":
			return b.String(), rest, nil
		case "error":
			return b.String(), "", fmt.Errorf("the machine says: %s", rest)
		}
		return "", "", fmt.Errorf("no answer: %q", line)
	}
}

// Root is the folder that every machine of this process has as its root, read only:
// init, the daemon with its config and the probe, made once. Clean removes it.
func Root(t testing.TB) string {
	t.Helper()
	if err := equipped(); err != nil {
		t.Fatal(err)
	}
	return root
}

// Clean removes what was made for the machines of this process.
func Clean() error { return os.RemoveAll(root) }

var root = filepath.Join(os.TempDir(), fmt.Sprint("fakepi-", os.Getpid()))

var equipped = sync.OnceValue(func() error {
	for _, dir := range []string{"proc", "sys", "dev", "config", "tmp", "run", "etc/companion", "var/lib/companion"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			return err
		}
	}
	return equip(root)
})
