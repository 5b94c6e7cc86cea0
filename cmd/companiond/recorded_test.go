package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/store/cardtest"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
)

const recordedIn = "COMPANIOND_RECORDED" // set: this process is the daemon on that state folder

// recordedDaemon is the whole daemon, of a process that was started to be it. Tools
// reach it at the socket that it was given. It says when it has looked through its database.
func recordedDaemon(state string) {
	l, err := net.FileListener(os.NewFile(3, "socket"))
	if err == nil {
		s := process()
		s.sockets = []net.Listener{l}
		err = runLooking(state, s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// runLooking is run with a disk that says when it was looked through.
func runLooking(state string, s environment) error {
	w, o := words.Companion(words.FromEnv(s.env)), options{panel: "sim", state: state, listen: "127.0.0.1:0"}
	c, err := readConfig(o, w)
	if err != nil {
		return err
	}
	d := newDaemon(s, w, c)
	d.simulated = true
	if err := d.openGameFiles(o); err != nil {
		return err
	}
	defer d.programs.Close()
	disk, closed, err := openDisk(state, d.games, w)
	if err != nil {
		return err
	}
	return errors.Join(d.start(context.Background(), o, looking{disk.(timed)}), closed())
}

// looking says when it has looked for damage, which includes to chain old matches and to
// empty the log.
type looking struct{ timed }

const lookedThrough = "looked through, found [] <nil>"

// Check looks for damage, and says so.
func (l looking) Check(ctx context.Context) ([]companion.Damage, error) {
	damages, err := l.timed.Check(ctx)
	fmt.Fprintln(os.Stderr, "looked through, found", damages, err)
	return damages, err
}

// recorded is an evening of several daemons, one after another on one state folder, whose
// writes, syncs and answers are recorded.
type recorded struct {
	tools
	*cardtest.Recorder
	state  string
	socket *os.File
	draw   *rand.Rand
	cmd    *exec.Cmd
	in     io.Writer
	out    *bufio.Scanner
	match  string     // on the table
	told   []answered // all there were, in order
	log    lockedBuffer
}

// answered is what the daemon answered: the match has so many facts, beginning with these.
type answered struct {
	Match string
	Seq   int
	Facts string // JSON Lines
	Many  bool   // to what is more than one transaction
}

// record plays an evening from a database of an older release, drawing decisions from a
// seed.
func record(t *testing.T, database string, seed uint64) (cardtest.Recording, []answered) {
	t.Helper()
	dir := t.TempDir()
	e := &recorded{state: filepath.Join(dir, "state"), tools: tools{t: t}, draw: rand.New(rand.NewPCG(seed, 0))}
	content, err := os.ReadFile(database)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(e.state, "companion.db"), string(content))
	e.Recorder = cardtest.NewRecorder(t, dir, e.state, "lock", "companion.db-shm")
	e.listen(filepath.Join(dir, "companion.sock"))
	e.play()
	return e.Recording(), e.told
}

// listen makes the socket that each of the daemons is given.
func (e *recorded) listen(path string) {
	e.t.Helper()
	l, err := net.Listen("unix", path)
	if err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(func() { l.Close() })
	if e.socket, err = l.(*net.UnixListener).File(); err != nil {
		e.t.Fatal(err)
	}
	e.client = &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", path)
		},
	}}
}

// play is the evening: five daemons, three of which are killed, the second between a
// write and its sync, the third after it has answered, and before it syncs for itself.
func (e *recorded) play() {
	e.begin()
	e.press("ok") // Русский: little to write, after a long migration
	e.setUp("mice")
	e.decide(20)
	m := e.now()
	e.post("/api/undo", m.about(fmt.Sprintf(`"to":%d`, m.Seq-3)))
	e.decide(3)
	e.record()
	e.kill()

	e.start("-e", "inject=fsync:delay_enter=150000")
	e.killSyncing()

	e.start("-e", "inject=fsync:delay_enter=60000")
	e.kill()

	e.begin()
	e.setUp("score") // much to write
	e.press("ok")    // it begins
	e.score(1)
	e.scores(9)
	sheet := e.now()
	e.post("/api/decide", sheet.about(`"says":"finish"`))
	e.post("/api/end", e.now().about(`"again":false`))
	e.match = m.Match
	e.post("/api/resume", fmt.Sprintf(`{"id":%q}`, m.Match))
	e.decide(12)
	e.record()
	e.setUp("score")
	e.quit()

	e.begin()
	e.score(1)
	e.scores(6)
	e.edit(sheet.Match)
	e.score(1)
	e.scores(2)
	e.record()
	e.quit()
}

