//go:build unix

package voice

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestATextIsOneLineForTheProgramAndItsSoundGoesToThePlayer(t *testing.T) {
	b := serves(t, "", nil)
	const odd = `--help -w /tmp/x "$(reboot)"; 'x' | y [ [ 100 % \n`
	b.sends("say ru Ваш ход, Аня")
	b.hears("began", "spoke")
	b.sends("say en \x1b]0;" + strings.ReplaceAll(odd, "[ [", "[[") + "\a")
	b.hears("began", "spoke")
	if got, want := b.played(), append(said("Ваш ход, Аня"), said("]0;"+odd)...); !bytes.Equal(got, want) {
		t.Errorf("the player received %q", got)
	}
	log, err := os.ReadFile(b.log)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(log)) {
		if line != "-v ru -s 200 125 0.80\n" && line != "-v en -s 200 125 0.80\n" {
			t.Errorf("a program has the arguments %q", line)
		}
	}
}

func TestALineThatIsNoRequestIsRefusedAndTheNextOneWorks(t *testing.T) {
	b := serves(t, "", nil)
	for _, line := range []string{
		"", " ", "say", "say ru", "say ru ", "say ru \x00\x1b\u200b", "say de Hallo", "say RU x", "say -v x", "say ru \xff", "sayruda",
		"cut off", "earcon", "earcon bell", "earcon ../x", "\x00", "say ru " + strings.Repeat("я", 501), strings.Repeat("x", 100_000),
	} {
		b.sends(line)
		b.hears("refused")
	}
	longest := strings.Repeat("я", 500)
	b.sends("say ru " + longest)
	b.hears("began", "spoke")
	if got := b.played(); !bytes.Equal(got, said(longest)) {
		t.Errorf("the player received %d bytes", len(got))
	}
}

func TestTheNewestTextWins(t *testing.T) {
	b := serves(t, "", nil)
	b.sends("say ru never ends")
	b.hears("began")
	b.sends("say ru two")
	b.hears("began", "spoke")
	if got := b.played(); !bytes.HasSuffix(got, said("two")) {
		t.Errorf("the end of the sound is %q", got[max(0, len(got)-400):])
	}
}

// pipe makes a named pipe. The test reads its end once no process writes to it any more.
func pipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A cut kills the player, and what the program has started. The player's pipe ends with its last
// process, that of the program with the log.
func TestACutKillsProgramAndPlayerWithTheirChildren(t *testing.T) {
	for _, text := range []string{"never ends", "has a child"} {
		sound, log := pipe(t), pipe(t)
		begins, ends := make(chan bool), make(chan bool)
		for _, path := range []string{sound, log} {
			go func() {
				f, err := os.Open(path) // waits for a writer
				if err == nil {
					_, err = f.Read(make([]byte, 1))
				}
				begins <- err == nil
				if err == nil {
					_, err = io.Copy(io.Discard, f)
				}
				ends <- err == nil
			}()
		}
		b := serves(t, sound, func(m *mouth) {
			m.Program[2] = log
			start := m.start
			m.start = func(argv []string, speaks bool) (*child, error) {
				if m.playing != nil { // no process that waits
					return nil, os.ErrProcessDone
				}
				return start(argv, speaks)
			}
		})
		b.sends("say en " + text)
		b.hears("began")
		if one, other := <-begins, <-begins; !one || !other {
			t.Fatal("a process writes nothing")
		}
		b.sends("cut")
		if one, other := <-ends, <-ends; !one || !other {
			t.Error("a pipe can't be read")
		}
	}
}

func TestAProgramThatNeitherWritesNorEndsIsStuck(t *testing.T) {
	b := serves(t, "", func(m *mouth) { m.patience = 20 * time.Millisecond })
	b.sends("say ru hangs")
	b.hears("fault stuck " + filepath.Base(os.Args[0]) + ": neither writes nor ends")
}

func TestAFailureIsExplainedByTheLastLineOfTheProcess(t *testing.T) {
	name := filepath.Base(os.Args[0])
	b := serves(t, "", nil)
	b.sends("say ru fails")
	b.hears("fault failed " + name + ": no such voice[0m")
	b = serves(t, "", nil)
	b.sends("say ru writes nothing")
	b.hears("fault failed " + name + ": wrote no sound")
	b = serves(t, "", nil)
	b.sends("say ru …")
	b.hears("spoke")
	b = serves(t, "fails", nil)
	b.sends("say ru " + strings.Repeat("x", 1000)) // more than a pipe holds
	if b.answers.Scan(); b.answers.Text() == "began" {
		b.answers.Scan()
	}
	if want := "fault failed " + name + ": audio open error"; b.answers.Text() != want {
		t.Errorf("the service answers %q, want %q", b.answers.Text(), want)
	}
}

func TestAMissingProgramIsNamed(t *testing.T) {
	for _, missing := range []string{"companion-no-such-program", "/usr/bin/companion-no-such-program"} {
		b := serves(t, "", func(m *mouth) { m.Program[0] = missing })
		b.sends("say ru x", "say ru y")
		b.hears("fault missing-program companion-no-such-program")
		b = serves(t, "", func(m *mouth) { m.Player[0] = missing })
		b.sends("earcon edge")
		b.hears("fault missing-program companion-no-such-program")
	}
}

func TestATextWaitsForTheToneBeforeIt(t *testing.T) {
	b := serves(t, "", nil)
	b.sends("earcon edge", "say ru after")
	b.hears("began", "spoke")
	if got, want := b.played(), append(bytes.Clone(earcons[Edge]), said("after")...); !bytes.Equal(got, want) {
		t.Errorf("the players received %d bytes, want %d", len(got), len(want))
	}
}

func TestANewConnectionReplacesTheOneBefore(t *testing.T) {
	b := serves(t, "", nil)
	b.sends("say ru never ends")
	b.hears("began")
	before := b.answers
	b.dial()
	if before.Scan() {
		t.Errorf("the old connection receives %q", before.Text())
	}
	b.sends("say ru new")
	b.hears("began", "spoke")
}

func TestAClientThatReadsNothingEndsItsConnectionOnly(t *testing.T) {
	b := serves(t, "", nil)
	flood := []byte(strings.Repeat("\n", 1<<20))
	if _, err := b.conn.Write(flood); err == nil {
		t.Error("a million refusals were answered, though nobody reads")
	}
	b.dial()
	b.sends("say ru x")
	b.hears("began", "spoke")
}
