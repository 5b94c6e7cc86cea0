package main

import (
	"bufio"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/voice"
	"tabletop/companion/ear"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
)

func TestTheSpeakerAsksTheServiceAndReportsItsCard(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "socket")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	cards := make(chan bool, 1)
	s := speaker{voice.New(socket, func(e voice.Event) { cards <- e.Card })}
	for _, p := range s.parts() {
		go func() {
			if err := p.run(t.Context()); err != nil {
				t.Error(err)
			}
		}()
	}
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write([]byte("card yes\n")); err != nil {
		t.Fatal(err)
	}
	if !<-cards {
		t.Error("the card isn't reported")
	}
	lines := bufio.NewScanner(conn)
	for _, test := range []struct {
		ask  func()
		want string
	}{
		{func() { s.say(words.Russian, "Ваш ход", true) }, "say ru Ваш ход"},
		{func() { s.say(words.English, "Your turn", true) }, "say en Your turn"},
		{func() { s.say(words.English, "Round 2", false) }, "then en Round 2"},
		{func() { s.earcon(ear.Edge) }, "earcon edge"},
		{func() { s.say(words.Russian, "", true) }, "cut"},
	} {
		if test.ask(); !lines.Scan() || lines.Text() != test.want {
			t.Errorf("it sends %q, want %q", lines.Text(), test.want)
		}
	}
}

func TestABoxWithoutAProgramForSpeechHasNoSpeaker(t *testing.T) {
	s := newSpeaker(config.Voice{}, "socket", nil)
	s.say(words.Russian, "Ваш ход", true)
	s.earcon(ear.Done)
	if got := len(s.parts()); got != 0 {
		t.Errorf("it has %d parts", got)
	}
	if got := len(newSpeaker(config.Default().Voice, "socket", nil).parts()); got != 1 {
		t.Errorf("by default it has %d parts, want 1", got)
	}
}

// voiceService receives the requests of a daemon for speech.
type voiceService struct {
	t     *testing.T
	conn  net.Conn
	lines chan string
}

// speaking starts a daemon with a service for speech and a sound card.
func speaking(t *testing.T, state, config string) (*evening, *voiceService) {
	t.Helper()
	socket := filepath.Join(t.TempDir(), "voice.sock")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	e := gatherIn(t, state, "127.0.0.1:0", config, nil, func(s *environment) { s.voice = socket })
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	v := &voiceService{t, conn, make(chan string, 100)}
	go func() {
		defer close(v.lines)
		for s := bufio.NewScanner(conn); s.Scan(); {
			v.lines <- s.Text()
		}
	}()
	v.answer("card yes")
	return e, v
}

func (v *voiceService) answer(line string) {
	v.t.Helper()
	if _, err := io.WriteString(v.conn, line+"\n"); err != nil {
		v.t.Fatal(err)
	}
}

// hears waits for a request that contains a text, and returns it.
func (v *voiceService) hears(text string) (line string) {
	v.t.Helper()
	for !strings.Contains(line, text) {
		line = waittest.Receive(v.t, "a request with "+text, v.lines)
	}
	return line
}

func TestANewBoxSpeaksItsFirstQuestionUntilItIsAnswered(t *testing.T) {
	e, v := speaking(t, t.TempDir(), "")
	v.hears("say " + string(words.Langs[0]))
	e.press("down")
	if got := v.hears("English"); !strings.HasPrefix(got, "say ") {
		t.Errorf("the row is asked for by %q", got)
	}
	e.press("ok")
	v.hears("cut")
}

func TestWhatFailsInSpeechIsSaidOnceOnThePanel(t *testing.T) {
	e, v := speaking(t, knowing(t), "")
	said := func() []string {
		return []string{e.d.loop.Now().View.Title, strings.Join(e.d.loop.Now().View.Prompt[:], " ")}
	}
	before := said()
	v.answer("fault stuck espeak-ng wrote nothing for 5 s")
	waittest.Until(t, "the notice about speech", func() (any, bool) { return said(), !slices.Equal(said(), before) })
	e.press("ok")
	v.answer("fault stuck espeak-ng wrote nothing for 5 s")
	v.answer("ok")
	waittest.Until(t, "the screen of before", func() (any, bool) { return said(), slices.Equal(said(), before) })
}
