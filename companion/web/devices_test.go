package web

import (
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/screen"
)

func TestOnlyTheSocketIsToldWhichDevicesMayBeOpened(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Match: begun(t), Guests: guests}})
	s := server(t, at)
	if got := ask(s, from(bySystemSocket, request("GET", "/api/devices", ""))); got.Code != 404 {
		t.Errorf("where nobody can tell, the socket gets %d", got.Code)
	}
	o := DefaultOpts()
	o.Devices = func() []Device {
		return []Device{{Part: "panel", Node: "/dev/i2c-1", State: Forbidden, Says: "operation not permitted"}, {Part: "gpio", Node: "/dev/gpiochip0", State: Usable}}
	}
	s, err := New(at, o)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"devices":[{"part":"panel","node":"/dev/i2c-1","state":"forbidden","says":"operation not permitted"},{"part":"gpio","node":"/dev/gpiochip0","state":"ok"}]}`
	if got := ask(s, from(bySystemSocket, request("GET", "/api/devices", ""))); got.Code != 200 || strings.TrimSpace(got.Body.String()) != want {
		t.Errorf("the socket gets %d %s, want %s", got.Code, got.Body, want)
	}
	for who, want := range map[string]int{byThisMachine: 401, byPlayer: 404, byOnlooker: 404, byStranger: 401} {
		if got := ask(s, from(who, request("GET", "/api/devices", ""))); got.Code != want || strings.Contains(got.Body.String(), "i2c") {
			t.Errorf("%s gets %d %s, want %d", who, got.Code, got.Body, want)
		}
	}
}
