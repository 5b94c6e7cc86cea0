package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// serve executes commands of the host until the host closes the serial port or sends the
// command off.
func (m *machine) serve() error {
	host, err := openHost()
	if err != nil {
		return err
	}
	uptime, err := os.ReadFile("/proc/uptime")
	if err != nil {
		return err
	}
	fmt.Fprintf(host, "ok up %s", uptime)
	in := bufio.NewScanner(host)
	for in.Scan() {
		if in.Text() == "off" {
			_, err := io.WriteString(host, "ok\n")
			return err
		}
		if _, err := io.WriteString(host, m.reply(in.Text())); err != nil {
			return err
		}
	}
	return in.Err()
}

// reply executes one command line and returns the answer.
func (m *machine) reply(line string) string {
	command, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	run, ok := commands[command]
	if !ok {
		return fmt.Sprintf("error no command %q\n", command)
	}
	text, end, err := run(m, rest)
	if err != nil {
		return "error " + strings.ReplaceAll(err.Error(), "\n", "; ") + "\n"
	}
	var b strings.Builder
	for l := range strings.Lines(text) {
		b.WriteString("|" + strings.TrimSuffix(l, "\n") + "\n")
	}
	b.WriteString(strings.TrimSpace("ok "+end) + "\n")
	return b.String()
}

// commands maps the name of each command to its function. A function takes the rest of the
// command line. It returns the text of the answer and the words after "ok".
var commands = map[string]func(m *machine, rest string) (text, end string, err error){
	"start": func(m *machine, rest string) (string, string, error) { return m.launch("/companiond " + rest) },
	"careless": func(m *machine, rest string) (string, string, error) {
		return m.launch("/init careless /companiond " + rest)
	},
	"run": func(m *machine, rest string) (string, string, error) { return m.launch(rest) },
	"stop": func(m *machine, _ string) (string, string, error) {
		end, err := m.stop()
		return "", end, err
	},
	"get": func(_ *machine, path string) (string, string, error) {
		body, status, err := get(path)
		return body, strconv.Itoa(status), err
	},
	"post": func(_ *machine, rest string) (string, string, error) {
		body, status, err := post(rest)
		return body, strconv.Itoa(status), err
	},
	"pull": func(m *machine, rest string) (string, string, error) { return "", "", m.pull(rest) },
	"meanwhile": func(m *machine, rest string) (string, string, error) {
		go func() {
			if err := m.pull(rest); err != nil {
				fmt.Fprintln(os.Stderr, "fake pi:", err)
			}
		}()
		return "", "", nil
	},
	"settle": func(m *machine, rest string) (string, string, error) {
		return "", "", m.settleFor(strings.Fields(rest))
	},
	"panel": func(m *machine, _ string) (string, string, error) { return m.i2c.picture(), "", nil },
	"lamps": func(m *machine, _ string) (string, string, error) { return m.spi.picture(), "", nil },
	"chips": func(m *machine, _ string) (string, string, error) {
		return m.i2c.String() + "\n" + m.spi.String(), "", nil
	},
	"names":  func(m *machine, set string) (string, string, error) { return "", "", m.pins.rename(set) },
	"second": func(m *machine, _ string) (string, string, error) { return "", "", m.pins.addSecondName() },
	"nak":    func(m *machine, rest string) (string, string, error) { return "", "", m.i2c.setNAKs(rest) },
	"strict": func(m *machine, rest string) (string, string, error) { return "", "", m.i2c.setStrict(rest) },
	"dark":   func(m *machine, rest string) (string, string, error) { return "", "", m.powerCycle(rest) },
	"gone":   func(m *machine, rest string) (string, string, error) { return "", "", m.remove(rest) },
	"back":   func(m *machine, rest string) (string, string, error) { return "", "", m.restore(rest) },
}

// pull executes the command pull.
func (m *machine) pull(rest string) error {
	return withPriority(func() error { return m.pins.pull(strings.Fields(rest), m.awaitTraffic) })
}

func (m *machine) launch(line string) (string, string, error) {
	argv := strings.Fields(line)
	switch {
	case m.daemon != nil:
		return "", "", errors.New("a program is already running")
	case len(argv) == 0:
		return "", "", errors.New("run PROGRAM")
	}
	p, err := start(argv)
	m.daemon = p
	return "", "", err
}

func (m *machine) settleFor(words []string) error {
	if len(words) != 2 {
		return errors.New("settle QUIET MOST")
	}
	quiet, err := time.ParseDuration(words[0])
	if err != nil {
		return err
	}
	most, err := time.ParseDuration(words[1])
	if err != nil {
		return err
	}
	return m.settle(quiet, most)
}
