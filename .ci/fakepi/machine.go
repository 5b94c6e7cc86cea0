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

// patience is the time limit for an answer of the machine. It exceeds the time limits of the
// machine itself; see endTimeout and client of its init.
const patience = 5 * time.Minute

// Machine is a running fake Pi. It must be used by the test's goroutine only.
type Machine struct {
	t       testing.TB
	cmd     *exec.Cmd
	to      *os.File
	from    *bufio.Reader
	answers *os.File
	console *console
	begin   time.Time
	ended   bool

	Booted time.Duration // time from the start of the kernel to the machine's first answer
}

// Boot starts a machine with the given disk and waits until the machine answers. It kills the
// machine at the end of the test. The time of the machine passes only while all its programs
// wait, whatever the host's speed and load, so a press takes as long as it was meant to.
func Boot(t testing.TB, disk string) *Machine {
	t.Helper()
	m := Power(t, disk, "time-travel=inf-cpu")
	m.Await()
	return m
}

// Power starts a machine with the given disk and doesn't wait for its first answer. words are
// additional kernel arguments.
func Power(t testing.TB, disk string, words ...string) *Machine {
	t.Helper()
	m := &Machine{t: t, console: &console{}, cmd: exec.Command(Kernel(t), append(kernelLine(t, disk), words...)...)}
	m.cmd.Stdout, m.cmd.Stderr = m.console, m.console
	m.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	machineIn, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer machineIn.Close()
	from, machineOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer machineOut.Close()
	m.to, m.answers, m.from = to, from, bufio.NewReader(from)
	m.cmd.ExtraFiles = []*os.File{machineIn, machineOut}
	m.begin = time.Now()
	if err := m.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Cut)
	return m
}

// Await waits until the machine has booted and sends its first answer.
func (m *Machine) Await() {
	m.t.Helper()
	if _, _, err := m.receive(); err != nil {
		m.t.Fatalf("the machine did not come up: %v\n%s", err, m.console)
	}
	m.Booted = time.Since(m.begin)
}

// kernelLine returns the arguments of the kernel: a root folder, a disk, the file descriptors 3
// and 4 for commands and answers, and standard output for the console.
func kernelLine(t testing.TB, disk string) []string {
	return []string{
		"mem=192M", "uml_dir=" + t.TempDir() + "/", "quiet", "loglevel=4", "panic=1", "random.trust_cpu=on",
		"root=none", "rootfstype=hostfs", "rootflags=" + Root(t), "ro", "init=/init",
		"con=null", "con0=null,fd:1", "ssl=null", "ssl0=fd:3,fd:4", "ubd0=" + disk,
	}
}

// Kernel returns the path of the kernel built by kernel.sh. It skips the test if $FAKEPI_KERNEL
// is not set.
func Kernel(t testing.TB) string {
	t.Helper()
	path := os.Getenv("FAKEPI_KERNEL")
	if path == "" {
		t.Skip("SKIPPED: no FAKEPI_KERNEL; start the tests by .ci/fakepi/run")
	}
	return path
}

// Cut kills the machine, like a power cut, and waits until all its processes have ended. The
// last process to end closes the pipe for answers.
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

// Off shuts the machine down.
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

// Console returns the output of the kernel and the daemon so far.
func (m *Machine) Console() string { return m.console.String() }

// console collects the output of the machine.
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

// Send sends a command without waiting for the answer. After Send, only Cut may be called.
func (m *Machine) Send(line string) error {
	if _, err := io.WriteString(m.to, line+"\n"); err != nil {
		return fmt.Errorf("send %q: %w", line, err)
	}
	return nil
}

// Tell sends a command and returns the answer: the text of the lines that begin with "|", and
// the words after "ok".
func (m *Machine) Tell(line string) (text, end string, err error) {
	if err := m.Send(line); err != nil {
		return "", "", err
	}
	if text, end, err = m.receive(); err != nil {
		err = fmt.Errorf("%s: %w", line, err)
	}
	return text, end, err
}

// Do sends a command and returns the text of the answer. It fails the test unless the answer is
// ok.
func (m *Machine) Do(line string) (text string) {
	m.t.Helper()
	text, _, err := m.Tell(line)
	if err != nil {
		m.t.Fatal(err)
	}
	return text
}

// All sends several commands, separated by semicolons. It fails the test unless every answer is
// ok.
func (m *Machine) All(lines string) {
	m.t.Helper()
	for line := range strings.SplitSeq(lines, "; ") {
		m.Do(line)
	}
}

// receive reads the machine's answer to one command.
func (m *Machine) receive() (text, end string, err error) {
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
			return b.String(), "", fmt.Errorf("error of the machine: %s", rest)
		}
		return "", "", fmt.Errorf("no answer: %q", line)
	}
}

// Root returns the path of the root folder that all machines of this process share, read-only.
// The folder has init, the probe, and the daemon with its config. The first call creates it;
// Clean removes it.
func Root(t testing.TB) string {
	t.Helper()
	if err := installed(); err != nil {
		t.Fatal(err)
	}
	return root
}

// Clean removes the folder that Root has created.
func Clean() error { return os.RemoveAll(root) }

var root = filepath.Join(os.TempDir(), fmt.Sprint("fakepi-", os.Getpid()))

var installed = sync.OnceValue(func() error {
	for _, dir := range []string{"proc", "sys", "dev", "config", "tmp", "run", "etc/companion", "var/lib/companion"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			return err
		}
	}
	return install(root)
})