// edit brings a match, forgets one that is over, renames somebody, and brings back what
// was forgotten.
func (e *recorded) edit(over string) {
	e.t.Helper()
	mice, err := os.ReadFile(filepath.Join("..", "..", "companion", "match", "testdata", "v1", "mice.jsonl"))
	if err != nil {
		e.t.Fatal(err)
	}
	e.send("POST", "/api/import", ndjson, string(mice))
	backup := e.send("GET", "/api/backup", "", "")
	e.post("/api/ask", fmt.Sprintf(`{"what":"erase","arg":%q}`, over))
	e.told[len(e.told)-1].Many = true
	e.post("/api/ask", `{"what":"rename","arg":"Гоша","with":"Георгий"}`)
	e.send("POST", "/api/restore", ndjson, backup+"\n")
}

// start starts a daemon and waits until it has the match on the table again.
func (e *recorded) start(strace ...string) {
	e.t.Helper()
	match := e.match
	e.launch(strace...)
	waittest.Until(e.t, "the match on the table", func() (any, bool) {
		m := e.now()
		return m, m.Match == match
	})
}

// launch starts a daemon, which is asked nothing yet.
func (e *recorded) launch(strace ...string) {
	e.t.Helper()
	e.cmd = e.Command(strace, recordedIn+"="+e.state)
	e.cmd.ExtraFiles, e.cmd.WaitDelay, e.cmd.Stderr = []*os.File{e.socket}, time.Second, &e.log
	in, err := e.cmd.StdinPipe()
	out, bad := e.cmd.StdoutPipe()
	if err := errors.Join(err, bad, e.cmd.Start()); err != nil {
		e.t.Fatal(err)
	}
	process := e.cmd
	e.t.Cleanup(func() {
		if process.ProcessState == nil { // the test failed
			_ = killTraced(process)
		}
	})
	e.in, e.out = in, bufio.NewScanner(out)
}

// begin starts a daemon and waits until it has chained the old matches and looked through
// its database.
func (e *recorded) begin() {
	e.t.Helper()
	looks := strings.Count(e.log.String(), lookedThrough)
	e.launch()
	waittest.Until(e.t, "a daemon to look through its database", func() (any, bool) {
		log := e.log.String()
		return log, strings.Count(log, lookedThrough) > looks
	})
	e.now() // after a migration, and steps of the chaining
	e.told[len(e.told)-1].Many = true
}

// press presses keys of the panel.
func (e *recorded) press(keys ...string) {
	e.t.Helper()
	for _, k := range keys {
		e.line("press " + k)
	}
}

// line types a line, which must be answered.
func (e *recorded) line(text string) {
	e.t.Helper()
	fmt.Fprintln(e.in, text)
	e.out.Scan()
	seq, err := strconv.Atoi(strings.TrimPrefix(e.out.Text(), "ok "))
	if err != nil {
		e.t.Fatalf("%q was answered by %q\n%s", text, e.out.Text(), e.log.String())
	}
	e.told = append(e.told, answered{Match: e.match, Seq: seq})
}

// post sends a request, which must be granted.
func (e *recorded) post(path, body string) {
	e.t.Helper()
	e.send("POST", path, "application/json", body)
}

// send sends a request and returns the text of its answer. Files are brought in several
// transactions.
func (e *recorded) send(method, path, kind, body string) string {
	e.t.Helper()
	status, text := e.ask(method, path, kind, body)
	if status != http.StatusOK && path != "/api/match" {
		e.t.Fatalf("%s %s: %d %s", path, body, status, text)
	}
	a := answered{Match: e.match, Many: kind == ndjson}
	_ = json.Unmarshal([]byte(text), &a) // many an answer says nothing of a match
	e.told = append(e.told, a)
	return text
}

// tabled is the match on the table, as the page has it.
type tabled struct {
	Match   string
	Seq     int
	Choices []choice
}

type choice struct {
	Says     string
	From, To int
}

