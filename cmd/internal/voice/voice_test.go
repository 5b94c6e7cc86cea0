package voice

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/cmd/internal/config"
)

// TestMain lets this binary be the program and the player of a test.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "program" {
		os.Exit(program(os.Args[2]))
	}
	if len(os.Args) > 2 && os.Args[1] == "player" {
		os.Exit(player(os.Args[2:]))
	}
	if len(os.Args) > 2 && os.Args[1] == "reports" {
		os.Exit(reports(os.Args[2]))
	}
	os.Exit(m.Run())
}

// sample is what the program writes for a letter of the text: 100 bytes of sound.
func sample(letter byte) []byte { return bytes.Repeat([]byte{letter}, 100) }

// program stands for a speech program. It writes its arguments to a file, and does what its line says.
func program(log string) int {
	f, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(f, strings.Join(os.Args[3:], " "))
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil {
		return 0
	}
	switch line = strings.TrimSuffix(line, "\n"); line {
	case "hangs":
		select {}
	case "writes nothing", "…":
		return 0
	case "fails":
		fmt.Fprintln(os.Stderr, "first\nno such voice\x1b[0m")
		return 3
	}
	os.Stdout.Write(wav(nil))
	for line == "never ends" || line == "has a child" {
		if line == "has a child" {
			cmd := exec.Command(os.Args[0], "program", log)
			cmd.Stdin, cmd.Stdout = strings.NewReader("never ends\n"), os.Stdout
			_ = cmd.Run()
		}
		os.Stdout.Write(sample('~'))
	}
	for _, letter := range []byte(line) {
		os.Stdout.Write(sample(letter))
	}
	return 0
}

// player stands for the player. It appends the sound to a file, which may be a pipe of the test.
func player(args []string) int {
	if args[0] == "fails" {
		fmt.Fprintln(os.Stderr, "audio open error")
		return 1
	}
	f, err := os.OpenFile(args[0], os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	_, _ = io.Copy(f, os.Stdin)
	return 0
}

// box is a service with a client.
type box struct {
	t       *testing.T
	log     string // arguments of the programs, a line each
	sound   string // sound that the players received
	socket  string
	conn    net.Conn
	answers *bufio.Scanner
}

// serves starts a service whose player is called with these arguments; "" writes to a file.
func serves(t *testing.T, playing string, change func(*mouth)) *box {
	t.Helper()
	dir := t.TempDir()
	b := &box{t: t, log: filepath.Join(dir, "log"), sound: filepath.Join(dir, "sound"), socket: filepath.Join(dir, "socket")}
	if playing == "" {
		playing = b.sound
	}
	v := config.Voice{
		Program: []string{os.Args[0], "program", b.log, "-v", "{lang}", "-s", "{rate}", "{percent}", "{length}"},
		Player:  []string{os.Args[0], "player", playing, "{device}"}, Rate: 200,
	}
	l, err := net.Listen("unix", b.socket)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		ended <- serve(t.Context(), l, func() *mouth {
			m := newMouth(v)
			m.cards = func() []Card { return []Card{{ID: "Device"}} }
			m.patience *= 100
			if change != nil {
				change(m)
			}
			return m
		})
	}()
	t.Cleanup(func() {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	b.dial()
	return b
}

func (b *box) dial() {
	b.t.Helper()
	conn, err := net.Dial("unix", b.socket)
	if err != nil {
		b.t.Fatal(err)
	}
	b.conn, b.answers = conn, bufio.NewScanner(conn)
	b.hears("card yes")
}

// sends sends lines.
func (b *box) sends(lines ...string) {
	b.t.Helper()
	if _, err := io.WriteString(b.conn, strings.Join(lines, "\n")+"\n"); err != nil {
		b.t.Fatal(err)
	}
}

// hears waits for the answers.
func (b *box) hears(lines ...string) {
	b.t.Helper()
	for _, want := range lines {
		if !b.answers.Scan() || b.answers.Text() != want {
			b.t.Fatalf("the service answers %q (%v), want %q", b.answers.Text(), b.answers.Err(), want)
		}
	}
}

// played is what the players have received.
func (b *box) played() []byte {
	b.t.Helper()
	got, err := os.ReadFile(b.sound)
	if err != nil {
		b.t.Fatal(err)
	}
	return got
}

// said is the sound of a text.
func said(text string) []byte {
	all := wav(nil)
	for _, letter := range []byte(text) {
		all = append(all, sample(letter)...)
	}
	return all
}
