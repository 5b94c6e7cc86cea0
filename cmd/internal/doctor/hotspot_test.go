package doctor_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"tabletop/cmd/internal/doctor"
	"tabletop/companion/words"
)

// radioLines are lines of public reports about radios of a Raspberry Pi, and what they mean for the
// box's own network; "" is nothing.
var radioLines = []struct{ line, means string }{
	// raspberrypi/linux #7247: Zero W on Trixie, from wpa_supplicant
	{"nl80211: set_key failed; err=-22 Invalid argument", "pmf"},
	{"nl80211: kernel reports: key setting validation failed", "pmf"},
	// brcmf_cfg80211_add_key of the driver, for the key of management frames
	{"ieee80211 phy0: brcmf_cfg80211_add_key: invalid key index (4)", "pmf"},
	// oblique/create_ap #255: 3B
	{"brcmfmac: send_key_to_dongle: wsec_key error (-110)", "key"},
	// raspberrypi/linux #2453: 3B+
	{"brcmfmac: brcmf_sdio_hostmail: mailbox indicates firmware halted", "halted"},
	{"brcmfmac: brcmf_proto_bcdc_query_dcmd: brcmf_proto_bcdc_msg failed w/status -110", "halted"},
	// raspberrypi/linux #4188: 4B
	{"ieee80211 phy0: brcmf_cfg80211_stop_ap: setting AP mode failed -110", "start"},
	// AsahiLinux/linux #43: the same driver
	{"ieee80211 phy0: brcmf_cfg80211_start_ap: Beacon Interval Set Error, -52", "start"},
	// raspberrypi/bookworm-feedback #369: 4B
	{"ieee80211 phy0: brcmf_cfg80211_reg_notifier: Firmware rejected country setting", "refused"},
	// batocera-linux #5284
	{"cfg80211: failed to load regulatory.db", "rules"},

	{"brcmfmac: brcmf_c_preinit_dcmds: Firmware: BCM4345/6 wl0: Mar 23 2020 02:20:01 version 7.45.206", ""},
	{"brcmfmac: brcmf_cfg80211_set_power_mgmt: power save enabled", ""},
	{"brcmfmac: brcmf_c_process_txcap_blob: no txcap_blob available (err=-2)", ""},
	{"cfg80211: Loading compiled-in X.509 certificates for regulatory database", ""},
	{"ieee80211 phy0: brcmf_cfg80211_add_iface: iface validation failed: err=-16", ""},
	{"nl80211: Station flush failed: ret=-14 (Bad address)", ""},
}

// wireless is a healthy Raspberry Pi with a radio in a country.
func wireless(lang words.Lang) *machine {
	m := healthy(lang)
	m.write("/sys/class/ieee80211/phy0/index", "0\n")
	m.write("/sys/class/rfkill/rfkill0/type", "bluetooth\n")
	m.write("/sys/class/rfkill/rfkill0/soft", "1\n")
	m.write("/sys/class/rfkill/rfkill1/type", "wlan\n")
	m.write("/sys/class/rfkill/rfkill1/soft", "0\n")
	m.write("/sys/class/rfkill/rfkill1/hard", "0\n")
	m.Country = func() (string, error) { return "RU", nil }
	return m
}

// aboutHotspot are the findings about the own network.
func aboutHotspot(t *testing.T, m *machine) (told []doctor.Finding) {
	t.Helper()
	synctest.Test(t, func(*testing.T) {
		told = slices.DeleteFunc(m.Look(), func(f doctor.Finding) bool { return f.Check != "hotspot" })
	})
	return told
}

func TestALineAboutTheRadioIsSaidInWords(t *testing.T) {
	for _, c := range radioLines {
		for _, source := range []string{"dmesg", "journalctl -b -q --no-pager -u wpa_supplicant -u NetworkManager"} {
			m := wireless(words.Russian)
			m.programs[source] += booted + "[  812.345678] " + c.line
			told := aboutHotspot(t, m)
			if len(told) != 1 || (told[0].State == doctor.OK) != (c.means == "") {
				t.Errorf("%s\ngives %+v", c.line, told)
				continue
			}
			if c.means != "" && !strings.Contains(told[0].Says, ": "+m.Words.Word("doctor.hotspot."+c.means)+" ") {
				t.Errorf("%s\nis said as %q, want %s", c.line, told[0].Says, c.means)
			}
		}
	}
}

func TestTheLatestFaultOfTheRadioIsMended(t *testing.T) {
	const open, off = `printf '\n[hotspot]\nopen = true\n'`, `printf '\n[hotspot]\npmf = "off"\n'`
	for name, c := range map[string]struct {
		line, pmf string
		open      bool
		mend      string
	}{
		"protected frames":              {radioLines[0].line, "optional", false, off},
		"protected frames, already off": {radioLines[0].line, "off", false, open},
		"already open":                  {radioLines[0].line, "off", true, ""},
		"a key":                         {"brcmfmac: send_key_to_dongle: wsec_key error (-110)", "off", false, open},
		"no start in time":              {"device (wlan0): Activation: (wifi) Hotspot network creation took too long, failing activation", "off", false, open},
		"hangs":                         {"brcmfmac: brcmf_sdio_hostmail: mailbox indicates firmware halted", "off", false, ""},
		"no rules":                      {"cfg80211: failed to load regulatory.db", "off", false, "sudo apt-get install wireless-regdb"},
	} {
		m := wireless(words.English)
		m.Config.Hotspot.PMF, m.Config.Hotspot.Open = c.pmf, c.open
		m.programs["dmesg"] = booted + radioLines[3].line + "\n" + c.line
		told := aboutHotspot(t, m)
		if len(told) != 1 || !strings.Contains(told[0].Says, "start: 2.") || !strings.HasPrefix(told[0].Mend, c.mend) || c.mend == "" && told[0].Mend != "" {
			t.Errorf("%s: %+v, want %s", name, told, c.mend)
		}
	}
}

func TestABlockedRadioOrOneWithoutACountryIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*machine)
		want   string // keys of the texts
	}{
		"all right":    {func(*machine) {}, "doctor.hotspot"},
		"no radio":     {func(m *machine) { delete(m.files, "sys/class/ieee80211/phy0/index") }, ""},
		"blocked":      {func(m *machine) { m.write("/sys/class/rfkill/rfkill1/soft", "1\n") }, "doctor.hotspot.blocked doctor.hotspot"},
		"switched off": {func(m *machine) { m.write("/sys/class/rfkill/rfkill1/hard", "1\n") }, "doctor.hotspot.switch doctor.hotspot"},
		"no country":   {func(m *machine) { m.Country = func() (string, error) { return "00", nil } }, "doctor.hotspot.nocountry doctor.hotspot"},
		"a country by the config": {func(m *machine) {
			m.Country = func() (string, error) { return "00", nil }
			m.Config.Hotspot.Country = "RU"
		}, "doctor.hotspot"},
		"the kernel doesn't say": {func(m *machine) { m.Country = func() (string, error) { return "", errors.ErrUnsupported } }, "doctor.hotspot"},
		"a log that is not ours": {func(m *machine) { delete(m.programs, "dmesg") }, "doctor.hotspot.unread"},
	} {
		m := wireless(words.Russian)
		c.change(m)
		var want []string
		for key := range strings.FieldsSeq(c.want) {
			want = append(want, m.Words.Word(key))
		}
		var got []string
		for _, f := range aboutHotspot(t, m) {
			got = append(got, f.Says)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
