package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Evening is a test run on a machine with the daemon. Its methods are the steps, and parts of
// them. They compare the panel's pictures with those of a gallery.
type Evening struct {
	*Machine
	gallery Gallery
	boot    func() (*Machine, error) // starts the machine again with the same card
}

// note prints a measurement on an indented line.
func note(format string, args ...any) { fmt.Printf("     "+format+"\n", args...) }

// tail returns the end of a text, at most the given number of lines.
func tail(text string, lines int) string {
	all := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// log returns the last 30 log lines of the daemon and its other systemd units.
func (e *Evening) log() string {
	output, err := e.Agent.Run(patience, "journalctl -o short-monotonic --no-pager -n 30 -u companiond.service -u companiond.socket -u 'companion-*'")
	if err != nil {
		return err.Error()
	}
	return output
}

// sh runs a script in the machine.
func (e *Evening) sh(script string) (string, error) { return e.Agent.Run(patience, script) }

// do runs scripts in order until one fails.
func (e *Evening) do(scripts ...string) error {
	for _, script := range scripts {
		if _, err := e.sh(script); err != nil {
			return err
		}
	}
	return nil
}

// shows waits until the panel shows a picture of the gallery, and returns the time at which the
// picture appeared. It returns an error after patience.
func (e *Evening) shows(name string, patience time.Duration) (time.Time, error) {
	want, err := e.gallery.Picture(name)
	if err != nil {
		return time.Time{}, err
	}
	return e.Wire.Await(patience, "the picture "+name, func(got string) bool { return litArea(got) == litArea(want) })
}

// asksLanguage waits until the panel shows the first picture after installation, the question
// for the language. It returns the time at which the picture appeared.
func (e *Evening) asksLanguage(patience time.Duration) (time.Time, error) {
	want, err := e.gallery.Picture("language")
	if err != nil {
		return time.Time{}, err
	}
	shown, err := e.Wire.Await(patience, "the picture language", func(got string) bool {
		_, same := shift(got, want)
		return same
	})
	if columns, _ := shift(e.Wire.Picture(), want); columns != 0 {
		note("the chip is not known yet: the picture is shifted by %d columns", columns)
	}
	return shown, err
}

// toHome answers the questions after the first start with the key ok until the panel shows the
// home screen. The daemon asks for the language, and possibly for the chip. toHome treats any
// other screen that stays for 6 s as a question. It requests the current screen from the daemon,
// since a busy host may take longer than that to draw it.
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

// isHome reports whether the daemon intends to show the home screen within the given time.
func (e *Evening) isHome(within time.Duration) (bool, error) {
	want, err := e.gallery.Picture("home")
	if err != nil {
		return false, err
	}
	for end := time.Now().Add(within); ; {
		now, err := e.intended()
		if err != nil || litArea(now.panel) == litArea(want) {
			return err == nil, err
		}
		if time.Now().After(end) {
			return false, nil
		}
	}
}

// same waits until the panel shows an earlier picture again, and returns the time at which the
// picture reappeared. It returns an error after patience.
func (e *Evening) same(before string, patience time.Duration) (time.Time, error) {
	return e.Wire.Await(patience, "the picture before,\n"+before, func(got string) bool { return litArea(got) == litArea(before) })
}

// moves presses the key at a GPIO line and waits until the panel shows another picture.
func (e *Evening) moves(line int) error {
	before := e.Wire.Rest(2*time.Second, time.Minute)
	var err error
	for range 3 { // without edges, the daemon may poll too late on a busy host
		if err := e.Pins.Press(line); err != nil {
			return err
		}
		if _, err = e.Wire.Await(20*time.Second, fmt.Sprint("the effect of the key at line ", line), func(got string) bool { return got != before }); err == nil {
			break
		}
	}
	return err
}

// pid returns the process id of the daemon and the number of automatic restarts of its unit.
func (e *Evening) pid() (string, error) {
	return e.sh("systemctl show -P MainPID -P NRestarts companiond.service | tr '\\n' ' '")
}

// api sends an HTTP request to the daemon through its socket for local tools, and returns the
// answer. The request is a GET if body is "", else a POST of JSON.
func (e *Evening) api(path, body string) (string, error) {
	if body != "" {
		body = "--json '" + body + "' "
	}
	return e.sh("curl -sS --max-time 60 --fail-with-body " + body + "--unix-socket /run/companion.sock http://localhost" + path)
}

// press presses keys by requests to the daemon, for steps that don't test the wiring.
func (e *Evening) press(keys ...string) error {
	for _, key := range keys {
		if _, err := e.api("/api/press", `{"key":"`+key+`","hold":false}`); err != nil {
			return err
		}
	}
	return nil
}

// Match holds the fields of the daemon's answer to /api/match that the steps use.
type Match struct {
	Match     string
	Seq, Turn int
	Legal     []string
}

// match requests the match on the panel from the daemon.
func (e *Evening) match() (now Match, err error) {
	text, err := e.api("/api/match", "")
	if err != nil {
		return now, err
	}
	return now, json.Unmarshal([]byte(text), &now)
}

// begin starts a match of the game mice for two players, and returns it.
func (e *Evening) begin() (Match, error) {
	_, err := e.api("/api/setup", `{"draft":{"game":"mice","names":["Аня","Боря"],"first":1},"begin":true}`)
	if err != nil {
		return Match{}, err
	}
	return e.match()
}

// decide makes the first legal decision in the match and returns the match after it.
func (e *Evening) decide() (Match, error) {
	now, err := e.match()
	if err != nil {
		return now, err
	}
	if len(now.Legal) == 0 {
		return now, fmt.Errorf("no legal decision: %+v", now)
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

// restart runs scripts while the daemon is stopped, then starts it and waits for its first
// picture. systemd forgets the earlier starts, since an evening has more of them than the unit
// permits.
func (e *Evening) restart(scripts ...string) error {
	if err := e.do("systemctl stop companiond.service"); err != nil {
		return err
	}
	if err := e.do(scripts...); err != nil {
		return err
	}
	e.Wire.Unlit()
	if err := e.do("systemctl reset-failed companiond.service; systemctl start companiond.service"); err != nil {
		return err
	}
	return e.lights()
}

// lights waits until the panel shows any lit pixel.
func (e *Evening) lights() error {
	_, err := e.Wire.Await(patience, "anything", func(got string) bool { return strings.TrimSpace(got) != "" })
	return err
}

// configure replaces the config and restarts the daemon.
func (e *Evening) configure(config string) error {
	return e.restart("cat >/etc/companion/companion.toml <<'END'\n" + config + "END\n")
}

// beginWith replaces the config, begins a match and returns the process of the daemon.
func (e *Evening) beginWith(config string) (process string, err error) {
	if err := e.configure(config); err != nil {
		return "", err
	}
	if _, err := e.begin(); err != nil {
		return "", err
	}
	return e.pid()
}