// about is a request about the match.
func (m tabled) about(what string) string {
	return fmt.Sprintf(`{%s,"match":%q,"after":%d}`, what, m.Match, m.Seq)
}

// now asks for the match on the table.
func (e *recorded) now() (m tabled) {
	e.t.Helper()
	_ = json.Unmarshal([]byte(e.send("GET", "/api/match", "", "")), &m) // there may be none
	e.match = m.Match
	return m
}

// decision is one of those that the match allows.
func (m tabled) decision(draw *rand.Rand) string {
	return m.about(fmt.Sprintf(`"says":%q`, m.Choices[draw.IntN(len(m.Choices))].Says))
}

// decide makes so many decisions.
func (e *recorded) decide(times int) {
	e.t.Helper()
	for range times {
		e.post("/api/decide", e.now().decision(e.draw))
	}
}

// record asks for the record of the match on the table.
func (e *recorded) record() {
	e.t.Helper()
	facts := e.send("GET", "/api/record", "", "") + "\n"
	e.told[len(e.told)-1].Facts = facts
}

// setUp begins a match of two. Only the next answer tells its name.
func (e *recorded) setUp(game string) {
	e.t.Helper()
	e.post("/api/setup", `{"draft":{"game":"`+game+`","names":["Аня","Вера"]},"begin":true}`)
	n := len(e.told) - 1
	e.told[n].Match = e.now().Match
}

// scores writes scores down by the page, which waits for no moment to end.
func (e *recorded) scores(times int) {
	e.t.Helper()
	for range times {
		m := e.now()
		at := slices.IndexFunc(m.Choices, func(c choice) bool { return strings.HasPrefix(c.Says, "score") })
		if at < 0 {
			e.t.Fatalf("no score may be written down: %+v", m)
		}
		e.post("/api/decide", m.about(fmt.Sprintf(`"says":"%s %d"`, m.Choices[at].Says, e.draw.IntN(30))))
	}
}

// score writes scores down by the keys.
func (e *recorded) score(times int) {
	e.t.Helper()
	e.now()
	for range times {
		e.press("up", "up", "up", "ok")
	}
}

// quit ends the daemon as the table does.
func (e *recorded) quit() {
	e.t.Helper()
	e.line("quit")
	if err := e.cmd.Wait(); err != nil {
		e.t.Fatal(err)
	}
	e.RecordContents()
}

// killSyncing makes a decision, and kills the daemon between its write and its sync,
// which is held up.
func (e *recorded) killSyncing() {
	e.t.Helper()
	log := filepath.Join(e.state, "companion.db-wal")
	before, err := os.ReadFile(log)
	if err != nil {
		e.t.Fatal(err)
	}
	body := e.now().decision(e.draw)
	done := make(chan bool)
	go func() {
		r, err := e.client.Post("http://localhost/api/decide", "application/json", strings.NewReader(body))
		if err == nil {
			err = r.Body.Close()
		}
		done <- err == nil
	}()
	waittest.Until(e.t, "a transaction in the log", func() (any, bool) {
		now, err := os.ReadFile(log)
		return len(now), err == nil && written(before, now)
	})
	e.kill()
	if <-done { // this machine is too slow to kill in time
		e.told = append(e.told, answered{Match: e.match})
	}
}

// written reports whether a log has a transaction more than before. One that is appended
// is filled to the end of a block; one that begins the log anew has another head.
func written(before, now []byte) bool {
	if len(now) > len(before) {
		return len(now)%4096 == 0
	}
	return !bytes.Equal(now[:32], before[:32]) && len(cardtest.Transactions(now)) > 0
}

// kill ends the daemon, and strace, whose child it is, with it.
func (e *recorded) kill() {
	e.t.Helper()
	if err := killTraced(e.cmd); err != nil {
		e.t.Fatal(err)
	}
	e.RecordContents()
}

func killTraced(strace *exec.Cmd) error {
	pid := strace.Process.Pid
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return err
	}
	for child := range strings.FieldsSeq(string(children)) {
		pid, err := strconv.Atoi(child)
		if err == nil {
			err = syscall.Kill(pid, syscall.SIGKILL)
		}
		if err != nil {
			return err
		}
	}
	_ = strace.Wait() // it was killed
	return nil
}
