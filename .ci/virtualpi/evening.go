package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Evening is a machine with the daemon on it.
type Evening struct {
	*Machine
	gallery Gallery
}

// note prints a figure.
func note(format string, args ...any) { fmt.Printf("     "+format+"\n", args...) }

// tail is the end of a text.
func tail(text string, lines int) string {
	all := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// log is the end of what daemon and unit have said.
func (e *Evening) log() string {
	said, err := e.Agent.Run(patience, "journalctl -o short-monotonic --no-pager -n 30 -u companiond.service -u companiond.socket -u 'companion-adviser*'")
	if err != nil {
		return err.Error()
	}
	return said
}

// sh runs a script in the machine.
func (e *Evening) sh(script string) (string, error) { return e.Agent.Run(patience, script) }

// do runs scripts one after the other.
func (e *Evening) do(scripts ...string) error {
	for _, script := range scripts {
		if _, err := e.sh(script); err != nil {
			return err
		}
	}
	return nil
}

// shows waits for a picture of the gallery, and returns when it came to be.
func (e *Evening) shows(name string, patience time.Duration) (time.Time, error) {
	want, err := e.gallery.Picture(name)
	if err != nil {
		return time.Time{}, err
	}
	return e.Wire.Await(patience, "the picture "+name, func(got string) bool { return framed(got) == framed(want) })
}

// asksLanguage waits for the first picture of all, and returns when it came to be.
func (e *Evening) asksLanguage(patience time.Duration) (time.Time, error) {
	want, err := e.gallery.Picture("language")
	if err != nil {
		return time.Time{}, err
	}
	shown, err := e.Wire.Await(patience, "the picture language", func(got string) bool {
		_, same := besides(got, want)
		return same
	})
	if columns, _ := besides(e.Wire.Picture(), want); columns != 0 {
		note("the chip is not known yet: the picture stands %d columns to the right", columns)
	}
	return shown, err
}

// toHome answers by ok what is asked once, after the language perhaps the chip. What is
// not home for some time is a question: the daemon says where it is, for a busy host may
// take longer to show it.
func (e *Evening) toHome() error {
	for range 5 {
		home, err := e.isHome(6 * time.Second)
		if err != nil {
			return err
		}
		if home {
			break
		}
		if err := e.press("ok"); err != nil {
			return err
		}
	}
	_, err := e.shows("home", patience)
	return err
}

// isHome reports whether the daemon is at home within some time.
func (e *Evening) isHome(within time.Duration) (bool, error) {
	want, err := e.gallery.Picture("home")
	if err != nil {
		return false, err
	}
	for end := time.Now().Add(within); ; {
		now, err := e.meant()
		if err != nil || framed(now.panel) == framed(want) {
			return err == nil, err
		}
		if time.Now().After(end) {
			return false, nil
		}
	}
}

// same waits for a picture that was seen before.
func (e *Evening) same(before string, patience time.Duration) (time.Time, error) {
	return e.Wire.Await(patience, "what was there before,\n"+before, func(got string) bool { return framed(got) == framed(before) })
}

// moves presses a key and waits until the picture is another one.
func (e *Evening) moves(line int) error {
	before := e.Wire.Rest(2*time.Second, time.Minute)
	var err error
	for range 3 { // a daemon that is told of no edge may look too late on a busy host
		if err := e.Pins.Press(line); err != nil {
			return err
		}
		if _, err = e.Wire.Await(20*time.Second, fmt.Sprint("what the key at line ", line, " does"), func(got string) bool { return got != before }); err == nil {
			break
		}
	}
	return err
}

// pid is the process of the daemon, and how often its unit was started again by itself.
func (e *Evening) pid() (string, error) {
	return e.sh("systemctl show -P MainPID -P NRestarts companiond.service | tr '\\n' ' '")
}

// api asks the daemon by the tools' socket; without a body it is a GET.
func (e *Evening) api(path, body string) (string, error) {
	if body != "" {
		body = "--json '" + body + "' "
	}
	return e.sh("curl -sS --max-time 60 --fail-with-body " + body + "--unix-socket /run/companion.sock http://localhost" + path)
}

// press presses keys by the socket, where which ones are wired is not what counts.
func (e *Evening) press(keys ...string) error {
	for _, key := range keys {
		if _, err := e.api("/api/press", `{"key":"`+key+`","hold":false}`); err != nil {
			return err
		}
	}
	return nil
}

// Match is what the page tells of the match on the panel.
type Match struct {
	Match     string
	Seq, Turn int
	Legal     []string
}

// match is the match on the panel.
func (e *Evening) match() (now Match, err error) {
	text, err := e.api("/api/match", "")
	if err != nil {
		return now, err
	}
	return now, json.Unmarshal([]byte(text), &now)
}

// begin begins a game of mice for two.
func (e *Evening) begin() (Match, error) {
	_, err := e.api("/api/setup", `{"draft":{"game":"mice","names":["Аня","Боря"],"first":1},"begin":true}`)
	if err != nil {
		return Match{}, err
	}
	return e.match()
}

// decide makes the first decision that is legal.
func (e *Evening) decide() (Match, error) {
	now, err := e.match()
	if err != nil {
		return now, err
	}
	if len(now.Legal) == 0 {
		return now, fmt.Errorf("nothing is legal: %+v", now)
	}
	body, err := json.Marshal(map[string]any{"says": now.Legal[0], "match": now.Match, "after": now.Seq})
	if err != nil {
		return now, err
	}
	if _, err := e.api("/api/decide", string(body)); err != nil {
		return now, err
	}
	return e.match()
}

// restart starts the daemon anew, after something was done to the machine. What one
// sees then is of the new one.
func (e *Evening) restart(scripts ...string) error {
	if err := e.do("systemctl stop companiond.service"); err != nil {
		return err
	}
	if err := e.do(scripts...); err != nil {
		return err
	}
	e.Wire.Unlit()
	if err := e.do("systemctl start companiond.service"); err != nil {
		return err
	}
	return e.lights()
}

// lights waits until there is anything to see.
func (e *Evening) lights() error {
	_, err := e.Wire.Await(patience, "anything", func(got string) bool { return strings.TrimSpace(got) != "" })
	return err
}

// configure gives the daemon a config, and starts it anew.
func (e *Evening) configure(config string) error {
	return e.restart("cat >/etc/companion/companion.toml <<'END'\n" + config + "END\n")
}
