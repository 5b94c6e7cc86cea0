package main

import (
	"bufio"
	"net"
	"path/filepath"
	"testing"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/voice"
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
		{func() { s.say(words.Russian, "Ваш ход") }, "say ru Ваш ход"},
		{func() { s.say(words.English, "Your turn") }, "say en Your turn"},
		{func() { s.earcon(voice.Edge) }, "earcon edge"},
		{s.cut, "cut"},
	} {
		if test.ask(); !lines.Scan() || lines.Text() != test.want {
			t.Errorf("it sends %q, want %q", lines.Text(), test.want)
		}
	}
}

func TestABoxWithoutAProgramForSpeechHasNoSpeaker(t *testing.T) {
	s := newSpeaker(config.Voice{}, nil)
	s.say(words.Russian, "Ваш ход")
	s.earcon(voice.Done)
	s.cut()
	if got := len(s.parts()); got != 0 {
		t.Errorf("it has %d parts", got)
	}
	if got := len(newSpeaker(config.Default().Voice, nil).parts()); got != 1 {
		t.Errorf("by default it has %d parts, want 1", got)
	}
}
