package companion

import "strings"

// What a hotspot is called and kept with.
const (
	hotspotName     = "Companion-"
	hotspotLetters  = 4
	passwordLetters = 10 // fifty bits: enough for an evening, and one line of the panel
	kindHotspot     = "trouble.hotspot"
)

// hotspotItems offer the box's own network, or to end it.
func (m Model) hotspotItems(s *sheet) {
	switch {
	case m.reach.Wifi.SSID != "":
		s.item(m.word("wifi.show"), func(m Model) (Model, []Effect) { return m.show(wifiPage()), nil })
		s.item(m.word("wifi.end"), func(m Model) (Model, []Effect) { return m.show(wifiEndPage()), nil })
	case m.reach.Wifi.Can:
		s.item(m.word("wifi.begin"), func(m Model) (Model, []Effect) { return m.show(wifiBeginPage()), nil })
	}
}

// wifiBeginPage asks before the Wi-Fi that the box is on gives way to its own.
func wifiBeginPage() page {
	p := askPage("wifi.title", "wifi.ask", func(m Model) (Model, []Effect) { return m.beginHotspot() })
	p.private, p.wants = true, wish{what: wantsNetwork}
	return p
}

// beginHotspot asks for a network under a name and a password that nobody knows yet.
func (m Model) beginHotspot() (Model, []Effect) {
	seed := m.door.invite.seed
	if seed == [32]byte{} {
		return m.dropPress()
	}
	waiting := sayPage(m.word("starting"), m.word("wifi.begins"))
	waiting.private, waiting.gives = true, kindHotspot
	return m.show(waiting), []Effect{Hotspot{
		On: true, SSID: hotspotName + letters(seed, "ssid", base32, hotspotLetters),
		Password: letters(seed, "password", easy, passwordLetters),
	}}
}

func wifiEndPage() page {
	p := askPage("wifi.title", "wifi.ends", func(m Model) (Model, []Effect) { return m, []Effect{Hotspot{}} })
	p.private = true
	return p
}

// showHotspot shows the network that the table waits for, once it is there.
func (m Model) showHotspot() Model {
	if m.reach.Wifi.SSID == "" || m.address() == "" || m.top().page.gives != kindHotspot {
		return m
	}
	m = m.pop()
	for m.Private() { // what led there: pages that speak of no network
		m = m.pop()
	}
	return m.show(phonesPage()).invite(invitePage(Play))
}

// wifiPage shows the code that brings a phone into the box's own network.
func wifiPage() page { return page{kind: KindCode, private: true, own: network{}} }

type network struct{}

func (network) view(m Model) View {
	ssid, password := m.reach.Wifi.SSID, m.reach.Wifi.Password
	v := View{Kind: KindCode, Title: m.word("wifi.title"), Code: wifiCode(ssid, password)}
	if ssid == "" {
		v.Title, v.Code = m.word("wifi.gone"), ""
	}
	if !codeFits(v.Code) {
		v.Code = ""
	}
	v.list(append(chunks(ssid, beside), chunks(password, beside)...)...)
	return v
}

func (network) press(m Model, _ Key) (Model, []Effect) { return m.pop(), nil }

// wifiCode is a network as phones read it.
func wifiCode(ssid, password string) string {
	escape := strings.NewReplacer(`\`, `\\`, `;`, `\;`, `,`, `\,`, `:`, `\:`, `"`, `\"`)
	return "WIFI:T:WPA;S:" + escape.Replace(ssid) + ";P:" + escape.Replace(password) + ";;"
}
