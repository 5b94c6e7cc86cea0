package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/cmd/internal/config"
)

// clubOf reads a file with these lines of [club].
func clubOf(t *testing.T, lines string) (config.Club, error) {
	t.Helper()
	c, err := configOf(t, "[club]\n"+lines)
	return c.Club, err
}

func TestABrokerIsAnAddressAndWordsAreKnown(t *testing.T) {
	for _, lines := range []string{`broker = "mqtt://house:1883"`, `broker = "wss://club.example/mqtt"`, `tell = []`, `accept = ["keys"]`, `league = "K7QM-2R4T-XA5P"`, `league = "k7qm 2r4t xa5p"`, ""} {
		if _, err := clubOf(t, lines); err != nil {
			t.Errorf("%s: %v", lines, err)
		}
	}
	for lines, want := range map[string]string{
		`broker = "house:1883"`:        "house:1883",
		`broker = "http://house"`:      "mqtt, mqtts, ws, wss",
		`broker = "mqtt://"`:           "mqtt://",
		`tell = ["states"]`:            "“states”",
		`accept = ["keys", "buttons"]`: "club.accept",
		`league = "K7QM-2R4T"`:         "“K7QM-2R4T”",
		`brokers = "mqtt://house"`:     "club.broker",
	} {
		if _, err := clubOf(t, lines); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", lines, err, want)
		}
	}
}

func TestTheManualsExampleOfAClubIsRead(t *testing.T) {
	for _, file := range []string{"companion-club.7", "ru/companion-club.7"} {
		text, err := os.ReadFile("../../../systemd/man/" + file)
		if err != nil {
			t.Fatal(err)
		}
		_, example, _ := strings.Cut(string(text), "\n.EX\n[club]\n")
		example, _, found := strings.Cut(example, ".EE\n")
		if c, err := clubOf(t, example); err != nil || !found || c.Broker == "" || c.Name == "" {
			t.Errorf("%s: %v, %+v", file, err, c)
		}
	}
}

func TestABoxTellsAllAndAcceptsNothingUnlessItIsTold(t *testing.T) {
	c, err := clubOf(t, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range config.Published {
		if !c.Publishes(what) {
			t.Errorf("%s isn't told", what)
		}
	}
	if c.Accepts("keys") || c.Broker != "" {
		t.Errorf("a box without a config has %+v", c)
	}
}

func TestFilesOfTheClubThatCanNotBeReadAreNamed(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, []byte("\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []config.Club{{CA: "none"}, {CA: empty}, {Cert: empty, Key: empty}} {
		if _, err := c.TLS(); err == nil || !strings.Contains(err.Error(), "club.c") {
			t.Errorf("%+v: %v", c, err)
		}
	}
	for _, file := range []string{"none", empty} {
		if _, err := (config.Club{PasswordFile: file}).Password(); err == nil || !strings.Contains(err.Error(), "club.password_file") {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestTheFirstLineOfAFileIsThePassword(t *testing.T) {
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("пароль 1\r\nmore\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := (config.Club{PasswordFile: file}).Password(); err != nil || got != "пароль 1" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := (config.Club{}).Password(); err != nil || got != "" {
		t.Errorf("without a file: %q, %v", got, err)
	}
}
