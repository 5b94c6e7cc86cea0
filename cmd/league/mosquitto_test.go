package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/eclipse/paho.golang/paho"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/companion/club/wire"
	"tabletop/companion/waittest"
)

// installed returns the path of the first file that is here, or skips the test.
func installed(t *testing.T, what string, patterns ...string) string {
	t.Helper()
	for _, p := range patterns {
		if path, err := exec.LookPath(p); err == nil {
			return path
		}
		if found, _ := filepath.Glob(p); len(found) > 0 {
			return found[0]
		}
	}
	t.Skip("NOT TESTED: there is no " + what + " here: Debian's packages mosquitto and mosquitto-clients have it")
	return ""
}

// mosquitto is a broker with the plugin dynamic_security, set up by the script of the package.
type mosquitto struct {
	t       *testing.T
	address string
	options string // of mosquitto_ctrl
}

func newMosquitto(t *testing.T) *mosquitto {
	t.Helper()
	program := installed(t, "mosquitto", "mosquitto", "/usr/sbin/mosquitto")
	ctrl := installed(t, "mosquitto_ctrl", "mosquitto_ctrl")
	plugin := installed(t, "plugin dynamic_security", "/usr/lib/*/mosquitto_dynamic_security.so", "/usr/lib/mosquitto_dynamic_security.so")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &mosquitto{t: t, address: l.Addr().String()}
	_, port, _ := net.SplitHostPort(m.address)
	dir := t.TempDir()
	state, conf := filepath.Join(dir, "dynamic-security.json"), filepath.Join(dir, "mosquitto.conf")
	if out, err := exec.Command(ctrl, "dynsec", "init", state, "admin", "secret").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text := fmt.Sprintf("user root\nlistener %s 127.0.0.1\nallow_anonymous false\nplugin %s\nplugin_opt_config_file %s\n", port, plugin, state)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	server := exec.Command(program, "-c", conf)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	waittest.Until(t, "mosquitto to listen", func() (any, bool) {
		c, err := net.Dial("tcp", m.address)
		return err, err == nil && c.Close() == nil
	})
	m.options = "-h 127.0.0.1 -p " + port + " -u admin -P secret"
	return m
}

// printed is what the script prints about a client.
var printed = regexp.MustCompile(`user = "(\S+)"\npassword: (\S+)\n`)

// add has the script add a client, and returns its login.
func (m *mosquitto) add(args ...string) *paho.Connect {
	m.t.Helper()
	c := exec.Command("/bin/sh", append([]string{"../../systemd/league/mosquitto.sh"}, args...)...)
	c.Env = append(os.Environ(), "MOSQUITTO="+m.options)
	out, err := c.Output()
	found := printed.FindStringSubmatch(string(out))
	if err != nil || found == nil {
		m.t.Fatalf("mosquitto.sh %v: %v\n%s", args, err, out)
	}
	return &paho.Connect{UsernameFlag: true, Username: found[1], PasswordFlag: true, Password: []byte(found[2])}
}

// box adds a box and returns its login.
func (m *mosquitto) box(b audittest.Box) *paho.Connect {
	m.t.Helper()
	login := m.add("box", wire.Grouped(b.ID))
	login.ClientID = "companion-" + b.ID
	return login
}

func TestAtAMosquittoThatIsSetUpByTheScriptThievesGetNothing(t *testing.T) {
	m := newMosquitto(t)
	league := m.add("league")
	password := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(password, league.Password, 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, t.TempDir(), "-broker", "mqtt://"+m.address, "-user", league.Username, "-password-file", password)
	r.broker = m.address
	r.comesIn()
	is := audittest.NewBox(1)
	login := m.box(is)
	b := r.enters(is, login)
	r.enrols(b)
	viewer, stolen := m.add("viewer", "wall"), *login
	viewer.ClientID, stolen.ClientID = "wall", "companion-"+audittest.NewBox(2).ID
	r.thievesGetNothing(b, []chan paho.PublishReceived{
		r.thief(&paho.Connect{ClientID: "anybody"}), r.thief(m.box(audittest.NewBox(2))), r.thief(viewer), r.thief(&stolen),
	})
	m.mayNot(b)
}

// mayNot tries what a box may not do.
func (m *mosquitto) mayNot(b *box) {
	m.t.Helper()
	other := audittest.NewBox(3).ID
	for _, topic := range []string{wire.Topic(other, wire.StateKind), wire.Topic(b.ID, wire.AckKind), "homeassistant/status", "other"} {
		if _, err := b.client.Publish(m.t.Context(), &paho.Publish{QoS: 1, Topic: topic, Payload: []byte("{}")}); err == nil {
			m.t.Errorf("a box publishes to %s", topic)
		}
	}
	for _, filter := range []string{"#", wire.Topic("+", wire.StateKind), wire.Topic(other, wire.AckKind), "$share/x/" + wire.Topic(b.ID, wire.StateKind)} {
		if _, err := b.client.Subscribe(m.t.Context(), &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: filter, QoS: 1}}}); err == nil {
			m.t.Errorf("a box subscribes to %s", filter)
		}
	}
}
